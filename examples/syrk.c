/*
 * syrk: symmetric rank-k update of the lower triangle.
 *
 *     C = beta C + alpha A A^T,    c_ij for j <= i only;   A: n x m with m = n
 *
 * Run: syrk [n]        (default 1600)
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX 2500

static double A[MAX][MAX];
static double C[MAX][MAX];

int main(int argc, char **argv)
{
    const double alpha = 1.5, beta = 1.2;
    int n = argc > 1 ? atoi(argv[1]) : 1600;
    int m = n, i, j, k;

    if (n < 1 || n > MAX) {
        fprintf(stderr, "syrk: n must be from 1 to %d\n", MAX);
        return 1;
    }
    for (i = 0; i < n; i++)
        for (k = 0; k < m; k++)
            A[i][k] = (double)((i * k + 1) % n) / n;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            C[i][j] = (double)((i * j + 2) % m) / m;

    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }

    /* Two sums with different weights over every element, the untouched upper triangle included. */
    double sum = 0.0, weighted = 0.0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            sum += C[i][j];
            weighted += C[i][j] * ((i * 31 + j * 17) % 64 + 1);
        }
    printf("syrk %d: sum %.17g weighted %.17g\n", n, sum, weighted);
    return 0;
}
