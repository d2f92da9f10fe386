/* Checks of address ranges: two ranges, and the rows of arrays of pointers. Addresses are compared as integers, since
 * C orders pointers only within one object. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "aiprt.h"

struct range {
    uintptr_t begin, end; /* begin < end */
};

/* [base + lower, base + upper) in "range"; false if it is empty. */
static bool range_of(struct range *range, const void *base, ptrdiff_t lower, ptrdiff_t upper)
{
    if (upper <= lower)
        return false;
    range->begin = (uintptr_t)base + (uintptr_t)lower;
    range->end = (uintptr_t)base + (uintptr_t)upper;
    return true;
}

static bool ranges_overlap(struct range a, struct range b)
{
    return a.begin < b.end && b.begin < a.end;
}

int aip_disjoint(const void *a, ptrdiff_t a_lower, ptrdiff_t a_upper, const void *b, ptrdiff_t b_lower,
                 ptrdiff_t b_upper)
{
    struct range first, second;
    if (!range_of(&first, a, a_lower, a_upper) || !range_of(&second, b, b_lower, b_upper))
        return 1;
    return !ranges_overlap(first, second);
}

int aip_disjoint_or_same(const void *a, ptrdiff_t a_lower, ptrdiff_t a_upper, const void *b, ptrdiff_t b_lower,
                         ptrdiff_t b_upper)
{
    return (a == b && a_lower == b_lower) || aip_disjoint(a, a_lower, a_upper, b, b_lower, b_upper);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------
 */

static int compare_ranges(const void *a, const void *b)
{
    const struct range *first = a, *second = b;
    return first->begin < second->begin ? -1 : first->begin > second->begin;
}

/* The non-empty rows in the order of their addresses, malloc'ed, their number in "count"; NULL if there is no memory.
 */
static struct range *sorted_rows(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper,
                                 size_t *count)
{
    const void *const *pointers = rows;
    size_t n = last > first && upper > lower ? (size_t)(last - first) : 0;
    struct range *sorted = n < SIZE_MAX / sizeof *sorted ? malloc((n ? n : 1) * sizeof *sorted) : NULL;
    if (!sorted)
        return NULL;
    bool is_sorted = true;
    for (size_t k = 0; k < n; k++) {
        range_of(&sorted[k], pointers[first + (ptrdiff_t)k], lower, upper);
        is_sorted &= k == 0 || sorted[k - 1].begin <= sorted[k].begin;
    }
    if (!is_sorted)
        qsort(sorted, n, sizeof *sorted, compare_ranges);
    *count = n;
    return sorted;
}

/* Rows of equal length that ascend or descend by at least that length need no sorting: the usual case. */
static bool rows_are_monotonic(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper)
{
    const void *const *pointers = rows;
    uintptr_t length = (uintptr_t)(upper - lower);
    bool ascends = true, descends = true;
    for (ptrdiff_t k = first + 1; k < last && (ascends || descends); k++) {
        uintptr_t previous = (uintptr_t)pointers[k - 1], here = (uintptr_t)pointers[k];
        ascends = ascends && here > previous && here - previous >= length;
        descends = descends && previous > here && previous - here >= length;
    }
    return ascends || descends;
}

int aip_rows_disjoint(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper)
{
    if (upper <= lower || last - first < 2 || rows_are_monotonic(rows, first, last, lower, upper))
        return 1;
    size_t count;
    struct range *sorted = sorted_rows(rows, first, last, lower, upper, &count);
    if (!sorted)
        return 0;
    int is_disjoint = 1;
    for (size_t k = 1; k < count && is_disjoint; k++)
        is_disjoint = sorted[k - 1].end <= sorted[k].begin;
    free(sorted);
    return is_disjoint;
}

int aip_rows_apart(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper, const void *b,
                   ptrdiff_t b_lower, ptrdiff_t b_upper)
{
    const void *const *pointers = rows;
    struct range other, row;
    if (upper <= lower || !range_of(&other, b, b_lower, b_upper))
        return 1;
    for (ptrdiff_t k = first; k < last; k++) {
        range_of(&row, pointers[k], lower, upper);
        if (ranges_overlap(row, other))
            return 0;
    }
    return 1;
}

/* Whether two lists of ranges, each in the order of their beginnings, have a byte in common. Ranges of one list all
 * have one length, so the order of their ends is the same, and a single sweep finds every overlap. */
static bool lists_overlap(const struct range *a, size_t a_count, const struct range *b, size_t b_count)
{
    for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
        if (ranges_overlap(a[i], b[j]))
            return true;
        if (a[i].end <= b[j].begin)
            i++;
        else
            j++;
    }
    return false;
}

int aip_rows_rows_apart(const void *rows, ptrdiff_t first, ptrdiff_t last, ptrdiff_t lower, ptrdiff_t upper,
                        const void *others, ptrdiff_t others_first, ptrdiff_t others_last, ptrdiff_t others_lower,
                        ptrdiff_t others_upper)
{
    size_t a_count = 0, b_count = 0;
    struct range *a = sorted_rows(rows, first, last, lower, upper, &a_count);
    struct range *b = sorted_rows(others, others_first, others_last, others_lower, others_upper, &b_count);
    int is_apart = a && b && !lists_overlap(a, a_count, b, b_count);
    free(a);
    free(b);
    return is_apart;
}
