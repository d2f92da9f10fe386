#include "driver/explain.h"

#include <stdio.h>
#include <stdlib.h>

#include "driver/describe.h"
#include "driver/path.h"

/* ---- which loop ---------------------------------------------------------------------------------------------------
 */

/* How well "loop" answers the question for "line": 0 not at all; deeper loops around the line more; one that starts
 * there most. */
static unsigned fitness(const struct loop *loop, unsigned line)
{
    const struct place *place = &loop->stmt->place;
    if (place->line == line)
        return 1u << 30;
    return place->line <= line && line <= place->end_line ? loop->depth : 0;
}

/* The loop that is asked for, or NULL. */
static const struct loop_facts *find_loop(const struct command *command, const struct plan *plan)
{
    const struct loop_facts *best = NULL;
    for (unsigned k = 0; k < plan->loop_count; k++) {
        const struct loop_facts *facts = &plan->scop->facts[k];
        const struct place *place = &facts->loop->stmt->place;
        unsigned fit = place->file ? fitness(facts->loop, command->explain_line) : 0;
        if (fit > (best ? fitness(best->loop, command->explain_line) : 0) &&
            path_is_same(place->file->path, command->explain_file))
            best = facts;
    }
    return best;
}

/* ---- its parts ----------------------------------------------------------------------------------------------------
 */

static void print_list(const char *head, const char *const *words, unsigned count, const char *none)
{
    printf("  %s: ", head);
    for (unsigned k = 0; k < count; k++)
        printf("%s%s", k ? ", " : "", words[k]);
    puts(count ? "" : none);
}

static void print_reason(const struct loop_facts *facts)
{
    const struct reason *reason = &facts->reason;
    if (!reason->message || !*reason->message)
        return;
    printf("  reason: %s [%s]\n", reason->message, reason->code ? reason->code : "none");
    if (reason->place.file)
        printf("  at: %s:%u:%u\n", reason->place.file->path, reason->place.line, reason->place.column);
    if (reason->advice)
        printf("  advice: %s\n", reason->advice);
}

static void print_access(const char *what, const struct access *access)
{
    const struct place *place = access->expr ? &access->expr->place : access->stmt ? &access->stmt->place : NULL;
    printf("    %s %s", access->kind == ACCESS_WRITE ? "write" : "read",
           access->object->text ? access->object->text : "memory");
    if (place && place->file)
        printf(" at %s:%u:%u", place->file->path, place->line, place->column);
    printf(" (%s)\n", what);
}

static void print_dependences(const struct loop_facts *facts)
{
    static const char *const kinds[] = { "flow", "anti", "output" };
    if (facts->dependence_count == 0)
        puts("  dependences carried by the loop: none");
    else
        printf("  dependences carried by the loop: %u\n", facts->dependence_count);
    for (unsigned k = 0; k < facts->dependence_count; k++) {
        const struct dependence *dependence = &facts->dependences[k];
        printf("  - %s", kinds[dependence->kind]);
        if (dependence->has_distance)
            printf(", distance %lld", dependence->distance);
        puts(dependence->is_removed ? ", removed" : "");
        print_access("source", dependence->source);
        print_access("sink", dependence->sink);
    }
}

static void print_accesses(const struct region *region)
{
    puts("  accesses:");
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *access = region->accesses[k];
        char *relation = access->relation ? isl_map_to_str(access->relation) : NULL;
        printf("    %s%s %s, line %u: %s\n", access->is_must ? "" : "may ",
               access->kind == ACCESS_WRITE ? "write" : "read", access->object->text ? access->object->text : "memory",
               access->expr ? access->expr->place.line : 0, relation ? relation : "any element");
        free(relation);
    }
}

static void print_data(const struct loop_facts *facts)
{
    for (unsigned k = 0; k < facts->private_count; k++)
        printf("  private: %s%s\n", facts->privates[k].variable->name,
               facts->privates[k].in_callee ? " (in called functions)" : "");
    for (unsigned k = 0; k < facts->reduction_count; k++)
        printf("  reduction: %s %s, %s\n", reduction_op_text(facts->reductions[k].op),
               facts->reductions[k].text ? facts->reductions[k].text : "memory",
               facts->reductions[k].is_exact ? "exact in any order" : "its order shows in the result");
    for (unsigned k = 0; k < facts->check_count; k++)
        printf("  checked at run time: %s\n",
               facts->checks[k].assumption ? facts->checks[k].assumption : facts->checks[k].text);
}

static void print_cost(const struct region *region)
{
    printf("  cost: about %.0f operations an iteration%s\n", region->work,
           region->work_is_data_dependent ? ", depending on data"
           : region->work_varies          ? ", uneven"
                                          : "");
    if (region->iteration.constant_trip >= 0)
        printf("  iterations: %lld\n", region->iteration.constant_trip);
}

/* Everything about the loop of "facts". */
static void print_loop(struct plan *plan, const struct loop_facts *facts)
{
    const struct loop *loop = facts->loop, *outer = plan_chosen_outer(plan, loop);
    const struct place *place = &loop->stmt->place;
    const struct loop_plan *loop_plan = plan_of(plan, loop);
    const char **words;
    unsigned count = scop_how_words(plan->scop, facts, &words);
    printf("%s:%u: loop of %s, depth %u\n", place->file->path, place->line, loop->function->name, loop->depth);
    printf("  verdict: %s\n", describe_verdict(facts->verdict));
    if (facts->verdict != VERDICT_SERIAL)
        print_list("how", words, count, "");
    print_reason(facts);
    print_data(facts);
    print_list("assumptions", facts->assumptions, facts->assumption_count, "none");
    print_dependences(facts);
    print_list("plan", loop_plan->notes, loop_plan->note_count,
               outer ? "serial, inside a parallel loop" : "left as it is");
    if (outer && outer != loop)
        printf("  runs inside the parallel loop at %s:%u\n", outer->stmt->place.file->path, outer->stmt->place.line);
    if (facts->region && !facts->region->is_incomplete) {
        print_cost(facts->region);
        print_accesses(facts->region);
    }
}

/* ---- entries ------------------------------------------------------------------------------------------------------
 */

/* See explain.h. */
bool explain_loop(const struct command *command, struct plan *plan)
{
    const struct loop_facts *facts = find_loop(command, plan);
    if (facts)
        print_loop(plan, facts);
    return facts != NULL;
}

/* See explain.h. */
void explain_dump_regions(const struct plan *plan)
{
    for (unsigned k = 0; k < plan->loop_count; k++)
        if (plan->scop->facts[k].region)
            region_dump(plan->scop->facts[k].region);
}
