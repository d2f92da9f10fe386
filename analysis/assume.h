/* Private to the region builder: conditions on the parameters that are tested at run time. */
#ifndef AIPCC_ANALYSIS_ASSUME_H
#define AIPCC_ANALYSIS_ASSUME_H

#include "analysis/walk.h"

/* Make the region hold only where its parameters are not in "outside" (a parameter set, taken): a condition that
 * implies this is added to its "assumed" and "check_text". "possible" (kept) are the parameters for which the loop does
 * anything. False, and nothing is changed, if there is no such condition that a user's sizes would meet, or no C text
 * for it. */
bool assume_never(struct walker *walker, isl_set *outside, isl_set *possible);

#endif
