#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/stage.h"

int run_program(const char *const *words, const char *input, const char *output, const char *errors)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return 127;
    if (child == 0) {
        int in = input ? open(input, O_RDONLY) : -1;
        int out = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
        int err = errors ? open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
        if ((errors && (err < 0 || dup2(err, 2) < 0)) || (input && (in < 0 || dup2(in, 0) < 0)) ||
            (output && (out < 0 || dup2(out, 1) < 0)))
            _exit(127);
        execvp(words[0], (char *const *)words);
        fprintf(stderr, "aipcc: error: cannot run %s: %s\n", words[0], strerror(errno));
        _exit(127);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
