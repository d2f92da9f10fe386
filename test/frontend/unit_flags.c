// What the whole unit does is noted from the names it refers to.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
// CHECK: unit has-main reads-errno has-signal-handlers has-threads
#include <errno.h>
#include <pthread.h>
#include <signal.h>
static void *work(void *p)
{
    return p;
}
int main(void)
{
    pthread_t thread;
    errno = 0;
    signal(SIGINT, SIG_IGN);
    pthread_create(&thread, 0, work, 0);
    return errno;
}
