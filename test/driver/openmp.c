// Directives of the user stay asleep without -fopenmp, as with any compiler; loops are made parallel all the same.
// RUN: %aipcc -O2 %s -o %t && %t && nm %t | grep GOMP_parallel
// RUN: %aipcc -O2 -fopenmp %s -o %t.omp && env OMP_NUM_THREADS=2 %t.omp
// RUN: env AIPCC_CC=clang-19 %aipcc -O2 %s -o %t.clang && %t.clang
// Where a directive comes from a macro it cannot be put to sleep: nothing is parallel then.
// RUN: %aipcc --report -DWITH_MACRO -O2 %s -o %t 2>&1 | %FileCheck %s && %t && nm %t | %not grep GOMP_parallel
// CHECK: not parallelized: the file has OpenMP directives, but is compiled without OpenMP [openmp]
static double a[100000];

int main(void)
{
    int late = 0;
#ifndef _OPENMP
#pragma omp parallel
    late++;
    if (late != 1)
        return 1;
#ifdef WITH_MACRO
    _Pragma("omp parallel") late++;
#endif
#endif
    for (int i = 0; i < 100000; i++)
        a[i] += 1 / (1.0 + i);
    return a[0] != 1.0;
}
