/* Compiling and linking: the parallel sources in the place of the user's. */
#ifndef AIPCC_DRIVER_COMPILE_H
#define AIPCC_DRIVER_COMPILE_H

#include "driver/command.h"
#include "driver/result.h"

/* Do what the command line asks for with what the analysis made of its sources. If nothing is parallel, the system
 * compiler gets the user's command. "output", if not NULL, is where a program goes, whatever -o says. Returns the exit
 * status. */
int compile(struct command *command, const struct result *result, const char *output);
/* Remove what compile() made: it is an error after all, and must not look like a result to make. */
void compile_undo(const struct command *command);
/* The user's command as it is, for the program "output" if that is not NULL. */
int compile_original(const struct command *command, const char *output);
/* Hand the user's command to the compiler and never come back. */
int compile_pass_through(const struct command *command);

#endif
