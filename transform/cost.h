/* What a parallel loop costs and gains, and the clauses that follow from it. */
#ifndef AIPCC_TRANSFORM_COST_H
#define AIPCC_TRANSFORM_COST_H

#include "transform/plan.h"

/* Operations below which a region stays serial: starting the threads takes about 5 microseconds. */
#define COST_MIN_WORK 20000.0

/* The estimated number of iterations, or -1. */
double cost_trip(const struct loop_facts *facts);
/* Whether it is certain that "facts"' loop as a whole has less work than "min_work". */
bool cost_is_small(const struct loop_facts *facts, double min_work);
/* Fill in "loop_plan"'s "if_text", "schedule", "chunk" and "gain". */
void cost_decide(struct plan *plan, struct loop_plan *loop_plan, double min_work);

#endif
