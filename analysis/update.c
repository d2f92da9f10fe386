#include "analysis/update.h"

#include <string.h>

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* See update.h. */
bool expr_same(const struct expr *a, const struct expr *b)
{
    a = expr_skip_implicit((struct expr *)a);
    b = expr_skip_implicit((struct expr *)b);
    if (!a || !b)
        return false;
    if (a->kind != b->kind || a->op != b->op || a->operand_count != b->operand_count || a->variable != b->variable ||
        a->function != b->function || a->field != b->field || a->has_value != b->has_value ||
        a->int_value != b->int_value || a->is_arrow != b->is_arrow)
        return false;
    if (a->kind == EXPR_STRING || a->kind == EXPR_OPAQUE || a->kind == EXPR_STATEMENT || a->kind == EXPR_ASSIGN ||
        (a->kind == EXPR_UNARY && a->op >= OP_PRE_INC && a->op <= OP_POST_DEC))
        return false;
    if (a->kind == EXPR_FLOAT && !(a->float_value == b->float_value))
        return false;
    if (a->kind == EXPR_CAST && !type_equal(a->type, b->type))
        return false;
    for (unsigned k = 0; k < a->operand_count; k++)
        if (!expr_same(a->operands[k], b->operands[k]))
            return false;
    return true;
}

static bool is_increment(const struct expr *expr)
{
    return expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC;
}

struct effect_search {
    struct program *program;
    const struct expr *exempt;
    bool is_found;
};

static void find_effect(struct expr *expr, void *user)
{
    struct effect_search *search = user;
    if (expr == search->exempt)
        return;
    if (expr->kind == EXPR_ASSIGN || is_increment(expr) || expr->kind == EXPR_STATEMENT || expr->kind == EXPR_OPAQUE)
        search->is_found = true;
    if (expr->kind != EXPR_CALL)
        return;
    const struct effects *effects = program_call_effects(search->program, expr);
    search->is_found |= effects->is_unknown || effects->does_io || effects->has_hidden_state ||
                        effects->may_not_return || effects->allocates || effects->frees || effects->writes_through ||
                        effects->keeps || effects->globals_written_count;
}

/* See update.h. */
bool expr_has_effects(struct program *program, struct expr *expr, const struct expr *exempt)
{
    struct effect_search search = { program, exempt, false };
    expr_visit(expr, find_effect, &search);
    return search.is_found;
}

struct target_search {
    const struct expr *wanted;
    struct expr *found;
};

static void find_target(struct expr *expr, void *user)
{
    struct target_search *search = user;
    if ((expr->kind == EXPR_ASSIGN || is_increment(expr)) && expr_skip_casts(expr->operands[0]) == search->wanted)
        search->found = expr;
}

/* See update.h. */
struct expr *update_find(struct expr *top, const struct expr *target)
{
    struct target_search search = { target, NULL };
    if (top && target)
        expr_visit(top, find_target, &search);
    return search.found;
}

/* ---- where it stands --------------------------------------------------------------------------------------------- */

static bool is_function_body(const struct program *program, const struct stmt *stmt)
{
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned k = 0; k < program->units[u]->function_count; k++)
            if (program->units[u]->functions[k]->body == stmt)
                return true;
    return false;
}

/* Whether "stmt" is one of the statements that "parent" consists of, rather than part of an expression of it. */
static bool is_part_of(const struct stmt *stmt, const struct stmt *parent)
{
    if (parent->then == stmt || parent->otherwise == stmt || parent->init == stmt || parent->body == stmt)
        return true;
    for (unsigned k = 0; k < parent->child_count; k++)
        if (parent->children[k] == stmt)
            return true;
    return false;
}

/* Whether "update" is "expr" itself, or an operand of a comma at its top. */
static bool is_at_top(struct expr *expr, const struct expr *update)
{
    expr = expr_skip_casts(expr);
    if (expr == update)
        return true;
    return expr->kind == EXPR_BINARY && expr->op == OP_COMMA &&
           (is_at_top(expr->operands[0], update) || is_at_top(expr->operands[1], update));
}

/* See update.h. The last statement of ({ ... }) is a value: such statements do not hang below a function's body. */
bool update_is_bare(const struct program *program, struct stmt *stmt, struct expr *top, const struct expr *update)
{
    if (!stmt || !top)
        return false;
    bool is_statement = stmt->kind == STMT_EXPR && stmt->expr == top;
    bool is_step = stmt->kind == STMT_FOR && stmt->step == top;
    if ((!is_statement && !is_step) || !is_at_top(top, update))
        return false;
    const struct stmt *root = stmt;
    for (; root->parent; root = root->parent)
        if (!is_part_of(root, root->parent))
            return false;
    return is_function_body(program, root);
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

static bool is_floating(const struct type *type)
{
    return type->kind == TYPE_FLOAT || type->kind == TYPE_COMPLEX;
}

static unsigned real_bits(const struct type *type)
{
    return type->kind == TYPE_COMPLEX && type->element ? type->element->bits : type->bits;
}

/* Whether a value of "target" goes through "type" on its way into and out of an operation without losing what the
 * operation needs: integers wrap, so that any wider integer will do; floats must not be narrowed. */
static bool carries(const struct type *type, const struct type *target)
{
    if (type_is_integer(target))
        return type->kind == TYPE_INT && (target->kind == TYPE_BOOL || type->bits >= target->bits);
    return is_floating(type) && (target->kind == TYPE_FLOAT || type->kind == TYPE_COMPLEX) &&
           real_bits(type) >= real_bits(target);
}

/* Whether "op" on a target of "type" may be regrouped when the other operand has the type "operand". A _Bool holds
 * `!= 0` of what is assigned to it: sums and exclusive ors of it depend on the order. */
static bool regroups(enum reduction_op op, const struct type *type, const struct type *operand)
{
    if (type->kind == TYPE_BOOL)
        return type_is_integer(operand) &&
               (op == REDUCE_AND || op == REDUCE_OR || op == REDUCE_LAND || op == REDUCE_LOR);
    if (type_is_integer(type))
        return type_is_integer(operand) || (operand->kind == TYPE_POINTER && (op == REDUCE_LAND || op == REDUCE_LOR)) ||
               (is_floating(operand) && (op == REDUCE_LAND || op == REDUCE_LOR));
    if (type->kind == TYPE_FLOAT)
        return (op == REDUCE_ADD || op == REDUCE_MUL) && (type_is_integer(operand) || operand->kind == TYPE_FLOAT);
    return type->kind == TYPE_COMPLEX && (op == REDUCE_ADD || op == REDUCE_MUL) &&
           (type_is_integer(operand) || is_floating(operand));
}

/* Whether every value of "value" is one of "target", so that comparing before and after the conversion is the same. */
static bool keeps_order(const struct type *value, const struct type *target)
{
    if (type_equal(value, target))
        return value->kind == TYPE_INT || value->kind == TYPE_FLOAT || value->kind == TYPE_BOOL;
    if (type_is_integer(target) && target->kind != TYPE_BOOL) {
        if (!type_is_integer(value))
            return false;
        if (value->kind == TYPE_BOOL)
            return true;
        bool same_sign = value->is_unsigned == target->is_unsigned;
        return same_sign ? value->bits <= target->bits : value->is_unsigned && value->bits < target->bits;
    }
    if (target->kind == TYPE_FLOAT)
        return type_is_integer(value) ? value->bits <= 32 && target->bits >= 64
                                      : value->kind == TYPE_FLOAT && value->bits <= target->bits;
    return false;
}

/* ---- old values -------------------------------------------------------------------------------------------------- */

/* Note all places in "expr" that read what "update" writes. False if there are too many. */
static bool note_olds(struct expr *expr, struct update *update)
{
    if (!expr)
        return true;
    if (expr_same(expr, update->target)) {
        if (update->old_count == 4)
            return false;
        update->olds[update->old_count++] = expr_skip_implicit(expr);
        return true;
    }
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (!note_olds(expr->operands[k], update))
            return false;
    return true;
}

static bool mentions(struct expr *expr, const struct update *update)
{
    struct update copy = *update;
    copy.old_count = 0;
    return !note_olds(expr, &copy) || copy.old_count > 0;
}

/* ---- sums and the like ------------------------------------------------------------------------------------------- */

static bool to_reduction(enum operator op, enum reduction_op *result)
{
    switch (op) {
    case OP_ADD: case OP_SUB: *result = REDUCE_ADD; return true;
    case OP_MUL: *result = REDUCE_MUL; return true;
    case OP_AND: *result = REDUCE_AND; return true;
    case OP_OR: *result = REDUCE_OR; return true;
    case OP_XOR: *result = REDUCE_XOR; return true;
    case OP_LAND: *result = REDUCE_LAND; return true;
    case OP_LOR: *result = REDUCE_LOR; return true;
    default: return false;
    }
}

static bool is_logical(enum reduction_op op)
{
    return op == REDUCE_LAND || op == REDUCE_LOR;
}

/* Whether "expr" is the old value, or a chain of "op" (sums may subtract) that holds it once, where it is not
 * subtracted, and whose every step can hold the target's values. */
static bool is_chain(struct expr *expr, const struct update *update)
{
    const struct type *type = update->target->type;
    while (expr->kind == EXPR_CAST || (expr->kind == EXPR_UNARY && expr->op == OP_EXTENSION)) {
        if (expr_same(expr, update->target))
            return true;
        bool is_fine = is_logical(update->op) ? type_is_integer(expr->type) : carries(expr->type, type);
        bool is_conversion_back = expr->is_implicit && type_equal(expr->type, type);
        if (!is_fine && !is_conversion_back)
            return false;
        expr = expr->operands[0];
    }
    if (expr_same(expr, update->target))
        return true;
    enum reduction_op op;
    if (expr->kind != EXPR_BINARY || !to_reduction(expr->op, &op) || op != update->op)
        return false;
    if (!is_logical(op) && !carries(expr->type, type))
        return false;
    bool in_first = mentions(expr->operands[0], update), in_second = mentions(expr->operands[1], update);
    if (in_first == in_second || (in_second && expr->op == OP_SUB))
        return false;
    struct expr *other = expr->operands[in_first ? 1 : 0];
    return regroups(op, type, other->type) && is_chain(expr->operands[in_first ? 0 : 1], update);
}

static void find_division(struct expr *expr, void *user)
{
    bool *is_found = user;
    if ((expr->kind == EXPR_BINARY || expr->kind == EXPR_ASSIGN) && (expr->op == OP_DIV || expr->op == OP_REM) &&
        type_is_integer(expr->type) && !expr->operands[1]->has_value)
        *is_found = true;
}

/* `x = x + e`, `x = e1 * (x * e2)`, ... */
static bool classify_chain(struct program *program, struct update *update)
{
    struct expr *value = expr_skip_casts(update->expr->operands[1]);
    if (value->kind != EXPR_BINARY || !to_reduction(value->op, &update->op))
        return false;
    update->old_count = 0;
    if (!note_olds(value, update) || update->old_count != 1 || !is_chain(update->expr->operands[1], update))
        return false;
    if (expr_has_effects(program, update->expr, update->expr))
        return false;
    bool may_trap = false;
    if (is_logical(update->op))
        expr_visit(value, find_division, &may_trap); /* it would run where the serial program skips it */
    if (may_trap)
        return false;
    if (expr_same(value->operands[0], update->target))
        update->term = value->operands[1];
    else if (expr_same(value->operands[1], update->target))
        update->term = value->operands[0];
    return true;
}

/* ---- extrema ----------------------------------------------------------------------------------------------------- */

/* The comparison "test" between the target and "value", as `value op target`; false if it is another one. */
static bool comparison_of(struct expr *test, const struct update *update, const struct expr *value, enum operator *op)
{
    test = expr_skip_implicit(test);
    if (test->kind != EXPR_BINARY || test->op < OP_LT || test->op > OP_GE)
        return false;
    if (expr_same(test->operands[0], value) && expr_same(test->operands[1], update->target)) {
        *op = test->op;
        return true;
    }
    if (expr_same(test->operands[1], value) && expr_same(test->operands[0], update->target)) {
        *op = test->op == OP_LT ? OP_GT : test->op == OP_GT ? OP_LT : test->op == OP_LE ? OP_GE : OP_LE;
        return true;
    }
    return false;
}

static bool is_greater(enum operator op)
{
    return op == OP_GT || op == OP_GE;
}

static bool is_open(enum operator op)
{
    return op == OP_GT || op == OP_LT;
}

/* `x = fmax(x, v)` and its kin, of the target's own type. */
static bool classify_call(struct update *update, struct expr *value)
{
    static const struct { const char *name; enum reduction_op op; unsigned bits; } names[] = {
        { "fmax", REDUCE_MAX, 64 }, { "fmaxf", REDUCE_MAX, 32 }, { "fmaxl", REDUCE_MAX, 128 },
        { "fmin", REDUCE_MIN, 64 }, { "fminf", REDUCE_MIN, 32 }, { "fminl", REDUCE_MIN, 128 },
    };
    struct expr *callee = expr_skip_casts(value->operands[0]);
    if (value->operand_count != 3 || callee->kind != EXPR_FUNCTION || callee->function->body ||
        update->target->type->kind != TYPE_FLOAT)
        return false;
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
        if (strcmp(callee->function->name, names[k].name) != 0 || update->target->type->bits != names[k].bits)
            continue;
        bool is_first = expr_same(value->operands[1], update->target);
        update->term = value->operands[is_first ? 2 : 1];
        update->op = names[k].op;
        update->is_strict = true;
        return is_first != expr_same(value->operands[2], update->target) && update->old_count == 1;
    }
    return false;
}

/* `x = v > x ? v : x` in all its forms. */
static bool classify_conditional(struct update *update, struct expr *value)
{
    struct expr *yes = value->operands[1], *no = value->operands[2];
    bool keeps = expr_same(no, update->target), is_kept = expr_same(yes, update->target);
    enum operator compare;
    if (keeps == is_kept || update->old_count != 2)
        return false;
    update->term = keeps ? yes : no;
    if (!comparison_of(value->operands[0], update, update->term, &compare))
        return false;
    update->op = is_greater(compare) == keeps ? REDUCE_MAX : REDUCE_MIN;
    update->is_strict = keeps == is_open(compare);
    return true;
}

/* The parts of `return condition ? yes : no;` or `if (condition) return yes; return no;` as the whole of "body". */
static bool split_choice(struct stmt *body, struct expr **condition, struct expr **yes, struct expr **no)
{
    struct stmt **list = body->children;
    if (body->kind != STMT_COMPOUND || !body->child_count || body->child_count > 2)
        return false;
    struct stmt *last = list[body->child_count - 1];
    if (last->kind != STMT_RETURN || !last->expr)
        return false;
    struct expr *value = expr_skip_implicit(last->expr);
    if (body->child_count == 1) {
        if (value->kind != EXPR_CONDITIONAL)
            return false;
        *condition = value->operands[0];
        *yes = value->operands[1];
        *no = value->operands[2];
        return true;
    }
    struct stmt *then = list[0]->kind == STMT_IF && !list[0]->otherwise ? list[0]->then : NULL;
    if (then && then->kind == STMT_COMPOUND && then->child_count == 1)
        then = then->children[0];
    if (!then || then->kind != STMT_RETURN || !then->expr)
        return false;
    *condition = list[0]->condition;
    *yes = then->expr;
    *no = value;
    return true;
}

/* Which parameter of "function" the expression is: its index, or -1. */
static int parameter_of(struct expr *expr, const struct function *function)
{
    expr = expr_skip_implicit(expr);
    for (unsigned k = 0; expr->kind == EXPR_VARIABLE && k < function->parameter_count; k++)
        if (function->parameters[k] == expr->variable)
            return (int)k;
    return -1;
}

/* `x = larger(x, v)` where larger() is the user's own. Floats only if a NaN leaves x as it is. */
static bool classify_own_call(struct program *program, struct update *update, struct expr *value)
{
    struct function **callees;
    if (value->operand_count != 3 || update->old_count != 1 || program_callees(program, value, &callees) != 1 ||
        !callees[0]->body || callees[0]->parameter_count != 2)
        return false;
    const struct function *function = callees[0];
    const struct type *type = update->target->type;
    struct expr *condition, *yes, *no;
    if (!type_equal(function->type->element, type) || !type_equal(function->parameters[0]->type, type) ||
        !type_equal(function->parameters[1]->type, type) || !split_choice(function->body, &condition, &yes, &no))
        return false;
    condition = expr_skip_implicit(condition);
    int old = expr_same(value->operands[1], update->target) ? 0 : expr_same(value->operands[2], update->target) ? 1 : -1;
    int if_yes = parameter_of(yes, function), if_no = parameter_of(no, function);
    if (old < 0 || if_yes < 0 || if_no < 0 || if_yes == if_no || condition->kind != EXPR_BINARY ||
        condition->op < OP_LT || condition->op > OP_GE)
        return false;
    int left = parameter_of(condition->operands[0], function), right = parameter_of(condition->operands[1], function);
    if (left < 0 || right < 0 || left == right)
        return false;
    enum operator compare = left == old ? (condition->op == OP_LT   ? OP_GT
                                           : condition->op == OP_GT ? OP_LT
                                           : condition->op == OP_LE ? OP_GE
                                                                    : OP_LE)
                                        : condition->op;
    bool keeps = if_no == old;
    update->term = value->operands[old == 0 ? 2 : 1];
    update->op = is_greater(compare) == keeps ? REDUCE_MAX : REDUCE_MIN;
    update->is_strict = keeps == is_open(compare);
    return type_is_integer(type) || (type->kind == TYPE_FLOAT && keeps && is_open(compare));
}

/* The comparison with the target among the conjuncts of "condition"; the others must not look at the target. */
static bool find_conjunct(struct expr *condition, struct update *update, const struct expr *value, enum operator *op,
                          unsigned *found)
{
    condition = expr_skip_implicit(condition);
    if (condition->kind == EXPR_BINARY && condition->op == OP_LAND)
        return find_conjunct(condition->operands[0], update, value, op, found) &&
               find_conjunct(condition->operands[1], update, value, op, found);
    if (!mentions(condition, update))
        return true;
    ++*found;
    return comparison_of(condition, update, value, op) && note_olds(condition, update);
}

/* Whether "variable" occurs in an expression. */
struct name_search {
    const struct variable *variable;
    bool is_found;
};

static void find_name(struct expr *expr, void *user)
{
    struct name_search *search = user;
    search->is_found |= expr->kind == EXPR_VARIABLE && expr->variable == search->variable;
}

static bool names(struct expr *expr, const struct variable *variable)
{
    struct name_search search = { variable, false };
    expr_visit(expr, find_name, &search);
    return search.is_found;
}

/* Whether "stmt" is an assignment of something without effects to a plain variable which neither the extremum's value
 * nor its place depends on. */
static bool assigns_name(struct program *program, struct stmt *stmt, const struct update *update)
{
    if (stmt->kind != STMT_EXPR)
        return false;
    struct expr *expr = expr_skip_implicit(stmt->expr);
    if (expr == update->expr)
        return true;
    if (expr->kind != EXPR_ASSIGN || expr->op != OP_NONE || expr_has_effects(program, expr, expr))
        return false;
    struct expr *target = expr_skip_implicit(expr->operands[0]);
    return target->kind == EXPR_VARIABLE && !names(update->expr, target->variable) &&
           !names(update->branch->condition, target->variable);
}

/* Whether the branch "stmt" of an extremum holds nothing but the update and assignments that go along with it. */
static bool assigns_only_names(struct program *program, struct stmt *stmt, const struct update *update)
{
    if (stmt->kind == STMT_NULL)
        return true;
    if (stmt->kind != STMT_COMPOUND)
        return assigns_name(program, stmt, update);
    for (unsigned k = 0; k < stmt->child_count; k++)
        if (!assigns_only_names(program, stmt->children[k], update))
            return false;
    return true;
}

/* `if (v > x) x = v;`, perhaps with more conditions and with other variables that keep where it was found. */
static bool classify_branch(struct program *program, struct update *update)
{
    struct expr *value = expr_skip_implicit(update->expr->operands[1]);
    struct stmt *up = update->stmt->parent;
    while (up && up->kind == STMT_COMPOUND)
        up = up->parent;
    if (!up || up->kind != STMT_IF || up->otherwise || !stmt_contains(up->then, update->stmt) ||
        update->old_count || expr_has_effects(program, up->condition, NULL))
        return false;
    update->branch = up;
    enum operator compare;
    unsigned found = 0;
    if (!find_conjunct(up->condition, update, value, &compare, &found) || found != 1 ||
        !assigns_only_names(program, up->then, update))
        return false;
    update->op = is_greater(compare) ? REDUCE_MAX : REDUCE_MIN;
    update->is_strict = is_open(compare);
    update->term = value;
    return true;
}

static bool classify_extremum(struct program *program, struct update *update)
{
    struct expr *value = expr_skip_implicit(update->expr->operands[1]);
    update->old_count = 0;
    if (!note_olds(value, update) || expr_has_effects(program, update->expr, update->expr))
        return false;
    bool is_good = value->kind == EXPR_CALL && update->old_count
                       ? classify_call(update, value) || classify_own_call(program, update, value)
                   : value->kind == EXPR_CONDITIONAL && update->old_count ? classify_conditional(update, value)
                                                                          : classify_branch(program, update);
    if (!is_good)
        return false;
    return keeps_order(expr_skip_implicit(update->term)->type, update->target->type) && !mentions(update->term, update);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

/* See update.h. */
bool update_classify(struct program *program, struct expr *expr, struct stmt *stmt, struct update *update,
                     const char **why)
{
    *update = (struct update){ .expr = expr, .target = expr_skip_casts(expr->operands[0]), .stmt = stmt,
                               .is_strict = true };
    const struct type *type = update->target->type;
    *why = "it is not only accumulated";
    update->olds[update->old_count++] = update->target;
    if (is_increment(expr)) {
        update->op = REDUCE_ADD;
        return type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
    }
    if (expr->op != OP_NONE) {
        update->term = expr->operands[1];
        if (!to_reduction(expr->op, &update->op) || mentions(update->term, update))
            return false;
        *why = "converting every partial result makes the order matter";
        return regroups(update->op, type, update->term->type);
    }
    if (classify_chain(program, update))
        return true;
    update->term = NULL;
    update->branch = NULL;
    update->is_strict = true;
    return classify_extremum(program, update);
}
