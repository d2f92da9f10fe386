/* The command line, understood. */
#ifndef AIPCC_DRIVER_COMMAND_H
#define AIPCC_DRIVER_COMMAND_H

#include "transform/plan.h"

enum mode { MODE_COMPILE, MODE_PASS_THROUGH, MODE_EMIT_SOURCE, MODE_EXPLAIN, MODE_CHECK, MODE_DUMP, MODE_VALIDATE };

struct report_request {
    enum { REPORT_TEXT, REPORT_JSON } format;
    const char *path; /* NULL: standard error */
};

enum word_kind {
    WORD_OPTION,   /* an option or its value */
    WORD_LINK,     /* the same for the linker only */
    WORD_LANGUAGE, /* -x and its value */
    WORD_SOURCE,   /* a C file that is analysed */
    WORD_INPUT     /* any other file: it goes to the compiler as it is */
};

struct word {
    const char *text;
    enum word_kind kind;
    const char *language; /* what the last -x before it says, or NULL */
};

struct command {
    enum mode mode;
    struct word *words; /* for the compiler, in order, without aipcc's own options and without -o */
    unsigned word_count;
    const char **parse_options; /* for the frontend */
    unsigned parse_option_count;
    const char **sources;
    unsigned source_count;
    const char *output;      /* -o */
    bool stops_at_object;    /* -c */
    bool stops_at_assembly;  /* -S */
    bool wants_dependencies; /* -MD, -MMD */
    bool has_inputs, is_serial;
    bool has_openmp; /* the user's own -fopenmp */
    struct report_request reports[8];
    unsigned report_count;
    const char *explain_file;
    unsigned explain_line;
    const char *save_directory; /* --save-source */
    const char *dump;
    const char **run_arguments; /* --check ... -- these */
    unsigned run_argument_count;
    double tolerance; /* --check-tol; negative: not given */
    double budget;
    bool fallback_is_error;
    struct program_options program;
    struct plan_options plan;
    const char **compiler; /* $AIPCC_CC, split at blanks */
    unsigned compiler_count;
    const char *runtime_include, *runtime_library;
};

/* Read the command line. On a mistake it is reported and the process ends with status 2; --help and --version are
 * answered here, too. */
struct command command_read(struct arena *arena, int count, char **arguments);

#endif
