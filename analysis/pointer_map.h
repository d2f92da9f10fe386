/* Hash tables whose keys are addresses (of expressions, records ...) or strings. They live in an arena. */
#ifndef AIPCC_ANALYSIS_POINTER_MAP_H
#define AIPCC_ANALYSIS_POINTER_MAP_H

#include "base/arena.h"

/* Zero-initialise. */
struct pointer_map {
    struct pointer_entry {
        const void *key;
        void *value;
    } *entries;
    unsigned count, capacity;
};

/* Where the value of "key" is kept, created as NULL if there is none. Valid until the next call. */
void **pointer_map_slot(struct arena *arena, struct pointer_map *map, const void *key);
/* The value of "key", or NULL. */
void *pointer_map_get(const struct pointer_map *map, const void *key);

/* The same for strings, compared by their characters; keys are kept by reference. */
struct string_map {
    struct string_entry {
        const char *key;
        void *value;
    } *entries;
    unsigned count, capacity;
};
void **string_map_slot(struct arena *arena, struct string_map *map, const char *key);
void *string_map_get(const struct string_map *map, const char *key);

#endif
