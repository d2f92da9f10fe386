#include "driver/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static const char help_text[] =
    "Usage: aipcc [options] file...\n"
    "A C compiler that makes serial C programs parallel. Options of the system compiler work as usual.\n"
    "\n"
    "What to do (default: compile and link like cc)\n"
    "  --emit-source          write the parallel source (-o FILE; `-o -` or nothing: standard output) and stop\n"
    "  --explain FILE:LINE    print all that is known of one loop and stop\n"
    "  --check F.c... -- ARGS build serial and parallel, run both with ARGS, compare outputs, print the speed-up\n"
    "  --validate             emit, read the emitted source again, and prove its parallel loops\n"
    "What to report\n"
    "  --report[=text|json][:FILE]  the verdict of every loop (default: text, to standard error)\n"
    "  --save-source[=DIR]    keep the parallel source beside the output, or in DIR, as NAME.aip.c\n"
    "How\n"
    "  --target=openmp|serial what to emit (default: openmp)\n"
    "  --fp=strict|reproducible|fast  sums of floats: the serial program's bits (default), the same bits for every\n"
    "                         number of threads, or fastest; -ffast-math, -fassociative-math and -Ofast mean fast\n"
    "  --assume=noalias       different pointers never overlap\n"
    "  --min-work=N           loops below N operations stay serial (default: what a fork and join costs)\n"
    "  --tile=N,N...          sizes of the tiles of loop nests; --no-tile: none\n"
    "  --budget=SECONDS       time for the analysis of one command (default: 20)\n"
    "  --check-tol=X          --check compares numbers with this relative tolerance\n"
    "  --Werror=fallback      fail, instead of compiling serially, when the analysis stops\n"
    "  --help, --version\n"
    "Environment: AIPCC_CC (the system compiler, default cc), AIPCC_FLAGS (further options).\n"
    "Exit status: 0 done, 1 the input is wrong, 2 the command line is wrong, 3 a check failed, 4 internal error.\n";

static void fail(const char *what, const char *argument)
{
    fprintf(stderr, "aipcc: error: %s%s%s; see aipcc --help\n", what, argument ? ": " : "", argument ? argument : "");
    exit(2);
}

/* Options of the compiler whose value is the next word. */
static bool takes_value(const char *option)
{
    static const char *const options[] = {
        "-o",       "-I",      "-D",         "-U",       "-L",        "-l",       "-x",          "-u",
        "-z",       "-T",      "-B",         "-MF",      "-MT",       "-MQ",      "-include",    "-imacros",
        "-isystem", "-iquote", "-idirafter", "-iprefix", "-isysroot", "-Xlinker", "-Xassembler", "-Xpreprocessor",
        "--param",  "-arch",   "-aux-info",  "-e",       "-A",        NULL
    };
    for (const char *const *k = options; *k; k++)
        if (!strcmp(option, *k))
            return true;
    return false;
}

/* Options that matter to the parse of a file. */
static bool is_for_parse(const char *option)
{
    static const char *const prefixes[] = {
        "-I",      "-D",         "-U",        "-std=",           "-include",      "-imacros", "-isystem",
        "-iquote", "-idirafter", "-iprefix",  "-isysroot",       "-ansi",         "-m32",     "-m64",
        "-march=", "-msse",      "-mavx",     "-funsigned-char", "-fsigned-char", "-fopenmp", "-f",
        "-m",      "-W",         "-pedantic", "-nostdinc",       "-pthread",      NULL
    };
    if (!strncmp(option, "-Wl,", 4) || !strncmp(option, "-Wa,", 4))
        return false;
    for (const char *const *k = prefixes; *k; k++)
        if (!strncmp(option, *k, strlen(*k)))
            return true;
    return false;
}

static bool ends_with(const char *text, const char *end)
{
    size_t a = strlen(text), b = strlen(end);
    return a > b && !strcmp(text + a - b, end);
}

struct reading {
    struct arena *arena;
    struct command *command;
    const char *language; /* -x */
    bool has_fp;          /* --fp was given: it counts more than the compiler's options */
    bool has_ofast, has_fast_math;
    char **words;
    unsigned count;
};

static void add_word(struct reading *reading, const char *text, enum word_kind kind)
{
    struct word word = { text, kind, reading->language };
    ARENA_PUSH(reading->arena, reading->command->words, reading->command->word_count, word);
    if (kind == WORD_SOURCE)
        ARENA_PUSH(reading->arena, reading->command->sources, reading->command->source_count, text);
}

static void read_report(struct reading *reading, const char *value)
{
    struct command *command = reading->command;
    struct report_request request = { REPORT_TEXT, NULL };
    if (!strncmp(value, "json", 4)) {
        request.format = REPORT_JSON;
        value += 4;
    } else if (!strncmp(value, "text", 4)) {
        value += 4;
    }
    if (*value == ':')
        request.path = value + 1;
    else if (*value)
        fail("unknown kind of report", value);
    if (command->report_count == 8)
        fail("too many reports", NULL);
    command->reports[command->report_count++] = request;
}

static double number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (errno || end == text || *end || !(value >= 0))
        fail("a number is needed", option);
    return value;
}

static void read_fp(struct command *command, const char *value)
{
    if (!strcmp(value, "strict"))
        command->program.fp = FP_STRICT;
    else if (!strcmp(value, "reproducible"))
        command->program.fp = FP_REPRODUCIBLE;
    else if (!strcmp(value, "fast"))
        command->program.fp = FP_FAST;
    else
        fail("--fp is strict, reproducible or fast, not", value);
}

static void read_target(struct command *command, const char *value)
{
    if (!strcmp(value, "serial"))
        command->is_serial = true;
    else if (!strncmp(value, "mpi", 3) || !strncmp(value, "cuda", 4))
        fail("this version has no such target", value);
    else if (strcmp(value, "openmp"))
        fail("unknown target", value);
}

static void read_explain(struct reading *reading, const char *value)
{
    struct command *command = reading->command;
    const char *colon = value ? strrchr(value, ':') : NULL;
    if (!colon || colon == value)
        fail("--explain needs FILE:LINE", NULL);
    command->mode = MODE_EXPLAIN;
    command->explain_file = arena_strndup(reading->arena, value, (size_t)(colon - value));
    command->explain_line = (unsigned)number("--explain", colon + 1);
    bool is_named = false;
    for (unsigned k = 0; k < command->source_count; k++)
        is_named |= !strcmp(command->sources[k], command->explain_file);
    if (!is_named)
        add_word(reading, command->explain_file, WORD_SOURCE);
}

/* --tile=32,32: the sizes of the tiles, the outermost loop first. */
static void read_tile(struct command *command, const char *value)
{
    char *end;
    do {
        long size = strtol(value, &end, 10);
        if (end == value || size < 1 || size > 1 << 20 || (*end && *end != ',') || command->plan.tile_count == 8)
            fail("--tile needs up to eight sizes, as in --tile=32,32, not", value);
        command->plan.tile_sizes[command->plan.tile_count++] = (int)size;
        value = end + 1;
    } while (*end);
}

/* An option of aipcc's own at words[*at]; false if it is none. */
static bool read_own(struct reading *reading, unsigned *at)
{
    struct command *command = reading->command;
    const char *word = reading->words[*at];
    const char *equals = strchr(word, '=');
    const char *value = equals ? equals + 1 : "";
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
#define IS(name) (length == strlen(name) && !strncmp(word, name, length))
    if (IS("--emit-source"))
        command->mode = MODE_EMIT_SOURCE;
    else if (IS("--validate"))
        command->mode = MODE_VALIDATE;
    else if (IS("--check"))
        command->mode = MODE_CHECK;
    else if (IS("--report"))
        read_report(reading, value);
    else if (IS("--explain"))
        read_explain(reading, equals ? value : *at + 1 < reading->count ? reading->words[++*at] : NULL);
    else if (IS("--dump") && equals)
        command->mode = MODE_DUMP, command->dump = value;
    else if (IS("--target"))
        read_target(command, value);
    else if (IS("--fp"))
        read_fp(command, value), reading->has_fp = true;
    else if (IS("--assume")) {
        if (strcmp(value, "noalias"))
            fail("unknown assumption", value);
        command->program.assume_noalias = true;
    } else if (IS("--tile"))
        read_tile(command, value);
    else if (IS("--min-work"))
        command->plan.min_work = number(word, value);
    else if (IS("--no-tile"))
        command->plan.no_tile = true;
    else if (IS("--budget"))
        command->budget = number(word, value);
    else if (IS("--check-tol"))
        command->tolerance = number(word, value);
    else if (IS("--save-source"))
        command->save_directory = value;
    else if (IS("--Werror") && !strcmp(value, "fallback"))
        command->fallback_is_error = true;
    else if (IS("--whole-program"))
        command->program.is_whole = true;
    else if (IS("--help")) {
        fputs(help_text, stdout);
        exit(0);
    } else
        return false;
#undef IS
    return true;
}

/* Options after which the compiler is called as it would be without aipcc. */
static bool passes_through(const char *word)
{
    static const char *const exact[] = { "-E",           "-M",           "-MM",        "-###",
                                         "-dumpversion", "-dumpmachine", "-dumpspecs", "-fsyntax-only",
                                         "-V",           "-qversion",    "--version",  NULL };
    for (const char *const *k = exact; *k; k++)
        if (!strcmp(word, *k))
            return true;
    return !strncmp(word, "-print-", 7) || !strncmp(word, "--print-", 8) || !strncmp(word, "-save-temps", 11);
}

static void read_input(struct reading *reading, const char *word)
{
    struct command *command = reading->command;
    command->has_inputs = true;
    bool is_c = reading->language ? !strcmp(reading->language, "c") : ends_with(word, ".c");
    if (!strcmp(word, "-"))
        command->mode = MODE_PASS_THROUGH, is_c = false;
    add_word(reading, word, is_c ? WORD_SOURCE : WORD_INPUT);
}

/* Options that let the compiler reorder sums; the last one counts, as for the compiler. */
static void note_float_option(struct reading *reading, const char *word)
{
    if (!strncmp(word, "-O", 2))
        reading->has_ofast = !strcmp(word, "-Ofast");
    else if (!strcmp(word, "-ffast-math") || !strcmp(word, "-fassociative-math"))
        reading->has_fast_math = true;
    else if (!strcmp(word, "-fno-fast-math") || !strcmp(word, "-fno-associative-math"))
        reading->has_fast_math = reading->has_ofast = false;
}

/* What an option of the compiler means to aipcc, too. */
static void note_option(struct reading *reading, const char *word)
{
    struct command *command = reading->command;
    note_float_option(reading, word);
    if (!strcmp(word, "-c"))
        command->stops_at_object = true;
    else if (!strcmp(word, "-S"))
        command->stops_at_assembly = true;
    else if (!strcmp(word, "-MD") || !strcmp(word, "-MMD") || !strncmp(word, "-Wp,-MD,", 8) ||
             !strncmp(word, "-Wp,-MMD,", 9))
        command->wants_dependencies = true;
    else if (!strcmp(word, "-v"))
        command->mode = command->mode == MODE_COMPILE ? MODE_PASS_THROUGH : command->mode;
    else if (!strcmp(word, "--coverage") || !strncmp(word, "-fprofile", 9) || !strcmp(word, "-ftest-coverage") ||
             !strcmp(word, "-gsplit-dwarf"))
        command->is_serial = true; /* the compiler writes files beside the source that name it */
    else if (!strcmp(word, "-fopenmp"))
        command->has_openmp = true;
    else if (passes_through(word))
        command->mode = MODE_PASS_THROUGH;
}

/* The kind of the option "word". */
static enum word_kind option_kind(const char *word)
{
    if (!strncmp(word, "-x", 2))
        return WORD_LANGUAGE;
    bool is_link = !strncmp(word, "-l", 2) || !strncmp(word, "-Wl,", 4) || !strcmp(word, "-Xlinker");
    return is_link ? WORD_LINK : WORD_OPTION;
}

static void read_compiler_option(struct reading *reading, unsigned *at)
{
    struct command *command = reading->command;
    const char *word = reading->words[*at];
    const char *value = takes_value(word) && *at + 1 < reading->count ? reading->words[++*at] : NULL;
    if (!strncmp(word, "-o", 2)) {
        command->output = value ? value : word + 2;
        if (!*command->output)
            fail("-o needs a file name", NULL);
        return;
    }
    note_option(reading, word);
    enum word_kind kind = option_kind(word);
    if (kind == WORD_LANGUAGE) {
        reading->language = value ? value : word + 2;
        if (!strcmp(reading->language, "none"))
            reading->language = NULL;
    }
    command->has_inputs |= !strncmp(word, "-l", 2);
    add_word(reading, word, kind);
    if (value)
        add_word(reading, value, kind);
    if (is_for_parse(word)) {
        ARENA_PUSH(reading->arena, command->parse_options, command->parse_option_count, word);
        if (value)
            ARENA_PUSH(reading->arena, command->parse_options, command->parse_option_count, value);
    }
}

/* Whether a compiler called with "command"'s words never fuses a multiplication with an addition: it was told so, or
 * the machine has no such instruction unless an option allows it. */
static bool is_contraction_free(const struct command *command)
{
#if defined __x86_64__ && !defined __FMA__
    bool is_free = true;
#else
    bool is_free = false;
#endif
    const char *said = NULL;
    for (unsigned k = 0; k < command->compiler_count + command->word_count; k++) {
        bool is_compiler = k < command->compiler_count;
        const char *text = is_compiler ? command->compiler[k] : command->words[k - command->compiler_count].text;
        if (!strncmp(text, "-ffp-contract=", 14))
            said = text + 14;
        else if (!strncmp(text, "-m", 2) && strcmp(text, "-m64") && strncmp(text, "-msse", 5) &&
                 strncmp(text, "-mtune", 6))
            is_free = false;
        else if (!strcmp(text, "-ffast-math") || !strcmp(text, "-Ofast"))
            is_free = false;
    }
    return said ? !strcmp(said, "off") : is_free;
}

/* ---- @file, environment -------------------------------------------------------------------------------------------
 */

static void split_words(struct reading *reading, const char *text)
{
    while (*text) {
        while (*text == ' ' || *text == '\n' || *text == '\t' || *text == '\r')
            text++;
        if (!*text)
            return;
        struct text word = { 0 };
        text_puts(&word, "");
        char quote = 0;
        for (; *text && (quote || !strchr(" \n\t\r", *text)); text++) {
            if (*text == '\\' && text[1])
                text_add(&word, ++text, 1);
            else if (quote && *text == quote)
                quote = 0;
            else if (!quote && (*text == '"' || *text == '\''))
                quote = *text;
            else
                text_add(&word, text, 1);
        }
        char *copy = arena_strndup(reading->arena, word.bytes, word.length);
        text_free(&word);
        ARENA_PUSH(reading->arena, reading->words, reading->count, copy);
    }
}

static void add_file_words(struct reading *reading, const char *path, int depth)
{
    FILE *file = depth < 8 ? fopen(path, "rb") : NULL;
    if (!file)
        fail("cannot read", path);
    struct text text = { 0 };
    char buffer[4096];
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add(&text, buffer, size);
    fclose(file);
    if (text.bytes)
        split_words(reading, text.bytes);
    text_free(&text);
}

static void find_runtime(struct arena *arena, struct command *command)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = 0;
    char *slash = strrchr(path, '/');
    *slash = 0;
    static const char *const libraries[] = { "runtime/libaiprt.a", "libaiprt.a", "../lib/libaiprt.a",
                                             "../runtime/libaiprt.a", "../lib/x86_64-linux-gnu/libaiprt.a" };
    static const char *const headers[] = { AIPCC_SOURCE_RUNTIME, "../include" };
    for (unsigned k = 0; k < sizeof libraries / sizeof *libraries && !command->runtime_library; k++) {
        char *name = arena_printf(arena, "%s/%s", path, libraries[k]);
        if (!access(name, R_OK))
            command->runtime_library = name;
    }
    for (unsigned k = 2; k-- > 0 && !command->runtime_include;) {
        char *directory =
            headers[k][0] == '/' ? arena_strdup(arena, headers[k]) : arena_printf(arena, "%s/%s", path, headers[k]);
        if (!access(arena_printf(arena, "%s/aiprt.h", directory), R_OK))
            command->runtime_include = directory;
    }
}

struct command command_read(struct arena *arena, int count, char **arguments)
{
    struct command command = { .mode = MODE_COMPILE, .tolerance = -1, .budget = 20 };
    struct reading reading = { .arena = arena, .command = &command };
    const char *environment = getenv("AIPCC_FLAGS"), *compiler = getenv("AIPCC_CC");
    if (environment)
        split_words(&reading, environment);
    for (int k = 1; k < count; k++) {
        if (arguments[k][0] == '@' && arguments[k][1])
            add_file_words(&reading, arguments[k] + 1, 0);
        else
            ARENA_PUSH(arena, reading.words, reading.count, arguments[k]);
    }
    for (unsigned k = 0; k < reading.count; k++) {
        const char *word = reading.words[k];
        if (!strcmp(word, "--") && command.mode == MODE_CHECK) {
            command.run_arguments = (const char **)reading.words + k + 1;
            command.run_argument_count = reading.count - k - 1;
            break;
        }
        if (word[0] == '-' && word[1] == '-' && read_own(&reading, &k))
            continue;
        else if (word[0] == '-' && word[1])
            read_compiler_option(&reading, &k);
        else
            read_input(&reading, word);
    }
    struct reading split = { .arena = arena };
    split_words(&split, compiler && *compiler ? compiler : "cc");
    command.compiler = (const char **)split.words;
    command.compiler_count = split.count;
    if (!reading.has_fp && (reading.has_ofast || reading.has_fast_math))
        command.program.fp = FP_FAST;
    command.program.budget_seconds = command.budget;
    command.plan.no_contraction = is_contraction_free(&command);
    find_runtime(arena, &command);
    return command;
}
