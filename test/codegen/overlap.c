// Checks of addresses stand in the if clause; the runtime's header comes after the leading comment.
// RUN: %aipcc --min-work=1 --emit-source %s -o - | grep -v CHECK | %FileCheck %s
// CHECK:      #include "aiprt.h"
// CHECK-NEXT: #include <stddef.h>
#include <stddef.h>
void mix(double *dst, const double *src, int n)
{
    // CHECK: #pragma omp parallel for if(aip_disjoint{{.*}}(src, {{.*}}dst, {{.*}})
    for (int i = 0; i < n; i++)
        dst[i] = 0.5 * src[i];
}
