/* A growing string. */
#ifndef AIPCC_BASE_TEXT_H
#define AIPCC_BASE_TEXT_H

#include <stddef.h>

/* "bytes" is always NUL-terminated once something was added; NULL while empty. Zero-initialise; free with text_free. */
struct text {
    char *bytes;
    size_t length, capacity;
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_puts(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Hand over the malloc'ed string (never NULL) and leave "text" empty. */
char *text_take(struct text *text);
void text_free(struct text *text);

#endif
