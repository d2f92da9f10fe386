#include "driver/shared.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/child.h"

struct shared {
    size_t used, capacity;
};

/* See shared.h. Memory is only reserved: what is not touched costs nothing. */
struct shared *shared_new(void)
{
    for (size_t capacity = (size_t)1 << 30; capacity >= (size_t)1 << 22; capacity /= 4) {
        struct shared *shared =
            mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (shared == MAP_FAILED)
            continue;
        *shared = (struct shared){ sizeof *shared, capacity };
        return shared;
    }
    return NULL;
}

/* See shared.h. */
void shared_free(struct shared *shared)
{
    if (shared)
        munmap(shared, shared->capacity);
}

/* See shared.h. */
void *shared_alloc(struct shared *shared, size_t size)
{
    size_t alignment = _Alignof(max_align_t), begin = (shared->used + alignment - 1) / alignment * alignment;
    if (size > shared->capacity - begin)
        _exit(CHILD_NO_ROOM);
    shared->used = begin + size;
    return (char *)shared + begin;
}

/* See shared.h. */
const char *shared_bytes(struct shared *shared, const char *bytes, size_t length)
{
    char *copy = shared_alloc(shared, length + 1);
    memcpy(copy, bytes, length);
    return copy;
}

/* See shared.h. */
const char *shared_string(struct shared *shared, const char *text)
{
    return text ? shared_bytes(shared, text, strlen(text)) : NULL;
}

/* See shared.h. */
const char **shared_strings(struct shared *shared, const char *const *texts, unsigned count)
{
    const char **copies = shared_alloc(shared, (count + 1) * sizeof *copies);
    for (unsigned k = 0; k < count; k++)
        copies[k] = shared_string(shared, texts[k]);
    return copies;
}
