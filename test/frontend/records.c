// Fields are found through unnamed members and typedefs; bit-fields and unions too.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
typedef struct node node;
struct node {
    node *next;
    union {
        int i;
        struct {
            float f;
        };
    };
    unsigned flag : 1;
    double v[];
};
double f(node *p, node q)
{
    // CHECK:      member .f 'float' <[[@LINE+5]]:5
    // CHECK-NEXT:   member . 'struct node::(anonymous
    // CHECK-NEXT:     member -> 'union node::(anonymous
    // CHECK-NEXT:       member ->next 'struct node *'
    // CHECK-NEXT:         variable p
    p->next->f = 1;
    // CHECK:      member .flag 'unsigned int' <[[@LINE+2]]:5
    // CHECK-NEXT:   variable q
    q.flag = p->i;
    // CHECK:      member .i 'int'
    // CHECK-NEXT:   member -> 'union node::(anonymous
    // CHECK-NEXT:     variable p
    // CHECK:      member ->v 'double[]' <[[@LINE+1]]
    return p->v[3];
}
