#include "analysis/assume.h"

#include <stdlib.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/space.h>
#include <isl/val.h>

/* A condition under construction. */
struct condition {
    struct walker *walker;
    isl_set *holds; /* the parameters that satisfy it */
    const char *text;
    bool is_bad;
};

static const struct parameter *parameter_at(const struct region *region, isl_constraint *constraint, unsigned at)
{
    isl_space *space = isl_constraint_get_space(constraint);
    isl_id *id = isl_space_get_dim_id(space, isl_dim_param, at);
    const struct parameter *found = NULL;
    for (unsigned k = 0; k < region->parameter_count; k++)
        if (region->parameters[k].id == id)
            found = &region->parameters[k];
    isl_id_free(id);
    isl_space_free(space);
    return found;
}

/* "factor" times the value of "parameter", computed without wrapping around. */
static const char *term_text(struct arena *arena, const struct parameter *parameter, long factor, bool needs_long)
{
    const char *name = parameter->text;
    if (strpbrk(name, "+-*/%?<>=&|^ ") && !strstr(name, "->"))
        name = arena_printf(arena, "(%s)", name);
    bool is_wide = !parameter->type->is_unsigned && parameter->type->bits >= 64;
    if (!is_wide && (parameter->type->is_unsigned || needs_long || factor != 1))
        name = arena_printf(arena, "(long)%s", name);
    return factor == 1 ? name : arena_printf(arena, "%ld * %s", factor, name);
}

/* What "constraint" (value >= 0) adds up on one side of its negation, value < 0: the terms of value with "sign", its
 * constant given as "constant". */
static const char *side_text(struct condition *condition, isl_constraint *constraint, int sign, long constant)
{
    struct region *region = condition->walker->region;
    const char *text = NULL;
    constant *= sign;
    unsigned count = 0;
    for (int round = 0; round < 2; round++)
        for (unsigned k = 0; k < (unsigned)isl_constraint_dim(constraint, isl_dim_param); k++) {
            isl_val *value = isl_constraint_get_coefficient_val(constraint, isl_dim_param, (int)k);
            long factor = isl_val_get_num_si(value) * sign;
            isl_val_free(value);
            if (factor <= 0)
                continue;
            const struct parameter *parameter = parameter_at(region, constraint, k);
            if (!parameter || !parameter->text || !parameter->type) {
                condition->is_bad = true;
                return NULL;
            }
            if (round == 0) {
                count++;
                continue;
            }
            const char *term = term_text(region->arena, parameter, factor, count + (constant > 0) > 1);
            text = text ? arena_printf(region->arena, "%s + %s", text, term) : term;
        }
    if (text && constant > 0)
        text = arena_printf(region->arena, "%s + %ld", text, constant);
    return text ? text : arena_printf(region->arena, "%ld", constant > 0 ? constant : 0);
}

static unsigned parameters_in(isl_constraint *constraint)
{
    unsigned count = 0;
    for (unsigned k = 0; k < (unsigned)isl_constraint_dim(constraint, isl_dim_param); k++)
        count += isl_constraint_involves_dims(constraint, isl_dim_param, k, 1) == isl_bool_true;
    return count;
}

/* Whether sizes like those of users satisfy "holds": some parameters that are all large. */
static bool is_plausible(const isl_set *holds)
{
    enum { LARGE = 16 };
    isl_set *large = isl_set_copy((isl_set *)holds);
    for (unsigned k = 0; k < (unsigned)isl_set_dim(large, isl_dim_param); k++)
        if (isl_set_involves_dims(large, isl_dim_param, k, 1) == isl_bool_true)
            large = isl_set_lower_bound_si(large, isl_dim_param, k, LARGE);
    bool is_empty = isl_set_is_empty(large) != isl_bool_false;
    isl_set_free(large);
    return !is_empty;
}

/* Demand that "constraint" does not hold. False if that is not what sizes of users do. */
static bool negate(struct condition *condition, isl_constraint *constraint)
{
    isl_basic_set *yes = isl_basic_set_universe(isl_constraint_get_space(constraint));
    yes = isl_basic_set_add_constraint(yes, isl_constraint_copy(constraint));
    isl_set *holds = isl_set_complement(isl_set_from_basic_set(yes));
    if (!is_plausible(holds)) {
        isl_set_free(holds);
        return false;
    }
    isl_val *constant_val = isl_constraint_get_constant_val(constraint);
    long constant = isl_val_get_num_si(constant_val);
    isl_val_free(constant_val);
    const char *relation = constant == -1 ? "<=" : "<";
    constant += constant == -1;
    const char *low = side_text(condition, constraint, 1, constant);
    const char *high = side_text(condition, constraint, -1, constant);
    if (condition->is_bad) {
        isl_set_free(holds);
        return true;
    }
    struct arena *arena = condition->walker->arena;
    const char *text = arena_printf(arena, "%s %s %s", low, relation, high);
    const char *known = condition->text;
    if (!known || !strstr(known, text))
        condition->text = known ? arena_printf(arena, "%s && %s", known, text) : text;
    condition->holds = isl_set_intersect(condition->holds, holds);
    return true;
}

/* Demand that the parameters are not in "set": that its constraint with the most parameters does not hold. */
static isl_stat exclude(isl_basic_set *set, void *user)
{
    struct condition *condition = user;
    isl_constraint_list *list = isl_basic_set_get_constraint_list(set);
    int count = isl_constraint_list_n_constraint(list);
    bool is_done = isl_basic_set_dim(set, isl_dim_div) != 0;
    condition->is_bad |= is_done || count < 0;
    for (unsigned wanted = 8; wanted > 0 && !is_done && !condition->is_bad; wanted--)
        for (int k = 0; k < count && !is_done; k++) {
            isl_constraint *constraint = isl_constraint_list_get_constraint(list, k);
            if (!isl_constraint_is_equality(constraint) && parameters_in(constraint) == wanted)
                is_done = negate(condition, constraint);
            isl_constraint_free(constraint);
        }
    condition->is_bad |= !is_done;
    isl_constraint_list_free(list);
    isl_basic_set_free(set);
    return condition->is_bad ? isl_stat_error : isl_stat_ok;
}

bool assume_never(struct walker *walker, isl_set *outside, isl_set *possible)
{
    struct region *region = walker->region;
    struct condition condition = { .walker = walker, .text = region->check_text };
    outside = isl_set_coalesce(isl_set_gist_params(outside, isl_set_copy(possible)));
    condition.holds = isl_set_universe(isl_set_get_space(outside));
    isl_set_foreach_basic_set(outside, exclude, &condition);
    if (!condition.is_bad) {
        isl_set *reached = isl_set_intersect(isl_set_copy(condition.holds), isl_set_copy(possible));
        isl_set *broken = isl_set_intersect(isl_set_copy(reached), isl_set_copy(outside));
        condition.is_bad = isl_set_is_empty(reached) != isl_bool_false || isl_set_is_empty(broken) != isl_bool_true;
        isl_set_free(reached);
        isl_set_free(broken);
    }
    isl_set_free(outside);
    if (condition.is_bad) {
        isl_set_free(condition.holds);
        return false;
    }
    region->check_text = condition.text;
    region->assumed = isl_set_intersect(region->assumed, condition.holds);
    return true;
}
