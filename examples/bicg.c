/*
 * bicg: the two products of the biconjugate gradient method, in one sweep over the matrix.
 *
 *     s = A^T r,   q = A p
 *
 * Run: bicg [n] [repeats]      (default 3500, 60)
 */
#include <stdio.h>
#include <stdlib.h>

struct problem {
    int n;
    double *a; /* n x n, row-major */
    double *r, *p; /* given */
    double *s, *q; /* wanted */
};

static void bicg(struct problem *problem)
{
    int n = problem->n;
    double *a = problem->a, *r = problem->r, *p = problem->p, *s = problem->s, *q = problem->q;

    for (int i = 0; i < n; i++)
        s[i] = 0.0;
    for (int i = 0; i < n; i++) {
        q[i] = 0.0;
        for (int j = 0; j < n; j++) {
            s[j] = s[j] + r[i] * a[i * n + j];
            q[i] = q[i] + a[i * n + j] * p[j];
        }
    }
}

int main(int argc, char **argv)
{
    struct problem problem = { .n = argc > 1 ? atoi(argv[1]) : 3500 };
    int repeats = argc > 2 ? atoi(argv[2]) : 60;
    int n = problem.n;
    if (n < 1 || n > 40000)
        return fprintf(stderr, "usage: bicg [n] [repeats]\n"), 1;
    problem.a = malloc(sizeof(double) * n * n);
    problem.r = malloc(sizeof(double) * n);
    problem.p = malloc(sizeof(double) * n);
    problem.s = malloc(sizeof(double) * n);
    problem.q = malloc(sizeof(double) * n);
    if (!problem.a || !problem.r || !problem.p || !problem.s || !problem.q)
        return perror("bicg"), 1;

    for (int i = 0; i < n; i++) {
        problem.r[i] = 1.0 + (double)(i % 19) / 19.0;
        problem.p[i] = 2.0 - (double)(i % 23) / 23.0;
        for (int j = 0; j < n; j++)
            problem.a[i * n + j] = (double)((i + 11 * j) % 67) / (67.0 * n);
    }

    double sum = 0.0;
    for (int k = 0; k < repeats; k++) {
        bicg(&problem);
        for (int i = 0; i < n; i++) { /* something that depends on every element, and changes the next round */
            sum += problem.s[i] - 0.5 * problem.q[i];
            problem.r[i] = 1.0 + 0.5 * problem.q[i];
            problem.p[i] = 2.0 - 0.5 * problem.s[i];
        }
    }
    printf("bicg %d %d: s %.17g q %.17g sum %.17g\n", n, repeats, problem.s[n - 1], problem.q[n - 1], sum);
    free(problem.a);
    free(problem.r);
    free(problem.p);
    free(problem.s);
    free(problem.q);
    return 0;
}
