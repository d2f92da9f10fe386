/* Is a value needed later? A search forward over control flow graphs, from function to function for variables that are
 * not local. */
#ifndef AIPCC_ANALYSIS_LIVENESS_H
#define AIPCC_ANALYSIS_LIVENESS_H

#include "analysis/control_flow.h"

/* What one piece of code does with the variable that is asked about. */
struct use {
    bool reads; /* may read the value that it has at the beginning */
    bool kills; /* always overwrites all of it */
};

/* One question. */
struct liveness {
    struct program *program;
    struct variable *variable;        /* the one for all units */
    unsigned memory;                  /* its id */
    bool is_local, is_reachable;      /* through pointers */
    struct control_flow *exempt_flow; /* the statement whose own reads do not count, or NULL */
    struct flow_range exempt;
    struct expr *skipped_call;     /* a call that has just returned */
    struct pointer_map *functions; /* function_info -> struct function_use: what calling it does */
    struct pointer_map returns;    /* function_info -> something: its callers were searched */
    unsigned budget;
};

/* liveness_use.c: what evaluating "expr" does. */
struct use use_of_expr(struct liveness *liveness, struct expr *expr);
/* Whether the `for` loop "stmt" overwrites all of the variable, an array, before anything reads it. */
bool loop_fills(struct liveness *liveness, struct stmt *stmt);
/* liveness.c: what calling "info" does. */
struct use use_of_function(struct liveness *liveness, struct function_info *info);

#endif
