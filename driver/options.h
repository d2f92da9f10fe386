/* The options of C compilers, as far as one must know them to take a command line apart. */
#ifndef AIPCC_DRIVER_OPTIONS_H
#define AIPCC_DRIVER_OPTIONS_H

#include <stdbool.h>

/* Which steps of a compilation an option is for. */
enum option_use {
    OPTION_ANY,          /* every step; what is not known counts as this */
    OPTION_SOURCE,       /* steps that read sources: -I, -D ... */
    OPTION_DEPENDENCIES, /* -MD and its like */
    OPTION_LINKER,       /* the linking step only */
    OPTION_LIBRARY,      /* -lm: an input of the linker, whose order counts */
    OPTION_OUTPUT,       /* -o */
    OPTION_LANGUAGE,     /* -x */
    OPTION_STAGE,        /* -c, -S */
    OPTION_ONLY          /* -E, -print-...: nothing is compiled, the command goes to the compiler as it is */
};

struct option {
    const char *name;
    enum { FORM_EXACT, FORM_JOINED, FORM_SEPARATE, FORM_EITHER } form; /* how its value is given */
    enum option_use use;
};

/* The option that "word" is or starts with (the longest name that fits). Never NULL: unknown options are of form
 * FORM_EXACT for any step. */
const struct option *option_find(const char *word);
/* The value of "option" inside of "word", or NULL if it is the next word (or if there is none). */
const char *option_joined_value(const struct option *option, const char *word);

#endif
