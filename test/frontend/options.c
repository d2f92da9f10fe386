// Options of other compilers do no harm, and warnings that were made errors stay warnings here.
// RUN: %aipcc --dump=unit -fno-such-option -ftree-parallelize-loops=2 -Werror -Wall -O3 -march=native -DX=3 %s | %FileCheck %s
// CHECK: unit
// CHECK-NOT: has-errors
// CHECK: warning: unused variable 'unused'
// CHECK-NEXT: int unused = X;
// CHECK-NEXT: {{ +\^}}
// CHECK: function f
#if X != 3
#error "lost an option"
#endif
void f(void)
{
    int unused = X;
}
