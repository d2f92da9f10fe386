/*
 * 2mm: two matrix products, one after the other.
 *
 *     D = alpha A B C + beta D
 *
 * The product alpha A B is kept as a whole matrix, as one would write it by hand.
 *
 * Run: 2mm [n]         (default 900: A is n x (n + 20), B (n + 20) x (n + 40), C (n + 40) x (n + 60))
 */
#include <stdio.h>
#include <stdlib.h>

#define NMAX 1600

static double A[NMAX][NMAX], B[NMAX][NMAX], C[NMAX][NMAX], D[NMAX][NMAX], tmp[NMAX][NMAX];

static void initialize(int ni, int nj, int nk, int nl)
{
    int i, j;

    for (i = 0; i < ni; i++)
        for (j = 0; j < nk; j++)
            A[i][j] = (double)((i * 11 + j * 5) % 97) / 97.0;
    for (i = 0; i < nk; i++)
        for (j = 0; j < nj; j++)
            B[i][j] = (double)((i * 3 + j * 13) % 89) / 89.0 - 0.5;
    for (i = 0; i < nj; i++)
        for (j = 0; j < nl; j++)
            C[i][j] = (double)((i * 17 + j * 7) % 83) / 83.0;
    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++)
            D[i][j] = (double)((i + j * 19) % 79) / 79.0;
}

static void two_products(int ni, int nj, int nk, int nl, double alpha, double beta)
{
    int i, j, k;

    for (i = 0; i < ni; i++)
        for (j = 0; j < nj; j++) {
            tmp[i][j] = 0.0;
            for (k = 0; k < nk; k++)
                tmp[i][j] += alpha * A[i][k] * B[k][j];
        }

    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++) {
            D[i][j] *= beta;
            for (k = 0; k < nj; k++)
                D[i][j] += tmp[i][k] * C[k][j];
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 900;
    int i, j;
    double sum = 0.0;
    unsigned long long h = 14695981039346656037ull;

    if (n < 1 || n + 60 > NMAX) {
        fprintf(stderr, "usage: 2mm [n], 1 <= n <= %d\n", NMAX - 60);
        return 1;
    }
    initialize(n, n + 40, n + 20, n + 60);
    two_products(n, n + 40, n + 20, n + 60, 1.5, 1.2);

    for (i = 0; i < n; i++)
        for (j = 0; j < n + 60; j++) {
            const unsigned char *byte = (const unsigned char *)&D[i][j];
            sum += D[i][j];
            for (size_t b = 0; b < sizeof(double); b++)
                h = (h ^ byte[b]) * 1099511628211ull;
        }
    printf("2mm %d: sum %.17g hash %016llx\n", n, sum, h);
    return 0;
}
