/* What the analysis of one command hands back to the driver: emitted files, and the verdict of every loop. It lives in
 * shared memory (see shared.h). */
#ifndef AIPCC_DRIVER_RESULT_H
#define AIPCC_DRIVER_RESULT_H

#include <stdbool.h>
#include <stddef.h>

/* Where something stands, for people and tools. */
struct position {
    const char *file;
    unsigned line, column;
};

/* One loop, in the words of the report. */
struct loop_result {
    struct position at;
    const char *function;
    unsigned depth;
    const char *verdict; /* parallel, checked, serial, small */
    const char **how;
    unsigned how_count;
    const char *code, *message, *advice; /* the reason; "none" and "" if there is none; advice may be NULL */
    struct position reason_at;
    const char **assumptions;
    unsigned assumption_count;
    const char **plan;
    unsigned plan_count;
    const char *target; /* "openmp" if it is written to run in parallel, otherwise "serial" */
    bool has_outer;     /* it runs inside a loop that was chosen instead: */
    struct position outer;
};

/* One source file. */
struct file_result {
    const char *path;
    const char *failure;     /* why it could not be read, or NULL */
    const char *stopped;     /* what the analysis ran out of, or "" if it broke down; NULL if it came to its end */
    bool has_errors;         /* the frontend found errors: */
    const char *diagnostics; /* its messages, as clang prints them */
    bool is_changed;         /* something in it is parallel */
    bool needs_runtime;
    const char *text; /* the parallel source */
    size_t length;
    const char *mapped; /* the same with #line directives that name the user's lines, if asked for */
    size_t mapped_length;
};

/* One parallel loop that was proved, or not. */
struct proof_result {
    struct position at; /* in the emitted text */
    enum { PROOF_DONE, PROOF_UNKNOWN, PROOF_VIOLATED } state;
    const char *why;
};

struct result {
    bool is_complete; /* set last */
    struct file_result *files;
    unsigned file_count;
    struct loop_result *loops; /* of all files, grouped by file */
    unsigned loop_count;
    bool reassociates; /* sums of floats are added in another order */
    struct proof_result *proofs;
    unsigned proof_count;
    bool is_found;    /* --explain: there is such a loop */
    bool is_violated; /* some proof failed, or the serial program changed */
};

#endif
