/* aipcc: the command. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/analyse.h"
#include "driver/check.h"
#include "driver/compile.h"
#include "driver/message.h"
#include "driver/prove.h"
#include "driver/report.h"
#include "driver/save.h"
#include "driver/temporary.h"
#include "driver/toolchain.h"

static int worse(int a, int b)
{
    return a ? a : b;
}

/* Give "result" out in the form that the mode asks for. */
static int deliver(const struct command *command, const struct result *result)
{
    switch (command->mode) {
    case MODE_EMIT_SOURCE:
        return command->saves_source ? save_beside(command, result, true) : save_emit(command, result);
    case MODE_PATCH:
        return save_patch(command, result);
    case MODE_EXPLAIN:
        if (result->is_found)
            return EXIT_DONE;
        message_error("there is no loop at %s:%u", command->explain_file, command->explain_line);
        return EXIT_BAD_INPUT;
    default:
        return EXIT_DONE;
    }
}

/* The modes that compile nothing. A file with errors ends them. */
static int run_analysis_only(struct command *command)
{
    struct result *result = analyse(command);
    bool is_dump = command->mode == MODE_DUMP; /* shows them itself */
    int status = worse(is_dump ? EXIT_DONE : analyse_print_problems(result), analyse_warn(command, result));
    if (status == EXIT_DONE)
        status = deliver(command, result);
    if (status == EXIT_DONE && command->validates)
        prove_print(result);
    if (!report_write(command, result))
        status = worse(status, EXIT_BAD_INPUT);
    return result->is_violated ? EXIT_INTERNAL : status;
}

/* If a proof failed, say so, and forget the parallel sources. Returns whether one did. */
static bool drop_violated(const struct command *command, struct result *result)
{
    if (!command->validates)
        return false;
    prove_print(result);
    for (unsigned k = 0; k < result->file_count && result->is_violated; k++)
        result->files[k].is_changed = false;
    if (result->is_violated)
        message_error("internal error: the parallel source is not what was planned; compiled serially");
    return result->is_violated;
}

/* Files that the system compiler took, but the frontend did not: the user shall know that nothing is parallel there. */
static int warn_of_unread(const struct command *command, const struct result *result)
{
    int status = EXIT_DONE;
    for (unsigned k = 0; k < result->file_count; k++) {
        const struct file_result *file = &result->files[k];
        if (!file->has_errors && !file->failure)
            continue;
        if (command->fallback_is_error) {
            message_error("%s: not understood by the analysis", file->path);
            status = EXIT_INTERNAL;
        } else {
            message_warning("%s: not understood by the analysis; compiled serially", file->path);
        }
    }
    return status;
}

/* Compile as a compiler does. */
static int run_compiler(struct command *command)
{
    struct result *result = analyse(command);
    int status = analyse_warn(command, result);
    if (status != EXIT_DONE)
        return status;
    bool is_violated = drop_violated(command, result);
    if (command->saves_source)
        status = save_beside(command, result, false);
    status = worse(compile(command, result, NULL), status);
    if (status == EXIT_DONE && (status = warn_of_unread(command, result)) != EXIT_DONE)
        compile_undo(command);
    if (!report_write(command, result))
        status = worse(status, EXIT_BAD_INPUT);
    return worse(status, is_violated ? EXIT_INTERNAL : EXIT_DONE);
}

static int run(struct command *command)
{
    switch (command->mode) {
    case MODE_PASS_THROUGH:
        return compile_pass_through(command);
    case MODE_COMPILE:
        return run_compiler(command);
    case MODE_CHECK:
        return check(command);
    default:
        return run_analysis_only(command);
    }
}

int main(int count, char **arguments)
{
    struct arena *arena = arena_new();
    temporary_start();
    struct command command = command_read(arena, count, arguments);
    bool is_version = command.word_count == 1 && strcmp(command.words[0].text, "--version") == 0;
    int status = is_version ? toolchain_print_version(&command) : run(&command);
    temporary_finish();
    arena_free(arena);
    return status;
}
