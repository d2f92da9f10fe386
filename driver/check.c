#include "driver/check.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/analyse.h"
#include "driver/compare.h"
#include "driver/compile.h"
#include "driver/launch.h"
#include "driver/message.h"
#include "driver/path.h"
#include "driver/report.h"
#include "driver/temporary.h"

enum { SERIAL, PARALLEL };

/* One of the two programs. */
struct contestant {
    const char *name;
    const char *program, *output; /* files */
    int status;
    double seconds; /* of the fastest run */
};

struct contest {
    struct command *command;
    struct contestant programs[2];
    const char *link;  /* the name under which both are started: it may be seen in what they print */
    const char *input; /* what both read from standard input */
    double tolerance;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- build --------------------------------------------------------------------------------------------------------
 */

/* Build both programs. Returns the exit status; "*result" is what the analysis found. */
static int build(struct contest *contest, struct result **result)
{
    struct command *command = contest->command;
    const char *name = path_with_ending(command->arena, path_base(command->sources[0].path), "");
    for (int k = 0; k < 2; k++) {
        contest->programs[k].name = k == SERIAL ? "serial" : "parallel";
        contest->programs[k].program = temporary_name(contest->programs[k].name);
        contest->programs[k].output = temporary_name(k == SERIAL ? "serial.out" : "parallel.out");
    }
    contest->link = temporary_name(name);
    if (strcmp(name, "serial") == 0 || strcmp(name, "parallel") == 0)
        contest->link = temporary_name("program");
    *result = analyse(command);
    if (compile_original(command, contest->programs[SERIAL].program) != 0)
        return EXIT_BAD_INPUT;
    int status = analyse_warn(command, *result);
    if (status == EXIT_DONE && compile(command, *result, contest->programs[PARALLEL].program) != 0)
        status = EXIT_INTERNAL;
    return status;
}

/* ---- run ----------------------------------------------------------------------------------------------------------
 */

/* Keep standard input for both programs. */
static bool save_input(struct contest *contest)
{
    contest->input = "/dev/null";
    for (unsigned k = 0; k < contest->command->source_count; k++)
        if (contest->command->sources[k].text)
            return true;
    size_t length;
    char *bytes = isatty(STDIN_FILENO) ? NULL : temporary_read("-", &length);
    if (!bytes)
        return true;
    contest->input = temporary_name("input");
    bool is_good = temporary_write(contest->input, bytes, length);
    free(bytes);
    return is_good;
}

/* Run one program. What it says on standard error is for the user, but only once. The parallel one is stopped when it
 * takes far longer than the serial one: it hangs. */
static void run(struct contest *contest, int which, unsigned round)
{
    struct contestant *program = &contest->programs[which];
    struct words words = { .arena = contest->command->arena };
    words_add(&words, contest->link);
    words_add_all(&words, &contest->command->run_arguments);
    unlink(contest->link);
    if (symlink(program->program, contest->link) != 0)
        words.items[0] = program->program;
    struct streams streams = { contest->input, program->output, round ? "/dev/null" : NULL, 0 };
    if (which == PARALLEL)
        streams.limit = 60 + 30 * contest->programs[SERIAL].seconds;
    double start = now();
    program->status = launch_plainly(&words, &streams);
    double seconds = now() - start;
    if (round == 0 || seconds < program->seconds)
        program->seconds = seconds;
}

/* ---- compare ------------------------------------------------------------------------------------------------------
 */

static void print_line(const char *name, struct output output, unsigned line)
{
    struct output text = compare_line(output, line);
    enum { WIDTH = 200 };
    fprintf(stderr, "  %-9s %.*s%s\n", name, text.length > WIDTH ? WIDTH : (int)text.length, text.bytes,
            text.length > WIDTH ? "..."
            : text.length       ? ""
                                : "(nothing)");
}

/* Whether both programs printed the same and ended in the same way; says what differs. */
static bool is_same(const struct contest *contest)
{
    const struct contestant *serial = &contest->programs[SERIAL], *parallel = &contest->programs[PARALLEL];
    struct output outputs[2];
    unsigned line;
    for (int k = 0; k < 2; k++)
        outputs[k].bytes = temporary_read(contest->programs[k].output, &outputs[k].length);
    if (!outputs[SERIAL].bytes || !outputs[PARALLEL].bytes)
        return false;
    bool agrees = compare_outputs(outputs[SERIAL], outputs[PARALLEL], contest->tolerance, &line);
    if (!agrees) {
        message_error("check failed: output line %u differs", line);
        print_line("serial:", outputs[SERIAL], line);
        print_line("parallel:", outputs[PARALLEL], line);
    }
    if (serial->status != parallel->status) {
        message_error("check failed: the serial program ended with status %d, the parallel one with %d", serial->status,
                      parallel->status);
        agrees = false;
    }
    for (int k = 0; k < 2; k++)
        free((char *)outputs[k].bytes);
    return agrees;
}

/* The number of threads that an OpenMP program starts. */
static int thread_count(void)
{
    const char *text = getenv("OMP_NUM_THREADS");
    cpu_set_t set;
    int asked = text ? atoi(text) : 0;
    return asked > 0 ? asked : sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void print_verdict(const struct contest *contest, const struct result *result)
{
    double serial = contest->programs[SERIAL].seconds, parallel = contest->programs[PARALLEL].seconds;
    char within[64] = "";
    if (contest->tolerance > 0)
        snprintf(within, sizeof within, " within %g", contest->tolerance);
    bool is_parallel = report_count(result, "", true) > 0;
    printf("aipcc: check passed: same output%s%s; serial %.3f s, parallel %.3f s, speed-up %.2f", within,
           is_parallel ? "" : " (nothing was parallelized)", serial, parallel, parallel > 0 ? serial / parallel : 1);
    if (is_parallel)
        printf(" with %d threads", thread_count());
    putchar('\n');
    fflush(stdout);
}

/* See check.h. Short programs run three times, since a first run meets cold caches. */
int check(struct command *command)
{
    struct contest contest = { .command = command };
    struct result *result;
    int status = build(&contest, &result);
    if (status != EXIT_DONE)
        return status;
    if (!report_write(command, result) || !save_input(&contest))
        return EXIT_BAD_INPUT;
    contest.tolerance = command->tolerance >= 0 ? command->tolerance : result->reassociates ? 1e-9 : 0;
    for (unsigned round = 0; round < 3; round++) {
        run(&contest, SERIAL, round);
        run(&contest, PARALLEL, round);
        if (!is_same(&contest))
            return EXIT_CHECK_FAILED;
        if (contest.programs[SERIAL].seconds + contest.programs[PARALLEL].seconds > 2)
            break;
    }
    print_verdict(&contest, result);
    return EXIT_DONE;
}
