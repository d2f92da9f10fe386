#include <stdlib.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>

#include "analysis/walk.h"

enum { MAX_DIMENSIONS = 8, MAX_UNKNOWNS = 40 };

/* The dimensions of one set under construction: iterations, exposed unknowns, hidden unknowns, elements. */
struct layout {
    struct walker *walker;
    unsigned depth;
    int iterations[MAX_DEPTH + 1];
    int exposed[MAX_UNKNOWNS], hidden[MAX_UNKNOWNS];
    unsigned exposed_count, hidden_count, element_count;
    bool is_inexact; /* something had to be left out */
};

static int position_in(const int *list, unsigned count, int atom)
{
    for (unsigned k = 0; k < count; k++)
        if (list[k] == atom)
            return (int)k;
    return -1;
}

static void gather_constraints(struct layout *layout, const struct conjunction *conjunction);

/* Make room for the atoms of "value" and for all that is known of them. */
static void gather(struct layout *layout, const struct polynomial *value)
{
    for (unsigned t = 0; value && t < value->count; t++)
        for (unsigned k = 0; k < value->terms[t].degree; k++) {
            int number = value->terms[t].atoms[k];
            struct atom *atom = &layout->walker->atoms[number];
            if (atom->kind == ATOM_PARAMETER || position_in(layout->iterations, layout->depth, number) >= 0 ||
                position_in(layout->exposed, layout->exposed_count, number) >= 0 ||
                position_in(layout->hidden, layout->hidden_count, number) >= 0)
                continue;
            if (layout->exposed_count + layout->hidden_count == MAX_UNKNOWNS) {
                layout->is_inexact = true;
                continue;
            }
            if (atom->kind == ATOM_UNKNOWN && !atom->is_determined) {
                layout->exposed[layout->exposed_count++] = number;
            } else {
                layout->hidden[layout->hidden_count++] = number;
                layout->is_inexact |= atom->kind == ATOM_ITERATION;
            }
            for (unsigned a = 0; a < atom->alternative_count; a++)
                gather_constraints(layout, &atom->alternatives[a]);
        }
}

static void gather_constraints(struct layout *layout, const struct conjunction *conjunction)
{
    for (unsigned k = 0; k < conjunction->count; k++)
        gather(layout, conjunction->constraints[k].value);
}

static unsigned width(const struct layout *layout)
{
    return layout->depth + layout->exposed_count + layout->hidden_count + layout->element_count;
}

static isl_space *space_of(const struct layout *layout)
{
    struct region *region = layout->walker->region;
    isl_space *space = isl_space_set_alloc(region->ctx, region->parameter_count, width(layout));
    for (unsigned k = 0; k < region->parameter_count; k++)
        space = isl_space_set_dim_id(space, isl_dim_param, k, isl_id_copy(region->parameters[k].id));
    return space;
}

/* The set dimension of "atom", or -1. */
static int dimension_of(const struct layout *layout, int atom)
{
    int at = position_in(layout->iterations, layout->depth, atom);
    if (at >= 0)
        return at;
    at = position_in(layout->exposed, layout->exposed_count, atom);
    if (at >= 0)
        return (int)layout->depth + at;
    at = position_in(layout->hidden, layout->hidden_count, atom);
    return at >= 0 ? (int)(layout->depth + layout->exposed_count) + at : -1;
}

static int parameter_index(struct walker *walker, int atom)
{
    struct region *region = walker->region;
    for (unsigned k = 0; k < region->parameter_count; k++)
        if (region->parameters[k].id == walker->atoms[atom].parameter->id)
            return (int)k;
    return -1;
}

/* The atom of the parameter that is the product of the parameters in "term", or -1. */
static int product_atom(struct walker *walker, const struct term *term)
{
    char *text = NULL;
    for (unsigned k = 0; k < term->degree; k++) {
        struct atom *atom = &walker->atoms[term->atoms[k]];
        if (atom->kind != ATOM_PARAMETER || !atom->parameter->text)
            return -1;
        text = text ? arena_printf(walker->arena, "%s * %s", text, atom->parameter->text)
                    : arena_strdup(walker->arena, atom->parameter->text);
    }
    return walk_parameter(walker, NULL, text, NULL)->terms[0].atoms[0];
}

/* Add "factor" times "value" to the constraint. False if it is not affine. */
static bool add_terms(const struct layout *layout, isl_constraint **constraint, const struct polynomial *value,
                      long long factor)
{
    for (unsigned t = 0; t < value->count; t++) {
        const struct term *term = &value->terms[t];
        isl_ctx *ctx = layout->walker->region->ctx;
        isl_val *coefficient = isl_val_int_from_si(ctx, term->coefficient * factor);
        if (term->degree == 0) {
            coefficient = isl_val_add(coefficient, isl_constraint_get_constant_val(*constraint));
            *constraint = isl_constraint_set_constant_val(*constraint, coefficient);
            continue;
        }
        int atom = term->degree == 1 ? term->atoms[0] : product_atom(layout->walker, term);
        int at = -1;
        enum isl_dim_type type = isl_dim_set;
        if (atom >= 0 && layout->walker->atoms[atom].kind == ATOM_PARAMETER) {
            type = isl_dim_param;
            at = parameter_index(layout->walker, atom);
            if (at >= isl_constraint_dim(*constraint, isl_dim_param))
                at = -1; /* a product that was met after the space was made */
        } else if (atom >= 0) {
            at = dimension_of(layout, atom);
        }
        if (at < 0) {
            isl_val_free(coefficient);
            return false;
        }
        coefficient = isl_val_add(coefficient, isl_constraint_get_coefficient_val(*constraint, type, at));
        *constraint = isl_constraint_set_coefficient_val(*constraint, type, at, coefficient);
    }
    return true;
}

/* Intersect "set" with "constraint"; what is not affine is left out and noted. */
static isl_set *restrict_by(struct layout *layout, isl_set *set, const struct constraint *constraint)
{
    isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
    isl_constraint *c = constraint->is_equality ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
    if (!constraint->value || !add_terms(layout, &c, constraint->value, 1)) {
        layout->is_inexact = true;
        isl_constraint_free(c);
        return set;
    }
    return isl_set_add_constraint(set, c);
}

static isl_set *restrict_all(struct layout *layout, isl_set *set, const struct conjunction *conjunction)
{
    for (unsigned k = 0; k < conjunction->count; k++)
        set = restrict_by(layout, set, &conjunction->constraints[k]);
    return set;
}

/* Restrict "set" to what is known of its unknowns. */
static isl_set *restrict_unknowns(struct layout *layout, isl_set *set)
{
    for (int list = 0; list < 2; list++) {
        unsigned count = list ? layout->hidden_count : layout->exposed_count;
        for (unsigned k = 0; k < count; k++) {
            struct atom *atom = &layout->walker->atoms[list ? layout->hidden[k] : layout->exposed[k]];
            if (!atom->alternative_count)
                continue;
            isl_set *known = isl_set_empty(isl_set_get_space(set));
            for (unsigned a = 0; a < atom->alternative_count; a++) {
                isl_set *one = isl_set_universe(isl_set_get_space(set));
                known = isl_set_union(known, restrict_all(layout, one, &atom->alternatives[a]));
            }
            set = isl_set_intersect(set, known);
        }
    }
    return set;
}

/* Restrict "set" to the ranges of its parameters. */
static isl_set *restrict_parameters(struct layout *layout, isl_set *set)
{
    struct walker *walker = layout->walker;
    for (unsigned k = 0; k < walker->atom_count; k++)
        if (walker->atoms[k].kind == ATOM_PARAMETER && walker->atoms[k].alternative_count == 1)
            set = restrict_all(layout, set, &walker->atoms[k].alternatives[0]);
    return set;
}

static struct layout layout_at(struct walker *walker, unsigned depth)
{
    struct layout layout = { .walker = walker, .depth = depth };
    memcpy(layout.iterations, walker->iteration_atoms, depth * sizeof *layout.iterations);
    return layout;
}

/* Make sure that products of parameters in "value" have their parameter before a space is made. */
static void prepare_products(struct walker *walker, const struct polynomial *value)
{
    for (unsigned t = 0; value && t < value->count; t++)
        if (value->terms[t].degree > 1)
            product_atom(walker, &value->terms[t]);
}

static void prepare(struct layout *layout, const struct conjunction *guards)
{
    gather_constraints(layout, guards);
    for (unsigned k = 0; k < guards->count; k++)
        prepare_products(layout->walker, guards->constraints[k].value);
    for (int list = 0; list < 2; list++) {
        unsigned count = list ? layout->hidden_count : layout->exposed_count;
        for (unsigned k = 0; k < count; k++) {
            struct atom *atom = &layout->walker->atoms[list ? layout->hidden[k] : layout->exposed[k]];
            for (unsigned a = 0; a < atom->alternative_count; a++)
                for (unsigned c = 0; c < atom->alternatives[a].count; c++)
                    prepare_products(layout->walker, atom->alternatives[a].constraints[c].value);
        }
    }
}

/* The points [iterations, unknowns] where "guards" hold, at the walk's present depth. */
isl_set *relation_guards(struct walker *walker, const struct conjunction *guards)
{
    struct layout layout = layout_at(walker, walker->depth);
    prepare(&layout, guards);
    isl_set *set = isl_set_universe(space_of(&layout));
    set = restrict_all(&layout, set, guards);
    set = restrict_parameters(&layout, set);
    return restrict_unknowns(&layout, set);
}

/* ---- shapes of objects ----------------------------------------------------------------------------------------------- */

/* How byte offsets into one object are split into subscripts. */
struct shape {
    unsigned count;                               /* subscripts, the last one in units */
    const struct polynomial *strides[MAX_DIMENSIONS]; /* bytes */
    const struct polynomial *extents[MAX_DIMENSIONS]; /* of subscript k > 0: how many fit into one step of k - 1 */
    long long unit;
    bool is_symbolic, is_declared;
};

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

/* The greatest size that divides all offsets and sizes of the accesses to "object". */
static long long unit_of(struct walker *walker, const struct object *object)
{
    long long unit = 0;
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        if (raw->access->object != object || !raw->offset)
            continue;
        for (unsigned t = 0; t < raw->offset->count; t++)
            unit = gcd(unit, raw->offset->terms[t].coefficient);
        for (unsigned t = 0; raw->extent && t < raw->extent->count; t++)
            unit = gcd(unit, raw->extent->terms[t].coefficient);
        if (raw->size > 0)
            unit = gcd(unit, raw->size);
    }
    return unit ? unit : 1;
}

static struct type *declared_type(struct walker *walker, const struct object *object)
{
    if (object->kind == OBJECT_VARIABLE)
        return object->variable->type;
    for (unsigned k = 0; k < walker->key_count; k++) {
        struct object_key *key = &walker->keys[k];
        if (key->object == object && key->variable)
            return key->variable->type->element;
    }
    return object->pointer ? object->pointer->type->element : NULL;
}

/* Subscripts from the declared type's constant strides. */
static struct shape constant_shape(struct walker *walker, const struct object *object)
{
    struct shape shape = { .unit = unit_of(walker, object) };
    struct type *type = declared_type(walker, object);
    if (type && object->kind == OBJECT_VARIABLE && type->kind == TYPE_ARRAY)
        type = type->element;
    long long previous = 0;
    while (type && shape.count + 1 < MAX_DIMENSIONS) {
        long long size = type->size;
        if (size > shape.unit && size % shape.unit == 0 && (!previous || (size < previous && previous % size == 0))) {
            shape.strides[shape.count] = polynomial_constant(walker->arena, size);
            shape.extents[shape.count] = previous ? polynomial_constant(walker->arena, previous / size) : NULL;
            shape.count++;
            previous = size;
        }
        type = type->kind == TYPE_ARRAY ? type->element : NULL;
    }
    shape.strides[shape.count] = polynomial_constant(walker->arena, shape.unit);
    shape.extents[shape.count] = previous ? polynomial_constant(walker->arena, previous / shape.unit) : NULL;
    shape.count++;
    return shape;
}

static struct shape flat_shape(struct walker *walker, const struct object *object)
{
    struct shape shape = { .count = 1, .unit = unit_of(walker, object) };
    shape.strides[0] = polynomial_constant(walker->arena, shape.unit);
    return shape;
}

/* The parameters of "term" as a monomial with coefficient 1. */
static struct term parameter_part(struct walker *walker, const struct term *term)
{
    struct term part = { .coefficient = 1 };
    for (unsigned k = 0; k < term->degree; k++)
        if (walker->atoms[term->atoms[k]].kind == ATOM_PARAMETER)
            part.atoms[part.degree++] = term->atoms[k];
    return part;
}

static bool same_atoms(const struct term *a, const struct term *b)
{
    return a->degree == b->degree && !memcmp(a->atoms, b->atoms, a->degree * sizeof *a->atoms);
}

/* Whether the atoms of "part" are among those of "whole"; the rest goes to "*rest". */
static bool divide_atoms(const struct term *whole, const struct term *part, struct term *rest)
{
    unsigned at = 0;
    *rest = (struct term){ .coefficient = 1 };
    for (unsigned k = 0; k < whole->degree; k++) {
        if (at < part->degree && whole->atoms[k] == part->atoms[at])
            at++;
        else
            rest->atoms[rest->degree++] = whole->atoms[k];
    }
    return at == part->degree;
}

static const struct polynomial *monomial(struct walker *walker, struct term term)
{
    struct polynomial *value = arena_alloc(walker->arena, sizeof *value + sizeof term);
    value->count = 1;
    value->terms[0] = term;
    return value;
}

/* Subscripts with run-time strides: the parameter parts of the offsets' terms, largest first (after Grosser, Ramanujam,
 * Pouchet, Sadayappan and Pop, "Optimistic Delinearization of Parametrically Sized Arrays", ICS 2015). */
static bool symbolic_shape(struct walker *walker, const struct object *object, struct shape *shape)
{
    struct term parts[MAX_DIMENSIONS];
    unsigned count = 0;
    *shape = (struct shape){ .unit = unit_of(walker, object), .is_symbolic = true };
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        for (unsigned t = 0; raw->access->object == object && raw->offset && t < raw->offset->count; t++) {
            struct term part = parameter_part(walker, &raw->offset->terms[t]);
            if (part.degree == raw->offset->terms[t].degree)
                continue; /* no varying factor: it goes where it fits */
            unsigned at = 0;
            while (at < count && !same_atoms(&parts[at], &part))
                at++;
            if (at == count) {
                if (count == MAX_DIMENSIONS - 1)
                    return false;
                parts[count] = part;
                parts[count++].coefficient = 0;
            }
            parts[at].coefficient = gcd(parts[at].coefficient, raw->offset->terms[t].coefficient);
        }
    }
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            if (parts[b].degree > parts[a].degree) {
                struct term swap = parts[a];
                parts[a] = parts[b];
                parts[b] = swap;
            }
    if (!count || parts[count - 1].degree > 0)
        parts[count++] = (struct term){ .coefficient = shape->unit };
    parts[count - 1].coefficient = shape->unit;
    for (unsigned k = 0; k < count; k++) {
        struct term rest;
        shape->strides[k] = monomial(walker, parts[k]);
        if (k) {
            if (!divide_atoms(&parts[k - 1], &parts[k], &rest) || parts[k - 1].coefficient % parts[k].coefficient)
                return false;
            rest.coefficient = parts[k - 1].coefficient / parts[k].coefficient;
            shape->extents[k] = monomial(walker, rest);
            prepare_products(walker, shape->extents[k]);
        }
    }
    shape->count = count;
    struct type *type = declared_type(walker, object);
    if (object->kind == OBJECT_VARIABLE && type && type->kind == TYPE_ARRAY)
        type = type->element;
    shape->is_declared = type && type->kind == TYPE_ARRAY;
    return true;
}

/* Split "offset" by "shape" into "subscripts". False if some term does not fit. */
static bool split(struct walker *walker, const struct shape *shape, const struct polynomial *offset,
                  const struct polynomial **subscripts)
{
    struct arena *arena = walker->arena;
    for (unsigned k = 0; k < shape->count; k++)
        subscripts[k] = polynomial_constant(arena, 0);
    for (unsigned t = 0; t < offset->count; t++) {
        struct term term = offset->terms[t];
        struct term part = parameter_part(walker, &term);
        bool is_placed = false;
        for (unsigned k = 0; k < shape->count && !is_placed; k++) {
            const struct term *stride = &shape->strides[k]->terms[0];
            struct term rest;
            if (!divide_atoms(&part, stride, &rest))
                continue;
            if (shape->is_symbolic && rest.degree && term.degree > part.degree)
                continue;
            long long quotient = term.coefficient / stride->coefficient;
            bool is_last = k + 1 == shape->count;
            if (term.coefficient % stride->coefficient) {
                if (is_last || term.degree)
                    continue;
                /* a constant is split to the nearest multiple */
                long long half = stride->coefficient / 2;
                quotient = (term.coefficient + (term.coefficient >= 0 ? half : -half)) / stride->coefficient;
                subscripts[k] = polynomial_add(arena, subscripts[k], polynomial_constant(arena, quotient));
                term.coefficient -= quotient * stride->coefficient;
                if (!term.coefficient)
                    is_placed = true;
                continue;
            }
            if (!is_last && llabs(term.coefficient) < stride->coefficient)
                continue;
            struct term placed = { .coefficient = quotient };
            unsigned at = 0;
            for (unsigned a = 0; a < term.degree; a++) {
                if (at < stride->degree && term.atoms[a] == stride->atoms[at])
                    at++;
                else
                    placed.atoms[placed.degree++] = term.atoms[a];
            }
            subscripts[k] = polynomial_add(arena, subscripts[k], monomial(walker, placed));
            is_placed = subscripts[k] != NULL;
        }
        if (!is_placed)
            return false;
    }
    return true;
}

/* ---- relations ------------------------------------------------------------------------------------------------------- */

/* Constrain element dimension "at" to lie in [from, from + length). */
static isl_set *element_range(struct layout *layout, isl_set *set, unsigned at, const struct polynomial *from,
                              const struct polynomial *length)
{
    for (int side = 0; side < 2; side++) {
        isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
        isl_constraint *c = isl_constraint_alloc_inequality(space);
        int dimension = (int)(width(layout) - layout->element_count + at);
        c = isl_constraint_set_coefficient_si(c, isl_dim_set, dimension, side ? -1 : 1);
        bool is_good = add_terms(layout, &c, from, side ? 1 : -1);
        if (side) {
            is_good = is_good && add_terms(layout, &c, length, 1);
            isl_val *constant = isl_val_sub_ui(isl_constraint_get_constant_val(c), 1);
            c = isl_constraint_set_constant_val(c, constant);
        }
        if (!is_good) {
            layout->is_inexact = true;
            isl_constraint_free(c);
            continue;
        }
        set = isl_set_add_constraint(set, c);
    }
    return set;
}

/* Whether every subscript but the first lies within its extent for "raw". */
static bool is_within_extents(struct layout *layout, const isl_set *domain, const struct shape *shape,
                              const struct polynomial **subscripts, long long last_length)
{
    struct arena *arena = layout->walker->arena;
    for (unsigned k = 1; k < shape->count; k++) {
        const struct polynomial *length = polynomial_constant(arena, k + 1 == shape->count ? last_length : 1);
        struct constraint below = { polynomial_subtract(arena, polynomial_constant(arena, -1), subscripts[k]), false };
        struct constraint above = {
            polynomial_subtract(arena, polynomial_add(arena, subscripts[k], length),
                                polynomial_add(arena, shape->extents[k], polynomial_constant(arena, 1))), false
        };
        for (int side = 0; side < 2; side++) {
            struct layout copy = *layout;
            copy.is_inexact = false;
            isl_set *set = restrict_by(&copy, isl_set_copy((isl_set *)domain), side ? &above : &below);
            isl_bool is_empty = copy.is_inexact ? isl_bool_error : isl_set_is_empty(set);
            isl_set_free(set);
            if (is_empty != isl_bool_true)
                return false;
        }
    }
    return true;
}

/* Turn the set over [iterations, exposed, hidden, elements] into a relation from [iterations, exposed] to elements. */
static isl_map *to_relation(const struct layout *layout, isl_set *set, const struct access *access)
{
    unsigned inputs = layout->depth + layout->exposed_count;
    set = isl_set_project_out(set, isl_dim_set, inputs, layout->hidden_count);
    isl_map *map = isl_map_from_range(set);
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, inputs);
    map = isl_map_set_tuple_name(map, isl_dim_in, "A");
    char name[32];
    snprintf(name, sizeof name, "O%u", access->object->id);
    map = isl_map_set_tuple_name(map, isl_dim_out, name);
    return isl_map_coalesce(map);
}

static void list_unknowns(struct walker *walker, const struct layout *layout, struct access *access)
{
    for (unsigned k = 0; k < layout->exposed_count; k++) {
        struct atom *atom = &walker->atoms[layout->exposed[k]];
        struct unknown unknown = { .id = (unsigned)layout->exposed[k], .is_choice = atom->is_choice, .expr = atom->expr,
                                   .loop_depth = atom->depth < access->depth ? atom->depth : access->depth,
                                   .object = atom->load_object };
        ARENA_PUSH(walker->arena, access->unknowns, access->unknown_count, unknown);
    }
}

/* Build the relation of "raw" with the subscripts of "shape". False if they do not fit (nothing is built). */
static bool build(struct walker *walker, struct raw_access *raw, const struct shape *shape, bool must_prove)
{
    struct access *access = raw->access;
    const struct polynomial *subscripts[MAX_DIMENSIONS];
    struct layout layout = layout_at(walker, access->depth);
    memcpy(layout.iterations, raw->iterations, access->depth * sizeof *layout.iterations);
    bool is_scalar = access->object->is_scalar && shape->count == 1 && polynomial_is_constant(raw->offset, NULL) &&
                     !raw->offset->count;
    if (!split(walker, shape, raw->offset, subscripts))
        return false;
    long long length = raw->size > 0 ? raw->size / shape->unit : 0;
    const struct polynomial *extent = polynomial_constant(walker->arena, length);
    if (raw->extent) {
        struct shape flat = { .count = 1, .unit = shape->unit, .strides = { polynomial_constant(walker->arena, shape->unit) } };
        if (shape->count > 1 || !split(walker, &flat, raw->extent, &extent))
            return false;
    }
    gather(&layout, raw->row);
    for (unsigned k = 0; k < shape->count; k++) {
        gather(&layout, subscripts[k]);
        prepare_products(walker, subscripts[k]);
    }
    gather(&layout, extent);
    prepare_products(walker, extent);
    prepare(&layout, &raw->guards);
    layout.element_count = is_scalar ? 0 : shape->count + (raw->row ? 1 : 0);
    isl_set *set = isl_set_universe(space_of(&layout));
    set = restrict_all(&layout, set, &raw->guards);
    set = restrict_unknowns(&layout, set);
    set = isl_set_intersect_params(set, isl_set_align_params(isl_set_copy(walker->region->context), isl_set_get_space(set)));
    if (must_prove && !is_scalar) {
        isl_set *known = restrict_parameters(&layout, isl_set_copy(set));
        bool is_within = is_within_extents(&layout, known, shape, subscripts, length);
        isl_set_free(known);
        if (!is_within) {
            isl_set_free(set);
            return false;
        }
    }
    bool guards_are_inexact = layout.is_inexact;
    layout.is_inexact = false;
    const struct polynomial *one = polynomial_constant(walker->arena, 1);
    unsigned at = 0;
    if (raw->row && !is_scalar)
        set = element_range(&layout, set, at++, raw->row, one);
    for (unsigned k = 0; !is_scalar && k < shape->count; k++)
        set = element_range(&layout, set, at++, subscripts[k], k + 1 == shape->count ? extent : one);
    bool subscripts_are_inexact = layout.is_inexact;
    list_unknowns(walker, &layout, access);
    access->relation = to_relation(&layout, set, access);
    access->is_must &= !guards_are_inexact && !subscripts_are_inexact;
    access->object->rank = layout.element_count;
    access->object->unit = shape->unit;
    return true;
}

/* Undo what a shape that did not fit has built. */
static void unbuild(struct walker *walker, const struct object *object)
{
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct access *access = walker->raws[k].access;
        if (access->object != object)
            continue;
        access->relation = isl_map_free(access->relation);
        access->unknowns = NULL;
        access->unknown_count = 0;
    }
}

static bool build_all(struct walker *walker, struct object *object, const struct shape *shape, bool must_prove)
{
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        if (raw->access->object == object && raw->offset && !build(walker, raw, shape, must_prove)) {
            unbuild(walker, object);
            return false;
        }
    }
    return true;
}

static bool is_linear(struct walker *walker, const struct object *object)
{
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        for (unsigned t = 0; raw->access->object == object && raw->offset && t < raw->offset->count; t++) {
            const struct term *term = &raw->offset->terms[t];
            struct term part = parameter_part(walker, term);
            if (term->degree > 1 && part.degree < term->degree)
                return false;
        }
    }
    return true;
}

/* "text" in parentheses unless it is one word. */
static const char *factor_text(struct walker *walker, const char *text)
{
    for (const char *p = text; *p; p++)
        if (strchr("+-*/%?<>=&| ", *p))
            return arena_printf(walker->arena, "(%s)", text);
    return text;
}

/* Note the strides of "shape" as C text for address computations at run time (longs, so that nothing overflows). */
static void note_strides(struct walker *walker, struct object *object, const struct shape *shape)
{
    unsigned first = object->kind == OBJECT_ROWS ? 1 : 0;
    for (unsigned k = 0; k < shape->count && first + k < 8; k++) {
        const struct term *term = &shape->strides[k]->terms[0];
        const char *text = arena_printf(walker->arena, "%lldL", term->coefficient);
        for (unsigned a = 0; text && a < term->degree; a++) {
            const struct parameter *parameter = walker->atoms[term->atoms[a]].parameter;
            text = parameter && parameter->text
                       ? arena_printf(walker->arena, "%s * %s", text, factor_text(walker, parameter->text))
                       : NULL;
        }
        object->stride_text[first + k] = text;
    }
}

static void build_object(struct walker *walker, struct object *object)
{
    if (object->kind == OBJECT_UNKNOWN)
        return;
    struct region *region = walker->region;
    struct shape shape;
    if (is_linear(walker, object)) {
        shape = constant_shape(walker, object);
        if (!build_all(walker, object, &shape, shape.count > 1)) {
            shape = flat_shape(walker, object);
            build_all(walker, object, &shape, false);
        }
        note_strides(walker, object, &shape);
        return;
    }
    if (!symbolic_shape(walker, object, &shape))
        return;
    note_strides(walker, object, &shape);
    if (build_all(walker, object, &shape, true))
        return;
    if (shape.is_declared && build_all(walker, object, &shape, false)) {
        const char *name = object->text ? object->text : "an array";
        const char *words = arena_printf(walker->arena, "subscripts stay within the extents of %s", name);
        ARENA_PUSH(walker->arena, region->assumptions, region->assumption_count, words);
    }
}

/* Give every access its relation. */
void relations_build(struct walker *walker)
{
    for (unsigned k = 0; k < walker->region->object_count; k++)
        build_object(walker, walker->region->objects[k]);
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        if (!raw->access->relation)
            raw->access->is_must = false;
    }
}
