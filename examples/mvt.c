/*
 * mvt: a matrix and its transpose, each times a vector.
 *
 *     x1 = x1 + A p1
 *     x2 = x2 + A^T p2
 *
 * Run: mvt [n] [repeats]       (default 4000, 12)
 */
#include <stdio.h>
#include <stdlib.h>

#define N 8000
double A[N][N];
double x1[N], x2[N], p1[N], p2[N];

int main(int argc, char *argv[])
{
    int n = 4000, repeats = 12;
    int i, j, r;
    double s1 = 0, s2 = 0;

    if (argc > 1)
        n = atoi(argv[1]);
    if (argc > 2)
        repeats = atoi(argv[2]);
    if (n < 1 || n > N) {
        fprintf(stderr, "mvt: n must be from 1 to %d\n", N);
        return 1;
    }

    for (i = 0; i < n; i++) {
        x1[i] = (double)(i % n) / n;
        x2[i] = (double)((i + 1) % n) / n;
        p1[i] = (double)((i + 3) % n) / n;
        p2[i] = (double)((i + 4) % n) / n;
        for (j = 0; j < n; j++)
            A[i][j] = (double)((i * 5 + j * 3) % 127) / n;
    }

    for (r = 0; r < repeats; r++) {
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                x1[i] = x1[i] + A[i][j] * p1[j];
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                x2[i] = x2[i] + A[j][i] * p2[j];
    }

    for (i = 0; i < n; i++) {
        s1 += x1[i] * (1 + i % 3);
        s2 += x2[i] * (1 + i % 4);
    }
    printf("mvt %d %d: %.17g %.17g\n", n, repeats, s1, s2);
    return 0;
}
