/* Writing parallel sources for the user: --emit-source, --save-source, --patch. */
#ifndef AIPCC_DRIVER_SAVE_H
#define AIPCC_DRIVER_SAVE_H

#include "driver/command.h"
#include "driver/result.h"

/* Each returns the exit status. */
int save_emit(const struct command *command, const struct result *result); /* to -o or standard output */
int save_beside(const struct command *command, const struct result *result, bool with_unchanged); /* as NAME.aip.c */
int save_patch(const struct command *command, const struct result *result);

#endif
