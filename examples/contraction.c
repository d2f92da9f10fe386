/*
 * contraction: one index of a three-dimensional tensor is transformed by a matrix, in place, as in multiresolution
 * quantum chemistry.
 *
 *     t_rqp = sum_s t_rqs c_sp
 *
 * Run: contraction [n] [repeats]       (default n x (n-10) x (n+10) with n = 210, once)
 */
#include <stdio.h>
#include <stdlib.h>

static void transform(int nr, int nq, int np, double t[nr][nq][np], double c[np][np], double line[np])
{
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                line[p] = 0.0;
                for (int s = 0; s < np; s++)
                    line[p] += t[r][q][s] * c[s][p];
            }
            for (int p = 0; p < np; p++)
                t[r][q][p] = line[p];
        }
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
    int nr = argc > 1 ? atoi(argv[1]) : 210;
    int repeats = argc > 2 ? atoi(argv[2]) : 1;
    int nq = nr > 10 ? nr - 10 : nr, np = nr + 10;
    if (nr < 1)
        return fprintf(stderr, "usage: contraction [n] [repeats]\n"), 1;
    double (*t)[nq][np] = malloc(nr * sizeof *t);
    double (*c)[np] = malloc(np * sizeof *c);
    double *line = malloc(np * sizeof *line);
    if (!t || !c || !line)
        return perror("contraction"), 1;

    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++)
            for (int p = 0; p < np; p++)
                t[r][q][p] = (double)((r * q + 3 * p) % np) / np;
    for (int s = 0; s < np; s++)
        for (int p = 0; p < np; p++)
            c[s][p] = (double)((s * p + 1) % np) / np / np;

    for (int k = 0; k < repeats; k++)
        transform(nr, nq, np, t, c, line);

    printf("contraction %d %d: last %.17g hash %016llx\n", nr, repeats, t[nr - 1][nq - 1][np - 1],
           hash(t, nr * sizeof *t));
    free(t);
    free(c);
    free(line);
    return 0;
}
