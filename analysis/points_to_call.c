/* Calls: arguments to parameters, results back, what library functions do to pointers, and contexts. */
#include "analysis/points_to_graph.h"

#include "analysis/call_graph.h"

enum { MAX_CLONE_HEIGHT = 3, MAX_CLONE_SIZE = 3000, SMALL_SIZE = 60 };

static bool is_aggregate(const struct type *type)
{
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

static bool may_hold_pointer(const struct type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_OTHER || type->kind == TYPE_INT ||
           type->kind == TYPE_FUNCTION;
}

static struct lvalue direct(struct object *object)
{
    return (struct lvalue){ .object = object };
}

/* ---- which functions to analyse for each call ------------------------------------------------------------------ */

static bool allocates(const struct function_info *info)
{
    for (unsigned k = 0; k < info->call_count; k++)
        for (unsigned e = 0; e < info->calls[k]->callee_count; e++) {
            const struct function_info *callee = info->calls[k]->callees[e];
            if (callee->library && (callee->library->flags & LIBRARY_ALLOCATES))
                return true;
            if (callee->is_cloned)
                return true;
        }
    return false;
}

static unsigned height_below(const struct function_info *info)
{
    unsigned height = 0;
    for (unsigned k = 0; k < info->call_count; k++)
        for (unsigned e = 0; e < info->calls[k]->callee_count; e++) {
            const struct function_info *callee = info->calls[k]->callees[e];
            if (callee->is_cloned && callee->clone_height > height)
                height = callee->clone_height;
        }
    return height;
}

static bool is_worth_cloning(const struct function_info *info)
{
    const struct function *function = info->function;
    if (!function->body || info->is_ambiguous || info->is_main || info->is_recursive || function->is_variadic ||
        function->has_asm || info->size > MAX_CLONE_SIZE)
        return false;
    bool returns_pointer = function->type->element && function->type->element->kind == TYPE_POINTER;
    return allocates(info) || (returns_pointer && info->size <= SMALL_SIZE);
}

static bool has_several_uses(const struct function_info *info)
{
    if (info->caller_count > 1)
        return true;
    return info->caller_count == 1 && info->callers[0]->caller && info->callers[0]->caller->is_cloned;
}

/* Set "is_cloned": bottom-up whether it may help, then top-down whether the function is called more than once. */
void contexts_choose_clones(struct program *program)
{
    struct program_private *private = program_private(program);
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->order[k];
        info->is_cloned = false;
        info->clone_height = height_below(info) + 1;
        info->is_cloned = info->clone_height <= MAX_CLONE_HEIGHT && is_worth_cloning(info);
    }
    for (unsigned k = private->function_count; k-- > 0;) {
        struct function_info *info = private->order[k];
        info->is_cloned = info->is_cloned && has_several_uses(info);
    }
}

static struct context *context_new(struct points_to_graph *graph, struct function_info *info)
{
    struct context *context = ARENA_NEW(graph->arena, struct context);
    struct type *type = info->function->type->element;
    context->info = info;
    if (type && is_aggregate(type) && layout_has_pointers(graph, type))
        context->result_object = object_new(graph, MEMORY_VARIABLE, type);
    else if (type && may_hold_pointer(type))
        context->result = node_new(graph);
    ARENA_PUSH(graph->arena, info->contexts, info->context_count, context);
    ARENA_PUSH(graph->arena, graph->pending, graph->pending_count, context);
    return context;
}

/* The version of "info" that is shared by all calls without a version of their own. */
struct context *context_shared(struct points_to_graph *graph, struct function_info *info)
{
    for (unsigned k = 0; k < info->context_count; k++)
        if (!info->contexts[k]->call)
            return info->contexts[k];
    struct context *context = context_new(graph, info);
    context->runs_once = info->runs_once;
    return context;
}

static struct context *context_of_call(struct points_to_graph *graph, struct context *caller, struct call_site *site,
                                       struct type *hint)
{
    struct function_info *info = site->callees[0];
    if (!info->is_cloned || graph->clone_budget < info->size || !caller)
        return context_shared(graph, info);
    graph->clone_budget -= info->size;
    struct context *context = context_new(graph, info);
    context->parent = caller->call ? caller : NULL;
    context->call = site->call;
    context->hint = hint && hint->kind != TYPE_VOID ? hint : caller->hint;
    context->runs_once = caller->runs_once && !site->is_repeated;
    return context;
}

/* ---- arguments and results ------------------------------------------------------------------------------------- */

static void leak(struct points_to_graph *graph, struct argument argument)
{
    if (argument.is_aggregate)
        aggregate_leak(graph, argument.place);
    else
        node_add_edge(graph, argument.value, NODE_ESCAPED);
}

/* Everything in the struct at "place" goes to unknown code. */
void aggregate_leak(struct points_to_graph *graph, struct lvalue place)
{
    struct constraint out = { CONSTRAINT_COPY_OUT, false, NODE_ESCAPED, 0, 0, NULL };
    node_add_constraint(graph, lvalue_address(graph, place), out);
}

static void bind_parameter(struct points_to_graph *graph, struct context *callee, struct variable *parameter,
                           struct argument argument)
{
    if (is_aggregate(parameter->type)) {
        if (argument.is_aggregate && layout_has_pointers(graph, parameter->type))
            aggregate_copy(graph, direct(object_of_variable(graph, callee, parameter)), argument.place,
                           parameter->type);
    } else if (argument.value) {
        node_add_edge(graph, argument.value, object_of_variable(graph, callee, parameter)->first_cell);
    }
}

static void bind(struct points_to_graph *graph, struct context *callee, struct argument *arguments, unsigned count)
{
    struct function *function = callee->info->function;
    for (unsigned k = 0; k < count; k++)
        if (k < function->parameter_count)
            bind_parameter(graph, callee, function->parameters[k], arguments[k]);
        else if (function->is_variadic || function->is_knr)
            leak(graph, arguments[k]); /* va_arg() reads unknown memory */
}

/* Unknown code may call "info": its parameters may be anything, what it returns gets out. */
void function_leak(struct points_to_graph *graph, struct function_info *info)
{
    if (!info->function->body)
        return;
    struct context *context = context_shared(graph, info);
    for (unsigned k = 0; k < info->function->parameter_count; k++) {
        struct variable *parameter = info->function->parameters[k];
        if (!may_hold_pointer(parameter->type) && !layout_has_pointers(graph, parameter->type))
            continue;
        struct object *object = object_of_variable(graph, context, parameter);
        if (is_aggregate(parameter->type))
            object_collapse(graph, object);
        node_add_target(graph, object->first_cell, NODE_UNKNOWN);
    }
    node_add_edge(graph, context->result, NODE_ESCAPED);
    if (context->result_object)
        aggregate_leak(graph, direct(context->result_object));
}

static void call_unknown(struct points_to_graph *graph, struct argument *arguments, unsigned count, unsigned result,
                         struct object *result_object)
{
    for (unsigned k = 0; k < count; k++)
        leak(graph, arguments[k]);
    node_add_target(graph, result, NODE_UNKNOWN);
    if (result_object) {
        object_collapse(graph, result_object);
        node_add_target(graph, result_object->first_cell, NODE_UNKNOWN);
    }
}

/* ---- library functions ----------------------------------------------------------------------------------------- */

static unsigned argument_value(const struct argument *arguments, unsigned count, unsigned k)
{
    return k < count && !arguments[k].is_aggregate ? arguments[k].value : NODE_NONE;
}

static void copy_contents(struct points_to_graph *graph, unsigned to, unsigned from)
{
    unsigned all = node_new(graph);
    struct constraint out = { CONSTRAINT_COPY_OUT, false, all, 0, 0, NULL };
    struct constraint in = { CONSTRAINT_COPY_IN, false, all, 0, 0, NULL };
    node_add_constraint(graph, from, out);
    node_add_constraint(graph, to, in);
}

/* The struct type that "pointer" points to as it is written, below casts to void *, or NULL. */
static struct type *pointed_struct(struct expr *pointer)
{
    pointer = expr_skip_casts(pointer);
    struct type *type = pointer->type->element;
    return type && type->kind == TYPE_STRUCT ? type : NULL;
}

/* Whether "size" is that of one or several records: sizeof(R), n * sizeof(R). */
static bool is_multiple_of(struct expr *size, const struct record *record)
{
    size = expr_skip_casts(size);
    if (size->has_value)
        return record->size > 0 && size->int_value == record->size;
    return size->kind == EXPR_BINARY && size->op == OP_MUL &&
           (is_multiple_of(size->operands[0], record) || is_multiple_of(size->operands[1], record));
}

/* memcpy(to, from, n): field by field if both sides are structs of one type. */
static void generate_copy(struct points_to_graph *graph, struct expr *call, struct argument *arguments, unsigned count)
{
    if (count < 3)
        return;
    struct type *to = pointed_struct(call->operands[1]), *from = pointed_struct(call->operands[2]);
    if (to && from && to->record == from->record && is_multiple_of(call->operands[3], to->record)) {
        struct lvalue target = { .base = arguments[0].value }, source = { .base = arguments[1].value };
        aggregate_copy(graph, target, source, to);
    } else {
        copy_contents(graph, arguments[0].value, arguments[1].value);
    }
}

/* A function that the library calls: each of its parameters may point into any of the other arguments' memory. */
static void generate_callback(struct points_to_graph *graph, unsigned callback, struct argument *arguments,
                              unsigned count)
{
    unsigned all = node_new(graph);
    for (unsigned k = 0; k < count; k++)
        if (!arguments[k].is_aggregate && arguments[k].value != callback)
            node_add_edge(graph, arguments[k].value, all);
    struct call_link *link = ARENA_NEW(graph->arena, struct call_link);
    link->argument_count = 4;
    link->arguments = ARENA_ARRAY(graph->arena, struct argument, 4);
    for (unsigned k = 0; k < 4; k++)
        link->arguments[k].value = all;
    struct constraint constraint = { CONSTRAINT_CALL, false, NODE_NONE, 0, 0, link };
    node_add_constraint(graph, callback, constraint);
}

static void generate_library_argument(struct points_to_graph *graph, struct context *context, struct call_site *site,
                                      const struct library_function *entry, unsigned k, struct argument *arguments,
                                      unsigned count)
{
    struct lvalue place = { .base = argument_value(arguments, count, k) };
    switch (library_argument(entry, k)) {
    case 'k':
        leak(graph, arguments[k]);
        break;
    case 'c':
        generate_callback(graph, place.base, arguments, count);
        break;
    case 'e':
        lvalue_store(graph, place, argument_value(arguments, count, 0));
        break;
    case 'a':
        lvalue_store(graph, place, cell_address(graph, object_of_heap(graph, context, site->call, NULL)->first_cell));
        break;
    default:
        break;
    }
}

static unsigned generate_library(struct points_to_graph *graph, struct context *context, struct call_site *site,
                                 const struct library_function *entry, struct argument *arguments, unsigned count,
                                 struct type *hint)
{
    unsigned result = NODE_NONE;
    for (unsigned k = 0; k < count; k++)
        generate_library_argument(graph, context, site, entry, k, arguments, count);
    if (entry->flags & LIBRARY_COPIES)
        generate_copy(graph, site->call, arguments, count);
    if (entry->flags & LIBRARY_ALLOCATES) {
        bool is_vague = !hint || hint->kind == TYPE_VOID;
        struct object *heap = object_of_heap(graph, context, site->call, is_vague && context ? context->hint : hint);
        result = cell_address(graph, heap->first_cell);
        if (entry->flags & LIBRARY_REALLOC) {
            struct argument old = arguments[0];
            unsigned both = node_new(graph);
            node_add_edge(graph, result, both);
            node_add_edge(graph, old.value, both);
            if (!heap->is_flat || !heap->type || layout_has_pointers(graph, heap->type))
                copy_contents(graph, result, old.value);
            result = both;
        }
    }
    if (entry->flags & LIBRARY_TABLE)
        return cell_address(graph, graph->strings->first_cell);
    int returned = library_returned_argument(entry);
    bool is_pointer = site->call->type->kind == TYPE_POINTER;
    if (!is_pointer || (returned < 0 && !(entry->flags & LIBRARY_STATIC)))
        return result;
    unsigned all = node_new(graph);
    node_add_edge(graph, result, all);
    if (returned >= 0)
        node_add_edge(graph, argument_value(arguments, count, (unsigned)returned), all);
    if (entry->flags & LIBRARY_STATIC)
        node_add_target(graph, all, NODE_UNKNOWN);
    return all;
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */

static struct argument *evaluate_arguments(struct points_to_graph *graph, struct context *context, struct expr *call)
{
    unsigned count = call->operand_count - 1;
    struct argument *arguments = ARENA_ARRAY(graph->arena, struct argument, count + 1);
    for (unsigned k = 0; k < count; k++) {
        struct expr *operand = call->operands[k + 1];
        arguments[k].type = operand->type;
        arguments[k].is_aggregate = is_aggregate(operand->type);
        if (arguments[k].is_aggregate)
            arguments[k].place = aggregate_place(graph, context, operand);
        else
            arguments[k].value = pointer_value(graph, context, operand, NULL);
    }
    return arguments;
}

/* A function without a body that is in no table. */
static unsigned call_stranger(struct points_to_graph *graph, struct context *context, struct expr *call,
                              const struct function *function, struct argument *arguments, struct lvalue *place,
                              struct type *hint)
{
    unsigned count = call->operand_count - 1;
    if (place)
        place->base = cell_address(graph, NODE_UNKNOWN);
    unsigned result = may_hold_pointer(call->type) && call->type->kind != TYPE_INT ? node_new(graph) : NODE_NONE;
    if (function && (function->has_const_attribute || function->has_pure_attribute || function->is_user_pure)) {
        for (unsigned k = 0; k < count; k++)
            node_add_edge(graph, argument_value(arguments, count, k), result);
        node_add_target(graph, result, NODE_UNKNOWN);
        return result;
    }
    call_unknown(graph, arguments, count, result, NULL);
    if (result && function && function->has_malloc_attribute)
        return cell_address(graph, object_of_heap(graph, context, call, hint)->first_cell);
    return result;
}

static unsigned call_direct(struct points_to_graph *graph, struct context *context, struct call_site *site,
                            struct argument *arguments, struct type *hint, struct lvalue *place)
{
    struct function_info *info = site->callees[0];
    struct expr *call = site->call;
    unsigned count = call->operand_count - 1;
    if (info->library) {
        if (place)
            place->base = cell_address(graph, NODE_UNKNOWN); /* div_t and the like hold no pointers */
        return generate_library(graph, context, site, info->library, arguments, count, hint);
    }
    if (!info->function->body || info->is_ambiguous)
        return call_stranger(graph, context, call, info->function, arguments, place, hint);
    struct context *callee = context_of_call(graph, context, site, hint);
    bind(graph, callee, arguments, count);
    if (place && callee->result_object)
        place->object = callee->result_object;
    else if (place)
        place->base = cell_address(graph, NODE_UNKNOWN);
    return callee->result;
}

static unsigned call_indirect(struct points_to_graph *graph, struct context *context, struct call_site *site,
                              struct argument *arguments, struct lvalue *place)
{
    struct expr *call = site->call;
    struct call_link *link = ARENA_NEW(graph->arena, struct call_link);
    unsigned pointer = pointer_value(graph, context, call->operands[0], NULL);
    link->site = site;
    link->arguments = arguments;
    link->argument_count = call->operand_count - 1;
    if (place) {
        link->result_object = object_new(graph, MEMORY_VARIABLE, call->type);
        place->object = link->result_object;
    } else if (may_hold_pointer(call->type)) {
        link->result = node_new(graph);
    }
    struct constraint constraint = { CONSTRAINT_CALL, false, NODE_NONE, 0, 0, link };
    node_add_constraint(graph, pointer, constraint);
    if (!pointer)
        call_link_target(graph, link, NODE_UNKNOWN);
    return link->result;
}

/* The function pointer of "link" may be "target". Library functions called through pointers (`double (*f)(double) =
 * sin`) get no constraints of their own: what they do to pointers is taken to be anything. */
void call_link_target(struct points_to_graph *graph, struct call_link *link, unsigned target)
{
    struct object *object = target == NODE_UNKNOWN ? NULL : graph->nodes[target].object;
    if (object && object->memory.kind != MEMORY_FUNCTION)
        return;
    if (!object && link->site)
        link->site->is_unknown = true;
    if (object && link->site)
        call_site_add(graph->program, link->site, object->function);
    if (!object || !object->function->function->body || object->function->is_ambiguous) {
        call_unknown(graph, link->arguments, link->argument_count, link->result, link->result_object);
        return;
    }
    struct context *callee = context_shared(graph, object->function);
    bind(graph, callee, link->arguments, link->argument_count);
    node_add_edge(graph, callee->result, link->result);
    if (link->result_object && callee->result_object)
        aggregate_copy(graph, direct(link->result_object), direct(callee->result_object),
                       callee->info->function->type->element);
}

/* The EXPR_CALL "call": the node of the pointer it returns; for a struct, "*place" is set instead. */
unsigned call_generate(struct points_to_graph *graph, struct context *context, struct expr *call, struct type *hint,
                       struct lvalue *place)
{
    if (!call->operand_count)
        return cell_address(graph, NODE_UNKNOWN);
    struct call_site *site = call_site_of(graph->program, call);
    struct argument *arguments = evaluate_arguments(graph, context, call);
    if (!site) { /* not seen by the reader: treat it as unknown code */
        if (place)
            place->base = cell_address(graph, NODE_UNKNOWN);
        call_unknown(graph, arguments, call->operand_count - 1, NODE_NONE, NULL);
        return cell_address(graph, NODE_UNKNOWN);
    }
    if (site->is_direct)
        return call_direct(graph, context, site, arguments, hint, place);
    return call_indirect(graph, context, site, arguments, place);
}
