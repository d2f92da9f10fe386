/* Sets of small integers, sparse and sorted: points-to sets, and the memory that a function touches. They live in an
 * arena; a zeroed struct is the empty set. */
#ifndef AIPCC_ANALYSIS_IDSET_H
#define AIPCC_ANALYSIS_IDSET_H

#include <stdbool.h>

#include "base/arena.h"

struct idset {
    struct idset_word {
        unsigned index; /* of the 64 ids from 64 * index on */
        unsigned long long bits;
    } *words; /* sorted by index, no empty ones */
    unsigned count, capacity;
};

/* Add "id"; whether it was new. */
bool idset_add(struct arena *arena, struct idset *set, unsigned id);
bool idset_has(const struct idset *set, unsigned id);
/* Add all of "from"; whether "set" grew. */
bool idset_union(struct arena *arena, struct idset *set, const struct idset *from);
/* As idset_union(), and add what was new to "fresh" as well. */
bool idset_union_fresh(struct arena *arena, struct idset *set, const struct idset *from, struct idset *fresh);
bool idset_intersects(const struct idset *a, const struct idset *b);
bool idset_equal(const struct idset *a, const struct idset *b);
unsigned idset_size(const struct idset *set);
/* Keep the room, drop the ids. */
void idset_clear(struct idset *set);

/* Iterate: struct idset_cursor c = { 0 }; unsigned id; while (idset_next(set, &c, &id)) ... The set must not change
 * meanwhile. */
struct idset_cursor {
    unsigned word;
    unsigned long long rest;
    bool is_started;
};
bool idset_next(const struct idset *set, struct idset_cursor *cursor, unsigned *id);

#endif
