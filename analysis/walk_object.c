#include <string.h>

#include "analysis/pointer_copy.h"
#include "analysis/walk.h"

static struct object *new_object(struct walker *walker, enum object_kind kind, struct object_key key)
{
    struct region *region = walker->region;
    struct object *object = ARENA_NEW(walker->arena, struct object);
    object->kind = kind;
    object->id = region->object_count;
    key.object = object;
    ARENA_PUSH(walker->arena, region->objects, region->object_count, object);
    ARENA_PUSH(walker->arena, walker->keys, walker->key_count, key);
    return object;
}

static bool is_qualified(const struct type *type)
{
    for (; type; type = type->kind == TYPE_ARRAY ? type->element : NULL)
        if (type->is_volatile || type->is_atomic)
            return true;
    return false;
}

struct object *walk_variable_object(struct walker *walker, struct variable *variable)
{
    variable = program_variable(walker->program, variable);
    for (unsigned k = 0; k < walker->key_count; k++)
        if (walker->keys[k].variable == variable && walker->keys[k].object->kind == OBJECT_VARIABLE)
            return walker->keys[k].object;
    struct object *object = new_object(walker, OBJECT_VARIABLE, (struct object_key){ .variable = variable });
    object->variable = variable;
    object->text = variable->name;
    object->is_scalar = type_is_scalar(variable->type);
    object->is_volatile_or_atomic = is_qualified(variable->type);
    bool is_own = variable->function == walker->region->loop->function && variable->declaration;
    bool is_static = variable->storage != STORAGE_LOCAL && variable->storage != STORAGE_PARAMETER;
    object->is_inner = !is_static && ((is_own && stmt_contains(walker->region->loop->stmt->body, variable->declaration)) ||
                                      (walker->call_depth && variable->function != walker->region->loop->function));
    return object;
}

/* What a pointer that does not change in the region points into: the initial value of "variable", or (if NULL) what is
 * stored in "from" at "offset". "pointer" is the expression that was evaluated. */
struct object *walk_pointer_object(struct walker *walker, struct variable *variable, struct object *from,
                                   const struct polynomial *offset, struct expr *pointer)
{
    for (unsigned k = 0; k < walker->key_count; k++) {
        struct object_key *key = &walker->keys[k];
        if (key->object->kind == OBJECT_POINTER && key->variable == variable && key->loaded_from == from &&
            (variable || polynomial_equal(key->offset, offset)))
            return key->object;
    }
    struct object *object = new_object(walker, OBJECT_POINTER,
                                       (struct object_key){ .variable = variable, .loaded_from = from, .offset = offset });
    if (pointer) {
        object->points_to = program_points_to(walker->program, pointer);
        object->text = walk_text(walker, pointer);
        object->pointer = walker->call_depth ? NULL : pointer;
        struct type *type = pointer->type;
        bool is_own = variable && variable->function == walker->region->loop->function;
        object->is_restrict = is_own && variable->type->is_restrict && variable->storage == STORAGE_PARAMETER &&
                              !pointer_is_copied(walker->program, variable);
        object->is_derived = variable && (variable->storage != STORAGE_PARAMETER || pointer_is_assigned(variable));
        object->is_volatile_or_atomic = type->element && is_qualified(type->element);
    } else {
        object->points_to.is_unknown = true;
    }
    return object;
}

/* What the pointers stored in the array "from" point to; "pointer" is the load of one of them. */
struct object *walk_rows_object(struct walker *walker, struct object *from, struct expr *pointer)
{
    for (unsigned k = 0; k < walker->key_count; k++)
        if (walker->keys[k].object->kind == OBJECT_ROWS && walker->keys[k].loaded_from == from)
            return walker->keys[k].object;
    struct object *object = new_object(walker, OBJECT_ROWS, (struct object_key){ .loaded_from = from });
    object->points_to = program_points_to(walker->program, pointer);
    object->text = from->text;
    object->pointer = walker->call_depth ? NULL : pointer;
    object->is_volatile_or_atomic = pointer->type->element && is_qualified(pointer->type->element);
    return object;
}

/* The object of "kind" that was made for "expr" before (in an earlier pass, or iteration), or NULL. */
static struct object *made_for(struct walker *walker, enum object_kind kind, struct expr *expr)
{
    for (unsigned k = 0; expr && k < walker->key_count; k++)
        if (walker->keys[k].expr == expr && walker->keys[k].object->kind == kind)
            return walker->keys[k].object;
    return NULL;
}

struct object *walk_unknown_object(struct walker *walker, struct expr *pointer)
{
    struct object *known = made_for(walker, OBJECT_UNKNOWN, pointer);
    if (known)
        return known;
    struct object *object = new_object(walker, OBJECT_UNKNOWN, (struct object_key){ .expr = pointer });
    if (pointer && (pointer->type->kind == TYPE_POINTER || pointer->type->kind == TYPE_ARRAY))
        object->points_to = program_points_to(walker->program, pointer);
    else
        object->points_to.is_unknown = true;
    return object;
}

/* All that the function called by "call" may read, or write, elsewhere. */
struct object *walk_summary_object(struct walker *walker, struct expr *call, bool is_write)
{
    struct expr *key = is_write ? call : call->operands[0];
    struct object *known = made_for(walker, OBJECT_UNKNOWN, key);
    return known ? known : new_object(walker, OBJECT_UNKNOWN, (struct object_key){ .expr = key });
}

struct object *walk_fresh_object(struct walker *walker, struct expr *call)
{
    enum object_kind kind = call->kind == EXPR_STRING ? OBJECT_STRING : OBJECT_HEAP;
    struct object *known = made_for(walker, kind, call);
    if (known)
        return known;
    struct object *object = new_object(walker, kind, (struct object_key){ .expr = call });
    object->points_to = program_points_to(walker->program, call);
    object->is_inner = true;
    return object;
}

/* The memory of "object" as points-to sets see it. */
static bool may_point_to(const struct points_to *set, struct program *program, const struct variable *variable)
{
    for (unsigned k = 0; k < set->count; k++) {
        const struct memory *memory = set->targets[k];
        if (memory->kind == MEMORY_EXTERNAL && (variable->storage == STORAGE_GLOBAL || variable->address_taken))
            return true;
        if (memory->kind == MEMORY_VARIABLE && memory->variable &&
            program_variable(program, memory->variable) == variable)
            return true;
    }
    return set->is_unknown && program_variable_escapes(program, (struct variable *)variable);
}

bool walk_may_overlap(struct walker *walker, const struct object *a, const struct object *b)
{
    return region_may_overlap(walker->region, a, b);
}

bool region_may_overlap(const struct region *region, const struct object *a, const struct object *b)
{
    if (a == b)
        return true;
    if (a->kind == OBJECT_VARIABLE && b->kind == OBJECT_VARIABLE)
        return false;
    if (a->kind == OBJECT_VARIABLE)
        return may_point_to(&b->points_to, region->program, a->variable);
    if (b->kind == OBJECT_VARIABLE)
        return may_point_to(&a->points_to, region->program, b->variable);
    if ((a->kind == OBJECT_HEAP && a->is_inner) || (b->kind == OBJECT_HEAP && b->is_inner))
        return a->kind == OBJECT_UNKNOWN || b->kind == OBJECT_UNKNOWN;
    if (region->program->options.assume_noalias && a->kind == OBJECT_POINTER && b->kind == OBJECT_POINTER &&
        !a->is_derived && !b->is_derived)
        return false;
    if ((a->is_restrict || b->is_restrict) && a->kind == OBJECT_POINTER && b->kind == OBJECT_POINTER)
        return false;
    return points_to_may_overlap(a->points_to, b->points_to);
}

/* Types that C's effective type rules keep apart (C11 6.5p7). */
static bool types_may_overlap(const struct type *a, const struct type *b)
{
    if (!a || !b || a->is_char || b->is_char || !type_is_scalar(a) || !type_is_scalar(b))
        return true;
    if (a->kind == TYPE_POINTER || b->kind == TYPE_POINTER)
        return a->kind == b->kind;
    return a->kind == b->kind && a->size == b->size;
}

/* Whether memory of "object", read as "type", may be written in the region (as far as the passes have seen). */
bool walk_is_written(struct walker *walker, const struct object *object, const struct type *type)
{
    if (walker->is_written_unknown)
        return true;
    for (unsigned k = 0; k < walker->written_count; k++) {
        struct object *written = walker->written[k];
        if (written == object)
            return true;
        if (walk_may_overlap(walker, written, object) && types_may_overlap(written->element, type))
            return true;
    }
    return false;
}
