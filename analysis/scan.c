#include "analysis/dependence.h"

struct finder {
    const struct object *object;
    struct study *study;
    bool is_read;
};

static void find_read(struct expr *expr, void *user)
{
    struct finder *finder = user;
    for (unsigned k = 0; k < finder->study->region->access_count; k++) {
        struct access *access = finder->study->region->accesses[k];
        if (access->object == finder->object && access->kind == ACCESS_READ && access->expr == expr)
            finder->is_read = true;
    }
}

static bool reads(struct study *study, struct expr *expr, const struct object *object)
{
    struct finder finder = { object, study, false };
    expr_visit(expr, find_read, &finder);
    return finder.is_read;
}

/* Whether the region writes nothing but "object", so that terms can be computed twice. */
static bool writes_only(struct study *study, const struct object *object)
{
    for (unsigned k = 0; k < study->region->object_count; k++) {
        struct object_state *state = &study->states[k];
        if (state->is_written && state->object != object && !state->object->is_inner)
            return false;
    }
    return true;
}

/* `v[i] = v[i - 1] + term;` as the whole body of the loop: a prefix sum. */
bool scan_find(struct study *study, struct object_state *state)
{
    struct object *object = state->object;
    struct region *region = study->region;
    struct stmt *body = region->loop->stmt->body;
    while (body && body->kind == STMT_COMPOUND && body->child_count == 1)
        body = body->children[0];
    if (object->kind != OBJECT_VARIABLE || object->is_scalar || object->variable->type->kind != TYPE_ARRAY || !body ||
        body->kind != STMT_EXPR || region->iteration.kind != ITERATION_CANONICAL || region->iteration.step != 1 ||
        !object_is_apart(study, object) || !writes_only(study, object))
        return false;
    struct expr *assign = expr_skip_implicit(body->expr);
    if (assign->kind != EXPR_ASSIGN || assign->op != OP_NONE)
        return false;
    struct expr *sum = expr_skip_casts(assign->operands[1]);
    if (sum->kind != EXPR_BINARY || sum->op != OP_ADD)
        return false;
    struct access *write = NULL, *read = NULL;
    for (unsigned k = 0; k < region->access_count; k++) {
        struct access *access = region->accesses[k];
        if (access->object != object)
            continue;
        struct access **slot = access->kind == ACCESS_WRITE ? &write : &read;
        if (*slot || access->call_depth || access->depth != 1 || access->unknown_count)
            return false;
        *slot = access;
    }
    if (!write || !read || dependence_distance(write, read) != 1)
        return false;
    struct expr *left = expr_skip_casts(sum->operands[0]), *right = expr_skip_casts(sum->operands[1]);
    struct expr *term = read->expr == left ? sum->operands[1] : read->expr == right ? sum->operands[0] : NULL;
    struct type *type = expr_skip_casts(assign->operands[0])->type;
    /* the value must be the one of the iteration before, not of the one after */
    isl_map *later = isl_map_apply_range(isl_map_copy(write->relation), isl_map_reverse(isl_map_copy(read->relation)));
    later = isl_map_order_gt(later, isl_dim_in, 0, isl_dim_out, 0);
    bool is_forward = isl_map_is_empty(later) == isl_bool_true;
    isl_map_free(later);
    if (!term || !is_forward || reads(study, term, object) || type->kind != TYPE_INT || type->bits < 32)
        return false;
    study->facts->scan.variable = object->variable;
    study->facts->scan.is_array = true;
    study->facts->scan.op = REDUCE_ADD;
    study->facts->scan.term = term;
    study->facts->scan.stmt = body;
    study->facts->how |= HOW_SCAN;
    return true;
}
