/* Command lines for the system compiler: the user's own, and those of the single steps it is cut into. */
#ifndef AIPCC_DRIVER_STEPS_H
#define AIPCC_DRIVER_STEPS_H

#include "driver/command.h"

/* The user's command. "output", if not NULL, replaces what -o says, and then everything is linked. */
struct words step_original(const struct command *command, const char *output);
/* The start of a command that translates one file: the compiler and all options for that, dependencies included. */
struct words step_translate(const struct command *command);
/* The start of a command that links: the compiler and all options for that, but no inputs and no output. */
struct words step_link(const struct command *command);
/* Add an option and its value, if it has one as a word of its own. */
void step_add_option(struct words *words, const struct word *word);
/* Add the last input, "path" in "language"; NULL: as its name says. */
void step_add_input(struct words *words, const char *path, const char *language);

#endif
