/* Which way of writing a loop fits what is known of it. */
#ifndef AIPCC_TRANSFORM_KIND_H
#define AIPCC_TRANSFORM_KIND_H

#include "transform/plan.h"

/* The plan kind for "facts"; PLAN_KEEP if none can express all that "facts->how" needs. */
enum plan_kind kind_of_facts(const struct program *program, const struct loop_facts *facts);
/* Whether OpenMP's reduction clause does "reduction" exactly as the serial program (or as the mode of --fp allows). */
bool kind_fits_clause(const struct program *program, const struct reduction *reduction);
/* Whether the loop header must be written anew. */
bool kind_needs_header(const struct loop_facts *facts);

#endif
