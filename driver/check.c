#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "driver/stage.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static char *read_all(const char *path, size_t *length)
{
    struct text text = { 0 };
    FILE *file = fopen(path, "rb");
    char buffer[65536];
    for (size_t size; file && (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add(&text, buffer, size);
    if (file)
        fclose(file);
    *length = text.length;
    return text_take(&text);
}

/* Whether two lines agree: byte for byte, or (with a tolerance) number for number. */
static bool same_line(const char *a, const char *b, double tolerance)
{
    while (*a && *b) {
        char *end_a, *end_b;
        double x = strtod(a, &end_a), y = strtod(b, &end_b);
        bool is_number = end_a != a && end_b != b && !isspace((unsigned char)*a) && !isspace((unsigned char)*b);
        if (is_number && tolerance > 0) {
            double size = fmax(fabs(x), fabs(y));
            if (!(fabs(x - y) <= tolerance * size) && !(isnan(x) && isnan(y)) && x != y)
                return false;
            a = end_a;
            b = end_b;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

/* Compare two outputs; the first difference is printed. */
static bool same_output(char *a, size_t length_a, char *b, size_t length_b, double tolerance)
{
    if (length_a == length_b && !memcmp(a, b, length_a))
        return true;
    unsigned line = 1;
    char *rest_a = a, *rest_b = b;
    while (rest_a || rest_b) {
        char *line_a = rest_a ? strsep(&rest_a, "\n") : NULL, *line_b = rest_b ? strsep(&rest_b, "\n") : NULL;
        if (!line_a || !line_b || !same_line(line_a, line_b, tolerance)) {
            fprintf(stderr, "aipcc: check failed: output line %u differs\n  serial:   %s\n  parallel: %s\n", line,
                    line_a ? line_a : "(end of output)", line_b ? line_b : "(end of output)");
            return false;
        }
        line++;
    }
    return tolerance > 0;
}

static void save_input(const char *path)
{
    FILE *file = fopen(path, "wb");
    char buffer[65536];
    if (file && !isatty(0))
        for (size_t size; (size = fread(buffer, 1, sizeof buffer, stdin)) > 0;)
            fwrite(buffer, 1, size, file);
    if (file)
        fclose(file);
}

static int run_timed(struct arena *arena, const struct command *command, const char *program, const char *input,
                     const char *output, double *seconds)
{
    const char **words = NULL;
    unsigned count = 0;
    ARENA_PUSH(arena, words, count, program);
    for (unsigned k = 0; k < command->run_argument_count; k++)
        ARENA_PUSH(arena, words, count, command->run_arguments[k]);
    ARENA_PUSH(arena, words, count, NULL);
    double start = now();
    int status = run_program(words, input, output, NULL);
    *seconds = now() - start;
    return status;
}

int check(struct arena *arena, const struct command *command)
{
    if (!command->source_count) {
        fputs("aipcc: error: --check needs C files\n", stderr);
        return 2;
    }
    const char *directory = temporary_directory(arena);
    const char *serial = arena_printf(arena, "%s/serial", directory),
               *parallel = arena_printf(arena, "%s/parallel", directory);
    const char *input = arena_printf(arena, "%s/input", directory);
    const char *serial_output = arena_printf(arena, "%s/serial.out", directory);
    const char *parallel_output = arena_printf(arena, "%s/parallel.out", directory);
    int status = compile_serially(arena, command, serial);
    if (status)
        return 1;
    const char *why;
    struct result *results = analyse(arena, command, true, &why, &status);
    if (why) {
        fprintf(stderr, "aipcc: error: %s: the analysis was stopped (%s)\n", command->sources[0], why);
        return 4;
    }
    bool is_changed = false;
    for (unsigned k = 0; k < command->source_count; k++)
        is_changed |= results[k].kind == RESULT_CHANGED;
    if (compile(arena, command, results, parallel))
        return 4;
    save_input(input);
    double serial_time, parallel_time;
    int serial_status = run_timed(arena, command, serial, input, serial_output, &serial_time);
    int parallel_status = run_timed(arena, command, parallel, input, parallel_output, &parallel_time);
    double tolerance = command->tolerance >= 0 ? command->tolerance : command->program.fp == FP_STRICT ? 0 : 1e-9;
    size_t serial_length, parallel_length;
    char *a = read_all(serial_output, &serial_length), *b = read_all(parallel_output, &parallel_length);
    bool is_same = same_output(a, serial_length, b, parallel_length, tolerance);
    free(a);
    free(b);
    if (serial_status != parallel_status) {
        fprintf(stderr, "aipcc: check failed: exit status %d serial, %d parallel\n", serial_status, parallel_status);
        is_same = false;
    }
    if (!is_same)
        return 3;
    printf("check passed: same output%s%s; serial %.2f s, parallel %.2f s, speed-up %.2f\n",
           tolerance > 0 ? arena_printf(arena, " within %g", tolerance) : "",
           is_changed ? "" : " (nothing was parallelized)", serial_time, parallel_time,
           parallel_time > 0 ? serial_time / parallel_time : 1.0);
    return 0;
}
