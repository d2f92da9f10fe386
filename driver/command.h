/* The command line, understood. */
#ifndef AIPCC_DRIVER_COMMAND_H
#define AIPCC_DRIVER_COMMAND_H

#include "driver/options.h"
#include "driver/words.h"
#include "transform/plan.h"

enum mode {
    MODE_COMPILE,      /* like a compiler */
    MODE_PASS_THROUGH, /* hand everything to the compiler: nothing to analyse */
    MODE_EMIT_SOURCE,
    MODE_PATCH,
    MODE_REPORT, /* only the report: -fsyntax-only, or a compilation database without files */
    MODE_EXPLAIN,
    MODE_CHECK,
    MODE_VALIDATE,
    MODE_DUMP
};

/* The last step that is asked for. */
enum stage { STAGE_ASSEMBLY, STAGE_OBJECT, STAGE_PROGRAM };

enum word_kind {
    WORD_OPTION,  /* see "option" */
    WORD_SOURCE,  /* a C file, analysed: "source" */
    WORD_FOREIGN, /* another input that the compiler translates: assembly, C++, preprocessed C */
    WORD_LINKED   /* an input of the linker: objects, archives, scripts */
};

/* One word for the compiler; with its value if that is a word of its own. */
struct word {
    enum word_kind kind;
    const struct option *option;
    const char *text;
    const char *value;    /* the next word, or NULL */
    const char *language; /* inputs: what -x says, or NULL */
    unsigned source;      /* WORD_SOURCE: index in command.sources */
};

/* A C file to analyse. */
struct source {
    const char *path;     /* as the user wrote it; "-" for standard input */
    struct words options; /* what its parse needs to know */
    const char *text;     /* standard input: its bytes; otherwise NULL */
    size_t length;
    bool has_database_options;
};

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_SARIF, REPORT_HTML };

struct report_request {
    enum report_format format;
    const char *path; /* NULL: text goes to standard error, the others to standard output */
};

struct command {
    struct arena *arena;
    enum mode mode;
    enum stage stage;
    struct words compiler; /* $AIPCC_CC */
    bool is_clang;         /* it is clang or one of its relatives */
    struct word *words;    /* for the compiler, in order: all but aipcc's own options */
    unsigned word_count;
    struct source *sources;
    unsigned source_count;
    unsigned input_count;           /* files and libraries of every kind */
    const char *output;             /* -o, or NULL */
    bool has_openmp;                /* the user asked for OpenMP */
    bool has_openmp_simd;           /* ... or for its simd directives only */
    bool is_shared, is_relocatable; /* -shared, -r */
    bool has_dependencies;          /* -MD, -MMD */
    bool is_bare;                   /* no C library, or no operating system: no threads either */
    bool names_by_product; /* files are named after the objects of the link (--coverage ...): keep its steps together */
    bool is_only_for_compiler; /* -E, --version ...: nothing is compiled */
    bool is_serial;            /* --target=serial */
    struct report_request reports[8];
    unsigned report_count;
    const char *explain_file;
    unsigned explain_line;
    bool saves_source;
    const char *save_directory; /* NULL: beside the output */
    const char *dump;
    struct words run_arguments; /* --check ... -- these */
    double tolerance;           /* --check-tol; negative: not given */
    double budget;              /* seconds a file */
    bool fallback_is_error;
    bool validates;
    struct program_options program;
    struct plan_options plan;
    const char *runtime_include, *runtime_library; /* NULL if not found */
};

/* Read the command line "arguments" and the environment into a command whose strings live in "arena". A mistake is
 * reported, and the process ends with EXIT_BAD_USAGE; --help is answered here, too. */
struct command command_read(struct arena *arena, int count, char **arguments);

/* Whether a program is linked of nothing but the sources and system libraries, so that no code elsewhere can call its
 * functions or see its variables. */
bool command_is_whole_program(const struct command *command);

extern const char help_text[];

#endif
