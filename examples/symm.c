/*
 * symm: product with a symmetric matrix of which only the lower triangle is stored.
 *
 *     C = beta C + alpha A B,      a_ik is read from a_ki where k > i
 *
 * Run: symm [n]        (default 1050: A is n x n, B and C are n x (n + 100))
 */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 2000
#define COLUMNS 2100

static double A[ROWS][ROWS], B[ROWS][COLUMNS], C[ROWS][COLUMNS];

static void symm(int m, int n, double alpha, double beta)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double below = 0.0;
            for (int k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                below += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * below;
        }
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1050;
    int n = m + 100;
    if (m < 1 || m > ROWS) {
        fprintf(stderr, "symm: n must be from 1 to %d\n", ROWS);
        return 1;
    }

    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++)
            A[i][j] = (double)((i + j) % 100) / m;
        for (int j = i + 1; j < m; j++)
            A[i][j] = -999.0; /* never read: a wrong index shows at once */
        for (int j = 0; j < n; j++) {
            C[i][j] = (double)((i + 3 * j) % 100) / m;
            B[i][j] = (double)((n + i - j) % 100) / m;
        }
    }

    symm(m, n, 1.5, 1.2);

    double sum = 0.0, weighted = 0.0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            sum += C[i][j];
            weighted += C[i][j] * ((i * 29 + j * 13) % 61 + 1);
        }
    printf("symm %d: sum %.17g weighted %.17g\n", m, sum, weighted);
    return 0;
}
