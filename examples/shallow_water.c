/*
 * shallow_water: waves in a square basin with closed walls, on a staggered grid (forward in the velocities, backward in
 * the height).
 *
 *     du/dt = -g dh/dx,   dv/dt = -g dh/dy,   dh/dt = -d(h u)/dx - d(h v)/dy
 *
 * h sits in the cells, u on their left sides, v on their lower sides. Depth at a side is taken from upstream.
 *
 * Run: shallow_water [n] [steps]       (default 900 x 900 cells, 400 steps)
 */
#include <stdio.h>
#include <stdlib.h>

#define H(i, j) h[(i) * nx + (j)]
#define U(i, j) u[(i) * (nx + 1) + (j)]
#define V(i, j) v[(i) * nx + (j)]
#define FX(i, j) fx[(i) * (nx + 1) + (j)]
#define FY(i, j) fy[(i) * nx + (j)]

static void accelerate(const double *h, double *u, double *v, long nx, long ny, double gdt)
{
    for (long i = 0; i < ny; i++)
        for (long j = 1; j < nx; j++)
            U(i, j) -= gdt * (H(i, j) - H(i, j - 1));
    for (long i = 1; i < ny; i++)
        for (long j = 0; j < nx; j++)
            V(i, j) -= gdt * (H(i, j) - H(i - 1, j));
}

static void fluxes(const double *h, const double *u, const double *v, double *fx, double *fy, long nx, long ny)
{
    for (long i = 0; i < ny; i++)
        for (long j = 1; j < nx; j++) {
            if (U(i, j) > 0.0)
                FX(i, j) = U(i, j) * H(i, j - 1);
            else
                FX(i, j) = U(i, j) * H(i, j);
        }
    for (long i = 1; i < ny; i++)
        for (long j = 0; j < nx; j++)
            FY(i, j) = V(i, j) * (V(i, j) > 0.0 ? H(i - 1, j) : H(i, j));
}

static void advance(double *h, const double *fx, const double *fy, long nx, long ny, double dt)
{
    for (long i = 0; i < ny; i++)
        for (long j = 0; j < nx; j++)
            H(i, j) -= dt * (FX(i, j + 1) - FX(i, j) + FY(i + 1, j) - FY(i, j));
}

static double *zeros(long count)
{
    double *p = calloc(count, sizeof *p);
    if (!p) {
        perror("shallow_water");
        exit(1);
    }
    return p;
}

int main(int argc, char **argv)
{
    long nx = argc > 1 ? atol(argv[1]) : 900, ny = nx;
    int steps = argc > 2 ? atoi(argv[2]) : 400;
    if (nx < 1 || nx > 30000)
        return fprintf(stderr, "usage: shallow_water [n] [steps]\n"), 1;
    double *h = zeros(nx * ny);
    double *u = zeros((nx + 1) * ny), *fx = zeros((nx + 1) * ny);
    double *v = zeros(nx * (ny + 1)), *fy = zeros(nx * (ny + 1));
    const double dt = 0.1, g = 9.81;

    for (long i = 0; i < ny; i++)
        for (long j = 0; j < nx; j++)
            H(i, j) = 1.0 + 0.001 * (double)((i * 7 + j * 3) % 11) + (4 * i < ny && 4 * j < nx ? 0.5 : 0.0);

    for (int t = 0; t < steps; t++) {
        accelerate(h, u, v, nx, ny, g * dt);
        fluxes(h, u, v, fx, fy, nx, ny);
        advance(h, fx, fy, nx, ny, dt);
    }

    double volume = 0.0, weighted = 0.0;
    for (long i = 0; i < ny; i++)
        for (long j = 0; j < nx; j++) {
            volume += H(i, j);
            weighted += (H(i, j) + U(i, j) + 2.0 * V(i, j)) * (double)(1 + (i + 2 * j) % 23);
        }
    printf("shallow_water %ld %d: volume %.17g weighted %.17g\n", nx, steps, volume, weighted);
    free(h);
    free(u);
    free(v);
    free(fx);
    free(fy);
    return 0;
}
