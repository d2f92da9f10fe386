// A static work array of a called function: each iteration has its own.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
static double out[5000];
static int table(int i)
{
    static double window[8];
    static int filled;
    filled = 0;
    for (int k = 0; k < 8; k++)
        window[k] = i + filled + k;
    return (int)window[i % 8] * 2 + filled;
}
// CHECK: static int aip_table(int i, int *aip_filled, double window[8])
int main(void)
{
    double s = 0;
    // CHECK:      #pragma omp parallel for
    // CHECK-NEXT: for (int i = 0; i < 5000; i++)
    // CHECK-NEXT: { int aip_filled; double aip_window[8]; out[i] = aip_table(i, &aip_filled, aip_window); }
    for (int i = 0; i < 5000; i++)
        out[i] = table(i);
    for (int i = 0; i < 5000; i++)
        s += out[i] * i;
    printf("%g\n", s);
    return 0;
}
