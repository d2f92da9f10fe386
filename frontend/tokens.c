/* The one place where syntax that libclang does not expose is read from the text: semicolons, the parts of a `for`,
 * where a declarator starts. Scans are local, so a file of any size costs linear time. */
#include "frontend/builder.h"

#include <ctype.h>
#include <string.h>

/* The first offset at or after "from" that is neither blank, comment nor a spliced line; "limit" if there is none. */
unsigned token_skip_blank(const struct source_file *file, unsigned from, unsigned limit)
{
    const char *text = file->text;
    while (from < limit) {
        if (isspace((unsigned char)text[from])) {
            from++;
        } else if (text[from] == '\\' && from + 1 < limit && (text[from + 1] == '\n' || text[from + 1] == '\r')) {
            from += 2;
        } else if (text[from] == '/' && from + 1 < limit && text[from + 1] == '/') {
            while (from < limit && (text[from] != '\n' || text[from - 1] == '\\'))
                from++;
        } else if (text[from] == '/' && from + 1 < limit && text[from + 1] == '*') {
            const char *end = memmem(text + from + 2, limit - from - 2, "*/", 2);
            from = end ? (unsigned)(end - text) + 2 : limit;
        } else {
            break;
        }
    }
    return from;
}

static bool is_word_byte(unsigned char byte)
{
    return isalnum(byte) || byte == '_' || byte == '$' || byte >= 0x80;
}

/* The end of the string or character literal whose quote is at "from". */
static unsigned quoted_end(const struct source_file *file, unsigned from, unsigned limit)
{
    char quote = file->text[from];
    for (unsigned k = from + 1; k < limit; k++) {
        if (file->text[k] == '\\')
            k++;
        else if (file->text[k] == quote)
            return k + 1;
        else if (file->text[k] == '\n')
            return k;
    }
    return limit;
}

static unsigned number_end(const struct source_file *file, unsigned from, unsigned limit)
{
    const char *text = file->text;
    unsigned k = from;
    while (k < limit && (is_word_byte((unsigned char)text[k]) || text[k] == '.' ||
                         ((text[k] == '+' || text[k] == '-') && strchr("eEpP", text[k - 1]) && k > from)))
        k++;
    return k;
}

/* The token at or after "from"; TOKEN_END at "limit". Signs are single bytes: nothing here needs longer ones. */
struct token token_next(const struct source_file *file, unsigned from, unsigned limit)
{
    if (limit > file->length)
        limit = (unsigned)file->length;
    struct token token = { .begin = token_skip_blank(file, from, limit) };
    if (token.begin >= limit) {
        token.begin = token.end = limit;
        return token;
    }
    unsigned char byte = (unsigned char)file->text[token.begin];
    unsigned char next = token.begin + 1 < limit ? (unsigned char)file->text[token.begin + 1] : 0;
    token.end = token.begin + 1;
    if (isdigit(byte) || (byte == '.' && isdigit(next))) {
        token.kind = TOKEN_NUMBER;
        token.end = number_end(file, token.begin, limit);
    } else if (byte == '"' || byte == '\'') {
        token.kind = TOKEN_TEXT;
        token.end = quoted_end(file, token.begin, limit);
    } else if (is_word_byte(byte)) {
        token.kind = TOKEN_WORD;
        while (token.end < limit && is_word_byte((unsigned char)file->text[token.end]))
            token.end++;
    } else {
        token.kind = TOKEN_SIGN;
    }
    return token;
}

/* Whether "token" is spelled "spelling". */
bool token_is(const struct source_file *file, struct token token, const char *spelling)
{
    size_t length = strlen(spelling);
    return token.kind != TOKEN_END && token.end - token.begin == length &&
           memcmp(file->text + token.begin, spelling, length) == 0;
}

/* The end of a statement whose last token ends at "end": after its `;` if one follows, otherwise "end" itself (a macro
 * may have brought the `;` along). */
unsigned token_statement_end(const struct source_file *file, unsigned end)
{
    if (end > 0 && end <= file->length && file->text[end - 1] == ';')
        return end;
    unsigned next = token_skip_blank(file, end, (unsigned)file->length);
    return next < file->length && file->text[next] == ';' ? next + 1 : end;
}

static bool is_qualifier(const struct source_file *file, struct token token)
{
    static const char *const names[] = { "const",        "volatile", "restrict",     "__restrict",
                                         "__restrict__", "__const",  "__volatile__", "_Atomic" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (token_is(file, token, names[k]))
            return true;
    return false;
}

/* The end of the parenthesis that opens at or after "from" as the next token; "from" if there is none, "limit" if it
 * does not close. */
unsigned token_closing(const struct source_file *file, unsigned from, unsigned limit)
{
    unsigned depth = 0;
    struct token token = token_next(file, from, limit);
    if (!token_is(file, token, "("))
        return from;
    for (; token.kind != TOKEN_END; token = token_next(file, token.end, limit)) {
        depth += token_is(file, token, "(");
        if (token_is(file, token, ")") && --depth == 0)
            return token.end;
    }
    return limit;
}

/* Where the declarator of the name at "name" starts, in a declaration whose specifiers (or whose previous declarator's
 * end) are at "from": `*p` of `const int *p`. Stars and opening parentheses in a row before the name belong to it, with
 * the qualifiers between them; any other token ends the specifiers. */
unsigned token_declarator_begin(const struct source_file *file, unsigned from, unsigned name)
{
    unsigned begin = name;
    struct token token = token_next(file, from, name);
    for (; token.kind != TOKEN_END; token = token_next(file, token.end, name)) {
        if (token_is(file, token, "*") || token_is(file, token, "("))
            begin = begin == name ? token.begin : begin;
        else if (!is_qualifier(file, token))
            begin = name;
    }
    return begin;
}

/* Find the two semicolons in the header of the `for` statement that occupies [begin, end). Returns false if the text
 * there is not `for (...; ...; ...)`, as when part of it comes from a macro. */
bool token_for_semicolons(const struct source_file *file, unsigned begin, unsigned end, unsigned semicolons[2])
{
    struct token token = token_next(file, begin, end);
    if (!token_is(file, token, "for"))
        return false;
    unsigned depth = 0, found = 0;
    for (token = token_next(file, token.end, end); token.kind != TOKEN_END; token = token_next(file, token.end, end)) {
        if (token.kind != TOKEN_SIGN)
            continue;
        char sign = file->text[token.begin];
        if (sign == '(' || sign == '[' || sign == '{')
            depth++;
        else if ((sign == ')' || sign == ']' || sign == '}') && --depth == 0)
            return found == 2;
        else if (sign == ';' && depth == 1 && found < 2)
            semicolons[found++] = token.begin;
    }
    return false;
}
