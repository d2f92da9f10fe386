// Every integer constant expression has its value, wrapped to its type.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <limits.h>
#include <stddef.h>
enum { A = 3, B };
struct s {
    char c;
    double d[4];
};
#define N (4 * A)
// CHECK: variable v
// CHECK: init: init-list
long long v[] = {
    1 + 2 * 3,          // CHECK: cast =7 'long long' implicit
    N + B,              // CHECK: cast =16
    'a',                // CHECK: cast =97
    sizeof(struct s),   // CHECK: cast =40
    offsetof(struct s, d[2]), // CHECK: cast =24
    _Alignof(double),   // CHECK: cast =8
    1u - 2,             // CHECK: cast =4294967295
    -7 / 2,             // CHECK: cast =-3
    -7 % 3,             // CHECK: cast =-1
    (unsigned char)300, // CHECK: cast =44
    (int)2.75,          // CHECK: cast =2
    ~0 << 2,            // CHECK: cast =-4
    ~0u >> 28,          // CHECK: cast =15
    A > 2 ? 5 : 6,      // CHECK: cast =5
    A == 3 && !B,       // CHECK: cast =0
    -1 < 1u,            // CHECK: cast =0
    INT_MAX,            // CHECK: cast =2147483647
    ULLONG_MAX,         // CHECK: cast =-1
    0x7fL ^ 1,          // CHECK: binary ^ =126
    __builtin_types_compatible_p(int, long), // CHECK: cast =0
};
// CHECK: function f
// CHECK: return
// CHECK-NEXT: binary / 'int'
// CHECK-NEXT: int =1
// CHECK-NEXT: int =0
int f(void)
{
    return 1 / 0;
}
