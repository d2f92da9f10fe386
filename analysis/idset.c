#include "analysis/idset.h"

#include <stdlib.h>
#include <string.h>

/* The position of the word with "index", or of the first one after it. */
static unsigned word_position(const struct idset *set, unsigned index)
{
    unsigned low = 0, high = set->count;
    if (high && set->words[high - 1].index < index)
        return high;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (set->words[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void reserve(struct arena *arena, struct idset *set, unsigned needed)
{
    if (needed <= set->capacity)
        return;
    unsigned capacity = set->capacity ? 2 * set->capacity : 1;
    while (capacity < needed)
        capacity *= 2;
    struct idset_word *words = ARENA_ARRAY(arena, struct idset_word, capacity);
    if (set->count)
        memcpy(words, set->words, set->count * sizeof *words);
    set->words = words;
    set->capacity = capacity;
}

/* See idset.h. */
bool idset_add(struct arena *arena, struct idset *set, unsigned id)
{
    unsigned at = word_position(set, id / 64);
    unsigned long long bit = 1ULL << (id % 64);
    if (at < set->count && set->words[at].index == id / 64) {
        bool is_new = !(set->words[at].bits & bit);
        set->words[at].bits |= bit;
        return is_new;
    }
    reserve(arena, set, set->count + 1);
    memmove(set->words + at + 1, set->words + at, (set->count - at) * sizeof *set->words);
    set->words[at] = (struct idset_word){ id / 64, bit };
    set->count++;
    return true;
}

/* See idset.h. */
bool idset_has(const struct idset *set, unsigned id)
{
    unsigned at = word_position(set, id / 64);
    return at < set->count && set->words[at].index == id / 64 && (set->words[at].bits >> (id % 64) & 1);
}

/* How many words of "from" have no counterpart in "set". */
static unsigned count_missing(const struct idset *set, const struct idset *from)
{
    unsigned missing = 0, at = 0;
    for (unsigned k = 0; k < from->count; k++) {
        while (at < set->count && set->words[at].index < from->words[k].index)
            at++;
        missing += at == set->count || set->words[at].index != from->words[k].index;
    }
    return missing;
}

/* Merge "from" into "set", from the back so that it works in place. Words that bring something new are also put, in
 * falling order, into "fresh" if it is not NULL, which must have room. */
static bool merge(struct idset *set, const struct idset *from, unsigned missing, struct idset *fresh)
{
    bool has_grown = missing != 0;
    unsigned out = set->count + missing, a = set->count, b = from->count;
    set->count = out;
    while (b) {
        struct idset_word word = from->words[b - 1];
        if (a && set->words[a - 1].index > word.index) {
            set->words[--out] = set->words[--a];
            continue;
        }
        unsigned long long old = 0;
        if (a && set->words[a - 1].index == word.index)
            old = set->words[--a].bits;
        b--;
        set->words[--out] = (struct idset_word){ word.index, old | word.bits };
        if (word.bits & ~old) {
            has_grown = true;
            if (fresh)
                fresh->words[fresh->count++] = (struct idset_word){ word.index, word.bits & ~old };
        }
    }
    return has_grown;
}

/* See idset.h. */
bool idset_union(struct arena *arena, struct idset *set, const struct idset *from)
{
    if (set == from || !from->count)
        return false;
    unsigned missing = count_missing(set, from);
    reserve(arena, set, set->count + missing);
    return merge(set, from, missing, NULL);
}

/* See idset.h. */
bool idset_union_fresh(struct arena *arena, struct idset *set, const struct idset *from, struct idset *fresh)
{
    if (set == from || !from->count)
        return false;
    unsigned missing = count_missing(set, from);
    reserve(arena, set, set->count + missing);
    struct idset_word room[64];
    struct idset news = { .words = room, .capacity = 64 };
    if (from->count > news.capacity) { /* not from the arena, which would keep it */
        news = (struct idset){ .words = malloc(from->count * sizeof *news.words), .capacity = from->count };
        if (!news.words)
            abort();
    }
    bool has_grown = merge(set, from, missing, &news);
    for (unsigned k = 0; k < news.count / 2; k++) {
        struct idset_word word = news.words[k];
        news.words[k] = news.words[news.count - 1 - k];
        news.words[news.count - 1 - k] = word;
    }
    idset_union(arena, fresh, &news);
    if (news.words != room)
        free(news.words);
    return has_grown;
}

/* See idset.h. */
bool idset_intersects(const struct idset *a, const struct idset *b)
{
    unsigned i = 0, j = 0;
    while (i < a->count && j < b->count) {
        if (a->words[i].index == b->words[j].index && (a->words[i].bits & b->words[j].bits))
            return true;
        if (a->words[i].index <= b->words[j].index)
            i++;
        else
            j++;
    }
    return false;
}

/* See idset.h. */
bool idset_equal(const struct idset *a, const struct idset *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned k = 0; k < a->count; k++)
        if (a->words[k].index != b->words[k].index || a->words[k].bits != b->words[k].bits)
            return false;
    return true;
}

/* See idset.h. */
unsigned idset_size(const struct idset *set)
{
    unsigned size = 0;
    for (unsigned k = 0; k < set->count; k++)
        size += (unsigned)__builtin_popcountll(set->words[k].bits);
    return size;
}

/* See idset.h. */
void idset_clear(struct idset *set)
{
    set->count = 0;
}

/* See idset.h. */
bool idset_next(const struct idset *set, struct idset_cursor *cursor, unsigned *id)
{
    if (!cursor->is_started) {
        cursor->is_started = true;
        cursor->word = 0;
        cursor->rest = set->count ? set->words[0].bits : 0;
    }
    while (!cursor->rest) {
        if (cursor->word + 1 >= set->count)
            return false;
        cursor->rest = set->words[++cursor->word].bits;
    }
    *id = 64 * set->words[cursor->word].index + (unsigned)__builtin_ctzll(cursor->rest);
    cursor->rest &= cursor->rest - 1;
    return true;
}
