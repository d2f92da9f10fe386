#include "driver/compile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/dependencies.h"
#include "driver/launch.h"
#include "driver/link.h"
#include "driver/message.h"
#include "driver/path.h"
#include "driver/steps.h"
#include "driver/temporary.h"
#include "driver/toolchain.h"

/* A command while its steps are run. */
struct build {
    struct command *command;
    const struct result *result;
    const char *output; /* of the command, or NULL */
    enum stage stage;
    const char **objects; /* for each word that is translated: its object */
    const char *input;    /* a file with what standard input held, or NULL */
    struct link_needs needs;
    int status; /* of the first step that failed */
};

/* ---- the user's command -------------------------------------------------------------------------------------------
 */

/* Where the standard input goes that was read for the analysis: NULL if it was not. */
static const char *saved_input(const struct command *command)
{
    for (unsigned k = 0; k < command->source_count; k++) {
        const struct source *source = &command->sources[k];
        const char *path = source->text ? temporary_name("stdin") : NULL;
        if (path && temporary_write(path, source->text, source->length))
            return path;
    }
    return NULL;
}

/* See compile.h. */
int compile_original(const struct command *command, const char *output)
{
    struct words words = step_original(command, output);
    struct command linking = *command;
    if (output)
        linking.stage = STAGE_PROGRAM;
    struct streams streams = { .input = saved_input(command) };
    link_add(&words, command, link_find_needs(&linking));
    return launch(&words, &streams);
}

/* See compile.h. */
int compile_pass_through(const struct command *command)
{
    struct words words = step_original(command, NULL);
    link_add(&words, command, link_find_needs(command));
    return launch_instead(&words);
}

/* ---- one source ---------------------------------------------------------------------------------------------------
 */

/* "path" between the quotes of a C string literal. */
static void add_literal(struct text *text, const char *path)
{
    for (; *path; path++)
        if (strchr("\"\\?", *path) || (unsigned char)*path < ' ')
            text_printf(text, "\\%03o", (unsigned char)*path);
        else
            text_add(text, path, 1);
}

/* Write the parallel source of "file" to "copy", with line numbers that are the user's, and as old as the user's:
 * programs can look at all that. */
static bool write_copy(const struct file_result *file, const char *copy)
{
    struct text text = { 0 };
    text_puts(&text, "#line 1 \"");
    add_literal(&text, file->path);
    text_puts(&text, "\"\n");
    text_add(&text, file->mapped, file->mapped_length);
    bool is_good = temporary_write(copy, text.bytes, text.length);
    text_free(&text);
    struct stat status;
    if (stat(file->path, &status) == 0)
        utimensat(AT_FDCWD, copy, (struct timespec[]){ status.st_atim, status.st_mtim }, 0);
    return is_good;
}

/* The command that compiles "copy", the parallel source of "source", to "object". */
static struct words parallel_step(const struct build *build, const struct file_result *file, const char *source,
                                  const char *copy, const char *object)
{
    const struct command *command = build->command;
    struct arena *arena = command->arena;
    const char *directory = path_directory(arena, source);
    struct words options = step_translate(command), words = { .arena = arena };
    words_add_all(&words, &command->compiler);
    words_add(&words, "-iquote");
    words_add(&words, directory);
    if (!command->has_openmp)
        words_add(&words, "-U_OPENMP");
    for (unsigned k = command->compiler.count; k < options.count; k++)
        words_add(&words, options.items[k]);
    if (!command->has_openmp)
        words_add(&words, "-fopenmp");
    if (file->needs_runtime && command->runtime_include) {
        words_add(&words, "-idirafter");
        words_add(&words, command->runtime_include);
    }
    words_add(&words, arena_printf(arena, "-ffile-prefix-map=%s=%s", path_directory(arena, copy), directory));
    if (isatty(STDERR_FILENO) && getenv("TERM") && strcmp(getenv("TERM"), "dumb") != 0)
        words_add(&words, "-fdiagnostics-color=always");
    if (build->stage == STAGE_PROGRAM)
        dependencies_add(&words, command, source);
    words_add(&words, build->stage == STAGE_ASSEMBLY ? "-S" : "-c");
    words_add(&words, "-o");
    words_add(&words, object);
    step_add_input(&words, copy, "c");
    return words;
}

/* Copy the file "path" to standard error. */
static void show(const char *path)
{
    size_t length;
    char *bytes = temporary_read(path, &length);
    fwrite(bytes ? bytes : "", 1, length, stderr);
    free(bytes);
}

/* Compile the user's "word" to "object"; NULL: to where the compiler puts it. */
static int translate_original(const struct build *build, const struct word *word, const char *object)
{
    struct words words = step_translate(build->command);
    if (build->stage == STAGE_PROGRAM)
        dependencies_add(&words, build->command, word->text);
    words_add(&words, build->stage == STAGE_ASSEMBLY ? "-S" : "-c");
    if (object) {
        words_add(&words, "-o");
        words_add(&words, object);
    }
    step_add_input(&words, word->text, word->language);
    struct streams streams = { .input = strcmp(word->text, "-") == 0 ? build->input : NULL };
    return launch(&words, &streams);
}

/* Remove a regular file. */
static void remove_file(const char *path)
{
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

/* Compile the parallel source of "word". If the compiler refuses that but takes the user's file, the mistake is
 * aipcc's: the serial program is used. */
static int translate_parallel(struct build *build, unsigned folder, const struct word *word, const char *object)
{
    const struct file_result *file = &build->result->files[word->source];
    bool is_standard_input = strcmp(word->text, "-") == 0;
    const char *copy = temporary_name_in(folder, is_standard_input ? "stdin.c" : path_base(word->text));
    const char *messages = temporary_name("messages");
    if (!write_copy(file, copy))
        return EXIT_BAD_INPUT;
    struct words words = parallel_step(build, file, word->text, copy, object);
    struct streams streams = { .error = messages };
    int status = launch(&words, &streams);
    if (status == 0) {
        show(messages);
        dependencies_rename(build->command, object, copy, word->text);
        build->needs.openmp = true;
        build->needs.runtime |= file->needs_runtime;
        return 0;
    }
    if (getenv("AIPCC_DEBUG"))
        show(messages);
    if (status >= 127)
        return status;
    status = translate_original(build, word, object);
    if (status == 0 && build->command->fallback_is_error) {
        message_error("%s: the compiler does not accept the parallel source", word->text);
        remove_file(object);
        return EXIT_INTERNAL;
    }
    if (status == 0)
        message_warning("%s: the compiler does not accept the parallel source; compiled serially", word->text);
    return status;
}

/* ---- steps --------------------------------------------------------------------------------------------------------
 */

/* Where the object of word number "k" goes. NULL: the compiler decides. */
static const char *object_of(const struct build *build, unsigned k)
{
    struct arena *arena = build->command->arena;
    const struct word *word = &build->command->words[k];
    const char *ending = build->stage == STAGE_ASSEMBLY ? ".s" : ".o";
    bool is_standard_input = strcmp(word->text, "-") == 0;
    const char *name =
        is_standard_input ? arena_printf(arena, "-%s", ending) : path_with_ending(arena, path_base(word->text), ending);
    if (build->stage == STAGE_PROGRAM)
        return temporary_name_in(k, name);
    return build->output ? build->output : name;
}

/* Translate word number "k". */
static void translate(struct build *build, unsigned k)
{
    const struct word *word = &build->command->words[k];
    build->objects[k] = object_of(build, k);
    bool is_changed = word->kind == WORD_SOURCE && build->result->files[word->source].is_changed;
    int status = is_changed ? translate_parallel(build, k, word, build->objects[k])
                            : translate_original(build, word, build->objects[k]);
    if (status != 0 && build->status == 0)
        build->status = status;
}

/* Link the objects with the other inputs, in the user's order. */
static void link_program(struct build *build)
{
    const struct command *command = build->command;
    struct words words = step_link(command);
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (build->objects[k])
            words_add(&words, build->objects[k]);
        else if (word->kind != WORD_OPTION || word->option->use == OPTION_LIBRARY)
            step_add_option(&words, word);
    }
    if (build->output) {
        words_add(&words, "-o");
        words_add(&words, build->output);
    }
    link_add(&words, command, build->needs);
    build->status = launch(&words, NULL);
}

/* Run all steps, one after the other. Like a compiler, go on behind a file with errors, but do not link then. */
static int run_steps(struct build *build)
{
    const struct command *command = build->command;
    build->objects = ARENA_ARRAY(command->arena, const char *, command->word_count + 1);
    for (unsigned k = 0; k < command->word_count; k++)
        if (command->words[k].kind == WORD_SOURCE || command->words[k].kind == WORD_FOREIGN)
            translate(build, k);
    if (build->status == 0 && build->stage == STAGE_PROGRAM)
        link_program(build);
    return build->status;
}

/* ---- the whole ----------------------------------------------------------------------------------------------------
 */

/* Whether the compiler would refuse the command: several results for one name, or an input overwritten. It shall say so
 * itself. */
static bool is_refused(const struct command *command, const char *output)
{
    unsigned translated = 0;
    bool overwrites = false;
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        bool is_input = word->kind != WORD_OPTION;
        translated += word->kind == WORD_SOURCE || word->kind == WORD_FOREIGN;
        overwrites |= is_input && output && path_is_same(word->text, output);
    }
    return overwrites || (command->stage != STAGE_PROGRAM && output && translated > 1);
}

static bool any_is_changed(const struct result *result)
{
    for (unsigned k = 0; k < result->file_count; k++)
        if (result->files[k].is_changed)
            return true;
    return false;
}

/* See compile.h. */
void compile_undo(const struct command *command)
{
    struct build build = { .command = (struct command *)command, .stage = command->stage, .output = command->output };
    if (command->stage == STAGE_PROGRAM)
        remove_file(command->output ? command->output : "a.out");
    for (unsigned k = 0; k < command->word_count && command->stage != STAGE_PROGRAM; k++)
        if (command->words[k].kind == WORD_SOURCE || command->words[k].kind == WORD_FOREIGN)
            remove_file(object_of(&build, k));
}

/* See compile.h. */
int compile(struct command *command, const struct result *result, const char *output)
{
    struct build build = { .command = command, .result = result, .stage = output ? STAGE_PROGRAM : command->stage };
    build.output = output ? output : command->output;
    build.needs = link_find_needs(command);
    bool is_changed = any_is_changed(result);
    bool must_separate = is_changed || (build.needs.openmp && !command->has_openmp);
    bool must_not_separate = build.stage == STAGE_PROGRAM && command->names_by_product;
    if (!must_separate || must_not_separate || is_refused(command, build.output))
        return compile_original(command, output);
    build.input = saved_input(command);
    return run_steps(&build);
}
