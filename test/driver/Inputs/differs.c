/* The two programs have different names. */
#include <stdio.h>

int main(int count, char **words)
{
    printf("%d\n%s\n", count, words[0]);
    return 0;
}
