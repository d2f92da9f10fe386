/* What is known of the functions of the C library: ISO C11, POSIX, and what glibc and compilers add. */
#ifndef AIPCC_ANALYSIS_LIBRARY_H
#define AIPCC_ANALYSIS_LIBRARY_H

#include "analysis/pointer_map.h"
#include "frontend/unit.h"

enum library_flag {
    LIBRARY_ERRNO = 1 << 0,      /* may set errno */
    LIBRARY_IO = 1 << 1,         /* streams, files, clock, terminal, processes */
    LIBRARY_HIDDEN = 1 << 2,     /* keeps a state between calls */
    LIBRARY_NO_RETURN = 1 << 3,  /* may end the program or jump away */
    LIBRARY_ALLOCATES = 1 << 4,  /* the result is fresh memory */
    LIBRARY_LOCALE = 1 << 5,     /* depends on the locale or the rounding mode */
    LIBRARY_STATIC = 1 << 6,     /* the result is the library's own memory */
    LIBRARY_COPIES = 1 << 7,     /* copies bytes, pointers among them, from what argument 1 points to into argument 0 */
    LIBRARY_REALLOC = 1 << 8,    /* ... from argument 0 into the fresh result */
    LIBRARY_ISO = 1 << 9,        /* reserved by ISO C: no program may define it otherwise */
    LIBRARY_MATH = 1 << 10,      /* also exists with the suffixes f and l */
    LIBRARY_FORMAT = 1 << 11,    /* printf: %n writes */
    LIBRARY_JUMPS = 1 << 12,     /* setjmp, longjmp, fork: control flow that is not modelled */
    LIBRARY_RETURNS_0 = 1 << 13, /* the result points into what argument 0, 1, 2 points to */
    LIBRARY_RETURNS_1 = 1 << 14,
    LIBRARY_RETURNS_2 = 1 << 15,
    LIBRARY_TABLE = 1 << 17,     /* the result leads to constant tables of the library */
    LIBRARY_SETS_MODE = 1 << 16  /* changes the locale or the floating-point environment */
};

/* "arguments" has a letter for each argument; a final '+' repeats the letter before it for all further ones.
 *   .  not a pointer, or nothing is reached through it (streams too)
 *   r  the memory it points to is read      w  written      x  read and written
 *   k  kept: may be read and written, now and later         f  freed
 *   c  a function that is called, with pointers into the other arguments' memory
 *   e  a place that receives a pointer into argument 0 (strtol)
 *   a  a place that receives freshly allocated memory (posix_memalign) */
struct library_function {
    const char *name;
    const char *arguments;
    unsigned flags;
};

struct library {
    struct arena *arena;
    struct string_map functions;
};

void library_init(struct library *library, struct arena *arena);
/* What is known of "function", which the program does not define, or NULL: a name of the library counts if it is
 * declared by a system header, if ISO C reserves it, or as __builtin_NAME. */
const struct library_function *library_find(const struct library *library, const struct function *function);
/* The letter of argument "k" of "entry". */
char library_argument(const struct library_function *entry, unsigned k);
/* The argument that the result of "entry" points into, or -1. */
int library_returned_argument(const struct library_function *entry);

#endif
