// A header that a macro wrote has no text of its own: the kinds of its parts tell.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define EACH(p) for (; p; p = p->next)
#define FOREVER for (;;)
#define DOWN(i, n) for (int i = n;; i--)
#define UNCLEAR(i) for (; i = i - 1;)
struct list {
    struct list *next;
    double v;
};
void f(int n, double *a, struct list *l)
{
    // CHECK:      for <[[@LINE+9]]:5 {{.*}} macro> loop 0 depth 1
    // CHECK-NEXT:   init: decl <[[@LINE+8]]:5 {{.*}} macro>
    // CHECK:        condition: binary <
    // CHECK:        step: unary post++
    // CHECK:        body: expr <[[@LINE+5]]:15 [{{[0-9]+}},{{[0-9]+}})>
    // CHECK:      for {{.*}} loop 1
    // CHECK-NEXT:   condition: variable l
    // CHECK:        step: assign 'struct list *'
    // CHECK:        body: expr
    FOR(i, n) a[i] = 0;
    EACH(l) l->v = 1;
    // CHECK:      for {{.*}} loop 2
    // CHECK-NEXT:   body: break
    FOREVER break;
    // CHECK:      for {{.*}} loop 3
    // CHECK-NEXT:   init: decl
    // CHECK:        step: unary post--
    DOWN(k, n) a[k] = 2;
    int k;
    // An assignment may be any of the three.
    // CHECK:      opaque
    UNCLEAR(k) a[k] = 3;
}
