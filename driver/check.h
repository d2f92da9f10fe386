/* --check: the serial and the parallel program, run one after the other and compared. */
#ifndef AIPCC_DRIVER_CHECK_H
#define AIPCC_DRIVER_CHECK_H

#include "driver/command.h"

/* Build both, run both with the same arguments and standard input, compare what they print and how they end, and print
 * the speed-up. Returns the exit status. */
int check(struct command *command);

#endif
