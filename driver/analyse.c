#include "driver/analyse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/child.h"
#include "driver/message.h"
#include "driver/pipeline.h"
#include "driver/temporary.h"

/* Read standard input into the source that stands for it. */
static void read_standard_input(struct command *command)
{
    for (unsigned k = 0; k < command->source_count; k++) {
        struct source *source = &command->sources[k];
        if (strcmp(source->path, "-") == 0 && !source->text)
            source->text = temporary_read("-", &source->length);
    }
}

/* Whether the text of "source" may have loops worth a look. Most small files of a build have none, and need no parse.
 */
static bool may_have_loops(const struct source *source)
{
    static const char *const words[] = { "for", "while", "loop", "each", "repeat" };
    size_t length = source->length;
    char *text = source->text ? NULL : temporary_read(source->path, &length);
    const char *bytes = source->text ? source->text : text;
    bool has_loops = false;
    for (unsigned k = 0; k < sizeof words / sizeof *words && !has_loops; k++)
        has_loops = bytes && strcasestr(bytes, words[k]);
    has_loops |= bytes && strlen(bytes) != length;
    free(text);
    return has_loops;
}

/* Whether nothing can come of an analysis: one file without loops that is only compiled. */
static bool is_needless(const struct command *command)
{
    return command->mode == MODE_COMPILE && command->report_count == 0 && !command->saves_source &&
           !command->validates && !command->fallback_is_error && command->source_count == 1 &&
           access(command->sources[0].path, R_OK) == 0 && !may_have_loops(&command->sources[0]);
}

/* A result for the "count" sources that says they were stopped by "end". */
static struct result stopped(struct command *command, struct source **sources, unsigned count, enum child_end end)
{
    struct result result = { .file_count = count };
    const char *word = child_end_word(end);
    result.files = ARENA_ARRAY(command->arena, struct file_result, count + 1);
    for (unsigned k = 0; k < count; k++)
        result.files[k] = (struct file_result){ .path = sources[k]->path, .stopped = word ? word : "" };
    return result;
}

/* Analyse "count" sources in one child. */
static struct result run_child(struct command *command, struct source **sources, unsigned count, bool is_whole)
{
    struct task task = { .command = command, .sources = sources, .source_count = count, .is_whole = is_whole };
    task.keeps_openmp_off = !command->has_openmp && (command->mode == MODE_COMPILE || command->mode == MODE_CHECK ||
                                                     command->mode == MODE_REPORT || command->mode == MODE_VALIDATE);
    task.wants_mapped = command->mode == MODE_COMPILE || command->mode == MODE_CHECK;
    task.shared = shared_new();
    if (!task.shared)
        return stopped(command, sources, count, CHILD_OUT_OF_MEMORY);
    task.result = shared_alloc(task.shared, sizeof *task.result);
    bool is_loud = command->mode == MODE_DUMP || getenv("AIPCC_DEBUG");
    enum child_end end = child_run(pipeline_run, &task, command->budget * count, is_loud);
    if (end == CHILD_DONE && !task.result->is_complete)
        end = CHILD_CRASHED;
    return end == CHILD_DONE ? *task.result : stopped(command, sources, count, end);
}

/* Add "part" to "whole". */
static void join(struct arena *arena, struct result *whole, const struct result *part)
{
    for (unsigned k = 0; k < part->file_count; k++)
        ARENA_PUSH(arena, whole->files, whole->file_count, part->files[k]);
    for (unsigned k = 0; k < part->loop_count; k++)
        ARENA_PUSH(arena, whole->loops, whole->loop_count, part->loops[k]);
    for (unsigned k = 0; k < part->proof_count; k++)
        ARENA_PUSH(arena, whole->proofs, whole->proof_count, part->proofs[k]);
    whole->reassociates |= part->reassociates;
    whole->is_violated |= part->is_violated;
    whole->is_found |= part->is_found;
}

/* See analyse.h. */
struct result *analyse(struct command *command)
{
    struct arena *arena = command->arena;
    struct result *whole = ARENA_NEW(arena, struct result);
    struct source **sources = ARENA_ARRAY(arena, struct source *, command->source_count + 1);
    for (unsigned k = 0; k < command->source_count; k++)
        sources[k] = &command->sources[k];
    read_standard_input(command);
    if (is_needless(command)) {
        whole->files = ARENA_NEW(arena, struct file_result);
        whole->files[0].path = command->sources[0].path;
        whole->file_count = 1;
        return whole;
    }
    struct result result = run_child(command, sources, command->source_count, command_is_whole_program(command));
    if (result.file_count < 2 || !result.files[0].stopped) {
        *whole = result;
        return whole;
    }
    for (unsigned k = 0; k < command->source_count; k++) {
        struct result part = run_child(command, &sources[k], 1, false);
        join(arena, whole, &part);
    }
    return whole;
}

/* See analyse.h. */
int analyse_print_problems(const struct result *result)
{
    int status = EXIT_DONE;
    for (unsigned k = 0; k < result->file_count; k++) {
        const struct file_result *file = &result->files[k];
        if (file->failure && strncmp(file->failure, file->path, strlen(file->path)) == 0)
            message_error("%s", file->failure);
        else if (file->failure)
            message_error("%s: %s", file->path, file->failure);
        if (file->has_errors)
            fputs(file->diagnostics, stderr);
        if (file->failure || file->has_errors)
            status = EXIT_BAD_INPUT;
    }
    return status;
}

/* See analyse.h. */
int analyse_warn(const struct command *command, const struct result *result)
{
    int status = EXIT_DONE;
    bool compiles = command->mode == MODE_COMPILE || command->mode == MODE_CHECK;
    for (unsigned k = 0; k < result->file_count; k++) {
        const struct file_result *file = &result->files[k];
        if (!file->stopped)
            continue;
        const char *what = *file->stopped ? "ran out of " : "broke down", *end = compiles ? "; compiled serially" : "";
        bool is_fault = CHILD_IS_SANITIZED && !*file->stopped;
        if (command->fallback_is_error || !compiles || is_fault) {
            message_error("%s: analysis %s%s", file->path, what, file->stopped);
            status = EXIT_INTERNAL;
        } else {
            message_warning("%s: analysis %s%s%s", file->path, what, file->stopped, end);
        }
    }
    return status;
}
