/* Things that must not outlive aipcc: files in a folder of its own, files that are about to get their names, and child
 * processes. All go when it ends, by a signal too. */
#ifndef AIPCC_DRIVER_TEMPORARY_H
#define AIPCC_DRIVER_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Catch the signals that ask a program to end. Call once, first. */
void temporary_start(void);
/* The path of the temporary file "name", in a folder that only this user can read, made on first use. It need not exist
 * yet. Valid until the end. Ends the process with a message if there can be no such folder. */
const char *temporary_name(const char *name);
/* The same with a number in front: "name" in a folder of its own, for files that must keep their names. */
const char *temporary_name_in(unsigned folder, const char *name);
/* Write "length" bytes to the file "path". Returns false, with a message, on an error. */
bool temporary_write(const char *path, const char *bytes, size_t length);
/* The contents of "path" ("-": what is left of standard input), malloc'ed and NUL-terminated, or NULL; the size goes to
 * "*length". */
char *temporary_read(const char *path, size_t *length);

/* fork(); the child gets default signal handling and shares nothing of the above. */
pid_t temporary_fork(void);
/* Wait for "child". Returns its wait status. If a signal asked aipcc to end meanwhile, "child" is ended, everything is
 * removed, and the process dies of that signal. */
int temporary_wait(pid_t child);

/* Put "length" bytes into the file "path" for the user: written under a temporary name beside it and renamed, so that
 * it is there either wholly or not at all. "-" is standard output; devices and pipes are written directly. Returns
 * false, with a message, on an error. */
bool output_write(const char *path, const char *bytes, size_t length);

/* Remove everything. */
void temporary_finish(void);

#endif
