#include "driver/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* See words.h. */
void words_add(struct words *words, const char *word)
{
    ARENA_PUSH(words->arena, words->items, words->count, word);
}

/* See words.h. */
void words_add_all(struct words *words, const struct words *others)
{
    for (unsigned k = 0; k < others->count; k++)
        words_add(words, others->items[k]);
}

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Read one word at "text" into "word" (emptied first) and return what follows it. */
static const char *split_one(const char *text, struct text *word)
{
    char quote = 0;
    for (; *text && (quote || !is_blank(*text)); text++) {
        if (*text == '\\' && text[1])
            text_add(word, ++text, 1);
        else if (quote && *text == quote)
            quote = 0;
        else if (!quote && (*text == '"' || *text == '\''))
            quote = *text;
        else
            text_add(word, text, 1);
    }
    return text;
}

/* See words.h. */
void words_split(struct words *words, const char *text)
{
    for (;;) {
        while (is_blank(*text))
            text++;
        if (!*text)
            return;
        struct text word = { 0 };
        text = split_one(text, &word);
        words_add(words, arena_strndup(words->arena, word.bytes ? word.bytes : "", word.length));
        text_free(&word);
    }
}

/* The contents of the regular file "path" in "text". Returns whether it could be read. */
static bool read_whole(const char *path, struct text *text)
{
    struct stat status;
    FILE *file = stat(path, &status) == 0 && !S_ISDIR(status.st_mode) ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    char buffer[8192];
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add(text, buffer, size);
    bool is_good = !ferror(file);
    fclose(file);
    return is_good;
}

/* words_expand() at a nesting of "depth": files that contain themselves end somewhere. */
static void expand(struct words *words, const char *word, unsigned depth)
{
    struct text text = { 0 };
    if (word[0] != '@' || !word[1] || depth > 16 || !read_whole(word + 1, &text)) {
        words_add(words, word);
        text_free(&text);
        return;
    }
    struct words inside = { .arena = words->arena };
    if (text.bytes)
        words_split(&inside, text.bytes);
    text_free(&text);
    for (unsigned k = 0; k < inside.count; k++)
        expand(words, inside.items[k], depth + 1);
}

/* See words.h. */
void words_expand(struct words *words, const char *word)
{
    expand(words, word, 0);
}

/* See words.h. */
void words_quote(const struct words *words, struct text *text)
{
    for (unsigned k = 0; k < words->count; k++) {
        text_puts(text, "\"");
        for (const char *byte = words->items[k]; *byte; byte++) {
            if (*byte == '"' || *byte == '\\')
                text_puts(text, "\\");
            text_add(text, byte, 1);
        }
        text_puts(text, "\"\n");
    }
}

/* See words.h. */
char **words_vector(const struct words *words)
{
    char **vector = ARENA_ARRAY(words->arena, char *, words->count + 1);
    for (unsigned k = 0; k < words->count; k++)
        vector[k] = (char *)words->items[k];
    return vector;
}
