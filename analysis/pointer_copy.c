#include "analysis/pointer_copy.h"

/* ---- what a value is based on ------------------------------------------------------------------------------------ */

static bool is_based_on(const struct expr *expr, const struct variable *variable);

/* Whether the address of the lvalue "expr" is computed from "variable". */
static bool is_place_based_on(const struct expr *expr, const struct variable *variable)
{
    switch (expr->kind) {
    case EXPR_VARIABLE:
        return expr->variable == variable; /* its own address: anybody may read it there */
    case EXPR_INDEX:
        return is_based_on(expr->operands[0], variable) || is_based_on(expr->operands[1], variable);
    case EXPR_MEMBER:
        return expr->is_arrow ? is_based_on(expr->operands[0], variable)
                              : is_place_based_on(expr->operands[0], variable);
    case EXPR_UNARY:
        return expr->op == OP_DEREF ? is_based_on(expr->operands[0], variable)
                                    : is_place_based_on(expr->operands[0], variable);
    default:
        break;
    }
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (expr->operands[k] && is_based_on(expr->operands[k], variable))
            return true;
    return false;
}

static bool any_operand(const struct expr *expr, const struct variable *variable)
{
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (expr->operands[k] && is_based_on(expr->operands[k], variable))
            return true;
    return false;
}

/* Whether the value of "expr" may be a pointer computed from that of "variable". What is loaded through the pointer is
 * not; an array that it leads to is. */
static bool is_based_on(const struct expr *expr, const struct variable *variable)
{
    bool is_array = expr->type->kind == TYPE_ARRAY;
    switch (expr->kind) {
    case EXPR_VARIABLE:
        return expr->variable == variable;
    case EXPR_INDEX:
    case EXPR_MEMBER:
        return is_array && is_place_based_on(expr, variable);
    case EXPR_UNARY:
        if (expr->op == OP_ADDRESS)
            return is_place_based_on(expr->operands[0], variable);
        if (expr->op == OP_DEREF)
            return is_array && is_based_on(expr->operands[0], variable);
        return expr->op != OP_LNOT && any_operand(expr, variable);
    case EXPR_BINARY:
        if (expr->op >= OP_LT && expr->op <= OP_LOR)
            return false;
        return expr->op == OP_COMMA ? is_based_on(expr->operands[1], variable) : any_operand(expr, variable);
    case EXPR_CONDITIONAL:
        return is_based_on(expr->operands[1], variable) || is_based_on(expr->operands[2], variable);
    case EXPR_CALL:
        return (expr->type->kind == TYPE_POINTER || expr->type->kind == TYPE_STRUCT || expr->type->kind == TYPE_UNION) &&
               any_operand(expr, variable);
    case EXPR_STATEMENT:
        return true;
    default:
        return any_operand(expr, variable);
    }
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

struct copy_search {
    struct program *program;
    const struct variable *variable;
    bool is_found;
};

static bool is_named(const struct expr *lvalue, const struct variable *variable)
{
    lvalue = expr_skip_casts((struct expr *)lvalue);
    return lvalue->kind == EXPR_VARIABLE && lvalue->variable == variable;
}

static void find_copy(struct expr *expr, void *user)
{
    struct copy_search *search = user;
    switch (expr->kind) {
    case EXPR_ASSIGN:
        search->is_found |= !is_named(expr->operands[0], search->variable) && is_based_on(expr->operands[1], search->variable);
        break;
    case EXPR_UNARY:
        search->is_found |= expr->op == OP_ADDRESS && is_named(expr->operands[0], search->variable);
        break;
    case EXPR_CALL: {
        const struct effects *effects = program_call_effects(search->program, expr);
        for (unsigned k = 1; k < expr->operand_count; k++)
            search->is_found |= is_based_on(expr->operands[k], search->variable) &&
                                (k > 64 || effects->is_unknown || (effects->keeps >> (k - 1) & 1));
        break;
    }
    case EXPR_INIT_LIST:
    case EXPR_COMPOUND_LITERAL:
    case EXPR_STATEMENT:
    case EXPR_OPAQUE:
        search->is_found |= any_operand(expr, search->variable);
        break;
    default:
        break;
    }
}

static void visit_copies(struct expr *expr, void *user)
{
    expr_visit(expr, find_copy, user);
}

static void find_initialised(struct stmt *stmt, void *user)
{
    struct copy_search *search = user;
    for (unsigned k = 0; k < stmt->variable_count; k++)
        search->is_found |= stmt->variables[k]->init && is_based_on(stmt->variables[k]->init, search->variable);
}

/* See pointer_copy.h. */
bool pointer_is_copied(struct program *program, const struct variable *variable)
{
    struct stmt *body = variable->function ? variable->function->body : NULL;
    if (!body || variable->address_taken)
        return true;
    struct copy_search search = { program, variable, false };
    stmt_visit_exprs(body, visit_copies, &search);
    stmt_visit(body, find_initialised, &search);
    return search.is_found || pointer_is_assigned(variable);
}

static void find_assignment(struct expr *expr, void *user)
{
    struct copy_search *search = user;
    if (expr->kind == EXPR_ASSIGN && expr->op == OP_NONE && is_named(expr->operands[0], search->variable)) {
        const struct expr *value = expr_skip_casts(expr->operands[1]);
        bool is_step = value->kind == EXPR_BINARY && (value->op == OP_ADD || value->op == OP_SUB) &&
                       is_named(value->operands[0], search->variable) && value->operands[1]->type->kind == TYPE_INT;
        search->is_found |= !is_step;
    }
}

static void visit_assignments(struct expr *expr, void *user)
{
    expr_visit(expr, find_assignment, user);
}

/* See pointer_copy.h. */
bool pointer_is_assigned(const struct variable *variable)
{
    struct stmt *body = variable->function ? variable->function->body : NULL;
    if (!body || variable->address_taken)
        return true;
    struct copy_search search = { NULL, variable, false };
    stmt_visit_exprs(body, visit_assignments, &search);
    return search.is_found;
}
