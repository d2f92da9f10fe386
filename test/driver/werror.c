// Warnings that only the written code would cause are not made errors of the user.
// RUN: %aipcc -O2 -Werror -Wall -Wextra -pedantic -Wshadow -Wconversion %s -o %t && %t
static double a[100000];

static double largest(void)
{
    int i;
    double m = -1;
    for (i = 0; i < 100000; i++)
        if (a[i] * 7 > m)
            m = a[i] * 7;
    return m;
}

int main(void)
{
    int i;
    for (i = 0; i < 100000; i++)
        a[i] += 1 / (1.0 + i);
    return largest() != 7.0;
}
