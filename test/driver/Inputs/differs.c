/* Prints something else in every run: it counts them in the file that its argument names. */
#include <stdio.h>

int main(int count, char **words)
{
    int runs = 0;
    FILE *file = fopen(words[count - 1], "r");
    if (file) {
        if (fscanf(file, "%d", &runs) != 1)
            return 1;
        fclose(file);
    }
    file = fopen(words[count - 1], "w");
    fprintf(file, "%d", runs + 1);
    fclose(file);
    printf("%d\n%d\n", count, runs);
    return 0;
}
