#include "analysis/scop.h"

#include <stdlib.h>
#include <time.h>

#include <isl/options.h>

#include "analysis/dependence.h"

enum { MAX_OPERATIONS = 4000000 };

static bool has_hint(const struct loop *loop, enum hint_kind kind)
{
    for (unsigned k = 0; k < loop->hint_count; k++)
        if (loop->hints[k].kind == kind)
            return true;
    return false;
}

/* Loops that are not looked at: the user's word, or the user's own OpenMP. Returns whether this is one. */
static bool is_excluded(struct study *study)
{
    struct loop *loop = study->facts->loop;
    if (has_hint(loop, HINT_SERIAL))
        reason_set(study, "user", "the user asked for it (#pragma aipcc serial)", NULL, loop->stmt->place);
    else if (loop->is_user_openmp || loop->in_user_parallel)
        reason_set(study, "openmp", "the user's own OpenMP directive governs it", NULL, loop->stmt->place);
    else
        return false;
    return true;
}

/* Counters beside the loop's own, with a closed form. */
static void add_inductions(struct study *study)
{
    const struct iteration *iteration = &study->region->iteration;
    for (unsigned k = 0; k < iteration->other_count; k++) {
        struct variable *variable = iteration->others[k].variable;
        struct private_data data = {
            .variable = variable, .is_counter = true, .has_induction = true, .induction_step = iteration->others[k].step
        };
        data.kind = program_is_live_after(study->scop->program, variable, study->facts->loop->stmt) ? PRIVATE_LAST
                                                                                                    : PRIVATE_PLAIN;
        ARENA_PUSH(study->arena, study->facts->privates, study->facts->private_count, data);
    }
}

static void note_conflicts(struct study *study, struct object_state *state)
{
    for (unsigned k = 0; k < state->conflict_count && k < 4; k++)
        dependence_note(study, &state->conflicts[k], state->is_solved);
}

/* Find a way around the conflicts of every object. False, with the reason, if there is none for one of them. */
static bool solve(struct study *study)
{
    struct region *region = study->region;
    const char **whys = ARENA_ARRAY(study->arena, const char *, region->object_count + 1);
    for (unsigned k = 0; k < region->object_count; k++) {
        struct object_state *state = &study->states[k];
        state->is_solved = !state->conflict_count || reduce_object(study, state, &whys[k]);
    }
    for (unsigned k = 0; k < region->object_count; k++) {
        struct object_state *state = &study->states[k];
        if (!state->is_solved)
            state->is_solved = minloc_find(study, state) || privatise_object(study, state) ||
                               check_injective(study, state) || scan_find(study, state);
        note_conflicts(study, state);
    }
    for (unsigned k = 0; k < region->object_count; k++) {
        struct object_state *state = &study->states[k];
        if (state->is_solved)
            continue;
        if (whys[k] && state->object->text && !__builtin_strncmp(whys[k], "the order", 9))
            reason_set(study, "float-order", arena_printf(study->arena, "%s: %s", state->object->text, whys[k]),
                       "--fp=reproducible allows another order", region->loop->stmt->place);
        reason_conflict(study, &state->conflicts[0]);
        return false;
    }
    for (unsigned k = 0; k < study->facts->reduction_count; k++) {
        struct reduction *reduction = &study->facts->reductions[k];
        struct stmt *offender = minloc_offender(study, reduction);
        if (!offender)
            continue;
        reason_set(study, "scalar-dependence",
                   arena_printf(study->arena, "line %u runs only where %s has a new extreme value so far",
                                offender->place.line, reduction->text),
                   NULL, offender->place);
        return false;
    }
    return true;
}

static bool solve_overlaps(struct study *study)
{
    for (unsigned k = 0; k < study->region->object_count; k++) {
        struct object_state *state = &study->states[k];
        if (state->object->kind == OBJECT_ROWS && state->is_written && !check_rows(study, state))
            return false;
        if (state->object->is_bit_field && state->is_written && !state->object->is_inner) {
            reason_set(study, "dependence", "neighbouring bit-fields share a word", NULL,
                       study->facts->loop->stmt->place);
            return false;
        }
    }
    return check_overlaps(study);
}

/* A scan with anything else in the loop is not attempted. */
static bool is_mixed_scan(const struct loop_facts *facts)
{
    return (facts->how & HOW_SCAN) && (facts->reduction_count || facts->private_count || facts->check_count);
}

/* Make the verdict of one loop. */
static void analyse(struct study *study)
{
    struct loop_facts *facts = study->facts;
    facts->trip_estimate = -1;
    facts->is_balanced = true;
    if (is_excluded(study))
        return;
    isl_ctx_reset_error(study->scop->ctx);
    isl_ctx_reset_operations(study->scop->ctx);
    isl_ctx_set_max_operations(study->scop->ctx, MAX_OPERATIONS);
    struct region *region = region_build(study->scop->program, facts->loop, study->scop->ctx);
    facts->region = study->region = region;
    facts->trip_estimate = (double)region->iteration.constant_trip;
    facts->is_balanced = !region->work_varies && !region->work_is_data_dependent;
    bool is_stopped = reason_obstacles(study);
    if (!is_stopped && region->iteration.kind == ITERATION_UNKNOWN) {
        reason_set(study, "not-countable", region->iteration.why_not, NULL, facts->loop->stmt->place);
        is_stopped = true;
    }
    if (!is_stopped) {
        if (region->check_text)
            check_add(study, (struct check){ .kind = CHECK_CONDITION,
                                             .text = region->check_text,
                                             .assumption = region->check_text });
        dependence_find(study);
        add_inductions(study);
        is_stopped = !solve(study) || !solve_overlaps(study);
        if (!is_stopped && is_mixed_scan(facts)) {
            reason_set(study, "recurrence", "a prefix sum together with other carried data", NULL,
                       facts->loop->stmt->place);
            is_stopped = true;
        }
    }
    if (isl_ctx_last_error(study->scop->ctx) == isl_error_quota && !is_stopped) {
        reason_set(study, "budget", "the analysis ran out of its budget", NULL, facts->loop->stmt->place);
        is_stopped = true;
    }
    isl_ctx_set_max_operations(study->scop->ctx, 0);
    if (is_stopped) {
        facts->how = 0;
        facts->private_count = facts->reduction_count = facts->check_count = 0;
        return;
    }
    if (!facts->reduction_count && !(facts->how & HOW_SCAN))
        facts->how |= HOW_DOALL;
    facts->verdict = facts->check_count ? VERDICT_CHECKED : VERDICT_PARALLEL;
    facts->reason = (struct reason){ "none", "", NULL, facts->loop->stmt->place };
}

/* Private copies of a whole array bring nothing inside a loop that is parallel itself. */
static void drop_inner_array_reductions(struct scop *scop)
{
    for (unsigned k = 0; k < scop->fact_count; k++) {
        struct loop_facts *facts = &scop->facts[k];
        struct loop_facts *outer = facts->loop->parent ? scop_facts(scop, facts->loop->parent) : NULL;
        bool is_indirect = false;
        for (unsigned r = 0; r < facts->reduction_count; r++)
            is_indirect |= facts->reductions[r].is_indirect;
        if (!(facts->how & HOW_ARRAY_REDUCTION) || is_indirect || !outer || outer->verdict == VERDICT_SERIAL)
            continue;
        struct study study = { .scop = scop, .arena = scop->arena, .facts = facts };
        facts->reason.code = NULL;
        facts->how = facts->reduction_count = facts->private_count = facts->check_count = 0;
        reason_set(&study, "dependence",
                   "an array is accumulated in every iteration; the loop around it runs in parallel", NULL,
                   facts->loop->stmt->place);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct scop *scop_build(struct program *program)
{
    struct arena *arena = arena_new();
    struct scop *scop = ARENA_NEW(arena, struct scop);
    scop->program = program;
    scop->arena = arena;
    scop->ctx = isl_ctx_alloc();
    isl_options_set_on_error(scop->ctx, ISL_ON_ERROR_CONTINUE);
    double start = now(), budget = program->options.budget_seconds;
    for (unsigned u = 0; u < program->unit_count; u++)
        scop->fact_count += program->units[u]->loop_count;
    scop->facts = ARENA_ARRAY(arena, struct loop_facts, scop->fact_count + 1);
    unsigned at = 0;
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned k = 0; k < program->units[u]->loop_count; k++) {
            struct study study = { .scop = scop, .arena = arena, .facts = &scop->facts[at++] };
            study.facts->loop = program->units[u]->loops[k];
            if (budget > 0 && now() - start > 0.7 * budget)
                reason_set(&study, "budget", "the analysis ran out of its time", "raise --budget",
                           study.facts->loop->stmt->place);
            else
                analyse(&study);
        }
    drop_inner_array_reductions(scop);
    return scop;
}

void scop_free(struct scop *scop)
{
    if (!scop)
        return;
    for (unsigned k = 0; k < scop->fact_count; k++)
        region_free(scop->facts[k].region);
    isl_ctx_free(scop->ctx);
    arena_free(scop->arena);
}

struct loop_facts *scop_facts(struct scop *scop, const struct loop *loop)
{
    for (unsigned k = 0; k < scop->fact_count; k++)
        if (scop->facts[k].loop == loop)
            return &scop->facts[k];
    return NULL;
}
