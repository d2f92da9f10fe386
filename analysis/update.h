/* Private to the verdicts: what one assignment does to its target. */
#ifndef AIPCC_ANALYSIS_UPDATE_H
#define AIPCC_ANALYSIS_UPDATE_H

#include "analysis/scop.h"

/* `x += term`, `x = x + term`, `x++`, `x = v > x ? v : x`, `x = fmax(x, v)`, `if (v > x) x = v;` ... */
struct update {
    struct expr *expr;   /* the EXPR_ASSIGN or increment */
    struct expr *target; /* its lvalue, without casts */
    struct stmt *stmt;
    enum reduction_op op;
    bool is_strict;      /* extrema: the first of equal values wins, otherwise the last */
    struct expr *term;   /* what is combined with the target; NULL if that is no single expression */
    struct stmt *branch; /* the `if` of an extremum that is formed by one */
    struct expr *olds[4]; /* the expressions that read the old value, and may */
    unsigned old_count;
};

/* Describe the assignment or increment "expr" in "stmt" if it combines the old value of its target with something else
 * by an operation that may be regrouped: exactly so, whatever types it goes through. False, with "*why" in words, if
 * not. */
bool update_classify(struct program *program, struct expr *expr, struct stmt *stmt, struct update *update,
                     const char **why);
/* The assignment or increment in "top" whose target is the node "target", or NULL. */
struct expr *update_find(struct expr *top, const struct expr *target);
/* Whether nothing uses the value of "update", which is part of the top-level expression "top" of "stmt". */
bool update_is_bare(const struct program *program, struct stmt *stmt, struct expr *top, const struct expr *update);
/* Whether evaluating "expr" changes anything but "exempt" (an assignment in it, or NULL). */
bool expr_has_effects(struct program *program, struct expr *expr, const struct expr *exempt);
/* Whether two expressions without side effects have the same structure and name the same things. */
bool expr_same(const struct expr *a, const struct expr *b);

#endif
