/* How much a loop has to do, as a condition on the values known in front of it. */
#ifndef AIPCC_TRANSFORM_WORK_H
#define AIPCC_TRANSFORM_WORK_H

#include "analysis/scop.h"

/* Whether the estimated work of one iteration rests on constant trip counts only, not on guesses about the length of
 * loops inside. */
bool work_is_constant(const struct loop_facts *facts);
/* A condition that holds if the loop as a whole makes more than about "min_work" operations: "n > 250",
 * "(long)n * m > 9000". NULL if none is cheap to test, or none is needed. Arena string. */
const char *work_guard_text(struct arena *arena, struct scop *scop, const struct loop_facts *facts, double min_work);

#endif
