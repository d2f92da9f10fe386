#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/stage.h"

/* No endless loops, no swapping machine, no core files. */
static void limit_child(const struct command *command)
{
    rlim_t seconds = (rlim_t)(2 * command->budget) + 10;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ seconds, seconds + 5 });
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
#ifndef __SANITIZE_ADDRESS__
    rlim_t memory = (rlim_t)8 << 30;
    setrlimit(RLIMIT_AS, &(struct rlimit){ memory, memory });
#endif
}

/* Collect the child's letters until it closes the pipe or the time is over. */
static size_t collect(int pipe, char *letters, size_t count, double seconds, pid_t child, bool *is_late)
{
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    size_t have = 0;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        double left = seconds - (double)(now.tv_sec - start.tv_sec);
        struct pollfd poll_fd = { .fd = pipe, .events = POLLIN };
        int ready = left > 0 ? poll(&poll_fd, 1, left < 3600 ? (int)(left * 1000) : 3600000) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0 && left >= 3600)
            continue;
        if (ready <= 0) {
            *is_late = true;
            kill(child, SIGKILL);
            return have;
        }
        ssize_t got = read(pipe, letters + have, count + 1 - have);
        if (got <= 0)
            return have;
        have += (size_t)got;
    }
}

struct result *analyse(struct arena *arena, const struct command *command, bool for_compiler, const char **why,
                       int *status)
{
    unsigned count = command->source_count;
    struct result *results = ARENA_ARRAY(arena, struct result, count + 1);
    const char *directory = temporary_directory(arena);
    int ends[2], child_status = 0;
    *why = NULL;
    *status = 0;
    fflush(NULL);
    if (pipe(ends)) {
        *why = strerror(errno);
        return results;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        limit_child(command);
        char *sent = ARENA_ARRAY(arena, char, count + 1);
        int result = work(arena, command, for_compiler, directory, sent);
        fflush(NULL);
        size_t length = strnlen(sent, count);
        if (write(ends[1], sent, length) != (ssize_t)length)
            result = 4;
        _exit(result);
    }
    close(ends[1]);
    char *letters = arena_alloc(arena, count + 2);
    bool is_late = false;
    size_t have = child > 0 ? collect(ends[0], letters, count, 3 * command->budget + 20, child, &is_late) : 0;
    close(ends[0]);
    while (child > 0 && waitpid(child, &child_status, 0) < 0 && errno == EINTR)
        continue;
    *status = WIFEXITED(child_status) ? WEXITSTATUS(child_status) : 4;
    if (have < count && !(command->mode == MODE_DUMP && WIFEXITED(child_status))) {
        *why = is_late                     ? "out of time"
               : WIFSIGNALED(child_status) ? arena_printf(arena, "signal %d", WTERMSIG(child_status))
                                           : "out of memory or disk";
        return results;
    }
    for (unsigned k = 0; k < count && k < have; k++) {
        results[k].kind = letters[k] == 'E' ? RESULT_ERRORS : letters[k] == 'U' ? RESULT_UNCHANGED : RESULT_CHANGED;
        results[k].needs_runtime = letters[k] == 'R';
        results[k].path = arena_printf(arena, "%s/%u/%s", directory, k, path_base(command->sources[k]));
    }
    return results;
}
