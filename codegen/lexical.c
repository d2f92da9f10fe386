#include "codegen/lexical.h"

#include <ctype.h>
#include <string.h>

/* Behind the comment that begins at "offset"; "offset" itself if none does. */
static unsigned skip_comment(const char *text, unsigned length, unsigned offset)
{
    if (offset + 1 >= length || text[offset] != '/')
        return offset;
    if (text[offset + 1] == '/') {
        while (offset < length && (text[offset] != '\n' || text[offset - 1] == '\\'))
            offset++;
        return offset;
    }
    if (text[offset + 1] != '*')
        return offset;
    for (offset += 2; offset + 1 < length && (text[offset] != '*' || text[offset + 1] != '/');)
        offset++;
    return offset + 2 < length ? offset + 2 : length;
}

/* Behind the string or character constant that begins at "offset"; "offset" itself if none does. */
static unsigned skip_literal(const char *text, unsigned length, unsigned offset)
{
    char quote = text[offset];
    if (quote != '"' && quote != '\'')
        return offset;
    for (offset++; offset < length && text[offset] != quote && text[offset] != '\n'; offset++)
        if (text[offset] == '\\')
            offset++;
    return offset < length ? offset + 1 : length;
}

/* See lexical.h. */
unsigned lexical_skip_blank(const char *text, unsigned length, unsigned offset)
{
    for (;;) {
        while (offset < length && (isspace((unsigned char)text[offset]) ||
                                   (text[offset] == '\\' && offset + 1 < length && text[offset + 1] == '\n')))
            offset++;
        unsigned next = offset < length ? skip_comment(text, length, offset) : offset;
        if (next == offset)
            return offset;
        offset = next;
    }
}

/* See lexical.h. */
unsigned lexical_parenthesis_end(const char *text, unsigned length, unsigned offset)
{
    offset = lexical_skip_blank(text, length, offset);
    if (offset >= length || text[offset] != '(')
        return 0;
    unsigned depth = 0;
    while (offset < length) {
        unsigned next = skip_comment(text, length, offset);
        if (next == offset)
            next = skip_literal(text, length, offset);
        if (next != offset) {
            offset = next;
            continue;
        }
        depth += text[offset] == '(';
        depth -= text[offset] == ')';
        offset++;
        if (depth == 0)
            return offset;
    }
    return 0;
}

/* See lexical.h. */
bool lexical_is_directive_line(const char *text, unsigned offset)
{
    unsigned line = offset;
    while (line > 0 && !(text[line - 1] == '\n' && (line < 2 || text[line - 2] != '\\')))
        line--;
    while (text[line] == ' ' || text[line] == '\t')
        line++;
    return line <= offset && text[line] == '#';
}

/* See lexical.h. */
bool lexical_is_blank(const char *text, unsigned begin, unsigned end)
{
    while (begin < end && isspace((unsigned char)text[begin]))
        begin++;
    return begin >= end;
}

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* See lexical.h. */
bool lexical_has_word(const char *text, unsigned begin, unsigned end, const char *name)
{
    size_t length = strlen(name);
    for (unsigned k = begin; k + length <= end; k++)
        if (!strncmp(text + k, name, length) && (k == 0 || !is_word_byte(text[k - 1])) &&
            !is_word_byte(text[k + length]))
            return true;
    return false;
}
