/* Questions about a finished unit. */
#include <string.h>

#include "frontend/unit.h"

/* See unit.h. */
const char *unit_source(struct unit *unit, struct place place)
{
    if (!place.file || !place.file->is_main || place.end > place.file->length || place.begin > place.end)
        return NULL;
    return arena_strndup(unit->arena, place.file->text + place.begin, place.end - place.begin);
}

static bool functions_equal(const struct type *a, const struct type *b)
{
    if (a->parameter_count != b->parameter_count || a->is_variadic != b->is_variadic)
        return false;
    for (unsigned k = 0; k < a->parameter_count; k++)
        if (!type_equal(a->parameters[k], b->parameters[k]))
            return false;
    return type_equal(a->element, b->element);
}

/* See unit.h. Recursion ends because records are compared by identity. */
bool type_equal(const struct type *a, const struct type *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->is_atomic != b->is_atomic)
        return false;
    switch (a->kind) {
    case TYPE_VOID:
        return true;
    case TYPE_BOOL:
    case TYPE_INT:
        return a->bits == b->bits && a->is_unsigned == b->is_unsigned && a->is_char == b->is_char;
    case TYPE_FLOAT:
        return a->bits == b->bits;
    case TYPE_COMPLEX:
    case TYPE_POINTER:
        return type_equal(a->element, b->element);
    case TYPE_ARRAY:
        return a->extent == b->extent && type_equal(a->element, b->element);
    case TYPE_FUNCTION:
        return functions_equal(a, b);
    case TYPE_STRUCT:
    case TYPE_UNION:
        return a->record == b->record;
    case TYPE_OTHER:
        break;
    }
    return a->spelling && b->spelling && strcmp(a->spelling, b->spelling) == 0;
}

bool type_is_integer(const struct type *type)
{
    return type->kind == TYPE_INT || type->kind == TYPE_BOOL;
}

bool type_is_scalar(const struct type *type)
{
    return type_is_integer(type) || type->kind == TYPE_FLOAT || type->kind == TYPE_COMPLEX ||
           type->kind == TYPE_POINTER;
}

/* See unit.h. */
struct expr *expr_skip_implicit(struct expr *expr)
{
    while (expr &&
           ((expr->kind == EXPR_CAST && expr->is_implicit) || (expr->kind == EXPR_UNARY && expr->op == OP_EXTENSION)))
        expr = expr->operands[0];
    return expr;
}

/* See unit.h. */
struct expr *expr_skip_casts(struct expr *expr)
{
    while (expr && (expr->kind == EXPR_CAST || (expr->kind == EXPR_UNARY && expr->op == OP_EXTENSION)))
        expr = expr->operands[0];
    return expr;
}

/* See unit.h. a[i] has the root a only if a is an array: through a pointer the object is another one. */
struct variable *expr_root_variable(struct expr *expr)
{
    for (;;) {
        expr = expr_skip_implicit(expr);
        if (!expr)
            return NULL;
        if (expr->kind == EXPR_VARIABLE)
            return expr->variable;
        if (expr->kind == EXPR_INDEX && expr_skip_implicit(expr->operands[0])->type->kind == TYPE_ARRAY)
            expr = expr->operands[0];
        else if (expr->kind == EXPR_MEMBER && !expr->is_arrow)
            expr = expr->operands[0];
        else if (expr->kind == EXPR_UNARY && (expr->op == OP_REAL || expr->op == OP_IMAG))
            expr = expr->operands[0];
        else
            return NULL;
    }
}

static void visit_stmt_exprs(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user);

static void visit_whole(struct expr *expr, void (*visit)(struct expr *, void *), void *user)
{
    expr_visit(expr, visit, user);
}

struct inner_visit {
    void (*visit)(struct expr *, void *);
    void *user;
};

static void visit_inner(struct expr *expr, void *user)
{
    struct inner_visit *inner = user;
    visit_whole(expr, inner->visit, inner->user);
}

/* See unit.h. The statements of ({ ... }) belong to the expression. */
void expr_visit(struct expr *expr, void (*visit)(struct expr *, void *), void *user)
{
    if (!expr)
        return;
    for (unsigned k = 0; k < expr->operand_count; k++) {
        /* `a ?: b` names its first operand twice */
        bool is_again = k == 1 && expr->kind == EXPR_CONDITIONAL && expr->operands[1] == expr->operands[0];
        if (!is_again)
            expr_visit(expr->operands[k], visit, user);
    }
    if (expr->statement) {
        struct inner_visit inner = { visit, user };
        visit_stmt_exprs(expr->statement, visit_inner, &inner);
    }
    visit(expr, user);
}

static void visit_one(struct expr *expr, void (*visit)(struct expr *, void *), void *user)
{
    if (expr)
        visit(expr, user);
}

static void visit_stmt_exprs(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user)
{
    if (!stmt)
        return;
    for (unsigned k = 0; k < stmt->variable_count; k++)
        visit_one(stmt->variables[k]->init, visit, user);
    visit_stmt_exprs(stmt->init, visit, user);
    visit_one(stmt->expr, visit, user);
    if (stmt->kind != STMT_DO)
        visit_one(stmt->condition, visit, user);
    visit_one(stmt->range_end, visit, user);
    for (unsigned k = 0; k < stmt->child_count; k++)
        visit_stmt_exprs(stmt->children[k], visit, user);
    visit_stmt_exprs(stmt->then, visit, user);
    visit_stmt_exprs(stmt->otherwise, visit, user);
    visit_stmt_exprs(stmt->body, visit, user);
    if (stmt->kind == STMT_DO)
        visit_one(stmt->condition, visit, user);
    visit_one(stmt->step, visit, user);
}

/* See unit.h. The step of a `for` comes after its body, the condition of a `do` too. */
void stmt_visit_exprs(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user)
{
    visit_stmt_exprs(stmt, visit, user);
}

/* See unit.h. */
void stmt_visit(struct stmt *stmt, void (*visit)(struct stmt *, void *), void *user)
{
    if (!stmt)
        return;
    visit(stmt, user);
    stmt_visit(stmt->init, visit, user);
    for (unsigned k = 0; k < stmt->child_count; k++)
        stmt_visit(stmt->children[k], visit, user);
    stmt_visit(stmt->then, visit, user);
    stmt_visit(stmt->otherwise, visit, user);
    stmt_visit(stmt->body, visit, user);
}

/* See unit.h. */
bool stmt_contains(const struct stmt *outer, const struct stmt *inner)
{
    for (; inner; inner = inner->parent)
        if (inner == outer)
            return true;
    return false;
}
