// Linearised arrays whose rows are as long as a sum: ghost cells, bordered and 3-D grids, diagonals.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
#include <stdlib.h>

static void step(double *restrict out, const double *restrict in, int nx, int ny)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++)
            out[j * (nx + 2) + i] = in[j * (nx + 2) + i] + 0.1 * (in[(j - 1) * (nx + 2) + i] + in[(j + 1) * (nx + 2) + i + 1]);
}

static void wrap(double *u, int nx, int ny)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int j = 1; j <= ny; j++) {
        u[j * (nx + 2)] = u[j * (nx + 2) + nx];
        u[j * (nx + 2) + nx + 1] = u[j * (nx + 2) + 1];
    }
}

static void cube(double *u, int nx, int ny, int nz)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int k = 1; k <= nz; k++)
        for (int j = 1; j <= ny; j++)
            for (int i = 1; i <= nx; i++)
                u[(k * (ny + 2) + j) * (nx + 2) + i] += k + 2 * j - i;
}

static void diagonal(double *u, int n)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            u[i * n + j] *= 0.5;
        u[i * n + i] += 1;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 12;
    if (n > 40)
        n = 40;
    int all = (n + 3) * (n + 3) * (n + 4);
    double *a = malloc(all * sizeof *a), *b = malloc(all * sizeof *b), sum = 0;
    for (int i = 0; i < all; i++) {
        a[i] = i % 17;
        b[i] = i % 13;
    }
    step(a, b, n, n + 1);
    wrap(a, n, n + 1);
    cube(b, n, n + 1, n + 2);
    diagonal(a, n);
    for (int i = 0; i < all; i++)
        sum = sum * 0.999 + a[i] - b[i];
    printf("%.17g\n", sum);
    free(a);
    free(b);
    return 0;
}
