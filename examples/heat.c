/*
 * heat: how heat spreads over a metal plate.
 *
 *     du/dt = a (d2u/dx2 + d2u/dy2),     u = 20 degrees on the border
 *
 * Explicit Euler in time, second-order central differences in space. The plate starts
 * with a pattern of hot and cold spots.
 *
 * Run: heat [n] [steps]        (default: a grid of 1500 x 1500 points, 600 steps)
 */
#include <stdio.h>
#include <stdlib.h>

static void step(int n, double u[n][n], double next[n][n], double c)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i][j] = u[i][j] + c * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1500;
    int steps = argc > 2 ? atoi(argv[2]) : 600;
    if (n < 1 || n > 40000)
        return fprintf(stderr, "usage: heat [n] [steps]\n"), 1;

    double (*u)[n] = malloc(n * sizeof *u);
    double (*next)[n] = malloc(n * sizeof *next);
    if (!u || !next)
        return perror("heat"), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int border = i == 0 || j == 0 || i == n - 1 || j == n - 1;
            u[i][j] = next[i][j] = border ? 20.0 : i * j % 97;
        }

    for (int t = 0; t < steps; t++) {
        step(n, u, next, 0.2);
        double (*swap)[n] = u;
        u = next;
        next = swap;
    }

    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += u[i][j] * (1 + (i + j) % 7);
    printf("heat %d %d: centre %.17g checksum %.17g\n", n, steps, u[n / 2][n / 2], sum);
    free(u);
    free(next);
    return 0;
}
