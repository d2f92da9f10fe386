/*
 * trisolv: forward substitution, for several right-hand sides one after the other.
 *
 *     L x = b,     x_i = (b_i - sum_j<i l_ij x_j) / l_ii
 *
 * Run: trisolv [n] [right-hand sides]          (default 4000, 100)
 */
#include <stdio.h>
#include <stdlib.h>

static void trisolv(int n, double L[n][n], double x[n], double b[n])
{
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    int sides = argc > 2 ? atoi(argv[2]) : 100;
    if (n < 1)
        return fprintf(stderr, "usage: trisolv [n] [right-hand sides]\n"), 1;
    double (*L)[n] = malloc(n * sizeof *L);
    double *x = malloc(n * sizeof *x);
    double *b = malloc(n * sizeof *b);
    if (!L || !x || !b)
        return perror("trisolv"), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            L[i][j] = i == j ? 2.0 : (double)((i + j) % 43 - 21) / (21.0 * n);

    double sum = 0.0;
    for (int s = 0; s < sides; s++) {
        for (int i = 0; i < n; i++)
            b[i] = (double)((i + s) % 100) / 100.0;
        trisolv(n, L, x, b);
        for (int i = 0; i < n; i++)
            sum += x[i] * (1 + i % 6);
    }
    printf("trisolv %d %d: x %.17g %.17g sum %.17g\n", n, sides, x[0], x[n - 1], sum);
    free(L);
    free(x);
    free(b);
    return 0;
}
