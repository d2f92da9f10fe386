/* An arena: memory that is freed all at once. */
#ifndef AIPCC_BASE_ARENA_H
#define AIPCC_BASE_ARENA_H

#include <stddef.h>

struct arena;

/* A new, empty arena; release it with arena_free(). Never returns NULL: running out of memory ends the process, which
 * is safe because the compiler does its work in a child process. */
struct arena *arena_new(void);
/* Free "arena" and everything that was allocated from it. NULL is accepted. */
void arena_free(struct arena *arena);
/* "size" zeroed bytes, aligned for any type, that live as long as "arena". */
void *arena_alloc(struct arena *arena, size_t size);
/* A copy of the "length" bytes at "text", NUL-terminated. */
char *arena_strndup(struct arena *arena, const char *text, size_t length);
char *arena_strdup(struct arena *arena, const char *text);
/* printf into a fresh arena string. */
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

/* Append "item" to the arena-backed growing array "items" (a pointer), whose length is "count" (an lvalue). The
 * capacity is implied by the count (powers of two), so no third variable is needed. */
#define ARENA_PUSH(arena, items, count, item)                                                                          \
    do {                                                                                                               \
        if (((count) & ((count)-1)) == 0)                                                                              \
            (items) = arena_grow((arena), (items), (count), sizeof *(items));                                          \
        (items)[(count)++] = (item);                                                                                   \
    } while (0)
/* Used by ARENA_PUSH: room for max(1, 2 * count) elements of "size" bytes, holding the old "count" ones. */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t size);

#endif
