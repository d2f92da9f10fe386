#ifndef KERNEL_H
#define KERNEL_H
int unused(int);
static inline void scale(int n, double *a, double s)
{
    int i = 0;
    for (;i < n; i += 1)
        a[i] *= s;
    for (i = n; ;) { i++; break; }
}
#endif
