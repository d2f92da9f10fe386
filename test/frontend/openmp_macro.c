// -fopenmp defines what programs ask for, and nothing below a directive is hidden.
// RUN: %aipcc --dump=unit -fopenmp %s | %FileCheck %s --check-prefix=ON
// RUN: %aipcc --dump=unit -fopenmp -fno-openmp %s | %FileCheck %s --check-prefix=OFF
// ON: variable on
// OFF: variable off
#ifdef _OPENMP
int on;
#else
int off;
#endif
// ON: function f
// ON: for {{.*}} loop 0
void f(double *a)
{
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
        a[i] = 1;
}
