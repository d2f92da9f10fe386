/* Private to the region builder: what becomes of the value of a pointer parameter in its function. */
#ifndef AIPCC_ANALYSIS_POINTER_COPY_H
#define AIPCC_ANALYSIS_POINTER_COPY_H

#include "analysis/program.h"

/* Whether the value of the parameter "variable", or a pointer computed from it, may be kept in another variable or in
 * memory. Then other names may reach what a restrict-qualified parameter points to. */
bool pointer_is_copied(struct program *program, const struct variable *variable);
/* Whether "variable" may get the value of another pointer: it is assigned, by other means than steps of its own. */
bool pointer_is_assigned(const struct variable *variable);

#endif
