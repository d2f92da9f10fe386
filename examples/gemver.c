/*
 * gemver: rank-2 update of a matrix, and two products of the result with vectors.
 *
 *     A = A + u1 v1^T + u2 v2^T
 *     x = beta A^T y + z
 *     w = alpha A x
 *
 * Run: gemver [n] [repeats]    (default 4000, 10)
 */
#include <stdio.h>
#include <stdlib.h>

#define N 8000

static double A[N][N];
static double u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

static void gemver(int n, double alpha, double beta)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];

    for (int i = 0; i < n; i++)
        x[i] = x[i] + z[i];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    int repeats = argc > 2 ? atoi(argv[2]) : 10;
    if (n < 1 || n > N) {
        fprintf(stderr, "gemver: n must be from 1 to %d\n", N);
        return 1;
    }

    for (int i = 0; i < n; i++) {
        u1[i] = (double)i / n / 100.0;
        u2[i] = (double)(i + 1) / n / 2.0;
        v1[i] = (double)(i + 1) / n / 4.0;
        v2[i] = (double)(i + 1) / n / 6.0;
        y[i] = (double)(i + 1) / n / 8.0;
        z[i] = (double)(i + 1) / n / 9.0;
        for (int j = 0; j < n; j++)
            A[i][j] = (double)((i * 3 + j * 7) % 101) / n;
    }

    for (int r = 0; r < repeats; r++)
        gemver(n, 1.0 / n, 1.0 / n);

    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += w[i] + x[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += A[i][j] / n;
    printf("gemver %d %d: w %.17g %.17g sum %.17g\n", n, repeats, w[0], w[n - 1], sum);
    return 0;
}
