#include <string.h>

#include <isl/map.h>
#include <isl/set.h>

#include "analysis/dependence.h"
#include "analysis/update.h"

const char *reduction_op_text(enum reduction_op op)
{
    static const char *const texts[] = { "+", "*", "min", "max", "&", "|", "^", "&&", "||" };
    return texts[op];
}

/* ---- the updates of one object ------------------------------------------------------------------------------------- */

/* Everything that changes one object, while it is found out whether that is a reduction. */
struct updates {
    struct update *list;
    struct access **writes; /* of the same index */
    unsigned count;
};

static struct update *update_with(struct updates *updates, const struct expr *expr)
{
    for (unsigned k = 0; k < updates->count; k++)
        if (updates->list[k].expr == expr)
            return &updates->list[k];
    return NULL;
}

/* Note the update that "write" is the store of. False if it is none, or if its value is used. */
static bool add_update(struct study *study, struct updates *updates, struct access *write, const char **why)
{
    struct program *program = study->scop->program;
    struct expr *expr = write->is_from_summary || !write->expr ? NULL : update_find(write->top, write->expr);
    *why = "it is not only accumulated";
    if (!expr)
        return false;
    if (update_with(updates, expr))
        return true;
    if (!update_is_bare(program, write->stmt, write->top, expr)) {
        *why = "its running value is used";
        return false;
    }
    struct update update;
    if (!update_classify(program, expr, write->stmt, &update, why))
        return false;
    unsigned count = updates->count;
    ARENA_PUSH(study->arena, updates->writes, count, write);
    ARENA_PUSH(study->arena, updates->list, updates->count, update);
    return true;
}

/* Whether the read "expr" belongs to one of the updates. */
static bool is_old_value(const struct updates *updates, const struct expr *expr)
{
    for (unsigned k = 0; k < updates->count; k++)
        for (unsigned l = 0; l < updates->list[k].old_count; l++)
            if (updates->list[k].olds[l] == expr)
                return true;
    return false;
}

/* Find all updates of "object"; false if it is accessed in any other way. */
static bool collect(struct study *study, const struct object *object, struct updates *updates, const char **why)
{
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object == object && access->kind == ACCESS_WRITE && !add_update(study, updates, access, why))
            return false;
    }
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object == object && access->kind == ACCESS_READ &&
            (access->is_from_summary || !is_old_value(updates, access->expr))) {
            *why = "its running value is used";
            return false;
        }
    }
    return updates->count > 0;
}

/* ---- what is reduced ------------------------------------------------------------------------------------------------ */

static bool is_floating(const struct type *type)
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

/* Whether two targets can be told apart or are the same as text: the updates of one lvalue. */
static bool is_of_group(const struct update *update, const struct update *first)
{
    return expr_same(update->target, first->target);
}

/* The reduction that the updates of the group of "first" make; false if they do not agree. */
static bool describe_group(struct study *study, const struct updates *updates, const struct update *first, bool by_text,
                           struct reduction *reduction, const char **why)
{
    reduction->op = first->op;
    reduction->is_strict_compare = first->is_strict;
    reduction->type = first->target->type;
    for (unsigned k = 0; k < updates->count; k++) {
        struct update *update = &updates->list[k];
        struct access *write = updates->writes[k];
        if (by_text && !is_of_group(update, first))
            continue;
        bool is_extremum = update->op == REDUCE_MIN || update->op == REDUCE_MAX;
        if (update->op != reduction->op || (is_extremum && update->is_strict != reduction->is_strict_compare)) {
            *why = "it is updated with different operators";
            return false;
        }
        if (!type_equal(update->target->type, reduction->type)) {
            *why = "it is updated as different types";
            return false;
        }
        reduction->in_callee |= write->call_depth > 0;
        reduction->is_indirect |= !write->relation;
        for (unsigned u = 0; u < write->unknown_count; u++)
            reduction->is_indirect |= !write->unknowns[u].is_choice;
        reduction->term = reduction->update_count ? NULL : update->term;
        unsigned count = reduction->update_count;
        ARENA_PUSH(study->arena, reduction->update_stmts, count, update->stmt);
        ARENA_PUSH(study->arena, reduction->updates, reduction->update_count, update->expr);
    }
    return true;
}

/* ---- logical reductions ---------------------------------------------------------------------------------------------- */

static bool is_boolean_value(const struct expr *expr)
{
    expr = expr_skip_implicit((struct expr *)expr);
    if (expr->type->kind == TYPE_BOOL || (expr->has_value && (expr->int_value == 0 || expr->int_value == 1)))
        return true;
    if (expr->kind == EXPR_CONDITIONAL)
        return is_boolean_value(expr->operands[1]) && is_boolean_value(expr->operands[2]);
    return (expr->kind == EXPR_BINARY && expr->op >= OP_LT && expr->op <= OP_LOR) ||
           (expr->kind == EXPR_UNARY && expr->op == OP_LNOT);
}

struct boolean_search {
    const struct variable *variable;
    bool is_other;
};

static void find_other_value(struct expr *expr, void *user)
{
    struct boolean_search *search = user;
    bool is_step = expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC;
    if (!is_step && expr->kind != EXPR_ASSIGN)
        return;
    if (expr_root_variable(expr->operands[0]) != search->variable)
        return;
    bool keeps = expr->kind == EXPR_ASSIGN &&
                 (expr->op == OP_NONE || expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_XOR);
    search->is_other |= !keeps || !is_boolean_value(expr->operands[1]);
}

static void visit_other_value(struct expr *expr, void *user)
{
    expr_visit(expr, find_other_value, user);
}

/* Whether "variable" is a local that never holds anything but 0 and 1: && and || make that of it even if there is no
 * iteration at all, as OpenMP writes them. */
static bool holds_booleans(const struct variable *variable)
{
    if (variable->type->kind == TYPE_BOOL)
        return true;
    if (variable->storage != STORAGE_LOCAL || variable->address_taken || !variable->function->body ||
        (variable->init && !is_boolean_value(variable->init)))
        return false;
    struct boolean_search search = { variable, false };
    stmt_visit_exprs(variable->function->body, visit_other_value, &search);
    return !search.is_other;
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

/* Decide what floating point allows; the bits for "how" go to "*how". */
static bool allows_order(struct study *study, struct reduction *reduction, unsigned *how, const char **why)
{
    enum fp_mode mode = study->scop->program->options.fp;
    bool is_extremum = reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
    reduction->is_float = is_floating(reduction->type);
    reduction->is_exact = !reduction->is_float || is_extremum;
    if (reduction->is_exact || mode != FP_STRICT) {
        *how |= reduction->is_array ? HOW_ARRAY_REDUCTION : HOW_REDUCTION;
        if (reduction->is_array && reduction->is_indirect)
            *how |= HOW_HISTOGRAM;
        return true;
    }
    double cost = 0;
    if (reduction->term)
        expr_visit(reduction->term, add_cost, &cost);
    reduction->term_work = cost;
    bool is_plain = reduction->variable && !strcmp(reduction->variable->name, reduction->text);
    if (reduction->is_array || reduction->update_count != 1 || !reduction->term || reduction->in_callee || cost < 1 ||
        !is_plain) {
        *why = "the order of its floating-point additions shows in the result";
        return false;
    }
    *how |= HOW_ORDERED_REDUCTION;
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------------------------------- */

/* A variable of scalar type, or an array of scalars: all updates are of one kind. */
static bool reduce_variable(struct study *study, const struct updates *updates, struct reduction *reduction,
                            const char **why)
{
    struct variable *variable = reduction->object->variable;
    struct type *element = variable->type;
    reduction->is_array = element->kind == TYPE_ARRAY;
    while (element->kind == TYPE_ARRAY)
        element = element->element;
    if (!describe_group(study, updates, &updates->list[0], false, reduction, why))
        return false;
    if (!type_equal(element, reduction->type)) {
        *why = "a part of it is accumulated";
        return false;
    }
    if (reduction->is_array) {
        reduction->rank = array_rank(variable->type);
        reduction->constant_length = element_count(variable->type);
        if (reduction->constant_length < 0) {
            *why = "its length is not constant";
            return false;
        }
    } else if ((reduction->op == REDUCE_LAND || reduction->op == REDUCE_LOR) && !holds_booleans(variable)) {
        *why = "it may hold something else than 0 and 1";
        return false;
    }
    if (variable->storage == STORAGE_LOCAL || variable->storage == STORAGE_PARAMETER)
        reduction->in_callee = false; /* reached through a pointer made inside the loop: that points to the copy */
    return true;
}

/* Whether "write" touches the same elements in every iteration. */
static bool is_same_place(const struct access *write)
{
    if (!write->relation || write->call_depth || write->expr->place.from_macro)
        return false;
    isl_map *map = isl_map_copy(write->relation);
    isl_map *all = isl_map_from_domain_and_range(isl_map_domain(isl_map_copy(map)), isl_map_range(isl_map_copy(map)));
    isl_bool is_fixed = isl_map_is_subset(all, map);
    isl_map_free(all);
    isl_map_free(map);
    return is_fixed == isl_bool_true;
}

/* The text of the lvalue of "first" and its like, if it names the same scalar in every iteration and can stand around
 * the loop; else NULL. */
static const char *fixed_text(struct study *study, const struct updates *updates, const struct update *first)
{
    for (unsigned k = 0; k < updates->count; k++)
        if (is_of_group(&updates->list[k], first) && !is_same_place(updates->writes[k]))
            return NULL;
    return text_before(study, first->target);
}

/* Whether two groups of updates touch no common element. */
static bool is_disjoint(const struct updates *updates, const struct update *a, const struct update *b)
{
    for (unsigned k = 0; k < updates->count; k++)
        for (unsigned l = 0; l < updates->count; l++) {
            if (!is_of_group(&updates->list[k], a) || !is_of_group(&updates->list[l], b))
                continue;
            const struct access *x = updates->writes[k], *y = updates->writes[l];
            if (!x->relation || !y->relation)
                return false;
            isl_set *both = isl_set_intersect(isl_map_range(isl_map_copy(x->relation)),
                                              isl_map_range(isl_map_copy(y->relation)));
            isl_bool is_empty = isl_set_is_empty(both);
            isl_set_free(both);
            if (is_empty != isl_bool_true)
                return false;
        }
    return true;
}

/* Accumulators that are parts of a struct, or that a pointer leads to: `t.sum += x`, `p->total += x`, `*out += x`. One
 * reduction for each lvalue. */
static bool reduce_lvalues(struct study *study, const struct updates *updates, const struct reduction *common,
                           unsigned *how, const char **why)
{
    struct reduction *found = NULL;
    unsigned count = 0;
    for (unsigned k = 0; k < updates->count; k++) {
        const struct update *first = &updates->list[k];
        bool is_first = true;
        for (unsigned l = 0; l < k; l++)
            if (is_of_group(&updates->list[l], first))
                is_first = false;
            else if (!is_disjoint(updates, &updates->list[l], first)) {
                *why = "its parts may be the same";
                return false;
            }
        if (!is_first)
            continue;
        struct reduction reduction = *common;
        reduction.text = fixed_text(study, updates, first);
        if (!reduction.text) {
            *why = "a part of it is accumulated that cannot be named around the loop";
            return false;
        }
        if (!describe_group(study, updates, first, true, &reduction, why))
            return false;
        if (reduction.op == REDUCE_LAND || reduction.op == REDUCE_LOR || reduction.in_callee ||
            !type_is_scalar(reduction.type) || reduction.type->kind == TYPE_POINTER) {
            *why = "its type or operator has no reduction";
            return false;
        }
        if (!allows_order(study, &reduction, how, why))
            return false;
        ARENA_PUSH(study->arena, found, count, reduction);
    }
    for (unsigned k = 0; k < count; k++)
        ARENA_PUSH(study->arena, study->facts->reductions, study->facts->reduction_count, found[k]);
    return true;
}

/* An array that a pointer variable leads to, in a section whose ends are known in front of the loop. */
static bool reduce_section(struct study *study, const struct updates *updates, struct reduction *reduction,
                           const char **why)
{
    struct object *object = reduction->object;
    struct variable *pointer =
        object->pointer && object->pointer->kind == EXPR_VARIABLE ? object->pointer->variable : NULL;
    *why = "it is accumulated through a pointer, and its length is not known";
    if (!pointer || !object->text || strcmp(pointer->name, object->text) != 0 || object->rank != 1 ||
        pointer->type->kind != TYPE_POINTER)
        return false;
    if (!describe_group(study, updates, &updates->list[0], false, reduction, why))
        return false;
    *why = "it is accumulated through a pointer, and its length is not known";
    if (reduction->is_indirect || reduction->in_callee || !type_equal(pointer->type->element, reduction->type) ||
        object->unit != reduction->type->size || reduction->op == REDUCE_LAND || reduction->op == REDUCE_LOR)
        return false;
    for (unsigned k = 0; k < updates->count; k++) {
        const struct expr *target = updates->list[k].target;
        const struct expr *base = target->kind == EXPR_INDEX ? expr_skip_implicit(target->operands[0]) : NULL;
        if (!base || base->kind != EXPR_VARIABLE || base->variable != pointer)
            return false;
    }
    const char *lower = NULL, *length = NULL;
    if (!section_of(study, object, &lower, &length, &reduction->constant_length))
        return false;
    reduction->variable = pointer;
    reduction->is_array = true;
    reduction->rank = 1;
    reduction->lower_text = lower;
    reduction->length_text = length;
    return true;
}

static void find_static(struct stmt *stmt, void *user)
{
    bool *is_found = user;
    for (unsigned k = 0; k < stmt->variable_count; k++)
        *is_found |= stmt->variables[k]->storage == STORAGE_STATIC_LOCAL;
}

/* Whether the loop may stand in the program twice, once for the case that the run-time checks fail. */
static bool can_be_doubled(const struct study *study)
{
    bool is_found = false;
    stmt_visit(study->facts->loop->stmt, find_static, &is_found);
    return !is_found;
}

/* Whether the object can be reduced; if so it is added to the facts. "*why": in words, why not, if it is accumulated. */
bool reduce_object(struct study *study, struct object_state *state, const char **why)
{
    struct object *object = state->object;
    *why = NULL;
    if (object->kind != OBJECT_VARIABLE && object->kind != OBJECT_POINTER)
        return false;
    if (object->is_volatile_or_atomic || object->is_bit_field || !state->is_written || !object->text ||
        is_declared_in_header(study, object) || (object->kind == OBJECT_POINTER && !can_be_doubled(study)))
        return false;
    struct updates updates = { NULL, NULL, 0 };
    if (!collect(study, object, &updates, why))
        return false;
    struct reduction reduction = { .object = object, .variable = object->variable, .text = object->text,
                                   .constant_length = -1 };
    unsigned how = 0;
    if (object->kind == OBJECT_VARIABLE && !object_is_apart(study, object)) {
        *why = "other pointers may reach it";
        return false;
    }
    bool is_record = object->kind == OBJECT_VARIABLE &&
                     (object->variable->type->kind == TYPE_STRUCT || object->variable->type->kind == TYPE_COMPLEX) &&
                     !type_equal(object->variable->type, updates.list[0].target->type);
    if (object->kind == OBJECT_VARIABLE && !is_record) {
        if (!reduce_variable(study, &updates, &reduction, why))
            return false;
    } else if (is_record || !reduce_section(study, &updates, &reduction, why)) {
        struct reduction common = { .object = object, .constant_length = -1 };
        const char *why_not;
        if (reduce_lvalues(study, &updates, &common, &how, &why_not)) {
            study->facts->how |= how;
            return true;
        }
        if (is_record)
            *why = why_not;
        return false;
    }
    if (!type_is_scalar(reduction.type) || reduction.type->kind == TYPE_POINTER) {
        *why = "its type has no reduction";
        return false;
    }
    if (!allows_order(study, &reduction, &how, why))
        return false;
    study->facts->how |= how;
    ARENA_PUSH(study->arena, study->facts->reductions, study->facts->reduction_count, reduction);
    return true;
}
