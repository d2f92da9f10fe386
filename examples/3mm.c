/*
 * 3mm: G = (A B) (C D), three matrix products in linearised storage.
 *
 * Run: 3mm [n]         (default 800: square n x n matrices)
 */
#include <stdio.h>
#include <stdlib.h>

/* Row-major storage, one block per matrix: element (i, j) of an n x n matrix is m[i * n + j]. */
static void multiply(const double *a, const double *b, double *product, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            product[i * n + j] = sum;
        }
}

static double *matrix(int n, int row_factor, int column_factor, int modulus)
{
    double *m = malloc(sizeof *m * n * n);
    if (!m) {
        perror("3mm");
        exit(1);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i * n + j] = (double)((i * row_factor + j * column_factor) % modulus) / modulus - 0.25;
    return m;
}

/* FNV-1a hash of the bytes of the result: it changes with any bit of any element. */
static unsigned long long hash(const void *result, size_t size)
{
    const unsigned char *byte = result;
    unsigned long long h = 14695981039346656037ull;
    while (size-- > 0)
        h = (h ^ *byte++) * 1099511628211ull;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 800;
    if (n < 1 || n > 20000) {
        fprintf(stderr, "usage: 3mm [n]\n");
        return 1;
    }
    double *a = matrix(n, 3, 5, 101), *b = matrix(n, 7, 2, 103), *c = matrix(n, 11, 6, 107), *d = matrix(n, 4, 9, 109);
    double *ab = matrix(n, 0, 0, 1), *cd = matrix(n, 0, 0, 1), *g = matrix(n, 0, 0, 1);

    multiply(a, b, ab, n);
    multiply(c, d, cd, n);
    multiply(ab, cd, g, n);

    double sum = 0.0;
    for (int i = 0; i < n * n; i++)
        sum += g[i];
    printf("3mm %d: sum %.17g hash %016llx\n", n, sum, hash(g, sizeof *g * n * n));
    free(a); free(b); free(c); free(d);
    free(ab); free(cd); free(g);
    return 0;
}
