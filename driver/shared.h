/* Memory that a child process shares with its parent: results are built there with plain pointers, and are still there
 * when the child has ended, however it ended. */
#ifndef AIPCC_DRIVER_SHARED_H
#define AIPCC_DRIVER_SHARED_H

#include <stddef.h>

struct shared;

/* New shared memory, or NULL if the system has none. The same address in parent and child. */
struct shared *shared_new(void);
void shared_free(struct shared *shared);
/* "size" zeroed bytes. If there is no more, the process, a child, ends with CHILD_NO_ROOM. */
void *shared_alloc(struct shared *shared, size_t size);
/* A copy of "length" bytes, NUL-terminated. */
const char *shared_bytes(struct shared *shared, const char *bytes, size_t length);
/* A copy of the string "text"; NULL for NULL. */
const char *shared_string(struct shared *shared, const char *text);
/* A copy of the "count" strings "texts". */
const char **shared_strings(struct shared *shared, const char *const *texts, unsigned count);

#endif
