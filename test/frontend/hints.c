// The user's words stand at the loop, function or declaration below them, with the variables that are visible there.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
// CHECK: diagnostic: {{.*}}hints.c:[[@LINE+27]]:{{[0-9]+}}: warning: unknown word 'paralel' in '#pragma aipcc'
// CHECK: diagnostic: {{.*}}hints.c:[[@LINE+29]]:{{[0-9]+}}: warning: '#pragma aipcc' has no effect
// CHECK: variable idx#[[#IDX:]]
// CHECK-NEXT: hint: permutation(idx) idx#[[#IDX]]
#pragma aipcc permutation(idx)
static int idx[10];
double s;
// CHECK: function g 'double (double)' user-pure
// CHECK-NEXT: hint: pure()
#pragma aipcc pure
double g(double);
// CHECK: function f
// CHECK-NEXT: hint: noalias(a, b) a#[[#A:]] b#[[#B:]]
#pragma aipcc noalias(a, b)
void f(int n, double *a, double *b)
{
    // CHECK: variable s#[[#S:]] 'double' local
    double s = 0, t;
    // CHECK: loop 0
    // CHECK-NEXT: hint: parallel()
    // CHECK-NEXT: hint: private(t) t#
    // CHECK-NEXT: hint: reduction(+: s) s#[[#S]]
    // CHECK-NEXT: hint: assume(n > (4) && a[0] > 0) n#{{[0-9]+}} a#[[#A]]
    // CHECK-NEXT: hint: tile(32, 32)
#pragma aipcc parallel, private(t) \
    reduction(+: s)
    // a comment may stand between
#pragma aipcc assume(n > (4) && a[0] > 0) paralel tile(32, 32)
    for (int i = 0; i < n; i++)
        s += t = a[i];
#pragma aipcc serial
    s++;
    // CHECK: while {{.*}} loop 1
    // CHECK-NEXT: hint: serial()
#pragma aipcc serial
    while (s > 0)
        s--;
    // CHECK: do {{.*}} loop 2
    // CHECK-NOT: hint
#if 0
#pragma aipcc serial
#endif
    do
        b[0] = g(idx[1]);
    while (0);
}
