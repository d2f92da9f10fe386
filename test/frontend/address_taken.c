// Whose address is taken: by &, by an array that decays, by a function that is not called.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <string.h>
struct s {
    int x, a[3];
};
// CHECK-DAG: variable subscripted#{{[0-9]+}} 'int[5]' file-static <
// CHECK-DAG: variable passed#{{[0-9]+}} 'int[5]' file-static address-taken
// CHECK-DAG: variable row#{{[0-9]+}} 'int[2][3]' file-static address-taken
// CHECK-DAG: variable matrix#{{[0-9]+}} 'int[2][3]' file-static <
// CHECK-DAG: variable base#{{[0-9]+}} 'int[5]' file-static address-taken
// CHECK-DAG: variable counted#{{[0-9]+}} 'int[5]' file-static <
static int subscripted[5], passed[5], row[2][3], matrix[2][3], base[5], counted[5];
// CHECK-DAG: variable table#{{[0-9]+}} 'int (*[1])(int)' file-static <
static int entry(int x);
static int (*table[1])(int) = { entry };
static int *pointer = base + 1;
// CHECK-DAG: function entry 'int (int)' static address-taken
static int entry(int x)
{
    return x;
}
// CHECK-DAG: function called 'int (int)' static <
static int called(int x)
{
    return x;
}
// CHECK-DAG: variable k#{{[0-9]+}} 'int' local address-taken
// CHECK-DAG: variable r#{{[0-9]+}} 'struct s' local address-taken
// CHECK-DAG: variable t#{{[0-9]+}} 'struct s' local address-taken
// CHECK-DAG: variable u#{{[0-9]+}} 'struct s' local <
// CHECK-DAG: variable j#{{[0-9]+}} 'int' local <
// CHECK-DAG: variable p#{{[0-9]+}} 'struct s *' local <
int f(int n)
{
    int k = 0, j = n, *q = &k;
    struct s r = { 0 }, t = { 0 }, u = { 0 }, *p = &r;
    memset(passed, 0, sizeof passed);
    memset(row[1], 0, sizeof row[1]);
    q = &t.a[1];
    q = &p->x;
    u.a[1] = matrix[1][2] + subscripted[j] + (int)(sizeof counted / sizeof *counted) + counted[0];
    return *q + called(u.x) + table[0](1) + *pointer;
}
