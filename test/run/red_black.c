// One colour of a red-black sweep.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned g[64][64];
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
    for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) g[i][j] = b[i * 8 + j % 8];
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 1; i < 63; i++) for (int j = 1 + i % 2; j < 63; j += 2) g[i][j] += g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1];
    for (int i = 0; i < 2048; i++)
        t = t * 31u + a[i] + b[i] * 3u + c[i] + (unsigned)(x[i] * 64) + (unsigned)(y[i] * 64);
    printf("%u %u %.17g\n", t, s, f);
    for (int i = 0; i < 64; i++) printf("%u ", g[i][i]);
    return 0;
}
