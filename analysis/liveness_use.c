/* What one expression does with one variable. */
#include "analysis/liveness.h"

#include <string.h>

#include "analysis/call_graph.h"
#include "analysis/effects.h"
#include "analysis/points_to.h"

static const struct use no_use = { false, false };

/* First "a", then "b". */
static struct use in_order(struct use a, struct use b)
{
    return (struct use){ a.reads || (!a.kills && b.reads), a.kills || b.kills };
}

/* "a" and "b" in an order that is not known. */
static struct use both(struct use a, struct use b)
{
    return (struct use){ a.reads || b.reads, a.kills || b.kills };
}

/* "a" or "b". */
static struct use one_of(struct use a, struct use b)
{
    return (struct use){ a.reads || b.reads, a.kills && b.kills };
}

static struct use use_of_operands(struct liveness *liveness, struct expr *expr, unsigned first)
{
    struct use use = no_use;
    for (unsigned k = first; k < expr->operand_count; k++)
        use = both(use, use_of_expr(liveness, expr->operands[k]));
    return use;
}

static bool is_the_variable(const struct liveness *liveness, struct expr *expr)
{
    expr = expr_skip_casts(expr);
    return expr && expr->kind == EXPR_VARIABLE && variable_info(expr->variable)->variable == liveness->variable;
}

/* `v`, `&v`, `&v[0]`, `v[0]` of a two-dimensional v ...: the address of the variable's first byte. */
static bool is_its_beginning(const struct liveness *liveness, struct expr *expr)
{
    expr = expr_skip_casts(expr);
    if (expr->kind == EXPR_UNARY && expr->op == OP_ADDRESS)
        expr = expr_skip_casts(expr->operands[0]);
    while (expr->kind == EXPR_INDEX && expr->operands[1]->has_value && expr->operands[1]->int_value == 0 &&
           expr_skip_implicit(expr->operands[0])->type->kind == TYPE_ARRAY)
        expr = expr_skip_implicit(expr->operands[0]);
    return is_the_variable(liveness, expr);
}

/* Whether "pointer" may point to the variable. */
static bool may_point_to_it(struct liveness *liveness, struct expr *pointer)
{
    struct idset memory = { 0 };
    if (!liveness->is_reachable)
        return false;
    bool is_unknown = points_to_memory(liveness->program, pointer, &memory);
    return idset_has(&memory, liveness->memory) ||
           (is_unknown && points_to_memory_of_id(liveness->program, liveness->memory)->escapes);
}

/* ---- lvalues --------------------------------------------------------------------------------------------------- */

/* Finding out where the lvalue "expr" is; "*pointer" is the pointer it goes through, or NULL. */
static struct use use_of_place(struct liveness *liveness, struct expr *expr, struct expr **pointer)
{
    *pointer = NULL;
    expr = expr_skip_implicit(expr);
    if (expr->kind == EXPR_VARIABLE)
        return no_use;
    if (expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER || (expr->kind == EXPR_UNARY && expr->operand_count)) {
        struct expr *base = expr_skip_implicit(expr->operands[0]);
        struct use index = expr->kind == EXPR_INDEX ? use_of_expr(liveness, expr->operands[1]) : no_use;
        if (base->type->kind != TYPE_POINTER)
            return both(index, use_of_place(liveness, base, pointer));
        *pointer = expr->operands[0];
        return both(index, use_of_expr(liveness, expr->operands[0]));
    }
    return use_of_operands(liveness, expr, 0);
}

static struct use use_of_read(struct liveness *liveness, struct expr *expr)
{
    struct expr *pointer;
    struct use use = use_of_place(liveness, expr, &pointer);
    struct variable *root = expr_root_variable(expr);
    if (expr->type->kind == TYPE_ARRAY || expr->type->kind == TYPE_FUNCTION)
        return use;
    if (root)
        use.reads |= variable_info(root)->variable == liveness->variable;
    else if (pointer)
        use.reads |= may_point_to_it(liveness, pointer);
    return use;
}

static struct use use_of_assignment(struct liveness *liveness, struct expr *expr)
{
    struct expr *target = expr_skip_implicit(expr->operands[0]), *pointer;
    struct use use = use_of_expr(liveness, expr->operands[1]);
    if (expr->op != OP_NONE)
        return both(use, use_of_read(liveness, target));
    if (is_the_variable(liveness, target) && target->kind == EXPR_VARIABLE)
        return in_order(use, (struct use){ false, true });
    return both(use, use_of_place(liveness, target, &pointer));
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */

/* memset(v, ...), memcpy(v, ...) over all of the variable. */
static bool overwrites_all(struct liveness *liveness, struct expr *call)
{
    struct expr *callee = expr_skip_casts(call->operands[0]);
    if (callee->kind != EXPR_FUNCTION || call->operand_count != 4 || callee->function->body)
        return false;
    const char *name = callee->function->name;
    if (strncmp(name, "__builtin_", 10) == 0)
        name += 10;
    if (strcmp(name, "memset") != 0 && strcmp(name, "memcpy") != 0)
        return false;
    struct expr *size = call->operands[3];
    return is_its_beginning(liveness, call->operands[1]) && size->has_value && liveness->variable->type->size > 0 &&
           size->int_value == liveness->variable->type->size;
}

static struct use use_by_callee(struct liveness *liveness, struct function_info *info)
{
    if (info->function->body && !info->library && !info->is_ambiguous)
        return use_of_function(liveness, info);
    struct summary *summary = effects_summary(liveness->program, info);
    bool escapes = points_to_memory_of_id(liveness->program, liveness->memory)->escapes;
    return (struct use){ (summary->effects.is_unknown || summary->reads_unknown) && escapes, false };
}

/* What the callees do with the variable under its own name, or through pointers that are not arguments. */
static struct use use_by_callees(struct liveness *liveness, struct expr *call)
{
    struct call_site *site = call_site_of(liveness->program, call);
    if (!site || site->is_unknown || !site->callee_count)
        return (struct use){ points_to_memory_of_id(liveness->program, liveness->memory)->escapes, false };
    struct use use = { false, true };
    for (unsigned k = 0; k < site->callee_count; k++)
        use = one_of(use, use_by_callee(liveness, site->callees[k]));
    return use;
}

/* A function that the library calls back, qsort's comparison and the like. */
static bool is_read_by_callbacks(struct liveness *liveness, struct expr *call)
{
    struct call_site *site = call_site_of(liveness->program, call);
    for (unsigned k = 0; site && k < site->callee_count; k++) {
        struct function_info **functions;
        bool is_unknown = false;
        if (!site->callees[k]->library)
            continue;
        unsigned count = effects_callbacks(liveness->program, site->callees[k]->library, call, &functions, &is_unknown);
        for (unsigned c = 0; c < count; c++)
            if (use_by_callee(liveness, functions[c]).reads)
                return true;
        if (is_unknown)
            return true;
    }
    return false;
}

static bool is_read_through_arguments(struct liveness *liveness, struct expr *call)
{
    const struct effects *effects = program_call_effects(liveness->program, call);
    for (unsigned k = 0; k + 1 < call->operand_count; k++) {
        bool is_touched = k >= MAX_ORIGIN_PARAMETERS || (effects->reads_through >> k & 1);
        struct expr *argument = call->operands[k + 1];
        if (!is_touched || type_is_integer(argument->type) || argument->type->kind == TYPE_FLOAT)
            continue;
        struct idset memory = { 0 };
        bool is_unknown = points_to_memory(liveness->program, argument, &memory);
        is_unknown |= points_to_close(liveness->program, &memory);
        if (idset_has(&memory, liveness->memory) ||
            (is_unknown && points_to_memory_of_id(liveness->program, liveness->memory)->escapes))
            return true;
    }
    return false;
}

static struct use use_of_call(struct liveness *liveness, struct expr *call)
{
    struct use use = no_use;
    bool overwrites = overwrites_all(liveness, call);
    for (unsigned k = overwrites ? 2 : 0; k < call->operand_count; k++)
        use = both(use, use_of_expr(liveness, call->operands[k]));
    if (call == liveness->skipped_call)
        return use;
    if (overwrites)
        return in_order(use, (struct use){ false, true });
    if (!liveness->is_local || liveness->is_reachable) {
        use = in_order(use, use_by_callees(liveness, call));
        use.reads |= liveness->is_reachable && !use.reads && is_read_through_arguments(liveness, call);
        use.reads |= !use.reads && is_read_by_callbacks(liveness, call);
    }
    return use;
}

/* ---- expressions ----------------------------------------------------------------------------------------------- */

struct inner {
    struct liveness *liveness;
    struct use use;
};

static void add_inner(struct expr *expr, void *user)
{
    struct inner *inner = user;
    inner->use.reads |= use_of_expr(inner->liveness, expr).reads;
}

static struct use use_of_unary(struct liveness *liveness, struct expr *expr)
{
    struct expr *pointer;
    switch (expr->op) {
    case OP_DEREF:
    case OP_REAL:
    case OP_IMAG:
        return use_of_read(liveness, expr);
    case OP_ADDRESS:
        return use_of_place(liveness, expr->operands[0], &pointer);
    default:
        return use_of_expr(liveness, expr->operands[0]);
    }
}

static struct use use_of_binary(struct liveness *liveness, struct expr *expr)
{
    struct use left = use_of_expr(liveness, expr->operands[0]);
    struct use right = use_of_expr(liveness, expr->operands[1]);
    if (expr->op == OP_COMMA)
        return in_order(left, right);
    if (expr->op == OP_LAND || expr->op == OP_LOR)
        return in_order(left, (struct use){ right.reads, false });
    return both(left, right);
}

/* Opaque expressions may read whatever they mention or point to. */
static struct use use_of_opaque(struct liveness *liveness, struct expr *expr)
{
    struct use use = use_of_operands(liveness, expr, 0);
    for (unsigned k = 0; k < expr->operand_count; k++) {
        struct expr *operand = expr->operands[k];
        struct variable *root = operand ? expr_root_variable(operand) : NULL;
        bool is_named = root && variable_info(root)->variable == liveness->variable;
        bool may_call = operand && operand->kind == EXPR_FUNCTION && !liveness->is_local;
        use.reads |= is_named || may_call;
    }
    use.reads |= liveness->is_reachable;
    return (struct use){ use.reads, false };
}

/* See liveness.h. */
struct use use_of_expr(struct liveness *liveness, struct expr *expr)
{
    if (!expr)
        return no_use;
    switch (expr->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_FUNCTION:
        return no_use;
    case EXPR_VARIABLE:
    case EXPR_INDEX:
    case EXPR_MEMBER:
        return use_of_read(liveness, expr);
    case EXPR_UNARY:
        return use_of_unary(liveness, expr);
    case EXPR_BINARY:
        return use_of_binary(liveness, expr);
    case EXPR_ASSIGN:
        return use_of_assignment(liveness, expr);
    case EXPR_CONDITIONAL:
        return in_order(use_of_expr(liveness, expr->operands[0]),
                        one_of(use_of_expr(liveness, expr->operands[1]), use_of_expr(liveness, expr->operands[2])));
    case EXPR_CALL:
        return use_of_call(liveness, expr);
    case EXPR_STATEMENT: {
        struct inner inner = { liveness, no_use };
        stmt_visit_exprs(expr->statement, add_inner, &inner);
        return inner.use;
    }
    case EXPR_OPAQUE:
        return use_of_opaque(liveness, expr);
    default:
        return use_of_operands(liveness, expr, 0);
    }
}

/* ---- loops that fill arrays ------------------------------------------------------------------------------------ */

static struct expr *single_expression(struct stmt *stmt)
{
    return stmt && stmt->kind == STMT_EXPR ? stmt->expr : NULL;
}

/* The counter of `for (i = 0; i < extent; i++)`, or NULL. */
static struct variable *counter_over(struct stmt *stmt, long long extent)
{
    struct expr *test = stmt->condition, *step = stmt->step;
    struct variable *counter = NULL;
    if (!test || !step || test->kind != EXPR_BINARY || step->kind != EXPR_UNARY || !stmt->init)
        return NULL;
    struct expr *start = single_expression(stmt->init);
    if (stmt->init->kind == STMT_DECL && stmt->init->variable_count == 1) {
        counter = stmt->init->variables[0];
        start = counter->init;
    } else if (start && start->kind == EXPR_ASSIGN && start->op == OP_NONE) {
        counter = expr_root_variable(start->operands[0]);
        start = start->operands[1];
    }
    bool counts_up = step->op == OP_PRE_INC || step->op == OP_POST_INC;
    if (!counter || !start || !start->has_value || start->int_value != 0 || !counts_up ||
        !type_is_integer(counter->type) || expr_root_variable(step->operands[0]) != counter ||
        expr_root_variable(expr_skip_casts(test->operands[0])) != counter || !test->operands[1]->has_value)
        return NULL;
    long long last = test->operands[1]->int_value + (test->op == OP_LE);
    return (test->op == OP_LT || test->op == OP_LE || test->op == OP_NE) && last >= extent ? counter : NULL;
}

struct fill_check {
    struct liveness *liveness;
    struct stmt *loops[8];        /* the nest, outermost first, with */
    struct variable *counters[8]; /* their counters, and how often those are assigned: */
    unsigned assignments[8];
    unsigned depth;
    unsigned mentions; /* of the array */
    bool is_broken;    /* something jumps, calls ... */
};

static void check_expr(struct expr *expr, void *user)
{
    struct fill_check *check = user;
    bool writes =
        expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    if (expr->kind == EXPR_VARIABLE)
        check->mentions += variable_info(expr->variable)->variable == check->liveness->variable;
    if (expr->kind == EXPR_CALL || expr->kind == EXPR_STATEMENT || expr->kind == EXPR_OPAQUE)
        check->is_broken |= check->liveness->is_reachable || !check->liveness->is_local;
    for (unsigned k = 0; writes && k < check->depth; k++)
        check->assignments[k] += expr_root_variable(expr->operands[0]) == check->counters[k];
}

static void check_whole(struct expr *expr, void *user)
{
    expr_visit(expr, check_expr, user);
}

static void check_stmt(struct stmt *stmt, void *user)
{
    struct fill_check *check = user;
    check->is_broken |= stmt->kind == STMT_BREAK || stmt->kind == STMT_CONTINUE || stmt->kind == STMT_GOTO ||
                        stmt->kind == STMT_RETURN || stmt->kind == STMT_LABEL || stmt->kind == STMT_ASM;
}

/* Whether "expr" assigns v[c0][c1]... with exactly the counters around it. */
static bool assigns_element(const struct fill_check *check, struct expr *expr)
{
    if (!expr || expr->kind != EXPR_ASSIGN || expr->op != OP_NONE)
        return false;
    struct expr *lvalue = expr_skip_implicit(expr->operands[0]);
    for (unsigned k = check->depth; k-- > 0;) {
        if (lvalue->kind != EXPR_INDEX)
            return false;
        struct expr *index = expr_skip_casts(lvalue->operands[1]);
        if (index->kind != EXPR_VARIABLE || index->variable != check->counters[k])
            return false;
        lvalue = expr_skip_implicit(lvalue->operands[0]);
    }
    return is_the_variable(check->liveness, lvalue);
}

static bool body_fills(struct fill_check *check, const struct type *type, struct stmt *body)
{
    if (type->kind != TYPE_ARRAY && assigns_element(check, single_expression(body)))
        return true;
    if (body->kind == STMT_COMPOUND) {
        for (unsigned k = 0; k < body->child_count; k++)
            if (body_fills(check, type, body->children[k]))
                return true;
        return false;
    }
    if (type->kind != TYPE_ARRAY || body->kind != STMT_FOR || type->extent <= 0 || check->depth >= 8)
        return false;
    struct variable *counter = counter_over(body, type->extent);
    if (!counter)
        return false;
    check->loops[check->depth] = body;
    check->counters[check->depth++] = counter;
    bool fills = body_fills(check, type->element, body->body);
    if (!fills)
        check->depth--;
    return fills;
}

/* See liveness.h. The array may be named only once in the loop, by the assignment itself. */
bool loop_fills(struct liveness *liveness, struct stmt *stmt)
{
    struct fill_check check = { .liveness = liveness };
    if (liveness->variable->type->kind != TYPE_ARRAY || !body_fills(&check, liveness->variable->type, stmt))
        return false;
    stmt_visit(stmt->body, check_stmt, &check);
    stmt_visit_exprs(stmt->body, check_whole, &check);
    for (unsigned k = 0; k < check.depth;
         k++) /* a loop inside has its own step, and perhaps an assignment at its start */
        check.is_broken |= check.assignments[k] != (k ? 1u + (check.loops[k]->init->kind == STMT_EXPR) : 0u);
    return !check.is_broken && check.mentions == 1;
}
