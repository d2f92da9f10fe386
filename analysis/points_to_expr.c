/* From expressions and statements to constraints. */
#include "analysis/points_to_graph.h"

static struct lvalue place_of(struct points_to_graph *graph, struct context *context, struct expr *expr);

static struct lvalue direct(struct object *object)
{
    return (struct lvalue){ .object = object };
}

static struct lvalue indirect(unsigned base, long long stride)
{
    return (struct lvalue){ .base = base, .stride = stride };
}

static struct lvalue unknown_place(struct points_to_graph *graph)
{
    return indirect(cell_address(graph, NODE_UNKNOWN), 0);
}

static bool is_pointer_like(const struct type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION ||
           type->kind == TYPE_OTHER;
}

static bool is_aggregate(const struct type *type)
{
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

/* Remember that "expr" has the value "node" in one context. */
static void remember(struct points_to_graph *graph, struct expr *expr, unsigned node)
{
    void **slot = pointer_map_slot(graph->arena, &graph->answers, expr);
    for (struct answer *answer = *slot; answer; answer = answer->next)
        if (answer->node == node)
            return;
    struct answer *answer = ARENA_NEW(graph->arena, struct answer);
    *answer = (struct answer){ node, *slot };
    *slot = answer;
}

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* A node for what "kind" of constraint, CONSTRAINT_LOAD or CONSTRAINT_ADDRESS, derives from the base of "place". Equal
 * constraints of a base share one: order does not count here. Only the newest ones are looked at. */
static unsigned derived(struct points_to_graph *graph, enum constraint_kind kind, struct lvalue place, bool is_raw)
{
    enum { MAX_LOOK = 64 };
    const struct node *base = &graph->nodes[node_find(graph, place.base)];
    for (unsigned k = 0; k < base->constraint_count && k < MAX_LOOK; k++) {
        const struct constraint *old = &base->constraints[base->constraint_count - 1 - k];
        if (old->kind == kind && old->is_raw == is_raw && old->offset == place.offset && old->stride == place.stride)
            return old->other;
    }
    unsigned value = node_new(graph);
    struct constraint constraint = { kind, is_raw, value, place.offset, place.stride, NULL };
    node_add_constraint(graph, place.base, constraint);
    return value;
}

static unsigned load(struct points_to_graph *graph, struct lvalue place, bool is_raw)
{
    if (place.object)
        return is_raw && !place.object->is_flat ? NODE_NONE : object_access(graph, place.object, place.offset);
    return place.base ? derived(graph, CONSTRAINT_LOAD, place, is_raw) : NODE_NONE;
}

static void store(struct points_to_graph *graph, struct lvalue place, unsigned value, bool is_raw)
{
    if (!value)
        return;
    if (place.object) {
        if (!is_raw || place.object->is_flat)
            node_add_edge(graph, value, object_access(graph, place.object, place.offset));
        return;
    }
    struct constraint constraint = { CONSTRAINT_STORE, is_raw, value, place.offset, place.stride, NULL };
    node_add_constraint(graph, place.base, constraint);
}

/* Put the pointer "value" into "place". */
void lvalue_store(struct points_to_graph *graph, struct lvalue place, unsigned value)
{
    store(graph, place, value, false);
}

/* A node that points to "place". */
unsigned lvalue_address(struct points_to_graph *graph, struct lvalue place)
{
    if (place.object)
        return cell_address(graph, object_cell(graph, place.object, place.offset));
    if (!place.base || (place.offset == 0 && place.stride == 0))
        return place.base;
    return derived(graph, CONSTRAINT_ADDRESS, place, false);
}

static struct lvalue member(struct lvalue place, const struct field *field)
{
    if (field)
        place.offset += field->offset_bits / 8;
    else
        place.stride = -1;
    return place;
}

/* Copy the pointers of a struct of "type": field by field where the layout is known, otherwise all as one. */
void aggregate_copy(struct points_to_graph *graph, struct lvalue to, struct lvalue from, struct type *type)
{
    const struct layout *layout = layout_of(graph, type);
    if (!layout || !layout->has_pointers)
        return;
    if (layout->is_large) {
        unsigned all = node_new(graph);
        struct constraint out = { CONSTRAINT_COPY_OUT, false, all, 0, 0, NULL };
        struct constraint in = { CONSTRAINT_COPY_IN, false, all, 0, 0, NULL };
        node_add_constraint(graph, lvalue_address(graph, from), out);
        node_add_constraint(graph, lvalue_address(graph, to), in);
        return;
    }
    for (unsigned k = 0; k < layout->count; k++) {
        struct lvalue source = from, target = to;
        source.offset += layout->offsets[k];
        target.offset += layout->offsets[k];
        store(graph, target, load(graph, source, false), false);
    }
}

static struct object *literal_object(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct object *object = pointer_map_get(&graph->literals, expr);
    if (!object) {
        object = object_new(graph, MEMORY_HEAP, expr->type);
        object->is_flat |= expr->type->kind == TYPE_ARRAY;
        object->memory.site = object->memory.allocator = expr;
        object->memory.is_many = true;
        *pointer_map_slot(graph->arena, &graph->literals, expr) = object;
    }
    if (expr->operand_count && expr->operands[0])
        pointer_initialise(graph, context, direct(object), expr->type, expr->operands[0]);
    return object;
}

static struct lvalue index_place(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct expr *base = expr_skip_implicit(expr->operands[0]);
    pointer_value(graph, context, expr->operands[1], NULL);
    if (base->type->kind == TYPE_ARRAY)
        return place_of(graph, context, base);
    unsigned pointer = pointer_value(graph, context, expr->operands[0], NULL);
    return indirect(pointer, expr->type->size > 0 ? expr->type->size : -1);
}

static struct lvalue member_place(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct expr *base = expr_skip_implicit(expr->operands[0]);
    if (!expr->is_arrow || base->type->kind == TYPE_ARRAY)
        return member(aggregate_place(graph, context, base), expr->field);
    return member(indirect(pointer_value(graph, context, expr->operands[0], NULL), 0), expr->field);
}

/* The place that the lvalue "expr" names. */
static struct lvalue place_of(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    expr = expr_skip_implicit(expr);
    switch (expr->kind) {
    case EXPR_VARIABLE:
        return direct(object_of_variable(graph, context, expr->variable));
    case EXPR_STRING:
        return direct(graph->strings);
    case EXPR_INDEX:
        return index_place(graph, context, expr);
    case EXPR_MEMBER:
        return member_place(graph, context, expr);
    case EXPR_COMPOUND_LITERAL:
        return direct(literal_object(graph, context, expr));
    case EXPR_UNARY:
        if (expr->op == OP_DEREF) {
            struct expr *base = expr_skip_implicit(expr->operands[0]);
            if (base->type->kind == TYPE_ARRAY)
                return place_of(graph, context, base);
            return indirect(pointer_value(graph, context, expr->operands[0], NULL), 0);
        }
        if (expr->op == OP_REAL || expr->op == OP_IMAG)
            return place_of(graph, context, expr->operands[0]);
        break;
    default:
        break;
    }
    if (is_aggregate(expr->type))
        return aggregate_place(graph, context, expr);
    unsigned value = pointer_value(graph, context, expr, NULL);
    return value ? indirect(value, 0) : (struct lvalue){ 0 };
}

static struct lvalue assigned_aggregate(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct lvalue to = place_of(graph, context, expr->operands[0]);
    struct lvalue from = aggregate_place(graph, context, expr->operands[1]);
    aggregate_copy(graph, to, from, expr->operands[0]->type);
    return to;
}

static struct lvalue chosen_aggregate(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    unsigned address = node_new(graph);
    pointer_value(graph, context, expr->operands[0], NULL);
    for (unsigned k = 1; k <= 2; k++) {
        struct lvalue place = aggregate_place(graph, context, expr->operands[k]);
        node_add_edge(graph, lvalue_address(graph, place), address);
    }
    return indirect(address, 0);
}

static struct expr *last_expression(struct stmt *block)
{
    struct stmt *last = block && block->child_count ? block->children[block->child_count - 1] : NULL;
    return last && last->kind == STMT_EXPR ? last->expr : NULL;
}

/* The place of the struct or union value "expr". */
struct lvalue aggregate_place(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    expr = expr_skip_implicit(expr);
    struct lvalue place = { 0 };
    switch (expr->kind) {
    case EXPR_VARIABLE:
    case EXPR_STRING:
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_COMPOUND_LITERAL:
        return place_of(graph, context, expr);
    case EXPR_UNARY:
        if (expr->op == OP_DEREF)
            return place_of(graph, context, expr);
        break;
    case EXPR_CALL:
        call_generate(graph, context, expr, NULL, &place);
        return place;
    case EXPR_ASSIGN:
        return assigned_aggregate(graph, context, expr);
    case EXPR_CONDITIONAL:
        return chosen_aggregate(graph, context, expr);
    case EXPR_BINARY:
        if (expr->op != OP_COMMA)
            break;
        pointer_value(graph, context, expr->operands[0], NULL);
        return aggregate_place(graph, context, expr->operands[1]);
    case EXPR_CAST:
        return aggregate_place(graph, context, expr->operands[0]);
    case EXPR_STATEMENT:
        statement_value(graph, context, expr->statement);
        if (last_expression(expr->statement))
            return aggregate_place(graph, context, last_expression(expr->statement));
        return place;
    default:
        break;
    }
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (expr->operands[k])
            node_add_edge(graph, pointer_value(graph, context, expr->operands[k], NULL), NODE_ESCAPED);
    return unknown_place(graph);
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

static unsigned merged(struct points_to_graph *graph, unsigned a, unsigned b)
{
    if (!a || !b || a == b)
        return a ? a : b;
    unsigned both = node_new(graph);
    node_add_edge(graph, a, both);
    node_add_edge(graph, b, both);
    return both;
}

/* "pointer" moved by multiples of its element's size. */
static unsigned moved(struct points_to_graph *graph, unsigned pointer, const struct type *type)
{
    if (!pointer)
        return NODE_NONE;
    long long stride = type->element && type->element->size > 0 ? type->element->size : -1;
    if (type->element && type->element->kind == TYPE_VOID)
        stride = 1;
    return lvalue_address(graph, indirect(pointer, stride));
}

static unsigned binary_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    unsigned left = pointer_value(graph, context, expr->operands[0], NULL);
    unsigned right = pointer_value(graph, context, expr->operands[1], NULL);
    if (expr->op == OP_COMMA)
        return right;
    if (expr->op >= OP_LT && expr->op <= OP_LOR)
        return NODE_NONE;
    if (is_pointer_like(expr->type))
        return moved(graph, is_pointer_like(expr->operands[0]->type) ? left : right, expr->type);
    if (is_pointer_like(expr->operands[0]->type)) /* a difference of pointers */
        return NODE_NONE;
    unsigned both = merged(graph, left, right);
    return both ? lvalue_address(graph, indirect(both, -1)) : NODE_NONE;
}

/* Integers that are copied from memory to memory may be the bytes of pointers: `*to++ = *from++` on chars. */
static bool is_memory_read(struct expr *expr)
{
    expr = expr_skip_casts(expr);
    return (expr->kind == EXPR_INDEX || (expr->kind == EXPR_UNARY && expr->op == OP_DEREF)) &&
           expr->type->kind == TYPE_INT && !expr_root_variable(expr);
}

static unsigned assign_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct type *type = expr->operands[0]->type;
    if (is_aggregate(type)) {
        assigned_aggregate(graph, context, expr);
        return NODE_NONE;
    }
    struct lvalue place = place_of(graph, context, expr->operands[0]);
    if (expr->op != OP_NONE) {
        pointer_value(graph, context, expr->operands[1], NULL);
        if (type->kind != TYPE_POINTER)
            return NODE_NONE;
        unsigned pointer = moved(graph, load(graph, place, false), type);
        store(graph, place, pointer, false);
        return pointer;
    }
    if (type->kind == TYPE_INT && is_memory_read(expr->operands[0]) && is_memory_read(expr->operands[1])) {
        struct lvalue from = place_of(graph, context, expr_skip_casts(expr->operands[1]));
        store(graph, place, load(graph, from, true), true);
        return NODE_NONE;
    }
    unsigned value = pointer_value(graph, context, expr->operands[1], type->element);
    if (type->kind == TYPE_POINTER || type->kind == TYPE_OTHER)
        store(graph, place, value, false);
    return value;
}

static unsigned step_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct lvalue place = place_of(graph, context, expr->operands[0]);
    if (expr->type->kind != TYPE_POINTER)
        return NODE_NONE;
    unsigned pointer = load(graph, place, false);
    store(graph, place, moved(graph, pointer, expr->type), false);
    return pointer;
}

static unsigned lvalue_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct lvalue place = place_of(graph, context, expr);
    if (expr->type->kind == TYPE_ARRAY)
        return lvalue_address(graph, place);
    if (expr->type->kind == TYPE_FUNCTION) /* *f is f */
        return place.base;
    if (expr->type->kind == TYPE_POINTER || expr->type->kind == TYPE_OTHER)
        return load(graph, place, false);
    return NODE_NONE;
}

static unsigned unary_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    switch (expr->op) {
    case OP_ADDRESS: {
        struct expr *operand = expr_skip_implicit(expr->operands[0]);
        if (operand->kind == EXPR_FUNCTION || operand->type->kind == TYPE_FUNCTION)
            return pointer_value(graph, context, operand, NULL);
        return lvalue_address(graph, place_of(graph, context, operand));
    }
    case OP_DEREF:
    case OP_REAL:
    case OP_IMAG:
        return lvalue_value(graph, context, expr);
    case OP_PRE_INC:
    case OP_PRE_DEC:
    case OP_POST_INC:
    case OP_POST_DEC:
        return step_value(graph, context, expr);
    case OP_EXTENSION:
    case OP_PLUS:
    case OP_NOT:
        return pointer_value(graph, context, expr->operands[0], NULL);
    default:
        pointer_value(graph, context, expr->operands[0], NULL);
        return NODE_NONE;
    }
}

static unsigned cast_value(struct points_to_graph *graph, struct context *context, struct expr *expr, struct type *hint)
{
    struct type *to = expr->type;
    struct expr *operand = expr->operands[0];
    bool is_typed = to->kind == TYPE_POINTER && to->element && to->element->kind != TYPE_VOID;
    unsigned value = pointer_value(graph, context, operand, is_typed ? to->element : hint);
    if (to->kind == TYPE_POINTER && type_is_integer(operand->type)) {
        struct expr *number = expr_skip_casts(operand);
        if (number->has_value)
            return number->int_value == 0 || number->int_value == -1 ? NODE_NONE : cell_address(graph, NODE_UNKNOWN);
        return value ? value : merged(graph, NODE_INTEGERS, cell_address(graph, NODE_UNKNOWN));
    }
    if (to->kind == TYPE_VOID || to->kind == TYPE_BOOL || to->kind == TYPE_FLOAT)
        return NODE_NONE;
    if (type_is_integer(to) && is_pointer_like(operand->type) && value) {
        node_add_edge(graph, value, NODE_INTEGERS);
        return to->size >= 4 ? value : NODE_NONE;
    }
    return value;
}

static unsigned opaque_value(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    for (unsigned k = 0; k < expr->operand_count; k++) {
        struct expr *operand = expr->operands[k];
        if (!operand)
            continue;
        if (is_aggregate(operand->type))
            aggregate_leak(graph, aggregate_place(graph, context, operand));
        else
            node_add_edge(graph, pointer_value(graph, context, operand, NULL), NODE_ESCAPED);
    }
    return is_pointer_like(expr->type) ? cell_address(graph, NODE_UNKNOWN) : NODE_NONE;
}

static unsigned fresh_value(struct points_to_graph *graph, struct context *context, struct expr *expr,
                            struct type *hint)
{
    switch (expr->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        return NODE_NONE;
    case EXPR_FUNCTION:
        return cell_address(graph, object_of_function(graph, function_info(expr->function))->first_cell);
    case EXPR_VARIABLE:
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_STRING:
    case EXPR_COMPOUND_LITERAL:
        return lvalue_value(graph, context, expr);
    case EXPR_UNARY:
        return unary_value(graph, context, expr);
    case EXPR_BINARY:
        return binary_value(graph, context, expr);
    case EXPR_ASSIGN:
        return assign_value(graph, context, expr);
    case EXPR_CONDITIONAL: {
        pointer_value(graph, context, expr->operands[0], NULL);
        unsigned yes = pointer_value(graph, context, expr->operands[1], hint);
        return merged(graph, yes, pointer_value(graph, context, expr->operands[2], hint));
    }
    case EXPR_CALL:
        return call_generate(graph, context, expr, hint, NULL);
    case EXPR_CAST:
        return cast_value(graph, context, expr, hint);
    case EXPR_STATEMENT:
        return statement_value(graph, context, expr->statement);
    case EXPR_INIT_LIST: { /* of a scalar: { x } */
        unsigned value = NODE_NONE;
        for (unsigned k = 0; k < expr->operand_count; k++)
            if (expr->operands[k])
                value = merged(graph, value, pointer_value(graph, context, expr->operands[k], hint));
        return value;
    }
    case EXPR_OPAQUE:
        break;
    }
    return opaque_value(graph, context, expr);
}

/* The node of the pointers that "expr" may evaluate to (NODE_NONE: none); everything that evaluating it does to
 * pointers becomes constraints. Addresses for arrays and functions. Integers have a value only while they carry a
 * pointer within an expression. "hint": the type of what the result is taken to point to, for allocations, or NULL. */
unsigned pointer_value(struct points_to_graph *graph, struct context *context, struct expr *expr, struct type *hint)
{
    if (!expr)
        return NODE_NONE;
    if (is_aggregate(expr->type) && expr->kind != EXPR_INIT_LIST) {
        aggregate_place(graph, context, expr);
        return NODE_NONE;
    }
    unsigned value = fresh_value(graph, context, expr, hint);
    if (is_pointer_like(expr->type) && expr->kind != EXPR_VARIABLE && expr->kind != EXPR_FUNCTION)
        remember(graph, expr, value);
    return value;
}

/* ---- initialisers and statements ------------------------------------------------------------------------------- */

static void initialise_list(struct points_to_graph *graph, struct context *context, struct lvalue place,
                            struct type *type, struct expr *list)
{
    for (unsigned k = 0; k < list->operand_count; k++) {
        struct expr *element = list->operands[k];
        if (!element)
            continue;
        if (type->kind == TYPE_ARRAY) {
            pointer_initialise(graph, context, place, type->element, element);
        } else if (type->kind == TYPE_STRUCT && type->record && k < type->record->field_count) {
            const struct field *field = type->record->fields[k];
            pointer_initialise(graph, context, member(place, field), field->type, element);
        } else if (is_aggregate(type)) { /* a union: whatever it is, it goes to the union's one cell */
            if (is_aggregate(element->type))
                aggregate_copy(graph, place, aggregate_place(graph, context, element), element->type);
            else if (element->kind == EXPR_INIT_LIST)
                initialise_list(graph, context, place, element->type, element);
            else
                store(graph, place, pointer_value(graph, context, element, NULL), false);
        } else {
            pointer_initialise(graph, context, place, type, element);
        }
    }
}

/* "place", of "type", starts as "init". */
void pointer_initialise(struct points_to_graph *graph, struct context *context, struct lvalue place, struct type *type,
                        struct expr *init)
{
    struct expr *plain = expr_skip_implicit(init);
    if (plain->kind == EXPR_INIT_LIST) {
        initialise_list(graph, context, place, type, plain);
    } else if (is_aggregate(type)) {
        aggregate_copy(graph, place, aggregate_place(graph, context, init), type);
    } else if (type->kind == TYPE_ARRAY) {
        if (plain->kind == EXPR_COMPOUND_LITERAL && plain->operand_count)
            pointer_initialise(graph, context, place, type, plain->operands[0]);
    } else {
        unsigned value = pointer_value(graph, context, init, type->element);
        if (type->kind == TYPE_POINTER || type->kind == TYPE_OTHER)
            store(graph, place, value, false);
    }
}

static void declare(struct points_to_graph *graph, struct context *context, struct variable *variable)
{
    for (struct type *type = variable->type; type && type->kind == TYPE_ARRAY; type = type->element)
        pointer_value(graph, context, type->extent_expr, NULL);
    if (!variable->init)
        return;
    struct object *object = object_of_variable(graph, context, variable);
    pointer_initialise(graph, context, direct(object), variable->type, variable->init);
}

static void generate_return(struct points_to_graph *graph, struct context *context, struct expr *expr)
{
    struct type *type = context->info->function->type->element;
    if (is_aggregate(type)) {
        struct lvalue from = aggregate_place(graph, context, expr);
        if (context->result_object)
            aggregate_copy(graph, direct(context->result_object), from, type);
        return;
    }
    unsigned value = pointer_value(graph, context, expr, type->kind == TYPE_POINTER ? type->element : NULL);
    if (context->result)
        node_add_edge(graph, value, context->result);
}

/* Constraints for "stmt" and everything below. */
static void generate(struct points_to_graph *graph, struct context *context, struct stmt *stmt)
{
    if (!stmt)
        return;
    for (unsigned k = 0; k < stmt->variable_count; k++)
        declare(graph, context, stmt->variables[k]);
    generate(graph, context, stmt->init);
    if (stmt->kind == STMT_RETURN && stmt->expr)
        generate_return(graph, context, stmt->expr);
    else
        pointer_value(graph, context, stmt->expr, NULL);
    pointer_value(graph, context, stmt->condition, NULL);
    for (unsigned k = 0; k < stmt->child_count; k++)
        generate(graph, context, stmt->children[k]);
    generate(graph, context, stmt->then);
    generate(graph, context, stmt->otherwise);
    generate(graph, context, stmt->body);
    pointer_value(graph, context, stmt->step, NULL);
}

/* The value of the statement expression with the body "block". */
unsigned statement_value(struct points_to_graph *graph, struct context *context, struct stmt *block)
{
    if (!block)
        return NODE_NONE;
    struct expr *last = last_expression(block);
    if (!last || is_aggregate(last->type)) {
        generate(graph, context, block);
        return NODE_NONE;
    }
    for (unsigned k = 0; k + 1 < block->child_count; k++)
        generate(graph, context, block->children[k]);
    return pointer_value(graph, context, last, NULL);
}

/* Constraints for the body of "context". */
void body_generate(struct points_to_graph *graph, struct context *context)
{
    generate(graph, context, context->info->function->body);
}
