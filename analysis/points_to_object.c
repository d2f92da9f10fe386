/* Blocks of memory and their cells. */
#include "analysis/points_to_graph.h"

#include "analysis/call_graph.h"

static unsigned cell_new(struct points_to_graph *graph, struct object *object, long long offset)
{
    unsigned cell = node_new(graph);
    graph->nodes[cell].object = object;
    graph->nodes[cell].offset = offset;
    if (object->memory.escapes) {
        node_add_target(graph, cell, NODE_UNKNOWN);
        node_add_edge(graph, cell, NODE_ESCAPED);
    }
    return cell;
}

/* A new block of "kind" whose type (elements' type for the heap) is "type", or NULL if that is not known. */
struct object *object_new(struct points_to_graph *graph, enum memory_kind kind, struct type *type)
{
    struct object *object = ARENA_NEW(graph->arena, struct object);
    object->memory.kind = kind;
    object->memory.id = graph->object_count;
    object->memory.type = type;
    object->type = type;
    object->is_flat = !type || !layout_has_fields(graph, type);
    ARENA_PUSH(graph->arena, graph->objects, graph->object_count, object);
    object->first_cell = cell_new(graph, object, 0);
    return object;
}

static unsigned cell_at(struct points_to_graph *graph, struct object *object, long long offset)
{
    unsigned cell = object->first_cell, last = cell;
    for (; cell; last = cell, cell = graph->nodes[cell].next_cell)
        if (graph->nodes[cell].offset == offset)
            return cell;
    cell = cell_new(graph, object, offset);
    graph->nodes[last].next_cell = cell;
    return cell;
}

/* The cell at "offset" of "object", for taking its address. */
unsigned object_cell(struct points_to_graph *graph, struct object *object, long long offset)
{
    if (object->is_flat)
        return object->first_cell;
    if (layout_normalise(object->type, object->memory.kind == MEMORY_HEAP, &offset) == LEAF_NONE) {
        object_collapse(graph, object);
        return object->first_cell;
    }
    return cell_at(graph, object, offset);
}

/* The cell at "offset" of "object", for reading or writing a pointer there: if the type has no pointer at that place,
 * the block is used in another way than its type says. */
unsigned object_access(struct points_to_graph *graph, struct object *object, long long offset)
{
    if (object->is_flat)
        return object->first_cell;
    enum leaf leaf = layout_normalise(object->type, object->memory.kind == MEMORY_HEAP, &offset);
    if (leaf == LEAF_POINTER || leaf == LEAF_ANY)
        return cell_at(graph, object, offset);
    object_collapse(graph, object);
    return object->first_cell;
}

/* See whether pointer arithmetic by multiples of "stride" from the normal "offset" stays in an array of such elements;
 * collapse "object" otherwise. Returns the offset to go on with. */
static long long shifted_offset(struct points_to_graph *graph, struct object *object, long long offset,
                                long long stride)
{
    if (object->is_flat || stride == 0)
        return offset;
    if (stride < 0 || !layout_allows_stride(object->type, offset, stride))
        object_collapse(graph, object);
    return offset;
}

/* Check arithmetic, see shifted_offset(). */
unsigned object_shift(struct points_to_graph *graph, struct object *object, long long offset, long long stride)
{
    shifted_offset(graph, object, offset, stride);
    return object->is_flat ? object->first_cell : cell_at(graph, object, offset);
}

/* The address of "cell" as the value of a node. */
unsigned cell_address(struct points_to_graph *graph, unsigned cell)
{
    if (!graph->nodes[cell].address) {
        unsigned address = node_new(graph);
        graph->nodes[cell].address = address;
        node_add_target(graph, address, cell);
    }
    return graph->nodes[cell].address;
}

/* The cell that the element "target" of a points-to set stands for now: cells of collapsed blocks are one. */
unsigned target_cell(struct points_to_graph *graph, unsigned target)
{
    struct object *object = graph->nodes[target].object;
    return object->is_flat ? object->first_cell : target;
}

/* Unknown code now has the address of "object": it may read it and write unknown pointers into it, or call it. */
void object_escape(struct points_to_graph *graph, struct object *object)
{
    if (object->memory.escapes || object->memory.kind == MEMORY_EXTERNAL)
        return;
    object->memory.escapes = true;
    idset_add(graph->arena, &graph->escaped, object->memory.id);
    if (object->memory.kind == MEMORY_FUNCTION) {
        function_leak(graph, object->function);
        return;
    }
    for (unsigned cell = object->first_cell; cell; cell = graph->nodes[cell].next_cell) {
        node_add_target(graph, cell, NODE_UNKNOWN);
        node_add_edge(graph, cell, NODE_ESCAPED);
    }
}

/* Extern objects that no unit defines are unknown code's. */
static void check_linkage(struct points_to_graph *graph, struct object *object, const struct variable *variable)
{
    bool is_shared =
        variable->storage == STORAGE_GLOBAL || (variable->storage == STORAGE_THREAD && !variable->function);
    if (is_shared && (!variable->is_defined || !graph->program->options.is_whole))
        node_add_target(graph, NODE_ESCAPED, object->first_cell);
}

/* The memory of "variable" as "context" sees it. Only locals whose address is not taken differ between contexts. */
struct object *object_of_variable(struct points_to_graph *graph, struct context *context, struct variable *variable)
{
    struct variable_info *info = variable_info(variable);
    variable = info->variable;
    bool is_private = context && context->call && variable_is_local(variable) && !variable->address_taken;
    struct context *key = is_private ? context : NULL;
    for (struct instance *instance = info->instances; instance; instance = instance->next)
        if (instance->context == key)
            return instance->object;
    struct instance *instance = ARENA_NEW(graph->arena, struct instance);
    instance->context = key;
    instance->object = object_new(graph, MEMORY_VARIABLE, variable->type);
    instance->object->memory.variable = variable;
    instance->next = info->instances;
    info->instances = instance;
    check_linkage(graph, instance->object, variable);
    return instance->object;
}

/* The code of "info", as function pointers see it. */
struct object *object_of_function(struct points_to_graph *graph, struct function_info *info)
{
    struct object *object = pointer_map_get(&graph->literals, info);
    if (object)
        return object;
    object = object_new(graph, MEMORY_FUNCTION, NULL);
    object->memory.function = info->function;
    object->function = info;
    *pointer_map_slot(graph->arena, &graph->literals, info) = object;
    return object;
}

static bool site_runs_once(struct points_to_graph *graph, struct context *context, struct expr *call)
{
    struct call_site *site = call_site_of(graph->program, call);
    return site && !site->is_repeated && context && context->runs_once;
}

/* A block that "call" allocates in "context". */
struct object *object_of_heap(struct points_to_graph *graph, struct context *context, struct expr *call,
                              struct type *type)
{
    bool is_typed = type && type->kind != TYPE_VOID && type->kind != TYPE_FUNCTION && !type->is_char && type->size > 0;
    struct object *object = object_new(graph, MEMORY_HEAP, is_typed ? type : NULL);
    object->memory.allocator = call;
    object->memory.site = call;
    for (struct context *c = context; c && c->call; c = c->parent)
        object->memory.site = c->call;
    object->memory.is_many = !site_runs_once(graph, context, call);
    return object;
}
