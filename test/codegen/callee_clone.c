// A called function that uses private data under a global's name is copied, with the data as parameters.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
// RUN: %aipcc --min-work=1 --emit-source %s -o %t.c
// RUN: %cc -std=gnu11 -fopenmp -Wall -Wextra -Werror -c %t.c -o %t.o
#include <stdio.h>
static double window[8];
static double out[5000];
static double helper(int i)
{
    for (int k = 0; k < 8; k++)
        window[k] = i + k;
    return window[i % 8] * 2;
}
// CHECK: static double aip_helper(int i, double window[8])
int main(void)
{
    // CHECK:      #pragma omp parallel for private(window)
    // CHECK-NEXT: for (int i = 0; i < 5000; i++)
    // CHECK-NEXT: out[i] = aip_helper(i, window);
    for (int i = 0; i < 5000; i++)
        out[i] = helper(i);
    printf("%g\n", out[17]);
    return 0;
}
