/* What linking needs beside the user's words: OpenMP and libaiprt, if some input was made parallel. */
#ifndef AIPCC_DRIVER_LINK_H
#define AIPCC_DRIVER_LINK_H

#include "driver/command.h"

struct link_needs {
    bool openmp, runtime;
};

/* Look into the objects and archives of "command" for calls of the OpenMP runtime and of libaiprt. Nothing for commands
 * that do not link, or that link without the C library. */
struct link_needs link_find_needs(const struct command *command);
/* Add the options and libraries for "needs" at the end of "words". */
void link_add(struct words *words, const struct command *command, struct link_needs needs);

#endif
