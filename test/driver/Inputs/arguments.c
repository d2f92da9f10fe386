#include <stdio.h>
#include <string.h>

int main(int count, char **words)
{
    int number = 0;
    return !(count == 3 && !strcmp(words[2], "two words") && scanf("%d", &number) == 1 && number == 5);
}
