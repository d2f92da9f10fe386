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

/* What a function that takes "variable" as a parameter declares, "int *aip_nwin" or "double buffer[25]", and what is
 * passed for it. NULL if its type cannot be written down. */
const char *clone_parameter(struct writer *writer, const struct variable *variable);
const char *clone_argument(struct writer *writer, const struct variable *variable);
/* Whether "variable" belongs to "function" itself (a static local). */
bool clone_owns(const struct function *function, const struct variable *variable);

#endif
