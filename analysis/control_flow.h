/* The control flow graph of one function, with an expression (or nothing) at each node. Any C is covered: switch, goto
 * and labels, breaks, calls that do not return. */
#ifndef AIPCC_ANALYSIS_CONTROL_FLOW_H
#define AIPCC_ANALYSIS_CONTROL_FLOW_H

#include "analysis/program_private.h"

enum { FLOW_ENTRY, FLOW_EXIT, FLOW_FIRST };

struct flow_node {
    struct expr *expr;         /* evaluated here, or NULL */
    struct variable *variable; /* declared here, after "expr" (its initialiser) was evaluated, or NULL */
    struct stmt *loop;         /* STMT_FOR: this node is where it is entered */
    unsigned *successors;
    unsigned successor_count;
    bool has_calls, has_accesses; /* calls; accesses to memory that go through pointers, perhaps */
    bool is_opaque;               /* assembly and the like */
};

struct flow_range {
    unsigned first, last; /* nodes first .. last - 1 */
};

struct control_flow {
    struct function_info *info;
    struct flow_node *nodes;
    unsigned node_count;
    struct pointer_map ranges;   /* statement -> struct flow_range */
    struct pointer_map calls;    /* EXPR_CALL -> its node number, as a pointer */
    struct pointer_map mentions; /* variable -> struct idset of the nodes that name it */
};

/* The graph of "info", which has a body; built at the first call. */
struct control_flow *control_flow_of(struct program *program, struct function_info *info);
/* The nodes of "stmt"; empty if it has none. */
struct flow_range control_flow_range(const struct control_flow *flow, const struct stmt *stmt);

#endif
