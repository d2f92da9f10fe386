#include "driver/describe.h"

#include <string.h>

/* See describe.h. */
const char *describe_verdict(enum verdict verdict)
{
    static const char *const words[] = { [VERDICT_SERIAL] = "serial",
                                         [VERDICT_PARALLEL] = "parallel",
                                         [VERDICT_CHECKED] = "checked",
                                         [VERDICT_SMALL] = "small" };
    return words[verdict];
}

static struct position position_of(const struct task *task, const struct place *place)
{
    return (struct position){ place->file ? shared_string(task->shared, place->file->path) : "", place->line,
                              place->column };
}

static void describe_reason(const struct task *task, struct loop_result *result, const struct loop_facts *facts)
{
    const struct reason *reason = &facts->reason;
    bool has_reason = reason->code && strcmp(reason->code, "none") != 0;
    result->code = has_reason ? shared_string(task->shared, reason->code) : "none";
    result->message = reason->message ? shared_string(task->shared, reason->message) : "";
    result->advice = shared_string(task->shared, reason->advice);
    result->reason_at = has_reason && reason->place.file ? position_of(task, &reason->place) : result->at;
}

/* The loop number "index" of "plan". */
static struct loop_result describe_loop(const struct task *task, struct plan *plan, unsigned index)
{
    const struct loop_facts *facts = &plan->scop->facts[index];
    const struct loop_plan *loop_plan = &plan->loops[index];
    const struct loop *loop = facts->loop, *outer = plan_chosen_outer(plan, loop);
    struct loop_result result = { .at = position_of(task, &loop->stmt->place), .depth = loop->depth };
    result.function = shared_string(task->shared, loop->function->name);
    result.verdict = describe_verdict(facts->verdict);
    const char **words;
    if (facts->verdict != VERDICT_SERIAL) {
        result.how_count = scop_how_words(plan->scop, facts, &words);
        result.how = shared_strings(task->shared, words, result.how_count);
    }
    describe_reason(task, &result, facts);
    result.assumptions = shared_strings(task->shared, facts->assumptions, facts->assumption_count);
    result.assumption_count = facts->verdict == VERDICT_SERIAL ? 0 : facts->assumption_count;
    result.plan = shared_strings(task->shared, loop_plan->notes, loop_plan->note_count);
    result.plan_count = loop_plan->note_count;
    result.target = loop_plan->kind != PLAN_KEEP && !task->command->is_serial ? "openmp" : "serial";
    result.has_outer = outer && outer != loop;
    if (result.has_outer)
        result.outer = position_of(task, &outer->stmt->place);
    return result;
}

/* Whether the loop at "place" of a header is among the "count" results already. */
static bool is_known(const struct loop_result *results, unsigned count, const struct place *place)
{
    if (place->file->is_main)
        return false;
    for (unsigned k = 0; k < count; k++)
        if (results[k].at.line == place->line && results[k].at.column == place->column &&
            strcmp(results[k].at.file, place->file->path) == 0)
            return true;
    return false;
}

/* See describe.h. */
void describe_plan(const struct task *task, struct plan *plan)
{
    struct result *result = task->result;
    result->loops = shared_alloc(task->shared, (plan->loop_count + 1) * sizeof *result->loops);
    for (unsigned k = 0; k < plan->loop_count; k++) {
        const struct loop_facts *facts = &plan->scop->facts[k];
        const struct place *place = &facts->loop->stmt->place;
        bool is_summed = facts->verdict == VERDICT_PARALLEL || facts->verdict == VERDICT_CHECKED;
        for (unsigned r = 0; r < facts->reduction_count && is_summed; r++)
            result->reassociates |= facts->reductions[r].is_float && !facts->reductions[r].is_exact &&
                                    task->command->program.fp != FP_STRICT;
        if (place->file && !place->file->is_system && !is_known(result->loops, result->loop_count, place))
            result->loops[result->loop_count++] = describe_loop(task, plan, k);
    }
}
