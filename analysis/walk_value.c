#include <limits.h>
#include <string.h>

#include <isl/id.h>

#include "analysis/walk.h"

int walk_atom(struct walker *walker, enum atom_kind kind)
{
    struct atom atom = { .kind = kind, .depth = walker->depth };
    ARENA_PUSH(walker->arena, walker->atoms, walker->atom_count, atom);
    return (int)walker->atom_count - 1;
}

struct value value_integer(const struct polynomial *number)
{
    return (struct value){ .kind = number ? VALUE_INTEGER : VALUE_NONE, .number = number };
}

/* A fresh unknown for the value of "expr" (may be NULL), computed at this point of the walk. */
const struct polynomial *walk_unknown(struct walker *walker, struct expr *expr)
{
    int atom = walk_atom(walker, ATOM_UNKNOWN);
    walker->atoms[atom].expr = expr;
    const struct polynomial *unknown = polynomial_atom(walker->arena, atom);
    if (expr)
        walk_type_range(walker, unknown, expr->type);
    return unknown;
}

/* A fresh 0/1 unknown: a branch that is not affine. */
const struct polynomial *walk_choice(struct walker *walker)
{
    const struct polynomial *choice = walk_unknown(walker, NULL);
    const struct polynomial *one = polynomial_constant(walker->arena, 1);
    struct constraint range[] = { { choice, false }, { polynomial_subtract(walker->arena, one, choice), false } };
    walker->atoms[choice->terms[0].atoms[0]].is_choice = true;
    walk_alternative(walker, choice, range, 2);
    return choice;
}

/* Add to what is known of "unknown" (a polynomial that is just its atom) that "constraints" may be what holds. */
void walk_alternative(struct walker *walker, const struct polynomial *unknown, const struct constraint *constraints,
                      unsigned count)
{
    struct atom *atom = &walker->atoms[unknown->terms[0].atoms[0]];
    struct conjunction alternative = { ARENA_ARRAY(walker->arena, struct constraint, count ? count : 1), count };
    if (count)
        memcpy(alternative.constraints, constraints, count * sizeof *constraints);
    ARENA_PUSH(walker->arena, atom->alternatives, atom->alternative_count, alternative);
}

/* Note that the alternatives of "unknown" leave it no freedom. */
void walk_determine(struct walker *walker, const struct polynomial *unknown)
{
    walker->atoms[unknown->terms[0].atoms[0]].is_determined = true;
}

/* Note the range of "type" for the fresh unknown "unknown". */
void walk_type_range(struct walker *walker, const struct polynomial *unknown, const struct type *type)
{
    if (!type_is_integer(type) || (type->bits >= 64 && !type->is_unsigned))
        return;
    struct arena *arena = walker->arena;
    bool is_bool = type->kind == TYPE_BOOL;
    long long low = is_bool || type->is_unsigned ? 0 : -(1LL << (type->bits - 1));
    struct constraint range[2] = { { polynomial_subtract(arena, unknown, polynomial_constant(arena, low)), false } };
    unsigned count = 1;
    if (type->bits < 64) {
        long long high = is_bool ? 1 : (1LL << (type->bits - !type->is_unsigned)) - 1;
        range[count++].value = polynomial_subtract(arena, polynomial_constant(arena, high), unknown);
    }
    walk_alternative(walker, unknown, range, count);
}

/* The parameter that "expr" (or, if NULL, "text") stands for: a value that does not change in the region. */
const struct polynomial *walk_parameter(struct walker *walker, struct expr *expr, const char *text, struct type *type)
{
    struct region *region = walker->region;
    for (unsigned k = 0; text && k < walker->atom_count; k++)
        if (walker->atoms[k].kind == ATOM_PARAMETER && walker->atoms[k].parameter->text &&
            !strcmp(walker->atoms[k].parameter->text, text))
            return polynomial_atom(walker->arena, (int)k);
    int atom = walk_atom(walker, ATOM_PARAMETER);
    struct parameter *parameter = ARENA_NEW(walker->arena, struct parameter);
    parameter->expr = expr;
    parameter->text = text;
    parameter->type = type;
    char *name = arena_printf(walker->arena, "p%u_%s", region->parameter_count, text ? text : "");
    for (char *p = name; *p; p++)
        if (!((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z')))
            *p = '_';
    parameter->id = isl_id_alloc(region->ctx, name, parameter);
    walker->atoms[atom].parameter = parameter;
    ARENA_PUSH(walker->arena, region->parameters, region->parameter_count, *parameter);
    const struct polynomial *value = polynomial_atom(walker->arena, atom);
    if (type)
        walk_type_range(walker, value, type);
    return value;
}

/* The binding of "variable", or NULL. */
struct value *walk_binding(struct walker *walker, struct variable *variable)
{
    for (unsigned k = walker->binding_count; k-- > 0;)
        if (walker->bindings[k].variable == variable)
            return &walker->bindings[k].value;
    return NULL;
}

void walk_bind(struct walker *walker, struct variable *variable, struct value value)
{
    struct value *old = walk_binding(walker, variable);
    if (old) {
        *old = value;
        return;
    }
    if (walker->binding_count == walker->binding_capacity) {
        unsigned capacity = walker->binding_capacity ? 2 * walker->binding_capacity : 64;
        struct binding *grown = ARENA_ARRAY(walker->arena, struct binding, capacity);
        if (walker->binding_count)
            memcpy(grown, walker->bindings, walker->binding_count * sizeof *grown);
        walker->bindings = grown;
        walker->binding_capacity = capacity;
    }
    walker->bindings[walker->binding_count++] = (struct binding){ variable, value };
}

/* Whether "value" is made of constants and parameters alone. */
bool walk_is_invariant(struct walker *walker, const struct polynomial *value)
{
    if (!value)
        return false;
    for (unsigned t = 0; t < value->count; t++)
        for (unsigned k = 0; k < value->terms[t].degree; k++)
            if (walker->atoms[value->terms[t].atoms[k]].kind != ATOM_PARAMETER)
                return false;
    return true;
}

/* Whether "value", which has products in it, is provably not negative: its linear part is not, and each product has a
 * positive coefficient and factors that are not negative. */
static bool is_sum_of_positive_products(struct walker *walker, const struct polynomial *value)
{
    const struct polynomial *linear = polynomial_constant(walker->arena, 0);
    for (unsigned t = 0; t < value->count; t++) {
        const struct term *term = &value->terms[t];
        if (term->degree <= 1) {
            const struct polynomial *part = term->degree ? polynomial_atom(walker->arena, term->atoms[0])
                                                         : polynomial_constant(walker->arena, 1);
            linear = polynomial_add(walker->arena, linear, polynomial_scale(walker->arena, part, term->coefficient));
            continue;
        }
        if (term->coefficient < 0)
            return false;
        for (unsigned k = 0; k < term->degree; k++)
            if (!walk_is_within(walker, polynomial_atom(walker->arena, term->atoms[k]), 0, NULL))
                return false;
    }
    return walk_is_within(walker, linear, 0, NULL);
}

/* Whether "value" is provably at least "low" (and at most "*high") wherever the walk stands now. */
bool walk_is_within(struct walker *walker, const struct polynomial *value, long long low, const long long *high)
{
    long long constant;
    if (!value)
        return false;
    if (polynomial_is_constant(value, &constant))
        return constant >= low && (!high || constant <= *high);
    bool has_products = false;
    for (unsigned t = 0; t < value->count; t++)
        has_products |= value->terms[t].degree > 1;
    if (has_products)
        return !high && low <= 0 && is_sum_of_positive_products(walker, value);
    for (int side = 0; side < (high ? 2 : 1); side++) {
        /* the opposite: value <= low - 1, or value >= high + 1 */
        const struct polynomial *bound = polynomial_constant(walker->arena, side ? *high + 1 : low - 1);
        struct constraint opposite = { side ? polynomial_subtract(walker->arena, value, bound)
                                            : polynomial_subtract(walker->arena, bound, value),
                                       false };
        struct conjunction guards = { ARENA_ARRAY(walker->arena, struct constraint, walker->guard_count + 1), 0 };
        for (unsigned k = 0; k < walker->guard_count; k++)
            guards.constraints[guards.count++] = walker->guards[k];
        guards.constraints[guards.count++] = opposite;
        for (unsigned t = 0; opposite.value && t < opposite.value->count; t++)
            if (opposite.value->terms[t].degree > 1)
                return false;
        if (!opposite.value)
            return false;
        isl_set *set = relation_guards(walker, &guards);
        isl_bool is_empty = isl_set_is_empty(set);
        isl_set_free(set);
        if (is_empty != isl_bool_true)
            return false;
    }
    return true;
}

struct text_check {
    struct walker *walker;
    bool is_bad;
};

static void check_text_expr(struct expr *expr, void *user)
{
    struct text_check *check = user;
    struct walker *walker = check->walker;
    if (expr->kind == EXPR_CALL || expr->kind == EXPR_ASSIGN || expr->kind == EXPR_STATEMENT ||
        (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC))
        check->is_bad = true;
    if (expr->kind != EXPR_VARIABLE || !expr->variable)
        return;
    for (unsigned k = 0; k < walker->assigned_count; k++)
        if (walker->assigned[k] == expr->variable)
            check->is_bad = true;
    struct stmt *declaration = expr->variable->declaration;
    if (declaration && stmt_contains(walker->region->loop->stmt, declaration))
        check->is_bad = true;
}

/* The user's text of "expr" if it can be evaluated in front of the loop with the same value, else NULL. */
const char *walk_text(struct walker *walker, struct expr *expr)
{
    if (!expr || walker->call_depth)
        return NULL;
    struct text_check check = { walker, false };
    expr_visit(expr, check_text_expr, &check);
    if (check.is_bad)
        return NULL;
    struct expr *plain = expr_skip_casts(expr);
    if (plain->kind == EXPR_VARIABLE)
        return plain->variable->name;
    if (expr->place.from_macro)
        return NULL;
    return unit_source(walker->region->loop->function->unit, expr->place);
}
