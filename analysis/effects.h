/* What functions do beside computing their result: summaries, bottom-up over the call graph. */
#ifndef AIPCC_ANALYSIS_EFFECTS_H
#define AIPCC_ANALYSIS_EFFECTS_H

#include "analysis/program_private.h"

/* Origins that are not parameters. Parameters from number 61 on count as ORIGIN_OTHER. */
#define ORIGIN_LOCAL (1ULL << 61) /* the function's own variables */
#define ORIGIN_FRESH (1ULL << 62) /* allocated during the call */
#define ORIGIN_OTHER (1ULL << 63) /* globals, unknown: points_to_memory() says what */
#define ORIGIN_PARAMETERS (ORIGIN_LOCAL - 1)
enum { MAX_ORIGIN_PARAMETERS = 61 };

/* Reasons that effects.why may give, the gravest wins. */
enum gravity { GRAVITY_NONE, GRAVITY_WRITES, GRAVITY_STATE, GRAVITY_UNKNOWN };

/* The summary of one function, in terms of its parameters. */
struct summary {
    struct effects effects; /* the flags; the lists are filled in when somebody asks, see effects_public.c */
    bool is_published;
    unsigned why_rank;                           /* how grave the reason in effects.why is, see enum gravity */
    unsigned long long reads_direct, reads_deep; /* bit k: the block that parameter k points to; what is below it */
    unsigned long long writes_direct, writes_deep;
    unsigned long long frees;   /* origins of what is freed: parameters, ORIGIN_OTHER */
    struct idset reads, writes; /* memory ids that are not reached through parameters */
    bool reads_unknown, writes_unknown;
    struct origin result;
    bool fresh_escapes;             /* allocated memory is stored where others find it */
    unsigned long long content[64]; /* origins of the pointers stored in the memory of each origin */
};

/* Compute all summaries. Needs resolved calls. */
void effects_build(struct program *program);
/* The summary of "info" (never NULL). */
struct summary *effects_summary(struct program *program, struct function_info *info);

/* The functions that the library function "entry", called as "call", calls back. Returns their number; "*is_unknown" is
 * set if there may be others. */
unsigned effects_callbacks(struct program *program, const struct library_function *entry, struct expr *call,
                           struct function_info ***functions, bool *is_unknown);
/* Whether "call" of the printf-like "entry" may use %n: its format has it, or is not written there. */
bool effects_format_may_write(const struct library_function *entry, const struct expr *call);
/* effects_origin.c: where pointers come from in the function with "summary" */
struct origin_scope {
    struct program *program;
    struct function_info *info;
    struct summary *summary;
    bool has_changed;
};
/* Bring the origins of all variables of "scope" to a fixed point. */
void origins_compute(struct origin_scope *scope);
/* Of the value of "expr", and of the memory that the lvalue "expr" lies in. */
struct origin origin_of_value(struct origin_scope *scope, struct expr *expr);
struct origin origin_of_place(struct origin_scope *scope, struct expr *expr);
/* "bits" and everything stored there, to any depth. */
unsigned long long origin_close(const struct origin_scope *scope, unsigned long long bits);
unsigned long long origin_parameter(unsigned index);

#endif
