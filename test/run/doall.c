// Independent iterations.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned a[2048], b[2048], c[2048], s;
static double x[2048], y[2048];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    unsigned t = 0;
    double f = 0;
    for (int i = 0; i < 2048; i++) {
        a[i] = i * 7u + 3u;
        b[i] = (i * 2654435761u) >> 7;
        x[i] = (b[i] % 1000u) / 7.0;
    }
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized [doall]
    for (int i = 0; i < n; i++) a[i] = b[i] * 3u;
    for (int i = 0; i < 2048; i++)
        t = t * 31u + a[i] + b[i] * 3u + c[i] + (unsigned)(x[i] * 64) + (unsigned)(y[i] * 64);
    printf("%u %u %.17g\n", t, s, f);
    return 0;
}
