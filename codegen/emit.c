#include "codegen/emit.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "codegen/writer.h"

/* See writer.h. */
bool writer_refuses(struct writer *writer, const char *why)
{
    writer->why_not = why;
    return false;
}

/* See writer.h. */
const char *writer_name(struct writer *writer, const char *name)
{
    return arena_printf(writer->arena, "%s%s", writer->prefix, name);
}

/* ---- one loop -----------------------------------------------------------------------------------------------------
 */

static bool write_kind(struct writer *writer, struct loop_plan *loop_plan)
{
    switch (loop_plan->kind) {
    case PLAN_OPENMP_FOR:
        return write_parallel_for(writer, loop_plan);
    case PLAN_BLOCKS:
        return write_blocks(writer, loop_plan);
    case PLAN_ORDERED_SUM:
        return write_ordered_sum(writer, loop_plan);
    case PLAN_SCAN:
        return write_scan(writer, loop_plan);
    default:
        return writer_refuses(writer, "this way of running a loop in parallel is not written yet");
    }
}

/* The loop stays serial after all, and the report says why. */
static void drop_plan(struct writer *writer, struct loop_plan *loop_plan)
{
    struct loop_facts *facts = loop_plan->facts;
    loop_plan->kind = PLAN_KEEP;
    loop_plan->note_count = 0;
    facts->verdict = VERDICT_SERIAL;
    facts->reason.code = strstr(writer->why_not, "macro") ? "macro" : "unwritten";
    facts->reason.message = arena_printf(writer->plan->arena, "the loop may run in parallel, but %s", writer->why_not);
    facts->reason.advice = NULL;
    facts->reason.place = facts->loop->stmt->place;
}

/* Write the loop of "loop_plan", or leave no trace of it. */
static void write_loop(struct writer *writer, struct loop_plan *loop_plan)
{
    unsigned edits = writer->edits.count, clones = writer->clone_count;
    bool needs_runtime = writer->needs_runtime;
    writer->why_not = "it cannot be written as text";
    bool is_written = (!loop_plan->in_callee_clones || write_clones(writer, loop_plan)) &&
                      write_kind(writer, loop_plan) && edits_are_consistent(&writer->edits);
    if (is_written) {
        writer->parallel_loops++;
        return;
    }
    writer->edits.count = edits;
    writer->clone_count = clones;
    writer->needs_runtime = needs_runtime;
    writer->dropped++;
    drop_plan(writer, loop_plan);
}

/* ---- the file -----------------------------------------------------------------------------------------------------
 */

/* The start of the first line behind the comment that the file begins with. */
static unsigned behind_leading_comment(const struct source_file *file)
{
    unsigned length = (unsigned)file->length;
    unsigned offset = lexical_skip_blank(file->text, length, 0);
    while (offset > 0 && file->text[offset - 1] != '\n')
        offset--;
    return offset;
}

/* Whether a variable, function or macro of "unit" has a name that starts with "prefix". */
static bool is_prefix_used(const struct unit *unit, const char *prefix)
{
    size_t length = strlen(prefix);
    for (unsigned k = 0; k < unit->variable_count; k++)
        if (!strncmp(unit->variables[k]->name, prefix, length))
            return true;
    for (unsigned k = 0; k < unit->function_count; k++)
        if (!strncmp(unit->functions[k]->name, prefix, length))
            return true;
    const char *end = unit->main->text + unit->main->length;
    for (const char *at = unit->main->text; (at = memmem(at, (size_t)(end - at), prefix, length)); at += length)
        if (lexical_is_directive_line(unit->main->text, (unsigned)(at - unit->main->text)))
            return true;
    return false;
}

/* Names of ours start with "aip_" unless the user has such names. */
static const char *choose_prefix(const struct unit *unit)
{
    static const char *const prefixes[] = { "aip_", "aipcc_", "aip_x_", "aip_y_", "aip_z_" };
    for (unsigned k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (!is_prefix_used(unit, prefixes[k]))
            return prefixes[k];
    return "aip_aip_";
}

static struct emitted unchanged(const struct source_file *file)
{
    struct emitted emitted = { .length = file->length, .text = malloc(file->length + 1) };
    if (!emitted.text)
        abort();
    memcpy(emitted.text, file->text, file->length);
    emitted.text[file->length] = '\0';
    return emitted;
}

/* Make all edits of "unit". Release "writer->arena" afterwards. */
static struct writer write_unit(struct plan *plan, struct unit *unit, const struct emit_options *options)
{
    struct writer writer = { .arena = arena_new(), .plan = plan, .unit = unit, .options = *options };
    writer.edits.arena = writer.arena;
    writer.prefix = choose_prefix(unit);
    for (unsigned k = 0; k < unit->loop_count; k++) {
        struct loop_plan *loop_plan = plan_of(plan, unit->loops[k]);
        if (loop_plan && loop_plan->kind != PLAN_KEEP)
            write_loop(&writer, loop_plan);
    }
    return writer;
}

/* Plan until every loop that is planned can be written: where one cannot, loops inside of it, or in functions that it
 * calls, get their chance. */
static void settle(struct plan *plan, const struct emit_options *options)
{
    enum { MAX_ROUNDS = 8 };
    const struct program *program = plan->scop->program;
    for (unsigned round = 0, dropped = 1; dropped && round < MAX_ROUNDS && !plan->is_settled; round++) {
        dropped = 0;
        for (unsigned k = 0; k < program->unit_count; k++) {
            struct writer writer = write_unit(plan, program->units[k], options);
            dropped += writer.dropped;
            arena_free(writer.arena);
        }
        if (dropped)
            plan_renew(plan);
    }
    plan->is_settled = true;
}

/* See emit.h. */
struct emitted emit_openmp(struct plan *plan, struct unit *unit, const struct emit_options *options)
{
    settle(plan, options);
    struct writer writer = write_unit(plan, unit, options);
    struct emitted emitted = { 0 };
    if (writer.parallel_loops == 0) {
        emitted = unchanged(unit->main);
    } else {
        if (writer.needs_runtime)
            edits_insert(&writer.edits, behind_leading_comment(unit->main), "#include \"aiprt.h\"\n");
        emitted.text = edits_apply(&writer.edits, unit->main->text, 0, (unsigned)unit->main->length,
                                   options->line_directives ? unit->main->path : NULL, &emitted.length);
        emitted.is_changed = emitted.needs_openmp = true;
        emitted.needs_runtime = writer.needs_runtime;
        emitted.parallel_loops = writer.parallel_loops;
    }
    arena_free(writer.arena);
    return emitted;
}

/* See emit.h. */
void emitted_free(struct emitted *emitted)
{
    free(emitted->text);
    *emitted = (struct emitted){ 0 };
}
