/*
 * nbody: gravity between all pairs of bodies, leapfrog in time.
 *
 *     a_i = sum_j m_j (r_j - r_i) / (|r_j - r_i|^2 + eps^2)^(3/2)
 *
 * Run: nbody [bodies] [steps]          (default 4000 bodies, 20 steps)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
    double x, y, z;
};

struct body {
    struct vector position, velocity;
    double mass;
};

/* The pull of all "n" bodies at "at". A body does not pull itself: its distance is zero, and so is its term. */
static struct vector acceleration(const struct body *body, int n, struct vector at)
{
    const double eps2 = 1e-4;
    struct vector a = { 0.0, 0.0, 0.0 };

    for (int j = 0; j < n; j++) {
        double dx = body[j].position.x - at.x;
        double dy = body[j].position.y - at.y;
        double dz = body[j].position.z - at.z;
        double d2 = dx * dx + dy * dy + dz * dz + eps2;
        double pull = body[j].mass / (d2 * sqrt(d2));

        a.x += pull * dx;
        a.y += pull * dy;
        a.z += pull * dz;
    }
    return a;
}

/* All forces are computed from the old positions before any body moves. */
static void leapfrog(struct body *body, int n, double dt)
{
    for (int i = 0; i < n; i++) {
        struct vector a = acceleration(body, n, body[i].position);
        body[i].velocity.x += dt * a.x;
        body[i].velocity.y += dt * a.y;
        body[i].velocity.z += dt * a.z;
    }
    for (int i = 0; i < n; i++) {
        body[i].position.x += dt * body[i].velocity.x;
        body[i].position.y += dt * body[i].velocity.y;
        body[i].position.z += dt * body[i].velocity.z;
    }
}

static double uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    int steps = argc > 2 ? atoi(argv[2]) : 20;
    if (n < 1)
        return fprintf(stderr, "usage: nbody [bodies] [steps]\n"), 1;
    struct body *body = malloc(n * sizeof *body);
    if (!body)
        return perror("nbody"), 1;

    unsigned seed = 2024;
    for (int i = 0; i < n; i++) {
        body[i].position = (struct vector){ uniform(&seed), uniform(&seed), uniform(&seed) };
        body[i].velocity = (struct vector){ 0.0, 0.0, 0.0 };
        body[i].mass = (0.5 + uniform(&seed)) / n;
    }

    for (int t = 0; t < steps; t++)
        leapfrog(body, n, 0.001);

    double kinetic = 0.0;
    unsigned long long h = 14695981039346656037ull;
    for (int i = 0; i < n; i++) {
        const struct vector *v = &body[i].velocity;
        kinetic += 0.5 * body[i].mass * (v->x * v->x + v->y * v->y + v->z * v->z);
        const unsigned char *byte = (const unsigned char *)&body[i];
        for (size_t b = 0; b < sizeof body[i]; b++)
            h = (h ^ byte[b]) * 1099511628211ull;
    }
    printf("nbody %d %d: kinetic %.17g hash %016llx\n", n, steps, kinetic, h);
    free(body);
    return 0;
}
