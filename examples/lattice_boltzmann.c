/*
 * lattice_boltzmann: flow in a box with a moving lid (D2Q9, single relaxation time).
 *
 *     f_q(x + c_q, t + 1) = f_q + (f_q^eq - f_q) / tau
 *     f_q^eq = w_q rho (1 + 3 c_q.u + 4.5 (c_q.u)^2 - 1.5 u.u)
 *
 * Each cell pulls the nine populations from its neighbours. Walls bounce a population back; the lid at the top adds
 * its momentum.
 *
 * Run: lattice_boltzmann [n] [steps]           (default 400 x 400 cells, 250 steps)
 */
#include <stdio.h>
#include <stdlib.h>

#define Q 9

static const int cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int opposite[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const double weight[Q] = { 4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                  1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36 };

static void step(int n, double from[n][n][Q], double to[n][n][Q], double tau, double lid)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            double f[Q], rho = 0.0, ux = 0.0, uy = 0.0;

            for (int q = 0; q < Q; q++) {
                int xs = x - cx[q], ys = y - cy[q];
                if (xs >= 0 && xs < n && ys >= 0 && ys < n)
                    f[q] = from[ys][xs][q];
                else
                    f[q] = from[y][x][opposite[q]] + (ys >= n ? 6.0 * weight[q] * cx[q] * lid : 0.0);
            }
            for (int q = 0; q < Q; q++) {
                rho += f[q];
                ux += cx[q] * f[q];
                uy += cy[q] * f[q];
            }
            ux /= rho;
            uy /= rho;
            for (int q = 0; q < Q; q++) {
                double cu = cx[q] * ux + cy[q] * uy;
                double equilibrium = weight[q] * rho * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
                to[y][x][q] = f[q] + (equilibrium - f[q]) / tau;
            }
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    int steps = argc > 2 ? atoi(argv[2]) : 250;
    if (n < 1)
        return fprintf(stderr, "usage: lattice_boltzmann [n] [steps]\n"), 1;
    double (*f)[n][Q] = malloc(n * sizeof *f);
    double (*g)[n][Q] = malloc(n * sizeof *g);
    if (!f || !g)
        return perror("lattice_boltzmann"), 1;

    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int q = 0; q < Q; q++)
                f[y][x][q] = weight[q];

    for (int t = 0; t < steps; t++) {
        step(n, f, g, 0.8, 0.05);
        double (*swap)[n][Q] = f;
        f = g;
        g = swap;
    }

    double mass = 0.0, momentum = 0.0, weighted = 0.0;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            for (int q = 0; q < Q; q++) {
                mass += f[y][x][q];
                momentum += cx[q] * f[y][x][q];
                weighted += f[y][x][q] * (1 + (x + 3 * y + 5 * q) % 19);
            }
    printf("lattice_boltzmann %d %d: mass %.17g momentum %.17g weighted %.17g\n", n, steps, mass, momentum, weighted);
    free(f);
    free(g);
    return 0;
}
