// Directives of the user stay asleep without -fopenmp, as with any compiler.
// RUN: %aipcc -O2 %s -o %t 2>&1 | %FileCheck %s && %t
// RUN: %aipcc -O2 -fopenmp %s -o %t.omp && env OMP_NUM_THREADS=2 %t.omp
// CHECK: warning: {{.*}}openmp.c: has OpenMP directives, but -fopenmp is not given
static double a[100000];

int main(void)
{
    int late = 0;
#ifndef _OPENMP
#pragma omp parallel
    late++;
    if (late != 1)
        return 1;
#endif
    for (int i = 0; i < 100000; i++)
        a[i] += 1 / (1.0 + i);
    return a[0] != 1.0;
}
