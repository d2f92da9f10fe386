#include "driver/compare.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a number starts at "at" in "line" (which ends at "end"): not in the middle of a word. */
static bool starts_number(const char *begin, const char *at)
{
    if (at > begin && (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == '.'))
        return false;
    if (*at == '-' || *at == '+')
        at++;
    if (*at == '.')
        at++;
    return isdigit((unsigned char)*at);
}

static bool is_close(double a, double b, double tolerance)
{
    return a == b || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

/* Whether the NUL-terminated lines "a" and "b" agree. */
static bool lines_agree(const char *a, const char *b, double tolerance)
{
    const char *begin_a = a, *begin_b = b;
    while (*a && *b) {
        if (starts_number(begin_a, a) && starts_number(begin_b, b)) {
            char *end_a, *end_b;
            double x = strtod(a, &end_a), y = strtod(b, &end_b);
            if (!is_close(x, y, tolerance))
                return false;
            a = end_a;
            b = end_b;
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b;
}

/* Take the next line off "rest". */
static struct output next_line(struct output *rest)
{
    const char *newline = rest->length ? memchr(rest->bytes, '\n', rest->length) : NULL;
    struct output line = { rest->bytes, newline ? (size_t)(newline - rest->bytes) : rest->length };
    size_t used = line.length + (newline != NULL);
    *rest = (struct output){ rest->bytes + used, rest->length - used };
    return line;
}

/* Whether two lines agree, numbers within "tolerance" if it is positive. */
static bool agree(struct output a, struct output b, double tolerance)
{
    if (a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0)
        return true;
    if (tolerance <= 0)
        return false;
    char *text_a = strndup(a.bytes, a.length), *text_b = strndup(b.bytes, b.length);
    bool is_same = text_a && text_b && lines_agree(text_a, text_b, tolerance);
    free(text_a);
    free(text_b);
    return is_same;
}

/* See compare.h. */
bool compare_outputs(struct output a, struct output b, double tolerance, unsigned *line)
{
    bool has_end_a = a.length == 0 || a.bytes[a.length - 1] == '\n',
         has_end_b = b.length == 0 || b.bytes[b.length - 1] == '\n';
    for (*line = 1; a.length && b.length; ++*line)
        if (!agree(next_line(&a), next_line(&b), tolerance))
            return false;
    return a.length == 0 && b.length == 0 && has_end_a == has_end_b;
}

/* See compare.h. */
struct output compare_line(struct output output, unsigned line)
{
    struct output found = next_line(&output);
    while (--line > 0)
        found = next_line(&output);
    return found;
}
