/* Where functions are called: inside which loops. */
#ifndef AIPCC_TRANSFORM_CALLERS_H
#define AIPCC_TRANSFORM_CALLERS_H

#include "analysis/program.h"

struct caller {
    struct function *function; /* the calling function */
    struct loop *loop;         /* the innermost loop around the call, or NULL */
    struct expr *call;
};

/* The calls that reach the function with the dense index "index" (see callers_index). */
struct callers {
    struct program *program;
    struct arena *arena;
    struct function **functions; /* all definitions of the program, units in order */
    unsigned function_count;
    struct caller **lists;
    unsigned *counts;
    bool *is_open; /* may be called from elsewhere, too */
};

/* Collect all calls of "program". Lives in "arena". */
struct callers *callers_build(struct arena *arena, struct program *program);
/* The index of the definition "function", or -1. */
int callers_index(const struct callers *callers, const struct function *function);

#endif
