/* Private to the region builder: variables that are given one value once. */
#ifndef AIPCC_ANALYSIS_DEFINITION_H
#define AIPCC_ANALYSIS_DEFINITION_H

#include "frontend/unit.h"

/* The expression whose value the integer "variable" always has at "at", a statement of its function, if it is defined
 * once, before, by sums, differences and products of constants and of variables that never change after; else NULL. */
struct expr *definition_of(const struct variable *variable, const struct stmt *at);

#endif
