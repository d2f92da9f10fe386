// Complex numbers: the imaginary unit is a floating constant of complex type.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <complex.h>
// CHECK: function f
double f(double complex z)
{
    // CHECK:      variable c#{{[0-9]+}} '_Complex double' local <[[@LINE+8]]:20
    // CHECK-NEXT:   init: binary + '_Complex double'
    // CHECK-NEXT:     float 1 'double'
    // CHECK-NEXT:     binary * '_Complex double'
    // CHECK-NEXT:       float 2 'double'
    // CHECK-NEXT:       cast '_Complex double' implicit
    // CHECK-NEXT:         unary __extension__ '_Complex float'
    // CHECK-NEXT:           float 1 '_Complex float'
    double complex c = 1.0 + 2.0 * I;
    // CHECK:      assign * '_Complex double'
    c *= z;
    // CHECK:      unary __real 'double'
    __real__ c = 0;
    // CHECK:      function creal 'double (_Complex double)'
    return creal(c) + __imag__ z;
}
