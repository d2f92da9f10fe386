#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/stage.h"

static char directory[256];
static pid_t owner;

/* Remove "path" and what is in it; only calls that may be made in a signal handler's process that ends anyway. */
static void remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (unlink(name))
            remove_tree(name);
    }
    closedir(dir);
    rmdir(path);
}

void temporary_remove(void)
{
    if (directory[0] && owner == getpid())
        remove_tree(directory);
}

static void on_signal(int number)
{
    temporary_remove();
    signal(number, SIG_DFL);
    raise(number);
}

const char *temporary_directory(struct arena *arena)
{
    if (!directory[0]) {
        const char *base = getenv("TMPDIR");
        snprintf(directory, sizeof directory, "%s/aipcc-XXXXXX", base && *base && strlen(base) < 200 ? base : "/tmp");
        if (!mkdtemp(directory)) {
            perror("aipcc: cannot make a temporary directory");
            exit(4);
        }
        owner = getpid();
        atexit(temporary_remove);
        signal(SIGINT, on_signal);
        signal(SIGTERM, on_signal);
        signal(SIGHUP, on_signal);
    }
    return arena_strdup(arena, directory);
}
