/* Dependency files (-MD) of files that were compiled from a copy. */
#ifndef AIPCC_DRIVER_DEPENDENCIES_H
#define AIPCC_DRIVER_DEPENDENCIES_H

#include "driver/command.h"

/* Add to "words", which compile "source" in order to link, what makes the compiler write the file that it would have
 * written had it linked itself. */
void dependencies_add(struct words *words, const struct command *command, const char *source);
/* In the dependency files that the compilation of "copy" to "object" may have written, put "source" in the place of
 * "copy". */
void dependencies_rename(const struct command *command, const char *object, const char *copy, const char *source);

#endif
