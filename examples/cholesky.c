/*
 * cholesky: factorisation of a symmetric positive definite matrix, in place.
 *
 *     A = L L^T,   l_jj = sqrt(a_jj - sum_k<j l_jk^2),   l_ij = (a_ij - sum_k<j l_ik l_jk) / l_jj   for i > j
 *
 * Run: cholesky [n]    (default 2100)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Row by row; the matrix is an array of row pointers and only its lower triangle is touched. */
static void cholesky(double **a, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

static double **new_matrix(int n)
{
    double **a = malloc(n * sizeof *a);
    if (!a)
        return NULL;
    a[0] = malloc(sizeof **a * n * n);
    if (!a[0]) {
        free(a);
        return NULL;
    }
    for (int i = 1; i < n; i++)
        a[i] = a[0] + (size_t)i * n;
    return a;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2100;
    if (n < 1) {
        fprintf(stderr, "usage: cholesky [n]\n");
        return 1;
    }
    double **a = new_matrix(n);
    if (!a) {
        perror("cholesky");
        return 1;
    }

    /* a_ij = 1 / (1 + |i - j|) plus 20 on the diagonal: diagonally dominant, so positive definite. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = 1.0 / (1 + abs(i - j)) + (i == j ? 20.0 : 0.0);

    cholesky(a, n);

    double logdet = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) {
        logdet += 2.0 * log(a[i][i]);
        for (int j = 0; j < n; j++)
            sum += a[i][j] * (1 + (i + 2 * j) % 11);
    }
    printf("cholesky %d: log(det) %.17g sum %.17g\n", n, logdet, sum);
    free(a[0]);
    free(a);
    return 0;
}
