/* Where a loop stands in the user's text, and whether lines can be put in front of it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "codegen/writer.h"

/* While the function is searched for what else begins where the loop begins. */
struct neighbours {
    const struct stmt *loop;
    bool found;
};

/* A macro that expands to more than the loop (declarations before it, a block around it) makes other statements begin
 * at the same byte: a directive there would belong to them. */
static void find_neighbour(struct stmt *stmt, void *user)
{
    struct neighbours *neighbours = user;
    const struct stmt *loop = neighbours->loop;
    if (stmt->place.file == loop->place.file && stmt->place.begin == loop->place.begin && !stmt_contains(loop, stmt))
        neighbours->found = true;
}

static bool begins_alone(const struct loop *loop)
{
    struct neighbours neighbours = { loop->stmt, false };
    stmt_visit(loop->function->body, find_neighbour, &neighbours);
    return !neighbours.found;
}

/* Find the ends of the header if it is spelled out at the site. */
static void find_header(const struct loop *loop, struct site *site, unsigned length)
{
    static const char *const words[] = { [STMT_FOR] = "for", [STMT_WHILE] = "while", [STMT_DO] = "do" };
    const char *word = words[loop->stmt->kind];
    size_t size = strlen(word);
    const char *text = site->text + site->begin;
    if (site->begin + size >= length || strncmp(text, word, size) != 0 || isalnum((unsigned char)text[size]) ||
        text[size] == '_')
        return;
    unsigned end = site->begin + (unsigned)size;
    if (loop->stmt->kind != STMT_DO)
        end = lexical_parenthesis_end(site->text, length, end);
    if (end && end <= site->body_begin)
        site->header_end = end;
}

/* Whether the line "line" is a directive about the next loop that compilers do not accept in front of OpenMP's. */
static bool is_loop_pragma(const char *line)
{
    static const char *const words[] = { "GCC ivdep", "GCC unroll", "GCC novector",  "clang loop",
                                         "unroll",    "nounroll",   "unroll_and_jam" };
    if (*line++ != '#')
        return false;
    line += strspn(line, " \t");
    if (strncmp(line, "pragma", 6) != 0)
        return false;
    line += 6 + strspn(line + 6, " \t");
    for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
        if (!strncmp(line, words[k], strlen(words[k])))
            return true;
    return false;
}

/* Take such directives in front of the loop out, as comments where that is possible. */
static void remove_loop_pragmas(struct writer *writer, const struct site *site)
{
    unsigned line = site->begin - (unsigned)strlen(site->indent);
    while (site->starts_line && line > 0) {
        unsigned end = line - 1, begin = end;
        while (begin > 0 && site->text[begin - 1] != '\n')
            begin--;
        unsigned hash = begin;
        while (hash < end && (site->text[hash] == ' ' || site->text[hash] == '\t'))
            hash++;
        if (!is_loop_pragma(site->text + hash) && hash < end)
            return;
        const char *words = arena_strndup(writer->arena, site->text + hash, end - hash);
        bool has_comment = strstr(words, "/*") || strstr(words, "//") || strchr(words, '\\');
        if (hash < end)
            edits_replace(&writer->edits, hash, end, has_comment ? "" : arena_printf(writer->arena, "/* %s */", words));
        line = begin;
    }
}

/* See writer.h. */
bool site_find(struct writer *writer, const struct loop *loop, struct site *site)
{
    struct place place = loop->stmt->place;
    if (!place.file || !place.file->is_main)
        return writer_refuses(writer, "the loop stands in an included file");
    if (!begins_alone(loop))
        return writer_refuses(writer, "the loop comes out of a macro that expands to more than the loop");
    const char *text = place.file->text;
    *site = (struct site){ .text = text, .begin = place.begin, .end = place.end };
    site->body_begin = loop->stmt->body->place.begin;
    site->body_end = loop->stmt->body->place.end;
    unsigned line = site->begin, blank;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    for (blank = line; text[blank] == ' ' || text[blank] == '\t';)
        blank++;
    site->starts_line = blank >= site->begin;
    site->indent = arena_strndup(writer->arena, text + line, (blank < site->begin ? blank : site->begin) - line);
    site->unit = site->indent[0] == '\t' ? "\t" : "    ";
    site->is_in_block = loop->stmt->parent && loop->stmt->parent->kind == STMT_COMPOUND;
    find_header(loop, site, (unsigned)place.file->length);
    if (!site->header_end && lexical_is_directive_line(text, site->begin))
        return writer_refuses(writer, "the loop comes out of a macro definition");
    remove_loop_pragmas(writer, site);
    return true;
}

/* See writer.h. */
bool site_has_header(struct writer *writer, const struct site *site)
{
    if (!site->header_end)
        return writer_refuses(writer, "the loop's header comes out of a macro and would have to be rewritten");
    if (site->body_end > site->end || site->body_begin < site->header_end)
        return writer_refuses(writer, "the loop's body comes out of a macro and would have to be split");
    return true;
}

/* See writer.h. */
void site_line(const struct site *site, struct text *text, unsigned depth, const char *format, ...)
{
    char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0)
        abort();
    if (line[0] != '#' || line[1] == 'p') {
        text_puts(text, site->indent);
        for (unsigned k = 0; k < depth; k++)
            text_puts(text, site->unit);
    }
    text_add(text, line, (size_t)length);
    text_puts(text, "\n");
    free(line);
}
