// Conversions that change the kind, width or sign of a value are casts; decay, reading and qualifiers are not.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
void f(double *restrict a, const int *idx, unsigned u, short s, char c, _Bool b, float x)
{
    // CHECK:      assign 'double' <[[@LINE+4]]:
    // CHECK-NEXT:   index 'double'
    // CHECK-NEXT:     variable a 'double *restrict'
    // CHECK-NEXT:     int =0
    a[0] = x;
    // CHECK-NEXT:   cast 'double' implicit
    // CHECK-NEXT:     variable x 'float'

    // CHECK:      assign 'unsigned int' <[[@LINE+6]]
    // CHECK-NEXT:   variable u
    // CHECK-NEXT:   cast 'unsigned int' implicit
    // CHECK-NEXT:     index 'const int'
    // CHECK-NEXT:       variable idx
    // CHECK-NEXT:       variable u
    u = idx[u];
    // CHECK:      assign 'short' <[[@LINE+7]]
    // CHECK-NEXT:   variable s
    // CHECK-NEXT:   cast 'short' implicit
    // CHECK-NEXT:     binary + 'int'
    // CHECK-NEXT:       cast 'int' implicit
    // CHECK-NEXT:         variable s
    // CHECK-NEXT:       cast 'int' implicit
    s = s + c;
    // CHECK:      assign '_Bool' <[[@LINE+3]]
    // CHECK-NEXT:   variable b
    // CHECK-NEXT:   cast '_Bool' implicit
    b = u;
    // CHECK:      assign 'double *' <[[@LINE+3]]
    // CHECK-NEXT:   variable a
    // CHECK-NEXT:   cast 'double *' <
    a = (double *)idx;
    // CHECK:      assign 'char' <[[@LINE+3]]
    // CHECK-NEXT:   variable c
    // CHECK-NEXT:   cast =2 'char' implicit
    c = 2.5;
}
