/* Copies of called functions that work on private data of the calling loop instead of globals. */
#ifndef AIPCC_CODEGEN_CLONE_H
#define AIPCC_CODEGEN_CLONE_H

#include "codegen/writer.h"

enum { CLONE_MAX_VARIABLES = 16 };

/* The copy of "function" for which "variables" became parameters. */
struct clone {
    struct function *function;
    struct variable *variables[CLONE_MAX_VARIABLES];
    unsigned variable_count;
    const char *name, *head;
};

/* What a function that takes "variable" as a parameter declares, "int *aip_nwin" or "double buffer[25]"; NULL if its
 * type cannot be written down. */
const char *clone_parameter(struct writer *writer, const struct variable *variable);
/* What is passed for it in "loop", or inside of a clone ("loop" is NULL). */
const char *clone_argument(struct writer *writer, const struct loop *loop, const struct variable *variable);
/* Whether "variable" is a static local of another function than that of "loop": the loop then declares
 * clone_local(). */
bool clone_is_foreign(const struct loop *loop, const struct variable *variable);
const char *clone_local(struct writer *writer, const struct variable *variable);

#endif
