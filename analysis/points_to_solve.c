/* The solver: a work list with difference propagation (Pearce, Kelly and Hankin, 2004). */
#include "analysis/points_to_graph.h"

#include <stdlib.h>
#include <string.h>

static void *checked_realloc(void *memory, size_t size)
{
    memory = realloc(memory, size);
    if (!memory)
        abort();
    return memory;
}

/* A new node that points to nothing. */
unsigned node_new(struct points_to_graph *graph)
{
    if (graph->node_count == graph->node_capacity) {
        graph->node_capacity = graph->node_capacity ? 2 * graph->node_capacity : 1024;
        graph->nodes = checked_realloc(graph->nodes, graph->node_capacity * sizeof *graph->nodes);
    }
    unsigned node = graph->node_count++;
    memset(&graph->nodes[node], 0, sizeof graph->nodes[node]);
    graph->nodes[node].parent = node;
    return node;
}

/* The node that "node" was merged into. */
unsigned node_find(struct points_to_graph *graph, unsigned node)
{
    while (graph->nodes[node].parent != node) {
        unsigned above = graph->nodes[node].parent;
        graph->nodes[node].parent = graph->nodes[above].parent;
        node = above;
    }
    return node;
}

static void enqueue(struct points_to_graph *graph, unsigned node)
{
    if (graph->nodes[node].is_queued)
        return;
    if (graph->queue_count == graph->queue_capacity) {
        unsigned capacity = graph->queue_capacity ? 2 * graph->queue_capacity : 1024;
        unsigned *queue = checked_realloc(NULL, capacity * sizeof *queue);
        for (unsigned k = 0; k < graph->queue_count; k++)
            queue[k] = graph->queue[(graph->queue_first + k) % graph->queue_capacity];
        free(graph->queue);
        graph->queue = queue;
        graph->queue_first = 0;
        graph->queue_capacity = capacity;
    }
    graph->nodes[node].is_queued = true;
    graph->queue[(graph->queue_first + graph->queue_count++) % graph->queue_capacity] = node;
}

/* "node" may point to "cell". */
void node_add_target(struct points_to_graph *graph, unsigned node, unsigned cell)
{
    if (node == NODE_NONE)
        return;
    node = node_find(graph, node);
    if (idset_add(graph->arena, &graph->nodes[node].points, cell)) {
        idset_add(graph->arena, &graph->nodes[node].fresh, cell);
        enqueue(graph, node);
    }
}

/* "to" may point to everything that "from" does. */
void node_add_edge(struct points_to_graph *graph, unsigned from, unsigned to)
{
    if (from == NODE_NONE || to == NODE_NONE)
        return;
    from = node_find(graph, from);
    to = node_find(graph, to);
    if (from == to || !idset_add(graph->arena, &graph->nodes[from].successors, to))
        return;
    if (idset_union_fresh(graph->arena, &graph->nodes[to].points, &graph->nodes[from].points, &graph->nodes[to].fresh))
        enqueue(graph, to);
}

static void copy_out(struct points_to_graph *graph, struct object *object, unsigned other)
{
    for (unsigned cell = object->first_cell; cell; cell = graph->nodes[cell].next_cell)
        node_add_edge(graph, cell, other);
}

static void apply_unknown(struct points_to_graph *graph, struct constraint constraint)
{
    switch (constraint.kind) {
    case CONSTRAINT_LOAD:
    case CONSTRAINT_ADDRESS:
    case CONSTRAINT_COPY_OUT:
        node_add_target(graph, constraint.other, NODE_UNKNOWN);
        break;
    case CONSTRAINT_STORE:
    case CONSTRAINT_COPY_IN:
        node_add_edge(graph, constraint.other, NODE_ESCAPED);
        break;
    case CONSTRAINT_CALL:
        call_link_target(graph, constraint.link, NODE_UNKNOWN);
        break;
    }
}

/* Where base + offset is for the target "cell" of base. */
static unsigned addressed_cell(struct points_to_graph *graph, unsigned cell, struct constraint constraint,
                               bool is_access)
{
    struct object *object = graph->nodes[cell].object;
    if (constraint.stride)
        cell = object_shift(graph, object, graph->nodes[cell].offset, constraint.stride);
    if (object->is_flat)
        return object->first_cell;
    long long offset = graph->nodes[cell].offset + constraint.offset;
    return is_access ? object_access(graph, object, offset) : object_cell(graph, object, offset);
}

/* "constraint" learns that its base may point to "target". */
static void apply(struct points_to_graph *graph, struct constraint constraint, unsigned target)
{
    if (target == NODE_UNKNOWN) {
        apply_unknown(graph, constraint);
        return;
    }
    unsigned cell = target_cell(graph, target);
    struct object *object = graph->nodes[cell].object;
    if (constraint.kind == CONSTRAINT_CALL) {
        call_link_target(graph, constraint.link, cell);
        return;
    }
    if (object->memory.kind == MEMORY_FUNCTION || object->memory.kind == MEMORY_STRING) {
        if (constraint.kind == CONSTRAINT_ADDRESS)
            node_add_target(graph, constraint.other, cell);
        return;
    }
    if (constraint.is_raw && !object->is_flat)
        return;
    switch (constraint.kind) {
    case CONSTRAINT_LOAD:
        node_add_edge(graph, addressed_cell(graph, cell, constraint, true), constraint.other);
        break;
    case CONSTRAINT_STORE:
        node_add_edge(graph, constraint.other, addressed_cell(graph, cell, constraint, true));
        break;
    case CONSTRAINT_ADDRESS:
        node_add_target(graph, constraint.other, addressed_cell(graph, cell, constraint, false));
        break;
    case CONSTRAINT_COPY_OUT:
        object_collapse(graph, object);
        copy_out(graph, object, constraint.other);
        break;
    case CONSTRAINT_COPY_IN:
        object_collapse(graph, object);
        node_add_edge(graph, constraint.other, object->first_cell);
        break;
    case CONSTRAINT_CALL:
        break;
    }
}

/* "constraint" holds for whatever "base" points to. */
void node_add_constraint(struct points_to_graph *graph, unsigned base, struct constraint constraint)
{
    if (base == NODE_NONE)
        return;
    base = node_find(graph, base);
    ARENA_PUSH(graph->arena, graph->nodes[base].constraints, graph->nodes[base].constraint_count, constraint);
    struct idset points = graph->nodes[base].points; /* applying may change the set itself: look at a copy */
    if (!points.count)
        return;
    size_t size = points.count * sizeof *points.words;
    points.words = memcpy(checked_realloc(NULL, size), points.words, size);
    struct idset_cursor cursor = { 0 };
    unsigned target;
    while (idset_next(&points, &cursor, &target))
        apply(graph, constraint, target);
    free(points.words);
}

/* From now on "a" and "b" are the same node. */
static void unite(struct points_to_graph *graph, unsigned a, unsigned b)
{
    a = node_find(graph, a);
    b = node_find(graph, b);
    if (a == b)
        return;
    graph->nodes[b].parent = a;
    for (unsigned k = 0; k < graph->nodes[b].constraint_count; k++)
        ARENA_PUSH(graph->arena, graph->nodes[a].constraints, graph->nodes[a].constraint_count,
                   graph->nodes[b].constraints[k]);
    struct node *into = &graph->nodes[a], *from = &graph->nodes[b];
    idset_union(graph->arena, &into->successors, &from->successors);
    /* What only one of them had was not passed on by the other. */
    idset_union_fresh(graph->arena, &from->points, &into->points, &from->fresh);
    idset_union_fresh(graph->arena, &into->points, &from->points, &into->fresh);
    idset_union(graph->arena, &into->fresh, &from->fresh);
    if (into->fresh.count)
        enqueue(graph, a);
}

/* From now on "object" has a single cell. */
void object_collapse(struct points_to_graph *graph, struct object *object)
{
    if (object->is_flat)
        return;
    object->is_flat = true;
    for (unsigned cell = graph->nodes[object->first_cell].next_cell; cell; cell = graph->nodes[cell].next_cell)
        unite(graph, object->first_cell, cell);
}

static void escape_all(struct points_to_graph *graph, const struct idset *fresh)
{
    struct idset_cursor cursor = { 0 };
    unsigned target;
    while (idset_next(fresh, &cursor, &target))
        if (target != NODE_UNKNOWN)
            object_escape(graph, graph->nodes[target].object);
}

static void apply_all(struct points_to_graph *graph, unsigned node, const struct idset *fresh)
{
    for (unsigned k = 0; k < graph->nodes[node].constraint_count; k++) {
        struct constraint constraint = graph->nodes[node].constraints[k];
        struct idset_cursor cursor = { 0 };
        unsigned target;
        while (idset_next(fresh, &cursor, &target))
            apply(graph, constraint, target);
    }
}

/* ---- cycles ---------------------------------------------------------------------------------------------------- */

enum { MAX_CYCLE_SEARCH = 3000 };

static void prepare_search(struct points_to_graph *graph)
{
    if (graph->search_capacity < graph->node_count) {
        graph->search_capacity = 2 * graph->node_count;
        size_t size = graph->search_capacity * sizeof(unsigned);
        free(graph->search_mark);
        graph->search_mark = checked_realloc(NULL, size);
        memset(graph->search_mark, 0, size);
        graph->search_path = checked_realloc(graph->search_path, size);
        graph->search_number = 0;
    }
    graph->search_number++;
}

/* Look for a path from "from" back to "goal" and make all its nodes one. Depth first: the path is the stack. */
static bool cycle_collapse(struct points_to_graph *graph, unsigned from, unsigned goal)
{
    prepare_search(graph);
    unsigned depth = 0, budget = MAX_CYCLE_SEARCH;
    struct idset_cursor *cursors = checked_realloc(NULL, (MAX_CYCLE_SEARCH + 1) * sizeof *cursors);
    graph->search_path[depth] = from;
    graph->search_mark[from] = graph->search_number;
    cursors[depth++] = (struct idset_cursor){ 0 };
    bool is_found = false;
    while (depth && budget && !is_found) {
        unsigned node = graph->search_path[depth - 1], next;
        if (!idset_next(&graph->nodes[node].successors, &cursors[depth - 1], &next)) {
            depth--;
            continue;
        }
        next = node_find(graph, next);
        is_found = next == goal;
        if (is_found || graph->search_mark[next] == graph->search_number)
            continue;
        graph->search_mark[next] = graph->search_number;
        graph->search_path[depth] = next;
        cursors[depth++] = (struct idset_cursor){ 0 };
        budget--;
    }
    for (unsigned k = 0; is_found && k < depth; k++)
        unite(graph, goal, graph->search_path[k]);
    free(cursors);
    return is_found;
}

/* Lazy cycle detection (Hardekopf and Lin 2007): nodes in a cycle end up with equal sets, so an edge between equal sets
 * is a hint. Each edge is tried once. */
static bool is_cycle_hint(struct points_to_graph *graph, unsigned from, unsigned to)
{
    if (from == NODE_ESCAPED || to == NODE_ESCAPED ||
        !idset_equal(&graph->nodes[from].points, &graph->nodes[to].points))
        return false;
    return idset_add(graph->arena, &graph->nodes[from].checked, to);
}

/* Add "fresh", new in "node", to its successors. Stops when "node" becomes part of another one, which is queued. */
static void pass_on(struct points_to_graph *graph, unsigned node, const struct idset *fresh)
{
    struct idset successors = graph->nodes[node].successors; /* may grow when a cycle collapses */
    struct idset_cursor cursor = { 0 };
    unsigned successor;
    while (idset_next(&successors, &cursor, &successor)) {
        unsigned to = node_find(graph, successor);
        if (to == node)
            continue;
        if (idset_union_fresh(graph->arena, &graph->nodes[to].points, fresh, &graph->nodes[to].fresh))
            enqueue(graph, to);
        else if (is_cycle_hint(graph, node, to) && cycle_collapse(graph, to, node))
            return; /* united nodes pass on everything again */
    }
}

/* Propagate until nothing changes. */
void graph_solve(struct points_to_graph *graph)
{
    while (graph->queue_count) {
        unsigned node = graph->queue[graph->queue_first];
        graph->queue_first = (graph->queue_first + 1) % graph->queue_capacity;
        graph->queue_count--;
        graph->nodes[node].is_queued = false;
        if (graph->nodes[node].parent != node)
            continue;
        struct idset fresh = graph->nodes[node].fresh;
        graph->nodes[node].fresh = graph->spare;
        graph->spare = (struct idset){ 0 };
        if (node == NODE_ESCAPED)
            escape_all(graph, &fresh);
        apply_all(graph, node, &fresh);
        pass_on(graph, node_find(graph, node), &fresh);
        idset_clear(&fresh);
        graph->spare = fresh;
    }
}
