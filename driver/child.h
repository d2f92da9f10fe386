/* Work that may go wrong in any way, done in a child process with limits. */
#ifndef AIPCC_DRIVER_CHILD_H
#define AIPCC_DRIVER_CHILD_H

#include <stdbool.h>

/* How it ended. */
enum child_end { CHILD_DONE, CHILD_OUT_OF_TIME, CHILD_OUT_OF_MEMORY, CHILD_CRASHED };

/* Status with which a child ends itself if its results do not fit (see shared.h). */
enum { CHILD_NO_ROOM = 99 };

/* Whether aipcc checks itself (AIPCC_SANITIZE): then a fault is an error, never a reason to compile serially. */
#ifdef AIPCC_SANITIZED
enum { CHILD_IS_SANITIZED = 1 };
#else
enum { CHILD_IS_SANITIZED = 0 };
#endif

/* Run work("argument") in a child that has "seconds" of processor time, four times that by the clock, and limited
 * memory and stack. What it computes must go to shared memory or to files. Its standard error is dropped unless
 * "is_loud": what libraries say there before they give up is no message for a user. Returns CHILD_DONE if "work" came
 * back. */
enum child_end child_run(void (*work)(void *), void *argument, double seconds, bool is_loud);

/* "time", "memory" ...: what the analysis ran out of, or NULL if it broke down. */
const char *child_end_word(enum child_end end);

#endif
