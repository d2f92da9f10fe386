/* The stages of one aipcc call: analysis in a child process, compilation, reports, checks. */
#ifndef AIPCC_DRIVER_STAGE_H
#define AIPCC_DRIVER_STAGE_H

#include <stdio.h>
#include <string.h>

#include "codegen/emit.h"
#include "driver/command.h"

/* What became of one source file. */
struct result {
    enum { RESULT_UNCHANGED, RESULT_CHANGED, RESULT_ERRORS } kind;
    bool needs_runtime;
    const char *path; /* changed: of the emitted text, in the temporary directory */
};

/* "path" without its directory. */
static inline const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* temporary.c: a directory that is removed when the process ends, also by a signal. */
const char *temporary_directory(struct arena *arena);
void temporary_remove(void);

/* analyse.c: parse, analyse and emit all sources in a child process with limits. Returns one result a source, in the
 * arena. If the child was stopped, "*why" says by what and all results are RESULT_UNCHANGED. With "for_compiler" the
 * emitted text starts with a #line directive. "*status" is the child's own exit status (of --explain, --validate). */
struct result *analyse(struct arena *arena, const struct command *command, bool for_compiler, const char **why,
                       int *status);

/* work.c: what the child does, without limits of its own. "letters", zeroed, gets one letter a source: E errors,
 * U unchanged, C changed, R changed and in need of the runtime; they end early where the work did. Emitted text goes to
 * "directory"/K/NAME. Returns the exit status. */
int work(struct arena *arena, const struct command *command, bool for_compiler, const char *directory, char *letters);

/* run.c: run a program without a shell. Returns its exit status, 128 + n for signal n, 127 if it cannot be started.
 * "input", "output" and "errors": files for its standard input, output and error, or NULL. */
int run_program(const char *const *words, const char *input, const char *output, const char *errors);

/* compile.c: call the compiler with the results in place of the sources. "output" NULL: as the command says. Emitted
 * text that the compiler does not take is replaced by the user's, with a warning. */
int compile(struct arena *arena, const struct command *command, const struct result *results, const char *output);
/* Call the compiler with the user's own words; a line of objects alone is linked with the runtime. */
int compile_serially(struct arena *arena, const struct command *command, const char *output);

/* report.c */
void report_text(const struct plan *plan, FILE *file);
void report_json(const struct plan *plan, FILE *file);
/* The JSON reports that "command" asks for, without loops, where the analysis did not come to an end: "why". */
void report_nothing(const struct command *command, const char *why);
/* All that is known of "loop". */
void report_explain(const struct plan *plan, const struct loop *loop, FILE *file);

/* check.c: --check. Returns the exit status. */
int check(struct arena *arena, const struct command *command);

#endif
