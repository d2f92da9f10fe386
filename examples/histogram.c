/*
 * histogram: distribution of measured energies over equally wide bins, with under- and overflow.
 *
 * Run: histogram [samples] [repeats]           (default 4,000,000 samples, 140 windows)
 */
#include <stdio.h>
#include <stdlib.h>

#define BINS 1000

struct histogram {
    double low, high;
    long bin[BINS];
    long under, over;
};

static void fill(struct histogram *histogram, const float *energy, long n)
{
    const double scale = BINS / (histogram->high - histogram->low);

    for (long i = 0; i < n; i++) {
        if (energy[i] < histogram->low)
            histogram->under++;
        else if (energy[i] >= histogram->high)
            histogram->over++;
        else {
            int b = (int)((energy[i] - histogram->low) * scale);
            if (b >= BINS) /* rounding at the upper end */
                b = BINS - 1;
            histogram->bin[b]++;
        }
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 4000000;
    int repeats = argc > 2 ? atoi(argv[2]) : 140;
    if (n < 1)
        return fprintf(stderr, "usage: histogram [samples] [repeats]\n"), 1;
    float *energy = malloc(n * sizeof *energy);
    if (!energy)
        return perror("histogram"), 1;

    /* A sum of four uniform numbers: nearly a normal distribution. */
    unsigned random = 42;
    for (long i = 0; i < n; i++) {
        float sum = 0.0f;
        for (int k = 0; k < 4; k++) {
            random = random * 1664525u + 1013904223u;
            sum += (float)(random >> 8) / 16777216.0f;
        }
        energy[i] = sum;
    }

    unsigned long long h = 14695981039346656037ull;
    long inside = 0, under = 0, over = 0;
    for (int r = 0; r < repeats; r++) {
        struct histogram histogram = { .low = 0.5 + 0.005 * r, .high = 3.5 - 0.005 * r };
        fill(&histogram, energy, n);
        for (int b = 0; b < BINS; b++) {
            inside += histogram.bin[b];
            h = (h ^ (unsigned long long)histogram.bin[b]) * 1099511628211ull;
        }
        under += histogram.under;
        over += histogram.over;
    }
    printf("histogram %ld %d: inside %ld under %ld over %ld hash %016llx\n", n, repeats, inside, under, over, h);
    free(energy);
    return 0;
}
