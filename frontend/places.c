/* Places: from clang's source locations to bytes of the user's files. */
#include "frontend/builder.h"

#include <stdlib.h>
#include <string.h>

static int compare_uses(const void *left, const void *right)
{
    const struct macro_use *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->end < b->end ? 1 : a->end > b->end ? -1 : 0;
}

static int compare_unsigned(const void *left, const void *right)
{
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
    return a < b ? -1 : a > b;
}

/* The text of the macro "definition" from where it makes a pragma on, or NULL if it makes none. Looked up once per
 * macro. */
static const char *macro_pragma(struct builder *builder, CXCursor definition)
{
    if (clang_Cursor_isNull(definition))
        return NULL;
    const char *known = cursor_map_find(&builder->declarations, definition);
    if (known)
        return *known ? known : NULL;
    known = "";
    CXSourceRange range = clang_getCursorExtent(definition);
    CXFile file;
    unsigned begin, end;
    size_t length = 0;
    clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
    const char *text = file ? clang_getFileContents(builder->translation_unit, file, &length) : NULL;
    bool is_readable = text && begin < end && end <= length;
    const char *at = is_readable ? memmem(text + begin, end - begin, "_Pragma", 7) : NULL;
    if (is_readable && !at) /* PRAGMA(omp ...), where PRAGMA has the operator */
        at = memmem(text + begin, end - begin, "(omp ", 5);
    if (at)
        known = arena_strndup(builder->arena, at, (size_t)(text + end - at));
    cursor_map_put(&builder->declarations, definition, (void *)known);
    return *known ? known : NULL;
}

static enum CXChildVisitResult collect_macro_use(CXCursor cursor, CXCursor parent, CXClientData user)
{
    struct builder *builder = user;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_MacroExpansion)
        return CXChildVisit_Continue;
    CXSourceRange range = clang_getCursorExtent(cursor);
    CXFile file;
    struct macro_use use;
    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &use.begin);
    if (!file || !clang_File_isEqual(file, builder->main_file))
        return CXChildVisit_Continue;
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &use.end);
    use.pragma = macro_pragma(builder, clang_getCursorReferenced(cursor));
    ARENA_PUSH(builder->arena, builder->macro_uses, builder->macro_use_count, use);
    return CXChildVisit_Continue;
}

/* Find all uses of macros in the main file. Of several that start at one place (a macro that names another one) the
 * longest is kept. */
void place_collect_macro_uses(struct builder *builder)
{
    clang_visitChildren(clang_getTranslationUnitCursor(builder->translation_unit), collect_macro_use, builder);
    if (builder->macro_use_count == 0)
        return;
    qsort(builder->macro_uses, builder->macro_use_count, sizeof *builder->macro_uses, compare_uses);
    unsigned count = 1;
    for (unsigned k = 1; k < builder->macro_use_count; k++)
        if (builder->macro_uses[k].begin != builder->macro_uses[count - 1].begin)
            builder->macro_uses[count++] = builder->macro_uses[k];
    builder->macro_use_count = count;
    builder->macro_ends = ARENA_ARRAY(builder->arena, unsigned, count);
    for (unsigned k = 0; k < count; k++)
        builder->macro_ends[k] = builder->macro_uses[k].end;
    qsort(builder->macro_ends, count, sizeof *builder->macro_ends, compare_unsigned);
}

/* The macro use that starts at "begin", or NULL. */
static const struct macro_use *macro_use_at(const struct builder *builder, unsigned begin)
{
    unsigned low = 0, high = builder->macro_use_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (builder->macro_uses[middle].begin < begin)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < builder->macro_use_count && builder->macro_uses[low].begin == begin;
    return found ? &builder->macro_uses[low] : NULL;
}

static bool macro_use_ends_at(const struct builder *builder, unsigned end)
{
    return builder->macro_use_count &&
           bsearch(&end, builder->macro_ends, builder->macro_use_count, sizeof end, compare_unsigned);
}

/* The file behind clang's "handle"; the same struct for the same file. */
static struct source_file *file_of_handle(struct builder *builder, CXFile handle, CXSourceLocation location)
{
    if (builder->file_count && builder->files[builder->last_file].handle == handle)
        return builder->files[builder->last_file].file;
    for (unsigned k = 0; k < builder->file_count; k++) {
        if (clang_File_isEqual(builder->files[k].handle, handle)) {
            builder->last_file = k;
            return builder->files[k].file;
        }
    }
    struct source_file *file = ARENA_NEW(builder->arena, struct source_file);
    file->path = builder_string(builder, clang_getFileName(handle));
    file->is_system = clang_Location_isInSystemHeader(location) != 0;
    struct known_file known = { handle, file };
    builder->last_file = builder->file_count;
    ARENA_PUSH(builder->arena, builder->files, builder->file_count, known);
    return file;
}

/* Copy "file" to "with_text" with its text, which is clang's. Returns false if there is none. */
bool place_file_text(struct builder *builder, const struct source_file *file, struct source_file *with_text)
{
    for (unsigned k = 0; file && k < builder->file_count; k++) {
        if (builder->files[k].file != file)
            continue;
        *with_text = *file;
        if (!file->is_main)
            with_text->text =
                clang_getFileContents(builder->translation_unit, builder->files[k].handle, &with_text->length);
        return with_text->text != NULL;
    }
    return false;
}

/* Read the main file's text and lines out of the translation unit. */
void places_start(struct builder *builder)
{
    struct source_file *main_file = builder->unit->main;
    size_t length = 0;
    const char *text = NULL;
    if (builder->main_file)
        text = clang_getFileContents(builder->translation_unit, builder->main_file, &length);
    main_file->text = arena_strndup(builder->arena, text ? text : "", text ? length : 0);
    main_file->length = text ? length : 0;
    struct known_file known = { builder->main_file, main_file };
    ARENA_PUSH(builder->arena, builder->files, builder->file_count, known);
    ARENA_PUSH(builder->arena, builder->line_starts, builder->line_count, 0);
    for (size_t k = 0; k < main_file->length; k++)
        if (main_file->text[k] == '\n')
            ARENA_PUSH(builder->arena, builder->line_starts, builder->line_count, (unsigned)k + 1);
}

/* The line of "offset" in the main file, counted from 0. */
static unsigned line_of(const struct builder *builder, unsigned offset)
{
    unsigned low = 0, high = builder->line_count;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (builder->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Move the end of "place" in the main file. */
void place_set_end(struct builder *builder, struct place *place, unsigned end)
{
    if (!place->file || !place->file->is_main)
        return;
    place->end = end;
    place->end_line = line_of(builder, end > place->begin ? end - 1 : end) + 1;
    place->from_macro = macro_use_at(builder, place->begin) || macro_use_ends_at(builder, end);
}

/* The place [begin, end) of the main file. */
struct place place_of_range(struct builder *builder, unsigned begin, unsigned end)
{
    unsigned line = line_of(builder, begin);
    struct place place = {
        .file = builder->unit->main,
        .begin = begin,
        .line = line + 1,
        .column = begin - builder->line_starts[line] + 1,
    };
    place_set_end(builder, &place, end < begin ? begin : end);
    return place;
}

/* The end offset in the main file for clang's range end "location", which expands to "offset". clang has already moved
 * an end inside a macro's body to the end of the macro's use, but leaves one inside a macro's argument, where the
 * expansion is the use's *start*. */
static unsigned main_end_offset(const struct builder *builder, CXSourceLocation location, unsigned offset)
{
    const struct macro_use *use = macro_use_at(builder, offset);
    if (!use)
        return offset;
    CXSourceLocation plain = clang_getLocationForOffset(builder->translation_unit, builder->main_file, offset);
    if (clang_equalLocations(plain, location))
        return offset;
    unsigned spelled;
    clang_getFileLocation(location, NULL, NULL, NULL, &spelled);
    if (spelled <= use->end)
        return use->end;
    /* an object-like macro that names the function-like one whose argument this is */
    return token_closing(builder->unit->main, use->end, (unsigned)builder->unit->main->length);
}

/* The place of "cursor". Builtins and other cursors without a location get an empty place with "file" NULL. */
struct place place_of_cursor(struct builder *builder, CXCursor cursor)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    CXSourceLocation start = clang_getRangeStart(range), stop = clang_getRangeEnd(range);
    CXFile file, end_file;
    unsigned line, column, begin, end, end_line;
    clang_getExpansionLocation(start, &file, &line, &column, &begin);
    clang_getExpansionLocation(stop, &end_file, &end_line, NULL, &end);
    if (!file)
        return (struct place){ 0 };
    struct source_file *owner = file_of_handle(builder, file, start);
    if (owner->is_main) {
        bool ends_here = end_file && clang_File_isEqual(end_file, file);
        return place_of_range(builder, begin, ends_here ? main_end_offset(builder, stop, end) : begin);
    }
    struct place place = {
        .file = owner, .begin = begin, .end = end, .line = line, .column = column, .end_line = end_line
    };
    CXSourceLocation plain = clang_getLocationForOffset(builder->translation_unit, file, begin);
    place.from_macro = !clang_equalLocations(plain, start);
    return place;
}
