/*
 * kmer: how often does each word of K bases occur in a genome? And how many words occur once, twice, ...?
 *
 * A word is coded as a number with two bits per base. A strand and its reverse complement are the same DNA: of the two
 * codes the smaller is counted.
 *
 * Run: kmer [bases]            (default a random genome of 60,000,000 bases)
 */
#include <stdio.h>
#include <stdlib.h>

#define K 9
#define WORDS (1 << 2 * K)
#define MAX_MULTIPLICITY 1000

static unsigned count[WORDS];
static unsigned spectrum[MAX_MULTIPLICITY + 1];

static int code_of(char base)
{
    switch (base) {
    case 'A':
        return 0;
    case 'C':
        return 1;
    case 'G':
        return 2;
    case 'T':
        return 3;
    default:
        return -1; /* unknown base: no word goes across it */
    }
}

static void count_words(const char *genome, long length)
{
    for (long i = 0; i + K <= length; i++) {
        int word = 0, complement = 0, known = 1;
        for (int k = 0; k < K; k++) {
            int code = code_of(genome[i + k]);
            if (code < 0)
                known = 0;
            else {
                word = word << 2 | code;
                complement |= (3 - code) << 2 * k;
            }
        }
        if (known)
            count[word < complement ? word : complement]++;
    }
}

int main(int argc, char **argv)
{
    long length = argc > 1 ? atol(argv[1]) : 60000000;
    if (length < 1)
        return fprintf(stderr, "usage: kmer [bases]\n"), 1;
    char *genome = malloc(length);
    if (!genome)
        return perror("kmer"), 1;

    for (long i = 0; i < length; i++) {
        unsigned long long random = ((unsigned long long)i + 1) * 0x9E3779B97F4A7C15ull;
        random = (random ^ random >> 30) * 0xBF58476D1CE4E5B9ull;
        random ^= random >> 27;
        genome[i] = random % 10007 == 0 ? 'N' : "ACGT"[random >> 20 & 3];
    }

    count_words(genome, length);
    for (int w = 0; w < WORDS; w++)
        spectrum[count[w] < MAX_MULTIPLICITY ? count[w] : MAX_MULTIPLICITY]++;

    unsigned most = 0;
    unsigned long long words = 0, h = 14695981039346656037ull;
    for (int w = 0; w < WORDS; w++) {
        words += count[w];
        if (count[w] > most)
            most = count[w];
        h = (h ^ count[w]) * 1099511628211ull;
    }
    for (int m = 0; m <= MAX_MULTIPLICITY; m++)
        h = (h ^ spectrum[m]) * 1099511628211ull;
    printf("kmer %ld: words %llu most %u absent %u hash %016llx\n", length, words, most, spectrum[0], h);
    free(genome);
    return 0;
}
