/* From a plan to text: the user's file with as few edits as possible. */
#ifndef AIPCC_CODEGEN_EMIT_H
#define AIPCC_CODEGEN_EMIT_H

#include "transform/plan.h"

struct emit_options {
    bool comments;   /* one line per decision */
    bool line_directives;
};

struct emitted {
    char *text;       /* malloc'ed, NUL-terminated; the whole file */
    size_t length;
    bool is_changed;  /* false: the text is the user's, byte for byte */
    bool needs_openmp, needs_runtime;
    unsigned parallel_loops; /* directives written */
};

/* Write "unit" (one of the plan's) for OpenMP. A plan that cannot be written as text (its loop comes out of a macro
 * that an edit would have to split, ...) is dropped: its verdict becomes serial with the reason "macro", or another
 * plan for the same facts is used. */
struct emitted emit_openmp(struct plan *plan, struct unit *unit, const struct emit_options *options);
void emitted_free(struct emitted *emitted);

#endif
