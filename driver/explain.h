/* --explain and --dump=region: what is known of loops, for people. */
#ifndef AIPCC_DRIVER_EXPLAIN_H
#define AIPCC_DRIVER_EXPLAIN_H

#include "driver/command.h"

/* Print everything known about the loop that "command" asks for: the one that starts at that line, or the innermost one
 * around it. Returns whether there is one. */
bool explain_loop(const struct command *command, struct plan *plan);
/* Print the region of every loop. */
void explain_dump_regions(const struct plan *plan);

#endif
