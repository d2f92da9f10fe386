/* The program: all units that are analysed together, their call graph, what each function may do, and what each pointer
 * may point to. Built once, before any loop is looked at.
 */
#ifndef AIPCC_ANALYSIS_PROGRAM_H
#define AIPCC_ANALYSIS_PROGRAM_H

#include "frontend/unit.h"

enum fp_mode { FP_STRICT, FP_REPRODUCIBLE, FP_FAST };

struct program_options {
    bool is_whole;       /* the units are the whole program: nobody else calls their functions or sees their globals */
    bool assume_noalias; /* the user promises that different pointer parameters never overlap */
    enum fp_mode fp;
    double budget_seconds;            /* for the whole analysis; 0: no limit */
    unsigned long max_isl_operations; /* for one loop; 0: the default */
};

/* A piece of memory as pointers see it. */
enum memory_kind {
    MEMORY_VARIABLE, /* a variable (all of it: arrays are not split, struct fields are not split) */
    MEMORY_HEAP,     /* what one allocation site returns, in one calling context; many blocks if "is_many" */
    MEMORY_STRING,
    MEMORY_FUNCTION,
    MEMORY_EXTERNAL  /* all memory that code outside the program may have passed in */
};
struct memory {
    enum memory_kind kind;
    struct variable *variable;
    struct function *function;
    struct expr *site;  /* heap: the call of the allocator (of the wrapper, for memory that a wrapper returns) */
    struct expr *allocator; /* heap: the call of malloc or the like itself */
    struct type *type;  /* variable: its type; heap: the type of its elements as far as the program says, or NULL */
    bool escapes;       /* unknown code may have its address */
    bool is_many;       /* the site may run more than once while earlier blocks live: two pointers into it may or may
                           not overlap, but blocks from different executions never do */
    unsigned id;
};
struct points_to {
    struct memory **targets;
    unsigned count;
    bool is_unknown; /* may also point to anything whose address escapes, and to memory outside the program */
};

/* What a call may do beside computing its result. Every flag may be set without need, never cleared without proof. */
struct effects {
    bool is_unknown;          /* anything at all may happen; "why" says because of what */
    bool does_io;             /* reads or writes streams, files, the terminal, the clock */
    bool has_hidden_state;    /* rand, strtok, static locals of an unknown kind: calls may not be reordered */
    bool sets_errno;          /* and nothing else hidden */
    bool may_not_return;      /* exit, abort, longjmp, assert failure */
    bool allocates;           /* returns memory that nothing else points to (malloc, calloc, a wrapper of them) */
    bool frees;               /* frees what an argument points to */
    bool reads_locale;        /* result depends on setlocale() or the rounding mode: fine unless those are changed */
    unsigned long long reads_through;  /* bit k: reads memory reached from argument k */
    unsigned long long writes_through; /* bit k: writes memory reached from argument k */
    unsigned long long keeps;          /* bit k: a copy of pointer argument k may outlive the call */
    int returns_argument;     /* the result is (derived from) pointer argument k; -1 if not */
    struct variable **globals_read; /* globals, file statics and static locals, of any unit; callees included */
    unsigned globals_read_count;
    struct variable **globals_written;
    unsigned globals_written_count;
    struct points_to reads, writes; /* all memory but the function's own that it may touch, by whatever way: globals,
                                       through its arguments, through pointers found there. Of program_call_effects():
                                       by that call. */
    const char *why;          /* for diagnostics: "calls printf", "writes the static variable last"; or NULL */
};

struct program {
    struct arena *arena;
    struct program_options options;
    struct unit **units;
    unsigned unit_count; /* the notes of the units' variables and functions belong to the program */
    bool reads_errno; /* anywhere */
    bool has_signal_handlers, has_threads;
    void *private; /* of program.c and its neighbours */
};

/* Analyse "units" (kept by reference; they must outlive the program). Never NULL. Free with program_free(). */
struct program *program_build(struct unit **units, unsigned unit_count, const struct program_options *options);
void program_free(struct program *program);

/* The definition of "function" in any unit (following its name when it has external linkage), or NULL. NULL too when
 * the definition may be replaced at link time (weak) or when there are several. */
struct function *program_definition(struct program *program, struct function *function);
/* The variable that "variable" names, the same struct for all units that share it. */
struct variable *program_variable(struct program *program, struct variable *variable);

/* The functions that the EXPR_CALL "call" may call, definitions where there are any: "*functions" in the arena.
 * Returns their number, or 0 if it is not known (a function pointer that may point anywhere). */
unsigned program_callees(struct program *program, struct expr *call, struct function ***functions);
/* Whether "function" can be reached from itself. */
bool program_is_recursive(struct program *program, struct function *function);

/* What calling "function" may do: from its body and callees, from the table of the C library, from its attributes, or
 * "is_unknown". */
const struct effects *program_function_effects(struct program *program, struct function *function);
/* The union over program_callees(). */
const struct effects *program_call_effects(struct program *program, struct expr *call);

/* What the pointer-valued (or array-valued: its own memory) expression "pointer" may point to, at any time. */
struct points_to program_points_to(struct program *program, struct expr *pointer);
/* What the pointers stored in the memory "memory" may point to. */
struct points_to program_contents(struct program *program, struct memory *memory);
bool points_to_may_overlap(struct points_to a, struct points_to b);
/* Whether code that the program does not see may read or write "variable" (its address escapes to unknown code, or it
 * is a non-static global of an incomplete program). Only calls of unknown functions make it happen. */
bool program_variable_escapes(struct program *program, struct variable *variable);

/* Whether the value of "variable" (or any element of it) at the end of "stmt" may be read afterwards: later in the
 * function, in the next iteration of a loop around "stmt", by another function if it is not local, or through a
 * pointer. */
bool program_is_live_after(struct program *program, struct variable *variable, struct stmt *stmt);
/* The same if "stmt" is known to write every part of "variable" before it reads that part: running "stmt" again (in a
 * loop around it, or in a later call) then reads nothing old. */
bool program_is_live_outside(struct program *program, struct variable *variable, struct stmt *stmt);

/* If "variable" never changes after its initialisation (const, or static and never written in the program) and its
 * initialiser is made of integer constants: the number of values, which go to "*values" row by row; otherwise 0. */
unsigned program_constant_table(struct program *program, struct variable *variable, const long long **values);

#endif
