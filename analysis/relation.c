#include <stdlib.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/space.h>
#include <isl/val.h>

#include "analysis/assume.h"
#include "analysis/shape.h"

enum { MAX_UNKNOWNS = 40 };

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
    isl_constraint *c =
        constraint->is_equality ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
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

/* ---- relations
 * ------------------------------------------------------------------------------------------------------- */

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

/* Parameters for which the subscripts of an object leave its extents, and those for which it is accessed. */
struct extent_assumption {
    isl_set *outside, *possible;
};

/* Restrict "set", the points of an access, to those where its subscripts as they were written stay within declared
 * arrays. C promises that they do (C11 J.2: "a[1][7] given the declaration int a[4][5]") and every compiler relies on
 * it, but a promise that the loop cannot keep is not believed. */
static isl_set *restrict_by_promises(struct layout *layout, isl_set *set, const struct raw_access *raw)
{
    struct arena *arena = layout->walker->arena;
    for (const struct subscript *s = raw->subscripts; s; s = s->next)
        for (int side = 0; s->extent && side < 2; side++) {
            const struct polynomial *last = polynomial_subtract(arena, s->extent, polynomial_constant(arena, 1));
            struct constraint promise = { side ? polynomial_subtract(arena, last, s->index) : s->index, false };
            struct constraint breach = { polynomial_subtract(arena, polynomial_constant(arena, -1), promise.value),
                                         false };
            struct layout copy = *layout;
            copy.is_inexact = false;
            isl_set *broken = isl_set_params(restrict_by(&copy, isl_set_copy(set), &breach));
            isl_set *possible = isl_set_params(isl_set_copy(set));
            if (!copy.is_inexact && isl_set_is_subset(possible, broken) == isl_bool_false)
                set = restrict_by(&copy, set, &promise);
            isl_set_free(possible);
            isl_set_free(broken);
        }
    return set;
}

/* The points of "domain" where some subscript but the first lies outside its extent; NULL if that cannot be told. */
static isl_set *outside_extents(struct layout *layout, const isl_set *domain, const struct shape *shape,
                                const struct polynomial *const *subscripts, long long last_length)
{
    struct arena *arena = layout->walker->arena;
    isl_set *outside = isl_set_empty(isl_set_get_space((isl_set *)domain));
    for (unsigned k = 1; k < shape->count; k++) {
        const struct polynomial *length = polynomial_constant(arena, k + 1 == shape->count ? last_length : 1);
        const struct polynomial *minus_one = polynomial_constant(arena, -1);
        const struct polynomial *end = polynomial_add(arena, subscripts[k], length);
        struct constraint below = { polynomial_subtract(arena, minus_one, subscripts[k]), false };
        struct constraint above = {
            polynomial_subtract(arena, polynomial_add(arena, end, minus_one), shape->extents[k]), false
        };
        for (int side = 0; side < 2; side++) {
            struct layout copy = *layout;
            copy.is_inexact = false;
            isl_set *part = restrict_by(&copy, isl_set_copy((isl_set *)domain), side ? &above : &below);
            outside = isl_set_union(outside, part);
            if (copy.is_inexact)
                return isl_set_free(outside);
        }
    }
    return outside;
}

/* Whether every subscript but the first lies within its extent in "domain", for all parameters, or (if "assumed" is not
 * NULL) for some: those for which it does not are added to assumed->outside. */
static bool is_within_extents(struct layout *layout, const isl_set *domain, const struct shape *shape,
                              const struct polynomial *const *subscripts, long long last_length,
                              struct extent_assumption *assumed)
{
    isl_set *outside = outside_extents(layout, domain, shape, subscripts, last_length);
    bool is_within = outside && isl_set_is_empty(outside) == isl_bool_true;
    if (!outside || is_within || !assumed) {
        isl_set_free(outside);
        return is_within;
    }
    isl_set *bad = isl_set_params(outside), *possible = isl_set_params(isl_set_copy((isl_set *)domain));
    is_within = isl_set_is_subset(possible, bad) == isl_bool_false;
    if (is_within) {
        assumed->outside = isl_set_union(assumed->outside, bad);
        assumed->possible = isl_set_union(assumed->possible, possible);
    } else {
        isl_set_free(bad);
        isl_set_free(possible);
    }
    return is_within;
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
        struct unknown unknown = { .id = (unsigned)layout->exposed[k],
                                   .is_choice = atom->is_choice,
                                   .expr = atom->expr,
                                   .loop_depth = atom->depth < access->depth ? atom->depth : access->depth,
                                   .object = atom->load_object };
        ARENA_PUSH(walker->arena, access->unknowns, access->unknown_count, unknown);
    }
}

/* Build the relation of "raw" with its offset split into "subscripts" by "shape". False, and nothing is built, if some
 * subscript but the first may lie outside its extent: two different lists of subscripts could then be one element. */
static bool build_split(struct walker *walker, struct raw_access *raw, const struct shape *shape,
                        const struct polynomial *const *subscripts, struct extent_assumption *assumed)
{
    struct access *access = raw->access;
    struct layout layout = layout_at(walker, access->depth);
    memcpy(layout.iterations, raw->iterations, access->depth * sizeof *layout.iterations);
    bool is_scalar = access->object->is_scalar && shape->count == 1 && polynomial_is_constant(raw->offset, NULL) &&
                     !raw->offset->count;
    long long length = raw->size > 0 ? raw->size / shape->unit : 0;
    const struct polynomial *extent = polynomial_constant(walker->arena, length);
    if (raw->extent) {
        extent = shape_units(walker, shape, raw->extent);
        if (shape->count > 1 || !extent)
            return false;
    }
    gather(&layout, raw->row);
    for (unsigned k = 0; k < shape->count; k++) {
        gather(&layout, subscripts[k]);
        prepare_products(walker, subscripts[k]);
        prepare_products(walker, shape->extents[k]);
    }
    for (const struct subscript *s = raw->subscripts; s; s = s->next)
        prepare_products(walker, s->extent);
    gather(&layout, extent);
    prepare_products(walker, extent);
    prepare(&layout, &raw->guards);
    layout.element_count = is_scalar ? 0 : shape->count + (raw->row ? 1 : 0);
    isl_set *set = isl_set_universe(space_of(&layout));
    set = restrict_all(&layout, set, &raw->guards);
    set = restrict_unknowns(&layout, set);
    set = isl_set_intersect_params(set,
                                   isl_set_align_params(isl_set_copy(walker->region->context), isl_set_get_space(set)));
    if (shape->count > 1 && !is_scalar) {
        isl_set *known = restrict_parameters(&layout, isl_set_copy(set));
        known = restrict_by_promises(&layout, known, raw);
        bool is_within = is_within_extents(&layout, known, shape, subscripts, length, assumed);
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

static bool build(struct walker *walker, struct raw_access *raw, const struct shape *shape,
                  struct extent_assumption *assumed)
{
    const struct polynomial *subscripts[MAX_DIMENSIONS];
    for (int step = 0; step < (assumed ? 2 : 1); step++)
        for (unsigned attempt = 0; attempt < MAX_SPLIT_TRIES; attempt++)
            if (shape_split(walker, shape, raw, attempt, subscripts) &&
                build_split(walker, raw, shape, subscripts, step ? assumed : NULL))
                return true;
    return false;
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

static bool build_all(struct walker *walker, struct object *object, const struct shape *shape,
                      struct extent_assumption *assumed)
{
    for (unsigned k = 0; k < walker->raw_count; k++) {
        struct raw_access *raw = &walker->raws[k];
        if (raw->access->object == object && raw->offset && !build(walker, raw, shape, assumed)) {
            unbuild(walker, object);
            return false;
        }
    }
    return true;
}

/* Build the accesses to "object" under the condition, to be tested at run time, that they stay within its rows. */
static bool build_assuming(struct walker *walker, struct object *object, const struct shape *shape)
{
    isl_space *space = isl_space_params_alloc(walker->region->ctx, 0);
    struct extent_assumption assumed = { isl_set_empty(isl_space_copy(space)), isl_set_empty(isl_space_copy(space)) };
    isl_space_free(space);
    bool is_built = build_all(walker, object, shape, &assumed);
    if (!is_built)
        isl_set_free(assumed.outside);
    else if (!assume_never(walker, assumed.outside, assumed.possible)) {
        unbuild(walker, object);
        is_built = false;
    }
    isl_set_free(assumed.possible);
    return is_built;
}

static void build_object(struct walker *walker, struct object *object)
{
    struct shape shape;
    for (int is_assuming = 0; object->kind != OBJECT_UNKNOWN && is_assuming < 2; is_assuming++)
        for (unsigned attempt = 0; attempt < MAX_SHAPE_TRIES; attempt++)
            if (shape_guess(walker, object, attempt, &shape) && (!is_assuming || shape.count > 1) &&
                (is_assuming ? build_assuming(walker, object, &shape) : build_all(walker, object, &shape, NULL))) {
                shape_note_strides(walker, object, &shape);
                return;
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
