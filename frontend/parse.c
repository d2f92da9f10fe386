/* unit_parse(): run libclang over one file and build the unit from what it found. */
#include "frontend/builder.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What clang treats as an error and the compilers of the programs we read do not, and warnings about pragmas that we
 * understand ourselves. They stand before the user's arguments, which may say otherwise. */
static const char *const first_arguments[] = {
    "-x",
    "c",
    "-resource-dir",
    AIPCC_RESOURCE_DIR,
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Qunused-arguments",
    "-fbracket-depth=20000",
};
static const char *const last_arguments[] = {
    "-Wno-error",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-Wno-error=excess-initializers",
    "-Wno-unknown-pragmas",
    "-Wno-source-uses-openmp",
};

/* What unit_parse() was called with, and its result. */
struct request {
    const char *path, *text;
    size_t length;
    const char *const *arguments;
    unsigned argument_count;
    struct unit *unit;
};

/* Arguments that only say what to do with the result, and those that follow with a value of their own. */
static const char *const useless_arguments[] = { "-c",          "-S",  "-E",   "-v",  "-###", "-M",
                                                 "-MM",         "-MD", "-MMD", "-MP", "-MG",  "-pedantic-errors",
                                                 "-save-temps", "-g",  "-pipe" };
static const char *const useless_with_value[] = { "-o", "-MF", "-MT", "-MQ", "-wrapper", "--param" };

struct argument_list {
    const char **items;
    unsigned count;
};

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_among(const char *text, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(text, names[k]) == 0)
            return true;
    return false;
}

/* Whether the preprocessor or the language depends on "argument", so that it must not be left out. Sets "takes_next"
 * if the next argument belongs to it. */
static bool is_essential(const char *argument, bool *takes_next)
{
    static const char *const with_value[] = { "-I",         "-D",       "-U", "-include",  "-isystem", "-iquote",
                                              "-idirafter", "-imacros", "-x", "-isysroot", "--sysroot" };
    static const char *const alone[] = {
        "-std=",         "-ansi",     "-m32",       "-m64",          "-funsigned-char",
        "-fsigned-char", "-nostdinc", "--sysroot=", "-fshort-enums", "-fgnu89-inline"
    };
    *takes_next = false;
    for (size_t k = 0; k < sizeof with_value / sizeof *with_value; k++) {
        *takes_next = strcmp(argument, with_value[k]) == 0;
        if (starts_with(argument, with_value[k]))
            return true;
    }
    for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
        if (starts_with(argument, alone[k]))
            return true;
    return false;
}

static void add_argument(struct builder *builder, struct argument_list *list, const char *argument)
{
    ARENA_PUSH(builder->arena, list->items, list->count, argument);
}

static bool list_has(const struct argument_list *list, const char *argument)
{
    return is_among(argument, list->items, list->count);
}

/* Add those of the user's arguments that clang shall see: without what is about output and errors, without "rejected",
 * and, if "only_essential", without what it can do without. Returns whether OpenMP was asked for. */
static bool add_user_arguments(struct builder *builder, struct argument_list *list, const struct request *request,
                               const struct argument_list *rejected, bool only_essential)
{
    bool has_openmp = false, takes_next = false;
    for (unsigned k = 0; k < request->argument_count; k++) {
        const char *argument = request->arguments[k];
        if (takes_next) {
            add_argument(builder, list, argument);
            takes_next = false;
        } else if (is_among(argument, useless_with_value, sizeof useless_with_value / sizeof *useless_with_value)) {
            k++;
        } else if (starts_with(argument, "-fopenmp") || strcmp(argument, "-fno-openmp") == 0) {
            has_openmp = strcmp(argument, "-fno-openmp") != 0 && (has_openmp || strcmp(argument, "-fopenmp-simd") != 0);
        } else if (starts_with(argument, "-Werror") || list_has(rejected, argument) ||
                   is_among(argument, useless_arguments, sizeof useless_arguments / sizeof *useless_arguments)) {
            continue;
        } else if (is_essential(argument, &takes_next) || !only_essential) {
            add_argument(builder, list, argument);
        }
    }
    return has_openmp;
}

/* The arguments for clang: ours around the user's. OpenMP is not switched on, because libclang hides what stands below
 * a directive; the macro that programs ask for it is defined instead. */
static struct argument_list clang_arguments(struct builder *builder, const struct request *request,
                                            const struct argument_list *rejected, bool only_essential)
{
    struct argument_list list = { 0 };
    for (size_t k = 0; k < sizeof first_arguments / sizeof *first_arguments; k++)
        add_argument(builder, &list, first_arguments[k]);
    bool has_openmp = add_user_arguments(builder, &list, request, rejected, only_essential);
    for (size_t k = 0; k < sizeof last_arguments / sizeof *last_arguments; k++)
        add_argument(builder, &list, last_arguments[k]);
    if (has_openmp)
        add_argument(builder, &list, "-D_OPENMP=201511");
    return list;
}

/* Look for errors that are not about the text but about arguments, and add what they quote to "rejected". Returns
 * whether there are any. */
static bool collect_rejected(struct builder *builder, struct argument_list *rejected)
{
    bool any = false;
    unsigned count = clang_getNumDiagnostics(builder->translation_unit);
    for (unsigned k = 0; k < count; k++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(builder->translation_unit, k);
        CXFile file;
        clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
        if (!file && clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            any = true;
            const char *text = builder_string(builder, clang_getDiagnosticSpelling(diagnostic));
            const char *open = strchr(text, '\''), *close = open ? strchr(open + 1, '\'') : NULL;
            if (close)
                add_argument(builder, rejected, arena_strndup(builder->arena, open + 1, (size_t)(close - open - 1)));
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return any;
}

/* Parse what "request" names. Options of other compilers are errors for clang: a second attempt leaves out what clang
 * complained about, a third one everything that can be left out. */
static enum CXErrorCode parse(struct builder *builder, CXIndex index, struct request *request)
{
    struct CXUnsavedFile unsaved = { request->path, request->text, request->length };
    struct argument_list rejected = { 0 };
    enum CXErrorCode code = CXError_Failure;
    if (request->path[0] == '-') /* not an option */
        unsaved.Filename = request->path = arena_printf(builder->arena, "./%s", request->path);
    for (int attempt = 0; attempt < 3; attempt++) {
        struct argument_list list = clang_arguments(builder, request, &rejected, attempt == 2);
        code = clang_parseTranslationUnit2(index, request->path, list.items, (int)list.count,
                                           request->text ? &unsaved : NULL, request->text ? 1 : 0,
                                           CXTranslationUnit_DetailedPreprocessingRecord, &builder->translation_unit);
        if (code == CXError_Crashed || (code == CXError_Success && !collect_rejected(builder, &rejected)))
            break;
        if (code == CXError_Success && attempt < 2)
            clang_disposeTranslationUnit(builder->translation_unit);
    }
    return code;
}

static const char *describe(enum CXErrorCode code)
{
    switch (code) {
    case CXError_Crashed:
        return "libclang crashed on this file";
    case CXError_InvalidArguments:
        return "libclang does not accept these options";
    default:
        return "libclang could not parse this file with these options";
    }
}

/* Why the file at "path" cannot be read, or NULL if it can. */
static const char *unreadable(struct arena *arena, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return arena_printf(arena, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return arena_printf(arena, "%s: %s", path, strerror(EISDIR));
    FILE *file = fopen(path, "rb");
    if (!file)
        return arena_printf(arena, "%s: %s", path, strerror(errno));
    fclose(file);
    return NULL;
}

static void start_types(struct builder *builder)
{
    CXTargetInfo target = clang_getTranslationUnitTargetInfo(builder->translation_unit);
    int width = clang_TargetInfo_getPointerWidth(target);
    clang_TargetInfo_dispose(target);
    struct type *types = ARENA_ARRAY(builder->arena, struct type, 2);
    types[0] = (struct type){ .kind = TYPE_OTHER, .size = -1, .extent = -1, .spelling = "?", .written = "?" };
    types[1] = (struct type){ .kind = TYPE_INT,
                              .size = width / 8,
                              .bits = (unsigned)width,
                              .is_unsigned = true,
                              .extent = -1,
                              .spelling = "unsigned long",
                              .written = "size_t" };
    builder->unknown_type = &types[0];
    builder->size_type = &types[1];
}

/* Build the tree from the parsed file. */
static void build(struct builder *builder)
{
    start_types(builder);
    place_collect_macro_uses(builder);
    directives_collect(builder);
    declarations_build_all(builder);
    directives_apply_threadprivate(builder);
    hints_attach(builder);
    addresses_mark(builder->unit);
}

/* Parse what "request" asks for and build its unit, which has only an arena so far. */
static void fulfil(struct request *request)
{
    struct unit *unit = request->unit;
    struct builder builder = { .unit = unit, .arena = unit->arena };
    CXIndex index = clang_createIndex(0, 0);
    enum CXErrorCode code = parse(&builder, index, request);
    if (code != CXError_Success) {
        unit->failure = describe(code);
    } else {
        builder.main_file = clang_getFile(builder.translation_unit, request->path);
        places_start(&builder);
        diagnostics_collect(&builder);
        if (!unit->has_errors)
            build(&builder);
        clang_disposeTranslationUnit(builder.translation_unit);
    }
    clang_disposeIndex(index);
    builder_release(&builder);
}

static void *run_request(void *request)
{
    fulfil(request);
    return NULL;
}

/* Fulfil "request" on a thread with a large stack: clang recurses on nested code, and the thread of 8 MB that libclang
 * would use overflows on long else-if chains. Where memory is short a smaller stack has to do. */
static void run_on_large_stack(struct request *request)
{
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    for (size_t megabytes = 1024; megabytes >= 16; megabytes /= 4) {
        pthread_attr_t attributes;
        pthread_t thread;
        pthread_attr_init(&attributes);
        bool is_running = pthread_attr_setstacksize(&attributes, megabytes << 20) == 0 &&
                          pthread_create(&thread, &attributes, run_request, request) == 0;
        pthread_attr_destroy(&attributes);
        if (is_running) {
            pthread_join(thread, NULL);
            return;
        }
    }
    fulfil(request);
}

/* See unit.h. */
struct unit *unit_parse(const char *path, const char *text, size_t length, const char *const *arguments,
                        unsigned argument_count)
{
    struct arena *arena = arena_new();
    struct unit *unit = ARENA_NEW(arena, struct unit);
    unit->arena = arena;
    unit->main = ARENA_NEW(arena, struct source_file);
    *unit->main = (struct source_file){ .path = arena_strdup(arena, path), .is_main = true, .text = "" };
    unit->failure = text ? NULL : unreadable(arena, path);
    if (!unit->failure) {
        struct request request = { path, text, length, arguments, argument_count, unit };
        run_on_large_stack(&request);
    }
    return unit;
}

/* See unit.h. NULL is accepted. */
void unit_free(struct unit *unit)
{
    if (unit)
        arena_free(unit->arena);
}
