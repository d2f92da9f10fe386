/* Edits of the user's file: insertions and replacements at byte offsets, applied all at once. */
#ifndef AIPCC_CODEGEN_EDITS_H
#define AIPCC_CODEGEN_EDITS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct edit {
    unsigned begin, end; /* the replaced bytes; none if equal */
    const char *text;
    bool is_closing; /* belongs to what ends at "begin": comes before insertions that open something there */
    unsigned order;
};

/* Zero-initialise, with "arena" set. To undo, set "count" back. */
struct edits {
    struct arena *arena;
    struct edit *list;
    unsigned count;
};

/* Insert "text" in front of the byte "offset". */
void edits_insert(struct edits *edits, unsigned offset, const char *text);
/* Insert "text" behind what ends at "offset"; of several, those added first come first. */
void edits_append(struct edits *edits, unsigned offset, const char *text);
/* Replace the bytes [begin, end) by "text". */
void edits_replace(struct edits *edits, unsigned begin, unsigned end, const char *text);
/* The directive that gives what follows the line number of the byte "offset" of "source", the text of the file "path";
 * with its newline, in "arena". */
const char *edits_line_directive(struct arena *arena, const char *source, unsigned offset, const char *path);
/* Whether no two replacements overlap, and nothing is inserted inside of one. */
bool edits_are_consistent(struct edits *edits);
/* Whether an edit touches the inside of [begin, end). */
bool edits_touch(const struct edits *edits, unsigned begin, unsigned end);

/* The bytes [begin, end) of "source" with the edits in that range made, malloc'ed; its length goes to "*length". With a
 * "path", a #line directive follows each edit that changed the number of lines. */
char *edits_apply(struct edits *edits, const char *source, unsigned begin, unsigned end, const char *path,
                  size_t *length);

#endif
