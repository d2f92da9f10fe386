/*
 * durbin: the Levinson-Durbin recursion for the Yule-Walker equations.
 *
 *     T y = -r,    T_ij = r_|i-j| (Toeplitz, r_0 = 1),    in O(n^2) steps
 *
 * Vectors are indexed from 1, as in the textbook.
 *
 * Run: durbin [n]      (default 50000)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void durbin(int n, const double *r, double *y, double *z)
{
    double alpha = -r[1], beta = 1.0;
    int i, k;

    y[1] = -r[1];
    for (k = 2; k <= n; k++) {
        double sum = 0.0;

        beta = (1.0 - alpha * alpha) * beta;
        for (i = 1; i <= k - 1; i++)
            sum += r[k - i] * y[i];
        alpha = -(r[k] + sum) / beta;

        for (i = 1; i <= k - 1; i++)
            z[i] = y[i] + alpha * y[k - i];
        for (i = 1; i <= k - 1; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 50000;
    if (n < 1) {
        fprintf(stderr, "usage: durbin [n]\n");
        return 1;
    }
    double *r = malloc((n + 1) * sizeof *r);
    double *y = malloc((n + 1) * sizeof *y);
    double *z = malloc((n + 1) * sizeof *z);
    if (!r || !y || !z) {
        perror("durbin");
        return 1;
    }

    /* A convex, decreasing autocorrelation: T is positive definite (Polya). */
    r[0] = 1.0;
    for (int i = 1; i <= n; i++)
        r[i] = 0.9 / sqrt(1.0 + i);

    durbin(n, r, y, z);

    double sum = 0.0;
    for (int i = 1; i <= n; i++)
        sum += y[i] * (1 + i % 8);
    printf("durbin %d: y %.17g %.17g sum %.17g\n", n, y[1], y[n], sum);
    free(r);
    free(y);
    free(z);
    return 0;
}
