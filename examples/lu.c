/*
 * lu: LU factorisation without pivoting, in place (right-looking Gaussian elimination).
 *
 *     A = L U,     l_ik = a_ik / a_kk,   a_ij = a_ij - l_ik a_kj   for i, j > k
 *
 * Run: lu [n]          (default 2000)
 */
#include <stdio.h>
#include <stdlib.h>

#define NMAX 3000

static double A[NMAX][NMAX];

static void lu(int n)
{
    int i, j, k;

    for (k = 0; k < n; k++) {
        for (i = k + 1; i < n; i++)
            A[i][k] /= A[k][k];
        for (i = k + 1; i < n; i++)
            for (j = k + 1; j < n; j++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}

static unsigned long long hash_row(unsigned long long h, const void *row, size_t size)
{
    const unsigned char *byte = row;
    size_t i;

    for (i = 0; i < size; i++)
        h = (h ^ byte[i]) * 1099511628211ull;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    int i, j;
    double product = 1.0;
    unsigned long long h = 14695981039346656037ull;

    if (n < 1 || n > NMAX) {
        fprintf(stderr, "lu: n must be from 1 to %d\n", NMAX);
        return 1;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i][j] = i == j ? 4.0 : (double)((i * 7 + j * 13) % 101 - 50) / (50.0 * n);

    lu(n);

    for (i = 0; i < n; i++) {
        product *= A[i][i] / 4.0;
        h = hash_row(h, A[i], n * sizeof A[i][0]);
    }
    printf("lu %d: det/4^n %.17g hash %016llx\n", n, product, h);
    return 0;
}
