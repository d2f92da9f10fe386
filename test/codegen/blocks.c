// Reproducible sums: blocks that do not depend on the number of threads, added in their order.
// RUN: %aipcc --fp=reproducible --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
double sum(const double *a, int n)
{
    double s = 0.0;
    // CHECK:      const long aip_blocks = aip_n < 64 ? aip_n : 64;
    // CHECK-NEXT: double aip_s[64];
    // CHECK:      #pragma omp parallel for private(s)
    // CHECK-NEXT: for (aip_b = 0; aip_b < aip_blocks; aip_b++) {
    // CHECK:      s = 0;
    // CHECK:      s += a[i];
    // CHECK:      aip_s[aip_b] = s;
    // CHECK:      s += aip_s[aip_b];
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
