// Which parts of a for statement are there is told by its semicolons.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
int next(int);
void f(int n)
{
    int i, k = 0;
    // CHECK:      for <[[@LINE+5]]:5 {{.*}}> loop 0 depth 1
    // CHECK-NEXT:   init: expr
    // CHECK:        condition: binary <
    // CHECK:        step: unary ++pre
    // CHECK:        body: null
    for (i = 0; i < n; ++i)
        ;
    // CHECK:      for {{.*}} loop 1
    // CHECK-NEXT:   condition: variable k
    // CHECK-NEXT:   step: assign 'int'
    for (; k; k = next(k)) // a ; in a comment
        ;
    // CHECK:      for {{.*}} loop 2
    // CHECK-NEXT:   init: decl
    // CHECK:        step: call 'int'
    // CHECK:        body: break
    for (int j = (1, ';'); /* no condition; */; next(j))
        break;
    // CHECK:      for {{.*}} loop 3
    // CHECK-NEXT:   step: assign 'int'
    // CHECK:        body: return
    for (;; k = 1)
        return;
    // CHECK:      for {{.*}} loop 4
    // CHECK-NEXT:   init: expr
    // CHECK-NEXT:     assign 'int'
    // CHECK:        body: return
    for (k = 1;;)
        return;
    // CHECK:      for {{.*}} loop 5
    // CHECK-NEXT:   condition: assign 'int'
    // CHECK:        body: return
    for (; k = 1;)
        return;
    // CHECK:      for {{.*}} loop 6
    // CHECK-NEXT:   body: return
    for (;;)
        return;
    // CHECK:      for {{.*}} loop 7
    // CHECK-NEXT:   init: expr
    // CHECK-NEXT:     binary ,
    // CHECK:        condition: binary &&
    // CHECK:        step: binary ,
    for (i = 0, k = n; i < n && k; i++, k--)
        ;
}
