#include "driver/steps.h"

#include <string.h>

static struct words start(const struct command *command)
{
    struct words words = { .arena = command->arena };
    words_add_all(&words, &command->compiler);
    return words;
}

/* See steps.h. */
void step_add_option(struct words *words, const struct word *word)
{
    words_add(words, word->text);
    if (word->value)
        words_add(words, word->value);
}

/* See steps.h. */
void step_add_input(struct words *words, const char *path, const char *language)
{
    if (language) {
        words_add(words, "-x");
        words_add(words, language);
    }
    words_add(words, path);
}

/* See steps.h. */
struct words step_original(const struct command *command, const char *output)
{
    struct words words = start(command);
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        bool is_option = word->kind == WORD_OPTION;
        if (output && is_option && (word->option->use == OPTION_OUTPUT || word->option->use == OPTION_STAGE))
            continue;
        step_add_option(&words, word);
    }
    if (output) {
        words_add(&words, "-o");
        words_add(&words, output);
    }
    return words;
}

/* Add the options of "command" that are for any step, and those for "use" and "other". */
static void add_options(struct words *words, const struct command *command, enum option_use use, enum option_use other)
{
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (word->kind == WORD_OPTION &&
            (word->option->use == OPTION_ANY || word->option->use == use || word->option->use == other))
            step_add_option(words, word);
    }
}

/* See steps.h. */
struct words step_translate(const struct command *command)
{
    struct words words = start(command);
    add_options(&words, command, OPTION_SOURCE, OPTION_DEPENDENCIES);
    return words;
}

/* See steps.h. */
struct words step_link(const struct command *command)
{
    struct words words = start(command);
    add_options(&words, command, OPTION_LINKER, OPTION_LINKER);
    return words;
}
