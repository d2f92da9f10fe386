/*
 * heat3d: heat conduction in a cube.
 *
 *     du/dt = k (d2u/dx2 + d2u/dy2 + d2u/dz2),     explicit Euler, fixed temperatures on the faces
 *
 * Run: heat3d [n] [steps]      (default 160^3 points, 100 double steps)
 */
#include <stdio.h>
#include <stdlib.h>

#define U(p, i, j, k) (p)[((i) * n + (j)) * n + (k)]

static void step(const double *old, double *new, long n)
{
    long i, j, k;

    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            for (k = 1; k < n - 1; k++)
                U(new, i, j, k) = 0.125 * (U(old, i + 1, j, k) - 2.0 * U(old, i, j, k) + U(old, i - 1, j, k)) +
                                  0.125 * (U(old, i, j + 1, k) - 2.0 * U(old, i, j, k) + U(old, i, j - 1, k)) +
                                  0.125 * (U(old, i, j, k + 1) - 2.0 * U(old, i, j, k) + U(old, i, j, k - 1)) +
                                  U(old, i, j, k);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 160;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    if (n < 1 || n > 2000) {
        fprintf(stderr, "usage: heat3d [n] [steps]\n");
        return 1;
    }
    double *u = malloc(sizeof *u * n * n * n);
    double *v = malloc(sizeof *v * n * n * n);
    if (!u || !v) {
        perror("heat3d");
        return 1;
    }

    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            for (long k = 0; k < n; k++)
                U(u, i, j, k) = U(v, i, j, k) = (double)((i * j + 3 * k) % 53);

    for (int t = 0; t < steps; t++) {
        step(u, v, n);
        step(v, u, n);
    }

    double sum = 0.0;
    for (long p = 0; p < n * n * n; p++)
        sum += u[p] * (1 + p % 7);
    printf("heat3d %ld %d: centre %.17g sum %.17g\n", n, steps, U(u, n / 2, n / 2, n / 2), sum);
    free(u);
    free(v);
    return 0;
}
