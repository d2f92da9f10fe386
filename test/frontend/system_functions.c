// System headers contribute only what the program refers to, and no bodies; headers of the user are read whole.
// RUN: %aipcc --dump=unit -I%S/Inputs %s | %FileCheck %s
#include <math.h>
#include <stdio.h>
#include "kernel.h"
// CHECK: variable stdout#{{[0-9]+}} 'struct _IO_FILE *' global undefined
// CHECK: function scale 'void (int, double *, double)' static inline <{{.*}}kernel.h:4:1>
// CHECK: for <{{.*}}kernel.h:7:5> loop 0 depth 1
// CHECK-NEXT: condition: binary <
// CHECK: step: assign + 'int'
// CHECK: for <{{.*}}kernel.h:9:5> loop 1 depth 1
// CHECK-NEXT: init: expr
// CHECK: function main
int main(void)
{
    double a[4] = { cos(0) };
    scale(4, a, 2);
    fprintf(stdout, "%g\n", a[0]);
}
// CHECK: function cos 'double (double)' system
// CHECK: function fprintf {{.*}} variadic system
// CHECK-NOT: function
