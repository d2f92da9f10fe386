#include "analysis/dependence.h"

#include <isl/ilp.h>
#include <isl/space.h>
#include <isl/val.h>

static int unknown_position(const struct access *access, unsigned id)
{
    for (unsigned k = 0; k < access->unknown_count; k++)
        if (access->unknowns[k].id == id)
            return (int)(access->depth + k);
    return -1;
}

/* The pairs of points of "a" and "b" on one element with i_0 of "a" before ("forward") or after that of "b". */
static isl_map *pairs(const struct access *a, const struct access *b, bool forward, unsigned unknown_id)
{
    isl_map *map = isl_map_apply_range(isl_map_copy(a->relation), isl_map_reverse(isl_map_copy(b->relation)));
    map = forward ? isl_map_order_lt(map, isl_dim_in, 0, isl_dim_out, 0)
                  : isl_map_order_gt(map, isl_dim_in, 0, isl_dim_out, 0);
    int in = unknown_position(a, unknown_id), out = unknown_position(b, unknown_id);
    if (unknown_id != ~0u && in >= 0 && out >= 0) {
        isl_map *lower = isl_map_order_lt(isl_map_copy(map), isl_dim_in, in, isl_dim_out, out);
        map = isl_map_union(lower, isl_map_order_gt(map, isl_dim_in, in, isl_dim_out, out));
    }
    return map;
}

isl_bool dependence_exists(const struct access *a, const struct access *b, unsigned unknown_id)
{
    if (!a->relation || !b->relation)
        return isl_bool_true;
    for (int side = 0; side < (a == b ? 1 : 2); side++) {
        isl_map *map = pairs(a, b, side == 0, unknown_id);
        isl_bool is_empty = isl_map_is_empty(map);
        isl_map_free(map);
        if (is_empty != isl_bool_true)
            return is_empty == isl_bool_false ? isl_bool_true : isl_bool_error;
    }
    return isl_bool_false;
}

long long dependence_distance(const struct access *a, const struct access *b)
{
    long long best = 0;
    if (!a->relation || !b->relation)
        return 0;
    for (int side = 0; side < 2; side++) {
        isl_map *map = pairs(a, b, side == 0, ~0u);
        map = isl_map_project_out(map, isl_dim_in, 1, (unsigned)isl_map_dim(map, isl_dim_in) - 1);
        map = isl_map_project_out(map, isl_dim_out, 1, (unsigned)isl_map_dim(map, isl_dim_out) - 1);
        map = isl_map_set_tuple_name(isl_map_set_tuple_name(map, isl_dim_in, NULL), isl_dim_out, NULL);
        isl_set *deltas = isl_map_deltas(map);
        deltas = isl_set_project_out(deltas, isl_dim_param, 0, (unsigned)isl_set_dim(deltas, isl_dim_param));
        isl_val *value = side == 0 ? isl_set_dim_min_val(deltas, 0) : isl_set_dim_max_val(deltas, 0);
        if (value && isl_val_is_int(value) == isl_bool_true) {
            long long distance = isl_val_get_num_si(value);
            distance = distance < 0 ? -distance : distance;
            if (distance && (!best || distance < best))
                best = distance;
        }
        isl_val_free(value);
    }
    return best;
}

/* Record "conflict" among the loop's dependences, for --explain. */
void dependence_note(struct study *study, const struct conflict *conflict, bool is_removed)
{
    struct dependence dependence = { .source = conflict->first, .sink = conflict->second, .is_removed = is_removed };
    dependence.kind = conflict->first->kind == ACCESS_WRITE
                          ? (conflict->second->kind == ACCESS_WRITE ? DEPENDENCE_OUTPUT : DEPENDENCE_FLOW)
                          : DEPENDENCE_ANTI;
    ARENA_PUSH(study->arena, study->facts->dependences, study->facts->dependence_count, dependence);
}

static void compare(struct study *study, struct access *a, struct access *b)
{
    struct conflict conflict = { a, b, a->object != b->object, false };
    if (a->object == b->object) {
        struct object_state *state = &study->states[a->object->id];
        if (a->object->is_inner && a->object->kind != OBJECT_UNKNOWN)
            return;
        isl_bool exists = dependence_exists(a, b, ~0u);
        if (exists == isl_bool_false)
            return;
        conflict.is_unknown = exists == isl_bool_error || !a->relation || !b->relation;
        ARENA_PUSH(study->arena, state->conflicts, state->conflict_count, conflict);
        return;
    }
    if (!region_may_overlap(study->region, a->object, b->object))
        return;
    for (unsigned k = 0; k < study->overlap_count; k++) {
        struct object *first = study->overlaps[k].first->object, *second = study->overlaps[k].second->object;
        if ((first == a->object && second == b->object) || (first == b->object && second == a->object))
            return;
    }
    ARENA_PUSH(study->arena, study->overlaps, study->overlap_count, conflict);
}

/* Find all conflicts of the study's region. */
void dependence_find(struct study *study)
{
    struct region *region = study->region;
    study->states = ARENA_ARRAY(study->arena, struct object_state, region->object_count + 1);
    for (unsigned k = 0; k < region->object_count; k++)
        study->states[k].object = region->objects[k];
    for (unsigned k = 0; k < region->access_count; k++) {
        struct object_state *state = &study->states[region->accesses[k]->object->id];
        state->is_written |= region->accesses[k]->kind == ACCESS_WRITE;
        state->is_read |= region->accesses[k]->kind == ACCESS_READ;
    }
    for (unsigned k = 0; k < region->access_count; k++)
        for (unsigned l = k; l < region->access_count; l++)
            if (region->accesses[k]->kind == ACCESS_WRITE || region->accesses[l]->kind == ACCESS_WRITE)
                compare(study, region->accesses[k], region->accesses[l]);
}
