/*
 * gesummv: sum of two matrix-vector products.
 *
 *     y = alpha A x + beta B x
 *
 * Run: gesummv [n] [repeats]   (default 3000, 120; each result is the next x)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void gesummv(int n, double alpha, double beta, const double *a, const double *b, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        double ax = 0.0, bx = 0.0;
        const double *row_a = a + (size_t)i * n;
        const double *row_b = b + (size_t)i * n;

        for (int j = 0; j < n; j++) {
            ax += row_a[j] * x[j];
            bx += row_b[j] * x[j];
        }
        y[i] = alpha * ax + beta * bx;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3000;
    int repeats = argc > 2 ? atoi(argv[2]) : 120;
    if (n < 1)
        return fprintf(stderr, "usage: gesummv [n] [repeats]\n"), 1;
    double *a = malloc(sizeof *a * n * n), *b = malloc(sizeof *b * n * n);
    double *x = malloc(sizeof *x * n), *y = malloc(sizeof *y * n);
    if (!a || !b || !x || !y)
        return perror("gesummv"), 1;

    for (int i = 0; i < n; i++) {
        x[i] = 1.0 + (double)(i % 17) / 17.0;
        for (int j = 0; j < n; j++) {
            a[(size_t)i * n + j] = (double)((i * 7L + j) % 31) / (31.0 * n);
            b[(size_t)i * n + j] = (double)((i + j * 5L) % 37) / (37.0 * n);
        }
    }

    for (int r = 0; r < repeats; r++) {
        gesummv(n, 1.1, 0.9, a, b, x, y);
        memcpy(x, y, sizeof *x * n);
    }

    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 5);
    printf("gesummv %d %d: first %.17g last %.17g sum %.17g\n", n, repeats, x[0], x[n - 1], sum);
    free(a);
    free(b);
    free(x);
    free(y);
    return 0;
}
