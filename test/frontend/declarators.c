// The place of a variable is its declarator, whatever comes before it.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#define complex _Complex
// CHECK: variable g1#{{[0-9]+}} 'double' global <[[@LINE+3]]:8 [[[#%u,S:]],
// CHECK-SAME: [[#S+2]])>
// CHECK: variable g2#{{[0-9]+}} 'double *' global <[[@LINE+1]]:12
double g1, *g2, (*g3)[4], g4[3] = { 1, 2, 3 };
// CHECK: variable g3#{{[0-9]+}} 'double (*)[4]' global <[[@LINE-1]]:17
// CHECK: variable g4#{{[0-9]+}} 'double[3]' global <[[@LINE-2]]:27
// CHECK: function f
void f(int n)
{
    // CHECK: variable a#{{[0-9]+}} 'int' local address-taken <[[@LINE+2]]:9
    // CHECK: variable p#{{[0-9]+}} 'int *' local <[[@LINE+1]]:16
    int a = 1, *p = &a, *const volatile /* , */ q = p;
    // CHECK: variable q#{{[0-9]+}} 'int *const volatile' local <[[@LINE-1]]:25
    // CHECK: variable c#{{[0-9]+}} '_Complex double' local <[[@LINE+1]]:20
    double complex c = n;
    // CHECK: variable s#{{[0-9]+}} 'struct {{.*}}' local <[[@LINE+3]]:7
    struct {
        int x, *y;
    } s = { n, q };
    // CHECK: variable t#{{[0-9]+}} 'const int *' local <[[@LINE+1]]:38
    __typeof__(*p) const unused = 0, * t = s.y;
    // CHECK: variable h#{{[0-9]+}} 'void (*)(int)' local <[[@LINE+1]]:34
    __attribute__((unused)) void (*h)(int) = f;
    (void)c, (void)t;
}
