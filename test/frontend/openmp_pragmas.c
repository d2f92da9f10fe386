// The user's own OpenMP and OpenACC directives are statements around what they govern, with or without -fopenmp.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
// RUN: %aipcc --dump=unit -fopenmp %s | %FileCheck %s
#define PRAGMA(x) _Pragma(#x)
#define OMP(x) PRAGMA(omp x)
// CHECK: variable counter#{{[0-9]+}} 'int' thread
int counter;
#pragma omp threadprivate(counter)
void f(int n, double *a)
{
    // CHECK: openmp 'parallel for schedule(static) if(n > 3)' <[[@LINE+3]]:1
    // CHECK-NEXT: body: for {{.*}} loop 0 depth 1 user-openmp in-user-parallel
    // CHECK: body: for {{.*}} loop 1 depth 2 in-user-parallel
#pragma omp parallel for schedule(static) \
    if(n > 3) // comment
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] = j;
    // CHECK: openmp 'parallel' <[[@LINE+1]]:5
    #pragma omp parallel
    {
        // CHECK: openmp 'for collapse(2)'
        // CHECK-NEXT: for {{.*}} loop 2 depth 1 user-openmp in-user-parallel
        // CHECK: for {{.*}} loop 3 depth 2 user-openmp in-user-parallel
        // CHECK: for {{.*}} loop 4 depth 3 in-user-parallel
#pragma omp for collapse(2)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++)
                    a[i] = k;
        // CHECK: openmp 'barrier'
        // CHECK-NEXT: expr
#pragma omp barrier
        a[1] = 1;
        // CHECK: openmp 'single'
        // CHECK-NEXT: body: expr
#pragma omp single
        a[0] = 1;
        // CHECK: openmp 'taskwait'
#pragma omp taskwait
    }
    // CHECK: openmp 'kernels loop'
    // CHECK-NEXT: body: for {{.*}} loop 5 depth 1 user-openmp in-user-parallel
#pragma acc kernels loop
    for (int i = 0; i < n; i++)
        a[i] = 0;
    // CHECK: openmp 'parallel for'
    // CHECK-NEXT: body: for {{.*}} loop 6 depth 1 user-openmp in-user-parallel
    _Pragma("omp parallel for")
    for (int i = 0; i < n; i++)
        a[i] = 0;
    // CHECK: openmp 'x parallel for'
    // CHECK-NEXT: body: for {{.*}} loop 7 depth 1 user-openmp in-user-parallel
    OMP(parallel for)
    for (int i = 0; i < n; i++)
        a[i] = 0;
    // The directive may be switched on when the result is compiled.
    // CHECK: openmp 'parallel for'
    // CHECK-NEXT: body: for {{.*}} loop 8 depth 1 user-openmp in-user-parallel
#ifdef USE_OMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[i] = 0;
    /*
#pragma omp parallel for
    */
    // CHECK: for {{.*}} loop 9 depth 1{{$}}
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
