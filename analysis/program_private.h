/* Private to the program's files: what they share while the program is built and asked. The notes of variables and
 * functions belong to the program: variable_info() and function_info() read them. */
#ifndef AIPCC_ANALYSIS_PROGRAM_PRIVATE_H
#define AIPCC_ANALYSIS_PROGRAM_PRIVATE_H

#include "analysis/idset.h"
#include "analysis/library.h"
#include "analysis/pointer_map.h"
#include "analysis/program.h"

struct object;
struct context;
struct control_flow;
struct summary;
struct variable_info;

/* One call in the text of a function. */
struct call_site {
    struct expr *call;
    struct function_info *caller;
    bool is_repeated;  /* it stands in a loop (or in a function with labels) */
    bool is_direct;
    struct function_info **callees;
    unsigned callee_count;
    bool is_unknown;   /* may call other functions, too, or nobody knows whom */
};

/* What is known of one function: shared by all its declarations. */
struct function_info {
    struct function *function; /* the definition, if there is one */
    const struct library_function *library; /* without a definition: its entry in the table, or NULL */
    bool is_ambiguous;         /* several definitions */
    struct call_site **calls;  /* in its body, in source order */
    unsigned call_count;
    struct call_site **callers; /* calls that may reach it */
    unsigned caller_count;
    bool is_root;              /* unknown code may call it, or nobody does: its parameters may be anything */
    bool is_main, runs_once;
    bool has_labels;           /* goto targets: statements may repeat without a loop */
    bool is_recursive;
    unsigned component;        /* of the call graph; callees have smaller numbers, or the same in a cycle */
    unsigned size;             /* number of expressions in the body */
    bool is_cloned;            /* its pointers are analysed anew for each call */
    unsigned clone_height;     /* longest chain of cloned functions below it */
    struct context **contexts; /* where its body was analysed */
    unsigned context_count;
    struct summary *summary;   /* effects.c */
    struct control_flow *flow; /* liveness, built when it is first needed */
    unsigned index;            /* in program_private.functions */
};

/* Where a pointer comes from, as seen inside one function: bit k stands for parameter k. "direct": it points into the
 * very block that the parameter points to; "any" also has what was loaded from there, to any depth. */
struct origin {
    unsigned long long any, direct;
};

struct variable_info {
    struct variable *variable; /* the one for all units */
    struct instance {          /* its memory in each calling context; [0] is the one without a context, or NULL */
        struct context *context;
        struct object *object;
        struct instance *next;
    } *instances;
    bool address_taken;        /* in any unit */
    bool is_assigned;          /* some expression writes it directly, or a part of it */
    bool is_written;           /* ... or through a pointer, or by unknown code */
    struct origin origin;      /* locals: of the pointers in it, see effects_origin.c */
    bool has_table;            /* tables.c has looked */
    long long *table;
    unsigned table_count;
    struct pointer_map function_uses; /* liveness: what calls do with it */
    struct function_info **mentions; /* not local ones: functions whose body names it */
    unsigned mention_count;
};

struct program_private {
    struct library library;
    struct function_info **functions;
    unsigned function_count;
    struct function_info **order; /* callees before callers */
    unsigned component_count;
    struct pointer_map call_sites; /* EXPR_CALL -> struct call_site */
    struct pointer_map call_effects; /* EXPR_CALL -> struct effects */
    struct points_to_graph *graph;
    struct pointer_map bodies;     /* body -> function; filled when first needed */
    struct idset written;          /* memory that anything writes through a pointer */
    bool writes_unknown;           /* ... or that unknown code may write */
    bool has_setjmp;               /* some function calls it */
    bool calls_atexit;             /* or the like: code runs after exit() */
};

static inline struct program_private *program_private(const struct program *program)
{
    return program->private;
}

static inline struct variable_info *variable_info(const struct variable *variable)
{
    return variable->note;
}

static inline struct function_info *function_info(const struct function *function)
{
    return function->note;
}

static inline bool variable_is_local(const struct variable *variable)
{
    return variable->storage == STORAGE_LOCAL || variable->storage == STORAGE_PARAMETER;
}

#endif
