#include "analysis/polynomial.h"

#include <string.h>

/* Order of two terms by degree and atoms; 0 if their products are the same. */
static int compare_terms(const struct term *a, const struct term *b)
{
    if (a->degree != b->degree)
        return a->degree < b->degree ? -1 : 1;
    for (unsigned k = 0; k < a->degree; k++)
        if (a->atoms[k] != b->atoms[k])
            return a->atoms[k] < b->atoms[k] ? -1 : 1;
    return 0;
}

static struct polynomial *allocate(struct arena *arena, unsigned count)
{
    return arena_alloc(arena, sizeof(struct polynomial) + count * sizeof(struct term));
}

const struct polynomial *polynomial_constant(struct arena *arena, long long value)
{
    struct polynomial *result = allocate(arena, 1);
    if (value)
        result->terms[result->count++] = (struct term){ .coefficient = value };
    return result;
}

const struct polynomial *polynomial_atom(struct arena *arena, int atom)
{
    struct polynomial *result = allocate(arena, 1);
    result->terms[result->count++] = (struct term){ .coefficient = 1, .degree = 1, .atoms = { atom } };
    return result;
}

const struct polynomial *polynomial_add(struct arena *arena, const struct polynomial *a, const struct polynomial *b)
{
    if (!a || !b || a->count + b->count > POLYNOMIAL_TERMS)
        return NULL;
    struct polynomial *sum = allocate(arena, a->count + b->count);
    unsigned i = 0, j = 0;
    while (i < a->count || j < b->count) {
        int order = i == a->count ? 1 : j == b->count ? -1 : compare_terms(&a->terms[i], &b->terms[j]);
        struct term term = order <= 0 ? a->terms[i] : b->terms[j];
        if (order == 0 &&
            __builtin_add_overflow(a->terms[i].coefficient, b->terms[j].coefficient, &term.coefficient))
            return NULL;
        i += order <= 0;
        j += order >= 0;
        if (term.coefficient)
            sum->terms[sum->count++] = term;
    }
    return sum;
}

const struct polynomial *polynomial_scale(struct arena *arena, const struct polynomial *a, long long factor)
{
    if (!a)
        return NULL;
    if (factor == 0)
        return polynomial_constant(arena, 0);
    struct polynomial *result = allocate(arena, a->count);
    result->count = a->count;
    for (unsigned k = 0; k < a->count; k++) {
        result->terms[k] = a->terms[k];
        if (__builtin_mul_overflow(a->terms[k].coefficient, factor, &result->terms[k].coefficient))
            return NULL;
    }
    return result;
}

const struct polynomial *polynomial_subtract(struct arena *arena, const struct polynomial *a,
                                             const struct polynomial *b)
{
    return polynomial_add(arena, a, polynomial_scale(arena, b, -1));
}

/* The product of two terms; false if it has too many factors or overflows. */
static bool multiply_terms(const struct term *a, const struct term *b, struct term *product)
{
    if (a->degree + b->degree > POLYNOMIAL_DEGREE)
        return false;
    *product = (struct term){ .degree = a->degree + b->degree };
    if (__builtin_mul_overflow(a->coefficient, b->coefficient, &product->coefficient))
        return false;
    unsigned i = 0, j = 0;
    for (unsigned k = 0; k < product->degree; k++) {
        bool from_a = j == b->degree || (i < a->degree && a->atoms[i] <= b->atoms[j]);
        product->atoms[k] = from_a ? a->atoms[i++] : b->atoms[j++];
    }
    return true;
}

const struct polynomial *polynomial_multiply(struct arena *arena, const struct polynomial *a,
                                             const struct polynomial *b)
{
    if (!a || !b)
        return NULL;
    const struct polynomial *sum = polynomial_constant(arena, 0);
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned j = 0; j < b->count; j++) {
            struct polynomial *product = allocate(arena, 1);
            product->count = 1;
            if (!multiply_terms(&a->terms[i], &b->terms[j], &product->terms[0]))
                return NULL;
            sum = polynomial_add(arena, sum, product);
        }
    return sum;
}

bool polynomial_is_constant(const struct polynomial *a, long long *value)
{
    if (!a || a->count > 1 || (a->count == 1 && a->terms[0].degree))
        return false;
    if (value)
        *value = a->count ? a->terms[0].coefficient : 0;
    return true;
}

bool polynomial_equal(const struct polynomial *a, const struct polynomial *b)
{
    if (!a || !b || a->count != b->count)
        return false;
    for (unsigned k = 0; k < a->count; k++)
        if (a->terms[k].coefficient != b->terms[k].coefficient || compare_terms(&a->terms[k], &b->terms[k]))
            return false;
    return true;
}
