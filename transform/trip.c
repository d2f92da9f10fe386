#include "transform/trip.h"

#include <isl/aff.h>
#include <math.h>
#include <string.h>

#include "transform/expr_text.h"

/* ---- the ends of the loop -----------------------------------------------------------------------------------------
 */

/* One end of the range that the counter runs through: "text" + "offset" (text NULL: just the offset). */
struct end {
    const char *text; /* an operand */
    long long offset;
    const struct type *type;
    bool is_simple; /* a constant or a plain expression without calls */
};

static bool is_constant(const struct expr *expr)
{
    return expr->has_value && expr->int_value > -(1LL << 40) && expr->int_value < 1LL << 40;
}

static bool is_wide_type(const struct type *type)
{
    return type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->bits >= 64);
}

/* Whether a value of "type" (NULL: of an expression made here) needs no cast to be computed with as a long. */
static bool is_long(const struct type *type)
{
    return !type || (type->kind == TYPE_INT && type->bits == 64 && !type->is_unsigned);
}

/* The value of "expr" as an end; false if it has no text. */
static bool end_of(struct arena *arena, const struct region *region, struct expr *expr, struct end *end)
{
    expr = expr_skip_implicit(expr);
    end->type = expr->type;
    end->is_simple = expr_is_repeatable(expr);
    if (is_constant(expr)) {
        end->text = NULL;
        end->offset = expr->int_value;
        return true;
    }
    end->offset = 0;
    end->text = expr_operand_text(arena, region->loop, expr);
    return end->text != NULL;
}

/* Where the counter starts ("first") and the value it is compared with ("limit", with the shifts of the test applied).
 */
static bool find_ends(struct arena *arena, const struct region *region, struct end *first, struct end *limit,
                      const char **why)
{
    const struct iteration *iteration = &region->iteration;
    *first = *limit = (struct end){ 0 };
    *why = "the number of iterations has no text";
    if (!iteration->upper || iteration->step == 0)
        return false;
    if (iteration->lower ? !end_of(arena, region, iteration->lower, first) : !iteration->variable)
        return false;
    if (!iteration->lower) {
        first->text = iteration->variable->name;
        first->type = iteration->variable->type;
        first->is_simple = true;
    }
    if (!end_of(arena, region, iteration->upper, limit))
        return false;
    limit->offset -= iteration->shift;
    if (!iteration->shift_expr)
        return true;
    struct end shift;
    if (!end_of(arena, region, iteration->shift_expr, &shift))
        return false;
    limit->is_simple &= shift.is_simple;
    limit->offset -= shift.offset;
    if (!shift.text)
        return true;
    if (limit->text) {
        limit->text =
            arena_printf(arena, "(%s%s - %s)", is_wide_type(limit->type) ? "" : "(long)", limit->text, shift.text);
    } else {
        limit->text = arena_printf(arena, "(%lldL - %s)", limit->offset, shift.text);
        limit->offset = 0;
    }
    limit->type = NULL;
    return true;
}

/* ---- the number of iterations -------------------------------------------------------------------------------------
 */

/* "text" plus the constant "offset", as a long. */
static const char *plus(struct arena *arena, const char *text, long long offset)
{
    if (!text)
        return arena_printf(arena, "%lld", offset);
    if (offset == 0)
        return text;
    return offset > 0 ? arena_printf(arena, "%s + %lld", text, offset)
                      : arena_printf(arena, "%s - %lld", text, -offset);
}

/* See trip.h. All arithmetic is done in long: differences of 32-bit values cannot overflow there, and those of wider
 * ones only if the user's loop had no end. */
const char *trip_count_text(struct arena *arena, const struct region *region, const char **why)
{
    const struct iteration *iteration = &region->iteration;
    const char *ignored;
    if (!why)
        why = &ignored;
    if (iteration->constant_trip >= 0)
        return arena_printf(arena, "%lld", iteration->constant_trip);
    struct end first, limit;
    if (!find_ends(arena, region, &first, &limit, why))
        return NULL;
    bool is_up = iteration->step > 0;
    struct end high = is_up ? limit : first, low = is_up ? first : limit;
    long long step = is_up ? iteration->step : -iteration->step;
    long long offset = high.offset - low.offset;
    if (iteration->compare == OP_LE || iteration->compare == OP_GE)
        offset++;
    if (step > 1)
        offset += step - 1;
    const char *span = NULL;
    bool is_pointer = first.type && (first.type->kind == TYPE_POINTER || first.type->kind == TYPE_ARRAY);
    if (high.text && low.text)
        span = arena_printf(arena, "%s%s - %s", is_pointer || is_long(high.type) ? "" : "(long)", high.text, low.text);
    else if (high.text)
        span = arena_printf(arena, "%s%s", is_long(high.type) || !(offset || high.type->is_unsigned) ? "" : "(long)",
                            high.text);
    else if (low.text)
        span = arena_printf(arena, "-(long)%s", low.text);
    const char *count = plus(arena, span, offset);
    if (step > 1)
        count = arena_printf(arena, "(%s) / %lld", count, step);
    if (iteration->runs_at_least_once)
        count = arena_printf(arena, "%s > 1 ? %s : 1", count, count);
    return count;
}

/* See trip.h. */
bool trip_is_positive(const struct region *region)
{
    const struct iteration *iteration = &region->iteration;
    if (iteration->constant_trip > 0 || iteration->runs_at_least_once)
        return true;
    if (iteration->constant_trip == 0 || !iteration->trip || !region->context)
        return false;
    isl_set *positive = isl_pw_aff_pos_set(isl_pw_aff_copy(iteration->trip));
    isl_bool is_positive = isl_set_is_subset(region->context, positive);
    isl_set_free(positive);
    return is_positive == isl_bool_true;
}

/* See trip.h. */
long long trip_rounded(double least)
{
    double unit = 1;
    while (least / unit >= 100)
        unit *= 10;
    return (long long)(ceil(least / unit) * unit);
}

/* See trip.h. */
const char *trip_guard_text(struct arena *arena, const struct region *region, double least)
{
    const struct iteration *iteration = &region->iteration;
    struct end first, limit;
    const char *why;
    if (least > 1e15 || !find_ends(arena, region, &first, &limit, &why) || !first.is_simple || !limit.is_simple)
        return NULL;
    bool is_up = iteration->step > 0;
    struct end high = is_up ? limit : first, low = is_up ? first : limit;
    long long step = is_up ? iteration->step : -iteration->step;
    long long threshold = trip_rounded(least) * step;
    if (!high.text) /* the far end is a constant: compare the near one with what is left */
        return low.text && high.offset - threshold > 0
                   ? arena_printf(arena, "%s < %lld", low.text, high.offset - threshold)
                   : NULL;
    if (!low.text)
        return arena_printf(arena, "%s > %lld", high.text,
                            trip_rounded((double)(threshold + low.offset - high.offset)));
    const char *widened = "";
    if (high.type && high.type->kind == TYPE_INT)
        widened = is_wide_type(high.type) && !high.type->is_unsigned ? "(unsigned long)"
                  : is_wide_type(high.type)                          ? ""
                                                                     : "(long)";
    return arena_printf(arena, "%s%s - %s > %lld", widened, high.text, low.text, threshold);
}

/* See trip.h. */
const char *trip_factor_text(struct arena *arena, const struct region *region, bool *is_wide)
{
    struct end first, limit;
    const char *why;
    if (!find_ends(arena, region, &first, &limit, &why) || !first.is_simple || !limit.is_simple)
        return NULL;
    *is_wide = is_wide_type(first.type) || is_wide_type(limit.type);
    if (!first.text || !limit.text)
        return first.text ? first.text : limit.text;
    bool is_up = region->iteration.step > 0;
    return arena_printf(arena, "(%s - %s)", is_up ? limit.text : first.text, is_up ? first.text : limit.text);
}

/* ---- values of the counter ----------------------------------------------------------------------------------------
 */

/* See trip.h. */
const char *trip_first_text(struct arena *arena, const struct region *region, bool *is_fixed)
{
    const struct iteration *iteration = &region->iteration;
    *is_fixed = iteration->lower && expr_is_fixed(region->loop, iteration->lower);
    if (!iteration->lower)
        return iteration->variable ? iteration->variable->name : NULL;
    return expr_operand_text(arena, region->loop, iteration->lower);
}

/* See trip.h. */
const char *trip_value_text(struct arena *arena, const char *first, const char *index, long long step, long long shift)
{
    const char *scaled =
        step == 1 || step == -1 ? index : arena_printf(arena, "%lld * %s", step < 0 ? -step : step, index);
    const char *value = NULL;
    if (!strcmp(first, "0") && step > 0)
        value = scaled;
    else
        value = arena_printf(arena, "%s %c %s", first, step < 0 ? '-' : '+', scaled);
    if (shift)
        value = arena_printf(arena, "%s %c %lld", value, shift < 0 ? '-' : '+', shift < 0 ? -shift : shift);
    return value;
}
