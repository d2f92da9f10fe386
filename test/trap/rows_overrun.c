// Rows that are left: a pointer walks on into the next row, a member at the end of a block is longer than it says, and a
// loop runs over the whole matrix through its first row.
// RUN: %aipcc --report --min-work=1 %s -o %t.out -lm 2>&1 | %FileCheck %s
// RUN: %S/../run/same-output %aipcc %cc %s %t
#include <stdio.h>
#include <stdlib.h>
enum { N = 40 };
static unsigned a[N][N];
struct tail { unsigned count, data[2]; };

static void smear(unsigned *row, int length)
{
    for (int j = 0; j < length; j++)
        row[j] = row[j] * 3u + 1u;
}

static void rows(int m, int length)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (int i = 0; i < m; i++)
        smear(a[i], length);
}

static void walk(int m)
{
    unsigned *p = &a[0][0];
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (int k = N; k < m; k++)
        p[k] = p[k - N] * 5u + a[0][k % N];
}

static void first_row(void)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (int i = 1; i < N; i++)
        for (int k = 0; k < 2 * N; k++)
            *(*a + i * (N - 1) + k) += a[i - 1][k % N] + 1u;
}

static void tails(struct tail *t, int m)
{
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: not parallelized
    for (int i = 0; i < m; i++)
        for (int j = 0; j < 3; j++)
            t->data[i + j * 2] = t->data[i + j] * 7u + 1u;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 30;
    if (n > N / 2)
        n = N / 2;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * 31u + j;
    rows(n, 2 * N);
    walk(n * N);
    first_row();
    struct tail *t = calloc(1, sizeof *t + (n + 8) * sizeof(unsigned));
    for (int i = 0; i < n + 8; i++)
        t->data[i] = i * 11u;
    tails(t, n);
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31u + a[i][j];
    for (int i = 0; i < n + 8; i++)
        sum = sum * 31u + t->data[i];
    printf("%u\n", sum);
    free(t);
    return 0;
}
