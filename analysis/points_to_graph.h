/* Private to the points-to files: the constraint graph. */
#ifndef AIPCC_ANALYSIS_POINTS_TO_GRAPH_H
#define AIPCC_ANALYSIS_POINTS_TO_GRAPH_H

#include "analysis/points_to.h"

/* Nodes with a fixed meaning; node 0 is "no pointer". */
enum { NODE_NONE, NODE_UNKNOWN, NODE_ESCAPED, NODE_INTEGERS, NODE_FIRST };

/* A block of memory. */
struct object {
    struct memory memory; /* what the rest of the compiler sees; kind MEMORY_FUNCTION has no cells of interest */
    struct type *type;    /* of a variable, or of the elements of a heap block; NULL: not known */
    struct function_info *function;
    bool is_flat;               /* a single cell */
    bool is_read_only;          /* string */
    unsigned first_cell;        /* the one at offset 0; more hang on node.next_cell */
    struct answer_cache *cache; /* "memory": what its pointers point to */
};

enum constraint_kind {
    CONSTRAINT_LOAD,     /* other takes what is stored at base + offset */
    CONSTRAINT_STORE,    /* base + offset takes what other holds */
    CONSTRAINT_ADDRESS,  /* other takes base + offset */
    CONSTRAINT_COPY_OUT, /* other takes everything stored in what base points to */
    CONSTRAINT_COPY_IN,  /* everything that base points to takes what other holds */
    CONSTRAINT_CALL      /* base is a called pointer */
};
struct constraint {
    enum constraint_kind kind;
    bool is_raw; /* loads and stores of integers: they move pointers only in blocks without a layout */
    unsigned other;
    long long offset;
    long long stride; /* the pointer first moves by multiples of "stride" bytes; 0: it does not, -1: by anything */
    struct call_link *link;
};

struct node {
    unsigned parent;       /* union-find: itself if it was not merged into another */
    struct object *object; /* cells only */
    long long offset;
    unsigned next_cell;
    unsigned address;    /* a node that points to exactly this cell, or 0 */
    struct idset points; /* cells */
    struct idset fresh;  /* those of "points" that were not passed on yet */
    struct idset successors;
    struct idset checked; /* successors that were looked at for a cycle */
    struct constraint *constraints;
    unsigned constraint_count;
    bool is_queued;
    struct answer_cache *cache; /* what was found out after solving, or NULL */
};

/* Memory ids, and whether unknown memory is among them: of what a node points to, and of everything below that. */
struct answer_cache {
    struct idset memory, below;
    bool is_unknown, is_below_unknown, has_below;
};

/* One analysed version of a function body. */
struct context {
    struct function_info *info;
    struct context *parent; /* NULL for the shared version and for calls from shared versions */
    struct expr *call;      /* NULL for the shared version */
    struct type *hint;      /* what the caller takes the result for */
    bool runs_once;
    unsigned result;              /* node of the returned pointer, or 0 */
    struct object *result_object; /* of a returned struct */
};

/* A place in memory as an lvalue names it: "object" + offset, or what node "base" points to + offset. */
struct lvalue {
    struct object *object;
    unsigned base;
    long long offset, stride;
};

/* The value of a call's argument: a node for scalars, a place for structs. */
struct argument {
    unsigned value;
    bool is_aggregate;
    struct lvalue place;
    struct type *type;
};

/* An indirect call that still looks for its callees. */
struct call_link {
    struct call_site *site;
    struct argument *arguments;
    unsigned argument_count;
    unsigned result;
    struct object *result_object;
};

/* Nodes of one expression in its contexts. */
struct answer {
    unsigned node;
    struct answer *next;
};

struct points_to_graph {
    struct arena *arena;
    struct program *program;
    struct node *nodes; /* malloc'ed */
    unsigned node_count, node_capacity;
    struct object **objects; /* by memory.id; 0 is unused */
    unsigned object_count;
    unsigned *queue; /* malloc'ed ring of node numbers */
    unsigned queue_first, queue_count, queue_capacity;
    struct idset spare;
    unsigned *search_mark, *search_path, search_capacity, search_number; /* cycle_collapse(), malloc'ed */
    struct pointer_map answers;                                          /* expression -> struct answer */
    struct pointer_map layouts;                                          /* record -> struct layout */
    struct pointer_map literals; /* expression -> struct object of a compound literal or call result */
    struct object *external, *strings;
    struct context **pending; /* bodies still to read */
    unsigned pending_count;
    unsigned long clone_budget;
    struct idset escaped; /* memory ids */
};

/* points_to_layout.c */
enum leaf { LEAF_NONE, LEAF_DATA, LEAF_POINTER, LEAF_ANY };
/* The pointers in one struct: their normal offsets. */
struct layout {
    bool has_pointers, is_large; /* too many pointers to be kept apart */
    long long *offsets;
    unsigned count;
};
const struct layout *layout_of(struct points_to_graph *graph, const struct type *type);
bool layout_has_pointers(struct points_to_graph *graph, const struct type *type);
bool layout_has_fields(struct points_to_graph *graph, const struct type *type);
enum leaf layout_normalise(const struct type *type, bool is_open, long long *offset);
bool layout_allows_stride(const struct type *type, long long offset, long long stride);

/* points_to_solve.c */
unsigned node_new(struct points_to_graph *graph);
unsigned node_find(struct points_to_graph *graph, unsigned node);
void node_add_target(struct points_to_graph *graph, unsigned node, unsigned cell);
void node_add_edge(struct points_to_graph *graph, unsigned from, unsigned to);
void node_add_constraint(struct points_to_graph *graph, unsigned base, struct constraint constraint);
void graph_solve(struct points_to_graph *graph);

/* points_to_object.c */
struct object *object_new(struct points_to_graph *graph, enum memory_kind kind, struct type *type);
unsigned object_cell(struct points_to_graph *graph, struct object *object, long long offset);
unsigned object_access(struct points_to_graph *graph, struct object *object, long long offset);
unsigned object_shift(struct points_to_graph *graph, struct object *object, long long offset, long long stride);
void object_collapse(struct points_to_graph *graph, struct object *object);
void object_escape(struct points_to_graph *graph, struct object *object);
unsigned cell_address(struct points_to_graph *graph, unsigned cell);
unsigned target_cell(struct points_to_graph *graph, unsigned target);
struct object *object_of_variable(struct points_to_graph *graph, struct context *context, struct variable *variable);
struct object *object_of_function(struct points_to_graph *graph, struct function_info *info);
struct object *object_of_heap(struct points_to_graph *graph, struct context *context, struct expr *call,
                              struct type *type);

/* points_to_expr.c */
unsigned pointer_value(struct points_to_graph *graph, struct context *context, struct expr *expr, struct type *hint);
struct lvalue aggregate_place(struct points_to_graph *graph, struct context *context, struct expr *expr);
void lvalue_store(struct points_to_graph *graph, struct lvalue place, unsigned value);
unsigned lvalue_address(struct points_to_graph *graph, struct lvalue place);
void aggregate_copy(struct points_to_graph *graph, struct lvalue to, struct lvalue from, struct type *type);
void pointer_initialise(struct points_to_graph *graph, struct context *context, struct lvalue place, struct type *type,
                        struct expr *init);
void body_generate(struct points_to_graph *graph, struct context *context);
unsigned statement_value(struct points_to_graph *graph, struct context *context, struct stmt *stmt);

/* points_to_call.c */
unsigned call_generate(struct points_to_graph *graph, struct context *context, struct expr *call, struct type *hint,
                       struct lvalue *place);
void call_link_target(struct points_to_graph *graph, struct call_link *link, unsigned target);
struct context *context_shared(struct points_to_graph *graph, struct function_info *info);
void contexts_choose_clones(struct program *program);
void function_leak(struct points_to_graph *graph, struct function_info *info);
void aggregate_leak(struct points_to_graph *graph, struct lvalue place);

#endif
