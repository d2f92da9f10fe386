/*
 * jacobi1d: three-point smoothing of a line.
 *
 *     b_i = (a_i-1 + a_i + a_i+1) / 3,     then the same from b to a
 *
 * Run: jacobi1d [n] [steps]    (default 400000 points, 5500 double steps)
 */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400000;
    int steps = argc > 2 ? atoi(argv[2]) : 5500;
    if (n < 1)
        return fprintf(stderr, "usage: jacobi1d [n] [steps]\n"), 1;
    double *a = malloc(n * sizeof *a);
    double *b = malloc(n * sizeof *b);
    if (!a || !b)
        return perror("jacobi1d"), 1;

    for (int i = 0; i < n; i++) {
        a[i] = (double)((long)i * i % 9973) / 9973.0;
        b[i] = a[i];
    }

    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
    }

    unsigned long long h = 14695981039346656037ull;
    const unsigned char *byte = (const unsigned char *)a;
    for (size_t i = 0; i < n * sizeof *a; i++)
        h = (h ^ byte[i]) * 1099511628211ull;
    printf("jacobi1d %d %d: middle %.17g hash %016llx\n", n, steps, a[n / 2], h);
    free(a);
    free(b);
    return 0;
}
