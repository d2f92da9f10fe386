// Headers that OpenMP does not take are written anew; the body stays byte for byte.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
int f(unsigned *restrict b, int n)
{
    int i;
    // CHECK:      const long aip_n = n;
    // CHECK:      #pragma omp parallel for private(i)
    // CHECK-NEXT: for (aip_i = 0; aip_i < aip_n; aip_i++) {
    // CHECK-NEXT: i = n - aip_i - 1;
    // CHECK-NEXT: b[i] = i   * 2654435761u;
    // CHECK:      i = n - {{.*}} - 1;
    for (i = n; i-- > 0;) b[i] = i   * 2654435761u;
    return i;
}
