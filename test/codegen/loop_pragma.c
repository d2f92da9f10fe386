// Directives that compilers want directly in front of a loop make way.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
// RUN: %aipcc --min-work=1 --emit-source %s -o %t.c
// RUN: %cc -fopenmp -c %t.c -o %t.o
void f(double *restrict a, int n)
{
    // CHECK:      /* #pragma GCC ivdep */
    // CHECK-NEXT: #pragma omp parallel for
    // CHECK-NEXT: for (int i = 0; i < n; i++)
    #pragma GCC ivdep
    for (int i = 0; i < n; i++)
        a[i] += 1;
}
