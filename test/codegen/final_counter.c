// The counter's value after the loop is that of the serial program, also when the loop makes no iteration.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
int f(int *restrict a, int n)
{
    int i, k;
    // CHECK:      #pragma omp parallel for
    // CHECK-NEXT: for (i = 0; i < n; i++)
    // CHECK-NEXT: a[i] += 1;
    // CHECK-NEXT: i = n > 0 ? n : 0;
    for (i = 0; i < n; i++)
        a[i] += 1;
    // CHECK: #pragma omp parallel for lastprivate(k)
    for (k = 0; k < 1000; k++)
        a[k] *= 3;
    return i + k;
}
