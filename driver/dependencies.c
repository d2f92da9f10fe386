#include "driver/dependencies.h"

#include <stdlib.h>
#include <string.h>

#include "driver/path.h"
#include "driver/temporary.h"

static bool is_option(const struct word *word, const char *name)
{
    return word->kind == WORD_OPTION && strcmp(word->option->name, name) == 0;
}

/* Whether the option "name" is on the command line. */
static bool has_option(const struct command *command, const char *name)
{
    for (unsigned k = 0; k < command->word_count; k++)
        if (is_option(&command->words[k], name))
            return true;
    return false;
}

/* The number of inputs that are translated. */
static unsigned count_translated(const struct command *command)
{
    unsigned count = 0;
    for (unsigned k = 0; k < command->word_count; k++)
        count += command->words[k].kind == WORD_SOURCE || command->words[k].kind == WORD_FOREIGN;
    return count;
}

/* The dependency file of "source" when it is compiled and linked by one command. Without -o, gcc names what comes on
 * the way to a.out "a-NAME", except for a lone file that is called a itself. */
static const char *linked_name(const struct command *command, const char *source)
{
    if (command->output)
        return path_with_ending(command->arena, command->output, ".d");
    const char *base = path_with_ending(command->arena, path_base(source), "");
    bool has_prefix = !command->is_clang && (count_translated(command) > 1 || strcmp(base, "a") != 0);
    return arena_printf(command->arena, "%s%s.d", has_prefix ? "a-" : "", base);
}

/* See dependencies.h. */
void dependencies_add(struct words *words, const struct command *command, const char *source)
{
    if (!command->has_dependencies)
        return;
    if (!has_option(command, "-MF")) {
        words_add(words, "-MF");
        words_add(words, linked_name(command, source));
    }
    if (!has_option(command, "-MT") && !has_option(command, "-MQ")) {
        words_add(words, "-MQ");
        words_add(words, command->output ? command->output : path_with_ending(words->arena, path_base(source), ".o"));
    }
}

/* Add "name" as make wants it. */
static void add_escaped(struct text *text, const char *name)
{
    for (; *name; name++) {
        if (*name == '$')
            text_puts(text, "$");
        else if (strchr(" \t#", *name))
            text_puts(text, "\\");
        text_add(text, name, 1);
    }
}

/* Replace in the file "path" every name that starts with the directory of "copy" by "source". */
static void rename_in(struct arena *arena, const char *path, const char *copy, const char *source)
{
    size_t length;
    char *bytes = temporary_read(path, &length);
    const char *directory = arena_printf(arena, "%s/", path_directory(arena, copy));
    char *at = bytes ? strstr(bytes, directory) : NULL, *from = bytes;
    struct text text = { 0 };
    for (; at; at = strstr(from, directory)) {
        text_add(&text, from, (size_t)(at - from));
        add_escaped(&text, source);
        for (from = at; *from && (!strchr(" \t\n", *from) || from[-1] == '\\');)
            from++;
    }
    if (from != bytes) {
        text_puts(&text, from);
        output_write(path, text.bytes, text.length);
    }
    text_free(&text);
    free(bytes);
}

/* See dependencies.h. */
void dependencies_rename(const struct command *command, const char *object, const char *copy, const char *source)
{
    struct arena *arena = command->arena;
    rename_in(arena, path_with_ending(arena, object, ".d"), copy, source);
    rename_in(arena, linked_name(command, source), copy, source);
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (is_option(word, "-MF"))
            rename_in(arena, word->value ? word->value : option_joined_value(word->option, word->text), copy, source);
        if (is_option(word, "-Wp,") &&
            (strncmp(word->text, "-Wp,-MD,", 8) == 0 || strncmp(word->text, "-Wp,-MMD,", 9) == 0))
            rename_in(arena, strrchr(word->text, ',') + 1, copy, source);
    }
}
