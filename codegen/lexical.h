/* Questions about the user's text that need no tree: parentheses, comments, lines. */
#ifndef AIPCC_CODEGEN_LEXICAL_H
#define AIPCC_CODEGEN_LEXICAL_H

#include <stdbool.h>

/* The offset behind the parenthesis that closes the first one at or after "offset" (only white space and comments may
 * come before it); 0 if there is none. Strings, character constants and comments are skipped. */
unsigned lexical_parenthesis_end(const char *text, unsigned length, unsigned offset);
/* The offset of the first byte at or after "offset" that belongs to no white space and no comment. */
unsigned lexical_skip_blank(const char *text, unsigned length, unsigned offset);
/* Whether the byte "offset" lies on a preprocessor directive's (logical) line. */
bool lexical_is_directive_line(const char *text, unsigned offset);
/* Whether [begin, end) is white space only. */
bool lexical_is_blank(const char *text, unsigned begin, unsigned end);
/* Whether the identifier "name" occurs as a whole word in [begin, end). */
bool lexical_has_word(const char *text, unsigned begin, unsigned end, const char *name);

#endif
