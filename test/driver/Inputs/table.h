#define N 300000
extern double v[N];
void fill(double *a, int n);
