// A loop that a macro makes: the directive goes in front of the macro. One whose macro opens more than the loop stays.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define TWICE(i, n) { for (int i = 0; i < (n); i++) a[i] = 3; }
void f(double *restrict a, int n)
{
    // CHECK:      #pragma omp parallel for
    // CHECK-NEXT: FOR(i, n) a[i] = i;
    FOR(i, n) a[i] = i;
    // CHECK-NOT: #pragma
    // CHECK: TWICE(k, n)
    TWICE(k, n)
}
