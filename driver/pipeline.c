#include "driver/pipeline.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/emit.h"
#include "driver/describe.h"
#include "driver/explain.h"
#include "driver/prove.h"
#include "driver/temporary.h"

/* The units of a task while it is worked on. */
struct line_of_work {
    const struct task *task;
    struct unit **units; /* one for each source */
    struct unit **sound; /* those without errors */
    unsigned sound_count;
};

/* ---- parse --------------------------------------------------------------------------------------------------------
 */

/* Make every `#pragma omp` of "text" unknown to compilers, without moving a byte. A line that continues another one
 * stays: it may be part of a string. */
static void hide_openmp(char *text)
{
    bool continues = false;
    for (char *line = text; *line;) {
        char *end = strchr(line, '\n'), *at = line;
        at += strspn(at, " \t");
        if (!continues && *at == '#') {
            at += 1 + strspn(at + 1, " \t");
            size_t gap = strncmp(at, "pragma", 6) == 0 ? strspn(at + 6, " \t") : 0;
            if (gap && strncmp(at + 6 + gap, "omp", 3) == 0 && isspace((unsigned char)at[6 + gap + 3]))
                memcpy(at + 6 + gap, "OMP", 3);
        }
        if (!end)
            break;
        continues = end > text && end[-1] == '\\';
        line = end + 1;
    }
}

/* Parse "source"; standard input under the name "<stdin>". */
static struct unit *parse_source(const struct task *task, const struct source *source)
{
    bool is_standard_input = strcmp(source->path, "-") == 0;
    size_t length = source->length;
    char *text = NULL;
    if (is_standard_input) {
        text = malloc(length + 1);
        if (!text)
            abort();
        memcpy(text, source->text, length + 1);
    } else if (task->keeps_openmp_off && !task->command->has_openmp_simd) {
        text = temporary_read(source->path, &length);
        if (text && (!strstr(text, "omp") || strlen(text) != length)) {
            free(text);
            text = NULL;
        }
    }
    if (text && task->keeps_openmp_off && !task->command->has_openmp_simd)
        hide_openmp(text);
    struct unit *unit = unit_parse(is_standard_input ? "<stdin>" : source->path, text, length, source->options.items,
                                   source->options.count);
    free(text);
    return unit;
}

/* Note in "file" what became of the parse of "unit". */
static void note_parse(const struct task *task, struct file_result *file, const struct unit *unit)
{
    file->path = shared_string(task->shared, unit->main->path);
    file->failure = shared_string(task->shared, unit->failure);
    file->has_errors = unit->has_errors;
    struct text messages = { 0 };
    for (unsigned k = 0; k < unit->diagnostic_count && unit->has_errors; k++)
        text_printf(&messages, "%s\n", unit->diagnostics[k].text);
    file->diagnostics = shared_string(task->shared, messages.bytes ? messages.bytes : "");
    text_free(&messages);
}

static void parse_all(struct line_of_work *work)
{
    const struct task *task = work->task;
    work->units = calloc(task->source_count + 1, sizeof *work->units);
    work->sound = calloc(task->source_count + 1, sizeof *work->sound);
    if (!work->units || !work->sound)
        abort();
    for (unsigned k = 0; k < task->source_count; k++) {
        work->units[k] = parse_source(task, task->sources[k]);
        note_parse(task, &task->result->files[k], work->units[k]);
        if (!work->units[k]->failure && !work->units[k]->has_errors)
            work->sound[work->sound_count++] = work->units[k];
    }
}

/* ---- user's OpenMP ------------------------------------------------------------------------------------------------
 */

static void find_directive(struct stmt *stmt, void *found)
{
    if (stmt->kind == STMT_OPENMP)
        *(bool *)found = true;
}

/* Whether directives of the user are left in "unit": in headers, or made by macros. */
static bool unit_has_directives(struct unit *unit)
{
    bool found = false;
    for (unsigned k = 0; k < unit->function_count && !found; k++)
        if (unit->functions[k]->body)
            stmt_visit(unit->functions[k]->body, find_directive, &found);
    return found;
}

/* Directives of the user that are off would be switched on by the option that ours need: then "unit" is left as it is.
 */
static void keep_serial(const struct task *task, struct plan *plan, struct unit *unit)
{
    if (!task->keeps_openmp_off || !unit_has_directives(unit))
        return;
    for (unsigned k = 0; k < unit->loop_count; k++) {
        struct loop_facts *facts = scop_facts(plan->scop, unit->loops[k]);
        if (!facts || facts->verdict == VERDICT_SERIAL)
            continue;
        facts->verdict = VERDICT_SERIAL;
        facts->reason = (struct reason){ "openmp", "the file has OpenMP directives, but is compiled without OpenMP",
                                         "compile with -fopenmp", facts->loop->stmt->place };
    }
}

/* ---- text ---------------------------------------------------------------------------------------------------------
 */

/* Write "unit" into "file". */
static void emit_unit(const struct task *task, struct plan *plan, struct unit *unit, struct file_result *file)
{
    struct emit_options options = { .comments = true };
    struct emitted emitted = emit_openmp(plan, unit, &options);
    file->is_changed = emitted.is_changed;
    file->needs_runtime = emitted.needs_runtime;
    file->text = shared_bytes(task->shared, emitted.text, emitted.length);
    file->length = emitted.length;
    emitted_free(&emitted);
    if (!task->wants_mapped || !file->is_changed)
        return;
    options.line_directives = true;
    emitted = emit_openmp(plan, unit, &options);
    file->mapped = shared_bytes(task->shared, emitted.text, emitted.length);
    file->mapped_length = emitted.length;
    emitted_free(&emitted);
}

/* Emit all sound units; with --target=serial, none. */
static void emit_all(struct line_of_work *work, struct plan *plan)
{
    const struct task *task = work->task;
    for (unsigned k = 0; k < work->sound_count; k++)
        keep_serial(task, plan, work->sound[k]);
    if (task->keeps_openmp_off)
        plan_renew(plan);
    for (unsigned k = 0; k < task->source_count; k++) {
        struct unit *unit = work->units[k];
        struct file_result *file = &task->result->files[k];
        if (unit->failure || unit->has_errors)
            continue;
        if (task->command->is_serial) {
            file->text = shared_bytes(task->shared, unit->main->text, unit->main->length);
            file->length = unit->main->length;
        } else {
            emit_unit(task, plan, unit, file);
        }
    }
}

/* ---- the stages ---------------------------------------------------------------------------------------------------
 */

static bool has_main(const struct line_of_work *work)
{
    for (unsigned k = 0; k < work->sound_count; k++)
        if (work->sound[k]->has_main)
            return true;
    return false;
}

/* Whether some source asks for code for other processors than the options say: then sums of products may be fused. */
static bool names_processors(const struct line_of_work *work)
{
    for (unsigned k = 0; k < work->sound_count; k++) {
        const struct source_file *file = work->sound[k]->main;
        if (file->text &&
            (memmem(file->text, file->length, "target", 6) || memmem(file->text, file->length, "FP_CONTRACT", 11)))
            return true;
    }
    return false;
}

/* Analyse the sound units, plan, emit, and describe everything in the result. */
static void run_stages(struct line_of_work *work)
{
    const struct task *task = work->task;
    const struct command *command = task->command;
    struct program_options options = command->program;
    struct plan_options plan_options = command->plan;
    bool is_whole = task->is_whole && work->sound_count == task->source_count && has_main(work);
    options.is_whole |= is_whole;
    options.budget_seconds = command->budget * task->source_count * 0.8;
    if (plan_options.no_contraction && names_processors(work))
        plan_options.no_contraction = false;
    struct program *program = program_build(work->sound, work->sound_count, &options);
    struct scop *scop = scop_build(program);
    struct plan *plan = plan_build(scop, &plan_options);
    emit_all(work, plan);
    describe_plan(task, plan);
    if (command->validates)
        prove_files(task, work->units, &options);
    if (command->mode == MODE_EXPLAIN)
        task->result->is_found = explain_loop(command, plan);
    if (command->mode == MODE_DUMP)
        explain_dump_regions(plan);
    plan_free(plan);
    scop_free(scop);
    program_free(program);
}

/* See pipeline.h. */
void pipeline_run(void *argument)
{
    const struct task *task = argument;
    struct line_of_work work = { .task = task };
    task->result->file_count = task->source_count;
    task->result->files = shared_alloc(task->shared, (task->source_count + 1) * sizeof *task->result->files);
    parse_all(&work);
    bool only_dumps = task->command->mode == MODE_DUMP && strcmp(task->command->dump, "unit") == 0;
    for (unsigned k = 0; k < task->source_count && only_dumps; k++)
        unit_dump(work.units[k]);
    if (work.sound_count > 0 && !only_dumps)
        run_stages(&work);
    for (unsigned k = 0; k < task->source_count; k++)
        unit_free(work.units[k]);
    free(work.units);
    free(work.sound);
    fflush(stdout);
    task->result->is_complete = true;
}
