/* --validate: the emitted text is read again and proved. */
#ifndef AIPCC_DRIVER_PROVE_H
#define AIPCC_DRIVER_PROVE_H

#include "driver/pipeline.h"

/* Validate every changed file of "task"; "units" are the parsed sources. Results go to the task's result. */
void prove_files(const struct task *task, struct unit **units, const struct program_options *options);
/* Print the proofs of "result" to standard error. */
void prove_print(const struct result *result);

#endif
