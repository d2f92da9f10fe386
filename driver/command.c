#include "driver/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/database.h"
#include "driver/path.h"
#include "driver/reading.h"
#include "driver/toolchain.h"

/* ---- inputs -------------------------------------------------------------------------------------------------------
 */

/* Whether a file of this name is translated by the compiler, and not read by the linker. */
static bool is_translated(const char *path)
{
    static const char *const suffixes[] = { "c",   "i",   "s",   "S",   "sx", "h",   "cc",  "cp",  "cxx", "cpp", "c++",
                                            "C",   "CPP", "ii",  "hh",  "H",  "hp",  "hpp", "hxx", "m",   "mi",  "mm",
                                            "M",   "f",   "for", "ftn", "F",  "fpp", "f90", "f95", "f03", "f08", "F90",
                                            "F95", "F03", "F08", "go",  "d",  "adb", "ads", "cu",  "ll",  "bc",  "rs" };
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    for (unsigned k = 0; dot && dot > slash && k < sizeof suffixes / sizeof *suffixes; k++)
        if (strcmp(dot + 1, suffixes[k]) == 0)
            return true;
    return false;
}

static bool is_c(const char *path, const char *language)
{
    size_t length = strlen(path);
    return language ? strcmp(language, "c") == 0 : length > 2 && strcmp(path + length - 2, ".c") == 0;
}

/* Add the source "path". Its parse options are set when the whole line was read. Returns its index. */
static unsigned add_source(struct command *command, const char *path)
{
    struct source source = { .path = path, .options.arena = command->arena };
    ARENA_PUSH(command->arena, command->sources, command->source_count, source);
    return command->source_count - 1;
}

/* The input "path" for which -x says "language" (or nothing: NULL). */
static void read_input(struct command *command, const char *path, const char *language)
{
    struct word word = { .text = path, .language = language };
    command->input_count++;
    if (is_c(path, language)) {
        word.kind = WORD_SOURCE;
        word.source = add_source(command, path);
    } else {
        word.kind = language || is_translated(path) ? WORD_FOREIGN : WORD_LINKED;
    }
    ARENA_PUSH(command->arena, command->words, command->word_count, word);
}

/* ---- the compiler's options ---------------------------------------------------------------------------------------
 */

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Options that change what sums of floats may do. The last one counts, as for the compiler. */
static void note_float_option(struct reading *reading, const char *word)
{
    if (strcmp(word, "-ffast-math") == 0 || strcmp(word, "-fassociative-math") == 0 ||
        strcmp(word, "-funsafe-math-optimizations") == 0)
        reading->floats = FLOATS_FAST;
    else if (strcmp(word, "-fno-fast-math") == 0 || strcmp(word, "-fno-associative-math") == 0 ||
             strcmp(word, "-fno-unsafe-math-optimizations") == 0)
        reading->floats = FLOATS_EXACT;
    else if (word[1] == 'O')
        reading->has_fast_level = strcmp(word, "-Ofast") == 0;
    else if (starts_with(word, "-ffp-contract="))
        reading->contraction = strcmp(word, "-ffp-contract=off") == 0 ? CONTRACTION_OFF : CONTRACTION_ON;
    else if (starts_with(word, "-march=") || starts_with(word, "-mfma") || starts_with(word, "-mavx512") ||
             starts_with(word, "-mcpu="))
        reading->may_have_fma = true;
}

static bool is_one_of(const char *word, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(word, *names) == 0)
            return true;
    return false;
}

/* What else aipcc must know of an option that is the compiler's. */
static void note_option(struct reading *reading, const char *word)
{
    static const char *const bare[] = {
        "-ffreestanding", "-nostdlib", "-nodefaultlibs", "-nostartfiles", "-nolibc", "-mgeneral-regs-only", NULL
    };
    static const char *const by_product[] = { "--coverage", "-fprofile-arcs", "-ftest-coverage", "-gsplit-dwarf",
                                              NULL };
    struct command *command = reading->command;
    if (strcmp(word, "-fopenmp") == 0 || starts_with(word, "-fopenmp="))
        command->has_openmp = true;
    else if (strcmp(word, "-fopenmp-simd") == 0)
        command->has_openmp_simd = true;
    else if (strcmp(word, "-fno-openmp") == 0)
        command->has_openmp = false;
    else if (strcmp(word, "-fsyntax-only") == 0)
        reading->is_syntax_only = true;
    else if (strcmp(word, "-shared") == 0)
        command->is_shared = true;
    else if (strcmp(word, "-r") == 0)
        command->is_relocatable = true;
    else if (strcmp(word, "-MD") == 0 || strcmp(word, "-MMD") == 0)
        command->has_dependencies = true;
    command->is_bare |= is_one_of(word, bare);
    command->names_by_product |= is_one_of(word, by_product) || starts_with(word, "-fprofile-generate") ||
                                 starts_with(word, "-fprofile-use") || starts_with(word, "-save-temps") ||
                                 starts_with(word, "-fdump-") || starts_with(word, "-fstack-usage");
    note_float_option(reading, word);
}

/* Note -c, -S, -o, -x and the options that forbid everything else. */
static void note_use(struct reading *reading, const struct word *word)
{
    struct command *command = reading->command;
    const char *joined = option_joined_value(word->option, word->text);
    const char *value = word->value ? word->value : joined;
    switch (word->option->use) {
    case OPTION_STAGE: {
        enum stage stage = word->text[1] == 'c' ? STAGE_OBJECT : STAGE_ASSEMBLY;
        command->stage = stage < command->stage ? stage : command->stage;
        break;
    }
    case OPTION_OUTPUT:
        command->output = value;
        break;
    case OPTION_LANGUAGE:
        reading->language = !value || strcmp(value, "none") == 0 ? NULL : value;
        break;
    case OPTION_ONLY:
        command->is_only_for_compiler = true;
        break;
    case OPTION_LIBRARY:
        command->input_count++;
        break;
    default:
        break;
    }
}

/* The word at "*at" is an option of the compiler; "*at" is moved to its last word. */
static void read_compiler_option(struct reading *reading, unsigned *at)
{
    struct command *command = reading->command;
    struct word word = { .kind = WORD_OPTION, .text = reading->words.items[*at] };
    word.option = option_find(word.text);
    bool has_value = word.option->form == FORM_SEPARATE ||
                     (word.option->form == FORM_EITHER && !option_joined_value(word.option, word.text));
    if (has_value && *at + 1 < reading->words.count)
        word.value = reading->words.items[++*at];
    note_use(reading, &word);
    note_option(reading, word.text);
    ARENA_PUSH(command->arena, command->words, command->word_count, word);
}

/* ---- the line -----------------------------------------------------------------------------------------------------
 */

/* Everything behind `--`: the program's arguments for --check, otherwise inputs, even if they look like options. */
static void read_rest(struct reading *reading, unsigned at)
{
    for (; at < reading->words.count; at++) {
        const char *word = reading->words.items[at];
        if (reading->command->mode == MODE_CHECK)
            words_add(&reading->command->run_arguments, word);
        else
            read_input(reading->command, word[0] == '-' ? arena_printf(reading->command->arena, "./%s", word) : word,
                       reading->language);
    }
}

static void read_words(struct reading *reading)
{
    for (unsigned k = 0; k < reading->words.count; k++) {
        const char *word = reading->words.items[k];
        if (strcmp(word, "--") == 0) {
            read_rest(reading, k + 1);
            return;
        }
        if (own_option_read(reading, &k))
            continue;
        if (word[0] == '-' && word[1])
            read_compiler_option(reading, &k);
        else
            read_input(reading->command, word, reading->language);
    }
}

/* Make libclang define what gcc defines: the analysis must see the text that will be compiled. Later versions of gcc
 * than this one have types that clang lacks, and the C library's headers use them. */
static void add_dialect(const struct command *command, struct words *options)
{
    static const char *const gcc[] = {
        "-fgnuc-version=6.5.0",   "-U__clang__",         "-U__clang_major__", "-U__clang_minor__",
        "-U__clang_patchlevel__", "-U__clang_version__", "-U__llvm__"
    };
    for (unsigned k = 0; k < sizeof gcc / sizeof *gcc && !command->is_clang; k++)
        words_add(options, gcc[k]);
}

/* Give every source what its parse needs: all options but those for the linker and about outputs. */
static void share_parse_options(struct command *command)
{
    for (unsigned s = 0; s < command->source_count; s++) {
        struct words *options = &command->sources[s].options;
        add_dialect(command, options);
        for (unsigned k = 0; k < command->word_count; k++) {
            const struct word *word = &command->words[k];
            if (word->kind != WORD_OPTION || (word->option->use != OPTION_ANY && word->option->use != OPTION_SOURCE))
                continue;
            words_add(options, word->text);
            if (word->value)
                words_add(options, word->value);
        }
    }
}

/* Whether products and sums are never fused: said so, or the processor that code is generated for cannot do it. */
static bool never_fuses(const struct reading *reading)
{
#if defined __x86_64__
    bool cannot_fuse = !reading->may_have_fma;
#else
    bool cannot_fuse = false;
#endif
    return reading->contraction == CONTRACTION_OFF || (reading->contraction == CONTRACTION_DEFAULT && cannot_fuse);
}

static bool has_source(const struct command *command, const char *path)
{
    for (unsigned k = 0; k < command->source_count; k++)
        if (strcmp(command->sources[k].path, path) == 0 || path_is_same(command->sources[k].path, path))
            return true;
    return false;
}

/* What a command that compiles comes to: where there is nothing to analyse, the compiler does everything. */
static enum mode compile_mode(const struct reading *reading)
{
    const struct command *command = reading->command;
    bool wants_analysis = command->report_count > 0 || command->saves_source || command->validates;
    if (command->is_only_for_compiler || command->source_count == 0)
        return MODE_PASS_THROUGH;
    if (!wants_analysis && (reading->is_syntax_only || command->is_serial || command->is_bare))
        return MODE_PASS_THROUGH;
    if (reading->is_syntax_only || command->input_count == 0)
        return MODE_REPORT;
    bool has_product = command->stage != STAGE_PROGRAM || command->output;
    return command->validates && !has_product ? MODE_VALIDATE : MODE_COMPILE;
}

/* Settle what depends on the whole line. */
static void finish(struct reading *reading)
{
    struct command *command = reading->command;
    bool is_fast = reading->floats == FLOATS_FAST || (reading->floats == FLOATS_BY_LEVEL && reading->has_fast_level);
    if (!reading->has_fp && is_fast)
        command->program.fp = FP_FAST;
    command->plan.no_contraction = never_fuses(reading);
    command->is_serial |= command->is_bare;
    command->program.budget_seconds = command->budget;
    if (command->mode == MODE_EXPLAIN && !has_source(command, command->explain_file))
        add_source(command, command->explain_file);
    share_parse_options(command);
    if (reading->database)
        database_apply(command, reading->database);
    if (command->mode == MODE_COMPILE)
        command->mode = compile_mode(reading);
    own_options_check(reading);
}

/* See command.h. */
struct command command_read(struct arena *arena, int count, char **arguments)
{
    struct command command = { .arena = arena, .stage = STAGE_PROGRAM, .tolerance = -1, .budget = 20 };
    struct reading reading = { .command = &command, .words.arena = arena };
    command.run_arguments.arena = arena;
    const char *environment = getenv("AIPCC_FLAGS");
    if (environment)
        words_split(&reading.words, environment);
    bool is_for_program = false;
    for (int k = 1; k < count; k++) {
        is_for_program |= strcmp(arguments[k], "--") == 0;
        if (is_for_program)
            words_add(&reading.words, arguments[k]);
        else
            words_expand(&reading.words, arguments[k]);
    }
    toolchain_find(&command);
    read_words(&reading);
    finish(&reading);
    return command;
}

/* ---- the whole program --------------------------------------------------------------------------------------------
 */

/* Whether the library "name" may be the user's own: it lies in a directory of the command line, or it is one of those
 * that call back into the program by name. */
static bool is_own_library(const struct command *command, const char *name)
{
    static const char *const calling[] = { "fl", "l", "y", NULL };
    if (is_one_of(name, calling))
        return true;
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (word->kind != WORD_OPTION || strcmp(word->option->name, "-L") != 0)
            continue;
        const char *joined = option_joined_value(word->option, word->text);
        const char *directory = word->value ? word->value : joined ? joined : ".";
        if (access(arena_printf(command->arena, "%s/lib%s.a", directory, name), F_OK) == 0 ||
            access(arena_printf(command->arena, "%s/lib%s.so", directory, name), F_OK) == 0)
            return true;
    }
    return false;
}

/* See command.h. */
bool command_is_whole_program(const struct command *command)
{
    if (command->stage != STAGE_PROGRAM || command->is_shared || command->is_relocatable)
        return false;
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (word->kind == WORD_FOREIGN || word->kind == WORD_LINKED)
            return false;
        if (word->kind != WORD_OPTION)
            continue;
        const char *joined = option_joined_value(word->option, word->text);
        if (word->option->use == OPTION_LIBRARY && is_own_library(command, word->value ? word->value
                                                                           : joined    ? joined
                                                                                       : ""))
            return false;
        if (strcmp(word->text, "-rdynamic") == 0 || starts_with(word->text, "-Wl,") ||
            word->option->form == FORM_SEPARATE)
            if (word->option->use == OPTION_LINKER)
                return false;
    }
    return true;
}
