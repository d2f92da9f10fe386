#include "driver/database.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "driver/message.h"

/* The string "key" of "entry", or NULL. */
static const char *string_of(json_t *entry, const char *key)
{
    return json_string_value(json_object_get(entry, key));
}

/* "path" as seen from elsewhere, if it is relative to "directory". */
static const char *absolute(struct arena *arena, const char *directory, const char *path)
{
    return path[0] == '/' || !directory ? path : arena_printf(arena, "%s/%s", directory, path);
}

/* The words of the command of "entry". */
static struct words command_of(struct arena *arena, json_t *entry)
{
    struct words words = { .arena = arena };
    json_t *list = json_object_get(entry, "arguments"), *item;
    size_t k;
    json_array_foreach(list, k, item) if (json_string_value(item))
        words_add(&words, arena_strdup(arena, json_string_value(item)));
    const char *line = string_of(entry, "command");
    if (words.count == 0 && line)
        words_split(&words, line);
    return words;
}

static bool names_folder(const struct option *option)
{
    static const char *const names[] = { "-I", "-iquote", "-isystem", "-idirafter", "-include", "-imacros" };
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(option->name, names[k]) == 0)
            return true;
    return false;
}

/* Add what the parse needs of "words", a compiler and its arguments, to "options". */
static void add_options(struct words *options, const struct words *words, const char *directory)
{
    for (unsigned k = 1; k < words->count; k++) {
        const char *word = words->items[k];
        if (word[0] != '-' || !word[1])
            continue;
        const struct option *option = option_find(word);
        const char *value = option_joined_value(option, word);
        bool has_value = !value && (option->form == FORM_SEPARATE || option->form == FORM_EITHER);
        if (has_value && k + 1 < words->count)
            value = words->items[++k];
        if (option->use != OPTION_ANY && option->use != OPTION_SOURCE)
            continue;
        if (value && names_folder(option)) {
            words_add(options, option->name);
            words_add(options, absolute(options->arena, directory, value));
        } else {
            words_add(options, word);
            if (has_value && value)
                words_add(options, value);
        }
    }
}

static bool is_same_file(const char *a, const char *b)
{
    char *first = realpath(a, NULL), *second = realpath(b, NULL);
    bool is_same = first && second && strcmp(first, second) == 0;
    free(first);
    free(second);
    return is_same;
}

/* Use "entry" for the sources that it is about; "adds_sources" if its file shall become one. */
static void apply_entry(struct command *command, json_t *entry, bool adds_sources)
{
    const char *directory = string_of(entry, "directory"), *file = string_of(entry, "file");
    if (!file)
        return;
    const char *path = absolute(command->arena, directory, arena_strdup(command->arena, file));
    size_t length = strlen(path);
    struct words words = command_of(command->arena, entry);
    directory = directory ? arena_strdup(command->arena, directory) : NULL;
    bool is_known = false;
    for (unsigned k = 0; k < command->source_count; k++) {
        struct source *source = &command->sources[k];
        if (source->has_database_options || !is_same_file(source->path, path))
            continue;
        add_options(&source->options, &words, directory);
        source->has_database_options = is_known = true;
    }
    if (is_known || !adds_sources || length < 3 || strcmp(path + length - 2, ".c") != 0)
        return;
    struct source source = { .path = path, .options.arena = command->arena, .has_database_options = true };
    add_options(&source.options, &words, directory);
    ARENA_PUSH(command->arena, command->sources, command->source_count, source);
}

/* See database.h. */
void database_apply(struct command *command, const char *path)
{
    json_error_t problem;
    json_t *root = json_load_file(path, 0, &problem), *entry;
    if (!json_is_array(root)) {
        message_error("%s: not a compilation database: %s", path, root ? "it is no array" : problem.text);
        exit(EXIT_BAD_USAGE);
    }
    bool adds_sources = command->source_count == 0;
    size_t k;
    json_array_foreach(root, k, entry) apply_entry(command, entry, adds_sources);
    json_decref(root);
}
