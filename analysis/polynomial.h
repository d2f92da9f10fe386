/* Polynomials with 64-bit coefficients over atoms: the symbolic integers of the region walk. */
#ifndef AIPCC_ANALYSIS_POLYNOMIAL_H
#define AIPCC_ANALYSIS_POLYNOMIAL_H

#include <stdbool.h>

#include "base/arena.h"

enum { POLYNOMIAL_DEGREE = 4, POLYNOMIAL_TERMS = 24 };

/* One product: "coefficient" times the atoms, which are sorted numbers; "degree" of them. */
struct term {
    long long coefficient;
    unsigned degree;
    int atoms[POLYNOMIAL_DEGREE];
};

/* A sum of terms, sorted, none with coefficient 0. Values are immutable; NULL stands for "not known". */
struct polynomial {
    unsigned count;
    struct term terms[];
};

const struct polynomial *polynomial_constant(struct arena *arena, long long value);
const struct polynomial *polynomial_atom(struct arena *arena, int atom);
/* Sums, differences and products; NULL if an operand is NULL, a coefficient overflows, or the result grows too large. */
const struct polynomial *polynomial_add(struct arena *arena, const struct polynomial *a, const struct polynomial *b);
const struct polynomial *polynomial_subtract(struct arena *arena, const struct polynomial *a,
                                             const struct polynomial *b);
const struct polynomial *polynomial_scale(struct arena *arena, const struct polynomial *a, long long factor);
const struct polynomial *polynomial_multiply(struct arena *arena, const struct polynomial *a,
                                             const struct polynomial *b);
bool polynomial_is_constant(const struct polynomial *a, long long *value);
bool polynomial_equal(const struct polynomial *a, const struct polynomial *b);

#endif
