/* The C text of expressions of the user's program, for conditions and bounds that are written in front of a loop. */
#ifndef AIPCC_TRANSFORM_EXPR_TEXT_H
#define AIPCC_TRANSFORM_EXPR_TEXT_H

#include "frontend/unit.h"

/* The text of "expr", which belongs to the header or body of "loop", on one line: the user's own words where they can
 * be used, otherwise printed again. NULL if there is no such text (it comes out of a macro and cannot be printed).
 * Arena string. */
const char *expr_text(struct arena *arena, const struct loop *loop, struct expr *expr);
/* The same, in parentheses if it could not stand as the operand of any binary operator. */
const char *expr_operand_text(struct arena *arena, const struct loop *loop, struct expr *expr);

/* Call "visit" on every expression below "stmt", at any depth. */
void expr_visit_in(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user);

/* Whether "expr" may be evaluated once more: no assignment, ++, -- or call in it, and nothing volatile. */
bool expr_is_repeatable(struct expr *expr);
/* Whether "expr" reads nothing but constants, and variables that "loop" (its header included) does not name on the left
 * side of an assignment and whose address is not taken: then its value stays the same through the loop. */
bool expr_is_fixed(const struct loop *loop, struct expr *expr);

#endif
