/* Blocks of iterations, the number of threads, and memory for their copies. The library does not link against an OpenMP
 * runtime: it asks whichever the program uses, if any (gcc's libgomp or clang's libomp). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aiprt.h"

extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_in_parallel(void) __attribute__((weak));

ptrdiff_t aip_block(ptrdiff_t count, ptrdiff_t blocks, ptrdiff_t block)
{
    ptrdiff_t size = count / blocks, longer = count % blocks;
    return size * block + (block < longer ? block : longer);
}

int aip_threads(void)
{
    if (!omp_get_max_threads || !omp_in_parallel || omp_in_parallel())
        return 1;
    int threads = omp_get_max_threads();
    return threads > 1 ? threads : 1;
}

static ptrdiff_t at_most(ptrdiff_t value, ptrdiff_t limit)
{
    return value < limit ? value : limit;
}

ptrdiff_t aip_scan_blocks(ptrdiff_t count, ptrdiff_t least, ptrdiff_t limit)
{
    /* Two passes on two threads take as long as one pass on one. */
    if (count < least || count < limit)
        return 1;
    ptrdiff_t threads = aip_threads();
    return threads < 3 ? 1 : at_most(threads, limit);
}

ptrdiff_t aip_copy_blocks(ptrdiff_t count, size_t bytes, ptrdiff_t limit)
{
    /* Clearing and adding up 8 bytes costs about one update; a quarter of the updates may go into that. */
    ptrdiff_t blocks = at_most(aip_threads(), limit);
    size_t updates = count > 0 ? (size_t)count : 0;
    while (blocks > 1 && bytes / 8 > updates / 4 / (size_t)blocks)
        blocks--;
    return blocks > 1 ? blocks : 1;
}

ptrdiff_t aip_fixed_blocks(ptrdiff_t count, size_t bytes, ptrdiff_t limit)
{
    enum { MOST = 16, BLOCK = 1024 }; /* copies for 16 threads; a block should not be shorter than its bookkeeping */
    size_t updates = count > 0 ? (size_t)count : 0;
    ptrdiff_t blocks = at_most((ptrdiff_t)(updates / BLOCK), at_most(MOST, limit));
    while (blocks > 1 && bytes / 8 > updates / 2 / (size_t)blocks)
        blocks--;
    return blocks > 1 ? blocks : 1;
}

void *aip_copies(ptrdiff_t count, size_t bytes)
{
    enum { LINE = 64 };
    if (count < 0 || (bytes && (size_t)count > (SIZE_MAX / 2 - LINE) / bytes))
        return NULL;
    size_t size = (size_t)count * bytes;
    size = (size + LINE) / LINE * LINE;
    void *copies = aligned_alloc(LINE, size);
    if (copies)
        memset(copies, 0, size);
    return copies;
}

void aip_free(void *copies)
{
    free(copies);
}
