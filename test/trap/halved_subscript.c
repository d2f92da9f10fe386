// Two iterations write the same element.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
#include <stdlib.h>

static int a[4096], b[4096], c[4096];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, i;
    unsigned hash = 5;
    for (i = 0; i < 4096; i++) {
        a[i] = i * 7 % 101;
        b[i] = (int)((i * 2654435761u) >> 9) % 1000;
        c[i] = i % 13;
    }
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (i = 0; i < n; i++)
        a[i >> 1] = b[i];
    for (i = 0; i < 4096; i++)
        hash = hash * 31u + (unsigned)a[i] + 3u * (unsigned)b[i] + 7u * (unsigned)c[i];
    printf("%u\n", hash);
    return 0;
}
