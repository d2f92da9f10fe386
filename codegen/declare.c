/* Names of types for declarations of our own. */
#include <string.h>

#include "codegen/writer.h"

/* "words" without the qualifiers `const`, `volatile` and `restrict` that stand at its outer level. */
static const char *without_qualifiers(struct writer *writer, const char *words, bool is_pointer)
{
    static const char *const qualifiers[] = { "const", "volatile", "restrict", "__restrict", "register" };
    char *text = arena_strdup(writer->arena, words);
    char *start = text;
    if (is_pointer) { /* only what stands behind the last star */
        char *star = strrchr(text, '*');
        start = star ? star + 1 : text;
    }
    for (unsigned k = 0; k < sizeof qualifiers / sizeof *qualifiers; k++) {
        size_t length = strlen(qualifiers[k]);
        for (char *at = start; (at = strstr(at, qualifiers[k]));) {
            bool starts = at == text || at[-1] == ' ' || at[-1] == '*';
            bool ends = at[length] == ' ' || at[length] == '\0';
            if (!starts || !ends) {
                at += length;
                continue;
            }
            size_t skip = length + (at[length] == ' ');
            memmove(at, at + skip, strlen(at + skip) + 1);
        }
    }
    for (size_t length = strlen(text); length && text[length - 1] == ' ';)
        text[--length] = '\0';
    return text;
}

/* See writer.h. */
const char *type_text(struct writer *writer, const struct type *type)
{
    const char *written = type->written ? type->written : type->spelling;
    if (!written || strchr(written, '(') || strchr(written, '[') || strchr(written, '{'))
        written = type->spelling;
    if (!written || strchr(written, '(') || strchr(written, '[') || strstr(written, "unnamed"))
        return NULL;
    bool is_pointer = type->kind == TYPE_POINTER;
    if (is_pointer && !strchr(written, '*')) /* a typedef of a pointer: its qualifiers are the pointer's own */
        is_pointer = false;
    const char *text = without_qualifiers(writer, written, is_pointer);
    return *text ? text : NULL;
}
