/* libaiprt: what programs written by aipcc call at run time. Plain C, also C89; every function may be called from any
 * thread, with or without OpenMP, never ends the program, and never writes to a stream.
 *
 * Offsets and sizes are in bytes unless a function says otherwise; ranges are half open: [lower, upper). An empty range
 * (upper <= lower) overlaps nothing.
 */
#ifndef AIPRT_H
#define AIPRT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Tells gcc that the memory behind parameter "k" is not read, so that passing arrays not yet written brings no warning.
 */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 11
#define AIP_NOT_READ(k) __attribute__((access(none, k)))
#else
#define AIP_NOT_READ(k)
#endif

/* ---- run-time checks: nonzero means that the iterations may run at the same time ----------------------------------
 */

/* Whether the bytes [a + a_lower, a + a_upper) and [b + b_lower, b + b_upper) have nothing in common. Neither range is
 * read. */
int aip_disjoint(const void *a, ptrdiff_t a_lower, ptrdiff_t a_upper, const void *b, ptrdiff_t b_lower,
                 ptrdiff_t b_upper) AIP_NOT_READ(1) AIP_NOT_READ(4);

/* The same, and also true if "a" and "b" are one address and so are their lower ends: each iteration then touches the
 * same element through both. */
int aip_disjoint_or_same(const void *a, ptrdiff_t a_lower, ptrdiff_t a_upper, const void *b, ptrdiff_t b_lower,
                         ptrdiff_t b_upper) AIP_NOT_READ(1) AIP_NOT_READ(4);

/* "rows" is an array of pointers to objects; rows[first .. last) are read. Whether the ranges [rows[k] + lower,
 * rows[k] + upper) have nothing in common with each other. Takes O(n log n) time at worst, O(n) when the rows stand in
 * the order of their addresses; false if there is no memory to sort them. */
int aip_rows_disjoint(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper);

/* Whether none of these rows has a byte in common with [b + b_lower, b + b_upper). */
int aip_rows_apart(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper, const void *b,
                   ptrdiff_t b_lower, ptrdiff_t b_upper) AIP_NOT_READ(6);

/* Whether no row of "rows" has a byte in common with a row of "others". */
int aip_rows_rows_apart(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper,
                        const void *others, ptrdiff_t others_first, ptrdiff_t others_last, ptrdiff_t others_lower,
                        ptrdiff_t others_upper);

/* Whether index[lower .. upper) (counted in elements) has no value twice. O(n) time; memory of a bit for each value
 * between the smallest and the largest, or of the order of n; false if there is none. */
int aip_injective_char(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_uchar(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_short(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_ushort(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_int(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_uint(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_long(const void *index, ptrdiff_t lower, ptrdiff_t upper);
int aip_injective_ulong(const void *index, ptrdiff_t lower, ptrdiff_t upper);

/* ---- blocks of iterations -----------------------------------------------------------------------------------------
 */

/* "count" iterations are cut into "blocks" (> 0) blocks whose sizes differ by one at most: the first iteration of block
 * "block", counted from 0; "block" == "blocks" gives "count". The cut depends on nothing else. */
ptrdiff_t aip_block(ptrdiff_t count, ptrdiff_t blocks, ptrdiff_t block);

/* The number of threads that a parallel region started here would have: 1 inside of one, and without OpenMP. */
int aip_threads(void);

/* The number of blocks for a computation that makes two passes over "count" elements: 1 where a single pass by one
 * thread is faster, otherwise aip_threads(), at most "limit". "least" is the count from which on it may pay. */
ptrdiff_t aip_scan_blocks(ptrdiff_t count, ptrdiff_t least, ptrdiff_t limit);

/* The number of blocks, at most "limit", each with its own copy of "bytes" bytes that has to be cleared and added up
 * afterwards, for "count" updates that take any order: 1 where the copies cost more than they save, otherwise
 * aip_threads(). */
ptrdiff_t aip_copy_blocks(ptrdiff_t count, size_t bytes, ptrdiff_t limit);

/* The same for updates whose order shows in the result (sums of floats): depends on "count" and "bytes" only. */
ptrdiff_t aip_fixed_blocks(ptrdiff_t count, size_t bytes, ptrdiff_t limit);

/* ---- memory -------------------------------------------------------------------------------------------------------
 */

/* "count" zeroed pieces of "bytes" bytes each, one after another without gaps, aligned to a cache line; NULL if there
 * is no memory (or the product overflows). Give back with aip_free(); NULL is accepted there. */
void *aip_copies(ptrdiff_t count, size_t bytes);
void aip_free(void *copies);

#ifdef __cplusplus
}
#endif
#endif
