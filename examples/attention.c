/*
 * attention: causal self-attention of a transformer, forward pass, in single precision.
 *
 *     out = softmax(Q K^T / sqrt d) V      for each head; token i looks at tokens j <= i only
 *
 * Run: attention [tokens] [heads]      (default 3072 tokens, 8 heads of 64 dimensions)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define D 64 /* dimensions of a head */
#define MAX_TOKENS 8192

static void attention(int heads, int n, float q[heads][n][D], float k[heads][n][D], float v[heads][n][D],
                      float out[n][heads][D])
{
    const float scale = 1.0f / sqrtf((float)D);

    for (int h = 0; h < heads; h++)
        for (int i = 0; i < n; i++) {
            float score[MAX_TOKENS];
            float max = -INFINITY, sum = 0.0f;

            for (int j = 0; j <= i; j++) {
                float dot = 0.0f;
                for (int d = 0; d < D; d++)
                    dot += q[h][i][d] * k[h][j][d];
                score[j] = dot * scale;
                max = fmaxf(max, score[j]);
            }
            for (int j = 0; j <= i; j++) {
                score[j] = expf(score[j] - max);
                sum += score[j];
            }
            for (int d = 0; d < D; d++)
                out[i][h][d] = 0.0f;
            for (int j = 0; j <= i; j++) {
                float share = score[j] / sum;
                for (int d = 0; d < D; d++)
                    out[i][h][d] += share * v[h][j][d];
            }
        }
}

static float *tensor(size_t count, unsigned seed)
{
    float *t = malloc(count * sizeof *t);
    if (!t) {
        perror("attention");
        exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        unsigned bits = ((unsigned)i + seed) * 2654435761u;
        bits ^= bits >> 13;
        t[i] = (float)(bits * 3266489917u >> 8) / 8388608.0f - 1.0f;
    }
    return t;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3072;
    int heads = argc > 2 ? atoi(argv[2]) : 8;
    if (n < 1 || n > MAX_TOKENS || heads < 1)
        return fprintf(stderr, "usage: attention [tokens <= %d] [heads]\n", MAX_TOKENS), 1;
    size_t count = (size_t)n * heads * D;
    float *q = tensor(count, 11), *k = tensor(count, 222), *v = tensor(count, 3333), *out = tensor(count, 0);

    attention(heads, n, (float (*)[n][D])q, (float (*)[n][D])k, (float (*)[n][D])v, (float (*)[heads][D])out);

    double sum = 0.0;
    unsigned long long hash = 14695981039346656037ull;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *byte = (const unsigned char *)&out[i];
        sum += out[i] * (double)(1 + i % 5);
        for (size_t b = 0; b < sizeof out[i]; b++)
            hash = (hash ^ byte[b]) * 1099511628211ull;
    }
    printf("attention %d %d: sum %.17g hash %016llx\n", n, heads, sum, hash);
    free(q);
    free(k);
    free(v);
    free(out);
    return 0;
}
