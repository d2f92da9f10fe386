#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include "analysis/dependence.h"

/* Whether no other object of the region may share memory with "object". */
bool object_is_apart(struct study *study, const struct object *object)
{
    for (unsigned k = 0; k < study->region->object_count; k++) {
        const struct object_state *other = &study->states[k];
        if (other->object != object && (other->is_read || other->is_written) &&
            region_may_overlap(study->region, object, other->object))
            return false;
    }
    return true;
}

/* See dependence.h. */
bool is_declared_in_header(const struct study *study, const struct object *object)
{
    const struct stmt *loop = study->facts->loop->stmt;
    const struct stmt *declaration = object->variable ? object->variable->declaration : NULL;
    return declaration && stmt_contains(loop, declaration) && !stmt_contains(loop->body, declaration);
}

/* Whether all unknowns of the write "w" were computed before both accesses, within the first "depth" loops, and "r"
 * depends on the same ones; only then does "w" certainly happen whenever "r" does. */
static bool shares_unknowns(const struct access *r, const struct access *w, unsigned depth)
{
    for (unsigned k = 0; k < w->unknown_count; k++) {
        bool is_shared = false;
        for (unsigned l = 0; l < r->unknown_count; l++)
            is_shared |= r->unknowns[l].id == w->unknowns[k].id && w->unknowns[k].loop_depth <= depth;
        if (!is_shared)
            return false;
    }
    return true;
}

/* The elements that "w" has written before "r" in the same iterations of the outer "depth" loops, where the loop number
 * "depth" (if "is_earlier") is in an earlier iteration: as a map from the points of "r". */
static isl_map *written_before(const struct access *r, const struct access *w, unsigned depth, bool is_earlier)
{
    isl_space *space = isl_space_map_from_domain_and_range(
        isl_space_domain(isl_space_align_params(isl_map_get_space(r->relation), isl_map_get_space(w->relation))),
        isl_space_domain(isl_space_align_params(isl_map_get_space(w->relation), isl_map_get_space(r->relation))));
    isl_map *order = isl_map_universe(space);
    for (unsigned k = 0; k < depth; k++)
        order = isl_map_equate(order, isl_dim_in, (int)k, isl_dim_out, (int)k);
    if (is_earlier)
        order = isl_map_order_gt(order, isl_dim_in, (int)depth, isl_dim_out, (int)depth);
    for (unsigned k = 0; k < w->unknown_count; k++)
        for (unsigned l = 0; l < r->unknown_count; l++)
            if (r->unknowns[l].id == w->unknowns[k].id)
                order = isl_map_equate(order, isl_dim_in, (int)(r->depth + l), isl_dim_out, (int)(w->depth + k));
    return isl_map_apply_range(order, isl_map_copy(w->relation));
}

/* Remove from "exposed" what "w" has written before "r" in the same iteration of the region's loop. */
static isl_map *subtract_writes(isl_map *exposed, const struct access *r, const struct access *w)
{
    for (unsigned depth = 1; depth <= r->depth && depth <= w->depth; depth++) {
        unsigned at_r = r->position[depth], at_w = w->position[depth];
        if (at_w < at_r && shares_unknowns(r, w, depth))
            return isl_map_subtract(exposed, written_before(r, w, depth, false));
        if (at_w != at_r)
            return exposed;
        /* both lie in the same inner loop: earlier iterations of it count */
        if (depth < r->depth && depth < w->depth && shares_unknowns(r, w, depth))
            exposed = isl_map_subtract(exposed, written_before(r, w, depth, true));
    }
    return exposed;
}

/* Whether every read of "object" is covered by writes earlier in the same iteration. */
static bool is_written_before_read(struct study *study, const struct object *object)
{
    struct region *region = study->region;
    for (unsigned k = 0; k < region->access_count; k++) {
        struct access *r = region->accesses[k];
        if (r->object != object || r->kind != ACCESS_READ)
            continue;
        if (!r->relation)
            return false;
        isl_map *exposed = isl_map_copy(r->relation);
        for (unsigned l = 0; l < region->access_count; l++) {
            struct access *w = region->accesses[l];
            if (w->object == object && w->kind == ACCESS_WRITE && w->is_must && w->relation)
                exposed = subtract_writes(exposed, r, w);
        }
        isl_bool is_empty = isl_map_is_empty(exposed);
        isl_map_free(exposed);
        if (is_empty != isl_bool_true)
            return false;
    }
    return true;
}

/* { [i] -> element } of all writes to "object": those that certainly happen ("is_must"), or all that may. NULL if some
 * write is not understood. */
static isl_map *writes_by_iteration(struct study *study, const struct object *object, bool is_must)
{
    struct region *region = study->region;
    isl_map *all = NULL;
    for (unsigned k = 0; k < region->access_count; k++) {
        struct access *w = region->accesses[k];
        if (w->object != object || w->kind != ACCESS_WRITE)
            continue;
        if (is_must && (!w->is_must || w->unknown_count))
            continue;
        if (!w->relation) {
            isl_map_free(all);
            return NULL;
        }
        isl_map *map = isl_map_copy(w->relation);
        map = isl_map_project_out(map, isl_dim_in, 1, (unsigned)isl_map_dim(map, isl_dim_in) - 1);
        map = isl_map_set_tuple_name(map, isl_dim_in, NULL);
        all = all ? isl_map_union(all, map) : map;
    }
    return all;
}

/* Whether every iteration certainly writes the same elements, and no others: the last one's are the final ones. */
static bool writes_the_same(struct study *study, const struct object *object)
{
    isl_map *may = writes_by_iteration(study, object, false), *must = writes_by_iteration(study, object, true);
    bool result = false;
    if (may && must) {
        isl_set *domain = isl_set_copy(study->region->domain);
        isl_map *product = isl_map_from_domain_and_range(domain, isl_map_range(isl_map_copy(may)));
        result = isl_map_is_subset(product, must) == isl_bool_true;
        isl_map_free(product);
    }
    isl_map_free(may);
    isl_map_free(must);
    return result;
}

static bool is_accessed_in_callee(struct study *study, const struct object *object)
{
    if (object->variable->storage == STORAGE_LOCAL || object->variable->storage == STORAGE_PARAMETER)
        return false; /* reached through a pointer made inside the loop: that points to the private copy */
    for (unsigned k = 0; k < study->region->access_count; k++)
        if (study->region->accesses[k]->object == object && study->region->accesses[k]->call_depth)
            return true;
    return false;
}

static bool holds_pointers(const struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return holds_pointers(type->element);
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
        return type->kind == TYPE_POINTER;
    for (unsigned k = 0; type->record && k < type->record->field_count; k++)
        if (holds_pointers(type->record->fields[k]->type))
            return true;
    return !type->record || !type->record->is_complete;
}

static bool points_at(struct study *study, const struct points_to *set, const struct variable *variable)
{
    for (unsigned k = 0; k < set->count; k++)
        if (set->targets[k]->kind == MEMORY_VARIABLE && set->targets[k]->variable &&
            program_variable(study->scop->program, set->targets[k]->variable) == variable)
            return true;
    return set->is_unknown && program_variable_escapes(study->scop->program, (struct variable *)variable);
}

/* Whether the call "call", which was not walked into, may keep the address of "variable" somewhere. */
static bool call_keeps(struct study *study, struct expr *call, const struct variable *variable)
{
    const struct effects *effects = program_call_effects(study->scop->program, call);
    for (unsigned k = 1; k < call->operand_count && k <= 64; k++) {
        struct type *type = call->operands[k]->type;
        if (!(effects->keeps >> (k - 1) & 1) || (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY))
            continue;
        struct points_to set = program_points_to(study->scop->program, call->operands[k]);
        if (points_at(study, &set, variable))
            return true;
    }
    return effects->is_unknown;
}

/* Whether pointers may be stored in "object". */
static bool object_may_hold(struct study *study, const struct object *object)
{
    if (object->kind == OBJECT_VARIABLE)
        return holds_pointers(object->variable->type);
    for (unsigned k = 0; k < object->points_to.count; k++) {
        const struct memory *memory = object->points_to.targets[k];
        if (!memory->type || holds_pointers(memory->type))
            return true;
    }
    return object->points_to.is_unknown && study;
}

/* Whether an iteration may leave the address of "variable" behind, where it would be that of a copy which is gone. */
static bool leaves_address(struct study *study, const struct variable *variable)
{
    if (!variable->address_taken)
        return false;
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->is_from_summary && access->expr && access->expr->kind == EXPR_CALL) {
            if (call_keeps(study, access->expr, variable))
                return true;
            continue;
        }
        if (access->kind != ACCESS_WRITE || (access->object->is_inner && access->object->kind == OBJECT_VARIABLE))
            continue;
        struct type *type = access->expr ? access->expr->type : NULL;
        if (type && access->expr->kind == EXPR_CALL) {
            if (object_may_hold(study, access->object))
                return true; /* memcpy and the like */
            continue;
        }
        if (!type || !holds_pointers(type))
            continue;
        if (type->kind != TYPE_POINTER)
            return true;
        struct points_to set = program_points_to(study->scop->program, access->expr);
        if (points_at(study, &set, variable))
            return true;
    }
    return false;
}

/* Give each iteration its own copy of the object, if that changes nothing. */
bool privatise_object(struct study *study, struct object_state *state)
{
    struct object *object = state->object;
    if (object->kind != OBJECT_VARIABLE || object->is_volatile_or_atomic || !state->is_written ||
        object->variable->storage == STORAGE_THREAD || object->variable->type->size < 0 ||
        is_declared_in_header(study, object))
        return false;
    if (!object_is_apart(study, object) || leaves_address(study, object->variable) ||
        !is_written_before_read(study, object))
        return false;
    struct private_data data = { .variable = object->variable, .kind = PRIVATE_PLAIN, .is_array = !object->is_scalar,
                                 .in_callee = is_accessed_in_callee(study, object) };
    if (program_is_live_outside(study->scop->program, object->variable, study->facts->loop->stmt)) {
        if (writes_the_same(study, object))
            data.kind = object->is_scalar ? PRIVATE_LAST : PRIVATE_FIRST_LAST;
        else if (object->is_scalar && !data.in_callee)
            data.kind = PRIVATE_LAST_WRITTEN;
        else
            return false;
    }
    ARENA_PUSH(study->arena, study->facts->privates, study->facts->private_count, data);
    study->facts->how |= HOW_PRIVATE;
    return true;
}
