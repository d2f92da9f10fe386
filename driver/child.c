#include "driver/child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/temporary.h"

/* Lower the limit "which" of this process to "value"; a lower one stays. */
static void limit(__rlimit_resource_t which, rlim_t value)
{
    struct rlimit old;
    if (getrlimit(which, &old) != 0 || (old.rlim_max != RLIM_INFINITY && old.rlim_max < value))
        return;
    struct rlimit new = { .rlim_cur = value, .rlim_max = old.rlim_max };
    setrlimit(which, &new);
}

/* Limits of the child. Address space is what counts for memory: it must hold the frontend's stack of 1 GB and the
 * libraries. A sanitizer reserves terabytes of it, so that a sanitized aipcc goes without that limit. */
static void set_limits(double seconds)
{
    rlim_t cpu = (rlim_t)seconds + 1;
    limit(RLIMIT_CPU, cpu);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, (rlim_t)112 << 20); /* the kernel keeps 128 MB free below the stack */
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    rlim_t memory = pages > 0 && size > 0 ? (rlim_t)pages * (rlim_t)size / 4 * 3 : 0, most = (rlim_t)8 << 30;
    rlim_t least = (rlim_t)3 << 30;
    if (!CHILD_IS_SANITIZED)
        limit(RLIMIT_AS, memory < least ? least : memory > most ? most : memory);
    setitimer(ITIMER_REAL, &(struct itimerval){ .it_value.tv_sec = 4 * (time_t)cpu }, NULL);
}

/* Send what is written to standard error nowhere. */
static void be_quiet(void)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDERR_FILENO);
}

/* See child.h. */
enum child_end child_run(void (*work)(void *), void *argument, double seconds, bool is_loud)
{
    fflush(NULL);
    pid_t child = temporary_fork();
    if (child < 0)
        return CHILD_OUT_OF_MEMORY;
    if (child == 0) {
        set_limits(seconds);
        if (!is_loud && !CHILD_IS_SANITIZED)
            be_quiet();
        work(argument);
        _exit(fflush(stdout) == 0 ? 0 : 1);
    }
    int status = temporary_wait(child);
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0               ? CHILD_DONE
               : WEXITSTATUS(status) == CHILD_NO_ROOM ? CHILD_OUT_OF_MEMORY
                                                      : CHILD_CRASHED;
    int signal = WTERMSIG(status);
    return signal == SIGXCPU || signal == SIGALRM   ? CHILD_OUT_OF_TIME
           : signal == SIGABRT || signal == SIGKILL ? CHILD_OUT_OF_MEMORY
                                                    : CHILD_CRASHED;
}

/* See child.h. */
const char *child_end_word(enum child_end end)
{
    return end == CHILD_OUT_OF_TIME ? "time" : end == CHILD_OUT_OF_MEMORY ? "memory" : NULL;
}
