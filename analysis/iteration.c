#include <string.h>

#include "analysis/walk.h"

/* ---- assigned variables --------------------------------------------------------------------------------------------- */

struct assigned {
    struct arena *arena;
    struct variable **list;
    unsigned count;
};

static void note_assigned(struct expr *expr, void *user)
{
    struct assigned *assigned = user;
    bool changes = expr->kind == EXPR_ASSIGN ||
                   (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    if (expr->kind == EXPR_STATEMENT)
        stmt_visit_exprs(expr->statement, note_assigned, user);
    if (!changes)
        return;
    struct expr *target = expr_skip_casts(expr->operands[0]);
    if (target->kind != EXPR_VARIABLE || !walk_is_register(target->variable))
        return;
    for (unsigned k = 0; k < assigned->count; k++)
        if (assigned->list[k] == target->variable)
            return;
    ARENA_PUSH(assigned->arena, assigned->list, assigned->count, target->variable);
}

static void visit_assigned(struct expr *expr, void *user)
{
    expr_visit(expr, note_assigned, user);
}

/* The registers that "stmt" (its own loop header's `init` excluded) and "expr" assign: a NULL-terminated array. */
struct variable **assigned_variables(struct arena *arena, struct stmt *stmt, struct expr *expr)
{
    struct assigned assigned = { arena, NULL, 0 };
    if (stmt && stmt->loop) {
        struct expr *parts[] = { stmt->condition, stmt->step };
        for (int k = 0; k < 2; k++)
            if (parts[k])
                expr_visit(parts[k], note_assigned, &assigned);
        if (stmt->body)
            stmt_visit_exprs(stmt->body, visit_assigned, &assigned);
    } else if (stmt) {
        stmt_visit_exprs(stmt, visit_assigned, &assigned);
    }
    if (expr)
        expr_visit(expr, note_assigned, &assigned);
    struct variable **list = ARENA_ARRAY(arena, struct variable *, assigned.count + 1);
    if (assigned.count)
        memcpy(list, assigned.list, assigned.count * sizeof *list);
    return list;
}

/* ---- steps ----------------------------------------------------------------------------------------------------------- */

struct count {
    struct variable *variable;
    unsigned changes;
};

static void count_changes(struct expr *expr, void *user)
{
    struct count *count = user;
    bool changes = expr->kind == EXPR_ASSIGN ||
                   (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    if (expr->kind == EXPR_STATEMENT)
        stmt_visit_exprs(expr->statement, count_changes, user);
    if (changes) {
        struct expr *target = expr_skip_casts(expr->operands[0]);
        count->changes += target->kind == EXPR_VARIABLE && target->variable == count->variable;
    }
}

static void visit_changes(struct expr *expr, void *user)
{
    expr_visit(expr, count_changes, user);
}

/* If "expr" is `v++`, `v -= 2`, `v = v + 1` ... of "variable" (or a comma list with one of them): the step; else 0. */
static long long step_in(struct expr *expr, struct variable *variable)
{
    expr = expr_skip_implicit(expr);
    if (expr->kind == EXPR_BINARY && expr->op == OP_COMMA) {
        long long left = step_in(expr->operands[0], variable);
        return left ? left : step_in(expr->operands[1], variable);
    }
    if (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC) {
        struct expr *target = expr_skip_casts(expr->operands[0]);
        if (target->kind != EXPR_VARIABLE || target->variable != variable)
            return 0;
        return expr->op == OP_PRE_INC || expr->op == OP_POST_INC ? 1 : -1;
    }
    if (expr->kind != EXPR_ASSIGN)
        return 0;
    struct expr *target = expr_skip_casts(expr->operands[0]);
    if (target->kind != EXPR_VARIABLE || target->variable != variable)
        return 0;
    struct expr *value = expr_skip_casts(expr->operands[1]);
    if (expr->op == OP_ADD || expr->op == OP_SUB)
        return value->has_value ? (expr->op == OP_ADD ? value->int_value : -value->int_value) : 0;
    if (expr->op != OP_NONE || value->kind != EXPR_BINARY || (value->op != OP_ADD && value->op != OP_SUB))
        return 0;
    struct expr *left = expr_skip_casts(value->operands[0]), *right = expr_skip_casts(value->operands[1]);
    if (left->kind == EXPR_VARIABLE && left->variable == variable && right->has_value)
        return value->op == OP_ADD ? right->int_value : -right->int_value;
    if (value->op == OP_ADD && right->kind == EXPR_VARIABLE && right->variable == variable && left->has_value)
        return left->int_value;
    return 0;
}

static bool may_continue(struct stmt *stmt, struct stmt *loop)
{
    if (!stmt)
        return false;
    if (stmt->kind == STMT_CONTINUE || stmt->kind == STMT_GOTO || stmt->kind == STMT_LABEL)
        return true;
    if (stmt->loop && stmt != loop)
        return false;
    bool result = may_continue(stmt->then, loop) || may_continue(stmt->otherwise, loop) || may_continue(stmt->body, loop);
    for (unsigned k = 0; !result && k < stmt->child_count; k++)
        result = may_continue(stmt->children[k], loop);
    return result;
}

/* If "variable" changes exactly once in every iteration of "loop", always by the same constant: that constant. The
 * change may stand in the header's step, or directly in the body. 0 if there is no such constant. */
long long iteration_step_of(struct loop *loop, struct variable *variable, bool *is_in_step)
{
    struct stmt *stmt = loop->stmt;
    struct count count = { variable, 0 };
    *is_in_step = false;
    if (!walk_is_register(variable))
        return 0;
    if (stmt->condition)
        expr_visit(stmt->condition, count_changes, &count);
    if (stmt->step)
        expr_visit(stmt->step, count_changes, &count);
    if (stmt->body)
        stmt_visit_exprs(stmt->body, visit_changes, &count);
    if (count.changes != 1)
        return 0;
    struct expr *test = stmt->condition ? expr_skip_implicit(stmt->condition) : NULL;
    if (test && test->kind == EXPR_BINARY && test->op >= OP_LT && test->op <= OP_NE) {
        long long in_test = step_in(test->operands[0], variable);
        if (in_test)
            return stmt->kind == STMT_DO ? 0 : in_test;
    }
    long long step = stmt->step ? step_in(stmt->step, variable) : 0;
    if (step) {
        *is_in_step = true;
        return step;
    }
    if (!stmt->body || may_continue(stmt->body, stmt))
        return 0;
    struct stmt **list = stmt->body->kind == STMT_COMPOUND ? stmt->body->children : &stmt->body;
    unsigned list_count = stmt->body->kind == STMT_COMPOUND ? stmt->body->child_count : 1;
    for (unsigned k = 0; !step && k < list_count; k++)
        if (list[k]->kind == STMT_EXPR)
            step = step_in(list[k]->expr, variable);
    return step;
}

struct uses {
    struct variable *variable;
    unsigned count;
};

static void count_uses(struct expr *expr, void *user)
{
    struct uses *uses = user;
    uses->count += expr->kind == EXPR_VARIABLE && expr->variable == uses->variable;
}

static void visit_uses(struct expr *expr, void *user)
{
    expr_visit(expr, count_uses, user);
}

/* Whether "variable" occurs in the body of "loop" elsewhere than in its one update. */
static bool is_used_beside_update(struct loop *loop, struct variable *variable)
{
    struct uses uses = { variable, 0 };
    stmt_visit_exprs(loop->stmt->body, visit_uses, &uses);
    return uses.count > 1;
}

/* ---- the header ------------------------------------------------------------------------------------------------------ */

static void refuse(struct iteration *iteration, const char *why)
{
    iteration->kind = ITERATION_UNKNOWN;
    iteration->why_not = why;
}

/* The initial value of "variable" in the init statement "init" (a declaration or assignments joined by commas). */
static struct expr *initial_of(struct expr *expr, struct variable *variable)
{
    expr = expr_skip_implicit(expr);
    if (expr->kind == EXPR_BINARY && expr->op == OP_COMMA) {
        struct expr *right = initial_of(expr->operands[1], variable);
        return right ? right : initial_of(expr->operands[0], variable);
    }
    if (expr->kind == EXPR_ASSIGN && expr->op == OP_NONE) {
        struct expr *target = expr_skip_casts(expr->operands[0]);
        if (target->kind == EXPR_VARIABLE && target->variable == variable)
            return expr->operands[1];
    }
    return NULL;
}

static bool is_single_assignment(struct stmt *init)
{
    if (init->kind == STMT_DECL)
        return init->variable_count == 1;
    struct expr *expr = init->kind == STMT_EXPR ? expr_skip_implicit(init->expr) : NULL;
    return expr && expr->kind == EXPR_ASSIGN && expr->op == OP_NONE;
}

struct reads {
    struct walker *walker;
    struct variable **assigned;
    bool is_changed;
};

static void note_changed(struct expr *expr, void *user)
{
    struct reads *reads = user;
    if (expr->kind == EXPR_CALL) {
        const struct effects *effects = program_call_effects(reads->walker->program, expr);
        reads->is_changed |= effects->is_unknown || effects->does_io || effects->has_hidden_state ||
                             effects->globals_read_count || effects->reads_through || effects->writes_through;
    }
    if (expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC))
        reads->is_changed = true;
    for (unsigned k = 0; expr->kind == EXPR_VARIABLE && reads->assigned[k]; k++)
        reads->is_changed |= reads->assigned[k] == expr->variable;
}

/* Whether registers that "bound" names are assigned in the loop (memory is looked at after the walk). */
static bool names_assigned(struct walker *walker, struct expr *bound, struct variable **assigned)
{
    struct reads reads = { walker, assigned, false };
    expr_visit(bound, note_changed, &reads);
    return reads.is_changed;
}

static enum operator mirrored(enum operator op)
{
    return op == OP_LT ? OP_GT : op == OP_GT ? OP_LT : op == OP_LE ? OP_GE : op == OP_GE ? OP_LE : op;
}

/* Split the test into "counter op bound"; false if it has another form. */
static bool split_test(struct expr *test, struct loop *loop, struct iteration *iteration)
{
    struct expr *expr = expr_skip_implicit(test);
    if (expr->kind != EXPR_BINARY || expr->op < OP_LT || expr->op > OP_NE || expr->op == OP_EQ)
        return false;
    for (int side = 0; side < 2; side++) {
        struct expr *left = expr_skip_casts(expr->operands[side]);
        bool is_decrement = left->kind == EXPR_UNARY && (left->op == OP_POST_DEC || left->op == OP_POST_INC);
        struct expr *counter = is_decrement ? expr_skip_casts(left->operands[0]) : left;
        if (counter->kind != EXPR_VARIABLE || !walk_is_register(counter->variable))
            continue;
        bool in_step;
        long long step = is_decrement ? (left->op == OP_POST_DEC ? -1 : 1)
                                      : iteration_step_of(loop, counter->variable, &in_step);
        struct count count = { counter->variable, 0 };
        if (is_decrement) {
            if (loop->stmt->step)
                expr_visit(loop->stmt->step, count_changes, &count);
            stmt_visit_exprs(loop->stmt->body, visit_changes, &count);
        }
        if (!step || count.changes)
            continue;
        iteration->variable = counter->variable;
        iteration->step = step;
        iteration->body_shift = is_decrement ? step : 0;
        iteration->upper = expr->operands[1 - side];
        iteration->compare = side ? mirrored(expr->op) : expr->op;
        return true;
    }
    return false;
}

/* Whether a counter of "type" reaches "bound" without wrapping around. */
static bool wraps(struct iteration *iteration)
{
    struct type *type = iteration->variable->type;
    struct expr *upper = expr_skip_casts(iteration->upper);
    if (type->kind == TYPE_POINTER)
        return false;
    if (type->kind != TYPE_INT)
        return true;
    if (type->bits < 32) {
        long long limit = (1LL << (type->bits - !type->is_unsigned)) - 1 - (iteration->step > 0 ? iteration->step : 0);
        return !upper->has_value || upper->int_value > limit || upper->int_value < (type->is_unsigned ? 1 : -limit);
    }
    if (!type->is_unsigned)
        return false;
    if (iteration->step > 0)
        return iteration->compare == OP_LE && !(upper->has_value && upper->int_value < (1LL << 31));
    /* unsigned, counting down: `i > 0` or `i-- > 0`, `i >= 1` */
    bool is_positive = upper->has_value && upper->int_value >= (iteration->compare == OP_GE ? 1 : 0);
    return !(is_positive && iteration->step == -1 && (iteration->compare == OP_GT || iteration->compare == OP_GE || iteration->compare == OP_NE));
}

/* `!=` with steps other than one needs a proof that the bound is met. */
static bool meets_bound(struct iteration *iteration)
{
    long long step = iteration->step;
    if (iteration->compare != OP_NE)
        return true;
    struct expr *lower = iteration->lower ? expr_skip_casts(iteration->lower) : NULL;
    struct expr *upper = expr_skip_casts(iteration->upper);
    if (lower && lower->has_value && upper->has_value)
        return (upper->int_value - lower->int_value) % step == 0 && (upper->int_value - lower->int_value) / step >= 0;
    if (step != 1 && step != -1)
        return false;
    if (iteration->variable->type->kind == TYPE_POINTER || !iteration->variable->type->is_unsigned)
        return true; /* overflow is undefined: the bound is met */
    return lower && lower->has_value && lower->int_value == 0 && step == 1;
}

/* Fill in "iteration" for the region's loop "loop". */
void iteration_recognise(struct walker *walker, struct loop *loop, struct iteration *iteration)
{
    struct stmt *stmt = loop->stmt;
    *iteration = (struct iteration){ .kind = ITERATION_UNKNOWN, .constant_trip = -1 };
    if (!stmt->condition || !stmt->body) {
        refuse(iteration, "the loop has no test");
        return;
    }
    if (!split_test(stmt->condition, loop, iteration)) {
        iteration->variable = NULL;
        refuse(iteration, "the number of iterations is not known when the loop starts");
        return;
    }
    iteration->is_pointer = iteration->variable->type->kind == TYPE_POINTER;
    iteration->runs_at_least_once = stmt->kind == STMT_DO;
    struct variable **assigned = assigned_variables(walker->arena, stmt, NULL);
    if (names_assigned(walker, iteration->upper, assigned)) {
        refuse(iteration, "the bound of the loop changes while it runs");
        return;
    }
    bool in_step = false;
    iteration_step_of(loop, iteration->variable, &in_step);
    if (stmt->kind == STMT_FOR && stmt->init) {
        if (stmt->init->kind == STMT_DECL) {
            for (unsigned k = 0; k < stmt->init->variable_count; k++)
                if (stmt->init->variables[k] == iteration->variable)
                    iteration->lower = iteration->variable->init;
            iteration->is_declared_in_header = iteration->lower != NULL;
        } else if (stmt->init->kind == STMT_EXPR) {
            iteration->lower = initial_of(stmt->init->expr, iteration->variable);
        }
    }
    bool is_up = iteration->step > 0;
    bool is_direction = iteration->compare == OP_NE || (is_up ? iteration->compare == OP_LT || iteration->compare == OP_LE
                                                              : iteration->compare == OP_GT || iteration->compare == OP_GE);
    if (!is_direction) {
        refuse(iteration, "the loop counts away from its bound");
        return;
    }
    if (wraps(iteration)) {
        refuse(iteration, "the counter may wrap around");
        return;
    }
    if (!meets_bound(iteration)) {
        refuse(iteration, "the counter may step over its bound");
        return;
    }
    /* further counters */
    for (struct variable **v = assigned; *v; v++) {
        bool is_step;
        long long step = *v == iteration->variable ? 0 : iteration_step_of(loop, *v, &is_step);
        bool is_outer = !(*v)->declaration || !stmt_contains(stmt->body, (*v)->declaration);
        if (step && is_outer && (is_step || is_used_beside_update(loop, *v)) && iteration->other_count < 4 && ((*v)->type->kind == TYPE_POINTER || (type_is_integer((*v)->type) && (*v)->type->bits >= 32))) {
            iteration->others[iteration->other_count].variable = *v;
            iteration->others[iteration->other_count++].step = step;
        }
    }
    struct expr *test = expr_skip_implicit(stmt->condition);
    struct expr *counter_side = expr_skip_casts(test->operands[0]);
    bool is_plain = stmt->kind == STMT_FOR && in_step && iteration->lower && iteration->body_shift == 0 &&
                    is_single_assignment(stmt->init) && stmt->step &&
                    expr_skip_implicit(stmt->step)->kind != EXPR_BINARY &&
                    (iteration->compare != OP_NE || iteration->step == 1 || iteration->step == -1) &&
                    counter_side->kind == EXPR_VARIABLE;
    iteration->kind = is_plain && !iteration->other_count ? ITERATION_CANONICAL : ITERATION_COUNTED;
    if (!in_step && iteration->body_shift == 0 && stmt->body->kind == STMT_COMPOUND)
        for (unsigned k = 0; k < stmt->body->child_count; k++)
            if (stmt->body->children[k]->kind == STMT_EXPR && step_in(stmt->body->children[k]->expr, iteration->variable))
                iteration->increment = stmt->body->children[k];
    if (stmt->kind == STMT_FOR && iteration->increment)
        refuse(iteration, "the counter changes in the body");
    if (stmt->kind != STMT_FOR && iteration->body_shift == 0 &&
        (!iteration->increment || iteration->increment != stmt->body->children[stmt->body->child_count - 1]))
        refuse(iteration, "the counter does not change at the end of the body");
}
