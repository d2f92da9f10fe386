/* Command lines as lists of words: split, read from @files, written into @files. */
#ifndef AIPCC_DRIVER_WORDS_H
#define AIPCC_DRIVER_WORDS_H

#include "base/arena.h"
#include "base/text.h"

/* A growing list; the strings live in "arena". */
struct words {
    struct arena *arena;
    const char **items;
    unsigned count;
};

void words_add(struct words *words, const char *word);
void words_add_all(struct words *words, const struct words *others);
/* Split "text" at blanks as compilers split @files: quotes group, a backslash protects the next byte. */
void words_split(struct words *words, const char *text);
/* Add "word"; if it is "@file" and the file can be read, add what it contains instead, @files in it included. A name
 * that cannot be read stays as it is, and the compiler will complain about it. */
void words_expand(struct words *words, const char *word);
/* The words in the form that words_split() and the compilers' @files understand. */
void words_quote(const struct words *words, struct text *text);
/* A NULL-terminated copy of the list for exec. */
char **words_vector(const struct words *words);

#endif
