/* Prints where it stands: names and lines of the user's file. */
#include <stdio.h>
#include "size.h"
static double a[N];
int main(int argc, char **argv)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5 + 1 / (1.0 + i) + __LINE__;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < argc * 2000; i++)
            a[i] += __LINE__ /
                    (argc + 1.0) + __LINE__;
    printf("%s %s %d %g\n", __FILE__, __BASE_FILE__, __LINE__, a[N - 1] + a[5] + (argv == 0));
    return 0;
}
