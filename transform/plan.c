#include "transform/plan.h"

#include <stdlib.h>
#include <string.h>

#include "transform/callers.h"
#include "transform/cost.h"
#include "transform/kind.h"
#include "transform/trip.h"

/* While the plan is made. */
struct planner {
    struct plan *plan;
    struct callers *callers;
    enum { UNSEEN, UNDER_WAY, DONE } * states; /* of callers->functions */
    struct loop **inside;                      /* the chosen loop that always runs around the function, or NULL */
    double min_work;
};

/* See plan.h. Facts are in the order units, loops; a loop is found by its facts. */
struct loop_plan *plan_of(struct plan *plan, const struct loop *loop)
{
    struct loop_facts *facts = scop_facts(plan->scop, loop);
    return facts ? &plan->loops[facts - plan->scop->facts] : NULL;
}

static bool is_chosen(struct plan *plan, const struct loop *loop)
{
    struct loop_plan *loop_plan = plan_of(plan, loop);
    return loop_plan && loop_plan->kind != PLAN_KEEP;
}

/* The chosen loop of the same function that is "loop" or around it, or NULL. */
static struct loop *chosen_around(struct plan *plan, struct loop *loop)
{
    for (; loop; loop = loop->parent)
        if (is_chosen(plan, loop))
            return loop;
    return NULL;
}

/* ---- functions called inside chosen loops -------------------------------------------------------------------------
 */

/* The chosen loop inside which every call of function "index" stands; NULL if there is none or some call stands
 * elsewhere. If calls stand in several chosen loops, one of them. */
static struct loop *loop_around_calls(struct planner *planner, unsigned index)
{
    const struct callers *callers = planner->callers;
    struct loop *around = NULL;
    if (callers->is_open[index] || callers->counts[index] == 0)
        return NULL;
    for (unsigned k = 0; k < callers->counts[index]; k++) {
        const struct caller *caller = &callers->lists[index][k];
        struct loop *loop = chosen_around(planner->plan, caller->loop);
        int from = callers_index(callers, caller->function);
        if (!loop && from >= 0)
            loop = planner->inside[from];
        if (!loop)
            return NULL;
        around = loop;
    }
    return around;
}

/* ---- one loop -----------------------------------------------------------------------------------------------------
 */

static void mark_small(struct loop_facts *facts, struct arena *arena)
{
    facts->verdict = VERDICT_SMALL;
    facts->reason.code = "small";
    facts->reason.message = arena_printf(arena, "%lld iterations are too little work to pay for threads",
                                         facts->region->iteration.constant_trip);
    facts->reason.advice = NULL;
    facts->reason.place = facts->loop->stmt->place;
}

static void mark_cheap(struct loop_facts *facts)
{
    facts->verdict = VERDICT_SMALL;
    facts->reason.code = "small";
    facts->reason.message = "its terms cost too little to be computed in parallel and then added in the serial order";
    facts->reason.advice = "--fp=reproducible or --fp=fast let the sum itself run in parallel";
    facts->reason.place = facts->loop->stmt->place;
}

/* Whether a loop directly inside "loop" may run in parallel and keeps more threads busy: then it is the better choice
 * for an outer loop of very few iterations. */
static bool prefers_inner(struct plan *plan, const struct loop_facts *facts, double min_work)
{
    double trip = cost_trip(facts);
    if (trip < 0 || trip >= 8)
        return false;
    for (unsigned k = 0; k < facts->loop->function->loop_count; k++) {
        struct loop *inner = facts->loop->function->loops[k];
        struct loop_facts *inside = inner->parent == facts->loop ? scop_facts(plan->scop, inner) : NULL;
        if (!inside || !inside->region || (inside->verdict != VERDICT_PARALLEL && inside->verdict != VERDICT_CHECKED))
            continue;
        if (kind_of_facts(plan->scop->program, inside) == PLAN_KEEP || cost_is_small(inside, min_work))
            continue;
        double inner_trip = cost_trip(inside);
        double share = inside->region->work * (inner_trip < 0 ? 100 : inner_trip) / (facts->region->work + 1);
        if (inner_trip > 4 * trip && share > 0.5)
            return true;
    }
    return false;
}

static void add_note(struct plan *plan, struct loop_plan *loop_plan, const char *note)
{
    ARENA_PUSH(plan->arena, loop_plan->notes, loop_plan->note_count, note);
}

static void describe(struct plan *plan, struct loop_plan *loop_plan)
{
    static const char *const kinds[] = {
        [PLAN_OPENMP_FOR] = "parallel for", [PLAN_BLOCKS] = "fixed blocks", [PLAN_ORDERED_SUM] = "ordered sum",
        [PLAN_SCAN] = "two-pass scan",      [PLAN_WAVEFRONT] = "wavefront", [PLAN_TILED] = "tiled",
    };
    add_note(plan, loop_plan, kinds[loop_plan->kind]);
    if (loop_plan->collapse > 1)
        add_note(plan, loop_plan, arena_printf(plan->arena, "collapse(%u)", loop_plan->collapse));
    if (loop_plan->schedule == SCHEDULE_STATIC_CHUNK)
        add_note(plan, loop_plan, arena_printf(plan->arena, "schedule(static, %lld)", loop_plan->chunk));
    if (loop_plan->schedule == SCHEDULE_DYNAMIC)
        add_note(plan, loop_plan, arena_printf(plan->arena, "schedule(dynamic, %lld)", loop_plan->chunk));
    if (loop_plan->if_text)
        add_note(plan, loop_plan, arena_printf(plan->arena, "if(%s)", loop_plan->if_text));
}

static bool uses_callee_clones(const struct loop_facts *facts)
{
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].in_callee)
            return true;
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (facts->reductions[k].in_callee)
            return true;
    return false;
}

/* Whether "loop" may run many times: inside of a loop, of its function or of a caller, or called by code that nobody
 * sees. */
static bool runs_often(const struct planner *planner, const struct loop *loop)
{
    const struct callers *callers = planner->callers;
    int index = callers_index(callers, loop->function);
    if (loop->parent || index < 0)
        return true;
    bool is_often = callers->is_open[index] && strcmp(loop->function->name, "main") != 0;
    for (unsigned k = 0; k < callers->counts[index]; k++) {
        const struct caller *caller = &callers->lists[index][k];
        is_often |= caller->loop || caller->function->loop_count > 0;
    }
    return is_often;
}

/* Whether the loop works on copies that hold what the memory should only if the run-time checks say so: that nothing
 * else leads to what a pointer leads to, or that rows are as long as is needed. */
static bool copies_behind_checks(const struct loop_facts *facts)
{
    bool is_assuming = facts->region->check_text;
    for (unsigned k = 0; k < facts->private_count; k++)
        if (is_assuming && facts->privates[k].is_array)
            return true;
    if (is_assuming && (facts->reduction_count || (facts->how & HOW_SCAN)))
        return true;
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (facts->check_count && facts->reductions[k].object->kind == OBJECT_POINTER)
            return true;
    return false;
}

/* Whether a copy of the loop is written for the case that running it in parallel does not pay. */
static bool needs_version(const struct planner *planner, const struct loop_plan *loop_plan)
{
    enum { MAX_LINES = 12 };
    const struct stmt *stmt = loop_plan->facts->loop->stmt;
    if (loop_plan->must_version)
        return true;
    if (!loop_plan->if_text || loop_plan->kind == PLAN_SCAN)
        return false;
    if (loop_plan->kind != PLAN_OPENMP_FOR)
        return true;
    return stmt->place.end_line - stmt->place.line < MAX_LINES && runs_often(planner, loop_plan->facts->loop);
}

/* Adding terms in the serial order costs as much as the serial loop if the terms are cheap: then it stays serial. */
static bool is_cheap_sum(const struct loop_facts *facts)
{
    enum { LEAST_WORK = 24 };
    return facts->region->work < LEAST_WORK;
}

/* Operations below which the loop of "facts" stays serial. A sweep over vectors in each iteration of a serial loop pays
 * for moving the vectors between the caches of the threads, which costs more than starting them. */
static double least_work(const struct planner *planner, const struct loop_facts *facts)
{
    enum { SWEEP_WORK = 16, SWEEP_FACTOR = 8 };
    bool is_sweep = facts->region->work < SWEEP_WORK && facts->loop->parent;
    return is_sweep && planner->plan->options.min_work <= 0 ? SWEEP_FACTOR * planner->min_work : planner->min_work;
}

/* Choose the loop of "loop_plan" if that pays. */
static void consider(struct planner *planner, struct loop_plan *loop_plan)
{
    struct plan *plan = planner->plan;
    struct loop_facts *facts = loop_plan->facts;
    if (facts->verdict != VERDICT_PARALLEL && facts->verdict != VERDICT_CHECKED)
        return;
    if (facts->loop->is_user_openmp || facts->loop->in_user_parallel)
        return;
    double min_work = least_work(planner, facts);
    if (cost_is_small(facts, min_work)) {
        mark_small(facts, plan->arena);
        return;
    }
    enum plan_kind kind = kind_of_facts(plan->scop->program, facts);
    if (kind == PLAN_ORDERED_SUM && is_cheap_sum(facts) && plan->options.min_work <= 0) {
        mark_cheap(facts);
        return;
    }
    if (kind == PLAN_KEEP || prefers_inner(plan, facts, min_work))
        return;
    loop_plan->kind = kind;
    loop_plan->rewrite_header = kind_needs_header(facts);
    loop_plan->in_callee_clones = uses_callee_clones(facts);
    loop_plan->block_count = kind == PLAN_BLOCKS || kind == PLAN_SCAN ? 64 : 0;
    cost_decide(plan, loop_plan, min_work);
    loop_plan->must_version = copies_behind_checks(facts) || (facts->region->check_text && kind != PLAN_OPENMP_FOR);
    loop_plan->is_versioned = needs_version(planner, loop_plan);
    describe(plan, loop_plan);
}

/* ---- all of them --------------------------------------------------------------------------------------------------
 */

/* Plan the loops of function "index", after those of its callers: what runs inside a chosen loop stays as it is. */
static void plan_function(struct planner *planner, unsigned index)
{
    if (planner->states[index] != UNSEEN)
        return;
    planner->states[index] = UNDER_WAY;
    const struct callers *callers = planner->callers;
    for (unsigned k = 0; k < callers->counts[index]; k++) {
        int from = callers_index(callers, callers->lists[index][k].function);
        if (from >= 0)
            plan_function(planner, (unsigned)from);
    }
    struct function *function = callers->functions[index];
    planner->inside[index] = loop_around_calls(planner, index);
    for (unsigned k = 0; k < function->loop_count && !planner->inside[index]; k++) {
        struct loop *loop = function->loops[k];
        struct loop_plan *loop_plan = plan_of(planner->plan, loop);
        if (loop_plan && loop_plan->facts->region && !chosen_around(planner->plan, loop->parent))
            consider(planner, loop_plan);
    }
    planner->states[index] = DONE;
}

/* See plan.h. */
void plan_renew(struct plan *plan)
{
    struct arena *arena = plan->arena;
    for (unsigned k = 0; k < plan->loop_count; k++)
        plan->loops[k] = (struct loop_plan){ .facts = &plan->scop->facts[k], .collapse = 1 };
    struct planner planner = { .plan = plan, .callers = plan->callers };
    planner.min_work = plan->options.min_work > 0 ? plan->options.min_work : COST_MIN_WORK;
    planner.states = arena_alloc(arena, (planner.callers->function_count + 1) * sizeof *planner.states);
    planner.inside = plan->inside = ARENA_ARRAY(arena, struct loop *, planner.callers->function_count + 1);
    for (unsigned k = 0; k < planner.callers->function_count; k++)
        plan_function(&planner, k);
}

/* See plan.h. */
struct plan *plan_build(struct scop *scop, const struct plan_options *options)
{
    struct arena *arena = arena_new();
    struct plan *plan = ARENA_NEW(arena, struct plan);
    plan->scop = scop;
    plan->options = *options;
    plan->arena = arena;
    plan->loop_count = scop->fact_count;
    plan->loops = ARENA_ARRAY(arena, struct loop_plan, scop->fact_count + 1);
    plan->callers = callers_build(arena, scop->program);
    plan_renew(plan);
    return plan;
}

/* See plan.h. */
void plan_free(struct plan *plan)
{
    if (plan)
        arena_free(plan->arena);
}

/* See plan.h. */
struct loop *plan_chosen_outer(struct plan *plan, const struct loop *loop)
{
    struct loop *around = chosen_around(plan, loop->parent);
    if (around || is_chosen(plan, loop))
        return around;
    int index = callers_index(plan->callers, loop->function);
    return index >= 0 ? plan->inside[index] : NULL;
}
