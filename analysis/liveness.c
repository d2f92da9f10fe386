#include "analysis/liveness.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/call_graph.h"
#include "analysis/effects.h"
#include "analysis/points_to.h"

enum { BUDGET = 50000 }; /* nodes looked at for one question */

/* One search in one graph. */
struct search {
    struct liveness *liveness;
    struct control_flow *flow;
    const struct idset *mentions;
    struct flow_range scope; /* of a local variable: outside, it does not exist */
    unsigned char *seen;
    unsigned *stack, stack_count;
    bool reaches_exit;
};

static void push(struct search *search, unsigned node)
{
    bool is_inside = node == FLOW_EXIT || (node >= search->scope.first && node < search->scope.last);
    if (!is_inside || search->seen[node])
        return;
    search->seen[node] = 1;
    search->stack[search->stack_count++] = node;
}

static void push_successors(struct search *search, unsigned node)
{
    for (unsigned k = 0; k < search->flow->nodes[node].successor_count; k++)
        push(search, search->flow->nodes[node].successors[k]);
}

static bool is_exempt(const struct search *search, unsigned node)
{
    const struct liveness *liveness = search->liveness;
    return search->flow == liveness->exempt_flow && node >= liveness->exempt.first && node < liveness->exempt.last;
}

static struct use use_of_node(struct search *search, unsigned number)
{
    struct liveness *liveness = search->liveness;
    const struct flow_node *node = &search->flow->nodes[number];
    bool is_named = search->mentions && idset_has(search->mentions, number);
    bool is_candidate = is_named || (node->has_accesses && liveness->is_reachable) ||
                        (node->has_calls && (!liveness->is_local || liveness->is_reachable));
    struct use use = { false, false };
    if (node->is_opaque)
        return (struct use){ true, false };
    if (node->loop && liveness->variable->type->kind == TYPE_ARRAY && loop_fills(liveness, node->loop))
        return (struct use){ false, true };
    if (is_candidate && node->expr)
        use = use_of_expr(liveness, node->expr);
    if (node->variable == liveness->variable)
        use.kills = true;
    return use;
}

/* Follow the graph from the nodes on the stack. Whether the value may be read. */
static bool run(struct search *search)
{
    while (search->stack_count) {
        unsigned node = search->stack[--search->stack_count];
        if (node == FLOW_EXIT) {
            search->reaches_exit = true;
            continue;
        }
        if (!search->liveness->budget || !--search->liveness->budget)
            return true;
        struct use use = { false, false };
        if (!is_exempt(search, node))
            use = use_of_node(search, node);
        if (use.reads)
            return true;
        if (!use.kills)
            push_successors(search, node);
    }
    return false;
}

static struct search search_new(struct liveness *liveness, struct control_flow *flow)
{
    struct search search = { .liveness = liveness, .flow = flow, .scope = { 0, flow->node_count } };
    search.mentions = pointer_map_get(&flow->mentions, liveness->variable);
    search.seen = calloc(flow->node_count, 1);
    search.stack = calloc(flow->node_count, sizeof *search.stack);
    if (!search.seen || !search.stack)
        abort();
    return search;
}

static void search_free(struct search *search)
{
    free(search->seen);
    free(search->stack);
}

/* ---- from function to function --------------------------------------------------------------------------------- */

struct function_use {
    struct use use;
};

static bool summary_has(struct liveness *liveness, const struct idset *memory, bool is_unknown)
{
    return idset_has(memory, liveness->memory) ||
           (is_unknown && points_to_memory_of_id(liveness->program, liveness->memory)->escapes);
}

/* Whether calling "info" may read the variable at all, or write it. */
static bool may_touch(struct liveness *liveness, struct function_info *info)
{
    struct summary *summary = effects_summary(liveness->program, info);
    bool is_through_pointer = liveness->is_reachable && (summary->reads_direct || summary->reads_deep ||
                                                         summary->writes_direct || summary->writes_deep);
    return is_through_pointer || summary_has(liveness, &summary->reads, summary->reads_unknown) ||
           summary_has(liveness, &summary->writes, summary->writes_unknown);
}

/* See liveness.h. A function that is being looked at already, in a recursion, may read it as far as its summary says.
 */
struct use use_of_function(struct liveness *liveness, struct function_info *info)
{
    struct function_use *known = pointer_map_get(liveness->functions, info);
    if (known)
        return known->use;
    if (!may_touch(liveness, info))
        return (struct use){ false, false };
    known = ARENA_NEW(liveness->program->arena, struct function_use);
    known->use = (struct use){ true, false };
    *pointer_map_slot(liveness->program->arena, liveness->functions, info) = known;
    struct expr *skipped = liveness->skipped_call;
    liveness->skipped_call = NULL;
    struct search search = search_new(liveness, control_flow_of(liveness->program, info));
    push(&search, FLOW_ENTRY);
    bool reads = run(&search);
    known->use = (struct use){ reads, !reads && !search.reaches_exit };
    search_free(&search);
    liveness->skipped_call = skipped;
    return known->use;
}

/* Whether code that is not seen, or handlers that run at the end, may read the variable. */
static bool is_read_by_strangers(struct liveness *liveness, bool at_end)
{
    struct program_private *private = program_private(liveness->program);
    if (!at_end && points_to_memory_of_id(liveness->program, liveness->memory)->escapes)
        return true;
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        if (!info->function->body || info->is_ambiguous || !(info->is_root || info->function->address_taken))
            continue;
        if (at_end && info->is_main)
            continue;
        if (use_of_function(liveness, info).reads)
            return true;
    }
    return false;
}

static bool is_read_after_call(struct liveness *liveness, struct call_site *site);

/* The variable still has its value when "info" returns: may anybody read it then? */
static bool is_read_after_return(struct liveness *liveness, struct function_info *info)
{
    void **slot = pointer_map_slot(liveness->program->arena, &liveness->returns, info);
    if (*slot)
        return false;
    *slot = info;
    if (info->is_main && is_read_by_strangers(liveness, true))
        return true;
    bool has_strange_callers = (info->is_root && !info->is_main) || info->function->address_taken;
    if (has_strange_callers && is_read_by_strangers(liveness, false))
        return true;
    for (unsigned k = 0; k < info->caller_count; k++)
        if (info->callers[k]->caller && is_read_after_call(liveness, info->callers[k]))
            return true;
    return false;
}

static bool is_read_after_call(struct liveness *liveness, struct call_site *site)
{
    struct control_flow *flow = control_flow_of(liveness->program, site->caller);
    unsigned node = (unsigned)(uintptr_t)pointer_map_get(&flow->calls, site->call);
    if (node < FLOW_FIRST)
        return true;
    struct search search = search_new(liveness, flow);
    bool reads = false; /* what the same expression overwrites may have been overwritten before the call */
    if (!is_exempt(&search, node)) {
        liveness->skipped_call = site->call;
        reads = use_of_node(&search, node).reads;
        liveness->skipped_call = NULL;
    }
    if (!reads) {
        push_successors(&search, node);
        reads = run(&search);
    }
    bool reaches_exit = search.reaches_exit;
    search_free(&search);
    return reads || (reaches_exit && is_read_after_return(liveness, site->caller));
}

/* ---- the question ---------------------------------------------------------------------------------------------- */

static bool is_hopeless(struct program *program, const struct variable *variable, const struct function_info *info)
{
    const struct type *type = variable->type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    bool is_local = variable_is_local(variable);
    return type->is_volatile || type->is_atomic || info->function->has_setjmp || info->function->has_computed_goto ||
           info->function->has_asm ||
           (!is_local &&
            (program->has_threads || program->has_signal_handlers || program_private(program)->has_setjmp));
}

static struct stmt *scope_of(const struct variable *variable)
{
    return variable->storage == STORAGE_LOCAL && variable->declaration ? variable->declaration->parent : NULL;
}

static bool search_after(struct liveness *liveness, struct function_info *info, struct stmt *stmt)
{
    struct control_flow *flow = control_flow_of(liveness->program, info);
    struct flow_range range = control_flow_range(flow, stmt);
    struct search search = search_new(liveness, flow);
    struct stmt *scope = scope_of(liveness->variable);
    if (scope && control_flow_range(flow, scope).last)
        search.scope = control_flow_range(flow, scope);
    for (unsigned node = range.first; node < range.last; node++)
        for (unsigned k = 0; k < flow->nodes[node].successor_count; k++) {
            unsigned next = flow->nodes[node].successors[k];
            if (next < range.first || next >= range.last)
                push(&search, next);
        }
    bool reads = range.first == range.last || run(&search);
    bool reaches_exit = search.reaches_exit;
    search_free(&search);
    return reads || (reaches_exit && !liveness->is_local && is_read_after_return(liveness, info));
}

static struct stmt *body_around(struct stmt *stmt)
{
    while (stmt->parent)
        stmt = stmt->parent;
    return stmt;
}

/* The function whose body "stmt" is part of. */
static struct function *function_of(struct stmt *stmt, struct program *program)
{
    struct program_private *private = program_private(program);
    if (stmt->loop)
        return stmt->loop->function;
    if (!private->bodies.count)
        for (unsigned k = 0; k < private->function_count; k++)
            if (private->functions[k]->function->body)
                *pointer_map_slot(program->arena, &private->bodies, private->functions[k]->function->body) =
                    private->functions[k]->function;
    return pointer_map_get(&private->bodies, body_around(stmt));
}

static bool ask(struct program *program, struct variable *variable, struct stmt *stmt, bool is_exempt_stmt)
{
    struct function *function = function_of(stmt, program);
    if (!function)
        return true;
    struct function_info *info = function_info(function);
    variable = program_variable(program, variable);
    if (info->function != function || info->is_ambiguous || is_hopeless(program, variable, info))
        return true;
    struct liveness liveness = { .program = program, .variable = variable, .budget = BUDGET };
    liveness.memory = points_to_variable_id(program, variable);
    liveness.is_local = variable_is_local(variable);
    liveness.is_reachable = variable_info(variable)->address_taken;
    liveness.functions = &variable_info(variable)->function_uses;
    struct pointer_map own_functions = { 0 };
    if (is_exempt_stmt) {
        liveness.functions = &own_functions;
        liveness.exempt_flow = control_flow_of(program, info);
        liveness.exempt = control_flow_range(liveness.exempt_flow, stmt);
    }
    return search_after(&liveness, info, stmt);
}

/* See program.h. */
bool program_is_live_after(struct program *program, struct variable *variable, struct stmt *stmt)
{
    return ask(program, variable, stmt, false);
}

/* See program.h. */
bool program_is_live_outside(struct program *program, struct variable *variable, struct stmt *stmt)
{
    return ask(program, variable, stmt, true);
}
