#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/stage.h"

struct words {
    struct arena *arena;
    const char **list;
    unsigned count;
};

static void add(struct words *words, const char *text)
{
    ARENA_PUSH(words->arena, words->list, words->count, text);
}

static struct words start_words(struct arena *arena, const struct command *command)
{
    struct words words = { .arena = arena };
    for (unsigned k = 0; k < command->compiler_count; k++)
        add(&words, command->compiler[k]);
    return words;
}

static const char *directory_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path)) : ".";
}

/* "path" with its ending replaced by "ending". */
static const char *with_ending(struct arena *arena, const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    bool has_ending = dot && (!slash || dot > slash);
    return arena_printf(arena, "%.*s%s", has_ending ? (int)(dot - path) : (int)strlen(path), path, ending);
}

/* The object that compilers make of "source" without -o: in the current directory. */
static const char *default_object(struct arena *arena, const char *source, const char *ending)
{
    const char *slash = strrchr(source, '/');
    return with_ending(arena, slash ? slash + 1 : source, ending);
}

static bool links(const struct command *command)
{
    return !command->stops_at_object && !command->stops_at_assembly;
}

/* Run "words" with -o "output", "errors" as in run_program(). The compiler writes to a temporary name beside it, which
 * is renamed when complete; an existing file or device keeps its mode, links and owner: the compiler replaces it. */
static int run_to(struct words words, const char *output, const char *errors)
{
    struct stat old;
    bool is_direct =
        !strcmp(output, "-") || lstat(output, &old) == 0 || access(directory_of(words.arena, output), W_OK);
    const char *name = is_direct ? output : arena_printf(words.arena, "%s.aip%ld", output, (long)getpid());
    add(&words, "-o");
    add(&words, name);
    add(&words, NULL);
    int status = run_program(words.list, NULL, NULL, errors);
    if (is_direct)
        return status;
    if (status == 0 && rename(name, output) != 0)
        status = 1;
    if (status)
        unlink(name);
    return status;
}

/* Add what the linker needs for code that aipcc made. */
static void add_runtime(struct words *words, const struct command *command)
{
    add(words, "-fopenmp");
    if (command->runtime_library) {
        add(words, "-x");
        add(words, "none");
        add(words, command->runtime_library);
        add(words, "-lm");
    }
}

int compile_serially(struct arena *arena, const struct command *command, const char *output)
{
    struct words words = start_words(arena, command);
    for (unsigned k = 0; k < command->word_count; k++)
        add(&words, command->words[k].text);
    if (output || command->output) {
        add(&words, "-o");
        add(&words, output ? output : command->output);
    }
    /* objects that aipcc made earlier may need the runtime, which adds nothing where they do not. With sources on the
       same line -fopenmp would change their meaning; they come here only if nothing in them was parallelized. */
    bool is_link_only = command->has_inputs && !command->source_count && links(command);
    if (is_link_only && command->mode == MODE_COMPILE && !command->is_serial)
        add_runtime(&words, command);
    add(&words, NULL);
    return run_program(words.list, NULL, NULL, NULL);
}

/* Whether "text" asks for a dependency file; "*has_value": with the next word. */
static bool is_dependency_option(const char *text, bool *has_value)
{
    *has_value = !strcmp(text, "-MF") || !strcmp(text, "-MT") || !strcmp(text, "-MQ");
    return *has_value || !strcmp(text, "-MD") || !strcmp(text, "-MMD") || !strcmp(text, "-MP") ||
           !strcmp(text, "-MG") || !strncmp(text, "-MF", 3) || !strncmp(text, "-MT", 3) || !strncmp(text, "-MQ", 3) ||
           !strncmp(text, "-Wp,-M", 6);
}

/* Add the options that matter when one file is compiled. */
static void add_compile_options(struct words *words, const struct command *command)
{
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        bool has_value;
        if (word->kind == WORD_OPTION && is_dependency_option(word->text, &has_value))
            k += has_value;
        else if (word->kind == WORD_OPTION && strcmp(word->text, "-c"))
            add(words, word->text);
    }
}

static const char *language_of(const struct command *command, const char *source)
{
    for (unsigned k = 0; k < command->word_count; k++)
        if (command->words[k].kind == WORD_SOURCE && command->words[k].text == source)
            return command->words[k].language;
    return NULL;
}

/* The dependency file of "source", made from the user's own text: that of the emitted text would name other files. */
static int write_dependencies(struct arena *arena, const struct command *command, const char *source,
                              const char *object)
{
    struct words words = start_words(arena, command);
    bool names_file = false, names_target = false, is_user_only = false;
    add_compile_options(&words, command);
    for (unsigned k = 0; k < command->word_count; k++) {
        const char *text = command->words[k].text;
        bool has_value;
        if (command->words[k].kind != WORD_OPTION || !is_dependency_option(text, &has_value))
            continue;
        names_file |= !strncmp(text, "-MF", 3);
        names_target |= !strncmp(text, "-MT", 3) || !strncmp(text, "-MQ", 3);
        is_user_only |= !strcmp(text, "-MMD") || !strncmp(text, "-Wp,-MMD", 8);
        if (!strncmp(text, "-Wp,-MD,", 8) || !strncmp(text, "-Wp,-MMD,", 9)) {
            names_file = true;
            add(&words, "-MF");
            add(&words, strchr(text + 4, ',') + 1);
        } else if (strcmp(text, "-MD") && strcmp(text, "-MMD")) {
            add(&words, text);
        }
        if (has_value)
            add(&words, command->words[++k].text);
    }
    add(&words, is_user_only ? "-MM" : "-M");
    if (!names_file) {
        add(&words, "-MF");
        add(&words, with_ending(arena, object, ".d"));
    }
    if (!names_target) {
        add(&words, "-MT");
        add(&words, object);
    }
    const char *language = language_of(command, source);
    if (language) {
        add(&words, "-x");
        add(&words, language);
    }
    add(&words, source);
    add(&words, NULL);
    return run_program(words.list, NULL, NULL, NULL);
}

/* Compile "source" to "object", its emitted text if "result" has one. "errors": a file for the compiler's messages, or
 * NULL; "silent": without warnings. */
static int compile_one(struct arena *arena, const struct command *command, const char *source,
                       const struct result *result, const char *object, const char *errors, bool silent)
{
    bool is_changed = result && result->kind == RESULT_CHANGED;
    struct words words = start_words(arena, command);
    if (is_changed) {
        add(&words, "-iquote");
        add(&words, directory_of(arena, source));
    }
    add_compile_options(&words, command);
    if (is_changed)
        add(&words, "-fopenmp");
    if (is_changed && result->needs_runtime && command->runtime_include) {
        add(&words, "-isystem");
        add(&words, command->runtime_include);
    }
    if (errors && isatty(2))
        add(&words, "-fdiagnostics-color=always");
    if (silent)
        add(&words, "-w");
    if (!command->stops_at_assembly)
        add(&words, "-c");
    const char *language = language_of(command, source);
    if (language) {
        add(&words, "-x");
        add(&words, language);
    }
    add(&words, is_changed ? result->path : source);
    return run_to(words, object, errors);
}

/* Print what is in the file "path" on standard error. */
static void replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    char buffer[4096];
    for (size_t size; file && (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        fwrite(buffer, 1, size, stderr);
    if (file)
        fclose(file);
}

/* Compile the emitted text of "source". If the compiler does not take it, the user's own text decides: if that is
 * wrong, too, its messages are the user's; if it is not, only warnings stood in the way (-Werror), or it is compiled
 * serially and that is said. */
static int compile_changed(struct arena *arena, const struct command *command, const char *source,
                           const struct result *result, const char *object)
{
    const char *errors = arena_printf(arena, "%s/errors", temporary_directory(arena));
    int status = compile_one(arena, command, source, result, object, errors, false);
    if (status == 0) {
        replay(errors);
        return 0;
    }
    status = compile_one(arena, command, source, NULL, object, NULL, false);
    if (status || compile_one(arena, command, source, result, object, errors, true) == 0)
        return status;
    bool is_error = command->fallback_is_error;
    fprintf(stderr, "aipcc: %s: %s: the compiler does not accept the parallel source; %s\n",
            is_error ? "error" : "warning", source, is_error ? "nothing is compiled" : "compiled serially");
    if (getenv("AIPCC_DEBUG"))
        replay(errors);
    if (!is_error)
        return compile_one(arena, command, source, NULL, object, NULL, true);
    struct stat status_of_object;
    if (lstat(object, &status_of_object) == 0 && S_ISREG(status_of_object.st_mode))
        unlink(object);
    return 4;
}

/* Link "objects", which stand for the sources, to "output" (NULL: a.out). */
static int link_program(struct arena *arena, const struct command *command, const char *const *objects,
                        const char *output)
{
    struct words words = start_words(arena, command);
    unsigned source = 0;
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        bool has_value;
        if (word->kind == WORD_OPTION && is_dependency_option(word->text, &has_value)) {
            k += has_value;
        } else if (word->kind == WORD_SOURCE && word->language) {
            add(&words, "-x");
            add(&words, "none");
            add(&words, objects[source++]);
            add(&words, "-x");
            add(&words, word->language);
        } else {
            add(&words, word->kind == WORD_SOURCE ? objects[source++] : word->text);
        }
    }
    add_runtime(&words, command);
    return run_to(words, output ? output : "a.out", NULL);
}

static bool has_other_inputs(const struct command *command)
{
    for (unsigned k = 0; k < command->word_count; k++)
        if (command->words[k].kind == WORD_INPUT)
            return true;
    return false;
}

int compile(struct arena *arena, const struct command *command, const struct result *results, const char *output)
{
    bool any_changed = links(command) && has_other_inputs(command); /* objects that may need the runtime */
    for (unsigned k = 0; k < command->source_count; k++)
        any_changed |= results[k].kind == RESULT_CHANGED;
    output = output ? output : command->output;
    if (!any_changed)
        return compile_serially(arena, command, output);
    if (output && !links(command) && command->source_count > 1)
        return compile_serially(arena, command, output); /* an error, which the compiler words */
    const char **objects = ARENA_ARRAY(arena, const char *, command->source_count);
    for (unsigned k = 0; k < command->source_count; k++) {
        const char *source = command->sources[k];
        const char *named = output && !links(command)
                                ? output
                                : default_object(arena, source, command->stops_at_assembly ? ".s" : ".o");
        objects[k] = links(command) ? arena_printf(arena, "%s/%u.o", temporary_directory(arena), k) : named;
        int status = results[k].kind == RESULT_CHANGED
                         ? compile_changed(arena, command, source, &results[k], objects[k])
                         : compile_one(arena, command, source, NULL, objects[k], NULL, false);
        if (status == 0 && command->wants_dependencies)
            status = write_dependencies(arena, command, source, links(command) && output ? output : named);
        if (status)
            return status;
    }
    return links(command) ? link_program(arena, command, objects, output) : 0;
}
