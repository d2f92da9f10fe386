#include "driver/path.h"

#include <string.h>
#include <sys/stat.h>

/* See path.h. */
const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* See path.h. */
const char *path_directory(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

/* See path.h. A name that starts with its only dot has no ending. */
const char *path_with_ending(struct arena *arena, const char *path, const char *ending)
{
    const char *base = path_base(path), *dot = strrchr(base, '.');
    size_t length = dot && dot != base ? (size_t)(dot - path) : strlen(path);
    return arena_printf(arena, "%.*s%s", (int)length, path, ending);
}

/* See path.h. */
bool path_is_same(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}
