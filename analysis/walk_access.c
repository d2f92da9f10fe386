#include <string.h>

#include "analysis/walk.h"

void walk_obstacle(struct walker *walker, enum obstacle_kind kind, struct place place, const char *text)
{
    struct obstacle obstacle = { .kind = kind, .place = place, .text = text,
                                 .call_path = ARENA_ARRAY(walker->arena, struct expr *, walker->call_depth + 1),
                                 .is_conditional = walker->guard_count > 2 };
    for (unsigned k = 0; k < walker->call_depth; k++)
        obstacle.call_path[obstacle.call_depth++] = walker->calls[k + 1].call;
    ARENA_PUSH(walker->arena, walker->region->obstacles, walker->region->obstacle_count, obstacle);
}

static void note_written(struct walker *walker, struct object *object)
{
    for (unsigned k = 0; k < walker->written_count; k++)
        if (walker->written[k] == object)
            return;
    ARENA_PUSH(walker->arena, walker->written, walker->written_count, object);
    walker->has_new_writes = true;
}

/* Record an access of "size" bytes at "place" (a pointer value), under the present guards. */
struct access *walk_record(struct walker *walker, enum access_kind kind, struct value place, struct expr *expr,
                           long long size, bool is_must)
{
    struct region *region = walker->region;
    if (region->access_count >= MAX_ACCESSES) {
        walker->is_exhausted = true;
        return NULL;
    }
    struct object *object = place.kind == VALUE_POINTER ? place.object : walk_unknown_object(walker, expr);
    struct access *access = ARENA_NEW(walker->arena, struct access);
    access->kind = kind;
    access->object = object;
    access->is_must = is_must && kind == ACCESS_WRITE && !walker->is_may && place.number && object->kind != OBJECT_UNKNOWN;
    access->depth = walker->depth;
    access->loops = ARENA_ARRAY(walker->arena, struct loop *, walker->depth + 1);
    memcpy(access->loops, walker->loops, walker->depth * sizeof *access->loops);
    for (unsigned k = 0; k <= walker->depth && k < 16; k++)
        access->position[k] = walker->positions[k];
    walker->positions[walker->depth]++;
    access->expr = expr;
    access->top = walker->top;
    access->stmt = walker->stmt;
    access->size = size;
    access->call_path = ARENA_ARRAY(walker->arena, struct expr *, walker->call_depth + 1);
    for (unsigned k = 0; k < walker->call_depth; k++)
        access->call_path[access->call_depth++] = walker->calls[k + 1].call;
    struct raw_access raw = { .access = access, .row = place.row, .offset = place.number,
                              .subscripts = place.subscripts, .size = size };
    raw.guards.constraints = ARENA_ARRAY(walker->arena, struct constraint, walker->guard_count + 1);
    if (walker->guard_count)
        memcpy(raw.guards.constraints, walker->guards, walker->guard_count * sizeof *walker->guards);
    raw.guards.count = walker->guard_count;
    memcpy(raw.iterations, walker->iteration_atoms, walker->depth * sizeof *raw.iterations);
    ARENA_PUSH(walker->arena, walker->raws, walker->raw_count, raw);
    ARENA_PUSH(walker->arena, region->accesses, region->access_count, access);
    struct type *type = expr ? expr->type : NULL;
    /* "unit" is -1 while the walk runs once two types were seen; the relations set it afterwards */
    if (type && type_is_scalar(type) && object->unit != -1 && (!object->element || type_equal(object->element, type)))
        object->element = type;
    else
        object->unit = -1;
    if (object->unit == -1)
        object->element = NULL;
    if (kind == ACCESS_WRITE)
        note_written(walker, object);
    if (object->is_volatile_or_atomic || (type && (type->is_volatile || type->is_atomic)))
        walk_obstacle(walker, OBSTACLE_VOLATILE, expr ? expr->place : region->loop->stmt->place, "volatile");
    return access;
}

struct access *walk_record_scalar(struct walker *walker, enum access_kind kind, struct variable *variable,
                                  struct expr *expr)
{
    struct value place = { .kind = VALUE_POINTER, .object = walk_variable_object(walker, variable),
                           .number = polynomial_constant(walker->arena, 0) };
    return walk_record(walker, kind, place, expr, variable->type->size, true);
}
