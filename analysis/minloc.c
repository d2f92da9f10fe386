#include "analysis/dependence.h"
#include "analysis/update.h"

/* The `if` that the one update of "reduction" stands under, or NULL. */
static struct stmt *branch_of(struct study *study, const struct reduction *reduction, unsigned at)
{
    struct update update;
    const char *why;
    if (!update_classify(study->scop->program, reduction->updates[at], reduction->update_stmts[at], &update, &why))
        return NULL;
    return update.branch;
}

static bool is_extremum(const struct reduction *reduction)
{
    return reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
}

/* Whether all accesses to "object" are writes of the loop's own statements inside of "branch". */
static bool is_written_inside(struct study *study, const struct object *object, struct stmt *branch)
{
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object == object &&
            (access->kind == ACCESS_READ || !access->stmt || access->is_from_summary ||
             !stmt_contains(branch->then, access->stmt)))
            return false;
    }
    return true;
}

/* Whether the conflicts of the scalar "state" vanish because it is only assigned together with the extremum of a
 * reduction that was found before, as in `if (d < best) { best = d; at = i; }`: it then belongs to that minimum. */
bool minloc_find(struct study *study, struct object_state *state)
{
    struct object *object = state->object;
    if (object->kind != OBJECT_VARIABLE || !object->is_scalar || object->is_volatile_or_atomic || state->is_read ||
        is_declared_in_header(study, object) || !object_is_apart(study, object))
        return false;
    for (unsigned k = 0; k < study->facts->reduction_count; k++) {
        struct reduction *reduction = &study->facts->reductions[k];
        if (!is_extremum(reduction) || reduction->is_array || reduction->update_count != 1)
            continue;
        struct stmt *branch = branch_of(study, reduction, 0);
        if (!branch || !is_written_inside(study, object, branch))
            continue;
        ARENA_PUSH(study->arena, reduction->companions, reduction->companion_count, object->variable);
        study->facts->how |= HOW_MINLOC;
        return true;
    }
    return false;
}

static bool is_companion(const struct reduction *reduction, const struct expr *lvalue)
{
    for (unsigned k = 0; k < reduction->companion_count; k++)
        if (lvalue->kind == EXPR_VARIABLE && reduction->companions[k] == lvalue->variable)
            return true;
    return false;
}

/* The first statement of "stmt" that is neither the update nor an assignment to a companion. */
static struct stmt *find_offender(const struct reduction *reduction, const struct expr *update, struct stmt *stmt)
{
    struct stmt *found = NULL;
    if (stmt->kind == STMT_NULL)
        return NULL;
    for (unsigned k = 0; stmt->kind == STMT_COMPOUND && !found && k < stmt->child_count; k++)
        found = find_offender(reduction, update, stmt->children[k]);
    if (stmt->kind == STMT_COMPOUND)
        return found;
    struct expr *expr = stmt->kind == STMT_EXPR ? expr_skip_implicit(stmt->expr) : NULL;
    bool is_fine = expr && (expr == update || (expr->kind == EXPR_ASSIGN &&
                                               is_companion(reduction, expr_skip_implicit(expr->operands[0]))));
    return is_fine ? NULL : stmt;
}

/* See dependence.h. */
struct stmt *minloc_offender(struct study *study, const struct reduction *reduction)
{
    if (!is_extremum(reduction))
        return NULL;
    for (unsigned u = 0; u < reduction->update_count; u++) {
        struct stmt *branch = branch_of(study, reduction, u);
        struct stmt *offender = branch ? find_offender(reduction, reduction->updates[u], branch->then) : NULL;
        if (offender)
            return offender;
    }
    return NULL;
}
