/* The plan: what is done with each loop. The analysis says what may be done, the plan what pays. */
#ifndef AIPCC_TRANSFORM_PLAN_H
#define AIPCC_TRANSFORM_PLAN_H

#include "analysis/scop.h"

struct plan_options {
    bool no_tile;
    int tile_sizes[8]; /* 0: chosen */
    unsigned tile_count;
    double min_work; /* operations below which a region stays serial; 0: the default */
    bool collapse, simd;
    bool no_contraction; /* the system compiler never fuses a multiplication with an addition (no FMA, or
                            -ffp-contract=off): then products may be summed through a buffer, too */
};

enum plan_kind {
    PLAN_KEEP,       /* leave the loop alone */
    PLAN_OPENMP_FOR, /* one directive in front of the loop as it stands (header rewritten first if "rewrite_header") */
    PLAN_BLOCKS,     /* the iterations are cut into blocks that do not depend on the number of threads; each block works
                        on copies of the reduced data, which are combined in block order: reproducible sums, min/max with
                        location, reductions OpenMP has no operator for */
    PLAN_ORDERED_SUM, /* terms of a chunk in parallel into a buffer, added in serial order */
    PLAN_SCAN,        /* block totals, serial scan over the blocks, second pass */
    PLAN_WAVEFRONT,   /* this loop and the one inside it run along anti-diagonals */
    PLAN_TILED        /* the nest is rewritten */
};

enum plan_schedule { SCHEDULE_DEFAULT, SCHEDULE_STATIC, SCHEDULE_STATIC_CHUNK, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED };

struct loop_plan {
    struct loop_facts *facts;
    enum plan_kind kind;
    bool rewrite_header;
    bool must_version;     /* is_versioned, since it works on copies that are right only under the checks */
    bool is_versioned;     /* under a condition; otherwise a copy of the user's loop runs: an OpenMP region costs a
                              microsecond even where its if clause says no, too much for a short loop that runs often */
    bool in_callee_clones; /* some private or reduced variable is used by callees: clones are made */
    unsigned collapse;     /* 1: none */
    enum plan_schedule schedule;
    long long chunk;
    const char *if_text;   /* condition under which it pays ("n > 2000"); NULL: always pays */
    bool simd_inner;       /* `simd` on the innermost loop */
    long long block_count; /* PLAN_BLOCKS, PLAN_SCAN */
    unsigned wave_skew;    /* PLAN_WAVEFRONT: wave = outer * skew + inner */
    struct loop *wave_inner;
    const char **notes; /* for the report: "collapse(2)", "schedule(static)", "if(n > 2000)" */
    unsigned note_count;
    const char *comment; /* one line for the reader of the generated code, or NULL */
    double gain;         /* estimated serial time / parallel time on 4 threads */
};

struct plan {
    struct scop *scop;
    struct plan_options options;
    struct arena *arena;
    struct loop_plan *loops; /* one for each entry of scop->facts, same order */
    unsigned loop_count;
    struct callers *callers; /* who calls whom inside which loop, and for each function there */
    bool is_settled;         /* every loop that is planned can be written */
    struct loop **inside;    /* the chosen loop inside which it always runs, or NULL */
};

/* Decide. May turn the verdict of a loop into VERDICT_SMALL (with its reason). Never NULL. */
struct plan *plan_build(struct scop *scop, const struct plan_options *options);
/* Decide anew, after verdicts were changed: a loop that cannot be written makes way for loops inside of it. */
void plan_renew(struct plan *plan);
void plan_free(struct plan *plan);
struct loop_plan *plan_of(struct plan *plan, const struct loop *loop);
/* The loop around "loop" (through calls only if "loop"'s function is called from just one parallel loop) that was
 * chosen to run in parallel instead of it, or NULL. For the report's "inner_of". */
struct loop *plan_chosen_outer(struct plan *plan, const struct loop *loop);

#endif
