#include "transform/cost.h"

#include "transform/trip.h"
#include "transform/work.h"

/* See cost.h. */
double cost_trip(const struct loop_facts *facts)
{
    if (facts->region->iteration.constant_trip >= 0)
        return (double)facts->region->iteration.constant_trip;
    return facts->trip_estimate;
}

static double work_of(const struct loop_facts *facts)
{
    return facts->region->work > 1 ? facts->region->work : 1;
}

/* See cost.h. */
bool cost_is_small(const struct loop_facts *facts, double min_work)
{
    const struct iteration *iteration = &facts->region->iteration;
    if (iteration->constant_trip < 0)
        return false;
    if (iteration->constant_trip < 2)
        return true;
    return work_is_constant(facts) && work_of(facts) * (double)iteration->constant_trip < min_work;
}

static long long clamp(double value, long long least, long long most)
{
    return value<(double)least ? least : value>(double) most ? most : (long long)value;
}

/* Uneven iterations are dealt out in small chunks: cyclically where the unevenness is a triangle, on demand where it
 * depends on data. A chunk should be worth its bookkeeping, and there should be several for each thread. */
static void choose_schedule(struct loop_plan *loop_plan)
{
    const struct region *region = loop_plan->facts->region;
    double trip = cost_trip(loop_plan->facts);
    long long most = trip > 0 ? clamp(trip / 32, 1, 64) : 16;
    if (region->work_is_data_dependent) {
        loop_plan->schedule = SCHEDULE_DYNAMIC;
        loop_plan->chunk = clamp(4000 / work_of(loop_plan->facts), 1, trip > 0 ? clamp(trip / 32, 1, 1024) : 64);
    } else if (region->work_varies) {
        loop_plan->schedule = SCHEDULE_STATIC_CHUNK;
        loop_plan->chunk = clamp(4000 / work_of(loop_plan->facts), 1, most);
    }
}

/* See cost.h. */
void cost_decide(struct plan *plan, struct loop_plan *loop_plan, double min_work)
{
    struct loop_facts *facts = loop_plan->facts;
    double work = work_of(facts), trip = cost_trip(facts), least = min_work / work;
    if (facts->region->iteration.constant_trip < 0 || !work_is_constant(facts))
        loop_plan->if_text = work_guard_text(plan->arena, plan->scop, facts, min_work);
    choose_schedule(loop_plan);
    double total = work * (trip > 0 ? trip : 10 * least);
    loop_plan->gain = total / (total / 4 + min_work / 4);
}
