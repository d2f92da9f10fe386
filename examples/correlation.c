/*
 * correlation: the correlation matrix of m variables observed n times.
 *
 *     c_ij = sum_k x_ki x_kj / (n s_i s_j),    x = data - mean,   s = standard deviation
 *
 * Run: correlation [m] [n]     (default 1000 variables, 1200 observations)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **new_rows(int rows, int columns)
{
    double **a = malloc(rows * sizeof *a);
    if (a)
        a[0] = malloc(sizeof **a * rows * columns);
    if (!a || !a[0]) {
        perror("correlation");
        exit(1);
    }
    for (int i = 1; i < rows; i++)
        a[i] = a[i - 1] + columns;
    return a;
}

static void correlation(int m, int n, double **data, double **corr, double *mean, double *stddev)
{
    const double eps = 0.1;

    for (int j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= n;
    }
    for (int j = 0; j < m; j++) {
        stddev[j] = 0.0;
        for (int i = 0; i < n; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] = sqrt(stddev[j] / n);
        /* A variable that hardly varies must not blow up the quotient. */
        if (stddev[j] <= eps)
            stddev[j] = 1.0;
    }

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt((double)n) * stddev[j];
        }

    for (int i = 0; i < m - 1; i++) {
        corr[i][i] = 1.0;
        for (int j = i + 1; j < m; j++) {
            corr[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = 1.0;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1000;
    int n = argc > 2 ? atoi(argv[2]) : m + m / 5;
    if (m < 1 || n < 1)
        return fprintf(stderr, "usage: correlation [m] [n]\n"), 1;
    double **data = new_rows(n, m), **corr = new_rows(m, m);
    double *mean = malloc(m * sizeof *mean), *stddev = malloc(m * sizeof *stddev);
    if (!mean || !stddev)
        return perror("correlation"), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = (double)((i * 37L + j * j * 11L) % 211) / 100.0 + (double)j / m;

    correlation(m, n, data, corr, mean, stddev);

    double sum = 0.0, weighted = 0.0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            sum += corr[i][j];
            weighted += corr[i][j] * (1 + (i * 3 + j) % 16);
        }
    printf("correlation %d %d: sum %.17g weighted %.17g\n", m, n, sum, weighted);
    free(data[0]);
    free(data);
    free(corr[0]);
    free(corr);
    free(mean);
    free(stddev);
    return 0;
}
