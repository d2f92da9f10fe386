#include <stdio.h>
#include "table.h"

double v[N];

int main(void)
{
    fill(v, N);
    for (int i = 0; i < N; i++)
        v[i] = v[i] * v[i] + 1.0 / (1.0 + i);
    printf("%.17g %.17g\n", v[17], v[N - 1]);
    return 0;
}
