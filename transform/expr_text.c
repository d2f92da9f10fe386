#include "transform/expr_text.h"

#include <ctype.h>
#include <string.h>

/* ---- the user's own words -----------------------------------------------------------------------------------------
 */

static bool same_range(struct place a, struct place b)
{
    return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

/* Whether the bytes at the place of "expr" say "expr" and nothing else. A macro use may stand for more than "expr": for
 * the whole loop header, or for the whole test. */
static bool has_own_text(const struct loop *loop, const struct expr *expr)
{
    struct place place = expr->place;
    if (!place.file || !place.file->is_main || place.end <= place.begin || place.end > place.file->length)
        return false;
    if (!place.from_macro)
        return true;
    const char *text = place.file->text + place.begin;
    for (unsigned k = 0; k < place.end - place.begin; k++)
        if (!isalnum((unsigned char)text[k]) && text[k] != '_')
            return false;
    const struct stmt *stmt = loop->stmt;
    bool is_header = place.begin == stmt->place.begin ||
                     (stmt->condition && stmt->condition != expr && same_range(place, stmt->condition->place)) ||
                     (stmt->init && same_range(place, stmt->init->place));
    return !is_header && (expr->kind == EXPR_INT || expr->kind == EXPR_VARIABLE);
}

/* The source text of "place" with white space runs as one blank; NULL if it holds comments, or line or directive
 * characters. */
static const char *one_line(struct arena *arena, struct place place)
{
    unsigned length = place.end - place.begin;
    const char *text = place.file->text + place.begin;
    char *line = arena_alloc(arena, length + 1);
    unsigned n = 0;
    for (unsigned k = 0; k < length; k++) {
        if (text[k] == '\\' || text[k] == '#' ||
            (text[k] == '/' && k + 1 < length && (text[k + 1] == '/' || text[k + 1] == '*')))
            return NULL;
        if (isspace((unsigned char)text[k])) {
            if (n && line[n - 1] != ' ')
                line[n++] = ' ';
        } else {
            line[n++] = text[k];
        }
    }
    return line;
}

/* ---- printing again -----------------------------------------------------------------------------------------------
 */

static const char *binary_operator(enum operator op)
{
    static const char *const names[] = {
        [OP_ADD] = "+",  [OP_SUB] = "-", [OP_MUL] = "*", [OP_DIV] = "/", [OP_REM] = "%",   [OP_SHL] = "<<",
        [OP_SHR] = ">>", [OP_AND] = "&", [OP_OR] = "|",  [OP_XOR] = "^", [OP_LT] = "<",    [OP_GT] = ">",
        [OP_LE] = "<=",  [OP_GE] = ">=", [OP_EQ] = "==", [OP_NE] = "!=", [OP_LAND] = "&&", [OP_LOR] = "||",
    };
    return op < sizeof names / sizeof *names ? names[op] : NULL;
}

/* An integer constant with the suffix that gives it the width and sign of its type. */
static const char *integer_text(struct arena *arena, const struct expr *expr)
{
    const char *suffix = expr->type->is_unsigned ? (expr->type->bits > 32 ? "ul" : "u")
                         : expr->type->bits > 32 ? "l"
                                                 : "";
    if (expr->type->is_unsigned)
        return arena_printf(arena, "%llu%s", (unsigned long long)expr->int_value, suffix);
    return expr->int_value < 0 ? arena_printf(arena, "(%lld%s)", expr->int_value, suffix)
                               : arena_printf(arena, "%lld%s", expr->int_value, suffix);
}

static const char *unary_text(struct arena *arena, const struct loop *loop, struct expr *expr)
{
    static const char *const names[] = {
        [OP_NEG] = "-", [OP_PLUS] = "+", [OP_NOT] = "~", [OP_LNOT] = "!", [OP_DEREF] = "*", [OP_ADDRESS] = "&"
    };
    const char *name = expr->op < sizeof names / sizeof *names ? names[expr->op] : NULL;
    const char *operand = name ? expr_operand_text(arena, loop, expr->operands[0]) : NULL;
    return operand ? arena_printf(arena, "%s%s", name, operand) : NULL;
}

static const char *call_text(struct arena *arena, const struct loop *loop, struct expr *expr)
{
    const struct expr *callee = expr_skip_casts(expr->operands[0]);
    const char *text = callee->kind == EXPR_FUNCTION ? arena_printf(arena, "%s(", callee->function->name) : NULL;
    for (unsigned k = 1; text && k < expr->operand_count; k++) {
        const char *argument = expr_text(arena, loop, expr->operands[k]);
        text = argument ? arena_printf(arena, "%s%s%s", text, k > 1 ? ", " : "", argument) : NULL;
    }
    return text ? arena_printf(arena, "%s)", text) : NULL;
}

static const char *printed(struct arena *arena, const struct loop *loop, struct expr *expr)
{
    const char *a = NULL, *b = NULL;
    switch (expr->kind) {
    case EXPR_INT:
        return expr->type->kind == TYPE_INT ? integer_text(arena, expr) : NULL;
    case EXPR_VARIABLE:
        return expr->variable->name;
    case EXPR_UNARY:
        return unary_text(arena, loop, expr);
    case EXPR_CAST:
        if (expr->is_implicit)
            return expr_text(arena, loop, expr->operands[0]);
        a = expr_operand_text(arena, loop, expr->operands[0]);
        return a && type_is_scalar(expr->type) && expr->type->written
                   ? arena_printf(arena, "(%s)%s", expr->type->written, a)
                   : NULL;
    case EXPR_CALL:
        return call_text(arena, loop, expr);
    case EXPR_BINARY:
        a = expr_operand_text(arena, loop, expr->operands[0]);
        b = expr_operand_text(arena, loop, expr->operands[1]);
        return a && b && binary_operator(expr->op) ? arena_printf(arena, "%s %s %s", a, binary_operator(expr->op), b)
                                                   : NULL;
    case EXPR_INDEX:
        a = expr_operand_text(arena, loop, expr->operands[0]);
        b = expr_text(arena, loop, expr->operands[1]);
        return a && b ? arena_printf(arena, "%s[%s]", a, b) : NULL;
    case EXPR_MEMBER:
        a = expr_operand_text(arena, loop, expr->operands[0]);
        return a ? arena_printf(arena, "%s%s%s", a, expr->is_arrow ? "->" : ".", expr->field->name) : NULL;
    default:
        return NULL;
    }
}

/* See expr_text.h. */
const char *expr_text(struct arena *arena, const struct loop *loop, struct expr *expr)
{
    while (expr->kind == EXPR_CAST && expr->is_implicit)
        expr = expr->operands[0];
    const char *own = has_own_text(loop, expr) ? one_line(arena, expr->place) : NULL;
    return own ? own : printed(arena, loop, expr);
}

/* See expr_text.h. */
const char *expr_operand_text(struct arena *arena, const struct loop *loop, struct expr *expr)
{
    expr = expr_skip_implicit(expr);
    const char *text = expr_text(arena, loop, expr);
    if (!text)
        return NULL;
    switch (expr->kind) {
    case EXPR_INT:
        return text[0] == '-' ? arena_printf(arena, "(%s)", text) : text;
    case EXPR_FLOAT:
    case EXPR_VARIABLE:
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_CALL:
        return text;
    default: {
        size_t depth = 0, length = strlen(text);
        for (size_t k = 0; text[0] == '(' && k < length; k++) { /* already in one pair of parentheses? */
            depth += text[k] == '(';
            depth -= text[k] == ')';
            if (depth == 0)
                return k + 1 == length ? text : arena_printf(arena, "(%s)", text);
        }
        return arena_printf(arena, "(%s)", text);
    }
    }
}

/* A visit that goes on below the top-level expressions. */
struct deep_visit {
    void (*visit)(struct expr *, void *);
    void *user;
};

static void visit_below(struct expr *expr, void *user)
{
    struct deep_visit *deep = user;
    expr_visit(expr, deep->visit, deep->user);
}

/* See expr_text.h. */
void expr_visit_in(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user)
{
    struct deep_visit deep = { visit, user };
    stmt_visit_exprs(stmt, visit_below, &deep);
}

/* ---- questions ----------------------------------------------------------------------------------------------------
 */

static void find_effect(struct expr *expr, void *user)
{
    bool *has_effect = user;
    bool changes = expr->kind == EXPR_ASSIGN || expr->kind == EXPR_CALL || expr->kind == EXPR_STATEMENT ||
                   expr->kind == EXPR_OPAQUE ||
                   (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    *has_effect |= changes || expr->type->is_volatile || expr->type->is_atomic;
}

/* See expr_text.h. */
bool expr_is_repeatable(struct expr *expr)
{
    bool has_effect = false;
    expr_visit(expr, find_effect, &has_effect);
    return !has_effect;
}

/* Variables that an expression names (while "is_collecting" is unset: that the loop changes). */
struct fixed_search {
    const struct variable *variable;
    bool is_changed;
};

static void find_change(struct expr *expr, void *user)
{
    struct fixed_search *search = user;
    bool changes =
        expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    if (changes && expr_root_variable(expr->operands[0]) == search->variable)
        search->is_changed = true;
}

struct fixed_check {
    const struct loop *loop;
    bool is_fixed;
};

static void check_fixed(struct expr *expr, void *user)
{
    struct fixed_check *check = user;
    if (expr->kind == EXPR_VARIABLE) {
        struct fixed_search search = { .variable = expr->variable };
        expr_visit_in(check->loop->stmt, find_change, &search);
        bool is_known = expr->variable->storage == STORAGE_LOCAL || expr->variable->storage == STORAGE_PARAMETER ||
                        expr->variable->type->is_const;
        if (search.is_changed || expr->variable->address_taken || !is_known)
            check->is_fixed = false;
    } else if (expr->kind != EXPR_INT && expr->kind != EXPR_BINARY && expr->kind != EXPR_CAST &&
               !(expr->kind == EXPR_UNARY && (expr->op == OP_NEG || expr->op == OP_PLUS || expr->op == OP_NOT))) {
        check->is_fixed = false;
    }
}

/* See expr_text.h. */
bool expr_is_fixed(const struct loop *loop, struct expr *expr)
{
    struct fixed_check check = { loop, true };
    if (expr->has_value)
        return true;
    expr_visit(expr, check_fixed, &check);
    return check.is_fixed;
}
