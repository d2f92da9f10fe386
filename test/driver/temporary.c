// Nothing stays behind in the temporary directory.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env TMPDIR=%t.dir %aipcc -O2 %s -o %t && %t
// RUN: rmdir %t.dir
static double a[100000];

int main(void)
{
    for (int i = 0; i < 100000; i++)
        a[i] += 1 / (1.0 + i);
    return a[0] != 1.0;
}
