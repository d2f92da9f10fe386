// What is known of functions: attributes of any declaration, and what their bodies do.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
#include <alloca.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
// CHECK-DAG: function square 'double (double)' const <
__attribute__((const)) double square(double);
double square(double x)
{
    return x * x;
}
// CHECK-DAG: function norm 'double (const double *)' static inline pure <
static inline __attribute__((pure)) double norm(const double *x)
{
    return x[0];
}
// CHECK-DAG: function get 'void *(unsigned long)' malloc <
__attribute__((malloc)) void *get(size_t);
// CHECK-DAG: function die 'void (int, ...){{.*}}' variadic noreturn <
_Noreturn void die(int, ...);
// CHECK-DAG: function exit 'void (int){{.*}}' noreturn system
// CHECK-DAG: function malloc 'void *(unsigned long)' malloc system
// CHECK-DAG: function sin 'double (double)' system
// CHECK-DAG: function uses_asm 'void (void)' has-asm <
void uses_asm(void)
{
    __asm__ volatile("" ::: "memory");
}
// CHECK-DAG: function uses_setjmp 'int (void)' has-setjmp <
static jmp_buf state;
int uses_setjmp(void)
{
    return setjmp(state);
}
// CHECK-DAG: function uses_goto 'int (int)' has-computed-goto <
int uses_goto(int n)
{
    static void *const table[] = { &&a, &&b };
    goto *table[n];
a:
    return 1;
b:
    return 2;
}
// CHECK-DAG: function uses_alloca 'void (int)' has-alloca <
void uses_alloca(int n)
{
    double *p = alloca(n);
    p[0] = sin(norm(p));
    if (p[0] > 2)
        exit(1);
    double *q = malloc(8);
    free(q);
    die(square(2) > 3 ? get(3) != 0 : 0);
}
