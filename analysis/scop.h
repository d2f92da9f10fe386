/* What is known of every loop: may it run in parallel, in what way, under which conditions, and if not, why not. This
 * is what the analysis hands on. */
#ifndef AIPCC_ANALYSIS_SCOP_H
#define AIPCC_ANALYSIS_SCOP_H

#include "analysis/region.h"

/* Ways in which a loop can be parallel; several may be needed together. */
enum how {
    HOW_DOALL = 1 << 0,      /* iterations are independent (perhaps after privatisation) */
    HOW_PRIVATE = 1 << 1,
    HOW_REDUCTION = 1 << 2,  /* exact, or reassociation is allowed */
    HOW_ORDERED_REDUCTION = 1 << 3, /* terms in parallel, additions in serial order */
    HOW_ARRAY_REDUCTION = 1 << 4,   /* y[e] op= ...: private copies (histogram when e is indirect) */
    HOW_HISTOGRAM = 1 << 5,
    HOW_MINLOC = 1 << 6,     /* minimum or maximum together with where it was found */
    HOW_SCAN = 1 << 7,       /* prefix sums: v[i] = v[i-1] op term, or s op= term; v[i] = s */
    HOW_CHECKED = 1 << 8,    /* only if the checks below hold at run time */
    HOW_PEELED = 1 << 9,     /* after running the first iteration alone (lazy initialisation in a callee) */
    HOW_WAVEFRONT = 1 << 10, /* of the nest that starts here */
    HOW_TASKS = 1 << 11,
    HOW_SEARCH = 1 << 12     /* the first iteration that leaves decides */
};

enum verdict { VERDICT_SERIAL, VERDICT_PARALLEL, VERDICT_CHECKED, VERDICT_SMALL };

enum private_kind {
    PRIVATE_PLAIN,      /* written before it is read in every iteration, not needed afterwards */
    PRIVATE_FIRST,      /* also read before written somewhere, with the value from before the loop (never written then) */
    PRIVATE_LAST,       /* as PLAIN, and the value of the sequentially last iteration is needed afterwards */
    PRIVATE_FIRST_LAST, /* as LAST, and parts that no iteration writes keep their old contents */
    PRIVATE_LAST_WRITTEN /* written under a condition: the value of the last iteration that wrote it is needed */
};
struct private_data {
    struct variable *variable;
    enum private_kind kind;
    bool is_array;          /* or struct */
    bool in_callee;         /* accessed by called functions under its own name: they need a version that takes it as a
                               parameter ("call paths" are those of the region's accesses) */
    bool is_counter;        /* the loop's own or an inner loop's counter, or an induction variable */
    long long induction_step; /* counters with a closed form: value = value before the loop + iteration * step */
    bool has_induction;
};

enum reduction_op { REDUCE_ADD, REDUCE_MUL, REDUCE_MIN, REDUCE_MAX, REDUCE_AND, REDUCE_OR, REDUCE_XOR, REDUCE_LAND,
                    REDUCE_LOR };
struct reduction {
    enum reduction_op op;
    struct object *object;   /* what is reduced: of the facts' own copy (see loop_facts.region) */
    struct variable *variable; /* its variable, or NULL if it is reached through a pointer */
    const char *text;        /* how the loop's function names it: "sum", "h", "b->total", "*out" */
    struct type *type;       /* of one element */
    bool is_array;
    const char *lower_text, *length_text; /* arrays: the section that may be touched, in elements from "text"; NULL if
                                             it is the whole declared array or not known */
    long long constant_length; /* elements, -1 if not constant */
    unsigned rank;           /* declared dimensions of the array: 1 for hist[256], 2 for sum[K][D] */
    bool is_indirect;        /* subscripts are not affine: histogram */
    bool is_exact;           /* integers, min, max, logical: any order gives the same bits */
    bool is_float;
    bool in_callee;
    bool is_strict_compare;  /* minloc: `<` or `>`: the first of equal ones wins; otherwise the last */
    struct variable **companions; /* minloc: variables assigned together with the extremum (index, position ...) */
    unsigned companion_count;
    struct expr **updates;   /* the updating expressions (EXPR_ASSIGN, ++; for min/max by `if` the assignment in it) */
    struct stmt **update_stmts;
    unsigned update_count;
    struct expr *term;       /* if there is exactly one update: what is added; else NULL */
    double term_work;        /* its cost, to judge ordered reductions */
};

enum check_kind {
    CHECK_DISJOINT,  /* two address ranges do not overlap (or, if "or_equal", are the same with equal subscripts) */
    CHECK_ROWS,      /* the rows [row_lower, row_upper) that pointers[] points to do not overlap each other */
    CHECK_INJECTIVE, /* index[lower .. upper) has no value twice */
    CHECK_CONDITION  /* "text" is a C condition */
};
struct check_range {
    const char *base;        /* C text of a pointer or array: "dst" */
    const char *lower, *upper; /* bytes from base: C text, upper exclusive */
    bool is_rows;            /* base is an array of pointers: every base[row_lower .. row_upper) + [lower, upper) */
    const char *row_lower, *row_upper;
};
struct check {
    enum check_kind kind;
    struct check_range a, b; /* DISJOINT: both; ROWS: a; INJECTIVE: a.base, a.lower and a.upper are element indices */
    bool or_equal;
    const char *element_type; /* INJECTIVE: "int" */
    const char *text;
    const char *assumption;  /* in words: "dst and src do not overlap" */
};

/* Why a loop is not parallel, or what made it need a check. Codes are stable words for tools. */
struct reason {
    const char *code; /* "none", "dependence", "scalar-dependence", "early-exit", "io", "unknown-call", "hidden-state",
                         "alias", "not-countable", "volatile", "opaque", "budget", "float-order", "small", "recurrence",
                         "compaction", "user", "openmp", "indirect-write", "live-out", "no-return" */
    const char *message; /* one sentence with names, lines and distance: "a[i-1] read at line 12 is written at line 12 in
                            the previous iteration (distance 1)" */
    const char *advice;  /* what the user could do, or NULL */
    struct place place;
};

/* One dependence that the loop carries: for --explain and the transformations. */
struct dependence {
    struct access *source, *sink;
    enum { DEPENDENCE_FLOW, DEPENDENCE_ANTI, DEPENDENCE_OUTPUT } kind;
    bool has_distance;
    long long distance;     /* in iterations of the loop, the smallest */
    bool is_removed;        /* by privatisation, reduction, ... */
};

struct loop_facts {
    struct loop *loop;
    struct region *region;     /* owned by the scop; NULL if the loop was not analysed (user's OpenMP ...) */
    enum verdict verdict;
    unsigned how;              /* enum how bits */
    struct reason reason;
    struct private_data *privates;
    unsigned private_count;
    struct reduction *reductions;
    unsigned reduction_count;
    struct check *checks;
    unsigned check_count;
    const char **assumptions;
    unsigned assumption_count;
    struct dependence *dependences;
    unsigned dependence_count;
    struct {                   /* HOW_SCAN */
        struct variable *variable; /* the carried scalar, or the array */
        bool is_array;             /* v[i] = v[i - 1] op term */
        enum reduction_op op;
        struct expr *term;         /* a pure expression that reads nothing the loop writes */
        struct stmt *stmt;
        bool is_exclusive;
    } scan;
    bool is_balanced;          /* every iteration costs about the same */
    double trip_estimate;      /* -1 if unknown */
};

struct scop {
    struct program *program;
    isl_ctx *ctx;
    struct arena *arena;
    struct loop_facts *facts;  /* one for each loop of every unit: units in order, loops in source order */
    unsigned fact_count;
};

/* Analyse every loop of "program". Never NULL. Free before the program. */
struct scop *scop_build(struct program *program);
void scop_free(struct scop *scop);
struct loop_facts *scop_facts(struct scop *scop, const struct loop *loop);
/* The words of DESIGN's report for "facts": "doall", "reduction(+:s)", ... in the arena; returns the count. */
unsigned scop_how_words(struct scop *scop, const struct loop_facts *facts, const char ***words);
const char *reduction_op_text(enum reduction_op op); /* "+", "*", "min", ... as OpenMP spells it */

#endif
