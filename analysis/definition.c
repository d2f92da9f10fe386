#include "analysis/definition.h"

enum { MAX_CHAIN = 6 };

struct search {
    const struct variable *variable;
    unsigned changes;
    struct stmt *only; /* the statement that is just an assignment to it, if there is one */
};

static bool is_variable(const struct expr *expr, const struct variable *variable)
{
    return expr->kind == EXPR_VARIABLE && expr->variable == variable;
}

static void count_in_expr(struct expr *expr, void *user)
{
    struct search *search = user;
    if (expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC))
        search->changes += is_variable(expr_skip_casts(expr->operands[0]), search->variable);
    if (expr->kind == EXPR_STATEMENT)
        search->changes++; /* who knows */
}

static void count_in_top(struct expr *expr, void *user)
{
    expr_visit(expr, count_in_expr, user);
}

static void find_statement(struct stmt *stmt, void *user)
{
    struct search *search = user;
    if (stmt->kind == STMT_EXPR && stmt->expr && stmt->expr->kind == EXPR_ASSIGN && stmt->expr->op == OP_NONE &&
        is_variable(stmt->expr->operands[0], search->variable))
        search->only = stmt;
}

static bool is_local(const struct variable *variable)
{
    return (variable->storage == STORAGE_LOCAL || variable->storage == STORAGE_PARAMETER) && variable->function &&
           variable->function->body && !variable->address_taken && type_is_integer(variable->type) &&
           !variable->type->is_volatile;
}

static struct expr *find(const struct variable *variable, const struct stmt *at, unsigned depth);

/* Whether "expr" has the same value wherever it is evaluated. */
static bool is_fixed(const struct expr *expr, const struct stmt *at, unsigned depth)
{
    if (expr->has_value)
        return true;
    switch (expr->kind) {
    case EXPR_VARIABLE: {
        struct search search = { .variable = expr->variable };
        if (!is_local(expr->variable))
            return false;
        if (expr->variable->storage == STORAGE_PARAMETER) {
            stmt_visit_exprs(expr->variable->function->body, count_in_top, &search);
            return !search.changes;
        }
        return find(expr->variable, at, depth + 1);
    }
    case EXPR_BINARY:
        return (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_MUL) &&
               is_fixed(expr->operands[0], at, depth) && is_fixed(expr->operands[1], at, depth);
    case EXPR_UNARY:
        return (expr->op == OP_NEG || expr->op == OP_PLUS) && is_fixed(expr->operands[0], at, depth);
    case EXPR_CAST:
        return type_is_integer(expr->type) && is_fixed(expr->operands[0], at, depth);
    default:
        return false;
    }
}

static struct expr *find(const struct variable *variable, const struct stmt *at, unsigned depth)
{
    if (depth > MAX_CHAIN || !is_local(variable) || variable->storage == STORAGE_PARAMETER)
        return NULL;
    struct search search = { .variable = variable };
    struct stmt *body = variable->function->body;
    stmt_visit_exprs(body, count_in_top, &search);
    struct expr *value = variable->init;
    if (search.changes == 1 && !value) {
        stmt_visit(body, find_statement, &search);
        const struct stmt *only = search.only;
        bool is_before = only && only->parent && only->parent->kind == STMT_COMPOUND &&
                         stmt_contains(only->parent, at) && only->place.end <= at->place.begin;
        value = is_before ? only->expr->operands[1] : NULL;
    } else if (search.changes) {
        return NULL;
    }
    return value && type_is_integer(value->type) && is_fixed(value, at, depth) ? value : NULL;
}

struct expr *definition_of(const struct variable *variable, const struct stmt *at)
{
    return find(variable, at, 0);
}
