/* Tables of integer constants. */
#ifndef AIPCC_ANALYSIS_TABLES_H
#define AIPCC_ANALYSIS_TABLES_H

#include "analysis/program_private.h"

/* Whether nothing changes "variable" after its initialisation. */
bool variable_is_constant(struct program *program, struct variable *variable);

#endif
