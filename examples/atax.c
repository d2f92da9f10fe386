/*
 * atax: the normal equations' product, without forming the matrix.
 *
 *     y = A^T (A x),       A: m x n
 *
 * Run: atax [m] [n] [repeats]          (default 3000, 4000, 80; each result, scaled, is the next x)
 */
#include <stdio.h>
#include <stdlib.h>

static void atax(int m, int n, double A[m][n], double x[n], double y[n], double tmp[m])
{
    for (int j = 0; j < n; j++)
        y[j] = 0.0;
    for (int i = 0; i < m; i++) {
        tmp[i] = 0.0;
        for (int j = 0; j < n; j++)
            tmp[i] += A[i][j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += A[i][j] * tmp[i];
    }
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 3000;
    int n = argc > 2 ? atoi(argv[2]) : m + m / 3;
    int repeats = argc > 3 ? atoi(argv[3]) : 80;
    if (m < 1 || n < 1)
        return fprintf(stderr, "usage: atax [m] [n] [repeats]\n"), 1;
    double (*A)[n] = malloc(m * sizeof *A);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *tmp = malloc(m * sizeof *tmp);
    if (!A || !x || !y || !tmp)
        return perror("atax"), 1;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (double)((i * 3L + j) % 61 - 20) / (61.0 * m);
    for (int j = 0; j < n; j++)
        x[j] = 1.0 + (double)(j % 13) / 13.0;

    for (int r = 0; r < repeats; r++) {
        atax(m, n, A, x, y, tmp);
        double scale = 0.0;
        for (int j = 0; j < n; j++)
            if (y[j] > scale)
                scale = y[j];
        for (int j = 0; j < n; j++)
            x[j] = scale > 0.0 ? y[j] / scale : 1.0;
    }

    double sum = 0.0;
    for (int j = 0; j < n; j++)
        sum += x[j] * (1 + j % 9) + y[j];
    printf("atax %d %d %d: x %.17g %.17g sum %.17g\n", m, n, repeats, x[0], x[n - 1], sum);
    free(A);
    free(x);
    free(y);
    free(tmp);
    return 0;
}
