#include "transform/work.h"

#include "transform/expr_text.h"
#include "transform/trip.h"

/* ---- constant work ------------------------------------------------------------------------------------------------
 */

/* While a loop's body is searched for loops whose length is not known. */
struct search {
    struct program *program;
    const struct loop *loop;
    bool found;
};

static bool has_constant_ends(const struct stmt *stmt)
{
    const struct expr *condition = stmt->condition;
    return stmt->kind == STMT_FOR && condition && condition->kind == EXPR_BINARY &&
           expr_skip_casts(condition->operands[1])->has_value;
}

static void find_loop(struct stmt *stmt, void *user)
{
    struct search *search = user;
    if (stmt->loop && stmt->loop != search->loop && !has_constant_ends(stmt))
        search->found = true;
}

static void find_call(struct expr *expr, void *user)
{
    struct search *search = user;
    struct function **callees;
    if (expr->kind != EXPR_CALL)
        return;
    unsigned count = program_callees(search->program, expr, &callees);
    for (unsigned k = 0; k < count; k++)
        search->found |= callees[k]->body && callees[k]->loop_count > 0;
    search->found |= count == 0;
}

/* See work.h. */
bool work_is_constant(const struct loop_facts *facts)
{
    struct search search = { facts->region->program, facts->loop, facts->region->work_is_data_dependent };
    stmt_visit(facts->loop->stmt, find_loop, &search);
    expr_visit_in(facts->loop->stmt, find_call, &search);
    return !search.found;
}

/* ---- the product of trip counts -----------------------------------------------------------------------------------
 */

enum { MAX_FACTORS = 4 };

/* "coefficient" operations times the trip counts "factors", which are known in front of the outermost loop. */
struct product {
    const struct region *factors[MAX_FACTORS];
    unsigned count;
    double coefficient;
};

/* Whether the ends of "inner"'s header are the same before "outer" and inside of it. */
static bool is_rectangular(const struct region *inner, const struct loop *outer)
{
    const struct iteration *iteration = &inner->iteration;
    return iteration->lower && iteration->upper && expr_is_fixed(outer, iteration->lower) &&
           expr_is_fixed(outer, iteration->upper) && !iteration->shift_expr;
}

/* The loop directly inside "loop" that does most of its work, as far as the analysis knows it, or NULL. */
static const struct loop_facts *heaviest_inside(struct scop *scop, const struct loop *loop, double *work)
{
    const struct loop_facts *heaviest = NULL;
    *work = 0;
    for (unsigned k = 0; k < loop->function->loop_count; k++) {
        struct loop *inner = loop->function->loops[k];
        const struct loop_facts *facts = inner->parent == loop ? scop_facts(scop, inner) : NULL;
        if (!facts || !facts->region)
            continue;
        double trip = facts->region->iteration.constant_trip;
        double total = facts->region->work * (trip < 0 ? 100 : trip);
        if (total > *work) {
            *work = total;
            heaviest = facts;
        }
    }
    return heaviest;
}

/* Multiply "product" by the loop of "facts" and by what is inside of it, seen from in front of "outermost". A triangle
 * counts as half of the rectangle around it, of which one side is the loop outside. */
static void multiply(struct scop *scop, struct product *product, const struct loop_facts *facts,
                     const struct loop *outermost)
{
    const struct region *region = facts->region;
    if (region->iteration.constant_trip >= 0)
        product->coefficient *= (double)region->iteration.constant_trip;
    else if (facts->loop == outermost || is_rectangular(region, outermost))
        product->factors[product->count++] = region;
    else if (product->count && region->iteration.kind != ITERATION_UNKNOWN) {
        product->factors[product->count] = product->factors[product->count - 1];
        product->count++;
        product->coefficient /= 2;
    } else {
        product->coefficient *= 10;
    }
    double inside = 0;
    const struct loop_facts *inner = heaviest_inside(scop, facts->loop, &inside);
    if (!inner || product->count == MAX_FACTORS || region->work > 3 * inside + 1000)
        product->coefficient *= region->work > 1 ? region->work : 1;
    else
        multiply(scop, product, inner, outermost);
}

/* See work.h. */
const char *work_guard_text(struct arena *arena, struct scop *scop, const struct loop_facts *facts, double min_work)
{
    struct product product = { .coefficient = 1 };
    multiply(scop, &product, facts, facts->loop);
    double least = min_work / product.coefficient;
    if (product.count == 0 || least <= 2)
        return NULL;
    if (product.count == 1)
        return trip_guard_text(arena, product.factors[0], least);
    const char *text = NULL;
    bool is_long = product.count == 2;
    for (unsigned k = 0; k < product.count; k++) {
        bool is_wide;
        const char *factor = trip_factor_text(arena, product.factors[k], &is_wide);
        if (!factor)
            return NULL;
        is_long &= !is_wide;
        text = text ? arena_printf(arena, "%s * %s", text, factor) : factor;
    }
    return arena_printf(arena, "(%s)%s > %lld", is_long ? "long" : "double", text, trip_rounded(least));
}
