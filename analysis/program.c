#include "analysis/program.h"

#include <string.h>

#include "analysis/call_graph.h"
#include "analysis/effects.h"
#include "analysis/points_to.h"
#include "analysis/tables.h"

/* ---- linking: one variable, one function for all units --------------------------------------------------------- */

struct linker {
    struct program *program;
    struct string_map variables, functions; /* of external linkage, by usr and by name */
};

static struct variable_info *new_variable_info(struct linker *linker, struct variable *variable)
{
    struct variable_info *info = ARENA_NEW(linker->program->arena, struct variable_info);
    info->variable = variable;
    info->address_taken = variable->address_taken;
    return info;
}

static void link_variable(struct linker *linker, struct variable *variable)
{
    bool is_shared =
        variable->storage == STORAGE_GLOBAL || (variable->storage == STORAGE_THREAD && !variable->function);
    if (!is_shared || !variable->usr || !*variable->usr) {
        variable->note = new_variable_info(linker, variable);
        return;
    }
    void **slot = string_map_slot(linker->program->arena, &linker->variables, variable->usr);
    if (!*slot)
        *slot = new_variable_info(linker, variable);
    struct variable_info *info = *slot;
    bool is_better = variable->is_defined && (!info->variable->is_defined || (variable->init && !info->variable->init));
    if (is_better)
        info->variable = variable;
    info->address_taken |= variable->address_taken;
    variable->note = info;
}

static struct function_info *new_function_info(struct linker *linker, struct function *function)
{
    struct program_private *private = program_private(linker->program);
    struct function_info *info = ARENA_NEW(linker->program->arena, struct function_info);
    info->function = function;
    info->index = private->function_count;
    ARENA_PUSH(linker->program->arena, private->functions, private->function_count, info);
    return info;
}

/* Inline definitions of headers occur in many units: each unit uses its own. */
static void link_function(struct linker *linker, struct function *function)
{
    if (function->is_static || (function->is_inline && function->body)) {
        function->note = new_function_info(linker, function);
        return;
    }
    void **slot = string_map_slot(linker->program->arena, &linker->functions, function->name);
    if (!*slot)
        *slot = new_function_info(linker, function);
    struct function_info *info = *slot;
    if (function->body && info->function->body && function != info->function)
        info->is_ambiguous = true;
    else if (function->body)
        info->function = function;
    else if (!info->function->body && function->is_system)
        info->function = function; /* the declaration that the library's table believes */
    function->note = info;
}

static void link_units(struct program *program)
{
    struct linker linker = { .program = program };
    struct program_private *private = program_private(program);
    for (unsigned u = 0; u < program->unit_count; u++) {
        struct unit *unit = program->units[u];
        for (unsigned k = 0; k < unit->variable_count; k++)
            link_variable(&linker, unit->variables[k]);
        for (unsigned k = 0; k < unit->function_count; k++)
            link_function(&linker, unit->functions[k]);
        program->reads_errno |= unit->reads_errno;
        program->has_signal_handlers |= unit->has_signal_handlers;
        program->has_threads |= unit->has_threads;
    }
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        struct function *function = info->function;
        info->is_main = function->body && !function->is_static && strcmp(function->name, "main") == 0;
        private->has_setjmp |= function->has_setjmp;
        bool is_library_inline = function->is_system && function->body;
        if (!function->body || is_library_inline)
            info->library = library_find(&private->library, function);
    }
}

static bool is_called(const struct function_info *info)
{
    return info->caller_count || info->function->address_taken;
}

/* Whether the program asks for functions to be called at its end. */
static void find_exit_handlers(struct program_private *private)
{
    for (unsigned k = 0; k < private->function_count; k++) {
        struct function_info *info = private->functions[k];
        const char *name = info->library ? info->library->name : "";
        bool registers =
            strcmp(name, "atexit") == 0 || strcmp(name, "on_exit") == 0 || strcmp(name, "at_quick_exit") == 0;
        private->calls_atexit |= registers && is_called(info);
    }
}

/* See program.h. The order of the stages matters: the pointers need the direct calls, the indirect calls need the
 * pointers, the effects need both. */
struct program *program_build(struct unit **units, unsigned unit_count, const struct program_options *options)
{
    struct arena *arena = arena_new();
    struct program *program = ARENA_NEW(arena, struct program);
    program->arena = arena;
    program->options = *options;
    program->units = units;
    program->unit_count = unit_count;
    program->private = ARENA_NEW(arena, struct program_private);
    library_init(&program_private(program)->library, arena);
    link_units(program);
    call_graph_collect(program);
    call_graph_order(program);
    call_graph_find_roots(program);
    find_exit_handlers(program_private(program));
    call_graph_find_single_runs(program);
    points_to_build(program);
    call_graph_order(program);
    effects_build(program);
    return program;
}

/* See program.h. */
void program_free(struct program *program)
{
    if (!program)
        return;
    points_to_release(program);
    arena_free(program->arena);
}

/* ---- questions ------------------------------------------------------------------------------------------------- */

/* See program.h. */
struct function *program_definition(struct program *program, struct function *function)
{
    (void)program;
    if (!function)
        return NULL;
    struct function_info *info = function_info(function);
    return info->function->body && !info->is_ambiguous ? info->function : NULL;
}

/* See program.h. */
struct variable *program_variable(struct program *program, struct variable *variable)
{
    (void)program;
    return variable ? variable_info(variable)->variable : NULL;
}

/* See program.h. */
unsigned program_callees(struct program *program, struct expr *call, struct function ***functions)
{
    struct call_site *site = call_site_of(program, call);
    *functions = NULL;
    if (!site || site->is_unknown || !site->callee_count)
        return 0;
    *functions = ARENA_ARRAY(program->arena, struct function *, site->callee_count);
    for (unsigned k = 0; k < site->callee_count; k++)
        (*functions)[k] = site->callees[k]->function;
    return site->callee_count;
}

/* See program.h. */
bool program_is_recursive(struct program *program, struct function *function)
{
    (void)program;
    return function_info(function)->is_recursive;
}
