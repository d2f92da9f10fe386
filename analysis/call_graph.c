#include "analysis/call_graph.h"

#include <stdlib.h>

/* ---- reading the bodies ---------------------------------------------------------------------------------------- */

struct reader {
    struct program *program;
    struct function_info *info;
    unsigned loop_depth;
};

static void read_stmt(struct reader *reader, struct stmt *stmt);

static void note_assignment(struct expr *lvalue)
{
    struct variable *root = expr_root_variable(lvalue);
    if (root)
        variable_info(root)->is_assigned = true;
}

static void note_mention(struct reader *reader, struct variable *variable)
{
    struct variable_info *info = variable_info(variable);
    if (variable_is_local(variable) || !reader->info)
        return;
    info = variable_info(info->variable);
    if (!info->mention_count || info->mentions[info->mention_count - 1] != reader->info)
        ARENA_PUSH(reader->program->arena, info->mentions, info->mention_count, reader->info);
}

static void note_call(struct reader *reader, struct expr *call)
{
    struct program *program = reader->program;
    struct call_site *site = ARENA_NEW(program->arena, struct call_site);
    site->call = call;
    site->caller = reader->info;
    site->is_repeated = reader->loop_depth != 0;
    struct expr *callee = expr_skip_casts(call->operands[0]);
    while (callee->kind == EXPR_UNARY && (callee->op == OP_DEREF || callee->op == OP_ADDRESS))
        callee = expr_skip_casts(callee->operands[0]);
    if (callee->kind == EXPR_FUNCTION) {
        site->is_direct = true;
        call_site_add(program, site, function_info(callee->function));
    }
    *pointer_map_slot(program->arena, &program_private(program)->call_sites, call) = site;
    if (reader->info)
        ARENA_PUSH(program->arena, reader->info->calls, reader->info->call_count, site);
}

static void read_expr(struct reader *reader, struct expr *expr)
{
    if (!expr)
        return;
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (!(k == 1 && expr->kind == EXPR_CONDITIONAL && expr->operands[1] == expr->operands[0]))
            read_expr(reader, expr->operands[k]);
    if (reader->info)
        reader->info->size++;
    if (expr->kind == EXPR_STATEMENT) {
        reader->loop_depth++; /* loops inside are not told apart */
        read_stmt(reader, expr->statement);
        reader->loop_depth--;
    } else if (expr->kind == EXPR_CALL && expr->operand_count) {
        note_call(reader, expr);
    } else if (expr->kind == EXPR_ASSIGN) {
        note_assignment(expr->operands[0]);
    } else if (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC) {
        note_assignment(expr->operands[0]);
    } else if (expr->kind == EXPR_VARIABLE) {
        note_mention(reader, expr->variable);
    } else if (expr->kind == EXPR_OPAQUE) {
        for (unsigned k = 0; k < expr->operand_count; k++)
            if (expr->operands[k])
                note_assignment(expr->operands[k]);
    }
}

static void read_stmt(struct reader *reader, struct stmt *stmt)
{
    if (!stmt)
        return;
    bool is_loop = stmt->kind == STMT_FOR || stmt->kind == STMT_WHILE || stmt->kind == STMT_DO;
    read_stmt(reader, stmt->init);
    reader->loop_depth += is_loop;
    for (unsigned k = 0; k < stmt->variable_count; k++) {
        struct type *type = stmt->variables[k]->type;
        for (; type && type->kind == TYPE_ARRAY; type = type->element)
            read_expr(reader, type->extent_expr);
        read_expr(reader, stmt->variables[k]->init);
    }
    read_expr(reader, stmt->expr);
    read_expr(reader, stmt->condition);
    for (unsigned k = 0; k < stmt->child_count; k++)
        read_stmt(reader, stmt->children[k]);
    read_stmt(reader, stmt->then);
    read_stmt(reader, stmt->otherwise);
    read_stmt(reader, stmt->body);
    read_expr(reader, stmt->step);
    reader->loop_depth -= is_loop;
}

static void find_label(struct stmt *stmt, void *user)
{
    bool *has_labels = user;
    *has_labels |= stmt->kind == STMT_LABEL;
}

/* See call_graph.h. */
void call_graph_collect(struct program *program)
{
    struct program_private *private = program_private(program);
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        if (!info->function->body)
            continue;
        stmt_visit(info->function->body, find_label, &info->has_labels);
        struct reader reader = { program, info, info->has_labels || info->function->has_computed_goto };
        read_stmt(&reader, info->function->body);
    }
    struct reader outside = { program, NULL, 0 };
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned k = 0; k < program->units[u]->variable_count; k++) {
            struct variable *variable = program->units[u]->variables[k];
            if (!variable->function)
                read_expr(&outside, variable->init);
        }
}

/* ---- edges ----------------------------------------------------------------------------------------------------- */

/* See call_graph.h. */
void call_site_add(struct program *program, struct call_site *site, struct function_info *callee)
{
    for (unsigned k = 0; k < site->callee_count; k++)
        if (site->callees[k] == callee)
            return;
    ARENA_PUSH(program->arena, site->callees, site->callee_count, callee);
}

/* See call_graph.h. */
struct call_site *call_site_of(struct program *program, struct expr *call)
{
    return pointer_map_get(&program_private(program)->call_sites, call);
}

static void find_callers(struct program *program)
{
    struct program_private *private = program_private(program);
    for (unsigned k = 0; k < private->function_count; k++) {
        private->functions[k]->callers = NULL;
        private->functions[k]->caller_count = 0;
    }
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        for (unsigned c = 0; c < info->call_count; c++)
            for (unsigned e = 0; e < info->calls[c]->callee_count; e++) {
                struct function_info *callee = info->calls[c]->callees[e];
                ARENA_PUSH(program->arena, callee->callers, callee->caller_count, info->calls[c]);
            }
    }
}

/* ---- strongly connected components (Tarjan 1972, without recursion: call chains can be long) ------------------- */

struct frame {
    struct function_info *info;
    unsigned call, callee; /* the next edge to follow */
};
struct tarjan {
    struct program_private *private;
    struct frame *frames;
    unsigned frame_count;
    struct function_info **stack;
    unsigned stack_count;
    unsigned *number, *low; /* by function index; 0: not seen */
    bool *is_on_stack;
    unsigned next_number, ordered;
};

static void enter(struct tarjan *tarjan, struct function_info *info)
{
    tarjan->number[info->index] = tarjan->low[info->index] = ++tarjan->next_number;
    tarjan->stack[tarjan->stack_count++] = info;
    tarjan->is_on_stack[info->index] = true;
    tarjan->frames[tarjan->frame_count++] = (struct frame){ info, 0, 0 };
}

static struct function_info *next_callee(struct frame *frame)
{
    while (frame->call < frame->info->call_count) {
        struct call_site *site = frame->info->calls[frame->call];
        if (frame->callee < site->callee_count)
            return site->callees[frame->callee++];
        frame->call++;
        frame->callee = 0;
    }
    return NULL;
}

static void leave(struct tarjan *tarjan, struct function_info *info)
{
    unsigned index = info->index;
    if (tarjan->low[index] != tarjan->number[index])
        return;
    unsigned size = 0, component = tarjan->private->component_count++;
    struct function_info *member;
    do {
        member = tarjan->stack[--tarjan->stack_count];
        tarjan->is_on_stack[member->index] = false;
        member->component = component;
        member->is_recursive |= size != 0 || member != info;
        tarjan->private->order[tarjan->ordered++] = member;
        size++;
    } while (member != info);
}

static void explore(struct tarjan *tarjan, struct function_info *root)
{
    enter(tarjan, root);
    while (tarjan->frame_count) {
        struct frame *frame = &tarjan->frames[tarjan->frame_count - 1];
        unsigned index = frame->info->index;
        struct function_info *callee = next_callee(frame);
        if (!callee) {
            leave(tarjan, frame->info);
            if (--tarjan->frame_count) {
                unsigned above = tarjan->frames[tarjan->frame_count - 1].info->index;
                if (tarjan->low[index] < tarjan->low[above])
                    tarjan->low[above] = tarjan->low[index];
            }
        } else if (callee == frame->info) {
            callee->is_recursive = true;
        } else if (!tarjan->number[callee->index]) {
            enter(tarjan, callee);
        } else if (tarjan->is_on_stack[callee->index] && tarjan->number[callee->index] < tarjan->low[index]) {
            tarjan->low[index] = tarjan->number[callee->index];
        }
    }
}

/* See call_graph.h. */
void call_graph_order(struct program *program)
{
    struct program_private *private = program_private(program);
    unsigned count = private->function_count;
    find_callers(program);
    private->order = ARENA_ARRAY(program->arena, struct function_info *, count + 1);
    private->component_count = 0;
    struct tarjan tarjan = { .private = private };
    tarjan.frames = calloc(count + 1, sizeof *tarjan.frames);
    tarjan.stack = calloc(count + 1, sizeof *tarjan.stack);
    tarjan.number = calloc(count + 1, sizeof *tarjan.number);
    tarjan.low = calloc(count + 1, sizeof *tarjan.low);
    tarjan.is_on_stack = calloc(count + 1, sizeof *tarjan.is_on_stack);
    if (!tarjan.frames || !tarjan.stack || !tarjan.number || !tarjan.low || !tarjan.is_on_stack)
        abort();
    for (unsigned k = 0; k < count; k++)
    private->functions[k]->is_recursive = false;
    for (unsigned k = 0; k < count; k++)
        if (!tarjan.number[k])
            explore(&tarjan, private->functions[k]);
    free(tarjan.frames);
    free(tarjan.stack);
    free(tarjan.number);
    free(tarjan.low);
    free(tarjan.is_on_stack);
}

/* ---- roots ----------------------------------------------------------------------------------------------------- */

/* Mark everything that direct calls reach from "info"; "is_reached" by function index. */
static void reach(struct program *program, struct function_info *info, bool *is_reached)
{
    struct function_info **todo = NULL;
    unsigned count = 0;
    if (is_reached[info->index])
        return;
    is_reached[info->index] = true;
    ARENA_PUSH(program->arena, todo, count, info);
    while (count) {
        struct function_info *next = todo[--count];
        for (unsigned c = 0; c < next->call_count; c++)
            for (unsigned e = 0; e < next->calls[c]->callee_count; e++) {
                struct function_info *callee = next->calls[c]->callees[e];
                if (is_reached[callee->index])
                    continue;
                is_reached[callee->index] = true;
                ARENA_PUSH(program->arena, todo, count, callee);
            }
    }
}

static bool is_called_from_outside(const struct program *program, const struct function_info *info)
{
    if (info->is_main)
        return true;
    return !program->options.is_whole && !info->function->is_static;
}

/* See call_graph.h. A function that nobody calls is analysed as if somebody did: the user may still be writing. */
void call_graph_find_roots(struct program *program)
{
    struct program_private *private = program_private(program);
    bool *is_reached = ARENA_ARRAY(program->arena, bool, private->function_count + 1);
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        info->is_root = is_called_from_outside(program, info);
        if (info->is_root || info->function->address_taken)
            reach(program, info, is_reached);
    }
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned k = 0; k < private->function_count; k++) {
            struct function_info *info = private->functions[k];
            if (is_reached[k] || (pass == 0 && info->caller_count))
                continue;
            info->is_root = true;
            reach(program, info, is_reached);
        }
}

/* See call_graph.h. Callers come before callees here, so that one pass is enough. */
void call_graph_find_single_runs(struct program *program)
{
    struct program_private *private = program_private(program);
    for (unsigned k = private->function_count; k-- > 0;) {
        struct function_info *info = private->order[k];
        if (info->is_recursive || info->function->address_taken)
            info->runs_once = false;
        else if (info->is_main)
            info->runs_once = info->caller_count == 0;
        else
            info->runs_once = !info->is_root && info->caller_count == 1 && !info->callers[0]->is_repeated &&
                              info->callers[0]->caller->runs_once;
    }
}
