/*
 * syr2k: symmetric rank-2k update of the lower triangle.
 *
 *     C = beta C + alpha (A B^T + B A^T),      c_ij for j <= i only
 *
 * Run: syr2k [n] [m]           (default: n = 1400, m = n; C is n x n, A and B are n x m)
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long hash(const void *result, size_t size)
{
    const unsigned char *byte = result;
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < size; i++)
        h = (h ^ byte[i]) * 1099511628211ull;
    return h;
}

static void syr2k(int n, int m, double alpha, double beta, double c[n][n], double a[n][m], double b[n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double dot = 0.0;
            for (int k = 0; k < m; k++)
                dot += a[i][k] * b[j][k] + b[i][k] * a[j][k];
            c[i][j] = beta * c[i][j] + alpha * dot;
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    int m = argc > 2 ? atoi(argv[2]) : n;
    if (n < 1 || m < 1)
        return fprintf(stderr, "usage: syr2k [n] [m]\n"), 1;
    double (*a)[m] = malloc(n * sizeof *a);
    double (*b)[m] = malloc(n * sizeof *b);
    double (*c)[n] = malloc(n * sizeof *c);
    if (!a || !b || !c)
        return perror("syr2k"), 1;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            a[i][k] = (double)((i * 13L + k * 7L) % 127) / 127.0;
            b[i][k] = (double)((i * 5L + k * 11L) % 113) / 113.0 - 0.5;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = (double)(i - j) / n;

    syr2k(n, m, 1.5, 1.2, c, a, b);

    printf("syr2k %d %d: last %.17g hash %016llx\n", n, m, c[n - 1][0], hash(c, n * sizeof *c));
    free(a);
    free(b);
    free(c);
    return 0;
}
