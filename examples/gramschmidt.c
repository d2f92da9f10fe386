/*
 * gramschmidt: QR factorisation by the modified Gram-Schmidt method.
 *
 *     A = Q R,     r_kk = |a_k|,  q_k = a_k / r_kk,  r_kj = q_k . a_j,  a_j = a_j - r_kj q_k   for j > k
 *
 * A: m x n with full column rank, a_k is its column k.
 *
 * Run: gramschmidt [m] [n]     (default 1000, 858)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void gramschmidt(int m, int n, double A[m][n], double R[n][n], double Q[m][n])
{
    for (int k = 0; k < n; k++) {
        double norm = 0.0;
        for (int i = 0; i < m; i++)
            norm += A[i][k] * A[i][k];
        R[k][k] = sqrt(norm);
        for (int i = 0; i < m; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (int j = k + 1; j < n; j++) {
            R[k][j] = 0.0;
            for (int i = 0; i < m; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (int i = 0; i < m; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
}

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
    int m = argc > 1 ? atoi(argv[1]) : 1000;
    int n = argc > 2 ? atoi(argv[2]) : m - m / 7;
    if (m < 1 || n < 1 || n > m)
        return fprintf(stderr, "usage: gramschmidt [m] [n], n <= m\n"), 1;
    double (*A)[n] = malloc(m * sizeof *A);
    double (*Q)[n] = malloc(m * sizeof *Q);
    double (*R)[n] = calloc(n, sizeof *R);
    if (!A || !Q || !R)
        return perror("gramschmidt"), 1;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i][j] = (i == j ? 3.0 : 0.0) + (double)((i * 31L + j * 17L) % 103) / 103.0;

    gramschmidt(m, n, A, R, Q);

    printf("gramschmidt %d %d: r_nn %.17g hash %016llx %016llx\n", m, n, R[n - 1][n - 1], hash(Q, m * sizeof *Q),
           hash(R, n * sizeof *R));
    free(A);
    free(Q);
    free(R);
    return 0;
}
