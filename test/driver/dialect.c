// The analysis sees the text that the compiler will see, whichever compiler that is.
// RUN: %aipcc --report -c -O2 %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=GCC
// RUN: env AIPCC_CC=clang-19 %aipcc --report -c -O2 %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=CLANG
// RUN: %aipcc --dump=unit -std=c99 -D_GNU_SOURCE %S/Inputs/headers.c | %not grep 'error:'
void f(double *restrict a, const double *restrict b, int n)
{
    // GCC: :[[@LINE+2]]:5: remark: not parallelized
    // CLANG: :[[@LINE+1]]:5: remark: parallelized
    for (int i = 1; i < n; i++)
#ifdef __clang__
        a[i] = b[i] * 2;
#else
        a[i] = a[i - 1] * 2;
#endif
    // GCC: :[[@LINE+2]]:5: remark: parallelized
    // CLANG: :[[@LINE+1]]:5: remark: parallelized
    for (int i = 1; i < n; i++)
#if __GNUC__ >= 6 || defined __clang__
        a[i] = b[i] * 2;
#else
        a[i] = a[i - 1] * 2;
#endif
}
