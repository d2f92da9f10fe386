#include "driver/save.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/launch.h"
#include "driver/message.h"
#include "driver/path.h"
#include "driver/temporary.h"

/* See save.h. */
int save_emit(const struct command *command, const struct result *result)
{
    const struct file_result *file = &result->files[0];
    const char *output = command->output ? command->output : "-";
    if (path_is_same(output, file->path)) {
        message_error("%s would be overwritten by its own parallel source; give another name to -o", file->path);
        return EXIT_BAD_USAGE;
    }
    return output_write(output, file->text, file->length) ? EXIT_DONE : EXIT_BAD_INPUT;
}

/* The name for the source of "file" in "directory"; a number tells apart files of one name. */
static const char *saved_name(const struct command *command, const struct result *result, unsigned k,
                              const char *directory)
{
    const char *base = strcmp(result->files[k].path, "<stdin>") == 0 ? "stdin.c" : path_base(result->files[k].path);
    unsigned same = 0;
    for (unsigned other = 0; other < k; other++)
        same += strcmp(path_base(result->files[other].path), base) == 0;
    const char *number = same ? arena_printf(command->arena, ".%u", same + 1) : "";
    const char *ending = arena_printf(command->arena, "%s.aip.c", number);
    return arena_printf(command->arena, "%s/%s", directory, path_with_ending(command->arena, base, ending));
}

/* See save.h. */
int save_beside(const struct command *command, const struct result *result, bool with_unchanged)
{
    const char *directory = command->save_directory;
    if (!directory)
        directory = command->output && strcmp(command->output, "-") != 0
                        ? path_directory(command->arena, command->output)
                        : ".";
    else if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        message_error("cannot make the folder %s: %s", directory, strerror(errno));
    int status = EXIT_DONE;
    for (unsigned k = 0; k < result->file_count; k++) {
        const struct file_result *file = &result->files[k];
        if (!file->text || (!file->is_changed && !with_unchanged))
            continue;
        if (!output_write(saved_name(command, result, k, directory), file->text, file->length))
            status = EXIT_BAD_INPUT;
    }
    return status;
}

/* Where the user's text of "file" can be read. */
static const char *original_path(const struct command *command, const struct file_result *file, unsigned k)
{
    const struct source *source = &command->sources[k];
    if (!source->text)
        return file->path;
    const char *path = temporary_name_in(k, "stdin.c");
    return temporary_write(path, source->text, source->length) ? path : "/dev/null";
}

/* Print the patch of one file with diff(1), whose "different" is no failure. */
static int patch_file(const struct command *command, const struct file_result *file, unsigned k)
{
    struct words words = { .arena = command->arena };
    const char *path = temporary_name_in(k, "parallel.c");
    if (!temporary_write(path, file->text, file->length))
        return EXIT_BAD_INPUT;
    bool is_absolute = file->path[0] == '/';
    const char *const items[] = { "diff",    "-u",
                                  "--label", arena_printf(words.arena, "%s%s", is_absolute ? "" : "a/", file->path),
                                  "--label", arena_printf(words.arena, "%s%s", is_absolute ? "" : "b/", file->path),
                                  "--" };
    for (unsigned i = 0; i < sizeof items / sizeof *items; i++)
        words_add(&words, items[i]);
    words_add(&words, original_path(command, file, k));
    words_add(&words, path);
    int status = launch_plainly(&words, NULL);
    return status <= 1 ? EXIT_DONE : EXIT_INTERNAL;
}

/* See save.h. */
int save_patch(const struct command *command, const struct result *result)
{
    int status = EXIT_DONE;
    for (unsigned k = 0; k < result->file_count && status == EXIT_DONE; k++)
        if (result->files[k].is_changed)
            status = patch_file(command, &result->files[k], k);
    return status;
}
