/* Small services of the builder: strings, the children of a cursor, and the hash tables. */
#include "frontend/builder.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Move "string" into the arena and dispose of it; "" for a missing one. */
const char *builder_string(struct builder *builder, CXString string)
{
    const char *text = clang_getCString(string);
    const char *copy = text && *text ? arena_strdup(builder->arena, text) : "";
    clang_disposeString(string);
    return copy;
}

static void stack_push(struct builder *builder, CXCursor cursor)
{
    if (builder->stack_count == builder->stack_capacity) {
        unsigned capacity = builder->stack_capacity ? 2 * builder->stack_capacity : 256;
        CXCursor *stack = realloc(builder->stack, capacity * sizeof *stack);
        if (!stack)
            abort();
        builder->stack = stack;
        builder->stack_capacity = capacity;
    }
    builder->stack[builder->stack_count++] = cursor;
}

static enum CXChildVisitResult push_child(CXCursor cursor, CXCursor parent, CXClientData builder)
{
    (void)parent;
    stack_push(builder, cursor);
    return CXChildVisit_Continue;
}

/* Push the direct children of "cursor" on the builder's stack and return their number. They start at the stack's
 * former height; whoever calls this sets "stack_count" back to it when done. Read them as builder->stack[base + k], as
 * the stack may move while children of children are pushed. */
unsigned cursor_children(struct builder *builder, CXCursor cursor)
{
    unsigned base = builder->stack_count;
    clang_visitChildren(cursor, push_child, builder);
    return builder->stack_count - base;
}

/* The slot of "cursor", or the empty one where it would be. "map" has room. */
static struct cursor_entry *cursor_slot(const struct cursor_map *map, CXCursor cursor)
{
    unsigned k = (clang_hashCursor(cursor) * 2654435769u) >> 7;
    for (k &= map->capacity - 1; map->entries[k].value; k = (k + 1) & (map->capacity - 1))
        if (clang_equalCursors(map->entries[k].cursor, cursor))
            break;
    return &map->entries[k];
}

/* What "map" holds for "cursor", or NULL. */
void *cursor_map_find(const struct cursor_map *map, CXCursor cursor)
{
    return map->count ? cursor_slot(map, cursor)->value : NULL;
}

/* Let "map" hold "value" for "cursor". */
void cursor_map_put(struct cursor_map *map, CXCursor cursor, void *value)
{
    if (2 * map->count >= map->capacity) {
        struct cursor_map old = *map;
        map->capacity = old.capacity ? 2 * old.capacity : 1024;
        map->entries = calloc(map->capacity, sizeof *map->entries);
        if (!map->entries)
            abort();
        for (unsigned k = 0; k < old.capacity; k++)
            if (old.entries[k].value)
                *cursor_slot(map, old.entries[k].cursor) = old.entries[k];
        free(old.entries);
    }
    struct cursor_entry *entry = cursor_slot(map, cursor);
    map->count += !entry->value;
    entry->cursor = cursor;
    entry->value = value;
}

static struct type_entry *type_slot(const struct type_map *map, CXType type)
{
    uintptr_t bits = (uintptr_t)type.data[0];
    unsigned k = (unsigned)(((bits >> 4) ^ bits ^ (bits >> 32)) * 2654435769u) >> 7;
    for (k &= map->capacity - 1; map->entries[k].type; k = (k + 1) & (map->capacity - 1))
        if (clang_equalTypes(map->entries[k].clang_type, type))
            break;
    return &map->entries[k];
}

/* What "map" holds for "type", or NULL. */
struct type *type_map_find(const struct type_map *map, CXType type)
{
    return map->count ? type_slot(map, type)->type : NULL;
}

/* Let "map" hold "value" for "type". */
void type_map_put(struct type_map *map, CXType type, struct type *value)
{
    if (2 * map->count >= map->capacity) {
        struct type_map old = *map;
        map->capacity = old.capacity ? 2 * old.capacity : 512;
        map->entries = calloc(map->capacity, sizeof *map->entries);
        if (!map->entries)
            abort();
        for (unsigned k = 0; k < old.capacity; k++)
            if (old.entries[k].type)
                *type_slot(map, old.entries[k].clang_type) = old.entries[k];
        free(old.entries);
    }
    struct type_entry *entry = type_slot(map, type);
    map->count += !entry->type;
    entry->clang_type = type;
    entry->type = value;
}

/* Free what the builder needs only while it builds. */
void builder_release(struct builder *builder)
{
    free(builder->stack);
    free(builder->declarations.entries);
    free(builder->types.entries);
}
