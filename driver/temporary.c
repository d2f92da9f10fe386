#include "driver/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "driver/message.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { SIGNAL_COUNT = sizeof signals / sizeof *signals };

static struct arena *names;
static char *folder;                 /* of our files, or NULL */
static char *pending;                /* an output that has not got its name yet, or NULL */
static volatile sig_atomic_t caught; /* the signal that asks for the end, or 0 */
static volatile pid_t running;       /* the child that is waited for, or 0 */

/* ---- the end ------------------------------------------------------------------------------------------------------
 */

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *position)
{
    (void)status, (void)kind, (void)position;
    remove(path);
    return 0;
}

/* See temporary.h. */
void temporary_finish(void)
{
    if (pending)
        unlink(pending);
    if (folder)
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    pending = folder = NULL;
}

/* Remember the signal, and pass it on to the child, whose end is what aipcc waits for. */
static void on_signal(int signal)
{
    caught = signal;
    if (running > 0)
        kill(running, signal);
}

/* If a signal asked for it: remove everything and die of that signal, as callers expect. */
static void end_if_asked(void)
{
    if (!caught)
        return;
    temporary_finish();
    signal(caught, SIG_DFL);
    raise(caught);
    _exit(128 + caught);
}

/* See temporary.h. A signal that was ignored from the start (nohup) stays so. */
void temporary_start(void)
{
    names = arena_new();
    for (unsigned k = 0; k < SIGNAL_COUNT; k++) {
        struct sigaction action;
        if (sigaction(signals[k], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = (struct sigaction){ .sa_handler = on_signal };
        sigaction(signals[k], &action, NULL);
    }
}

/* ---- children -----------------------------------------------------------------------------------------------------
 */

/* See temporary.h. Signals wait while the child is born, so that none is lost between fork and "running". */
pid_t temporary_fork(void)
{
    sigset_t all, old;
    sigfillset(&all);
    end_if_asked();
    sigprocmask(SIG_BLOCK, &all, &old);
    pid_t child = fork();
    if (child == 0) {
        for (unsigned k = 0; k < SIGNAL_COUNT; k++) {
            struct sigaction action;
            if (sigaction(signals[k], NULL, &action) == 0 && action.sa_handler == on_signal)
                signal(signals[k], SIG_DFL);
        }
        folder = pending = NULL;
    } else if (child > 0) {
        running = child;
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    return child;
}

/* See temporary.h. */
int temporary_wait(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    running = 0;
    end_if_asked();
    return status;
}

/* ---- files --------------------------------------------------------------------------------------------------------
 */

/* Make the folder of our files, if it is not there yet. */
static void make_folder(void)
{
    if (folder)
        return;
    const char *where = getenv("TMPDIR");
    char *name = arena_printf(names, "%s/aipcc-XXXXXX", where && *where ? where : "/tmp");
    if (!mkdtemp(name)) {
        message_error("cannot make a folder for temporary files, %s: %s", name, strerror(errno));
        exit(EXIT_BAD_INPUT);
    }
    folder = name;
}

/* See temporary.h. */
const char *temporary_name(const char *name)
{
    make_folder();
    return arena_printf(names, "%s/%s", folder, name);
}

/* See temporary.h. */
const char *temporary_name_in(unsigned number, const char *name)
{
    make_folder();
    char *inside = arena_printf(names, "%s/%u", folder, number);
    mkdir(inside, 0700);
    return arena_printf(names, "%s/%s", inside, name);
}

/* Write all "length" bytes to the open "file". */
static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* See temporary.h. */
bool temporary_write(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_good = file >= 0 && write_all(file, bytes, length);
    int problem = errno;
    if (file >= 0 && close(file) != 0 && is_good) {
        is_good = false;
        problem = errno;
    }
    if (!is_good)
        message_error("cannot write %s: %s", path, strerror(problem));
    return is_good;
}

/* See temporary.h. */
char *temporary_read(const char *path, size_t *length)
{
    int file = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        status.st_size = 0;
    size_t capacity = (size_t)status.st_size + 1, size = 0;
    char *bytes = file < 0 ? NULL : malloc(capacity + 1);
    while (bytes) {
        ssize_t got = read(file, bytes + size, capacity - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(bytes);
            bytes = NULL;
        }
        if (got <= 0)
            break;
        size += (size_t)got;
        char *more = size == capacity ? realloc(bytes, 2 * capacity + 1) : bytes;
        if (size == capacity)
            capacity *= 2;
        if (!more)
            free(bytes);
        bytes = more;
    }
    if (file >= 0)
        close(file);
    if (bytes)
        bytes[size] = '\0';
    *length = bytes ? size : 0;
    return bytes;
}

/* Write "bytes" to a new file beside "path" and rename it. Returns whether that worked; errno says why not. */
static bool replace_file(const char *path, const char *bytes, size_t length)
{
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = stat(path, &status) == 0 ? status.st_mode & 0777 : 0666 & ~mask;
    char *name = arena_printf(names, "%s.XXXXXX", path);
    int file = mkostemp(name, O_CLOEXEC);
    if (file < 0)
        return false;
    pending = name;
    bool is_good = write_all(file, bytes, length) && fchmod(file, mode) == 0;
    is_good = close(file) == 0 && is_good && rename(name, path) == 0;
    int problem = errno;
    if (!is_good)
        unlink(name);
    pending = NULL;
    errno = problem;
    return is_good;
}

/* See temporary.h. */
bool output_write(const char *path, const char *bytes, size_t length)
{
    bool is_good;
    struct stat status;
    char *real = strcmp(path, "-") == 0 ? NULL : realpath(path, NULL);
    if (strcmp(path, "-") == 0) {
        is_good = write_all(STDOUT_FILENO, bytes, length);
    } else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        int file = open(path, O_WRONLY | O_CLOEXEC);
        is_good = file >= 0 && write_all(file, bytes, length);
        if (file >= 0)
            close(file);
    } else {
        is_good = replace_file(real ? real : path, bytes, length);
    }
    if (!is_good)
        message_error("cannot write %s: %s", path, strerror(errno));
    free(real);
    end_if_asked();
    return is_good;
}
