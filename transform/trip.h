/* The number of iterations and the values of the counters as C text. */
#ifndef AIPCC_TRANSFORM_TRIP_H
#define AIPCC_TRANSFORM_TRIP_H

#include "analysis/region.h"

/* How many iterations "loop" makes, as a C expression that fits a long, valid in front of the loop and evaluated once
 * there. It may be negative where the loop makes none. NULL, with the reason in "*why" (unless NULL), if there is no
 * such text. Arena string. */
const char *trip_count_text(struct arena *arena, const struct region *region, const char **why);
/* Whether the loop certainly makes at least one iteration. */
bool trip_is_positive(const struct region *region);

/* A condition that holds if the loop makes more than about "least" iterations, in a person's spelling: "n > 250". NULL
 * if it cannot be given cheaply. It may hold without need where the loop makes no iteration at all, and never
 * overflows. */
const char *trip_guard_text(struct arena *arena, const struct region *region, double least);

/* About the number of iterations, as an operand: "n", "(last - first)"; constants near 0 are left out. NULL if it has
 * no cheap text. "*is_wide": it may exceed 32 bits. */
const char *trip_factor_text(struct arena *arena, const struct region *region, bool *is_wide);
/* "least" rounded up to two significant digits. */
long long trip_rounded(double least);

/* The counter's first value as the header gives it; NULL if there is no text. Sets "*is_fixed" if it may be evaluated
 * inside the loop as well. */
const char *trip_first_text(struct arena *arena, const struct region *region, bool *is_fixed);
/* "first" + "index" * "step" + "shift" in a person's spelling; "first" must be able to stand as an operand of +. */
const char *trip_value_text(struct arena *arena, const char *first, const char *index, long long step, long long shift);

#endif
