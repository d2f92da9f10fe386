/*
 * black_scholes: prices of European options by the Black-Scholes formula.
 *
 *     call = S N(d1) - K e^-rT N(d2),     d1 = (ln(S/K) + (r + s^2/2) T) / (s sqrt T),     d2 = d1 - s sqrt T
 *     put  = call - S + K e^-rT,          N(d) = erfc(-d / sqrt 2) / 2
 *
 * Run: black_scholes [options] [repeats]       (default 2,000,000 options, 8 times with a growing volatility)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 0.02

static double normal(double d)
{
    return 0.5 * erfc(-d * 0.70710678118654752);
}

static void price(long n, const double *spot, const double *strike, const double *years, double volatility,
                  double *call, double *put)
{
    for (long i = 0; i < n; i++) {
        double deviation = volatility * sqrt(years[i]);
        double d1 = (log(spot[i] / strike[i]) + (RATE + 0.5 * volatility * volatility) * years[i]) / deviation;
        double d2 = d1 - deviation;
        double discounted = strike[i] * exp(-RATE * years[i]);

        call[i] = spot[i] * normal(d1) - discounted * normal(d2);
        put[i] = call[i] - spot[i] + discounted;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 2000000;
    int repeats = argc > 2 ? atoi(argv[2]) : 8;
    if (n < 1)
        return fprintf(stderr, "usage: black_scholes [options] [repeats]\n"), 1;
    double *spot = malloc(n * sizeof *spot), *strike = malloc(n * sizeof *strike), *years = malloc(n * sizeof *years);
    double *call = malloc(n * sizeof *call), *put = malloc(n * sizeof *put);
    if (!spot || !strike || !years || !call || !put)
        return perror("black_scholes"), 1;

    for (long i = 0; i < n; i++) {
        spot[i] = 5.0 + (double)(i * 37 % 2503) / 100.0;
        strike[i] = 1.0 + (double)(i * 101 % 9901) / 100.0;
        years[i] = 0.25 + (double)(i * 13 % 977) / 100.0;
    }

    double total = 0.0;
    unsigned long long h = 14695981039346656037ull;
    for (int r = 0; r < repeats; r++) {
        price(n, spot, strike, years, 0.2 + 0.05 * r, call, put);
        const unsigned char *byte = (const unsigned char *)call;
        for (size_t b = 0; b < n * sizeof *call; b += 3)
            h = (h ^ byte[b]) * 1099511628211ull;
        for (long i = 0; i < n; i++)
            total += call[i] + put[i] * (double)(1 + i % 3);
    }
    printf("black_scholes %ld %d: total %.17g hash %016llx\n", n, repeats, total, h);
    free(spot);
    free(strike);
    free(years);
    free(call);
    free(put);
    return 0;
}
