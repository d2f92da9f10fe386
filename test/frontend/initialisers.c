// Values stand where the language puts them: designators, what follows them, inner braces left out, ranges, unions.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
struct inner {
    int x, y[3];
};
struct outer {
    int a;
    struct inner i;
    struct {
        int p, q;
    };
    int : 3;
    int z;
};
union u {
    int i;
    double d;
};
// CHECK:      variable flat
// CHECK-NEXT:   init: init-list 'int[2][2]'
// CHECK-NEXT:     init-list 'int[2]'
// CHECK-NEXT:       int =1
// CHECK-NEXT:       int =2
// CHECK-NEXT:     init-list 'int[2]'
// CHECK-NEXT:       int =3
int flat[2][2] = { 1, 2, 3 };
// CHECK:      variable gaps
// CHECK-NEXT:   init: init-list 'int[5]'
// CHECK-NEXT:     int =7
// CHECK-NEXT:     int =7
// CHECK-NEXT:     (none)
// CHECK-NEXT:     int =1
// CHECK-NEXT:     int =2
int gaps[] = { [3] = 1, 2, [0 ... 1] = 7 };
// CHECK:      variable nested
// CHECK-NEXT:   init: init-list 'struct outer'
// CHECK-NEXT:     (none)
// CHECK-NEXT:     init-list 'struct inner'
// CHECK-NEXT:       (none)
// CHECK-NEXT:       init-list 'int[3]'
// CHECK-NEXT:         (none)
// CHECK-NEXT:         int =4
// CHECK-NEXT:         int =5
// CHECK-NEXT:     init-list
// CHECK-NEXT:       int =6
// CHECK-NEXT:       int =8
// CHECK:          int =9
struct outer nested = { .i.y[1] = 4, 5, 6, .q = 8, 9 };
// CHECK:      variable second
// CHECK-NEXT:   init: init-list 'union u'
// CHECK-NEXT:     (none)
// CHECK-NEXT:     float 2.5
union u second = { .d = 2.5 };
// CHECK:      variable text
// CHECK-NEXT:   init: string 'char[3]'
// CHECK:      variable texts
// CHECK-NEXT:   init: init-list 'char[2][4]'
// CHECK-NEXT:     string
// CHECK-NEXT:     string
char text[] = "hi", texts[2][4] = { "ab", "cd" };
// CHECK:      variable whole 
// CHECK-NEXT:   init: init-list 'struct outer[2]'
// CHECK-NEXT:     init-list 'struct outer'
// CHECK-NEXT:       int =1
// CHECK-NEXT:       init-list 'struct inner'
// CHECK-NEXT:         int =2
// CHECK-NEXT:         init-list 'int[3]'
// CHECK-NEXT:           int =3
struct outer whole[2] = { { 1, { 2, { 3 } } } };
// CHECK:      variable elided
// CHECK-NEXT:   init: init-list 'struct outer'
// CHECK-NEXT:     (none)
// CHECK-NEXT:     init-list 'struct inner'
// CHECK-NEXT:       int =1
// CHECK-NEXT:       init-list 'int[3]'
// CHECK-NEXT:         int =2
// CHECK-NEXT:         int =3
// CHECK-NEXT:         int =4
// CHECK-NEXT:     init-list
// CHECK-NEXT:       int =5
struct outer elided = { .i = 1, 2, 3, 4, 5 };
// CHECK: function f
// CHECK:      variable copy
// CHECK-NEXT:   init: init-list 'struct outer'
// CHECK-NEXT:     int =1
// CHECK-NEXT:     variable i 'struct inner'
// CHECK:        compound-literal 'struct inner'
// CHECK-NEXT:     init-list 'struct inner'
// CHECK-NEXT:       variable k
void f(struct inner i, int k)
{
    struct outer copy = { 1, i };
    i = (struct inner){ k };
    i.x = copy.z;
}
