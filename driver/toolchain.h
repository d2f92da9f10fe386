/* The system compiler that does the translation, and where aipcc's own library is. */
#ifndef AIPCC_DRIVER_TOOLCHAIN_H
#define AIPCC_DRIVER_TOOLCHAIN_H

#include "driver/command.h"

/* Set "command"'s compiler from $AIPCC_CC (a command with arguments; default cc), whether it is a clang, and where
 * libaiprt and its header are: beside the executable as built, or as installed. A compiler for other machines makes the
 * command serial: the sizes of types are not known then. */
void toolchain_find(struct command *command);

/* Print the compiler's version and aipcc's. Returns the exit status. */
int toolchain_print_version(const struct command *command);

#endif
