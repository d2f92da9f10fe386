#include "codegen/edits.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void add(struct edits *edits, struct edit edit)
{
    edit.order = edits->count;
    ARENA_PUSH(edits->arena, edits->list, edits->count, edit);
}

/* See edits.h. */
void edits_insert(struct edits *edits, unsigned offset, const char *text)
{
    add(edits, (struct edit){ .begin = offset, .end = offset, .text = text });
}

/* See edits.h. */
void edits_append(struct edits *edits, unsigned offset, const char *text)
{
    add(edits, (struct edit){ .begin = offset, .end = offset, .text = text, .is_closing = true });
}

/* See edits.h. */
void edits_replace(struct edits *edits, unsigned begin, unsigned end, const char *text)
{
    add(edits, (struct edit){ .begin = begin, .end = end, .text = text });
}

/* By place; at one place closing texts, then insertions, then the replacement, each in the order they were added. */
static int compare(const void *a, const void *b)
{
    const struct edit *first = a, *second = b;
    if (first->begin != second->begin)
        return first->begin < second->begin ? -1 : 1;
    if (first->is_closing != second->is_closing)
        return first->is_closing ? -1 : 1;
    bool first_inserts = first->begin == first->end, second_inserts = second->begin == second->end;
    if (first_inserts != second_inserts)
        return first_inserts ? -1 : 1;
    return first->order < second->order ? -1 : first->order > second->order;
}

/* A sorted copy of the list. */
static struct edit *sorted(const struct edits *edits)
{
    struct edit *list = ARENA_ARRAY(edits->arena, struct edit, edits->count + 1);
    if (edits->count) {
        memcpy(list, edits->list, edits->count * sizeof *list);
        qsort(list, edits->count, sizeof *list, compare);
    }
    return list;
}

/* See edits.h. */
bool edits_are_consistent(struct edits *edits)
{
    struct edit *list = sorted(edits);
    for (unsigned k = 1; k < edits->count; k++)
        if (list[k].begin < list[k - 1].end)
            return false;
    return true;
}

/* See edits.h. */
bool edits_touch(const struct edits *edits, unsigned begin, unsigned end)
{
    for (unsigned k = 0; k < edits->count; k++) {
        const struct edit *edit = &edits->list[k];
        if (edit->begin == edit->end ? edit->begin > begin && edit->begin < end
                                     : edit->begin < end && begin < edit->end)
            return true;
    }
    return false;
}

static unsigned lines_in(const char *bytes, size_t length)
{
    unsigned lines = 0;
    for (size_t k = 0; k < length; k++)
        lines += bytes[k] == '\n';
    return lines;
}

/* See edits.h. */
const char *edits_line_directive(struct arena *arena, const char *source, unsigned offset, const char *path)
{
    struct text text = { 0 };
    text_printf(&text, "#line %u \"", lines_in(source, offset) + 1);
    for (; *path; path++)
        if (strchr("\"\\?", *path) || (unsigned char)*path < ' ')
            text_printf(&text, "\\%03o", (unsigned char)*path);
        else
            text_add(&text, path, 1);
    text_puts(&text, "\"\n");
    char *directive = arena_strdup(arena, text.bytes);
    text_free(&text);
    return directive;
}

/* The number of blanks that follow the last newline of "text", if nothing else does and a directive may stand there;
 * otherwise -1. */
static int blanks_at_end(const struct text *text)
{
    size_t at = text->length;
    while (at > 0 && (text->bytes[at - 1] == ' ' || text->bytes[at - 1] == '\t'))
        at--;
    bool is_line_start = at > 0 && text->bytes[at - 1] == '\n' && (at < 2 || text->bytes[at - 2] != '\\');
    return is_line_start ? (int)(text->length - at) : -1;
}

/* Copy source bytes to "text"; if the numbering is off ("*is_off"), put a #line directive where the next line starts.
 */
static void copy(struct arena *arena, struct text *text, const char *source, unsigned begin, unsigned end,
                 const char *path, bool *is_off)
{
    int blanks = *is_off ? blanks_at_end(text) : -1;
    if (blanks >= 0) {
        char *indent = strndup(text->bytes + text->length - blanks, (size_t)blanks);
        text->length -= (size_t)blanks;
        text_puts(text, edits_line_directive(arena, source, begin, path));
        text_puts(text, indent ? indent : "");
        free(indent);
        *is_off = false;
    }
    const char *newline = *is_off ? memchr(source + begin, '\n', end - begin) : NULL;
    if (newline && (newline == source || newline[-1] != '\\')) {
        unsigned middle = (unsigned)(newline - source) + 1;
        text_add(text, source + begin, middle - begin);
        text_puts(text, edits_line_directive(arena, source, middle, path));
        *is_off = false;
        begin = middle;
    }
    text_add(text, source + begin, end - begin);
}

/* See edits.h. */
char *edits_apply(struct edits *edits, const char *source, unsigned begin, unsigned end, const char *path,
                  size_t *length)
{
    struct edit *list = sorted(edits);
    struct text text = { 0 };
    bool is_off = false;
    unsigned at = begin;
    for (unsigned k = 0; k < edits->count; k++) {
        const struct edit *edit = &list[k];
        if (edit->begin < at || edit->end > end)
            continue;
        copy(edits->arena, &text, source, at, edit->begin, path, &is_off);
        size_t size = strlen(edit->text);
        text_add(&text, edit->text, size);
        if (path && lines_in(edit->text, size) != lines_in(source + edit->begin, edit->end - edit->begin))
            is_off = true;
        at = edit->end;
    }
    copy(edits->arena, &text, source, at, end, path, &is_off);
    *length = text.length;
    return text_take(&text);
}
