#include "driver/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/message.h"
#include "driver/temporary.h"

/* Make "path" the stream "descriptor" of this process. NULL is no change. Returns whether that worked. */
static bool redirect(const char *path, int descriptor, int flags)
{
    if (!path)
        return true;
    int opened = open(path, flags | O_CLOEXEC, 0600);
    bool is_good = opened >= 0 && dup2(opened, descriptor) >= 0;
    if (opened >= 0)
        close(opened);
    return is_good;
}

/* In the new process: become the program, or say over "report" why that is impossible. */
static void become(char **vector, const struct streams *streams, int report)
{
    if (streams && streams->limit > 0)
        setitimer(ITIMER_REAL, &(struct itimerval){ .it_value.tv_sec = (time_t)streams->limit + 1 }, NULL);
    if (!streams || (redirect(streams->input, STDIN_FILENO, O_RDONLY) &&
                     redirect(streams->output, STDOUT_FILENO, O_WRONLY | O_CREAT | O_TRUNC) &&
                     redirect(streams->error, STDERR_FILENO, O_WRONLY | O_CREAT | O_TRUNC)))
        execvp(vector[0], vector);
    int problem = errno;
    if (write(report, &problem, sizeof problem) < 0)
        _exit(126);
    _exit(127);
}

/* See launch.h. */
int launch_plainly(const struct words *words, const struct streams *streams)
{
    char **vector = words_vector(words);
    int report[2], problem = 0;
    if (pipe2(report, O_CLOEXEC) != 0) {
        message_error("cannot make a pipe: %s", strerror(errno));
        return 127;
    }
    pid_t child = temporary_fork();
    if (child == 0)
        become(vector, streams, report[1]);
    problem = child < 0 ? errno : 0;
    close(report[1]);
    if (child > 0 && read(report[0], &problem, sizeof problem) != sizeof problem)
        problem = 0;
    close(report[0]);
    int status = child > 0 ? temporary_wait(child) : 0;
    if (problem) {
        message_error("cannot run %s: %s", vector[0], strerror(problem));
        return 127;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Words for the compiler that fit into a command line: "words" itself, or the program with an @file. "prefix" words of
 * it stay outside of the @file. */
static struct words shortened(const struct words *words)
{
    size_t length = 0;
    for (unsigned k = 0; k < words->count; k++)
        length += strlen(words->items[k]) + 1;
    const char *path = length > 96 * 1024 ? temporary_name("arguments") : NULL;
    if (!path)
        return *words;
    struct words rest = { words->arena, words->items + 1, words->count - 1 }, few = { .arena = words->arena };
    struct text text = { 0 };
    words_quote(&rest, &text);
    bool is_written = temporary_write(path, text.bytes, text.length);
    text_free(&text);
    words_add(&few, words->items[0]);
    words_add(&few, arena_printf(words->arena, "@%s", path));
    return is_written ? few : *words;
}

/* See launch.h. */
int launch(const struct words *words, const struct streams *streams)
{
    struct words few = shortened(words);
    return launch_plainly(&few, streams);
}

/* See launch.h. */
int launch_instead(const struct words *words)
{
    char **vector = words_vector(words);
    execvp(vector[0], vector);
    message_error("cannot run %s: %s", vector[0], strerror(errno));
    return 127;
}
