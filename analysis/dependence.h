/* Private to the verdicts: dependences between iterations of one loop. */
#ifndef AIPCC_ANALYSIS_DEPENDENCE_H
#define AIPCC_ANALYSIS_DEPENDENCE_H

#include "analysis/scop.h"

/* Two accesses that may touch the same memory in different iterations of the region's loop. */
struct conflict {
    struct access *first, *second; /* in program order; at least one is a write */
    bool needs_overlap;            /* only if their different objects overlap */
    bool is_unknown;               /* one of them has no relation, or isl gave up */
};

/* What is known of one object in the region. */
struct object_state {
    struct object *object;
    struct conflict *conflicts; /* within the object */
    unsigned conflict_count;
    bool is_written, is_read;
    bool is_solved;
};

/* One loop while its verdict is made. */
struct study {
    struct scop *scop;
    struct arena *arena;
    struct loop_facts *facts;
    struct region *region;
    struct object_state *states;  /* by object id */
    struct conflict *overlaps;    /* between different objects that may overlap */
    unsigned overlap_count;
};

/* dependence.c */
void dependence_find(struct study *study);
/* Whether "a" and "b" touch one element in different iterations, once unknown "unknown_id" (if not ~0u), which both
 * use, has different values in different iterations. isl_bool_error if it is not known. */
isl_bool dependence_exists(const struct access *a, const struct access *b, unsigned unknown_id);
/* The smallest number of iterations between the two; 0 if it is not constant. */
long long dependence_distance(const struct access *a, const struct access *b);
void dependence_note(struct study *study, const struct conflict *conflict, bool is_removed);

/* privatise.c */
bool privatise_object(struct study *study, struct object_state *state);
bool object_is_apart(struct study *study, const struct object *object);
/* reduction.c */
bool reduce_object(struct study *study, struct object_state *state, const char **why);
bool expr_same(const struct expr *a, const struct expr *b);
/* minloc.c */
bool minloc_find(struct study *study, struct object_state *state);
struct access *minloc_offender(struct study *study, const struct reduction *reduction);
/* scan.c */
bool scan_find(struct study *study, struct object_state *state);
/* check.c */
bool check_overlaps(struct study *study);
bool check_injective(struct study *study, struct object_state *state);
bool check_rows(struct study *study, struct object_state *state);
/* reason.c */
void reason_set(struct study *study, const char *code, const char *message, const char *advice, struct place place);
void reason_conflict(struct study *study, const struct conflict *conflict);
bool reason_obstacles(struct study *study);

#endif
