/*
 * nussinov: the largest number of base pairs of a folded RNA strand, without crossings.
 *
 *     s(i, j) = max( s(i+1, j), s(i, j-1), s(i+1, j-1) + pair(i, j), max over i < k < j of s(i, k) + s(k+1, j) )
 *
 * Run: nussinov [n]    (default a strand of 2200 bases)
 */
#include <stdio.h>
#include <stdlib.h>

#define NMAX 5000

static char base[NMAX + 1];
static int s[NMAX][NMAX];

static int pairs(char a, char b)
{
    return (a == 'A' && b == 'U') || (a == 'U' && b == 'A') || (a == 'G' && b == 'C') || (a == 'C' && b == 'G') ||
           (a == 'G' && b == 'U') || (a == 'U' && b == 'G');
}

static void fold(int n)
{
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++) {
            int best = s[i][j - 1];

            if (s[i + 1][j] > best)
                best = s[i + 1][j];
            if (j - i > 3) { /* a hairpin has at least three bases in its loop */
                int both = s[i + 1][j - 1] + pairs(base[i], base[j]);
                if (both > best)
                    best = both;
            }
            for (int k = i + 1; k < j; k++)
                if (s[i][k] + s[k + 1][j] > best)
                    best = s[i][k] + s[k + 1][j];
            s[i][j] = best;
        }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2200;
    if (n < 1 || n > NMAX)
        return fprintf(stderr, "nussinov: n must be from 1 to %d\n", NMAX), 1;

    unsigned random = 12345;
    for (int i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        base[i] = "ACGU"[random >> 30];
    }

    fold(n);

    long long sum = 0;
    unsigned long long h = 14695981039346656037ull;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            sum += s[i][j];
            h = (h ^ (unsigned)s[i][j]) * 1099511628211ull;
        }
    printf("nussinov %d: pairs %d sum %lld hash %016llx\n", n, s[0][n - 1], sum, h);
    return 0;
}
