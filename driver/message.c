#include "driver/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Print "text" with control characters as octal escapes, so that a file name cannot forge a second message. */
static void print_safely(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            fprintf(stderr, "\\%03o", (unsigned char)*text);
        else
            fputc(*text, stderr);
}

/* Print one message of the given "kind" ("error: "). */
static void print_message(const char *kind, const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    fputs("aipcc: ", stderr);
    fputs(kind, stderr);
    print_safely(text ? text : format);
    fputc('\n', stderr);
    free(text);
}

/* See message.h. */
void message_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message("error: ", format, arguments);
    va_end(arguments);
}

/* See message.h. */
void message_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message("warning: ", format, arguments);
    va_end(arguments);
}

/* See message.h. */
void message_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message("", format, arguments);
    va_end(arguments);
}
