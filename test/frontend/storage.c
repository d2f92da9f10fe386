// Storage classes, one variable over all its redeclarations, definitions.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
// CHECK: variable shared#{{[0-9]+}} 'double[10]' global <[[@LINE+2]]:8
extern double shared[];
double shared[10];
// CHECK: variable tentative#{{[0-9]+}} 'int' global <[[@LINE+3]]:20
// CHECK-NEXT: init: int =4
// CHECK-NOT: variable tentative
int tentative; int tentative = 4; int tentative;
// CHECK: variable elsewhere#{{[0-9]+}} 'int' global undefined
extern int elsewhere;
// CHECK: variable hidden#{{[0-9]+}} 'int' file-static
static int hidden;
extern int hidden;
// CHECK: variable each#{{[0-9]+}} 'int' thread
static _Thread_local int each;
// CHECK: variable later#{{[0-9]+}} 'int' global undefined
// CHECK: function f
// CHECK: variable n#{{[0-9]+}} 'int' parameter
int f(int n)
{
    // CHECK: decl
    // CHECK-NEXT: variable later#
    extern int later;
    // CHECK: variable keep#{{[0-9]+}} 'int' static-local
    static int keep = 3;
    // CHECK: variable r#{{[0-9]+}} 'int' local register
    register int r = n;
    // CHECK: variable mine#{{[0-9]+}} 'int' thread
    static __thread int mine;
    // CHECK: variable n#[[#]] 'int' local
    if (r) {
        int n = r;
        keep += n + mine;
    }
    return later + keep + elsewhere + hidden + each + tentative + (int)shared[1];
}
