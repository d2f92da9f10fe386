/* Who calls whom. */
#ifndef AIPCC_ANALYSIS_CALL_GRAPH_H
#define AIPCC_ANALYSIS_CALL_GRAPH_H

#include "analysis/program_private.h"

/* Read every body once: its calls, which variables it assigns and mentions, its size. Direct callees are known then. */
void call_graph_collect(struct program *program);
/* (Again) from the call sites' callees: callers, strongly connected components, order, recursion. */
void call_graph_order(struct program *program);
/* Which functions unknown code may call, or nobody at all: their parameters may be anything. */
void call_graph_find_roots(struct program *program);
/* Which functions run at most once. */
void call_graph_find_single_runs(struct program *program);
/* Add "callee" to the possible callees of "site" if it is not there. */
void call_site_add(struct program *program, struct call_site *site, struct function_info *callee);
/* The call site of the EXPR_CALL "call", or NULL. */
struct call_site *call_site_of(struct program *program, struct expr *call);

#endif
