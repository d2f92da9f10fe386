#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/message.h"
#include "driver/reading.h"

/* ---- values -------------------------------------------------------------------------------------------------------
 */

/* Report a mistake in the command line and end the process. */
static void refuse(const char *what, const char *value)
{
    if (value)
        message_error("%s: '%s'; see aipcc --help", what, value);
    else
        message_error("%s; see aipcc --help", what);
    exit(EXIT_BAD_USAGE);
}

/* The number that "text" is; "option" is named if it is none. */
static double number(const struct reading *reading, const char *option, const char *text)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (errno || end == text || *end || !(value >= 0 && value < 1e15))
        refuse(arena_printf(reading->command->arena, "%s needs a number", option), text);
    return value;
}

static void read_mode(struct reading *reading, enum mode mode)
{
    struct command *command = reading->command;
    if (command->mode != MODE_COMPILE && command->mode != mode)
        refuse("only one of --emit-source, --patch, --explain, --check and --dump can be given", NULL);
    command->mode = mode;
}

/* ---- one function for each option: "value" is what stands behind `=`, or "" ---------------------------------------
 */

static void read_emit_source(struct reading *reading, const char *value)
{
    (void)value;
    read_mode(reading, MODE_EMIT_SOURCE);
}

static void read_patch(struct reading *reading, const char *value)
{
    (void)value;
    read_mode(reading, MODE_PATCH);
}

static void read_check(struct reading *reading, const char *value)
{
    (void)value;
    read_mode(reading, MODE_CHECK);
}

static void read_dump(struct reading *reading, const char *value)
{
    static const char *const kinds[] = { "unit", "region" };
    bool is_known = false;
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        is_known |= strcmp(value, kinds[k]) == 0;
    if (!is_known)
        refuse("--dump is unit or region, not", value);
    read_mode(reading, MODE_DUMP);
    reading->command->dump = value;
}

static void read_validate(struct reading *reading, const char *value)
{
    (void)value;
    reading->command->validates = true;
}

static void read_explain(struct reading *reading, const char *value)
{
    struct command *command = reading->command;
    const char *colon = strrchr(value, ':');
    char *end;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (!colon || colon == value || *end || line == 0 || line > 1u << 30)
        refuse("--explain needs FILE:LINE, not", value);
    read_mode(reading, MODE_EXPLAIN);
    command->explain_file = arena_strndup(command->arena, value, (size_t)(colon - value));
    command->explain_line = (unsigned)line;
}

static void read_report(struct reading *reading, const char *value)
{
    static const char *const names[] = {
        [REPORT_TEXT] = "text", [REPORT_JSON] = "json", [REPORT_SARIF] = "sarif", [REPORT_HTML] = "html"
    };
    struct command *command = reading->command;
    struct report_request request = { REPORT_TEXT, NULL };
    size_t length = strcspn(value, ":");
    bool is_known = length == 0;
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
        if (strlen(names[k]) != length || strncmp(value, names[k], length) != 0)
            continue;
        request.format = (enum report_format)k;
        is_known = true;
    }
    if (!is_known)
        refuse("--report is text, json, sarif or html, not", value);
    if (value[length] == ':' && !value[length + 1])
        refuse("--report needs a file name behind the colon", NULL);
    if (value[length] == ':')
        request.path = value + length + 1;
    if (command->report_count == sizeof command->reports / sizeof *command->reports)
        refuse("too many reports", NULL);
    command->reports[command->report_count++] = request;
}

static void read_fp(struct reading *reading, const char *value)
{
    reading->has_fp = true;
    if (strcmp(value, "strict") == 0)
        reading->command->program.fp = FP_STRICT;
    else if (strcmp(value, "reproducible") == 0)
        reading->command->program.fp = FP_REPRODUCIBLE;
    else if (strcmp(value, "fast") == 0)
        reading->command->program.fp = FP_FAST;
    else
        refuse("--fp is strict, reproducible or fast, not", value);
}

static void read_target(struct reading *reading, const char *value)
{
    if (strncmp(value, "mpi", 3) == 0 || strncmp(value, "cuda", 4) == 0)
        refuse("this target is not available in this version", value);
    if (strcmp(value, "openmp") != 0 && strcmp(value, "serial") != 0)
        refuse("--target is openmp or serial, not", value);
    reading->command->is_serial = strcmp(value, "serial") == 0;
}

static void read_assume(struct reading *reading, const char *value)
{
    if (strcmp(value, "noalias") != 0)
        refuse("--assume is noalias, not", value);
    reading->command->program.assume_noalias = true;
}

static void read_tile(struct reading *reading, const char *value)
{
    struct plan_options *plan = &reading->command->plan;
    plan->tile_count = 0;
    while (*value) {
        char *end;
        long size = strtol(value, &end, 10);
        if (end == value || size < 1 || size > 1 << 20 || (*end && *end != ',') || plan->tile_count == 8)
            refuse("--tile needs sizes such as 32,32, not", value);
        plan->tile_sizes[plan->tile_count++] = (int)size;
        value = *end ? end + 1 : end;
    }
    if (plan->tile_count == 0)
        refuse("--tile needs sizes such as 32,32", NULL);
}

static void read_no_tile(struct reading *reading, const char *value)
{
    (void)value;
    reading->command->plan.no_tile = true;
}

static void read_min_work(struct reading *reading, const char *value)
{
    reading->command->plan.min_work = number(reading, "--min-work", value);
}

static void read_budget(struct reading *reading, const char *value)
{
    reading->command->budget = number(reading, "--budget", value);
    if (reading->command->budget < 1)
        reading->command->budget = 1;
}

static void read_tolerance(struct reading *reading, const char *value)
{
    reading->command->tolerance = number(reading, "--check-tol", value);
}

static void read_save_source(struct reading *reading, const char *value)
{
    reading->command->saves_source = true;
    reading->command->save_directory = *value ? value : NULL;
}

static void read_werror(struct reading *reading, const char *value)
{
    if (strcmp(value, "fallback") != 0)
        refuse("--Werror is fallback, not", value);
    reading->command->fallback_is_error = true;
}

static void read_whole_program(struct reading *reading, const char *value)
{
    (void)value;
    reading->command->program.is_whole = true;
}

static void print_help(struct reading *reading, const char *value)
{
    (void)reading, (void)value;
    fputs(help_text, stdout);
    exit(fflush(stdout) == 0 ? EXIT_DONE : EXIT_BAD_INPUT);
}

/* ---- the table ----------------------------------------------------------------------------------------------------
 */

struct own_option {
    const char *name;
    enum { VALUE_NONE, VALUE_OPTIONAL, VALUE_NEEDED } value;
    void (*read)(struct reading *reading, const char *value);
};

static const struct own_option own_options[] = {
    { "--emit-source", VALUE_NONE, read_emit_source },
    { "--patch", VALUE_NONE, read_patch },
    { "--explain", VALUE_NEEDED, read_explain },
    { "--check", VALUE_NONE, read_check },
    { "--check-tol", VALUE_NEEDED, read_tolerance },
    { "--validate", VALUE_NONE, read_validate },
    { "--dump", VALUE_NEEDED, read_dump },
    { "--report", VALUE_OPTIONAL, read_report },
    { "--save-source", VALUE_OPTIONAL, read_save_source },
    { "--target", VALUE_NEEDED, read_target },
    { "--fp", VALUE_NEEDED, read_fp },
    { "--assume", VALUE_NEEDED, read_assume },
    { "--tile", VALUE_NEEDED, read_tile },
    { "--no-tile", VALUE_NONE, read_no_tile },
    { "--min-work", VALUE_NEEDED, read_min_work },
    { "--budget", VALUE_NEEDED, read_budget },
    { "--whole-program", VALUE_NONE, read_whole_program },
    { "--Werror", VALUE_NEEDED, read_werror },
    { "--help", VALUE_NONE, print_help },
};

/* `-p BUILD`. Compilers know -p, too (profiling): it is ours if a database is there, or if nothing is compiled. */
static bool read_database(struct reading *reading, unsigned *at)
{
    const char *next = *at + 1 < reading->words.count ? reading->words.items[*at + 1] : NULL;
    if (strcmp(reading->words.items[*at], "-p") != 0 || !next)
        return false;
    const char *name = strrchr(next, '/');
    const char *path = next;
    if (strcmp(name ? name + 1 : next, "compile_commands.json") != 0)
        path = arena_printf(reading->command->arena, "%s/compile_commands.json", next);
    if (access(path, R_OK) != 0)
        return false;
    reading->database = path;
    ++*at;
    return true;
}

/* See reading.h. */
bool own_option_read(struct reading *reading, unsigned *at)
{
    const char *word = reading->words.items[*at];
    if (word[0] != '-' || word[1] != '-')
        return read_database(reading, at);
    size_t length = strcspn(word, "=");
    for (unsigned k = 0; k < sizeof own_options / sizeof *own_options; k++) {
        const struct own_option *option = &own_options[k];
        if (strlen(option->name) != length || strncmp(word, option->name, length) != 0)
            continue;
        const char *value = word[length] ? word + length + 1 : NULL;
        if (strcmp(option->name, "--help") == 0 && value)
            return false;
        if (option->value == VALUE_NONE && value)
            refuse("this option takes no value", word);
        if (option->value == VALUE_NEEDED && !value && *at + 1 < reading->words.count)
            value = reading->words.items[++*at];
        if (option->value == VALUE_NEEDED && !value)
            refuse("this option needs a value", word);
        option->read(reading, value ? value : "");
        return true;
    }
    return false;
}

/* ---- the whole line -----------------------------------------------------------------------------------------------
 */

/* See reading.h. */
void own_options_check(struct reading *reading)
{
    const struct command *command = reading->command;
    bool needs_source = command->mode != MODE_COMPILE && command->mode != MODE_PASS_THROUGH;
    if (needs_source && command->source_count == 0)
        refuse("a C source file is needed", NULL);
    bool needs_one = command->mode == MODE_EMIT_SOURCE && !command->saves_source;
    if (needs_one && command->source_count > 1 && command->output)
        refuse("several files cannot be written to one; use --save-source=DIR", command->output);
    if (needs_one && command->source_count > 1)
        refuse("--emit-source writes one file; use --save-source=DIR for several", NULL);
}
