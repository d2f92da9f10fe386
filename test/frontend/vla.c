// Variable length arrays know the expressions of their extents, parameters and pointers to arrays included.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <stdlib.h>
// CHECK:      function f
// CHECK:      variable a#{{[0-9]+}} 'double (*)[m]' parameter
// CHECK-NEXT:   extent: variable m
// CHECK:      variable t#{{[0-9]+}} 'double (*restrict)[m + 1][3]' parameter
// CHECK-NEXT:   extent: binary + 'int'
// CHECK-NEXT:     variable m
// CHECK:      variable p#{{[0-9]+}} 'float (*)[n]' parameter
// CHECK-NEXT:   extent: variable n
void f(int n, int m, double a[n][m], double t[restrict static n][m + 1][3], float (*p)[n])
{
    // CHECK:      variable b#{{[0-9]+}} 'double[n][2][n * m]' local <[[@LINE+5]]:12
    // CHECK-NEXT:   extent: variable n
    // CHECK-NEXT:   extent: binary * 'int'
    // CHECK:      variable c#{{[0-9]+}} 'double[m]' local
    // CHECK-NEXT:   extent: variable m
    double b[n][2][n * m], c[m];
    b[0][1][2] = c[0] = a[0][0] = t[0][0][0] = p[0][0];
    // CHECK:      variable q#{{[0-9]+}} 'double (*)[m]' local
    // CHECK-NEXT:   extent: variable m
    // CHECK-NEXT:   init: call
    // CHECK-NEXT:     function malloc
    // CHECK-NEXT:     binary * 'unsigned long'
    // CHECK-NEXT:       cast 'unsigned long' implicit
    // CHECK-NEXT:         variable n
    // The size of a variable length array is the product of its extents.
    // CHECK-NEXT:       binary * 'unsigned long'
    // CHECK-NEXT:         cast 'unsigned long' implicit
    // CHECK-NEXT:           variable m
    // CHECK-NEXT:         int =8 'unsigned long'
    double(*q)[m] = malloc(n * sizeof *q);
    // CHECK:      variable r#{{[0-9]+}} 'double (*)[m]' local
    // CHECK:        init: call
    // CHECK-NEXT:     function malloc
    // CHECK-NEXT:     binary * 'unsigned long'
    // CHECK-NEXT:       cast 'unsigned long' implicit
    // CHECK-NEXT:         variable n
    // CHECK-NEXT:       binary * 'unsigned long'
    // CHECK-NEXT:         cast 'unsigned long' implicit
    // CHECK-NEXT:           variable m
    // CHECK-NEXT:         int =4 'unsigned long'
    double(*r)[m] = malloc(sizeof(float[n][m]));
    typedef double row[m];
    // CHECK:      variable s#{{[0-9]+}} 'double (*)[m]' local
    // CHECK-NOT:    extent
    // CHECK:      expr
    row *s = r;
    s[0][0] = q[0][0];
}
