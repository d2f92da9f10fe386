// Functions in the style before 1989, and what compilers let pass at the time.
// RUN: %aipcc --dump=unit %s | %FileCheck %s
// CHECK: unit has-main
// CHECK: function sum 'double (int, double *)' knr
// CHECK:   variable n#{{[0-9]+}} 'int' parameter <[[@LINE+4]]:
// CHECK:   variable a#{{[0-9]+}} 'double *' parameter <[[@LINE+4]]:
// CHECK:   for {{.*}} loop 0
double sum(n, a)
int n;
double a[];
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}
// CHECK: function main 'int (int, char **)' knr
main(argc, argv)
    char **argv;
{
    // CHECK: function undeclared 'int ()'
    undeclared(argc);
    return;
}
