/*
 * floyd_warshall: shortest paths between all pairs of nodes of a directed graph.
 *
 *     d_ij = min(d_ij, d_ik + d_kj)        for k = 0, 1, ..., n - 1
 *
 * Run: floyd_warshall [n]      (default 1200 nodes, about one edge in seven)
 */
#include <stdio.h>
#include <stdlib.h>

#define NMAX 4000
#define FAR 100000000 /* no edge; two of them still fit an int */

static int d[NMAX][NMAX];

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1200;
    int i, j, k;
    long long sum = 0, unreachable = 0;
    unsigned long long h = 14695981039346656037ull;

    if (n < 1 || n > NMAX) {
        fprintf(stderr, "floyd_warshall: n must be from 1 to %d\n", NMAX);
        return 1;
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            unsigned edge = ((unsigned)i * 7919u + (unsigned)j) * 2654435761u >> 16;
            d[i][j] = edge % 7 == 0 ? 1 + (int)(edge % 1000) : FAR;
            if (i == j)
                d[i][j] = 0;
        }

    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            if (d[i][j] >= FAR)
                unreachable++;
            else
                sum += d[i][j];
            h = (h ^ (unsigned)d[i][j]) * 1099511628211ull;
        }
    printf("floyd_warshall %d: sum %lld unreachable %lld hash %016llx\n", n, sum, unreachable, h);
    return 0;
}
