// One directive in front of the loop; the rest of the file stays as it is.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck --strict-whitespace %s
// RUN: %aipcc --min-work=1 --emit-source %s -o %t.c
// RUN: %cc -std=gnu11 -fopenmp -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: grep -v "^ *#pragma omp" %t.c > %t.serial && cmp %s %t.serial
double t;

void scale(double *restrict a, const double *restrict b, int n)
{
    // CHECK:      {{^    }}#pragma omp parallel for
    // CHECK-NEXT: {{^    }}for (int i = 0;   i < n; i++)   /* odd   spacing */
    for (int i = 0;   i < n; i++)   /* odd   spacing */
        a[i] = 2 * b[i];
}

long count(const int *key, int n)
{
    long even = 0, bits = 0;
    int odd;
    // CHECK:      {{^    }}#pragma omp parallel for private(odd) reduction(+:even) reduction(^:bits)
    // CHECK-NEXT: {{^    }}for (int i = 0; i < n; i++) {
    for (int i = 0; i < n; i++) {
        odd = key[i] & 1;
        even += !odd;
        bits ^= key[i];
    }
    return even + bits;
}
