#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct text *text, size_t more)
{
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    text->bytes = realloc(text->bytes, capacity);
    if (!text->bytes) {
        fputs("aipcc: out of memory\n", stderr);
        abort();
    }
    text->capacity = capacity;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_puts(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    reserve(text, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

char *text_take(struct text *text)
{
    reserve(text, 0);
    text->bytes[text->length] = '\0';
    char *bytes = text->bytes;
    *text = (struct text){ 0 };
    return bytes;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){ 0 };
}
