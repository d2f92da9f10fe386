// What a macro wrote inside of its own statement ends with the macro; the statement itself reaches to the `;`.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#define REQUIRE_P(x) do { if ((x) < 0) return 1; (x)++; } while (0)
int f(int n)
{
    // CHECK: if <[[@LINE+9]]:5 [[[#%u,S:]],
    // CHECK-SAME: [[#S+21]])>
    // CHECK: then: do <[[@LINE+7]]:12 [[[#S+7]],[[#S+21]]) macro> loop 0
    // CHECK: body: compound <[[@LINE+6]]:12 [[[#S+7]],[[#S+19]]) macro>
    // CHECK-NEXT: if <[[@LINE+5]]:12 [[[#S+7]],[[#S+19]]) macro>
    // CHECK: then: return <[[@LINE+4]]:12 [[[#S+7]],[[#S+19]]) macro>
    // CHECK: expr <[[@LINE+3]]:12 [[[#S+7]],[[#S+19]]) macro>
    // CHECK-NEXT: unary post++
    // CHECK: return <[[@LINE+2]]:5
    if (n) REQUIRE_P(n) ;
    return n;
}
