#include "analysis/dependence.h"

/* The `if` without `else` that controls "stmt" directly, or NULL. */
static struct stmt *controlling_if(struct stmt *stmt)
{
    struct stmt *up = stmt ? stmt->parent : NULL;
    while (up && up->kind == STMT_COMPOUND)
        up = up->parent;
    return up && up->kind == STMT_IF && !up->otherwise ? up : NULL;
}

/* Whether the conflicts of the scalar "state" vanish because it is only assigned together with the extremum of a
 * reduction that was found before, as in `if (d < best) { best = d; at = i; }`: it then belongs to that minimum. */
bool minloc_find(struct study *study, struct object_state *state)
{
    struct object *object = state->object;
    if (object->kind != OBJECT_VARIABLE || !object->is_scalar || object->is_volatile_or_atomic ||
        !object_is_apart(study, object) || state->is_read)
        return false;
    struct stmt *branch = NULL;
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object != object)
            continue;
        struct stmt *control = controlling_if(access->stmt);
        if (!control || (branch && branch != control) || access->stmt->kind != STMT_EXPR)
            return false;
        branch = control;
    }
    for (unsigned k = 0; branch && k < study->facts->reduction_count; k++) {
        struct reduction *reduction = &study->facts->reductions[k];
        bool is_extreme = reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
        if (!is_extreme || reduction->is_array || reduction->update_count != 1 ||
            controlling_if(reduction->update_stmts[0]) != branch)
            continue;
        ARENA_PUSH(study->arena, reduction->companions, reduction->companion_count, object->variable);
        study->facts->how |= HOW_MINLOC;
        return true;
    }
    return false;
}

static bool is_companion(const struct reduction *reduction, const struct variable *variable)
{
    for (unsigned k = 0; k < reduction->companion_count; k++)
        if (reduction->companions[k] == variable)
            return true;
    return false;
}

/* Whether nothing else happens under the `if` of an extremum: what runs there depends on the running value, which no
 * other thread knows. Returns the offending access, or NULL. */
struct access *minloc_offender(struct study *study, const struct reduction *reduction)
{
    if (reduction->op != REDUCE_MIN && reduction->op != REDUCE_MAX)
        return NULL;
    for (unsigned u = 0; u < reduction->update_count; u++) {
        struct stmt *branch = controlling_if(reduction->update_stmts[u]);
        struct expr *update = reduction->updates[u];
        if (!branch || update->kind != EXPR_ASSIGN || expr_skip_implicit(update->operands[1])->kind == EXPR_CONDITIONAL ||
            (expr_skip_implicit(update->operands[1])->kind == EXPR_CALL &&
             expr_same(update->operands[0], expr_skip_implicit(update->operands[1])->operands[1])))
            continue;
        for (unsigned k = 0; k < study->region->access_count; k++) {
            struct access *access = study->region->accesses[k];
            if (access->kind != ACCESS_WRITE || !access->stmt || access->object == reduction->object)
                continue;
            bool is_inside = false;
            for (struct stmt *up = access->stmt; up && !is_inside; up = up->parent)
                is_inside = up == branch->then;
            if (is_inside && !(access->object->variable && is_companion(reduction, access->object->variable)))
                return access;
        }
        for (unsigned k = 0; k < study->region->obstacle_count; k++)
            return study->region->accesses[0];
    }
    return NULL;
}
