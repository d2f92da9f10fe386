/* Which variables and functions have their address taken: a pass over the finished tree. */
#include "frontend/unit.h"

static void take_address(struct expr *expr)
{
    struct variable *variable = expr_root_variable(expr);
    if (variable)
        variable->address_taken = true;
}

/* An array that is used here other than by subscripting it or by taking its address decays into a pointer. */
static void check_operand(struct expr *parent, unsigned position)
{
    struct expr *operand = parent->operands[position];
    if (!operand)
        return;
    if (operand->kind == EXPR_FUNCTION)
        operand->function->address_taken |= !(parent->kind == EXPR_CALL && position == 0);
    bool is_subscripted = parent->kind == EXPR_INDEX && position == 0;
    if (operand->type->kind == TYPE_ARRAY && !is_subscripted)
        take_address(operand);
}

static void mark_expr(struct expr *expr, void *user)
{
    (void)user;
    for (unsigned k = 0; k < expr->operand_count; k++) {
        check_operand(expr, k);
        if (expr->kind == EXPR_OPAQUE && expr->operands[k])
            take_address(expr->operands[k]);
    }
    if (expr->kind == EXPR_UNARY && expr->op == OP_ADDRESS)
        take_address(expr->operands[0]);
    /* p->f on an array p decays like *p */
    if (expr->kind == EXPR_MEMBER && expr->is_arrow)
        check_operand(expr, 0);
}

static void mark_whole(struct expr *expr, void *user)
{
    if (expr->kind == EXPR_FUNCTION)
        expr->function->address_taken = true;
    if (expr->type->kind == TYPE_ARRAY)
        take_address(expr);
    expr_visit(expr, mark_expr, user);
}

/* Set "address_taken" of all variables and functions of "unit". */
void addresses_mark(struct unit *unit)
{
    for (unsigned k = 0; k < unit->function_count; k++)
        if (unit->functions[k]->body)
            stmt_visit_exprs(unit->functions[k]->body, mark_whole, NULL);
    for (unsigned k = 0; k < unit->variable_count; k++)
        if (unit->variables[k]->init && !unit->variables[k]->declaration)
            mark_whole(unit->variables[k]->init, NULL);
}
