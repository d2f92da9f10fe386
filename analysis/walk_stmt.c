#include <string.h>

#include "analysis/walk.h"

struct value walk_join(struct walker *walker, struct expr *expr, struct guard_pair pair, struct value a, struct value b);
void walk_return(struct walker *walker, struct stmt *stmt);

/* ---- conditions --------------------------------------------------------------------------------------------------- */

/* Assume "conjunction" from here on; the caller restores walker->guard_count. */
void walk_guard(struct walker *walker, const struct conjunction *conjunction)
{
    for (unsigned k = 0; k < conjunction->count; k++) {
        if (walker->guard_count == walker->guard_capacity) {
            unsigned capacity = walker->guard_capacity ? 2 * walker->guard_capacity : 64;
            struct constraint *grown = ARENA_ARRAY(walker->arena, struct constraint, capacity);
            if (walker->guard_count)
                memcpy(grown, walker->guards, walker->guard_count * sizeof *grown);
            walker->guards = grown;
            walker->guard_capacity = capacity;
        }
        walker->guards[walker->guard_count++] = conjunction->constraints[k];
    }
}

static struct conjunction one(struct walker *walker, const struct polynomial *value, bool is_equality)
{
    struct constraint *constraint = ARENA_NEW(walker->arena, struct constraint);
    *constraint = (struct constraint){ value, is_equality };
    return (struct conjunction){ constraint, 1 };
}

static struct conjunction both(struct walker *walker, struct conjunction a, struct conjunction b)
{
    struct conjunction all = { ARENA_ARRAY(walker->arena, struct constraint, a.count + b.count + 1), a.count + b.count };
    if (a.count)
        memcpy(all.constraints, a.constraints, a.count * sizeof *a.constraints);
    if (b.count)
        memcpy(all.constraints + a.count, b.constraints, b.count * sizeof *b.constraints);
    return all;
}

/* "choice" == 1 and "choice" == 0. */
static struct guard_pair by_choice(struct walker *walker, const struct polynomial *choice)
{
    const struct polynomial *less = polynomial_subtract(walker->arena, choice, polynomial_constant(walker->arena, 1));
    return (struct guard_pair){ one(walker, less, true), one(walker, choice, true) };
}

/* A 0/1 value that the alternatives determine: 1 under "yes", 0 under "first" or under "second". */
static struct guard_pair by_cases(struct walker *walker, struct conjunction yes, struct conjunction first,
                                  struct conjunction second)
{
    const struct polynomial *truth = walk_unknown(walker, NULL);
    walk_determine(walker, truth);
    struct guard_pair pair = by_choice(walker, truth);
    struct conjunction cases[] = { both(walker, yes, pair.yes), both(walker, first, pair.no),
                                   both(walker, second, pair.no) };
    for (int k = 0; k < 3; k++)
        walk_alternative(walker, truth, cases[k].constraints, cases[k].count);
    return (struct guard_pair){ both(walker, yes, pair.yes), pair.no };
}

static struct guard_pair swapped(struct guard_pair pair)
{
    return (struct guard_pair){ pair.no, pair.yes };
}

static struct guard_pair compare(struct walker *walker, enum operator op, const struct polynomial *a,
                                 const struct polynomial *b)
{
    struct arena *arena = walker->arena;
    const struct polynomial *minus_one = polynomial_constant(arena, -1);
    const struct polynomial *difference = polynomial_subtract(arena, a, b); /* a - b */
    const struct polynomial *reverse = polynomial_scale(arena, difference, -1);
    bool is_linear = difference != NULL;
    for (unsigned t = 0; is_linear && t < difference->count; t++)
        if (difference->terms[t].degree > 1) {
            struct term *term = (struct term *)&difference->terms[t];
            for (unsigned k = 0; k < term->degree; k++)
                is_linear &= walker->atoms[term->atoms[k]].kind == ATOM_PARAMETER;
        }
    if (!is_linear)
        return by_choice(walker, walk_choice(walker));
    struct conjunction less = one(walker, polynomial_add(arena, reverse, minus_one), false);
    struct conjunction greater = one(walker, polynomial_add(arena, difference, minus_one), false);
    struct conjunction at_least = one(walker, difference, false), at_most = one(walker, reverse, false);
    switch (op) {
    case OP_LT: return (struct guard_pair){ less, at_least };
    case OP_GE: return (struct guard_pair){ at_least, less };
    case OP_GT: return (struct guard_pair){ greater, at_most };
    case OP_LE: return (struct guard_pair){ at_most, greater };
    case OP_EQ: return by_cases(walker, one(walker, difference, true), less, greater);
    default: return swapped(by_cases(walker, one(walker, difference, true), less, greater));
    }
}

static struct guard_pair walk_logical(struct walker *walker, struct expr *expr)
{
    bool is_and = expr->op == OP_LAND;
    struct guard_pair a = walk_condition(walker, expr->operands[0]);
    unsigned guards = walker->guard_count;
    walk_guard(walker, is_and ? &a.yes : &a.no);
    struct guard_pair b = walk_condition(walker, expr->operands[1]);
    walker->guard_count = guards;
    if (is_and)
        return by_cases(walker, both(walker, a.yes, b.yes), a.no, both(walker, a.yes, b.no));
    return swapped(by_cases(walker, both(walker, a.no, b.no), a.yes, both(walker, a.no, b.yes)));
}

struct guard_pair walk_condition(struct walker *walker, struct expr *condition)
{
    struct expr *expr = expr_skip_implicit(condition);
    if (expr->kind == EXPR_UNARY && expr->op == OP_LNOT)
        return swapped(walk_condition(walker, expr->operands[0]));
    if (expr->kind == EXPR_BINARY && (expr->op == OP_LAND || expr->op == OP_LOR))
        return walk_logical(walker, expr);
    if (expr->kind == EXPR_BINARY && expr->op >= OP_LT && expr->op <= OP_NE) {
        struct value a = walk_expr(walker, expr->operands[0]), b = walk_expr(walker, expr->operands[1]);
        walker->work += walker->work_scale;
        if (a.kind == VALUE_INTEGER && b.kind == VALUE_INTEGER)
            return compare(walker, expr->op, a.number, b.number);
        if (a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && a.object == b.object && !a.row && !b.row && a.number && b.number)
            return compare(walker, expr->op, a.number, b.number);
        return by_choice(walker, walk_choice(walker));
    }
    struct value value = walk_expr(walker, expr);
    if (value.kind == VALUE_INTEGER)
        return compare(walker, OP_NE, value.number, polynomial_constant(walker->arena, 0));
    return by_choice(walker, walk_choice(walker));
}

/* ---- branches ----------------------------------------------------------------------------------------------------- */

struct environment {
    struct binding *bindings;
    unsigned count;
};

static struct environment save(struct walker *walker)
{
    struct environment saved = { ARENA_ARRAY(walker->arena, struct binding, walker->binding_count + 1),
                                 walker->binding_count };
    if (saved.count)
        memcpy(saved.bindings, walker->bindings, saved.count * sizeof *saved.bindings);
    return saved;
}

static void restore(struct walker *walker, const struct environment *saved)
{
    if (saved->count)
        memcpy(walker->bindings, saved->bindings, saved->count * sizeof *saved->bindings);
    walker->binding_count = saved->count;
}

static struct value *saved_binding(const struct environment *saved, struct variable *variable)
{
    for (unsigned k = saved->count; k-- > 0;)
        if (saved->bindings[k].variable == variable)
            return &saved->bindings[k].value;
    return NULL;
}

static bool same_value(struct value a, struct value b)
{
    return a.kind == b.kind && a.object == b.object && (a.number == b.number || polynomial_equal(a.number, b.number)) &&
           (a.row == b.row || polynomial_equal(a.row, b.row));
}

/* Merge the environment "yes" of one branch with the present one of the other. */
static void merge(struct walker *walker, struct guard_pair pair, const struct environment *yes)
{
    for (unsigned k = 0; k < yes->count; k++)
        if (!walk_binding(walker, yes->bindings[k].variable))
            walk_bind(walker, yes->bindings[k].variable, yes->bindings[k].value);
    for (unsigned k = 0; k < walker->binding_count; k++) {
        struct binding *binding = &walker->bindings[k];
        struct value *other = saved_binding(yes, binding->variable);
        if (!other || same_value(*other, binding->value))
            continue;
        struct expr *expr = ARENA_NEW(walker->arena, struct expr);
        expr->kind = EXPR_VARIABLE;
        expr->variable = binding->variable;
        expr->type = binding->variable->type;
        struct value merged = walk_join(walker, expr, pair, *other, binding->value);
        walker->bindings[k].value = merged;
    }
}

static enum flow walk_if(struct walker *walker, struct stmt *stmt)
{
    walker->top = stmt->condition;
    struct guard_pair pair = walk_condition(walker, stmt->condition);
    unsigned guards = walker->guard_count;
    struct environment before = save(walker);
    walk_guard(walker, &pair.yes);
    enum flow then = walk_stmt(walker, stmt->then);
    walker->guard_count = guards;
    struct environment yes = save(walker);
    restore(walker, &before);
    walk_guard(walker, &pair.no);
    enum flow otherwise = stmt->otherwise ? walk_stmt(walker, stmt->otherwise) : FLOW_FALLS;
    walker->guard_count = guards;
    if (then == FLOW_JUMPS && otherwise == FLOW_JUMPS)
        return FLOW_JUMPS;
    if (then == FLOW_JUMPS && otherwise == FLOW_FALLS) {
        walk_guard(walker, &pair.no);
        return FLOW_MAY_JUMP;
    }
    if (otherwise == FLOW_JUMPS && then == FLOW_FALLS) {
        restore(walker, &yes);
        walk_guard(walker, &pair.yes);
        return FLOW_MAY_JUMP;
    }
    if (then == FLOW_JUMPS || otherwise == FLOW_JUMPS) {
        if (otherwise == FLOW_JUMPS)
            restore(walker, &yes);
    } else
        merge(walker, pair, &yes);
    if (then == FLOW_FALLS && otherwise == FLOW_FALLS)
        return FLOW_FALLS;
    struct guard_pair rest = by_choice(walker, walk_choice(walker));
    walk_guard(walker, &rest.yes);
    return FLOW_MAY_JUMP;
}

/* Forget the values of the variables that "stmt" assigns. */
static void forget_assigned(struct walker *walker, struct stmt *stmt)
{
    for (struct variable **v = assigned_variables(walker->arena, stmt, NULL); *v; v++)
        walk_bind(walker, *v, type_is_integer((*v)->type) ? value_integer(walk_unknown(walker, NULL)) : (struct value){ .kind = VALUE_NONE });
}

/* A switch: every statement of it may or may not run. */
static enum flow walk_switch(struct walker *walker, struct stmt *stmt)
{
    walker->top = stmt->condition;
    walk_expr(walker, stmt->condition);
    unsigned guards = walker->guard_count;
    struct stmt *body = stmt->body;
    bool may_continue = false;
    struct stmt **list = body->kind == STMT_COMPOUND ? body->children : &body;
    unsigned count = body->kind == STMT_COMPOUND ? body->child_count : 1;
    for (unsigned k = 0; k < count; k++) {
        struct stmt *child = list[k];
        forget_assigned(walker, body);
        struct guard_pair runs = by_choice(walker, walk_choice(walker));
        walker->guard_count = guards;
        walk_guard(walker, &runs.yes);
        while (child && (child->kind == STMT_CASE || child->kind == STMT_DEFAULT))
            child = child->body;
        if (child && child->kind != STMT_BREAK)
            may_continue |= walk_stmt(walker, child) != FLOW_FALLS;
    }
    walker->guard_count = guards;
    forget_assigned(walker, body);
    if (!may_continue)
        return FLOW_FALLS;
    struct guard_pair rest = by_choice(walker, walk_choice(walker));
    walk_guard(walker, &rest.yes);
    return FLOW_MAY_JUMP;
}

/* ---- loops -------------------------------------------------------------------------------------------------------- */

static bool leaves(struct stmt *stmt, bool inside_loop)
{
    if (!stmt)
        return false;
    if (stmt->kind == STMT_RETURN || stmt->kind == STMT_GOTO)
        return true;
    if (stmt->kind == STMT_BREAK)
        return !inside_loop;
    if (stmt->kind == STMT_FOR || stmt->kind == STMT_WHILE || stmt->kind == STMT_DO)
        return leaves(stmt->body, true);
    if (stmt->kind == STMT_SWITCH)
        return leaves(stmt->body, true);
    bool result = leaves(stmt->then, inside_loop) || leaves(stmt->otherwise, inside_loop) || leaves(stmt->body, inside_loop);
    for (unsigned k = 0; !result && k < stmt->child_count; k++)
        result = leaves(stmt->children[k], inside_loop);
    return result;
}

/* Open one more level of the nest and return its iteration number. */
static const struct polynomial *open_level(struct walker *walker, struct loop *loop)
{
    int atom = walk_atom(walker, ATOM_ITERATION);
    walker->atoms[atom].level = walker->depth;
    walker->loops[walker->depth] = walker->call_depth ? NULL : loop;
    walker->iteration_atoms[walker->depth] = atom;
    walker->depth++;
    walker->positions[walker->depth] = 0;
    walker->serials[walker->depth] = ++walker->serial;
    const struct polynomial *number = polynomial_atom(walker->arena, atom);
    struct conjunction from_zero = one(walker, number, false);
    walk_guard(walker, &from_zero);
    return number;
}

/* Bind what the loop changes to its value at the start of iteration "number". */
static void bind_at_iteration(struct walker *walker, struct loop *loop, const struct polynomial *number,
                              struct variable **assigned)
{
    for (struct variable **v = assigned; *v; v++) {
        struct value *before = walk_binding(walker, *v);
        bool in_step;
        long long step = iteration_step_of(loop, *v, &in_step);
        bool is_wide = (*v)->type->kind == TYPE_POINTER || (*v)->type->bits >= 32;
        if (step && before && before->number && (before->kind == VALUE_INTEGER || before->kind == VALUE_POINTER) && is_wide) {
            struct value value = *before;
            long long unit = 1;
            if (value.kind == VALUE_POINTER)
                unit = (*v)->type->element ? (*v)->type->element->size : -1;
            value.number = unit > 0 ? polynomial_add(walker->arena, value.number, polynomial_scale(walker->arena, number, step * unit)) : NULL;
            if (value.kind == VALUE_POINTER || value.number) {
                walk_bind(walker, *v, value);
                continue;
            }
        }
        if ((*v)->type->kind == TYPE_POINTER && before && before->kind == VALUE_POINTER && step) {
            struct value value = *before;
            value.number = NULL;
            walk_bind(walker, *v, value);
            continue;
        }
        struct value unknown = { .kind = VALUE_NONE };
        if (type_is_integer((*v)->type)) {
            struct expr *expr = ARENA_NEW(walker->arena, struct expr);
            expr->kind = EXPR_VARIABLE;
            expr->variable = *v;
            expr->type = (*v)->type;
            unknown = value_integer(walk_unknown(walker, expr));
        }
        walk_bind(walker, *v, unknown);
    }
}

/* `x != bound` of a loop that counts by one toward the bound is `<` or `>`. */
static struct guard_pair loop_condition(struct walker *walker, struct loop *loop, struct expr *condition)
{
    struct expr *expr = expr_skip_implicit(condition);
    if (expr->kind == EXPR_BINARY && expr->op == OP_NE) {
        struct expr *left = expr_skip_casts(expr->operands[0]);
        bool in_step;
        long long step = left->kind == EXPR_VARIABLE ? iteration_step_of(loop, left->variable, &in_step) : 0;
        bool counts = left->kind == EXPR_VARIABLE && (step == 1 || step == -1) &&
                      (left->type->kind == TYPE_POINTER || !left->type->is_unsigned);
        if (left->kind == EXPR_VARIABLE && step > 0 && left->type->is_unsigned)
            counts = true; /* iteration_recognise() has checked the region's own; inner ones end or are endless */
        if (counts) {
            struct value a = walk_expr(walker, expr->operands[0]), b = walk_expr(walker, expr->operands[1]);
            if (a.kind == b.kind && a.object == b.object && a.number && b.number && !a.row && !b.row)
                return compare(walker, step > 0 ? OP_LT : OP_GT, a.number, b.number);
            return by_choice(walker, walk_choice(walker));
        }
    }
    return walk_condition(walker, condition);
}

/* Values after a loop: only counters with an affine final value are kept. */
static void bind_after(struct walker *walker, struct loop *loop, struct variable **assigned,
                       const struct environment *before, const struct polynomial *trip)
{
    for (struct variable **v = assigned; *v; v++) {
        struct value *old = saved_binding(before, *v);
        bool in_step;
        long long step = iteration_step_of(loop, *v, &in_step);
        struct value value = { .kind = VALUE_NONE };
        if (old && trip && step && old->kind == VALUE_INTEGER) {
            value = value_integer(polynomial_add(walker->arena, old->number, polynomial_scale(walker->arena, trip, step)));
        } else if (old && step && old->kind == VALUE_POINTER) {
            value = *old;
            value.number = NULL;
        }
        if (value.kind == VALUE_NONE && type_is_integer((*v)->type)) {
            struct expr *expr = ARENA_NEW(walker->arena, struct expr);
            expr->kind = EXPR_VARIABLE;
            expr->variable = *v;
            expr->type = (*v)->type;
            value = value_integer(walk_unknown(walker, expr));
        }
        walk_bind(walker, *v, value);
    }
}

/* The trip count max(0, upper - counter) of a loop that counts up or down by one, from the counter's value in front of
 * the loop; NULL if it is another kind of loop. */
static const struct polynomial *trip_of(struct walker *walker, struct loop *loop, struct expr *condition)
{
    struct expr *expr = condition ? expr_skip_implicit(condition) : NULL;
    if (!expr || expr->kind != EXPR_BINARY || expr->op < OP_LT || expr->op > OP_NE || loop->stmt->kind == STMT_DO || leaves(loop->stmt->body, false))
        return NULL;
    struct expr *left = expr_skip_casts(expr->operands[0]);
    bool in_step;
    if (left->kind != EXPR_VARIABLE || !walk_is_register(left->variable) || left->type->kind == TYPE_POINTER)
        return NULL;
    long long step = iteration_step_of(loop, left->variable, &in_step);
    if ((step != 1 && step != -1) || (loop->stmt->kind == STMT_FOR && !in_step))
        return NULL;
    struct value *counter = walk_binding(walker, left->variable);
    struct value upper = walk_expr(walker, expr->operands[1]);
    counter = walk_binding(walker, left->variable);
    if (!counter || counter->kind != VALUE_INTEGER || upper.kind != VALUE_INTEGER)
        return NULL;
    const struct polynomial *count = polynomial_subtract(walker->arena, upper.number, counter->number);
    count = polynomial_scale(walker->arena, count, step);
    if (expr->op == OP_LE || expr->op == OP_GE)
        count = polynomial_add(walker->arena, count, polynomial_constant(walker->arena, 1));
    bool is_right = step > 0 ? expr->op == OP_LT || expr->op == OP_LE || expr->op == OP_NE
                             : expr->op == OP_GT || expr->op == OP_GE || expr->op == OP_NE;
    long long constant;
    if (!is_right || !count)
        return NULL;
    if (polynomial_is_constant(count, &constant))
        return constant > 0 ? count : polynomial_constant(walker->arena, 0);
    for (unsigned t = 0; t < count->count; t++)
        if (count->terms[t].degree > 1)
            return NULL;
    const struct polynomial *trip = walk_unknown(walker, NULL);
    walk_determine(walker, trip);
    struct constraint some[] = { { polynomial_subtract(walker->arena, trip, count), true }, { count, false } };
    struct constraint none[] = { { trip, true },
                                 { polynomial_subtract(walker->arena, polynomial_constant(walker->arena, -1), count), false } };
    walk_alternative(walker, trip, some, 2);
    walk_alternative(walker, trip, none, 2);
    return trip;
}

static double estimated_trip(const struct polynomial *trip)
{
    long long constant;
    if (polynomial_is_constant(trip, &constant))
        return (double)constant;
    return 50;
}

/* Whether the trip count "trip" is the same in every iteration of the loops around: made of parameters alone, also by way
 * of unknowns that they determine. */
static bool is_fixed_trip(struct walker *walker, const struct polynomial *trip)
{
    if (polynomial_is_constant(trip, NULL) || walk_is_invariant(walker, trip))
        return true;
    if (trip->count != 1 || trip->terms[0].degree != 1)
        return false;
    const struct atom *atom = &walker->atoms[trip->terms[0].atoms[0]];
    for (unsigned a = 0; a < atom->alternative_count; a++)
        for (unsigned c = 0; c < atom->alternatives[a].count; c++) {
            const struct polynomial *value = atom->alternatives[a].constraints[c].value;
            for (unsigned t = 0; value && t < value->count; t++)
                if (value->terms[t].degree && &walker->atoms[value->terms[t].atoms[0]] != atom &&
                    walker->atoms[value->terms[t].atoms[0]].kind != ATOM_PARAMETER)
                    return false;
        }
    return atom->is_determined;
}

/* Walk the loop "stmt" that lies inside the region's loop (or in a called function). */
static enum flow walk_inner_loop(struct walker *walker, struct stmt *stmt)
{
    struct loop *loop = stmt->loop;
    if (stmt->init)
        walk_stmt(walker, stmt->init);
    if (walker->depth >= MAX_DEPTH) {
        walker->is_exhausted = true;
        return FLOW_FALLS;
    }
    struct variable **assigned = assigned_variables(walker->arena, stmt, NULL);
    bool has_exit = leaves(stmt->body, false);
    /* values must exist in front of the loop for counters to have a closed form */
    const struct polynomial *trip = trip_of(walker, loop, stmt->condition);
    struct environment before = save(walker);
    unsigned guards = walker->guard_count;
    double scale = walker->work_scale;
    walker->work_scale *= trip ? estimated_trip(trip) : 20;
    if (!trip)
        walker->region->work_is_data_dependent |= stmt->kind != STMT_FOR;
    else if (!is_fixed_trip(walker, trip))
        walker->region->work_varies = true;
    const struct polynomial *number = open_level(walker, loop);
    bind_at_iteration(walker, loop, number, assigned);
    if (has_exit) {
        struct guard_pair still = by_choice(walker, walk_choice(walker));
        walk_guard(walker, &still.yes);
    }
    if (stmt->condition && stmt->kind != STMT_DO) {
        walker->top = stmt->condition;
        walker->stmt = stmt;
        struct guard_pair pair = loop_condition(walker, loop, stmt->condition);
        walk_guard(walker, &pair.yes);
    } else if (stmt->kind == STMT_DO) {
        struct guard_pair runs = by_choice(walker, walk_choice(walker));
        walk_guard(walker, &runs.yes);
    }
    unsigned body_guards = walker->guard_count;
    walk_stmt(walker, stmt->body);
    walker->guard_count = body_guards;
    walker->stmt = stmt;
    if (stmt->step) {
        walker->top = stmt->step;
        walk_expr(walker, stmt->step);
    }
    if (stmt->condition && stmt->kind == STMT_DO) {
        walker->top = stmt->condition;
        walk_condition(walker, stmt->condition);
    }
    walker->guard_count = guards;
    walker->work_scale = scale;
    walker->depth--;
    walker->positions[walker->depth]++;
    bind_after(walker, loop, assigned, &before, trip);
    if (leaves(stmt->body, true) && has_exit) {
        struct guard_pair rest = by_choice(walker, walk_choice(walker));
        walk_guard(walker, &rest.yes);
        return FLOW_MAY_JUMP;
    }
    return FLOW_FALLS;
}

/* Walk the body of the region's own loop; "iteration" was recognised, its counters get their closed forms. */
void walk_loop_body(struct walker *walker, struct loop *loop, const struct iteration *iteration)
{
    struct stmt *stmt = loop->stmt;
    (void)iteration;
    struct variable **assigned = assigned_variables(walker->arena, stmt, NULL);
    const struct polynomial *number = open_level(walker, loop);
    bind_at_iteration(walker, loop, number, assigned);
    walker->stmt = stmt;
    if (stmt->condition && stmt->kind != STMT_DO) {
        walker->top = stmt->condition;
        struct guard_pair pair = loop_condition(walker, loop, stmt->condition);
        walk_guard(walker, &pair.yes);
    }
    unsigned guards = walker->guard_count;
    walker->header_guards = ARENA_ARRAY(walker->arena, struct constraint, guards + 1);
    memcpy(walker->header_guards, walker->guards, guards * sizeof *walker->guards);
    walker->header_guard_count = guards;
    walk_stmt(walker, stmt->body);
    walker->guard_count = guards;
    walker->stmt = stmt;
    if (stmt->step) {
        walker->top = stmt->step;
        walk_expr(walker, stmt->step);
    }
    if (stmt->condition && stmt->kind == STMT_DO) {
        walker->top = stmt->condition;
        walk_condition(walker, stmt->condition);
    }
}

/* ---- statements --------------------------------------------------------------------------------------------------- */

static void walk_declaration(struct walker *walker, struct variable *variable)
{
    struct expr *init = variable->init;
    bool is_static = variable->storage != STORAGE_LOCAL && variable->storage != STORAGE_PARAMETER;
    if (is_static)
        return;
    walker->top = init;
    if (walk_is_register(variable)) {
        struct value value = { .kind = VALUE_NONE };
        if (init && !(init->kind == EXPR_INIT_LIST && init->operand_count != 1))
            value = walk_expr(walker, init->kind == EXPR_INIT_LIST ? init->operands[0] : init);
        if (value.kind == VALUE_NONE && type_is_integer(variable->type))
            value = value_integer(walk_unknown(walker, NULL));
        if (value.kind == VALUE_NONE && variable->type->kind == TYPE_POINTER && init)
            value = (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, init) };
        walk_bind(walker, variable, value);
        return;
    }
    if (variable->type->extent_expr)
        walk_expr(walker, variable->type->extent_expr);
    if (!init)
        return;
    struct value place = { .kind = VALUE_POINTER, .number = polynomial_constant(walker->arena, 0), .object = walk_variable_object(walker, variable) };
    walk_expr(walker, init);
    walk_record(walker, ACCESS_WRITE, place, NULL, variable->type->size, variable->type->size >= 0);
}

static enum flow walk_list(struct walker *walker, struct stmt **list, unsigned count)
{
    enum flow result = FLOW_FALLS;
    for (unsigned k = 0; k < count; k++) {
        enum flow flow = walk_stmt(walker, list[k]);
        if (flow == FLOW_JUMPS) {
            for (unsigned rest = k + 1; rest < count; rest++)
                if (list[rest]->kind == STMT_LABEL || list[rest]->kind == STMT_CASE || list[rest]->kind == STMT_DEFAULT)
                    walk_obstacle(walker, OBSTACLE_OPAQUE, list[rest]->place, "a label after a jump");
            return FLOW_JUMPS;
        }
        if (flow == FLOW_MAY_JUMP)
            result = FLOW_MAY_JUMP;
    }
    return result;
}

/* Whether "stmt" (a break or continue) belongs to the region's own loop rather than to one inside. */
static bool belongs_to_region(struct walker *walker, struct stmt *stmt, bool is_break)
{
    if (walker->call_depth)
        return false;
    for (struct stmt *up = stmt->parent; up; up = up->parent) {
        if (up == walker->region->loop->stmt)
            return true;
        if (up->loop || (is_break && up->kind == STMT_SWITCH))
            return false;
    }
    return true;
}

enum flow walk_stmt(struct walker *walker, struct stmt *stmt)
{
    if (!stmt || walker->is_exhausted)
        return FLOW_FALLS;
    if (++walker->steps > MAX_STEPS) {
        walker->is_exhausted = true;
        return FLOW_FALLS;
    }
    walker->stmt = stmt;
    switch (stmt->kind) {
    case STMT_EXPR:
        walker->top = stmt->expr;
        walk_expr(walker, stmt->expr);
        return FLOW_FALLS;
    case STMT_DECL:
        for (unsigned k = 0; k < stmt->variable_count; k++)
            walk_declaration(walker, stmt->variables[k]);
        return FLOW_FALLS;
    case STMT_COMPOUND: return walk_list(walker, stmt->children, stmt->child_count);
    case STMT_IF: return walk_if(walker, stmt);
    case STMT_FOR: case STMT_WHILE: case STMT_DO: return walk_inner_loop(walker, stmt);
    case STMT_SWITCH: return walk_switch(walker, stmt);
    case STMT_CASE: case STMT_DEFAULT: return walk_stmt(walker, stmt->body);
    case STMT_LABEL:
        walk_obstacle(walker, OBSTACLE_OPAQUE, stmt->place, arena_printf(walker->arena, "label %s", stmt->label));
        return walk_stmt(walker, stmt->body);
    case STMT_BREAK:
        if (belongs_to_region(walker, stmt, true))
            walk_obstacle(walker, OBSTACLE_BREAK, stmt->place, "break");
        return FLOW_JUMPS;
    case STMT_CONTINUE: return FLOW_JUMPS;
    case STMT_RETURN:
        walker->top = stmt->expr;
        walk_return(walker, stmt);
        return FLOW_JUMPS;
    case STMT_GOTO:
        walk_obstacle(walker, walker->call_depth ? OBSTACLE_OPAQUE : OBSTACLE_GOTO, stmt->place,
                      stmt->label ? stmt->label : "goto");
        return FLOW_JUMPS;
    case STMT_NULL: return FLOW_FALLS;
    case STMT_ASM: walk_obstacle(walker, OBSTACLE_ASM, stmt->place, "inline assembly"); return FLOW_FALLS;
    case STMT_OPENMP:
        walk_obstacle(walker, OBSTACLE_USER_OPENMP, stmt->place, "an OpenMP directive of the user");
        return stmt->body ? walk_stmt(walker, stmt->body) : FLOW_FALLS;
    case STMT_OPAQUE: break;
    }
    walk_obstacle(walker, OBSTACLE_OPAQUE, stmt->place, "a statement that is not understood");
    return FLOW_FALLS;
}
