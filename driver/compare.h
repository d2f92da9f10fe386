/* Comparing what two programs printed. */
#ifndef AIPCC_DRIVER_COMPARE_H
#define AIPCC_DRIVER_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

struct output {
    const char *bytes;
    size_t length;
};

/* Whether "a" and "b" agree: byte for byte, or, if "tolerance" is positive, with numbers that differ by that relative
 * error at most and the same text between them. If not, "*line" is the first line (from 1) that differs. */
bool compare_outputs(struct output a, struct output b, double tolerance, unsigned *line);
/* Line number "line" of "output", without its end; its length is 0 behind the last one. */
struct output compare_line(struct output output, unsigned line);

#endif
