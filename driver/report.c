#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/stage.h"

static const char *verdict_word(enum verdict verdict)
{
    static const char *const words[] = { "serial", "parallel", "checked", "small" };
    return words[verdict];
}

static bool is_coloured(FILE *file)
{
    const char *plain = getenv("NO_COLOR");
    return isatty(fileno(file)) && !(plain && *plain);
}

static void print_list(FILE *file, const char *const *words, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        fprintf(file, "%s%s", k ? ", " : "", words[k]);
}

/* One remark a loop, as compilers print them. */
void report_text(const struct plan *plan, FILE *file)
{
    const char *bold = is_coloured(file) ? "\033[1m" : "", *normal = *bold ? "\033[0m" : "";
    for (unsigned k = 0; k < plan->scop->fact_count; k++) {
        const struct loop_facts *facts = &plan->scop->facts[k];
        const struct loop_plan *loop_plan = &plan->loops[k];
        const struct place *place = &facts->loop->stmt->place;
        fprintf(file, "%s%s:%u:%u: remark:%s ", bold, place->file->path, place->line, place->column, normal);
        if (facts->verdict == VERDICT_SERIAL) {
            fprintf(file, "not parallelized: %s [%s]%s%s\n", facts->reason.message ? facts->reason.message : "",
                    facts->reason.code ? facts->reason.code : "", facts->reason.advice ? "; " : "",
                    facts->reason.advice ? facts->reason.advice : "");
            continue;
        }
        const char **words;
        unsigned count = scop_how_words(plan->scop, facts, &words);
        const struct loop *outer = plan_chosen_outer((struct plan *)plan, facts->loop);
        fprintf(file, "%s [",
                facts->verdict == VERDICT_SMALL ? "parallel, but too small to pay"
                : loop_plan->kind != PLAN_KEEP  ? "parallelized"
                : outer                         ? "parallel, runs inside a parallel loop"
                                                : "parallel, left serial");
        print_list(file, words, count);
        fputs("]", file);
        if (outer && loop_plan->kind == PLAN_KEEP)
            fprintf(file, " (line %u)", outer->stmt->place.line);
        if (facts->assumption_count) {
            fputs(" if ", file);
            print_list(file, facts->assumptions, facts->assumption_count);
        }
        fputc('\n', file);
    }
}

static json_t *strings(const char *const *words, unsigned count)
{
    json_t *array = json_array();
    for (unsigned k = 0; k < count; k++)
        json_array_append_new(array, json_string_nocheck(words[k]));
    return array;
}

static json_t *place_json(const struct place *place)
{
    json_t *object = json_object();
    json_object_set_new(object, "file", json_string_nocheck(place->file ? place->file->path : ""));
    json_object_set_new(object, "line", json_integer(place->line));
    json_object_set_new(object, "column", json_integer(place->column));
    return object;
}

static json_t *loop_json(const struct plan *plan, unsigned index)
{
    const struct loop_facts *facts = &plan->scop->facts[index];
    const struct loop_plan *loop_plan = &plan->loops[index];
    const struct loop *loop = facts->loop;
    const char **words;
    unsigned count = scop_how_words(plan->scop, facts, &words);
    json_t *object = json_object(), *reason = json_object();
    json_object_set_new(object, "function", json_string_nocheck(loop->function->name));
    json_object_set_new(object, "line", json_integer(loop->stmt->place.line));
    json_object_set_new(object, "column", json_integer(loop->stmt->place.column));
    json_object_set_new(object, "depth", json_integer(loop->depth));
    json_object_set_new(object, "verdict", json_string(verdict_word(facts->verdict)));
    json_object_set_new(object, "how", strings(words, count));
    json_object_set_new(reason, "code", json_string_nocheck(facts->reason.code ? facts->reason.code : "none"));
    json_object_set_new(reason, "message", json_string_nocheck(facts->reason.message ? facts->reason.message : ""));
    if (facts->reason.advice)
        json_object_set_new(reason, "advice", json_string_nocheck(facts->reason.advice));
    json_object_set_new(reason, "at", place_json(facts->reason.code ? &facts->reason.place : &loop->stmt->place));
    json_object_set_new(object, "reason", reason);
    json_object_set_new(object, "assumptions", strings(facts->assumptions, facts->assumption_count));
    json_object_set_new(object, "plan", strings(loop_plan->notes, loop_plan->note_count));
    json_object_set_new(object, "target", json_string(loop_plan->kind == PLAN_KEEP ? "serial" : "openmp"));
    const struct loop *outer = plan_chosen_outer((struct plan *)plan, loop);
    json_object_set_new(object, "inner_of",
                        outer && outer != loop ? json_integer(outer->stmt->place.line) : json_null());
    return object;
}

/* The report of DESIGN, as JSON. */
void report_json(const struct plan *plan, FILE *file)
{
    json_t *root = json_object(), *files = json_array();
    json_object_set_new(root, "version", json_integer(1));
    struct program *program = plan->scop->program;
    for (unsigned u = 0; u < program->unit_count; u++) {
        json_t *entry = json_object(), *loops = json_array();
        json_object_set_new(entry, "file", json_string_nocheck(program->units[u]->main->path));
        for (unsigned k = 0; k < plan->scop->fact_count; k++) {
            const struct loop *loop = plan->scop->facts[k].loop;
            if (loop->function->unit == program->units[u] && loop->stmt->place.file == program->units[u]->main)
                json_array_append_new(loops, loop_json(plan, k));
        }
        json_object_set_new(entry, "loops", loops);
        json_array_append_new(files, entry);
    }
    json_object_set_new(root, "files", files);
    json_dumpf(root, file, JSON_INDENT(2));
    fputc('\n', file);
    json_decref(root);
}

static void explain_dependences(const struct loop_facts *facts, FILE *file)
{
    static const char *const kinds[] = { "flow", "anti", "output" };
    for (unsigned k = 0; k < facts->dependence_count; k++) {
        const struct dependence *dependence = &facts->dependences[k];
        const struct object *object = dependence->source->object;
        fprintf(file, "  %s dependence through %s: line %u and line %u%s\n", kinds[dependence->kind],
                object->text ? object->text : "memory",
                dependence->source->expr ? dependence->source->expr->place.line : 0,
                dependence->sink->expr ? dependence->sink->expr->place.line : 0,
                dependence->is_removed ? " (removed)" : "");
    }
}

void report_explain(const struct plan *plan, const struct loop *loop, FILE *file)
{
    for (unsigned k = 0; k < plan->scop->fact_count; k++) {
        const struct loop_facts *facts = &plan->scop->facts[k];
        if (facts->loop != loop)
            continue;
        const char **words;
        unsigned count = scop_how_words(plan->scop, facts, &words);
        fprintf(file, "%s:%u: loop of %s, depth %u\n  verdict: %s [", loop->stmt->place.file->path,
                loop->stmt->place.line, loop->function->name, loop->depth, verdict_word(facts->verdict));
        print_list(file, words, count);
        fputs("]\n", file);
        if (facts->reason.message && *facts->reason.message)
            fprintf(file, "  reason: %s [%s]\n", facts->reason.message, facts->reason.code);
        if (facts->reason.advice)
            fprintf(file, "  advice: %s\n", facts->reason.advice);
        for (unsigned a = 0; a < facts->assumption_count; a++)
            fprintf(file, "  assumes: %s\n", facts->assumptions[a]);
        explain_dependences(facts, file);
        fputs("  plan: ", file);
        print_list(file, plan->loops[k].notes, plan->loops[k].note_count);
        fputs(plan->loops[k].note_count ? "\n" : "none\n", file);
        if (facts->region) {
            fprintf(file, "  work: about %.0f operations an iteration%s\n", facts->region->work,
                    facts->region->work_varies ? ", uneven" : "");
            if (facts->region->iteration.constant_trip >= 0)
                fprintf(file, "  iterations: %lld\n", facts->region->iteration.constant_trip);
        }
    }
}

void report_nothing(const struct command *command, const char *why)
{
    for (unsigned k = 0; k < command->report_count; k++) {
        const struct report_request *request = &command->reports[k];
        if (request->format != REPORT_JSON)
            continue;
        json_t *root = json_object(), *files = json_array();
        json_object_set_new(root, "version", json_integer(1));
        for (unsigned u = 0; u < command->source_count; u++) {
            json_t *entry = json_object();
            json_object_set_new(entry, "file", json_string_nocheck(command->sources[u]));
            json_object_set_new(entry, "loops", json_array());
            json_object_set_new(entry, "stopped", json_string_nocheck(why));
            json_array_append_new(files, entry);
        }
        json_object_set_new(root, "files", files);
        FILE *file = !request->path ? stderr : strcmp(request->path, "-") ? fopen(request->path, "w") : stdout;
        if (file) {
            json_dumpf(root, file, JSON_INDENT(2));
            fputc('\n', file);
            if (file != stderr && file != stdout)
                fclose(file);
        }
        json_decref(root);
    }
}
