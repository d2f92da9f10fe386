/* aipcc: the command. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/stage.h"

/* Copy "from" to "output" (NULL or "-": standard output) by way of a temporary name beside it. */
static int copy_to(struct arena *arena, const char *from, const char *output)
{
    FILE *in = fopen(from, "rb"), *out = stdout;
    const char *temporary = NULL;
    if (in && output && strcmp(output, "-")) {
        temporary = arena_printf(arena, "%s.aip%ld", output, (long)getpid());
        out = fopen(temporary, "wb");
    }
    if (!in || !out) {
        fprintf(stderr, "aipcc: error: cannot write %s: %s\n", output ? output : "standard output", strerror(errno));
        return 1;
    }
    char buffer[65536];
    bool is_good = true;
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, in)) > 0;)
        is_good = is_good && fwrite(buffer, 1, size, out) == size;
    fclose(in);
    is_good = fflush(out) == 0 && is_good;
    if (!temporary)
        return is_good ? 0 : 1;
    is_good = fclose(out) == 0 && is_good && rename(temporary, output) == 0;
    if (!is_good) {
        fprintf(stderr, "aipcc: error: cannot write %s: %s\n", output, strerror(errno));
        unlink(temporary);
    }
    return is_good ? 0 : 1;
}

/* Whether each source can be read; says which cannot. */
static bool can_read_sources(const struct command *command)
{
    for (unsigned k = 0; k < command->source_count; k++) {
        struct stat status;
        const char *source = command->sources[k];
        if (stat(source, &status) || access(source, R_OK)) {
            fprintf(stderr, "aipcc: error: %s: %s\n", source, strerror(errno));
            return false;
        }
        if (S_ISDIR(status.st_mode)) {
            fprintf(stderr, "aipcc: error: %s: is a directory\n", source);
            return false;
        }
    }
    return true;
}

static int stopped(const struct command *command, const char *why)
{
    report_nothing(command, why);
    fprintf(stderr, "aipcc: %s: %s: the analysis was stopped (%s); %s\n",
            command->fallback_is_error ? "error" : "warning", command->sources[0], why,
            command->fallback_is_error ? "nothing is compiled" : "compiled serially");
    return 4;
}

/* The analysis found errors in a source: the compiler has the last word, and its messages are the user's. */
static int not_understood(struct arena *arena, const struct command *command)
{
    int status = compile_serially(arena, command, NULL);
    report_nothing(command, "not understood");
    if (status == 0)
        fprintf(stderr, "aipcc: %s: %s: not understood (aipcc --emit-source says why); compiled serially\n",
                command->fallback_is_error ? "error" : "warning", command->sources[0]);
    return status == 0 && command->fallback_is_error ? 4 : status;
}

/* --emit-source, --explain, --dump, --validate: no compilation. */
static int analyse_only(struct arena *arena, const struct command *command)
{
    const char *why;
    int status;
    if (!command->source_count) {
        fputs("aipcc: error: no C file is given\n", stderr);
        return 2;
    }
    if (command->mode == MODE_EMIT_SOURCE && command->output && strcmp(command->output, "-") &&
        command->source_count > 1) {
        fputs("aipcc: error: --emit-source with -o takes one file\n", stderr);
        return 2;
    }
    if (command->mode != MODE_DUMP && !can_read_sources(command))
        return 1;
    struct result *results = analyse(arena, command, false, &why, &status);
    if (why) {
        fprintf(stderr, "aipcc: error: %s: the analysis was stopped (%s)\n", command->sources[0], why);
        return 4;
    }
    for (unsigned k = 0; !status && command->mode == MODE_EMIT_SOURCE && k < command->source_count; k++)
        status =
            copy_to(arena, results[k].kind == RESULT_CHANGED ? results[k].path : command->sources[k], command->output);
    return status;
}

int main(int count, char **arguments)
{
    struct arena *arena = arena_new();
    struct command command = command_read(arena, count, arguments);
    if (command.mode == MODE_CHECK)
        return check(arena, &command);
    if (command.mode != MODE_COMPILE && command.mode != MODE_PASS_THROUGH)
        return analyse_only(arena, &command);
    if (command.mode == MODE_PASS_THROUGH || command.is_serial || !command.source_count) {
        if (count == 2 && !strcmp(arguments[1], "--version"))
            printf("aipcc %s, compiling with:\n", AIPCC_VERSION);
        return compile_serially(arena, &command, NULL);
    }
    for (unsigned k = 0; k < command.source_count; k++)
        if (access(command.sources[k], R_OK))
            return compile_serially(arena, &command, NULL); /* the compiler says what is wrong */
    const char *why;
    int status;
    struct result *results = analyse(arena, &command, true, &why, &status);
    if (why) {
        status = stopped(&command, why);
        return command.fallback_is_error ? status : compile_serially(arena, &command, NULL);
    }
    for (unsigned k = 0; k < command.source_count; k++)
        if (results[k].kind == RESULT_ERRORS)
            return not_understood(arena, &command);
    return compile(arena, &command, results, NULL);
}
