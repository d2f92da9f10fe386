/* Private to the region builder: the state of one symbolic walk. */
#ifndef AIPCC_ANALYSIS_WALK_H
#define AIPCC_ANALYSIS_WALK_H

#include "analysis/polynomial.h"
#include "analysis/region.h"

enum { MAX_DEPTH = 14, MAX_CALLS = 10, MAX_STEPS = 40000, MAX_ACCESSES = 1500, MAX_PASSES = 6 };

enum atom_kind { ATOM_ITERATION, ATOM_PARAMETER, ATOM_UNKNOWN };

/* What is known about atoms: "value" is zero ("is_equality") or not negative. */
struct constraint {
    const struct polynomial *value;
    bool is_equality;
};

/* A conjunction. */
struct conjunction {
    struct constraint *constraints;
    unsigned count;
};

struct atom {
    enum atom_kind kind;
    unsigned level;            /* iterations: of which loop of the nest (0: the region's); unknowns: see "depth" */
    struct parameter *parameter;
    /* unknowns */
    unsigned depth;            /* computed inside the first "depth" loops */
    bool is_choice;
    bool is_determined;        /* the alternatives make it a function of other atoms */
    struct expr *expr;
    struct object *load_object;
    const struct polynomial *load_offset;
    struct conjunction *alternatives; /* one of them holds; none: nothing is known */
    unsigned alternative_count;
};

/* A subscript as it was written, "index" elements of "stride" bytes; "extent" is how many the declared array has, NULL if
 * it is not known or may be exceeded. */
struct subscript {
    const struct polynomial *index, *stride, *extent;
    const struct subscript *next; /* of the array around it */
};

enum value_kind { VALUE_NONE, VALUE_INTEGER, VALUE_POINTER, VALUE_FUNCTION };
struct value {
    enum value_kind kind;
    const struct polynomial *number; /* integer, or byte offset from the object's start; NULL: any */
    struct object *object;
    const struct polynomial *row;    /* OBJECT_ROWS: the index into the array of pointers, in elements */
    const struct subscript *subscripts; /* places: the subscripts that lead to it, innermost first */
};

/* What was found at one memory place: for common subexpressions of loads. */
struct load_memo {
    struct object *object;
    const struct polynomial *row, *offset;
    long long size;
    struct value value;
    unsigned depth; /* valid while this many loops are open and their serials are the same */
    unsigned serial;
};

struct binding {
    struct variable *variable;
    struct value value;
};

/* An access before its relation is made. */
struct raw_access {
    struct access *access;
    const struct polynomial *row, *offset; /* offset NULL: any element */
    const struct subscript *subscripts;    /* as they were written, innermost first; parts of "offset" */
    long long size;                        /* bytes; -1 if "extent" says */
    const struct polynomial *extent;       /* bytes, for memset & co. */
    struct conjunction guards;
    int iterations[MAX_DEPTH + 1];         /* the atoms of the loops around it */
};

struct object_key {
    struct object *object;
    struct variable *variable;   /* of VARIABLE, or whose initial value is the POINTER */
    struct object *loaded_from;  /* POINTER, ROWS: the object that holds the pointer(s) */
    const struct polynomial *offset; /* POINTER: where in it */
    struct expr *expr;           /* UNKNOWN, HEAP, STRING: what it was made for */
};

/* A call that is being walked into. */
struct returns;
struct call_frame {
    struct function *function;
    struct expr *call;
    struct returns *returns;
};

struct walker {
    struct region *region;
    struct program *program;
    struct arena *arena;
    struct atom *atoms;
    unsigned atom_count;
    struct binding *bindings;
    unsigned binding_count, binding_capacity;
    struct constraint *guards;
    unsigned guard_count, guard_capacity;
    struct loop *loops[MAX_DEPTH + 1];
    int iteration_atoms[MAX_DEPTH + 1];
    unsigned serials[MAX_DEPTH + 1];
    unsigned depth, serial;
    unsigned positions[MAX_DEPTH + 2];
    bool is_may;               /* writes may not happen although their guards hold */
    struct call_frame calls[MAX_CALLS + 1];
    unsigned call_depth;
    struct raw_access *raws;
    unsigned raw_count;
    struct object_key *keys;
    unsigned key_count;
    struct load_memo *loads;
    unsigned load_count;
    struct object **written;   /* objects written anywhere in the region, from the passes so far */
    unsigned written_count;
    struct variable **assigned; /* scalars assigned anywhere in the region */
    unsigned assigned_count;
    bool has_new_writes, is_written_unknown;
    unsigned steps;
    bool is_exhausted;
    struct constraint *header_guards; /* those of the region's own loop header */
    unsigned header_guard_count;
    double work_scale, work;
    struct stmt *stmt;         /* being walked */
    struct expr *top;
};

/* How a statement ends. */
enum flow { FLOW_FALLS, FLOW_JUMPS, FLOW_MAY_JUMP };

/* walk_value.c */
int walk_atom(struct walker *walker, enum atom_kind kind);
const struct polynomial *walk_unknown(struct walker *walker, struct expr *expr);
const struct polynomial *walk_choice(struct walker *walker);
void walk_alternative(struct walker *walker, const struct polynomial *unknown, const struct constraint *constraints,
                      unsigned count);
const struct polynomial *walk_parameter(struct walker *walker, struct expr *expr, const char *text, struct type *type);
struct value value_integer(const struct polynomial *number);
struct value *walk_binding(struct walker *walker, struct variable *variable);
void walk_bind(struct walker *walker, struct variable *variable, struct value value);
void walk_type_range(struct walker *walker, const struct polynomial *unknown, const struct type *type);
/* Whether "value" is provably within [low, high] under the guards; high may be NULL. */
bool walk_is_within(struct walker *walker, const struct polynomial *value, long long low, const long long *high);
bool walk_is_invariant(struct walker *walker, const struct polynomial *value);
const char *walk_text(struct walker *walker, struct expr *expr);

void walk_determine(struct walker *walker, const struct polynomial *unknown);

/* walk_object.c */
struct object *walk_variable_object(struct walker *walker, struct variable *variable);
struct object *walk_pointer_object(struct walker *walker, struct variable *variable, struct object *from,
                                   const struct polynomial *offset, struct expr *pointer);
struct object *walk_rows_object(struct walker *walker, struct object *from, struct expr *pointer);
struct object *walk_unknown_object(struct walker *walker, struct expr *pointer);
struct object *walk_summary_object(struct walker *walker, struct expr *call, bool is_write);
struct object *walk_fresh_object(struct walker *walker, struct expr *call);
bool walk_may_overlap(struct walker *walker, const struct object *a, const struct object *b);
bool walk_is_written(struct walker *walker, const struct object *object, const struct type *type);

/* walk_access.c */
struct access *walk_record(struct walker *walker, enum access_kind kind, struct value place, struct expr *expr,
                           long long size, bool is_must);
struct access *walk_record_scalar(struct walker *walker, enum access_kind kind, struct variable *variable,
                                  struct expr *expr);
void walk_obstacle(struct walker *walker, enum obstacle_kind kind, struct place place, const char *text);

/* walk_expr.c */
struct value walk_expr(struct walker *walker, struct expr *expr);
struct value walk_place(struct walker *walker, struct expr *expr); /* the address of the lvalue "expr" */
void walk_store(struct walker *walker, struct expr *lvalue, struct value value, bool reads_first);
struct value walk_load(struct walker *walker, struct value place, struct expr *expr);
bool walk_is_register(const struct variable *variable);

/* walk_call.c */
struct value walk_call(struct walker *walker, struct expr *call);

/* walk_stmt.c */
enum flow walk_stmt(struct walker *walker, struct stmt *stmt);
void walk_loop_body(struct walker *walker, struct loop *loop, const struct iteration *iteration);
/* Walk "condition" (its accesses are recorded) and push it, or its negation, on the guards. */
struct guard_pair { struct conjunction yes, no; };
struct guard_pair walk_condition(struct walker *walker, struct expr *condition);
void walk_guard(struct walker *walker, const struct conjunction *conjunction);

/* iteration.c */
void iteration_recognise(struct walker *walker, struct loop *loop, struct iteration *iteration);
/* Variables that "stmt" (and, for memory, nothing else) assigns by name; NULL-terminated arena array. */
struct variable **assigned_variables(struct arena *arena, struct stmt *stmt, struct expr *expr);
/* If "variable" changes in "stmt"/"step" exactly once per iteration by a constant: that constant; else 0. */
long long iteration_step_of(struct loop *loop, struct variable *variable, bool *is_in_step);

/* relation.c */
void relations_build(struct walker *walker);
isl_set *relation_guards(struct walker *walker, const struct conjunction *guards);

#endif
