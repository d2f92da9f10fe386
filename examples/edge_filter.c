/*
 * edge_filter: Deriche's recursive smoothing of an image, the first half of an edge detector.
 *
 * Along each row, and then along each column, a causal and an anticausal second-order filter are run and added:
 *
 *     y1(j) = k (x(j) + e^-a (a - 1) x(j-1)) + 2 e^-a y1(j-1) - e^-2a y1(j-2)
 *     y2(j) = k (e^-a (a + 1) x(j+1) - e^-2a x(j+2)) + 2 e^-a y2(j+1) - e^-2a y2(j+2)
 *     y     = y1 + y2,         k = (1 - e^-a)^2 / (1 + 2 a e^-a - e^-2a)
 *
 * Run: edge_filter [width] [repeats]           (default an image of 2400 x 1350 points, 20 times)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct filter {
    float a0, a1, a2, a3, b1, b2;
};

static struct filter deriche(float alpha)
{
    float e = expf(-alpha), e2 = expf(-2.0f * alpha);
    float k = (1.0f - e) * (1.0f - e) / (1.0f + 2.0f * alpha * e - e2);
    return (struct filter){ k, k * e * (alpha - 1.0f), k * e * (alpha + 1.0f), -k * e2, 2.0f * e, -e2 };
}

static void smooth_rows(int h, int w, struct filter f, float in[h][w], float out[h][w], float y1[h][w], float y2[h][w])
{
    for (int i = 0; i < h; i++) {
        float x_before = 0.0f, before = 0.0f, two_before = 0.0f;
        for (int j = 0; j < w; j++) {
            y1[i][j] = f.a0 * in[i][j] + f.a1 * x_before + f.b1 * before + f.b2 * two_before;
            x_before = in[i][j];
            two_before = before;
            before = y1[i][j];
        }
    }
    for (int i = 0; i < h; i++) {
        float x_after = 0.0f, x_two_after = 0.0f, after = 0.0f, two_after = 0.0f;
        for (int j = w - 1; j >= 0; j--) {
            y2[i][j] = f.a2 * x_after + f.a3 * x_two_after + f.b1 * after + f.b2 * two_after;
            x_two_after = x_after;
            x_after = in[i][j];
            two_after = after;
            after = y2[i][j];
        }
    }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i][j] = y1[i][j] + y2[i][j];
}

static void smooth_columns(int h, int w, struct filter f, float in[h][w], float out[h][w], float y1[h][w],
                           float y2[h][w])
{
    for (int j = 0; j < w; j++) {
        float x_before = 0.0f, before = 0.0f, two_before = 0.0f;
        for (int i = 0; i < h; i++) {
            y1[i][j] = f.a0 * in[i][j] + f.a1 * x_before + f.b1 * before + f.b2 * two_before;
            x_before = in[i][j];
            two_before = before;
            before = y1[i][j];
        }
    }
    for (int j = 0; j < w; j++) {
        float x_after = 0.0f, x_two_after = 0.0f, after = 0.0f, two_after = 0.0f;
        for (int i = h - 1; i >= 0; i--) {
            y2[i][j] = f.a2 * x_after + f.a3 * x_two_after + f.b1 * after + f.b2 * two_after;
            x_two_after = x_after;
            x_after = in[i][j];
            two_after = after;
            after = y2[i][j];
        }
    }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i][j] = y1[i][j] + y2[i][j];
}

int main(int argc, char **argv)
{
    int w = argc > 1 ? atoi(argv[1]) : 2400;
    int repeats = argc > 2 ? atoi(argv[2]) : 20;
    int h = w * 9 / 16 + 1;
    if (w < 1 || w > 50000)
        return fprintf(stderr, "usage: edge_filter [width] [repeats]\n"), 1;
    float (*image)[w] = malloc(h * sizeof *image), (*rows)[w] = malloc(h * sizeof *rows);
    float (*y1)[w] = malloc(h * sizeof *y1), (*y2)[w] = malloc(h * sizeof *y2);
    if (!image || !rows || !y1 || !y2)
        return perror("edge_filter"), 1;

    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            image[i][j] = (float)((313L * i + 991L * j) % 65536) / 65535.0f;

    struct filter f = deriche(0.25f);
    for (int r = 0; r < repeats; r++) {
        smooth_rows(h, w, f, image, rows, y1, y2);
        smooth_columns(h, w, f, rows, image, y1, y2);
    }

    double sum = 0.0;
    unsigned long long hash = 14695981039346656037ull;
    for (int i = 0; i < h; i++) {
        const unsigned char *byte = (const unsigned char *)image[i];
        for (int j = 0; j < w; j++)
            sum += image[i][j];
        for (size_t b = 0; b < sizeof image[i]; b++)
            hash = (hash ^ byte[b]) * 1099511628211ull;
    }
    printf("edge_filter %d %d: sum %.17g hash %016llx\n", w, repeats, sum, hash);
    free(image);
    free(rows);
    free(y1);
    free(y2);
    return 0;
}
