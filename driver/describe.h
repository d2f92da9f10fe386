/* The verdict of every loop, from the plan into the words of the report. */
#ifndef AIPCC_DRIVER_DESCRIBE_H
#define AIPCC_DRIVER_DESCRIBE_H

#include "driver/pipeline.h"

/* Fill the loops of "task"'s result from "plan", after everything was emitted. Loops of system headers are left out,
 * those of a header that several files include are listed once. */
void describe_plan(const struct task *task, struct plan *plan);
const char *describe_verdict(enum verdict verdict);

#endif
