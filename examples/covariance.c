/*
 * covariance: the covariance matrix of m variables observed n times.
 *
 *     cov_ij = sum_k (x_ki - mean_i) (x_kj - mean_j) / (n - 1)
 *
 * Run: covariance [m] [n]      (default 1000 variables, 1200 observations)
 */
#include <stdio.h>
#include <stdlib.h>

#define M 2000
#define N 2400

static double data[N][M], cov[M][M], mean[M];

static void covariance(int m, int n)
{
    int i, j, k;

    for (j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= n;
    }

    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            data[i][j] -= mean[j];

    for (i = 0; i < m; i++)
        for (j = i; j < m; j++) {
            cov[i][j] = 0.0;
            for (k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= n - 1.0;
            cov[j][i] = cov[i][j];
        }
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1000;
    int n = argc > 2 ? atoi(argv[2]) : m + m / 5 + 1;
    if (m < 1 || m > M || n < 2 || n > N) {
        fprintf(stderr, "usage: covariance [m] [n], m <= %d, 2 <= n <= %d\n", M, N);
        return 1;
    }

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = (double)((i * 29 + j * 23 + i * j) % 199) / 100.0;

    covariance(m, n);

    unsigned long long h = 14695981039346656037ull;
    double trace = 0.0;
    for (int i = 0; i < m; i++) {
        const unsigned char *byte = (const unsigned char *)cov[i];
        trace += cov[i][i];
        for (size_t b = 0; b < m * sizeof cov[i][0]; b++)
            h = (h ^ byte[b]) * 1099511628211ull;
    }
    printf("covariance %d %d: trace %.17g hash %016llx\n", m, n, trace, h);
    return 0;
}
