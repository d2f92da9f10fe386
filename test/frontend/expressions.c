// Every kind of expression, and what libclang does not name.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <stdarg.h>
#include <tgmath.h>
struct s {
    int a;
    struct {
        double x, y[3];
    };
    int b : 3;
};
int call(int), (*pointer)(int);
void f(int n, struct s v, struct s *p, double d, ...)
{
    int e, arr[2][2] = { { 0 } };
    // CHECK:      conditional 'int' <[[@LINE+4]]
    // CHECK-NEXT:   variable n
    // CHECK-NEXT:   variable n
    // CHECK-NEXT:   int =3
    e = n ?: 3;
    // CHECK:      statement 'int' <[[@LINE+6]]
    // CHECK-NEXT:   compound
    // CHECK-NEXT:     decl
    // CHECK-NEXT:       variable k
    // CHECK:          expr
    // CHECK-NEXT:       binary +
    e = ({ int k = n; k + 1; });
    // CHECK:      assign + 'int' <[[@LINE+3]]
    // CHECK-NEXT:   variable e
    // CHECK-NEXT:   int =1 'int'
    e += _Generic(n, int: 1, double: 2.0);
    // CHECK:      assign - 'int' <[[@LINE+3]]
    // CHECK-NEXT:   variable e
    // CHECK-NEXT:   variable n
    e -= __builtin_choose_expr(1, n, d);
    // CHECK:      index 'double' <[[@LINE+4]]
    // CHECK-NEXT:   member .y 'double[3]'
    // CHECK-NEXT:     member . 'struct s::
    // CHECK-NEXT:       variable v 'struct s'
    v.y[1] = d;
    // CHECK:      member ->b 'int' <[[@LINE+2]]
    // CHECK-NEXT:   variable p
    p->b = 2;
    // CHECK:      index 'int' <[[@LINE+4]]
    // CHECK-NEXT:   index 'int[2]'
    // CHECK-NEXT:     variable arr
    // CHECK-NEXT:     variable n
    0 [arr[n]] = 1;
    // CHECK:      call 'int' <[[@LINE+3]]
    // CHECK-NEXT:   function call 'int (int)'
    // CHECK-NEXT:   int =1
    (*call)(1);
    // CHECK:      call 'int' <[[@LINE+3]]
    // CHECK-NEXT:   unary * 'int (int)' parens
    // CHECK-NEXT:     variable pointer
    (*pointer)(1);
    // CHECK:      call 'double' <[[@LINE+1]]
    d = sqrt(d);
    va_list ap;
    va_start(ap, d);
    // CHECK:      opaque 'int' <[[@LINE+2]]:9
    // CHECK-NEXT:   variable ap
    e = va_arg(ap, int);
    // CHECK:      binary , 'int' <[[@LINE+4]]
    // CHECK-NEXT:   unary post--
    // CHECK:        unary ~ 'int'
    // CHECK-NEXT:     unary - 'int'
    e--, ~-n;
    // CHECK:      string 'char[6]'
    const char *name = "a" "bc" "de";
    // CHECK:      string 'const char[2]'
    name = __func__;
    // CHECK:      opaque 'int' <[[@LINE+2]]
    // CHECK-NEXT:   unary & 'int *'
    __atomic_fetch_add(&e, 1, 0);
    (void)name;
}
