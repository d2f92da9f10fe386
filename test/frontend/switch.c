// switch, case with ranges, labels, goto, attributes of statements, asm.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
enum e { A, B = 5 };
int f(int n, int m)
{
    // CHECK: switch <[[@LINE+3]]:5
    // CHECK-NEXT: condition: variable n
    // CHECK-NEXT: body: compound
    switch (n) {
    // CHECK-NEXT: case <[[@LINE+5]]:5
    // CHECK-NEXT: condition: int =0
    // CHECK-NEXT: body: case
    // CHECK-NEXT: condition: int =5
    // CHECK-NEXT: body: expr
    case A:
    case B:
        m = 1;
    // CHECK: break <[[@LINE+1]]:9
        break;
    // CHECK: case <[[@LINE+4]]:5
    // CHECK-NEXT: condition: int =7
    // CHECK-NEXT: range-end: int =9
    // CHECK-NEXT: body: expr
    case 7 ... 9:
        m = 2;
    // CHECK: null <[[@LINE+1]]:9
        __attribute__((fallthrough));
    // CHECK: default <[[@LINE+2]]:5
    // CHECK-NEXT: body: goto 'done'
    default:
        goto done;
    }
    // CHECK: asm <[[@LINE+3]]:5
    // CHECK-NEXT: opaque
    // CHECK-NEXT: variable m
    __asm__ volatile("nop" : "=r"(m));
    // CHECK: label 'done' <[[@LINE+2]]:1
    // CHECK-NEXT: body: return
done:
    return m;
}
