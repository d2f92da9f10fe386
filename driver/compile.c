#include <limits.h>
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

static const char *directory_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path)) : ".";
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "path" without the directory, its ending replaced by "ending". */
static const char *renamed(struct arena *arena, const char *path, const char *ending)
{
    const char *base = base_of(path), *dot = strrchr(base, '.');
    return arena_printf(arena, "%.*s%s", dot ? (int)(dot - base) : (int)strlen(base), base, ending);
}

static bool links(const struct command *command)
{
    return !command->stops_at_object && !command->stops_at_assembly;
}

/* Where the compiler writes: a temporary name beside "output", renamed when it is complete. */
static int run_to(struct words *words, const char *output)
{
    struct stat old;
    bool is_plain = stat(output, &old) != 0 || S_ISREG(old.st_mode);
    if (!strcmp(output, "-") || !is_plain || lstat(output, &old) == 0) {
        /* an existing file keeps its mode, links and owner: the compiler itself replaces it */
        add(words, "-o");
        add(words, output);
        add(words, NULL);
        return run_program(words->list, NULL, NULL);
    }
    const char *name = arena_printf(words->arena, "%s.aip%ld", output, (long)getpid());
    add(words, "-o");
    add(words, name);
    add(words, NULL);
    int status = run_program(words->list, NULL, NULL);
    if (status == 0 && rename(name, output) != 0)
        status = 1;
    if (status)
        unlink(name);
    return status;
}

int compile_serially(struct arena *arena, const struct command *command, const char *output)
{
    struct words words = { .arena = arena };
    for (unsigned k = 0; k < command->compiler_count; k++)
        add(&words, command->compiler[k]);
    for (unsigned k = 0; k < command->word_count; k++)
        add(&words, command->words[k].text);
    if (output || command->output) {
        add(&words, "-o");
        add(&words, output ? output : command->output);
    }
    /* objects that aipcc made earlier may need the runtime; it adds nothing where they do not */
    if (command->has_inputs && links(command) && command->runtime_library && command->mode != MODE_PASS_THROUGH &&
        !command->is_serial) {
        add(&words, "-fopenmp");
        add(&words, "-x");
        add(&words, "none");
        add(&words, command->runtime_library);
    }
    add(&words, NULL);
    return run_program(words.list, NULL, NULL);
}

/* The dependency file of "source", made from the user's own text. */
static int write_dependencies(struct arena *arena, const struct command *command, const char *source, const char *object)
{
    struct words words = { .arena = arena };
    bool names_file = false, names_target = false, is_user_only = false;
    for (unsigned k = 0; k < command->compiler_count; k++)
        add(&words, command->compiler[k]);
    for (unsigned k = 0; k < command->word_count; k++) {
        const char *text = command->words[k].text;
        if (command->words[k].is_source || !strcmp(text, "-c") || !strcmp(text, "-S"))
            continue;
        names_file |= !strncmp(text, "-MF", 3);
        names_target |= !strncmp(text, "-MT", 3) || !strncmp(text, "-MQ", 3);
        is_user_only |= !strcmp(text, "-MMD");
        if (strcmp(text, "-MD") && strcmp(text, "-MMD"))
            add(&words, text);
    }
    add(&words, is_user_only ? "-MM" : "-M");
    if (!names_file) {
        const char *dot = strrchr(object, '.'), *slash = strrchr(object, '/');
        bool has_ending = dot && (!slash || dot > slash);
        add(&words, "-MF");
        add(&words, arena_printf(arena, "%.*s.d", has_ending ? (int)(dot - object) : (int)strlen(object), object));
    }
    if (!names_target) {
        add(&words, "-MT");
        add(&words, object);
    }
    add(&words, source);
    add(&words, NULL);
    return run_program(words.list, NULL, NULL);
}

/* Options for dependency files stay away from the compilation of emitted text. */
static bool is_dependency_option(const char *text, bool *has_value)
{
    *has_value = !strcmp(text, "-MF") || !strcmp(text, "-MT") || !strcmp(text, "-MQ");
    return *has_value || !strcmp(text, "-MD") || !strcmp(text, "-MMD") || !strcmp(text, "-MP") || !strncmp(text, "-MF", 3) ||
           !strncmp(text, "-MT", 3) || !strncmp(text, "-MQ", 3);
}

/* Compile one changed source to "object". */
static int compile_changed(struct arena *arena, const struct command *command, const char *source,
                           const struct result *result, const char *object)
{
    struct words words = { .arena = arena };
    for (unsigned k = 0; k < command->compiler_count; k++)
        add(&words, command->compiler[k]);
    add(&words, "-iquote");
    add(&words, directory_of(arena, source));
    for (unsigned k = 0; k < command->word_count; k++) {
        const char *text = command->words[k].text;
        bool has_value, is_input = command->words[k].is_source;
        if (is_dependency_option(text, &has_value)) {
            k += has_value;
            continue;
        }
        bool is_other_input = text[0] != '-' && (k == 0 || command->words[k - 1].is_source || command->words[k - 1].text[0] != '-' ||
                                                 !strcmp(command->words[k - 1].text, "-c")) &&
                              access(text, R_OK) == 0 && strrchr(text, '.') != NULL;
        if (!is_input && !is_other_input && strncmp(text, "-l", 2) && strncmp(text, "-Wl,", 4) && strcmp(text, "-c"))
            add(&words, text);
    }
    add(&words, "-fopenmp");
    if (result->needs_runtime && command->runtime_include) {
        add(&words, "-isystem");
        add(&words, command->runtime_include);
    }
    if (!command->stops_at_assembly)
        add(&words, "-c");
    add(&words, result->path);
    return run_to(&words, object);
}

static int link_program(struct arena *arena, const struct command *command, const char *const *objects, const char *output)
{
    struct words words = { .arena = arena };
    unsigned source = 0;
    for (unsigned k = 0; k < command->compiler_count; k++)
        add(&words, command->compiler[k]);
    for (unsigned k = 0; k < command->word_count; k++) {
        bool has_value;
        if (command->words[k].is_source)
            add(&words, objects[source++]);
        else if (is_dependency_option(command->words[k].text, &has_value))
            k += has_value;
        else
            add(&words, command->words[k].text);
    }
    add(&words, "-fopenmp");
    if (command->runtime_library)
        add(&words, command->runtime_library);
    add(&words, "-lm");
    return run_to(&words, output ? output : "a.out");
}

int compile(struct arena *arena, const struct command *command, const struct result *results, const char *output)
{
    bool any_changed = false;
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
        const char *object = output;
        if (links(command)) {
            if (results[k].kind != RESULT_CHANGED) {
                objects[k] = source;
                continue;
            }
            object = arena_printf(arena, "%s/%u.o", temporary_directory(arena), k);
        } else if (!object) {
            object = renamed(arena, source, command->stops_at_assembly ? ".s" : ".o");
        }
        objects[k] = object;
        struct result same = { RESULT_UNCHANGED, false, source };
        const struct result *result = results[k].kind == RESULT_CHANGED ? &results[k] : &same;
        int status = compile_changed(arena, command, source, result, object);
        if (status == 0 && command->wants_dependencies)
            status = write_dependencies(arena, command, source, links(command) ? output ? output : renamed(arena, source, ".o") : object);
        if (status)
            return status;
    }
    return links(command) ? link_program(arena, command, objects, output) : 0;
}
