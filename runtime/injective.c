/* Whether an index array holds a value twice: one bit for each value of the range that occurs if that range is not much
 * longer than the array, else an open hash table. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "aiprt.h"

/* How one element is read: as a 64-bit number that differs for different values and keeps neighbours together. */
typedef uint64_t read_element(const void *index, ptrdiff_t k);

#define READER(name, type)                                                                                             \
    static uint64_t read_##name(const void *index, ptrdiff_t k)                                                        \
    {                                                                                                                  \
        return (uint64_t)((const type *)index)[k] ^ ((type) - 1 < (type)1 ? (uint64_t)1 << 63 : 0);                    \
    }
READER(char, signed char)
READER(uchar, unsigned char)
READER(short, short)
READER(ushort, unsigned short)
READER(int, int)
READER(uint, unsigned)
READER(long, long)
READER(ulong, unsigned long)

/* By one bit a value: "range" values from "least" on. */
static inline int injective_by_bits(read_element *read, const void *index, ptrdiff_t lower, ptrdiff_t upper,
                                    uint64_t least, uint64_t range)
{
    uint64_t *seen = calloc(range / 64 + 1, sizeof *seen);
    if (!seen)
        return 0;
    int is_injective = 1;
    for (ptrdiff_t k = lower; k < upper && is_injective; k++) {
        uint64_t value = read(index, k) - least, bit = (uint64_t)1 << (value & 63);
        is_injective = !(seen[value >> 6] & bit);
        seen[value >> 6] |= bit;
    }
    free(seen);
    return is_injective;
}

/* By a table of at least twice as many places as values, with linear probing; values are stored less "least" plus one,
 * so that 0 means free ("range" is below 2^64 - 1 then). */
static inline int injective_by_hash(read_element *read, const void *index, ptrdiff_t lower, ptrdiff_t upper,
                                    uint64_t least)
{
    unsigned log = 4;
    while (log < 60 && ((uint64_t)1 << log) < 2 * (uint64_t)(upper - lower))
        log++;
    uint64_t mask = ((uint64_t)1 << log) - 1;
    uint64_t *places = calloc((size_t)mask + 1, sizeof *places);
    if (!places)
        return 0;
    int is_injective = 1;
    for (ptrdiff_t k = lower; k < upper && is_injective; k++) {
        uint64_t value = read(index, k) - least + 1;
        uint64_t place = value * 0x9e3779b97f4a7c15u >> (64 - log);
        while (places[place] && places[place] != value)
            place = (place + 1) & mask;
        is_injective = places[place] == 0;
        places[place] = value;
    }
    free(places);
    return is_injective;
}

/* index[lower .. upper) read by "read", which is inlined by the callers below: one specialised loop for each type. */
static inline __attribute__((always_inline)) int injective(read_element *read, const void *index, ptrdiff_t lower,
                                                           ptrdiff_t upper)
{
    if (upper - lower < 2)
        return 1;
    uint64_t least = UINT64_MAX, most = 0;
    for (ptrdiff_t k = lower; k < upper; k++) {
        uint64_t value = read(index, k);
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    uint64_t count = (uint64_t)(upper - lower);
    if (most - least < count - 1)
        return 0; /* fewer values than elements */
    if (most - least < 64 * count)
        return injective_by_bits(read, index, lower, upper, least, most - least + 1);
    if (most - least == UINT64_MAX)
        return 0;
    return injective_by_hash(read, index, lower, upper, least);
}

#define INJECTIVE(name)                                                                                                \
    int aip_injective_##name(const void *index, ptrdiff_t lower, ptrdiff_t upper)                                      \
    {                                                                                                                  \
        return injective(read_##name, index, lower, upper);                                                            \
    }
INJECTIVE(char)
INJECTIVE(uchar)
INJECTIVE(short)
INJECTIVE(ushort)
INJECTIVE(int)
INJECTIVE(uint)
INJECTIVE(long)
INJECTIVE(ulong)
