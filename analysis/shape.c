#include "analysis/shape.h"

#include <stdlib.h>
#include <string.h>

static long long gcd(long long a, long long b)
{
    a = llabs(a);
    b = llabs(b);
    while (b) {
        long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static long long content(const struct polynomial *value, long long with)
{
    for (unsigned t = 0; value && t < value->count; t++)
        with = gcd(with, value->terms[t].coefficient);
    return with;
}

/* The greatest size that divides all offsets and sizes of the accesses to "object". */
static long long unit_of(struct walker *walker, const struct object *object)
{
    long long unit = 0;
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        if (raw->access->object != object || !raw->offset)
            continue;
        unit = content(raw->extent, content(raw->offset, unit));
        if (raw->size > 0)
            unit = gcd(unit, raw->size);
    }
    return unit ? unit : 1;
}

/* ---- polynomials in the parameters ---------------------------------------------------------------------------------
 */

static const struct polynomial *monomial(struct walker *walker, struct term term)
{
    struct polynomial *value = arena_alloc(walker->arena, sizeof *value + sizeof term);
    value->count = 1;
    value->terms[0] = term;
    return value;
}

static bool same_atoms(const struct term *a, const struct term *b)
{
    return a->degree == b->degree && !memcmp(a->atoms, b->atoms, a->degree * sizeof *a->atoms);
}

/* The factors of "term" that vary in the region, or those that do not, with coefficient 1. */
static struct term factors_of(struct walker *walker, const struct term *term, bool varying)
{
    struct term part = { .coefficient = 1 };
    for (unsigned k = 0; k < term->degree; k++)
        if ((walker->atoms[term->atoms[k]].kind != ATOM_PARAMETER) == varying)
            part.atoms[part.degree++] = term->atoms[k];
    return part;
}

/* What "value" multiplies the product "varying" by: a polynomial in the parameters. */
static const struct polynomial *coefficient_of(struct walker *walker, const struct polynomial *value,
                                               const struct term *varying)
{
    const struct polynomial *sum = polynomial_constant(walker->arena, 0);
    for (unsigned t = 0; t < value->count; t++) {
        struct term own = factors_of(walker, &value->terms[t], true);
        if (!same_atoms(&own, varying))
            continue;
        struct term rest = factors_of(walker, &value->terms[t], false);
        rest.coefficient = value->terms[t].coefficient;
        sum = polynomial_add(walker->arena, sum, monomial(walker, rest));
    }
    return sum;
}

/* "whole" / "part" as products; false if it has factors left. "is_exact": the coefficient must divide too; otherwise it
 * is rounded to the nearest. */
static bool divide_terms(const struct term *whole, const struct term *part, bool is_exact, struct term *quotient)
{
    unsigned at = 0;
    *quotient = (struct term){ .coefficient = 0 };
    for (unsigned k = 0; k < whole->degree; k++) {
        if (at < part->degree && whole->atoms[k] == part->atoms[at])
            at++;
        else
            quotient->atoms[quotient->degree++] = whole->atoms[k];
    }
    if (at < part->degree || (is_exact && whole->coefficient % part->coefficient))
        return false;
    long long half = llabs(part->coefficient) / 2;
    long long rounded = whole->coefficient >= 0 ? whole->coefficient + half : whole->coefficient - half;
    quotient->coefficient = rounded / part->coefficient;
    return quotient->coefficient != 0;
}

/* Division of polynomials by the leading term of "divisor" (its last: terms are sorted by degree). "is_constant": the
 * quotient may only be a number. */
static const struct polynomial *divide(struct walker *walker, const struct polynomial *value,
                                       const struct polynomial *divisor, bool is_exact, bool is_constant,
                                       const struct polynomial **rest)
{
    struct arena *arena = walker->arena;
    const struct polynomial *quotient = polynomial_constant(arena, 0);
    const struct term *lead = &divisor->terms[divisor->count - 1];
    *rest = value;
    for (unsigned round = 0; *rest && quotient && round < POLYNOMIAL_TERMS; round++) {
        struct term part;
        unsigned t = (*rest)->count;
        while (t > 0) {
            const struct term *term = &(*rest)->terms[t - 1];
            if ((!is_constant || same_atoms(term, lead)) && divide_terms(term, lead, is_exact, &part))
                break;
            t--;
        }
        if (!t)
            break;
        const struct polynomial *step = monomial(walker, part);
        quotient = polynomial_add(arena, quotient, step);
        *rest = polynomial_subtract(arena, *rest, polynomial_multiply(arena, step, divisor));
    }
    return *rest ? quotient : NULL;
}

/* "value" / "divisor", or NULL if it leaves a rest. */
static const struct polynomial *divide_exactly(struct walker *walker, const struct polynomial *value,
                                               const struct polynomial *divisor)
{
    const struct polynomial *rest;
    const struct polynomial *quotient = divide(walker, value, divisor, true, false, &rest);
    return quotient && !rest->count ? quotient : NULL;
}

const struct polynomial *shape_units(struct walker *walker, const struct shape *shape, const struct polynomial *bytes)
{
    return bytes ? divide_exactly(walker, bytes, polynomial_constant(walker->arena, shape->unit)) : NULL;
}

/* ---- guesses -------------------------------------------------------------------------------------------------------
 */

static struct type *declared_type(struct walker *walker, const struct object *object)
{
    if (object->kind == OBJECT_VARIABLE)
        return object->variable->type->kind == TYPE_ARRAY ? object->variable->type->element : object->variable->type;
    for (unsigned k = 0; k < walker->key_count; k++) {
        struct object_key *key = &walker->keys[k];
        if (key->object == object && key->variable)
            return key->variable->type->element;
    }
    return object->pointer ? object->pointer->type->element : NULL;
}

/* Add a dimension of "stride" inside those of "shape". False if it does not divide them, or is the last one again. */
static bool add_dimension(struct walker *walker, struct shape *shape, const struct polynomial *stride)
{
    if (shape->count == MAX_DIMENSIONS)
        return false;
    if (shape->count) {
        const struct polynomial *extent = divide_exactly(walker, shape->strides[shape->count - 1], stride);
        if (!extent || (polynomial_is_constant(extent, NULL) && extent->terms[0].coefficient <= 1))
            return false;
        shape->extents[shape->count] = extent;
    }
    shape->strides[shape->count++] = stride;
    return true;
}

/* Subscripts from the declared type's constant strides. */
static bool constant_shape(struct walker *walker, const struct object *object, struct shape *shape)
{
    for (struct type *type = declared_type(walker, object); type && shape->count + 1 < MAX_DIMENSIONS;
         type = type->kind == TYPE_ARRAY ? type->element : NULL)
        if (type->size > shape->unit && type->size % shape->unit == 0)
            add_dimension(walker, shape, polynomial_constant(walker->arena, type->size));
    return add_dimension(walker, shape, polynomial_constant(walker->arena, shape->unit));
}

/* Subscripts as the user wrote them: the strides of the access with the most of them. */
static bool written_shape(struct walker *walker, const struct object *object, struct shape *shape)
{
    const struct subscript *chains[MAX_DIMENSIONS];
    unsigned most = 0;
    for (unsigned k = 0; k < walker->raw_count; k++) {
        const struct raw_access *raw = &walker->raws[k];
        unsigned count = 0;
        for (const struct subscript *s = raw->subscripts; raw->access->object == object && s; s = s->next)
            count++;
        if (count <= most || count >= MAX_DIMENSIONS)
            continue;
        most = count;
        for (const struct subscript *s = raw->subscripts; s; s = s->next)
            chains[--count] = s;
    }
    if (most < 2)
        return false;
    for (unsigned k = 0; k < most; k++)
        if (!add_dimension(walker, shape, chains[k]->stride))
            return false;
    const struct polynomial *unit = polynomial_constant(walker->arena, shape->unit);
    return polynomial_equal(shape->strides[shape->count - 1], unit) || add_dimension(walker, shape, unit);
}

/* A coefficient that may be a stride comes before another if its degree is greater. Among those of one degree, the one
 * with fewer terms (a[i*n + j]), or, "wants_sums", with more of them (a[i*(n+2) + j]) is taken for the stride; the
 * other then is a sum of strides (a diagonal). */
static int compare_candidates(const struct polynomial *a, const struct polynomial *b, bool wants_sums)
{
    unsigned degree_a = a->terms[a->count - 1].degree, degree_b = b->terms[b->count - 1].degree;
    if (degree_a != degree_b)
        return degree_a < degree_b ? -1 : 1;
    if (a->count != b->count)
        return (a->count < b->count) == !wants_sums ? -1 : 1;
    return 0;
}

/* "value" without its numerical content. */
static const struct polynomial *primitive(struct walker *walker, const struct polynomial *value, long long unit)
{
    long long common = content(value, 0);
    if (value->terms[value->count - 1].coefficient < 0)
        common = -common;
    const struct polynomial *divisor = polynomial_constant(walker->arena, common / unit);
    return common % unit ? NULL : divide_exactly(walker, value, divisor);
}

/* Subscripts with run-time strides: the coefficients of what varies in the offsets. */
static bool symbolic_shape(struct walker *walker, const struct object *object, bool wants_sums, struct shape *shape)
{
    const struct polynomial *candidates[32];
    unsigned count = 0;
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        for (unsigned t = 0; raw->access->object == object && raw->offset && t < raw->offset->count; t++) {
            struct term varying = factors_of(walker, &raw->offset->terms[t], true);
            if (!varying.degree)
                continue;
            const struct polynomial *one = coefficient_of(walker, raw->offset, &varying);
            one = one ? primitive(walker, one, shape->unit) : NULL;
            unsigned at = 0;
            while (one && at < count && !polynomial_equal(candidates[at], one))
                at++;
            if (!one || at < count)
                continue;
            if (count == 32)
                return false;
            candidates[count++] = one;
        }
    }
    for (unsigned a = 1; a < count; a++)
        for (unsigned b = a; b > 0 && compare_candidates(candidates[b], candidates[b - 1], wants_sums) < 0; b--) {
            const struct polynomial *swap = candidates[b];
            candidates[b] = candidates[b - 1];
            candidates[b - 1] = swap;
        }
    const struct polynomial *chain[MAX_DIMENSIONS] = { polynomial_constant(walker->arena, shape->unit) };
    unsigned length = 1;
    for (unsigned k = 0; k < count && length < MAX_DIMENSIONS; k++)
        if (!polynomial_is_constant(candidates[k], NULL) && divide_exactly(walker, candidates[k], chain[length - 1]))
            chain[length++] = candidates[k];
    while (length-- > 0)
        if (!add_dimension(walker, shape, chain[length]))
            return false;
    return shape->count > 1;
}

/* Whether no varying factor of an offset into "object" is multiplied by a parameter. */
static bool is_linear(struct walker *walker, const struct object *object)
{
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        for (unsigned t = 0; raw->access->object == object && raw->offset && t < raw->offset->count; t++)
            if (raw->offset->terms[t].degree > 1 && factors_of(walker, &raw->offset->terms[t], true).degree)
                return false;
    }
    return true;
}

bool shape_guess(struct walker *walker, const struct object *object, unsigned attempt, struct shape *shape)
{
    *shape = (struct shape){ .unit = unit_of(walker, object) };
    if (!is_linear(walker, object)) {
        if (attempt == 0 && written_shape(walker, object, shape))
            return true;
        *shape = (struct shape){ .unit = shape->unit, .is_guessed = true };
        return attempt < 3 && symbolic_shape(walker, object, attempt == 2, shape);
    }
    if (attempt == 0 && constant_shape(walker, object, shape) && shape->count > 1)
        return true;
    *shape = (struct shape){ .unit = shape->unit };
    return attempt < 2 && add_dimension(walker, shape, polynomial_constant(walker->arena, shape->unit));
}

/* ---- splitting -----------------------------------------------------------------------------------------------------
 */

/* Take the subscripts that the user wrote and whose strides are those of "shape" out of "*rest". */
static void place_written(struct walker *walker, const struct shape *shape, const struct raw_access *raw,
                          const struct polynomial **rest, const struct polynomial **subscripts)
{
    struct arena *arena = walker->arena;
    for (const struct subscript *s = raw->subscripts; s; s = s->next)
        for (unsigned k = 0; k < shape->count; k++) {
            if (!polynomial_equal(s->stride, shape->strides[k]))
                continue;
            const struct polynomial *sum = polynomial_add(arena, subscripts[k], s->index);
            const struct polynomial *left =
                polynomial_subtract(arena, *rest, polynomial_multiply(arena, s->index, s->stride));
            if (!sum || !left)
                break;
            subscripts[k] = sum;
            *rest = left;
            break;
        }
}

/* Split "value", the coefficient of "varying", into multiples of the strides. */
static bool place_terms(struct walker *walker, const struct shape *shape, const struct polynomial *value,
                        const struct term *varying, unsigned attempt, const struct polynomial **subscripts)
{
    struct arena *arena = walker->arena;
    const struct polynomial *factor = monomial(walker, *varying);
    for (unsigned k = 0; k < shape->count; k++) {
        bool is_last = k + 1 == shape->count;
        const struct polynomial *rest;
        const struct polynomial *quotient =
            divide(walker, value, shape->strides[k], is_last, varying->degree > 0, &rest);
        if (quotient && !varying->degree && !is_last && (attempt >> k & 1)) {
            quotient = polynomial_subtract(arena, quotient, polynomial_constant(arena, 1));
            rest = polynomial_add(arena, rest, shape->strides[k]);
        }
        if (!quotient || !rest)
            return false;
        if (quotient->count) {
            const struct polynomial *part = polynomial_multiply(arena, quotient, factor);
            subscripts[k] = polynomial_add(arena, subscripts[k], part);
        }
        if (!subscripts[k])
            return false;
        value = rest;
    }
    return !value->count;
}

bool shape_split(struct walker *walker, const struct shape *shape, const struct raw_access *raw, unsigned attempt,
                 const struct polynomial **subscripts)
{
    for (unsigned k = 0; k < shape->count; k++)
        subscripts[k] = polynomial_constant(walker->arena, 0);
    const struct polynomial *rest = raw->offset;
    if (!shape->is_guessed)
        place_written(walker, shape, raw, &rest, subscripts);
    struct term none = { .coefficient = 1 };
    const struct polynomial *fixed = coefficient_of(walker, rest, &none);
    if (!fixed || attempt >> (shape->count - 1) || (attempt && !fixed->count) ||
        !place_terms(walker, shape, fixed, &none, attempt, subscripts))
        return false;
    rest = polynomial_subtract(walker->arena, rest, fixed);
    for (unsigned round = 0; rest && rest->count && round < POLYNOMIAL_TERMS; round++) {
        struct term varying = factors_of(walker, &rest->terms[0], true);
        const struct polynomial *value = coefficient_of(walker, rest, &varying);
        if (!value || !place_terms(walker, shape, value, &varying, 0, subscripts))
            return false;
        rest = polynomial_subtract(walker->arena, rest,
                                   polynomial_multiply(walker->arena, value, monomial(walker, varying)));
    }
    return rest && !rest->count;
}

/* ---- text ----------------------------------------------------------------------------------------------------------
 */

/* "text" in parentheses unless it is one word. */
static const char *factor_text(struct walker *walker, const char *text)
{
    return strpbrk(text, "+-*/%?<>=&| ") ? arena_printf(walker->arena, "(%s)", text) : text;
}

static const char *term_text(struct walker *walker, const struct term *term)
{
    const char *text = arena_printf(walker->arena, "%lldL", term->coefficient);
    for (unsigned a = 0; text && a < term->degree; a++) {
        const struct parameter *parameter = walker->atoms[term->atoms[a]].parameter;
        text = parameter && parameter->text
                   ? arena_printf(walker->arena, "%s * %s", text, factor_text(walker, parameter->text))
                   : NULL;
    }
    return text;
}

static const char *stride_text(struct walker *walker, const struct polynomial *stride)
{
    const char *text = NULL;
    for (unsigned t = stride->count; t-- > 0;) {
        const char *one = term_text(walker, &stride->terms[t]);
        if (!one)
            return NULL;
        text = text ? arena_printf(walker->arena, "%s + %s", text, one) : one;
    }
    return stride->count > 1 && text ? arena_printf(walker->arena, "(%s)", text) : text;
}

void shape_note_strides(struct walker *walker, struct object *object, const struct shape *shape)
{
    unsigned first = object->kind == OBJECT_ROWS ? 1 : 0;
    for (unsigned k = 0; k < shape->count && first + k < 8; k++)
        object->stride_text[first + k] = stride_text(walker, shape->strides[k]);
}
