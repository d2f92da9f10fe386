// A file that does not compile has clang's diagnostics with the source line, and no tree.
// RUN: %aipcc --dump=unit %s 2>&1 | %FileCheck %s
// RUN: %aipcc --dump=unit %t.missing.c 2>&1 | %FileCheck %s --check-prefix=MISSING
// MISSING: missing.c: No such file or directory
// CHECK: errors.c:[[@LINE+4]]:12: error: use of undeclared identifier 'x'
// CHECK-NEXT: return x;
// CHECK-NEXT: {{ +\^}}
int f(void) {
    return x;
}
// CHECK: errors.c:[[@LINE+4]]:5: error: redefinition of 'f'
// CHECK-NEXT: int f(void) { return 1; }
// CHECK-NEXT: {{ +\^}}
// CHECK-NEXT: errors.c:[[@LINE-6]]:5: note: previous definition is here
int f(void) { return 1; }
