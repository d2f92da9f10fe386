// Rows of a linearised array that are longer than the loops need: that they are is tested in front of the loop.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %aipcc --min-work=1 --emit-source %s -o - | %FileCheck --check-prefix=SOURCE %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
#include <stdlib.h>

static void scale(int m, int n, double *a, int lda)
{
    // CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: parallelized {{.*}}provided that n <= lda{{$}}
    // SOURCE: if(n <= lda)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i * lda + j] = a[i * lda + j] * 0.5 + 1;
}

static void multiply(int m, int n, int k, const double *restrict a, int lda, const double *restrict b, int ldb,
                     double *restrict c, int ldc)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++)
                c[i + j * ldc] += a[i + l * lda] * b[l + j * ldb];
}

static void sizes(unsigned m, unsigned n, double *a, unsigned lda)
{
    // i * lda may wrap around, and then meet an earlier row.
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (unsigned i = 0; i < m; i++)
        for (unsigned j = 0; j < n; j++)
            a[i * lda + j] += i + j;
}

static void named(int m, double *a)
{
    int width = m + 2, all = (m + 2) * m;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < m; i++)
        for (int j = 1; j <= m; j++)
            a[i * width + j] += all - j;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12;
    if (n > 40)
        n = 40;
    int lda = n + 3, all = (n + 3) * (n + 3);
    double *a = malloc(all * sizeof *a), *b = malloc(all * sizeof *b), *c = calloc(all, sizeof *c), sum = 0;
    for (int i = 0; i < all; i++) {
        a[i] = i % 17;
        b[i] = i % 13;
    }
    scale(n, n + 1, a, lda);
    scale(n, 2 * n, a, n); /* overlapping rows: the test must say no */
    scale(n, n, a, n - 1);
    multiply(n, n + 1, n, a, lda, b, lda, c, lda);
    multiply(n, n, n, a, n - 1, b, n, c, n - 1);
    sizes(n, n, a, n - 1);
    sizes(n, n, a, lda);
    named(n, c);
    for (int i = 0; i < all; i++)
        sum = sum * 0.999 + a[i] - b[i] + c[i];
    printf("%.17g\n", sum);
    free(a);
    free(b);
    free(c);
    return 0;
}
