#include "analysis/control_flow.h"

#include <stdint.h>
#include <string.h>

/* A label or a goto. */
struct mark {
    const char *label;
    unsigned node;
};

struct builder {
    struct program *program;
    struct arena *arena;
    struct control_flow *flow;
    unsigned break_target, continue_target; /* 0: none */
    unsigned switch_node;                   /* whose successors the case labels are; 0: none */
    bool has_default;
    struct mark *labels, *gotos;
    unsigned label_count, goto_count;
};

static unsigned node_new(struct builder *builder)
{
    struct flow_node node = { 0 };
    ARENA_PUSH(builder->arena, builder->flow->nodes, builder->flow->node_count, node);
    return builder->flow->node_count - 1;
}

static void add_edge(struct builder *builder, unsigned from, unsigned to)
{
    struct flow_node *node = &builder->flow->nodes[from];
    ARENA_PUSH(builder->arena, node->successors, node->successor_count, to);
}

/* ---- what a node contains -------------------------------------------------------------------------------------- */

struct filling {
    struct builder *builder;
    unsigned node;
};

static void note_mention(struct builder *builder, unsigned node, struct variable *variable)
{
    variable = variable_info(variable)->variable;
    void **slot = pointer_map_slot(builder->arena, &builder->flow->mentions, variable);
    if (!*slot)
        *slot = ARENA_NEW(builder->arena, struct idset);
    idset_add(builder->arena, *slot, node);
}

static void find_jump(struct stmt *stmt, void *user)
{
    bool *jumps = user;
    *jumps |= stmt->kind == STMT_RETURN || stmt->kind == STMT_GOTO || stmt->kind == STMT_BREAK ||
              stmt->kind == STMT_CONTINUE || stmt->kind == STMT_LABEL;
}

static void note_expr(struct expr *expr, void *user)
{
    struct filling *filling = user;
    struct flow_node *node = &filling->builder->flow->nodes[filling->node];
    if (expr->kind == EXPR_STATEMENT)
        stmt_visit(expr->statement, find_jump, &node->is_opaque); /* a way out of the expression */
    if (expr->kind == EXPR_VARIABLE) {
        note_mention(filling->builder, filling->node, expr->variable);
    } else if (expr->kind == EXPR_CALL) {
        node->has_calls = true;
        *pointer_map_slot(filling->builder->arena, &filling->builder->flow->calls, expr) =
            (void *)(uintptr_t)filling->node;
    } else if (expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER || expr->op == OP_DEREF ||
               expr->kind == EXPR_OPAQUE) {
        node->has_accesses = true;
    }
}

static unsigned expr_node(struct builder *builder, struct expr *expr, unsigned next)
{
    unsigned node = node_new(builder);
    struct filling filling = { builder, node };
    builder->flow->nodes[node].expr = expr;
    expr_visit(expr, note_expr, &filling);
    if (next)
        add_edge(builder, node, next);
    return node;
}

/* Whether evaluating the statement "expr" never comes back. */
static bool never_returns(struct expr *expr)
{
    expr = expr_skip_casts(expr);
    if (!expr || expr->kind != EXPR_CALL)
        return false;
    struct expr *callee = expr_skip_casts(expr->operands[0]);
    return callee->kind == EXPR_FUNCTION && callee->function->is_noreturn;
}

/* ---- statements: each is built in front of "next", which it continues to; the result is where it is entered ---- */

static unsigned build(struct builder *builder, struct stmt *stmt, unsigned next);

static unsigned build_declaration(struct builder *builder, struct stmt *stmt, unsigned next)
{
    for (unsigned k = stmt->variable_count; k-- > 0;) {
        struct variable *variable = stmt->variables[k];
        if (!variable_is_local(variable))
            continue;
        next = expr_node(builder, variable->init, next);
        builder->flow->nodes[next].variable = variable;
        note_mention(builder, next, variable);
        for (struct type *type = variable->type; type && type->kind == TYPE_ARRAY; type = type->element)
            if (type->extent_expr)
                next = expr_node(builder, type->extent_expr, next);
    }
    return next;
}

static unsigned build_if(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned then = build(builder, stmt->then, next);
    unsigned otherwise = stmt->otherwise ? build(builder, stmt->otherwise, next) : next;
    unsigned node = expr_node(builder, stmt->condition, then);
    add_edge(builder, node, otherwise);
    return node;
}

static unsigned build_body(struct builder *builder, struct stmt *body, unsigned next, unsigned break_target)
{
    unsigned old_break = builder->break_target, old_continue = builder->continue_target;
    builder->break_target = break_target;
    builder->continue_target = next;
    unsigned entry = build(builder, body, next);
    builder->break_target = old_break;
    builder->continue_target = old_continue;
    return entry;
}

static bool is_endless(const struct expr *condition)
{
    return !condition || (condition->has_value && condition->int_value != 0);
}

static unsigned build_loop(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned condition = expr_node(builder, stmt->condition, 0);
    unsigned step = stmt->step ? expr_node(builder, stmt->step, condition) : condition;
    unsigned body = build_body(builder, stmt->body, step, next);
    add_edge(builder, condition, body);
    if (!is_endless(stmt->condition))
        add_edge(builder, condition, next);
    if (stmt->kind == STMT_DO)
        return body;
    unsigned entry = node_new(builder);
    add_edge(builder, entry, condition);
    builder->flow->nodes[entry].loop = stmt->kind == STMT_FOR ? stmt : NULL;
    return stmt->init ? build(builder, stmt->init, entry) : entry;
}

static unsigned build_switch(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned old_switch = builder->switch_node, old_break = builder->break_target;
    bool had_default = builder->has_default;
    unsigned node = expr_node(builder, stmt->condition, 0);
    builder->switch_node = node;
    builder->break_target = next;
    builder->has_default = false;
    build(builder, stmt->body, next);
    if (!builder->has_default)
        add_edge(builder, node, next);
    builder->switch_node = old_switch;
    builder->break_target = old_break;
    builder->has_default = had_default;
    return node;
}

static unsigned build_label(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned body = stmt->body ? build(builder, stmt->body, next) : next;
    unsigned node = node_new(builder);
    add_edge(builder, node, body);
    if (stmt->kind == STMT_LABEL) {
        struct mark mark = { stmt->label, node };
        ARENA_PUSH(builder->arena, builder->labels, builder->label_count, mark);
    } else if (builder->switch_node) {
        add_edge(builder, builder->switch_node, node);
        builder->has_default |= stmt->kind == STMT_DEFAULT;
    }
    return node;
}

static unsigned build_jump(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned node = node_new(builder);
    if (stmt->kind == STMT_GOTO) {
        struct mark mark = { stmt->label, node };
        ARENA_PUSH(builder->arena, builder->gotos, builder->goto_count, mark);
        return node;
    }
    unsigned target = stmt->kind == STMT_BREAK ? builder->break_target : builder->continue_target;
    add_edge(builder, node, target ? target : next);
    return node;
}

static unsigned build_other(struct builder *builder, struct stmt *stmt, unsigned next)
{
    for (unsigned k = stmt->child_count; k-- > 0;) {
        unsigned child = build(builder, stmt->children[k], next);
        unsigned fork = node_new(builder); /* it may run or not, or again */
        builder->flow->nodes[fork].is_opaque = true;
        add_edge(builder, fork, child);
        add_edge(builder, fork, next);
        next = fork;
    }
    unsigned node = expr_node(builder, stmt->expr, next);
    builder->flow->nodes[node].is_opaque = true;
    return node;
}

static unsigned build_kind(struct builder *builder, struct stmt *stmt, unsigned next)
{
    unsigned node;
    switch (stmt->kind) {
    case STMT_EXPR:
        if (never_returns(stmt->expr))
            return expr_node(builder, stmt->expr, program_private(builder->program)->calls_atexit ? FLOW_EXIT : 0);
        return expr_node(builder, stmt->expr, next);
    case STMT_DECL:
        return build_declaration(builder, stmt, next);
    case STMT_COMPOUND:
        for (unsigned k = stmt->child_count; k-- > 0;)
            next = build(builder, stmt->children[k], next);
        return next;
    case STMT_IF:
        return build_if(builder, stmt, next);
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        return build_loop(builder, stmt, next);
    case STMT_SWITCH:
        return build_switch(builder, stmt, next);
    case STMT_CASE:
    case STMT_DEFAULT:
    case STMT_LABEL:
        return build_label(builder, stmt, next);
    case STMT_BREAK:
    case STMT_CONTINUE:
    case STMT_GOTO:
        return build_jump(builder, stmt, next);
    case STMT_RETURN:
        return expr_node(builder, stmt->expr, FLOW_EXIT);
    case STMT_OPENMP:
        node = node_new(builder);
        add_edge(builder, node, stmt->body ? build(builder, stmt->body, next) : next);
        return node;
    case STMT_NULL:
        return next;
    case STMT_ASM:
    case STMT_OPAQUE:
        break;
    }
    return build_other(builder, stmt, next);
}

static unsigned build(struct builder *builder, struct stmt *stmt, unsigned next)
{
    if (!stmt)
        return next;
    struct flow_range *range = ARENA_NEW(builder->arena, struct flow_range);
    range->first = builder->flow->node_count;
    unsigned entry = build_kind(builder, stmt, next);
    range->last = builder->flow->node_count;
    *pointer_map_slot(builder->arena, &builder->flow->ranges, stmt) = range;
    return entry;
}

static void join_gotos(struct builder *builder)
{
    for (unsigned g = 0; g < builder->goto_count; g++)
        for (unsigned k = 0; k < builder->label_count; k++)
            if (builder->gotos[g].label && strcmp(builder->gotos[g].label, builder->labels[k].label) == 0)
                add_edge(builder, builder->gotos[g].node, builder->labels[k].node);
}

/* See control_flow.h. */
struct control_flow *control_flow_of(struct program *program, struct function_info *info)
{
    if (info->flow)
        return info->flow;
    struct control_flow *flow = ARENA_NEW(program->arena, struct control_flow);
    struct builder builder = { .program = program, .arena = program->arena, .flow = flow };
    flow->info = info;
    info->flow = flow;
    node_new(&builder);
    node_new(&builder);
    add_edge(&builder, FLOW_ENTRY, build(&builder, info->function->body, FLOW_EXIT));
    join_gotos(&builder);
    return flow;
}

/* See control_flow.h. */
struct flow_range control_flow_range(const struct control_flow *flow, const struct stmt *stmt)
{
    struct flow_range *range = pointer_map_get(&flow->ranges, stmt);
    return range ? *range : (struct flow_range){ 0, 0 };
}
