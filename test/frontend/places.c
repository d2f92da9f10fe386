// Places: statements reach to their semicolon; what a macro wrote has the place of the macro's use, arguments included.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#define AT(p, i) ((p)[(i)])
#define ZERO 0
#define ALIAS AT
#define STATEMENT(x) x++;
#define BEGIN {
void f(double *a, int n)
{
    // CHECK: expr <[[@LINE+5]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+28]]) macro>
    // CHECK-NEXT: assign 'double' <[[@LINE+3]]:5 [[[#S]],[[#S+19]]) macro>
    // CHECK-NEXT: index 'double' parens <[[@LINE+2]]:5 [[[#S]],[[#S+8]]) macro>
    // CHECK-NEXT: variable a 'double *' parens <[[@LINE+1]]:5 [[[#S]],[[#S+8]]) macro>
    AT(a, n) = a[n] * 2 /* ; */;
    // CHECK: expr <[[@LINE+5]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+22]])>
    // CHECK-NEXT: assign 'double' <[[@LINE+3]]:5 [[[#S]],[[#S+21]]) macro>
    // CHECK: binary + 'double' <[[@LINE+2]]:12 [[[#S+7]],[[#S+21]]) macro>
    // CHECK: index 'double' parens <[[@LINE+1]]:12 [[[#S+7]],[[#S+14]]) macro>
    a[n] = AT(a,0) + ZERO;
    // CHECK: index 'double' parens <[[@LINE+3]]:12 [[[#%u,S:]],
    // CHECK-SAME: [[#S+11]]) macro>
    // CHECK-NEXT: variable a 'double *' parens <[[@LINE+1]]:12 [[[#S]],[[#S+11]]) macro>
    a[n] = ALIAS(a, 1);
    // CHECK: expr <[[@LINE+2]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+12]]) macro>
    STATEMENT(n)
    // CHECK: do <[[@LINE+3]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+23]])> loop
    // CHECK: binary > 'int' <[[@LINE+1]]:20 [[[#S+15]],[[#S+20]])>
    do n--; while (n > 0) ;
    // CHECK: if <[[@LINE+5]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+39]])>
    // CHECK: then: compound <[[@LINE+3]]:12 [[[#S+7]],[[#S+19]]) macro>
    // CHECK: else: return <[[@LINE+2]]:31 [[[#S+26]],[[#S+39]])>
    // CHECK-NOT: return
    if (n) BEGIN n++; } else  return /*x*/;
}
