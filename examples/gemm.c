/*
 * gemm: product of two matrices, added to a third.
 *
 *     C = beta C + alpha A B,      c_ij = beta c_ij + alpha sum_k a_ik b_kj
 *
 * Run: gemm [n] [repeats]      (default: 1700 x 1700 matrices, once)
 */
#include <stdio.h>
#include <stdlib.h>

static void gemm(int n, double alpha, double a[n][n], double b[n][n], double beta, double c[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i][j] *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += alpha * a[i][k] * b[k][j];
    }
}

/* FNV-1a hash of the bytes of the result: it changes with any bit of any element. */
static unsigned long long hash(const void *result, size_t size)
{
    const unsigned char *byte = result;
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < size; i++)
        h = (h ^ byte[i]) * 1099511628211ull;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1700;
    int repeats = argc > 2 ? atoi(argv[2]) : 1;
    if (n < 1)
        return fprintf(stderr, "usage: gemm [n] [repeats]\n"), 1;
    double (*a)[n] = malloc(n * sizeof *a);
    double (*b)[n] = malloc(n * sizeof *b);
    double (*c)[n] = malloc(n * sizeof *c);
    if (!a || !b || !c)
        return perror("gemm"), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = (double)((i * 7L + j * 3L) % n + 1) / n;
            b[i][j] = (double)((i * 5L + j * 2L) % n + 2) / n;
            c[i][j] = (double)((i * 3L + j * 8L) % n + 3) / n;
        }

    for (int r = 0; r < repeats; r++)
        gemm(n, 1.5, a, b, 0.4, c);

    double trace = 0.0;
    for (int i = 0; i < n; i++)
        trace += c[i][i];
    printf("gemm %d %d: trace %.17g hash %016llx\n", n, repeats, trace, hash(c, n * sizeof *c));
    free(a);
    free(b);
    free(c);
    return 0;
}
