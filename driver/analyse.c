#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <isl/options.h>

#include "codegen/validate.h"
#include "driver/stage.h"

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool write_file(const char *path, const char *head, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    if (head)
        fputs(head, file);
    fwrite(text, 1, length, file);
    bool is_good = !ferror(file);
    return fclose(file) == 0 && is_good;
}

/* "path" as a C string literal's contents. */
static char *quoted(struct arena *arena, const char *path)
{
    char *result = arena_alloc(arena, 4 * strlen(path) + 1), *out = result;
    for (; *path; path++) {
        if (*path == '"' || *path == '\\' || *path == '\n' || *path == '?')
            out += sprintf(out, "\\%03o", (unsigned char)*path);
        else
            *out++ = *path;
    }
    return result;
}

static void write_reports(const struct command *command, const struct plan *plan)
{
    for (unsigned k = 0; k < command->report_count; k++) {
        const struct report_request *request = &command->reports[k];
        FILE *file = request->path && strcmp(request->path, "-") ? fopen(request->path, "w") : request->path ? stdout : stderr;
        if (!file) {
            fprintf(stderr, "aipcc: error: cannot write %s: %s\n", request->path, strerror(errno));
            continue;
        }
        (request->format == REPORT_JSON ? report_json : report_text)(plan, file);
        if (file != stderr && file != stdout)
            fclose(file);
    }
}

/* Read the emitted text "path" of "original" again and prove it. Returns 4 if it is wrong. */
static int validate(struct arena *arena, const struct command *command, struct unit *original, const char *path)
{
    unsigned count = command->parse_option_count;
    const char **options = NULL;
    unsigned used = 0;
    const char *slash = strrchr(original->main->path, '/');
    ARENA_PUSH(arena, options, used, "-iquote");
    ARENA_PUSH(arena, options, used,
               slash ? arena_strndup(arena, original->main->path, (size_t)(slash - original->main->path) + 1) : ".");
    for (unsigned k = 0; k < count; k++)
        ARENA_PUSH(arena, options, used, command->parse_options[k]);
    ARENA_PUSH(arena, options, used, "-fopenmp");
    if (command->runtime_include) {
        ARENA_PUSH(arena, options, used, "-isystem");
        ARENA_PUSH(arena, options, used, command->runtime_include);
    }
    struct unit *emitted = unit_parse(path, NULL, 0, options, used);
    if (emitted->has_errors || emitted->failure) {
        printf("%s: the emitted source does not compile\n", original->main->path);
        for (unsigned k = 0; k < emitted->diagnostic_count; k++)
            printf("%s\n", emitted->diagnostics[k].text);
        return 4;
    }
    struct program *program = program_build(&emitted, 1, &command->program);
    struct validation_report *report = validate_openmp(original, emitted, program);
    static const char *const words[] = { "proved", "not provable", "VIOLATED" };
    for (unsigned k = 0; k < report->loop_count; k++) {
        const struct validated_loop *loop = &report->loops[k];
        printf("%s:%u: %s%s%s [%s]\n", original->main->path, loop->place.line, words[loop->result], loop->why ? ": " : "",
               loop->why ? loop->why : "", loop->directive);
    }
    printf("%s: %u proved, %u not provable, %u violated%s\n", original->main->path, report->proved, report->unknown,
           report->violated, report->same_serial_program ? "; the serial text is unchanged" : "");
    int status = report->violated ? 4 : 0;
    validation_free(report);
    program_free(program);
    unit_free(emitted);
    return status;
}

static int explain(const struct command *command, const struct plan *plan)
{
    for (unsigned k = 0; k < plan->scop->fact_count; k++) {
        const struct loop *loop = plan->scop->facts[k].loop;
        if (loop->stmt->place.line == command->explain_line &&
            !strcmp(loop->function->unit->main->path, command->explain_file)) {
            report_explain(plan, loop, stdout);
            return 0;
        }
    }
    fprintf(stderr, "aipcc: error: no loop starts at %s:%u\n", command->explain_file, command->explain_line);
    return 1;
}

static void dump(const struct command *command, struct unit **units, struct program *program)
{
    for (unsigned u = 0; u < command->source_count; u++) {
        for (unsigned k = 0; !strcmp(command->dump, "region") && k < units[u]->loop_count; k++) {
            isl_ctx *ctx = isl_ctx_alloc();
            isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
            struct region *region = region_build(program, units[u]->loops[k], ctx);
            region_dump(region);
            region_free(region);
            isl_ctx_free(ctx);
        }
    }
}

/* Libraries that never call or read what a program did not hand to them. */
static bool is_known_library(const char *name)
{
    static const char *const names[] = { "m", "c", "pthread", "rt", "dl", "gomp", "gsl", "gslcblas", "blas", "cblas", "lapack",
                                         "lapacke", "openblas", "fftw3", "fftw3f", "fftw3_threads", "fftw3_omp", "png", "jpeg",
                                         "z", "hdf5", "netcdf", "gmp", "mpfr", "quadmath", NULL };
    for (const char *const *k = names; *k; k++)
        if (!strcmp(name, *k))
            return true;
    return false;
}

/* Whether the sources of "command" and libraries that are known make up all of the program: no other code can call its
 * functions or see its variables. */
static bool is_all_of_program(const struct command *command)
{
    if (command->mode != MODE_CHECK && (command->stops_at_object || command->stops_at_assembly))
        return false;
    for (unsigned k = 0; k < command->word_count; k++) {
        const char *text = command->words[k].text;
        if (command->words[k].kind == WORD_INPUT || !strcmp(text, "-shared") || !strcmp(text, "-r"))
            return false;
        if (command->words[k].kind == WORD_LINK && !strncmp(text, "-l", 2)) {
            const char *name = text[2] ? text + 2 : k + 1 < command->word_count ? command->words[++k].text : "";
            if (!is_known_library(name))
                return false;
        }
    }
    return true;
}

/* Whether a function may be compiled for another machine than the options say. */
static bool selects_machine(const struct unit *unit)
{
    return unit->main->text && (strstr(unit->main->text, "target") || strstr(unit->main->text, "optimize"));
}

/* Whether the user's text has OpenMP directives: -fopenmp for ours would bring them to life. */
static bool has_own_openmp(const struct unit *unit)
{
    for (const char *at = unit->main->text; at && (at = strstr(at, "pragma")); at += 6) {
        const char *word = at + 6 + strspn(at + 6, " \t\"");
        if (!strncmp(word, "omp", 3))
            return true;
    }
    return false;
}

/* The work of the child: writes one letter a source to "pipe". */
static int work(struct arena *arena, const struct command *command, bool for_compiler, const char *directory, int pipe)
{
    unsigned count = command->source_count;
    struct unit **units = ARENA_ARRAY(arena, struct unit *, count);
    bool has_errors = false, has_main = false;
    struct plan_options plan_options = command->plan;
    for (unsigned k = 0; k < count; k++) {
        units[k] = unit_parse(command->sources[k], NULL, 0, command->parse_options, command->parse_option_count);
        bool is_bad = units[k]->has_errors || units[k]->failure;
        if (command->mode == MODE_DUMP && !strcmp(command->dump, "unit")) {
            unit_dump(units[k]);
            continue;
        }
        has_errors |= is_bad;
        has_main |= units[k]->has_main;
        plan_options.no_contraction &= !selects_machine(units[k]);
        if (is_bad && command->mode != MODE_COMPILE && command->mode != MODE_CHECK) {
            if (units[k]->failure)
                fprintf(stderr, "aipcc: error: %s: %s\n", command->sources[k], units[k]->failure);
            for (unsigned d = 0; d < units[k]->diagnostic_count; d++)
                fprintf(stderr, "%s\n", units[k]->diagnostics[d].text);
        }
    }
    if (command->mode == MODE_DUMP && !strcmp(command->dump, "unit"))
        return 0;
    if (has_errors) {
        for (unsigned k = 0; k < count; k++)
            if (write(pipe, "E", 1) != 1)
                return 4;
        return 1;
    }
    struct program_options options = command->program;
    options.is_whole |= has_main && is_all_of_program(command);
    struct program *program = program_build(units, count, &options);
    if (command->mode == MODE_DUMP) {
        dump(command, units, program);
        return 0;
    }
    struct scop *scop = scop_build(program);
    struct plan *plan = plan_build(scop, &plan_options);
    struct emit_options emit = { .comments = true };
    char *letters = arena_alloc(arena, count + 1);
    for (unsigned k = 0; k < count; k++) {
        struct emitted emitted = emit_openmp(plan, units[k], &emit);
        bool stays = for_compiler && !command->has_openmp && has_own_openmp(units[k]);
        if (stays && emitted.is_changed)
            fprintf(stderr, "aipcc: warning: %s: has OpenMP directives, but -fopenmp is not given; compiled as it is\n",
                    command->sources[k]);
        letters[k] = !emitted.is_changed || stays ? 'U' : emitted.needs_runtime ? 'R' : 'C';
        const char *folder = arena_printf(arena, "%s/%u", directory, k);
        const char *path = arena_printf(arena, "%s/%s", folder, base_of(command->sources[k]));
        const char *head = for_compiler ? arena_printf(arena, "#line 1 \"%s\"\n", quoted(arena, command->sources[k])) : NULL;
        mkdir(folder, 0700);
        if (!write_file(path, head, emitted.text, emitted.length))
            return 4;
        if (command->save_directory && emitted.is_changed) {
            const char *base = base_of(command->sources[k]);
            const char *place = *command->save_directory ? command->save_directory : NULL;
            const char *saved = arena_printf(arena, "%s%s%.*s.aip.c", place ? place : "", place ? "/" : "", (int)(strlen(base) - 2), base);
            if (!place && base != command->sources[k])
                saved = arena_printf(arena, "%.*s%s", (int)(base - command->sources[k]), command->sources[k], saved);
            if (!write_file(saved, NULL, emitted.text, emitted.length))
                fprintf(stderr, "aipcc: error: cannot write %s: %s\n", saved, strerror(errno));
        }
        emitted_free(&emitted);
    }
    write_reports(command, plan);
    int status = command->mode == MODE_EXPLAIN ? explain(command, plan) : 0;
    for (unsigned k = 0; command->mode == MODE_VALIDATE && k < count; k++)
        if (letters[k] != 'U' && validate(arena, command, units[k], arena_printf(arena, "%s/%u/%s", directory, k, base_of(command->sources[k]))))
            status = 4;
    fflush(NULL);
    return write(pipe, letters, count) == (ssize_t)count ? status : 4;
}

static void limit_child(const struct command *command)
{
    rlim_t seconds = (rlim_t)(2 * command->budget) + 10;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ seconds, seconds + 5 });
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
#ifndef __SANITIZE_ADDRESS__
    rlim_t memory = (rlim_t)8 << 30;
    setrlimit(RLIMIT_AS, &(struct rlimit){ memory, memory });
#endif
}

/* Collect the child's letters until it closes the pipe or the time is over. */
static size_t collect(int pipe, char *letters, size_t count, double seconds, pid_t child, bool *is_late)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    size_t have = 0;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        double left = seconds - (double)(now.tv_sec - start.tv_sec);
        struct pollfd poll_fd = { .fd = pipe, .events = POLLIN };
        int ready = left > 0 ? poll(&poll_fd, 1, (int)(left * 1000)) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            *is_late = true;
            kill(child, SIGKILL);
            return have;
        }
        ssize_t got = read(pipe, letters + have, count + 1 - have);
        if (got <= 0)
            return have;
        have += (size_t)got;
    }
}

struct result *analyse(struct arena *arena, const struct command *command, bool for_compiler, const char **why, int *status)
{
    unsigned count = command->source_count;
    struct result *results = ARENA_ARRAY(arena, struct result, count + 1);
    const char *directory = temporary_directory(arena);
    int ends[2], child_status = 0;
    *why = NULL;
    *status = 0;
    fflush(NULL);
    if (pipe(ends)) {
        *why = strerror(errno);
        return results;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        limit_child(command);
        int result = work(arena, command, for_compiler, directory, ends[1]);
        fflush(NULL);
        _exit(result);
    }
    close(ends[1]);
    char *letters = arena_alloc(arena, count + 2);
    bool is_late = false;
    size_t have = child > 0 ? collect(ends[0], letters, count, 3 * command->budget + 20, child, &is_late) : 0;
    close(ends[0]);
    while (child > 0 && waitpid(child, &child_status, 0) < 0 && errno == EINTR)
        continue;
    *status = WIFEXITED(child_status) ? WEXITSTATUS(child_status) : 4;
    if (have < count && !(command->mode == MODE_DUMP && WIFEXITED(child_status))) {
        *why = is_late ? "out of time" : WIFSIGNALED(child_status) ? arena_printf(arena, "signal %d", WTERMSIG(child_status)) : "out of memory or disk";
        return results;
    }
    for (unsigned k = 0; k < count && k < have; k++) {
        results[k].kind = letters[k] == 'E' ? RESULT_ERRORS : letters[k] == 'U' ? RESULT_UNCHANGED : RESULT_CHANGED;
        results[k].needs_runtime = letters[k] == 'R';
        results[k].path = arena_printf(arena, "%s/%u/%s", directory, k, base_of(command->sources[k]));
    }
    return results;
}
