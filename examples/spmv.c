/*
 * spmv: power iteration with a sparse matrix in compressed row storage (CSR).
 *
 *     y_i = sum over the entries (i, j) of a_ij x_j,      x = y / max |y_i|
 *
 * The matrix is the five-point Laplacian of an n x n grid plus one random link per point, so that rows differ in
 * length.
 *
 * Run: spmv [n] [iterations]   (default a grid of 800 x 800 points, 200 iterations)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct csr {
    int rows;
    int *start; /* entries of row i are start[i] ... start[i + 1] - 1 */
    int *column;
    double *value;
};

static void multiply(const struct csr *m, const double *x, double *y)
{
    for (int i = 0; i < m->rows; i++) {
        double sum = 0.0;
        for (int e = m->start[i]; e < m->start[i + 1]; e++)
            sum += m->value[e] * x[m->column[e]];
        y[i] = sum;
    }
}

static int add(struct csr *m, int at, int column, double value)
{
    m->column[at] = column;
    m->value[at] = value;
    return at + 1;
}

static struct csr laplacian(int n)
{
    struct csr m = { .rows = n * n };
    int e = 0;

    m.start = malloc((m.rows + 1) * sizeof *m.start);
    m.column = malloc(6 * m.rows * sizeof *m.column);
    m.value = malloc(6 * m.rows * sizeof *m.value);
    if (!m.start || !m.column || !m.value) {
        perror("spmv");
        exit(1);
    }
    for (int i = 0; i < m.rows; i++) {
        m.start[i] = e;
        if (i >= n)
            e = add(&m, e, i - n, -1.0);
        if (i % n > 0)
            e = add(&m, e, i - 1, -1.0);
        e = add(&m, e, i, 4.0 + (i % 5) * 0.125);
        if (i % n < n - 1)
            e = add(&m, e, i + 1, -1.0);
        if (i < m.rows - n)
            e = add(&m, e, i + n, -1.0);
        if (i % 3 == 0)
            e = add(&m, e, (int)((unsigned)i * 2654435761u % (unsigned)m.rows), 0.25);
    }
    m.start[m.rows] = e;
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 800;
    int iterations = argc > 2 ? atoi(argv[2]) : 200;
    if (n < 1 || n > 15000)
        return fprintf(stderr, "usage: spmv [n] [iterations]\n"), 1;
    struct csr m = laplacian(n);
    double *x = malloc(m.rows * sizeof *x), *y = malloc(m.rows * sizeof *y);
    if (!x || !y)
        return perror("spmv"), 1;

    for (int i = 0; i < m.rows; i++)
        x[i] = 1.0 + (double)(i % 29) / 29.0;

    double largest = 0.0;
    for (int k = 0; k < iterations; k++) {
        multiply(&m, x, y);
        largest = 0.0;
        for (int i = 0; i < m.rows; i++)
            if (fabs(y[i]) > largest)
                largest = fabs(y[i]);
        for (int i = 0; i < m.rows; i++)
            x[i] = y[i] / largest;
    }

    double sum = 0.0;
    for (int i = 0; i < m.rows; i++)
        sum += x[i] * (1 + i % 7);
    printf("spmv %d %d: largest %.17g sum %.17g\n", n, iterations, largest, sum);
    free(m.start);
    free(m.column);
    free(m.value);
    free(x);
    free(y);
    return 0;
}
