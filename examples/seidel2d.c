/*
 * seidel2d: nine-point Gauss-Seidel smoothing, in place: each point uses neighbours that are already new.
 *
 *     a_ij = sum of the 3 x 3 points around (i, j) / 9
 *
 * Run: seidel2d [n] [sweeps]   (default 1000 x 1000 points, 130 sweeps)
 */
#include <stdio.h>
#include <stdlib.h>

static void seidel(int n, int sweeps, double a[n][n])
{
    for (int t = 0; t < sweeps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                           a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

static unsigned long long hash(const void *result, size_t size)
{
    const unsigned char *byte = result;
    unsigned long long h = 14695981039346656037ull;
    for (size_t i = 0; i < size; i++)
        h = (h ^ byte[i]) * 1099511628211ull;
    return h;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int sweeps = argc > 2 ? atoi(argv[2]) : 130;
    if (n < 1)
        return fprintf(stderr, "usage: seidel2d [n] [sweeps]\n"), 1;
    double (*a)[n] = malloc(n * sizeof *a);
    if (!a)
        return perror("seidel2d"), 1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = (double)((long)i * j % 97) / 97.0;

    seidel(n, sweeps, a);

    printf("seidel2d %d %d: centre %.17g hash %016llx\n", n, sweeps, a[n / 2][n / 2], hash(a, n * sizeof *a));
    free(a);
    return 0;
}
