/* A region: everything that one execution of one loop may touch, as isl relations.
 *
 * region_build() walks the loop's body symbolically, in program order, and *into* every function that it calls and whose
 * body is known (virtual inlining: parameters are bound to the symbolic values of the arguments), so that a callee that
 * writes row i of an array is seen to write row i. Integers are tracked as polynomials over
 *
 *   - iteration variables: one for the loop itself and one for each loop inside that encloses the access,
 *   - parameters: values that do not change while the loop runs (variables not written in it, loads from memory not
 *     written in it, products of those),
 *   - unknowns: everything else. An unknown has an identity: it is created at one point of the walk, inside some of
 *     the loops, and stands for "the value computed there in this iteration of these loops". What is known of it (type
 *     range, quotient or remainder of something, contents of a constant table, a branch taken or not: 0 or 1) is kept
 *     as constraints. Two uses of one unknown in the same iteration have the same value; nothing else is assumed.
 *
 * An access relates [iterations, unknowns] to elements of an object.
 */
#ifndef AIPCC_ANALYSIS_REGION_H
#define AIPCC_ANALYSIS_REGION_H

#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>

#include "analysis/program.h"

/* ---- how the loop counts --------------------------------------------------------------------------------------- */

/* How far the loop's iterations are understood. Anything but ITERATION_UNKNOWN has a trip count that is fixed when the
 * loop starts, and no other way out than its end (see region.exits for those). */
enum iteration_kind {
    ITERATION_CANONICAL, /* for (v = lower; v < upper; v += step) that OpenMP accepts as it is written */
    ITERATION_COUNTED,   /* countable, but the header must be rewritten: `i-- > 0`, `!=` with a step, while, do, comma
                            headers, several counters, a counter changed at the end of the body ... */
    ITERATION_UNKNOWN
};

struct iteration {
    enum iteration_kind kind;
    struct variable *variable; /* the counter: integer, or pointer into an array; NULL if there is none */
    bool is_declared_in_header;
    bool is_pointer;
    struct expr *lower;   /* initial value of the counter; NULL: the value it has before the loop */
    struct expr *upper;   /* the other side of the test, invariant in the loop */
    enum operator compare; /* OP_LT, OP_LE, OP_GT, OP_GE, OP_NE: `counter compare upper`, after moving the counter left */
    long long step;       /* in units of the counter (elements for pointers), never 0 */
    long long shift;      /* the test looks at counter + shift (`i-- > 0` tests before decrementing: shift is 0 and
                             "body_shift" is -1; `i + m <= n` has upper n and shift_expr m) */
    struct expr *shift_expr;
    long long body_shift; /* the body sees counter + body_shift (side effect in the test) */
    bool runs_at_least_once; /* do-while */
    struct stmt *increment;  /* the statement at the end of the body that steps the counter (while loops), or NULL */
    struct { struct variable *variable; long long step; } others[4]; /* further counters stepped in the header or at
                                                                         fixed places once per iteration */
    unsigned other_count;
    isl_pw_aff *trip;     /* number of iterations over the parameters; NULL if not affine */
    long long constant_trip; /* -1 if not constant */
    const char *assumption;  /* e.g. "n does not wrap around"; or NULL */
    const char *why_not;     /* ITERATION_UNKNOWN: the reason in words */
};

/* ---- objects --------------------------------------------------------------------------------------------------- */

enum object_kind {
    OBJECT_VARIABLE, /* a variable of any storage; locals declared inside the loop too ("is_inner") */
    OBJECT_POINTER,  /* what an invariant pointer points into: "pointer" evaluates to it in front of the loop */
    OBJECT_ROWS,     /* what the pointers in an invariant array of pointers point to (a[i][j] with double **a): the first
                        dimension is the index into that array. Distinct rows may overlap: see scop.h, CHECK_ROWS */
    OBJECT_HEAP,     /* a block that is allocated inside the loop ("is_inner") */
    OBJECT_STRING,
    OBJECT_UNKNOWN   /* could be anything in "points_to": its accesses have no relation */
};

struct object {
    enum object_kind kind;
    struct variable *variable;
    struct expr *pointer;     /* POINTER, ROWS: an expression of the loop's own function whose value does not change in
                                 the loop; NULL if it exists only in a callee's terms */
    const char *text;         /* POINTER, ROWS: C text for that value valid in front of the loop, side-effect free;
                                 NULL if none can be given. VARIABLE: its name */
    struct points_to points_to; /* POINTER, ROWS, UNKNOWN: where it may point */
    struct type *element;     /* the type of one element as accessed, NULL if mixed */
    unsigned rank;            /* number of set dimensions of the relations of its accesses */
    long long unit;           /* bytes of one step in the last dimension */
    /* How the address follows from the subscripts: stride[k] bytes for dimension k, as C text ("(size_t)nx * 8"), for
     * run-time range checks. NULL for rows (dimension 0) and where unknown. */
    const char *stride_text[8];
    bool is_inner;            /* its storage begins and ends within one iteration */
    bool is_scalar;           /* rank 0: one variable, no aggregate */
    bool is_restrict;         /* reached through a restrict-qualified parameter of the loop's function, whose value goes
                                 nowhere else: every access to what it points to is one to this object */
    bool is_derived;          /* POINTER: the value of a variable that may have been computed from another pointer */
    bool is_volatile_or_atomic;
    bool is_bit_field;        /* some access is to a bit-field: neighbours share a word */
    unsigned id;
};

/* ---- accesses -------------------------------------------------------------------------------------------------- */

enum access_kind { ACCESS_READ, ACCESS_WRITE };

/* One unknown that an access depends on. */
struct unknown {
    unsigned id;       /* equal ids: the same computation */
    unsigned loop_depth; /* it is computed inside the first "loop_depth" loops of the access: two uses in accesses that
                            agree on these iterations have the same value */
    bool is_choice;    /* 0 or 1: a branch that is not affine */
    struct expr *expr; /* what it stands for, e.g. the load idx[i]; NULL if several */
    struct object *object; /* if it is one load from an object that is not written in the region: that object, and */
    isl_map *load;     /* { [iterations of the first loop_depth loops] -> [element] }, or NULL */
};

struct access {
    enum access_kind kind;
    bool is_must;      /* a write that happens in every point of the relation's domain, to exactly that element */
    struct object *object;
    /* { A[i_0 .. i_{depth-1}, u_0 .. u_{n-1}] -> O[elements] }, i_0 the iteration number of the region's loop counted
     * from 0 by steps of 1, i_k those of the loops around the access inside it (their own 0-based counts), u the
     * unknowns below. NULL: any element. The domain carries every affine guard. Parameters are named by the isl ids
     * that region->parameters lists. */
    isl_map *relation;
    unsigned depth;
    struct loop **loops;        /* [0] is the region's loop; NULL entries stand for loops of called functions */
    struct unknown *unknowns;
    unsigned unknown_count;
    unsigned position[16];      /* textual order: position[0] before i_0's body ..., one entry per loop level plus one;
                                   (position[0], i_0 fixed, position[1], i_1, position[2] ...) orders two accesses that
                                   share a prefix of loops, lexicographically */
    struct expr *expr;          /* the lvalue (or call, for memset & co. and summarised calls) */
    struct expr *top;           /* the whole top-level expression it is part of */
    struct stmt *stmt;
    struct expr **call_path;    /* the calls walked into on the way, outermost first; 0 for the loop's own code */
    unsigned call_depth;
    long long size;             /* bytes; -1 unknown */
    bool is_from_summary;       /* of a call that was not walked into */
};

/* ---- other things a loop may do -------------------------------------------------------------------------------- */

enum obstacle_kind {
    OBSTACLE_BREAK, OBSTACLE_RETURN, OBSTACLE_GOTO, /* ways out of the region's own loop */
    OBSTACLE_IO, OBSTACLE_HIDDEN_STATE, OBSTACLE_NO_RETURN, OBSTACLE_UNKNOWN_CALL, OBSTACLE_FREE,
    OBSTACLE_VOLATILE, OBSTACLE_ASM, OBSTACLE_SETJMP, OBSTACLE_OPAQUE, OBSTACLE_RECURSION, OBSTACLE_ALLOCA,
    OBSTACLE_USER_OPENMP, OBSTACLE_BUDGET
};
struct obstacle {
    enum obstacle_kind kind;
    struct place place;
    const char *text;      /* "printf", the label, the function's name ... */
    struct expr **call_path;
    unsigned call_depth;
    bool is_conditional;   /* under some condition, in its iteration */
};

struct parameter {
    isl_id *id;            /* name is unique in the region; user pointer: this struct */
    struct expr *expr;     /* evaluates to it in front of the loop, if it is of the loop's own function; else NULL */
    const char *text;      /* C text with the same value in front of the loop; NULL if none can be given */
    struct type *type;     /* of that text; NULL for products */
};

struct region {
    struct program *program;
    struct loop *loop;
    isl_ctx *ctx;
    struct arena *arena;
    struct iteration iteration;
    isl_set *context;      /* what is known of the parameters (types, tests around the loop, positive extents) */
    isl_set *domain;       /* { [i_0] : 0 <= i_0 < trip } */
    struct parameter *parameters;
    unsigned parameter_count;
    struct object **objects;
    unsigned object_count;
    struct access **accesses; /* in program order */
    unsigned access_count;
    struct obstacle *obstacles;
    unsigned obstacle_count;
    /* Parameters for which all of this is true (rows of linearised arrays are as long as needed ...), and C text that
     * tests it in front of the loop: the universe and NULL where everything was proven. */
    isl_set *assumed;
    const char *check_text;
    double work;           /* estimated operations of one iteration of the loop, callees included (1 = an add) */
    bool work_varies;      /* the inner trip counts depend on the iteration (triangles) */
    bool work_is_data_dependent; /* ... or on data (CSR rows, while loops) */
    bool is_incomplete;    /* the walk gave up (budget): only obstacles and the loop header are valid */
};

/* Build the region of "loop". Never NULL; on running out of its budget "is_incomplete" is set and an OBSTACLE_BUDGET
 * recorded. "ctx" is the caller's. Free with region_free() before the ctx. */
struct region *region_build(struct program *program, struct loop *loop, isl_ctx *ctx);
void region_free(struct region *region);
/* Whether an access to "a" may touch memory that an access to "b" touches (a == b: always). */
bool region_may_overlap(const struct region *region, const struct object *a, const struct object *b);
/* A readable dump for tests and --dump=region. */
void region_dump(const struct region *region);

/* C text of an affine expression over the region's parameters ("a person's spelling": no needless parentheses or
 * casts), arena string; NULL if a parameter has no text. */
const char *region_affine_text(struct region *region, isl_aff *aff);

#endif
