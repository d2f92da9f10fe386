#define N 100000
