#include <string.h>

#include <isl/ilp.h>
#include <isl/val.h>

#include "analysis/dependence.h"

const char *reduction_op_text(enum reduction_op op)
{
    static const char *const texts[] = { "+", "*", "min", "max", "&", "|", "^", "&&", "||" };
    return texts[op];
}

/* Whether two expressions have the same structure and name the same things. Calls are the same if their arguments are
 * (only asked of expressions without side effects). */
bool expr_same(const struct expr *a, const struct expr *b)
{
    a = expr_skip_implicit((struct expr *)a);
    b = expr_skip_implicit((struct expr *)b);
    if (a->kind != b->kind || a->op != b->op || a->operand_count != b->operand_count || a->variable != b->variable ||
        a->function != b->function || a->field != b->field || a->has_value != b->has_value ||
        a->int_value != b->int_value || a->is_arrow != b->is_arrow)
        return false;
    if (a->kind == EXPR_STRING || a->kind == EXPR_OPAQUE || a->kind == EXPR_STATEMENT || a->kind == EXPR_ASSIGN)
        return false;
    if (a->kind == EXPR_FLOAT && !(a->float_value == b->float_value))
        return false;
    if (a->kind == EXPR_CAST && !type_equal(a->type, b->type))
        return false;
    for (unsigned k = 0; k < a->operand_count; k++)
        if (!a->operands[k] || !b->operands[k] || !expr_same(a->operands[k], b->operands[k]))
            return false;
    return true;
}

struct search {
    const struct expr *wanted;
    struct expr *found;
    unsigned count;
};

static void find_update(struct expr *expr, void *user)
{
    struct search *search = user;
    bool changes = expr->kind == EXPR_ASSIGN ||
                   (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC);
    if (changes && expr_skip_casts(expr->operands[0]) == search->wanted)
        search->found = expr;
}

/* The assignment or increment in "top" whose target is "target". */
static struct expr *update_of(struct expr *top, const struct expr *target)
{
    struct search search = { target, NULL, 0 };
    if (top)
        expr_visit(top, find_update, &search);
    return search.found;
}

static void count_same(struct expr *expr, void *user)
{
    struct search *search = user;
    search->count += expr_same(expr, search->wanted);
}

static unsigned occurrences(struct expr *expr, const struct expr *wanted)
{
    struct search search = { wanted, NULL, 0 };
    expr_visit(expr, count_same, &search);
    return search.count;
}

/* Whether "expr" is `x op ... ` with "target" as its leftmost (or only other) operand of a chain of "op"; "op" may be
 * subtraction mixed with addition. The rest must not contain "target". */
static bool is_chain(struct expr *expr, const struct expr *target, enum operator op)
{
    expr = expr_skip_casts(expr);
    if (expr_same(expr, target))
        return true;
    bool fits = expr->kind == EXPR_BINARY && (expr->op == op || (op == OP_ADD && expr->op == OP_SUB));
    if (!fits)
        return false;
    if (occurrences(expr->operands[0], target))
        return is_chain(expr->operands[0], target, op) && !occurrences(expr->operands[1], target);
    return expr->op != OP_SUB && is_chain(expr->operands[1], target, op);
}

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

/* The comparison "condition" between "target" and "value", as `value op target`; false if it is another one. */
static bool comparison_of(struct expr *condition, const struct expr *target, const struct expr *value, enum operator *op)
{
    struct expr *test = expr_skip_implicit(condition);
    if (test->kind != EXPR_BINARY || test->op < OP_LT || test->op > OP_GE)
        return false;
    if (expr_same(test->operands[0], value) && expr_same(test->operands[1], target)) {
        *op = test->op;
        return true;
    }
    if (expr_same(test->operands[1], value) && expr_same(test->operands[0], target)) {
        *op = test->op == OP_LT ? OP_GT : test->op == OP_GT ? OP_LT : test->op == OP_LE ? OP_GE : OP_LE;
        return true;
    }
    return false;
}

static bool is_call_of(const struct expr *expr, const char *const *names)
{
    if (expr->kind != EXPR_CALL || expr->operand_count != 3)
        return false;
    struct expr *callee = expr_skip_casts(expr->operands[0]);
    for (; callee->kind == EXPR_FUNCTION && *names; names++)
        if (!strcmp(callee->function->name, *names))
            return true;
    return false;
}

/* Minimum and maximum: `if (v > m) m = v;`, `m = v > m ? v : m`, `m = fmax(m, v)`. */
static bool is_extremum(struct expr *update, struct stmt *stmt, enum reduction_op *op, bool *is_strict, struct expr **term)
{
    struct expr *target = expr_skip_casts(update->operands[0]), *value = expr_skip_implicit(update->operands[1]);
    static const char *const maxima[] = { "fmax", "fmaxf", "fmaxl", NULL }, *const minima[] = { "fmin", "fminf", "fminl", NULL };
    enum operator compare;
    if (is_call_of(value, maxima) || is_call_of(value, minima)) {
        bool first = expr_same(value->operands[1], target), second = expr_same(value->operands[2], target);
        *op = is_call_of(value, maxima) ? REDUCE_MAX : REDUCE_MIN;
        *is_strict = true;
        *term = value->operands[first ? 2 : 1];
        return first != second && !occurrences(*term, target);
    }
    if (value->kind == EXPR_CONDITIONAL) {
        struct expr *yes = value->operands[1], *no = value->operands[2];
        bool keeps = expr_same(no, target), is_kept = expr_same(yes, target);
        if (keeps == is_kept)
            return false;
        *term = keeps ? yes : no;
        if (occurrences(*term, target) || !comparison_of(value->operands[0], target, *term, &compare))
            return false;
        bool is_greater = compare == OP_GT || compare == OP_GE;
        *op = is_greater == keeps ? REDUCE_MAX : REDUCE_MIN;
        *is_strict = keeps ? compare == OP_GT || compare == OP_LT : compare == OP_GE || compare == OP_LE;
        return true;
    }
    struct stmt *up = stmt->parent;
    while (up && up->kind == STMT_COMPOUND)
        up = up->parent;
    if (!up || up->kind != STMT_IF || up->otherwise || !stmt_contains(up->then, stmt))
        return false;
    if (occurrences(update->operands[1], target) || !comparison_of(up->condition, target, value, &compare))
        return false;
    *op = compare == OP_GT || compare == OP_GE ? REDUCE_MAX : REDUCE_MIN;
    *is_strict = compare == OP_GT || compare == OP_LT;
    *term = value;
    return true;
}

/* What kind of update "update" (an assignment or increment, in "stmt") is. */
static bool classify(struct expr *update, struct stmt *stmt, enum reduction_op *op, bool *is_strict, struct expr **term)
{
    *is_strict = true;
    *term = NULL;
    if (update->kind == EXPR_UNARY) {
        *op = REDUCE_ADD;
        return true;
    }
    struct expr *target = expr_skip_casts(update->operands[0]);
    if (update->op != OP_NONE) {
        *term = update->operands[1];
        return to_reduction(update->op, op) && !occurrences(update->operands[1], target);
    }
    struct expr *value = expr_skip_casts(update->operands[1]);
    if (value->kind == EXPR_BINARY && to_reduction(value->op, op)) {
        enum operator chain = value->op == OP_SUB ? OP_ADD : value->op;
        if (occurrences(value, target) == 1 && is_chain(value, target, chain)) {
            if (expr_same(value->operands[0], target))
                *term = value->operands[1];
            else if (expr_same(value->operands[1], target))
                *term = value->operands[0];
            return true;
        }
    }
    return is_extremum(update, stmt, op, is_strict, term);
}

struct minding {
    struct expr *update;
    struct expr *top;
    bool is_value_used;
};

/* Whether the value of "update" is used by the expression around it. */
static bool is_value_used(struct expr *top, struct expr *update)
{
    struct expr *expr = expr_skip_implicit(top);
    while (expr != update && expr->kind == EXPR_BINARY && expr->op == OP_COMMA) {
        if (expr_skip_implicit(expr->operands[0]) == update)
            return false;
        expr = expr_skip_implicit(expr->operands[1]);
    }
    return expr != update;
}

/* The update that the access "access" is part of: directly its target, or a read of the target's old value. */
static struct expr *update_for(struct study *study, const struct access *access)
{
    struct expr *update = access->expr ? update_of(access->top, access->expr) : NULL;
    if (update)
        return update;
    /* a read: look for the write of the same object that reads it */
    for (unsigned k = 0; k < study->region->access_count; k++) {
        const struct access *w = study->region->accesses[k];
        if (w->object != access->object || w->kind != ACCESS_WRITE || !w->expr || !access->expr ||
            !expr_same(w->expr, access->expr) || w->call_depth != access->call_depth)
            continue;
        struct expr *candidate = update_of(w->top, w->expr);
        if (!candidate)
            continue;
        if (w->top == access->top)
            return candidate;
        struct stmt *up = w->stmt->parent;
        while (up && up->kind == STMT_COMPOUND)
            up = up->parent;
        if (up && up->kind == STMT_IF && access->top == up->condition)
            return candidate;
    }
    return NULL;
}

static bool is_complex_or_float(const struct type *type)
{
    return type->kind == TYPE_FLOAT || type->kind == TYPE_COMPLEX;
}

/* A rough count of operations in "expr": calls are dear, plain loads free. */
static void add_cost(struct expr *expr, void *user)
{
    double *cost = user;
    if (expr->kind == EXPR_CALL)
        *cost += 10;
    else if (expr->kind == EXPR_BINARY && expr->type->kind == TYPE_FLOAT)
        *cost += expr->op == OP_DIV ? 4 : 1;
    else if (expr->kind == EXPR_CONDITIONAL)
        *cost += 1;
}

static void add_update(struct study *study, struct reduction *reduction, struct expr *update, struct stmt *stmt)
{
    for (unsigned k = 0; k < reduction->update_count; k++)
        if (reduction->updates[k] == update)
            return;
    unsigned count = reduction->update_count;
    ARENA_PUSH(study->arena, reduction->update_stmts, count, stmt);
    ARENA_PUSH(study->arena, reduction->updates, reduction->update_count, update);
}

/* Collect the updates of "object"; false if it is accessed in any other way. */
static bool collect(struct study *study, const struct object *object, struct reduction *reduction, const char **why)
{
    bool is_first = true;
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object != object)
            continue;
        struct expr *update = access->is_from_summary ? NULL : update_for(study, access), *term;
        enum reduction_op op;
        bool is_strict;
        struct stmt *stmt = access->stmt;
        if (update)
            for (unsigned l = 0; l < study->region->access_count; l++) {
                struct access *w = study->region->accesses[l];
                if (w->kind == ACCESS_WRITE && w->object == object && w->expr == expr_skip_casts(update->operands[0]))
                    stmt = w->stmt;
            }
        if (!update || !classify(update, stmt, &op, &is_strict, &term) || is_value_used(access->kind == ACCESS_WRITE ? access->top : update, update)) {
            *why = "it is not only accumulated";
            return false;
        }
        if (!is_first && (op != reduction->op || is_strict != reduction->is_strict_compare)) {
            *why = "it is updated with different operators";
            return false;
        }
        is_first = false;
        reduction->op = op;
        reduction->is_strict_compare = is_strict;
        reduction->term = term;
        reduction->type = expr_skip_casts(update->operands[0])->type;
        reduction->in_callee |= access->call_depth > 0;
        for (unsigned u = 0; u < access->unknown_count; u++)
            reduction->is_indirect |= !access->unknowns[u].is_choice;
        reduction->is_indirect |= !access->relation;
        add_update(study, reduction, update, stmt);
    }
    if (is_first)
        return false;
    if (reduction->update_count > 1)
        reduction->term = NULL;
    return true;
}

static unsigned array_rank(const struct type *type)
{
    unsigned rank = 0;
    for (; type->kind == TYPE_ARRAY; type = type->element)
        rank++;
    return rank;
}

static long long element_count(const struct type *type)
{
    long long count = 1;
    for (; type->kind == TYPE_ARRAY; type = type->element)
        count = type->extent < 0 || count < 0 ? -1 : count * type->extent;
    return count;
}

/* Decide what floating point allows. */
static bool allows_order(struct study *study, struct reduction *reduction, const char **why)
{
    enum fp_mode mode = study->scop->program->options.fp;
    bool is_extreme = reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
    reduction->is_float = is_complex_or_float(reduction->type);
    reduction->is_exact = !reduction->is_float || is_extreme;
    if (reduction->is_exact || mode != FP_STRICT) {
        study->facts->how |= reduction->is_array ? HOW_ARRAY_REDUCTION : HOW_REDUCTION;
        if (reduction->is_array && reduction->is_indirect)
            study->facts->how |= HOW_HISTOGRAM;
        return true;
    }
    double cost = 0;
    if (reduction->term)
        expr_visit(reduction->term, add_cost, &cost);
    reduction->term_work = cost;
    if (reduction->is_array || reduction->update_count != 1 || !reduction->term || reduction->in_callee || cost < 1) {
        *why = "the order of its floating-point additions shows in the result";
        return false;
    }
    study->facts->how |= HOW_ORDERED_REDUCTION;
    return true;
}

/* Whether the object can be reduced; if so it is added to the facts. */
bool reduce_object(struct study *study, struct object_state *state, const char **why)
{
    struct object *object = state->object;
    *why = NULL;
    if (object->kind != OBJECT_VARIABLE && object->kind != OBJECT_POINTER)
        return false;
    if (object->is_volatile_or_atomic || object->is_bit_field || !state->is_written || !object->text)
        return false;
    struct reduction reduction = { .object = object, .variable = object->variable, .text = object->text,
                                   .constant_length = -1 };
    if (!collect(study, object, &reduction, why))
        return false;
    if (!type_is_scalar(reduction.type) || reduction.type->kind == TYPE_POINTER) {
        *why = "its type has no reduction";
        return false;
    }
    if (object->kind == OBJECT_POINTER) {
        *why = "it is accumulated through a pointer";
        return false;
    }
    struct type *type = object->variable->type;
    bool is_aggregate = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
    reduction.is_array = type->kind == TYPE_ARRAY;
    struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->element;
    if (is_aggregate || !type_equal(element, reduction.type) || !object_is_apart(study, object)) {
        *why = is_aggregate ? "it is a part of a struct" : "other pointers may reach it";
        return false;
    }
    if (reduction.is_array) {
        reduction.rank = array_rank(type);
        reduction.constant_length = element_count(type);
        if (reduction.constant_length < 0) {
            *why = "its length is not constant";
            return false;
        }
    }
    if (object->variable->storage == STORAGE_LOCAL || object->variable->storage == STORAGE_PARAMETER)
        reduction.in_callee = false;
    if (!allows_order(study, &reduction, why))
        return false;
    ARENA_PUSH(study->arena, study->facts->reductions, study->facts->reduction_count, reduction);
    return true;
}
