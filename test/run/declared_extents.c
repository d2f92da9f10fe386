// The subscripts of a declared array stay within its rows, whatever the bounds of the loops: C promises it.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 70 };
static double a[N][N], b[N][N][4];
static struct { double pad, row[N]; } s[N];

static void scale(int m, double by)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = a[i][j] * by + 1;
}

static void eliminate(int m)
{
    for (int k = 0; k < m; k++)
        // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
        for (int i = k + 1; i < m; i++)
            for (int j = k + 1; j < m; j++)
                a[i][j] -= a[i][k] * a[k][j] / 900;
}

static void mirror(int m)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++)
            b[i][j][1] = b[j][i][1] = i * 3 + j;
}

static void members(int m)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            s[i].row[j] += i - j;
}

static double variable_length(int n, int m)
{
    double c[n][n + 3], sum = 0;
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: parallelized
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            c[i][j] = i * 10 + j;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            sum = sum * 0.99 + c[i][j];
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 60;
    if (n > N)
        n = N;
    scale(n, 0.5);
    eliminate(n);
    mirror(n);
    members(n);
    double sum = variable_length(n, n);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 0.999 + a[i][j] + b[i][j][1] + s[i].row[j] + s[i].pad;
    printf("%.17g\n", sum);
    return 0;
}
