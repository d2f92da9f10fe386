#include "analysis/pointer_map.h"

#include <stdint.h>
#include <string.h>

static unsigned hash_address(const void *key)
{
    uint64_t bits = (uint64_t)(uintptr_t)key * 0x9e3779b97f4a7c15u;
    return (unsigned)(bits >> 32);
}

static unsigned hash_string(const char *key)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return hash;
}

static struct pointer_entry *find_pointer(const struct pointer_map *map, const void *key)
{
    unsigned at = hash_address(key) & (map->capacity - 1);
    while (map->entries[at].key && map->entries[at].key != key)
        at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

/* See pointer_map.h. At most three quarters of the places are used. */
void **pointer_map_slot(struct arena *arena, struct pointer_map *map, const void *key)
{
    if (map->count >= map->capacity / 4 * 3) {
        struct pointer_map larger = { .count = map->count, .capacity = map->capacity ? 2 * map->capacity : 16 };
        larger.entries = ARENA_ARRAY(arena, struct pointer_entry, larger.capacity);
        for (unsigned k = 0; k < map->capacity; k++)
            if (map->entries[k].key)
                *find_pointer(&larger, map->entries[k].key) = map->entries[k];
        *map = larger;
    }
    struct pointer_entry *entry = find_pointer(map, key);
    if (!entry->key) {
        entry->key = key;
        map->count++;
    }
    return &entry->value;
}

/* See pointer_map.h. */
void *pointer_map_get(const struct pointer_map *map, const void *key)
{
    return map->capacity ? find_pointer(map, key)->value : NULL;
}

static struct string_entry *find_string(const struct string_map *map, const char *key)
{
    unsigned at = hash_string(key) & (map->capacity - 1);
    while (map->entries[at].key && strcmp(map->entries[at].key, key) != 0)
        at = (at + 1) & (map->capacity - 1);
    return &map->entries[at];
}

/* See pointer_map.h. */
void **string_map_slot(struct arena *arena, struct string_map *map, const char *key)
{
    if (map->count >= map->capacity / 4 * 3) {
        struct string_map larger = { .count = map->count, .capacity = map->capacity ? 2 * map->capacity : 16 };
        larger.entries = ARENA_ARRAY(arena, struct string_entry, larger.capacity);
        for (unsigned k = 0; k < map->capacity; k++)
            if (map->entries[k].key)
                *find_string(&larger, map->entries[k].key) = map->entries[k];
        *map = larger;
    }
    struct string_entry *entry = find_string(map, key);
    if (!entry->key) {
        entry->key = key;
        map->count++;
    }
    return &entry->value;
}

/* See pointer_map.h. */
void *string_map_get(const struct string_map *map, const char *key)
{
    return map->capacity ? find_string(map, key)->value : NULL;
}
