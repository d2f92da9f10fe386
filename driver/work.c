#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <isl/options.h>

#include "codegen/validate.h"
#include "driver/stage.h"

/* Write "head" (or NULL) and "text" to the file "path"; false if that fails. */
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

/* Write all reports that the command asks for. */
static void write_reports(const struct command *command, const struct plan *plan)
{
    for (unsigned k = 0; k < command->report_count; k++) {
        const struct report_request *request = &command->reports[k];
        FILE *file = request->path && strcmp(request->path, "-") ? fopen(request->path, "w")
                     : request->path                             ? stdout
                                                                 : stderr;
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
        printf("%s:%u: %s%s%s [%s]\n", original->main->path, loop->place.line, words[loop->result],
               loop->why ? ": " : "", loop->why ? loop->why : "", loop->directive);
    }
    printf("%s: %u proved, %u not provable, %u violated%s\n", original->main->path, report->proved, report->unknown,
           report->violated, report->same_serial_program ? "; the serial text is unchanged" : "");
    int status = report->violated ? 4 : 0;
    validation_free(report);
    program_free(program);
    unit_free(emitted);
    return status;
}

/* --explain: print what is known of the loop; 1 if there is none at that line. */
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

/* --dump=region: the accesses of every loop. */
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
    static const char *const names[] = {
        "m",     "c",      "pthread", "rt",       "dl",    "gomp",   "gsl",           "gslcblas",  "blas",
        "cblas", "lapack", "lapacke", "openblas", "fftw3", "fftw3f", "fftw3_threads", "fftw3_omp", "png",
        "jpeg",  "z",      "hdf5",    "netcdf",   "gmp",   "mpfr",   "quadmath",      NULL
    };
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

/* What the child knows of the sources of "command". */
struct job {
    struct arena *arena;
    const struct command *command;
    bool for_compiler;     /* the emitted text goes to the compiler */
    const char *directory; /* where it is written */
    struct unit **units;
    struct plan_options plan;
    bool has_errors, has_main;
};

/* Where the emitted text of source "k" goes: a folder of its own, so that the name can stay. */
static const char *emitted_path(const struct job *job, unsigned k)
{
    return arena_printf(job->arena, "%s/%u/%s", job->directory, k, path_base(job->command->sources[k]));
}

/* Parse all sources. The diagnostics are printed only where the compiler will not print its own. */
static void parse(struct job *job)
{
    const struct command *command = job->command;
    bool dumps = command->mode == MODE_DUMP && !strcmp(command->dump, "unit");
    bool is_silent = command->mode == MODE_COMPILE || command->mode == MODE_CHECK || dumps;
    job->units = ARENA_ARRAY(job->arena, struct unit *, command->source_count);
    for (unsigned k = 0; k < command->source_count; k++) {
        struct unit *unit =
            unit_parse(command->sources[k], NULL, 0, command->parse_options, command->parse_option_count);
        job->units[k] = unit;
        job->has_errors |= unit->has_errors || unit->failure;
        job->has_main |= unit->has_main;
        job->plan.no_contraction &= !selects_machine(unit);
        if (dumps)
            unit_dump(unit);
        if (is_silent || !(unit->has_errors || unit->failure))
            continue;
        if (unit->failure)
            fprintf(stderr, "aipcc: error: %s: %s\n", command->sources[k], unit->failure);
        for (unsigned d = 0; d < unit->diagnostic_count; d++)
            fprintf(stderr, "%s\n", unit->diagnostics[d].text);
    }
}

/* --save-source: keep the emitted text of "source". */
static void save_source(const struct job *job, const char *source, const struct emitted *emitted)
{
    const char *base = path_base(source), *dot = strrchr(base, '.');
    int length = dot ? (int)(dot - base) : (int)strlen(base);
    const char *name = arena_printf(job->arena, "%.*s.aip.c", length, base);
    const char *directory = job->command->save_directory;
    const char *path = *directory ? arena_printf(job->arena, "%s/%s", directory, name)
                                  : arena_printf(job->arena, "%.*s%s", (int)(base - source), source, name);
    if (!write_file(path, NULL, emitted->text, emitted->length))
        fprintf(stderr, "aipcc: error: cannot write %s: %s\n", path, strerror(errno));
}

/* Emit source "k". Returns its letter for the parent: U unchanged, C changed, R changed and in need of the runtime;
 * 0 if the text cannot be written. */
static char emit(const struct job *job, struct plan *plan, unsigned k)
{
    const char *source = job->command->sources[k];
    struct emitted emitted = emit_openmp(plan, job->units[k], &(struct emit_options){ .comments = true });
    bool stays = job->for_compiler && !job->command->has_openmp && has_own_openmp(job->units[k]);
    if (stays && emitted.is_changed)
        fprintf(stderr, "aipcc: warning: %s: has OpenMP directives, but -fopenmp is not given; compiled as it is\n",
                source);
    char letter = !emitted.is_changed || stays ? 'U' : emitted.needs_runtime ? 'R' : 'C';
    const char *head =
        job->for_compiler ? arena_printf(job->arena, "#line 1 \"%s\"\n", quoted(job->arena, source)) : NULL;
    mkdir(arena_printf(job->arena, "%s/%u", job->directory, k), 0700);
    if (!write_file(emitted_path(job, k), head, emitted.text, emitted.length))
        letter = 0;
    if (job->command->save_directory && emitted.is_changed)
        save_source(job, source, &emitted);
    emitted_free(&emitted);
    return letter;
}

/* Plan and emit the sources of "program"; their letters go to "letters". Returns the exit status. */
static int emit_all(const struct job *job, struct program *program, char *letters)
{
    const struct command *command = job->command;
    struct plan *plan = plan_build(scop_build(program), &job->plan);
    for (unsigned k = 0; k < command->source_count; k++)
        if (!(letters[k] = emit(job, plan, k)))
            return 4;
    write_reports(command, plan);
    int status = command->mode == MODE_EXPLAIN ? explain(command, plan) : 0;
    for (unsigned k = 0; command->mode == MODE_VALIDATE && k < command->source_count; k++)
        if (letters[k] != 'U' && validate(job->arena, command, job->units[k], emitted_path(job, k)))
            status = 4;
    return status;
}

int work(struct arena *arena, const struct command *command, bool for_compiler, const char *directory, char *letters)
{
    struct job job = {
        .arena = arena, .command = command, .for_compiler = for_compiler, .directory = directory, .plan = command->plan
    };
    parse(&job);
    if (command->mode == MODE_DUMP && !strcmp(command->dump, "unit"))
        return 0;
    if (job.has_errors) {
        memset(letters, 'E', command->source_count);
        return 1;
    }
    struct program_options options = command->program;
    options.is_whole |= job.has_main && is_all_of_program(command);
    struct program *program = program_build(job.units, command->source_count, &options);
    if (command->mode == MODE_DUMP) {
        dump(command, job.units, program);
        return 0;
    }
    return emit_all(&job, program, letters);
}
