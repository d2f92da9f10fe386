/* compile_commands.json: the options of each file of a build. */
#ifndef AIPCC_DRIVER_DATABASE_H
#define AIPCC_DRIVER_DATABASE_H

#include "driver/command.h"

/* Add to every source of "command" the parse options that the database file "path" has for it. A command without
 * sources gets all C files of the database, in its order. A database that cannot be read ends the process with a
 * message. */
void database_apply(struct command *command, const char *path);

#endif
