/*
 * mlp: forward pass of a multilayer perceptron over a batch of samples, in single precision.
 *
 *     y = relu(W x + b),       three layers, the last one with softmax
 *
 * Run: mlp [width] [batch]     (default layers of 1536 neurons, 384 samples)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* "out" (batch x n_out) = "in" (batch x n_in) times the transposed "weight" (n_out x n_in), plus "bias". */
static void linear(float *out, const float *in, const float *weight, const float *bias, int batch, int n_in, int n_out)
{
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < n_out; o++) {
            float value = bias[o];
            for (int i = 0; i < n_in; i++)
                value += weight[o * n_in + i] * in[b * n_in + i];
            out[b * n_out + o] = value;
        }
}

static void relu(float *x, int count)
{
    for (int i = 0; i < count; i++)
        if (x[i] < 0.0f)
            x[i] = 0.0f;
}

static void softmax(float *x, int batch, int n)
{
    for (int b = 0; b < batch; b++) {
        float *row = x + b * n;
        float max = row[0], sum = 0.0f;

        for (int i = 1; i < n; i++)
            if (row[i] > max)
                max = row[i];
        for (int i = 0; i < n; i++) {
            row[i] = expf(row[i] - max);
            sum += row[i];
        }
        for (int i = 0; i < n; i++)
            row[i] /= sum;
    }
}

/* Numbers around zero whose sum of squares over a row of "fan_in" is about one. */
static float *weights(int count, int fan_in, unsigned seed)
{
    float *w = malloc(count * sizeof *w);
    if (!w) {
        perror("mlp");
        exit(1);
    }
    for (int i = 0; i < count; i++) {
        unsigned bits = ((unsigned)i + seed) * 2654435761u;
        bits ^= bits >> 15;
        w[i] = ((float)(bits * 2246822519u >> 8) / 16777216.0f - 0.5f) * 3.4f / sqrtf((float)fan_in);
    }
    return w;
}

int main(int argc, char **argv)
{
    int width = argc > 1 ? atoi(argv[1]) : 1536;
    int batch = argc > 2 ? atoi(argv[2]) : 384;
    if (width < 1 || batch < 1 || width > 20000 || batch > 50000) {
        fprintf(stderr, "usage: mlp [width] [batch]\n");
        return 1;
    }
    int classes = width / 8 + 2;
    float *w1 = weights(width * width, width, 1), *b1 = weights(width, 16, 2);
    float *w2 = weights(width * width, width, 3), *b2 = weights(width, 16, 4);
    float *w3 = weights(classes * width, width, 5), *b3 = weights(classes, 16, 6);
    float *x = weights(batch * width, 12, 7), *h = weights(batch * width, 1, 8);
    float *y = weights(batch * classes, 1, 9);

    linear(h, x, w1, b1, batch, width, width);
    relu(h, batch * width);
    linear(x, h, w2, b2, batch, width, width);
    relu(x, batch * width);
    linear(y, x, w3, b3, batch, width, classes);
    softmax(y, batch, classes);

    double sum = 0.0;
    unsigned long long hash = 14695981039346656037ull;
    const unsigned char *byte = (const unsigned char *)y;
    for (int i = 0; i < batch * classes; i++)
        sum += y[i] * (1 + i % 7);
    for (size_t i = 0; i < sizeof *y * batch * classes; i++)
        hash = (hash ^ byte[i]) * 1099511628211ull;
    printf("mlp %d %d: sum %.17g hash %016llx\n", width, batch, sum, hash);
    free(w1); free(b1); free(w2); free(b2); free(w3); free(b3);
    free(x); free(h); free(y);
    return 0;
}
