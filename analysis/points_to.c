#include "analysis/points_to.h"

#include <stdlib.h>

#include "analysis/call_graph.h"
#include "analysis/points_to_graph.h"

/* ---- building -------------------------------------------------------------------------------------------------- */

static void create_fixed_nodes(struct points_to_graph *graph)
{
    struct arena *arena = graph->arena;
    for (unsigned k = 0; k < NODE_FIRST; k++)
        node_new(graph);
    ARENA_PUSH(arena, graph->objects, graph->object_count, NULL); /* id 0 */
    graph->external = ARENA_NEW(arena, struct object);
    graph->external->memory =
        (struct memory){ .kind = MEMORY_EXTERNAL, .id = graph->object_count, .escapes = true, .is_many = true };
    graph->external->is_flat = true;
    graph->external->first_cell = NODE_UNKNOWN;
    ARENA_PUSH(arena, graph->objects, graph->object_count, graph->external);
    graph->nodes[NODE_UNKNOWN].object = graph->external;
    graph->strings = object_new(graph, MEMORY_STRING, NULL);
    graph->strings->memory.is_many = true;
}

/* Initialisers of objects that are not local. Those without pointers in them say nothing. */
static void generate_globals(struct points_to_graph *graph)
{
    struct program *program = graph->program;
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned k = 0; k < program->units[u]->variable_count; k++) {
            struct variable *variable = program->units[u]->variables[k];
            if (variable->function || !layout_has_pointers(graph, variable->type))
                continue;
            struct object *object = object_of_variable(graph, NULL, variable);
            struct lvalue place = { .object = object };
            if (variable->init)
                pointer_initialise(graph, NULL, place, variable->type, variable->init);
        }
}

static void generate_roots(struct points_to_graph *graph)
{
    struct program_private *private = program_private(graph->program);
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        if (!info->function->body)
            continue;
        if (info->is_root)
            function_leak(graph, info);
        if (!info->is_cloned || info->function->address_taken)
            context_shared(graph, info);
        if (info->is_root && !info->is_main && !graph->program->options.is_whole && !info->function->is_static)
            object_escape(graph, object_of_function(graph, info));
    }
}

/* Assembly may do anything to the pointers of its function. */
static void leak_assembly(struct points_to_graph *graph)
{
    struct program *program = graph->program;
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned k = 0; k < program->units[u]->variable_count; k++) {
            struct variable *variable = program->units[u]->variables[k];
            if (!variable->function || !variable->function->has_asm)
                continue;
            struct object *object = object_of_variable(graph, NULL, variable);
            node_add_edge(graph, cell_address(graph, object->first_cell), NODE_ESCAPED);
        }
}

static void generate_bodies(struct points_to_graph *graph)
{
    while (graph->pending_count) {
        struct context *context = graph->pending[--graph->pending_count];
        body_generate(graph, context);
    }
}

/* See points_to.h. Solving may call functions through pointers whose bodies were not needed before. */
void points_to_build(struct program *program)
{
    struct points_to_graph *graph = ARENA_NEW(program->arena, struct points_to_graph);
    struct program_private *private = program_private(program);
    graph->arena = program->arena;
    graph->program = program;
    private->graph = graph;
    unsigned long size = 0;
    for (unsigned k = 0; k < private->function_count; k++)
        size += private->functions[k]->size;
    graph->clone_budget = 100000 + 2 * size;
    contexts_choose_clones(program);
    create_fixed_nodes(graph);
    generate_globals(graph);
    generate_roots(graph);
    leak_assembly(graph);
    do {
        generate_bodies(graph);
        graph_solve(graph);
    } while (graph->pending_count);
}

/* See points_to.h. */
void points_to_release(struct program *program)
{
    struct points_to_graph *graph = program_private(program)->graph;
    if (!graph)
        return;
    free(graph->nodes);
    free(graph->queue);
    free(graph->search_mark);
    free(graph->search_path);
}

/* ---- asking ---------------------------------------------------------------------------------------------------- */

static struct points_to_graph *graph_of(struct program *program)
{
    return program_private(program)->graph;
}

/* What "node" points to, by memory; valid after solving. */
static struct answer_cache *node_answer(struct points_to_graph *graph, unsigned node)
{
    node = node_find(graph, node);
    if (graph->nodes[node].cache)
        return graph->nodes[node].cache;
    struct answer_cache *cache = ARENA_NEW(graph->arena, struct answer_cache);
    struct idset_cursor cursor = { 0 };
    unsigned target;
    while (idset_next(&graph->nodes[node].points, &cursor, &target)) {
        if (target == NODE_UNKNOWN)
            cache->is_unknown = true;
        else
            idset_add(graph->arena, &cache->memory, graph->nodes[target].object->memory.id);
    }
    graph->nodes[node].cache = cache;
    return cache;
}

static bool add_node(struct points_to_graph *graph, unsigned node, struct idset *memory)
{
    struct answer_cache *cache = node_answer(graph, node);
    idset_union(graph->arena, memory, &cache->memory);
    return cache->is_unknown;
}

/* What the pointers in "object" point to; code holds none. */
static struct answer_cache *object_answer(struct points_to_graph *graph, struct object *object)
{
    if (object->cache)
        return object->cache;
    object->cache = ARENA_NEW(graph->arena, struct answer_cache);
    if (object->memory.kind == MEMORY_FUNCTION)
        return object->cache;
    for (unsigned cell = object->first_cell; cell; cell = graph->nodes[cell].next_cell)
        object->cache->is_unknown |= add_node(graph, cell, &object->cache->memory);
    return object->cache;
}

static bool add_object_contents(struct points_to_graph *graph, struct object *object, struct idset *memory)
{
    struct answer_cache *cache = object_answer(graph, object);
    idset_union(graph->arena, memory, &cache->memory);
    return cache->is_unknown;
}

/* See points_to.h. */
bool points_to_variable_contents(struct program *program, struct variable *variable, struct idset *memory)
{
    bool is_unknown = false;
    variable = variable_info(variable)->variable;
    for (struct instance *i = variable_info(variable)->instances; i; i = i->next)
        is_unknown |= add_object_contents(graph_of(program), i->object, memory);
    return is_unknown;
}

/* See points_to.h. */
unsigned points_to_variable_id(struct program *program, struct variable *variable)
{
    struct points_to_graph *graph = graph_of(program);
    unsigned id = object_of_variable(graph, NULL, variable)->memory.id;
    graph_solve(graph); /* a variable that no pointer met until now may be unknown code's */
    return id;
}

/* The memory of the array "expr", found without constraints: only which block it lies in. */
static bool add_array(struct program *program, struct expr *expr, struct idset *memory)
{
    struct points_to_graph *graph = graph_of(program);
    for (;;) {
        expr = expr_skip_implicit(expr);
        bool is_access =
            expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER ||
            (expr->kind == EXPR_UNARY && (expr->op == OP_DEREF || expr->op == OP_REAL || expr->op == OP_IMAG));
        if (expr->kind == EXPR_VARIABLE) {
            idset_add(graph->arena, memory, points_to_variable_id(program, expr->variable));
            return false;
        }
        if (expr->kind == EXPR_STRING) {
            idset_add(graph->arena, memory, graph->strings->memory.id);
            return false;
        }
        if (!is_access)
            break;
        struct expr *base = expr_skip_implicit(expr->operands[0]);
        if (base->type->kind == TYPE_POINTER)
            return points_to_memory(program, expr->operands[0], memory);
        expr = base;
    }
    struct object *literal = pointer_map_get(&graph->literals, expr);
    if (literal)
        idset_add(graph->arena, memory, literal->memory.id);
    return !literal;
}

/* Pointers that never became part of a constraint: the parts of others that were not values of their own. */
static bool add_unseen(struct program *program, struct expr *expr, struct idset *memory)
{
    if (expr->kind == EXPR_CAST && !type_is_integer(expr->operands[0]->type))
        return points_to_memory(program, expr->operands[0], memory);
    if (expr->kind == EXPR_UNARY && (expr->op == OP_EXTENSION || expr->op == OP_PLUS))
        return points_to_memory(program, expr->operands[0], memory);
    if (expr->kind == EXPR_UNARY && expr->op == OP_ADDRESS)
        return add_array(program, expr->operands[0], memory);
    if (expr->kind == EXPR_INT)
        return expr->int_value != 0;
    if (expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER || (expr->kind == EXPR_UNARY && expr->op == OP_DEREF)) {
        /* an lvalue that is only written: what its block holds */
        struct idset place = { 0 };
        bool is_unknown = add_array(program, expr, &place);
        struct idset_cursor cursor = { 0 };
        unsigned id;
        while (idset_next(&place, &cursor, &id))
            is_unknown |= add_object_contents(graph_of(program), graph_of(program)->objects[id], memory);
        return is_unknown;
    }
    return true;
}

/* See points_to.h. */
bool points_to_memory(struct program *program, struct expr *expr, struct idset *memory)
{
    struct points_to_graph *graph = graph_of(program);
    if (expr->kind == EXPR_FUNCTION) {
        struct object *object = object_of_function(graph, function_info(expr->function));
        idset_add(graph->arena, memory, object->memory.id);
        return false;
    }
    if (expr->type->kind == TYPE_STRUCT || expr->type->kind == TYPE_UNION || expr->type->kind == TYPE_ARRAY)
        return add_array(program, expr, memory);
    if (expr->kind == EXPR_VARIABLE)
        return points_to_variable_contents(program, expr->variable, memory);
    struct answer *answer = pointer_map_get(&graph->answers, expr);
    if (!answer)
        return add_unseen(program, expr, memory);
    bool is_unknown = false;
    for (; answer; answer = answer->next)
        if (answer->node)
            is_unknown |= add_node(graph, answer->node, memory);
    return is_unknown;
}

/* See points_to.h. */
struct memory *points_to_memory_of_id(struct program *program, unsigned id)
{
    return &graph_of(program)->objects[id]->memory;
}

/* See points_to.h. */
const struct idset *points_to_escaped(struct program *program)
{
    return &graph_of(program)->escaped;
}

/* See points_to.h. Contents of cloned locals are never reached: nothing points to them. */
bool points_to_close(struct program *program, struct idset *memory)
{
    struct points_to_graph *graph = graph_of(program);
    bool is_unknown = false;
    struct idset todo = { 0 };
    idset_union(graph->arena, &todo, memory);
    while (todo.count) {
        struct idset next = { 0 };
        struct idset_cursor cursor = { 0 };
        unsigned id;
        while (idset_next(&todo, &cursor, &id)) {
            struct answer_cache *inside = object_answer(graph, graph->objects[id]);
            is_unknown |= inside->is_unknown;
            idset_union_fresh(graph->arena, memory, &inside->memory, &next);
        }
        todo = next;
    }
    return is_unknown;
}

static struct answer_cache *node_answer_below(struct program *program, unsigned node)
{
    struct answer_cache *cache = node_answer(graph_of(program), node);
    if (!cache->has_below) {
        cache->has_below = true;
        cache->is_below_unknown = points_to_below(program, &cache->memory, &cache->below);
    }
    return cache;
}

/* See points_to.h. */
bool points_to_memory_below(struct program *program, struct expr *expr, struct idset *memory)
{
    struct points_to_graph *graph = graph_of(program);
    struct instance *instance = NULL;
    if (expr->kind == EXPR_VARIABLE && expr->type->kind == TYPE_POINTER)
        instance = variable_info(variable_info(expr->variable)->variable)->instances;
    if (instance && !instance->next) {
        struct answer_cache *cache = node_answer_below(program, instance->object->first_cell);
        idset_union(graph->arena, memory, &cache->below);
        return cache->is_below_unknown || cache->is_unknown;
    }
    struct idset top = { 0 };
    bool is_unknown = points_to_memory(program, expr, &top);
    return points_to_below(program, &top, memory) || is_unknown;
}

/* See points_to.h. */
bool points_to_below(struct program *program, const struct idset *memory, struct idset *below)
{
    struct points_to_graph *graph = graph_of(program);
    bool is_unknown = false;
    struct idset_cursor cursor = { 0 };
    unsigned id;
    while (idset_next(memory, &cursor, &id))
        is_unknown |= add_object_contents(graph, graph->objects[id], below);
    return points_to_close(program, below) || is_unknown;
}

/* See points_to.h. */
struct points_to points_to_public(struct program *program, const struct idset *memory, bool is_unknown)
{
    struct points_to_graph *graph = graph_of(program);
    struct points_to result = { .is_unknown = is_unknown };
    unsigned size = idset_size(memory), id;
    struct idset_cursor cursor = { 0 };
    result.targets = ARENA_ARRAY(program->arena, struct memory *, size + 1);
    while (idset_next(memory, &cursor, &id))
        result.targets[result.count++] = &graph->objects[id]->memory;
    if (is_unknown)
        result.targets[result.count++] = &graph->external->memory;
    return result;
}

/* See program.h. */
struct points_to program_points_to(struct program *program, struct expr *pointer)
{
    struct idset memory = { 0 };
    bool is_unknown = points_to_memory(program, pointer, &memory);
    return points_to_public(program, &memory, is_unknown);
}

/* See program.h. */
struct points_to program_contents(struct program *program, struct memory *memory)
{
    struct points_to_graph *graph = graph_of(program);
    struct idset inside = { 0 };
    bool is_unknown = memory->kind == MEMORY_EXTERNAL;
    if (memory->kind == MEMORY_VARIABLE && memory->variable)
        is_unknown |= points_to_variable_contents(program, memory->variable, &inside);
    else if (memory->kind != MEMORY_EXTERNAL)
        is_unknown |= add_object_contents(graph, graph->objects[memory->id], &inside);
    return points_to_public(program, &inside, is_unknown);
}

static bool has_escaped(struct points_to set)
{
    for (unsigned k = 0; k < set.count; k++)
        if (set.targets[k]->escapes)
            return true;
    return set.is_unknown;
}

/* See program.h. */
bool points_to_may_overlap(struct points_to a, struct points_to b)
{
    if ((a.is_unknown && has_escaped(b)) || (b.is_unknown && has_escaped(a)))
        return true;
    for (unsigned i = 0; i < a.count; i++)
        for (unsigned j = 0; j < b.count; j++)
            if (a.targets[i] == b.targets[j])
                return true;
    return false;
}

/* See program.h. */
bool program_variable_escapes(struct program *program, struct variable *variable)
{
    struct points_to_graph *graph = graph_of(program);
    return graph->objects[points_to_variable_id(program, variable)]->memory.escapes;
}
