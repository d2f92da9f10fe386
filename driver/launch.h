/* Other programs: started without a shell, waited for, ended when aipcc is. */
#ifndef AIPCC_DRIVER_LAUNCH_H
#define AIPCC_DRIVER_LAUNCH_H

#include "driver/words.h"

/* Where a program's standard streams go. NULL: where aipcc's own go. */
struct streams {
    const char *input, *output, *error; /* files; the latter two are created or emptied */
    double limit;                       /* seconds after which it is killed; 0: none */
};

/* Run "words" (a program and its arguments) and wait for it. "streams" may be NULL. Returns its exit status, 128 plus
 * the signal that ended it as shells do, or 127, with a message, if it could not be started. Long command lines go
 * through an @file. */
int launch(const struct words *words, const struct streams *streams);
/* Become "words": returns only if that fails, with 127 and a message. */
int launch_instead(const struct words *words);
/* launch() for programs that do not know @files. */
int launch_plainly(const struct words *words, const struct streams *streams);

#endif
