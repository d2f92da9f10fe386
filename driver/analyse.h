/* The analysis of a command, from the driver's side: in child processes, with what to do when one fails. */
#ifndef AIPCC_DRIVER_ANALYSE_H
#define AIPCC_DRIVER_ANALYSE_H

#include "driver/command.h"
#include "driver/result.h"

/* Analyse all sources of "command", together; if that does not come to its end, each alone. Never NULL: files whose
 * analysis was stopped say so. Standard input is read first. The result lives until the process ends. */
struct result *analyse(struct command *command);
/* Print what kept files from being analysed: diagnostics, or why they cannot be read. Returns the exit status that
 * follows from that, 0 if there is nothing. */
int analyse_print_problems(const struct result *result);
/* Warn about the files whose analysis was stopped (or, with --Werror=fallback, call it an error). Returns the exit
 * status that follows. */
int analyse_warn(const struct command *command, const struct result *result);

#endif
