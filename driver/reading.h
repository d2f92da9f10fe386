/* Private to command.c and own_options.c: a command line while it is read. */
#ifndef AIPCC_DRIVER_READING_H
#define AIPCC_DRIVER_READING_H

#include "driver/command.h"

struct reading {
    struct command *command;
    struct words words;
    const char *language;                                       /* of the inputs that follow, or NULL */
    const char *database;                                       /* -p, or NULL */
    bool has_fp;                                                /* --fp was given */
    bool has_fast_level;                                        /* -Ofast is the last -O option */
    enum { FLOATS_BY_LEVEL, FLOATS_FAST, FLOATS_EXACT } floats; /* what the compiler's own options say of floats */
    enum { CONTRACTION_DEFAULT, CONTRACTION_OFF, CONTRACTION_ON } contraction;
    bool may_have_fma;
    bool is_syntax_only;
};

/* If the word at "*at" is an option of aipcc's own, read it, move "*at" to its last word, and return true. Mistakes end
 * the process. */
bool own_option_read(struct reading *reading, unsigned *at);
/* Refuse combinations that make no sense, once the whole line was read. */
void own_options_check(struct reading *reading);

#endif
