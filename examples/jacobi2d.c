/*
 * jacobi2d: five-point relaxation of Laplace's equation on a square, with fixed borders.
 *
 *     b_ij = (a_ij + a_i-1,j + a_i+1,j + a_i,j-1 + a_i,j+1) / 5,   then the same from b to a
 *
 * Run: jacobi2d [n] [steps]    (default 1400 x 1400 points, 200 double steps)
 */
#include <stdio.h>
#include <stdlib.h>

#define NMAX 4000

static double a[NMAX][NMAX];
static double b[NMAX][NMAX];

static void relax(int n, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1400;
    int steps = argc > 2 ? atoi(argv[2]) : 200;
    if (n < 1 || n > NMAX)
        return fprintf(stderr, "jacobi2d: n must be from 1 to %d\n", NMAX), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = (double)(i * (j % 128 + 2) % 1009 + 2) / n;
            b[i][j] = (double)(i * (j % 128 + 3) % 1009 + 3) / n;
        }

    relax(n, steps);

    double sum = 0.0, weighted = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += a[i][j] + 0.5 * b[i][j];
            weighted += a[i][j] * (1 + (3 * i + j) % 10);
        }
    printf("jacobi2d %d %d: centre %.17g sum %.17g weighted %.17g\n", n, steps, a[n / 2][n / 2], sum, weighted);
    return 0;
}
