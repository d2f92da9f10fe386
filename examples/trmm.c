/*
 * trmm: product with a triangular matrix, in place.
 *
 *     B = alpha A^T B,     A: m x m, lower triangular, ones on the diagonal;   B: m x n
 *
 * Row i of the result needs rows k > i of the old B only, so that rows may be overwritten from the top down.
 *
 * Run: trmm [m] [n]    (default 1100, 1100)
 */
#include <stdio.h>
#include <stdlib.h>

#define A(i, j) a[(size_t)(i) * m + (j)]
#define B(i, j) b[(size_t)(i) * n + (j)]

int main(int argc, char **argv)
{
    const double alpha = 1.25;
    int m = argc > 1 ? atoi(argv[1]) : 1100;
    int n = argc > 2 ? atoi(argv[2]) : m;
    double *a, *b, sum = 0.0;
    unsigned long long hash = 14695981039346656037ull;
    const unsigned char *byte;
    int i, j, k;

    if (m < 1 || n < 1) {
        fprintf(stderr, "usage: trmm [m] [n]\n");
        return 1;
    }
    a = calloc((size_t)m * m, sizeof *a);
    b = malloc(sizeof *b * m * n);
    if (a == NULL || b == NULL) {
        perror("trmm");
        return 1;
    }

    for (i = 0; i < m; i++) {
        for (j = 0; j < i; j++)
            A(i, j) = (double)((i + 2 * j) % 71) / (71.0 * m);
        A(i, i) = 1.0;
        for (j = 0; j < n; j++)
            B(i, j) = (double)((n + i - j) % 53) / 53.0;
    }

    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            for (k = i + 1; k < m; k++)
                B(i, j) += A(k, i) * B(k, j);
            B(i, j) = alpha * B(i, j);
        }

    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++)
            sum += B(i, j);
    byte = (const unsigned char *)b;
    for (size_t p = 0; p < sizeof *b * m * n; p++)
        hash = (hash ^ byte[p]) * 1099511628211ull;
    printf("trmm %d %d: sum %.17g hash %016llx\n", m, n, sum, hash);
    free(a);
    free(b);
    return 0;
}
