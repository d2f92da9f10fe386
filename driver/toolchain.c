#include "driver/toolchain.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "driver/launch.h"

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The file that "program" names, looked up in PATH, links followed; arena string, or NULL. */
static const char *find_program(struct arena *arena, const char *program)
{
    char *real = NULL;
    if (strchr(program, '/')) {
        real = realpath(program, NULL);
    } else {
        const char *path = getenv("PATH");
        for (const char *at = path ? path : "/usr/bin:/bin"; !real && *at;) {
            size_t length = strcspn(at, ":");
            char *candidate = arena_printf(arena, "%.*s/%s", (int)length, length ? at : ".", program);
            if (access(candidate, X_OK) == 0)
                real = realpath(candidate, NULL);
            at += length + (at[length] == ':');
        }
    }
    const char *found = real ? arena_strdup(arena, real) : NULL;
    free(real);
    return found;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether the compiler called "name" makes code for another kind of machine: arm-none-eabi-gcc. */
static bool is_cross_compiler(const char *name)
{
    struct utsname host;
    const char *dash = strrchr(name, '-');
    bool has_triple = dash && (starts_with(dash, "-gcc") || starts_with(dash, "-cc")) && strchr(name, '-') != dash;
    return has_triple && uname(&host) == 0 && !starts_with(name, host.machine);
}

/* Find libaiprt and aiprt.h relative to the executable. */
static void find_runtime(struct command *command)
{
    static const char *const libraries[] = { "runtime/libaiprt.a", "../runtime/libaiprt.a", "../lib/libaiprt.a" };
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    for (unsigned k = 0; k < sizeof libraries / sizeof *libraries && !command->runtime_library; k++) {
        const char *library = arena_printf(command->arena, "%s/%s", path, libraries[k]);
        if (access(library, R_OK) != 0)
            continue;
        bool is_built = strstr(libraries[k], "runtime/") != NULL;
        command->runtime_library = library;
        command->runtime_include =
            is_built ? AIPCC_SOURCE_RUNTIME : arena_printf(command->arena, "%s/../include", path);
    }
}

/* See toolchain.h. */
void toolchain_find(struct command *command)
{
    const char *compiler = getenv("AIPCC_CC");
    command->compiler.arena = command->arena;
    words_split(&command->compiler, compiler ? compiler : "");
    if (command->compiler.count == 0)
        words_add(&command->compiler, "cc");
    for (unsigned k = 0; k < command->compiler.count; k++) {
        const char *word = command->compiler.items[k];
        const char *real = word[0] == '-' ? NULL : find_program(command->arena, word);
        command->is_clang |= real && (strstr(base_name(word), "clang") || strstr(base_name(real), "clang"));
        command->is_serial |= real && is_cross_compiler(base_name(word));
    }
    find_runtime(command);
}

/* See toolchain.h. */
int toolchain_print_version(const struct command *command)
{
    struct words words = { .arena = command->arena };
    words_add_all(&words, &command->compiler);
    words_add(&words, "--version");
    int status = launch(&words, NULL);
    printf("aipcc %s\n", AIPCC_VERSION);
    return fflush(stdout) == 0 ? status : EXIT_FAILURE;
}
