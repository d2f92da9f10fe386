#include "driver/link.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether "word" is among the "length" bytes at "bytes". */
static bool contains(const char *bytes, size_t length, const char *word)
{
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

/* Note what the object or archive "path" needs. The names of undefined symbols stand in it as they are; objects for
 * link-time optimisation keep the options they were compiled with instead. A name that stands there for another reason
 * does no harm: the libraries are then linked without need. */
static void look_into(const char *path, struct link_needs *needs)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) {
        if (file >= 0)
            close(file);
        return;
    }
    size_t length = (size_t)status.st_size;
    char *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED)
        return;
    bool is_shared_library = length > 18 && memcmp(bytes, "\177ELF", 4) == 0 && bytes[16] == 3;
    bool is_binary = memcmp(bytes, "\177ELF", length < 4 ? length : 4) == 0 ||
                     memcmp(bytes, "!<", length < 2 ? length : 2) == 0 ||
                     memcmp(bytes, "BC", length < 2 ? length : 2) == 0;
    if (is_binary && !is_shared_library) {
        needs->openmp |= contains(bytes, length, "GOMP_") || contains(bytes, length, "__kmpc_") ||
                         contains(bytes, length, "'-fopenmp'");
        needs->runtime |= contains(bytes, length, "aip_");
    }
    munmap(bytes, length);
}

/* Look into lib"name".a if it lies in a directory of the command line. */
static void look_into_library(const struct command *command, const char *name, struct link_needs *needs)
{
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (word->kind != WORD_OPTION || strcmp(word->option->name, "-L") != 0)
            continue;
        const char *joined = option_joined_value(word->option, word->text);
        const char *directory = joined ? joined : word->value;
        if (directory)
            look_into(arena_printf(command->arena, "%s/lib%s.a", directory, name), needs);
    }
}

/* See link.h. */
struct link_needs link_find_needs(const struct command *command)
{
    struct link_needs needs = { 0 };
    if (command->stage != STAGE_PROGRAM || command->is_relocatable || command->is_bare || command->is_only_for_compiler)
        return needs;
    for (unsigned k = 0; k < command->word_count; k++) {
        const struct word *word = &command->words[k];
        if (word->kind == WORD_LINKED)
            look_into(word->text, &needs);
        if (word->kind != WORD_OPTION || word->option->use != OPTION_LIBRARY)
            continue;
        const char *joined = option_joined_value(word->option, word->text);
        if (joined || word->value)
            look_into_library(command, joined ? joined : word->value, &needs);
    }
    return needs;
}

/* See link.h. libaiprt uses OpenMP only if it is there, so that it asks for nothing itself. */
void link_add(struct words *words, const struct command *command, struct link_needs needs)
{
    if (needs.runtime && command->runtime_library)
        words_add(words, command->runtime_library);
    if (needs.openmp && !command->has_openmp)
        words_add(words, "-fopenmp");
}
