/* Private to the region builder: how byte offsets into an object are split into subscripts. */
#ifndef AIPCC_ANALYSIS_SHAPE_H
#define AIPCC_ANALYSIS_SHAPE_H

#include "analysis/walk.h"

enum { MAX_DIMENSIONS = 8, MAX_SHAPE_TRIES = 4, MAX_SPLIT_TRIES = 8 };

/* An object as an array of "count" dimensions. */
struct shape {
    unsigned count;                                   /* subscripts, the last one in units */
    const struct polynomial *strides[MAX_DIMENSIONS]; /* bytes */
    const struct polynomial *extents[MAX_DIMENSIONS]; /* of subscript k > 0: how many fit into one step of k - 1 */
    long long unit;
    bool is_guessed; /* the strides are no declared type's */
};

/* The shape of "object" to try as the "attempt"th, best first; false if there is no further one. The flat shape, if it
 * is among them, is the last. Strides are those of the declared types, or the polynomials in the parameters that the
 * offsets have as coefficients (after Grosser, Ramanujam, Pouchet, Sadayappan and Pop, "Optimistic Delinearization of
 * Parametrically Sized Arrays", ICS 2015). */
bool shape_guess(struct walker *walker, const struct object *object, unsigned attempt, struct shape *shape);

/* Split the offset of "raw" into "subscripts" by "shape": the sum of strides times subscripts is the offset. The part
 * of the offset that does not vary can be split in several ways: "attempt" (below MAX_SPLIT_TRIES) chooses. False if
 * some term does not fit, or if there is no such attempt. */
bool shape_split(struct walker *walker, const struct shape *shape, const struct raw_access *raw, unsigned attempt,
                 const struct polynomial **subscripts);

/* "bytes" in units of "shape", or NULL. */
const struct polynomial *shape_units(struct walker *walker, const struct shape *shape, const struct polynomial *bytes);

/* Note the strides of "shape" as C text for address computations at run time (longs, so that nothing overflows). */
void shape_note_strides(struct walker *walker, struct object *object, const struct shape *shape);

#endif
