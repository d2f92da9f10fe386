#include "transform/callers.h"

/* While the calls in one statement are collected. */
struct collection {
    struct callers *callers;
    struct function *function;
    struct loop *loop;
};

/* See callers.h. Functions of a unit stand together in the order of their ids, so a scan is short enough. */
int callers_index(const struct callers *callers, const struct function *function)
{
    for (unsigned k = 0; k < callers->function_count; k++)
        if (callers->functions[k] == function)
            return (int)k;
    return -1;
}

/* A call: note it with every function that it may reach. If that is not known, every function whose address is taken
 * is open anyway. */
static void collect_call(struct expr *expr, void *user)
{
    struct collection *collection = user;
    struct callers *callers = collection->callers;
    if (expr->kind != EXPR_CALL)
        return;
    struct function **callees;
    unsigned count = program_callees(callers->program, expr, &callees);
    for (unsigned k = 0; k < count; k++) {
        int index = callers_index(callers, callees[k]);
        struct caller caller = { collection->function, collection->loop, expr };
        if (index >= 0)
            ARENA_PUSH(callers->arena, callers->lists[index], callers->counts[index], caller);
    }
}

/* The innermost loop whose iterations run "stmt"; headers count to the loop outside. */
static struct loop *loop_around(const struct stmt *stmt)
{
    for (const struct stmt *child = stmt, *parent = stmt->parent; parent; child = parent, parent = parent->parent)
        if (parent->loop && parent->init != child)
            return parent->loop;
    return NULL;
}

static void collect_stmt(struct stmt *stmt, void *user)
{
    struct collection *collection = user;
    collection->loop = loop_around(stmt);
    struct expr *const own[] = { stmt->expr, stmt->condition, stmt->step };
    for (unsigned k = 0; k < 3; k++)
        if (own[k])
            expr_visit(own[k], collect_call, collection);
    for (unsigned k = 0; k < stmt->variable_count; k++)
        if (stmt->variables[k]->init)
            expr_visit(stmt->variables[k]->init, collect_call, collection);
}

/* See callers.h. */
struct callers *callers_build(struct arena *arena, struct program *program)
{
    struct callers *callers = ARENA_NEW(arena, struct callers);
    callers->program = program;
    callers->arena = arena;
    for (unsigned u = 0; u < program->unit_count; u++)
        for (unsigned f = 0; f < program->units[u]->function_count; f++)
            if (program->units[u]->functions[f]->body)
                ARENA_PUSH(arena, callers->functions, callers->function_count, program->units[u]->functions[f]);
    callers->lists = ARENA_ARRAY(arena, struct caller *, callers->function_count + 1);
    callers->counts = ARENA_ARRAY(arena, unsigned, callers->function_count + 1);
    callers->is_open = ARENA_ARRAY(arena, bool, callers->function_count + 1);
    for (unsigned k = 0; k < callers->function_count; k++) {
        struct function *function = callers->functions[k];
        struct collection collection = { .callers = callers, .function = function };
        stmt_visit(function->body, collect_stmt, &collection);
        callers->is_open[k] = function->address_taken || (!function->is_static && !program->options.is_whole);
    }
    return callers;
}
