// A loop with little work stays serial: by the if clause, or in a version of its own where it runs often.
// RUN: %aipcc --emit-source %s -o - | grep -v CHECK | %FileCheck %s
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    static double a[100000];
    // CHECK: #pragma omp parallel for if(n > {{[0-9]+}})
    for (int i = 0; i < n; i++)
        a[i] = i * 0.5;
    for (int t = 0; t < n; t++) {
        // CHECK:      if (n > {{[0-9]+}}) {
        // CHECK-NEXT: #pragma omp parallel for
        // CHECK-NEXT: for (int i = 0; i < n; i++)
        // CHECK-NEXT: a[i] = a[i] * a[i] + t;
        // CHECK-NEXT: } else {
        // CHECK-NEXT: for (int i = 0; i < n; i++)
        // CHECK-NEXT: a[i] = a[i] * a[i] + t;
        // CHECK-NEXT: }
        for (int i = 0; i < n; i++)
            a[i] = a[i] * a[i] + t;
    }
    return a[n / 2] > 3;
}
