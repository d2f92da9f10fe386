/* The validator: reads emitted source again and proves it, with code that shares nothing with the analysis that chose
 * the plan (only the frontend and the region builder are common). */
#ifndef AIPCC_CODEGEN_VALIDATE_H
#define AIPCC_CODEGEN_VALIDATE_H

#include "analysis/region.h"

enum validation {
    VALIDATION_PROVED,   /* every dependence is respected, every instance runs once */
    VALIDATION_UNKNOWN,  /* neither proved nor refuted */
    VALIDATION_VIOLATED  /* a dependence is certainly broken, or the serial text was changed: an internal error */
};

struct validated_loop {
    struct place place;     /* of the loop in the emitted text */
    const char *directive;  /* the directive, in one line */
    enum validation result;
    const char *why;        /* what is not proved or is violated, with the two places; NULL if proved */
};

struct validation_report {
    struct arena *arena;
    struct validated_loop *loops; /* every loop of the emitted text that an OpenMP directive governs */
    unsigned loop_count;
    bool same_serial_program;     /* without its directives the emitted text is the user's, byte for byte */
    unsigned proved, unknown, violated;
};

/* Check "emitted", the unit parsed from the text that was emitted for the unit "original"; "program" was built from
 * "emitted". Never NULL; free with validation_free(). */
struct validation_report *validate_openmp(struct unit *original, struct unit *emitted, struct program *program);
void validation_free(struct validation_report *report);

#endif
