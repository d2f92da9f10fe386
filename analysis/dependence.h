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
/* Whether "object" is a variable that is declared in the header of the region's loop. */
bool is_declared_in_header(const struct study *study, const struct object *object);
/* reduction.c */
bool reduce_object(struct study *study, struct object_state *state, const char **why);
/* minloc.c */
bool minloc_find(struct study *study, struct object_state *state);
/* A statement that runs only where the extremum "reduction" changes and does something else than keeping where it was
 * found: what it does depends on the running value, which no other thread knows. NULL if there is none. */
struct stmt *minloc_offender(struct study *study, const struct reduction *reduction);
/* scan.c */
bool scan_find(struct study *study, struct object_state *state);
/* check.c */
/* Add "check" to the loop, unless it is there already. */
void check_add(struct study *study, struct check check);
bool check_overlaps(struct study *study);
bool check_injective(struct study *study, struct object_state *state);
bool check_rows(struct study *study, struct object_state *state);
/* The section of "object" (of one dimension) that the loop may touch, in elements: text of its lower end and of its
 * length, valid in front of the loop. "*constant" is the length, or -1. False if there is no such text. */
bool section_of(struct study *study, const struct object *object, const char **lower, const char **length,
                long long *constant);
/* The user's text of "expr" if it has no side effects and names the same thing in front of the loop; else NULL. */
const char *text_before(struct study *study, struct expr *expr);
/* reason.c */
void reason_set(struct study *study, const char *code, const char *message, const char *advice, struct place place);
void reason_conflict(struct study *study, const struct conflict *conflict);
bool reason_obstacles(struct study *study);

#endif
