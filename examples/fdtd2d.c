/*
 * fdtd2d: Maxwell's equations in the plane on Yee's grid (transverse electric mode).
 *
 *     dEx/dt = dHz/dy,   dEy/dt = -dHz/dx,   dHz/dt = dEx/dy - dEy/dx
 *
 * A source drives Ey on the edge x = 0.
 *
 * Run: fdtd2d [n] [steps]      (default n x 1.2 n cells with n = 1000, 500 steps)
 */
#include <stdio.h>
#include <stdlib.h>

static void fdtd(int steps, int nx, int ny, double ex[nx][ny], double ey[nx][ny], double hz[nx][ny], double *source)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : 1000;
    int steps = argc > 2 ? atoi(argv[2]) : 500;
    int ny = nx + nx / 5;
    if (nx < 1 || steps < 0)
        return fprintf(stderr, "usage: fdtd2d [n] [steps]\n"), 1;
    double (*ex)[ny] = malloc(nx * sizeof *ex);
    double (*ey)[ny] = malloc(nx * sizeof *ey);
    double (*hz)[ny] = malloc(nx * sizeof *hz);
    double *source = malloc((steps + 1) * sizeof *source);
    if (!ex || !ey || !hz || !source)
        return perror("fdtd2d"), 1;

    for (int t = 0; t < steps; t++)
        source[t] = (double)(t % 50) / 50.0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            ex[i][j] = (double)i * (j + 1) / nx / ny;
            ey[i][j] = (double)i * (j + 2) / nx / ny;
            hz[i][j] = (double)i * (j + 3) / nx / ny;
        }

    fdtd(steps, nx, ny, ex, ey, hz, source);

    double energy = 0.0, sum = 0.0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            energy += ex[i][j] * ex[i][j] + ey[i][j] * ey[i][j] + hz[i][j] * hz[i][j];
            sum += (ex[i][j] + 2.0 * ey[i][j] + 3.0 * hz[i][j]) * (1 + (i + 5 * j) % 13);
        }
    printf("fdtd2d %d %d: energy %.17g sum %.17g\n", nx, steps, energy, sum);
    free(ex);
    free(ey);
    free(hz);
    free(source);
    return 0;
}
