/* Names of files. */
#ifndef AIPCC_DRIVER_PATH_H
#define AIPCC_DRIVER_PATH_H

#include <stdbool.h>

#include "base/arena.h"

/* What stands behind the last slash. */
const char *path_base(const char *path);
/* The directory of "path", "." if it names none; arena string. */
const char *path_directory(struct arena *arena, const char *path);
/* "path" with the ending of its last part (".c") replaced by "ending", or with "ending" added; arena string. */
const char *path_with_ending(struct arena *arena, const char *path, const char *ending);
/* Whether both name one existing file. */
bool path_is_same(const char *a, const char *b);

#endif
