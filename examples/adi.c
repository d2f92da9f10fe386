/*
 * adi: the heat equation by alternating directions (Peaceman-Rachford).
 *
 *     (1 - r Dyy) v = (1 + r Dxx) u,      (1 - r Dxx) u' = (1 + r Dyy) v,     Dxx: second difference in x
 *
 * Each half step solves one tridiagonal system per line with the Thomas algorithm; u = 0 on the border.
 *
 * Run: adi [n] [steps]         (default 1000 x 1000 points, 50 steps)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NMAX 2500

static double u[NMAX][NMAX], v[NMAX][NMAX];
static double p[NMAX][NMAX], q[NMAX][NMAX]; /* the two coefficients of the forward elimination */

static void adi(int n, int steps, double r)
{
    double diagonal = 1.0 + 2.0 * r;

    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) { /* implicit along column i of v */
            v[0][i] = 0.0;
            p[i][0] = 0.0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                double explicit_part = u[j][i] + r * (u[j][i - 1] - 2.0 * u[j][i] + u[j][i + 1]);
                p[i][j] = r / (diagonal - r * p[i][j - 1]);
                q[i][j] = (explicit_part + r * q[i][j - 1]) / (diagonal - r * p[i][j - 1]);
            }
            v[n - 1][i] = 0.0;
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < n - 1; i++) { /* implicit along row i of u */
            u[i][0] = 0.0;
            p[i][0] = 0.0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                double explicit_part = v[i][j] + r * (v[i - 1][j] - 2.0 * v[i][j] + v[i + 1][j]);
                p[i][j] = r / (diagonal - r * p[i][j - 1]);
                q[i][j] = (explicit_part + r * q[i][j - 1]) / (diagonal - r * p[i][j - 1]);
            }
            u[i][n - 1] = 0.0;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    if (n < 2 || n > NMAX)
        return fprintf(stderr, "adi: n must be from 2 to %d\n", NMAX), 1;

    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            u[i][j] = 1.0 + sin(0.01 * i) * cos(0.02 * j);

    adi(n, steps, 0.4);

    double sum = 0.0, weighted = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += u[i][j];
            weighted += (u[i][j] + v[i][j]) * (1 + (7 * i + 3 * j) % 17);
        }
    printf("adi %d %d: centre %.17g sum %.17g weighted %.17g\n", n, steps, u[n / 2][n / 2], sum, weighted);
    return 0;
}
