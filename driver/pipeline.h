/* The way of the sources through the stages. */
#ifndef AIPCC_DRIVER_PIPELINE_H
#define AIPCC_DRIVER_PIPELINE_H

#include "driver/command.h"
#include "driver/result.h"
#include "driver/shared.h"

/* What is to be done with the sources of a command. */
struct task {
    const struct command *command;
    struct source **sources; /* analysed together */
    unsigned source_count;
    bool is_whole;         /* they are the whole program, if one of them has main() */
    bool keeps_openmp_off; /* the user's OpenMP directives are not in effect, and must not come into effect */
    bool wants_mapped;     /* emit with #line directives, too */
    struct shared *shared; /* where the result goes */
    struct result *result;
};

/* Run all stages over the "sources" of "task" and fill its "result". --explain and --dump print to standard output. To
 * be called in a child process: it may crash, hang, or exit. "task" is a struct task. */
void pipeline_run(void *task);

#endif
