/* Effects as program.h gives them out: lists made when somebody asks. */
#include "analysis/call_graph.h"
#include "analysis/effects.h"
#include "analysis/points_to.h"

/* The global and static variables of "memory". */
static struct variable **list_globals(struct program *program, const struct idset *memory, unsigned *count)
{
    struct variable **variables = NULL;
    struct idset_cursor cursor = { 0 };
    unsigned id;
    *count = 0;
    while (idset_next(memory, &cursor, &id)) {
        struct memory *block = points_to_memory_of_id(program, id);
        if (block->kind == MEMORY_VARIABLE && block->variable && !variable_is_local(block->variable))
            ARENA_PUSH(program->arena, variables, *count, block->variable);
    }
    return variables;
}

static void publish(struct program *program, struct effects *effects, const struct idset *reads,
                    const struct idset *writes, bool reads_unknown, bool writes_unknown)
{
    effects->reads = points_to_public(program, reads, reads_unknown);
    effects->writes = points_to_public(program, writes, writes_unknown);
    effects->globals_read = list_globals(program, reads, &effects->globals_read_count);
    effects->globals_written = list_globals(program, writes, &effects->globals_written_count);
}

/* Add what the argument or parameter with the pointers "top" gives access to. */
static bool add_argument(struct program *program, const struct idset *top, bool is_unknown, bool is_direct,
                         bool is_deep, struct idset *memory)
{
    if (is_direct)
        idset_union(program->arena, memory, top);
    bool is_below_unknown = is_deep && points_to_below(program, top, memory);
    return (is_direct && is_unknown) || (is_deep && (is_below_unknown || is_unknown));
}

/* See program.h. */
const struct effects *program_function_effects(struct program *program, struct function *function)
{
    struct function_info *info = function_info(function);
    struct summary *summary = effects_summary(program, info);
    if (summary->is_published)
        return &summary->effects;
    summary->is_published = true;
    struct idset reads = { 0 }, writes = { 0 };
    bool reads_unknown = summary->reads_unknown, writes_unknown = summary->writes_unknown;
    idset_union(program->arena, &reads, &summary->reads);
    idset_union(program->arena, &writes, &summary->writes);
    struct effects *effects = &summary->effects;
    effects->reads_through = summary->reads_direct | summary->reads_deep;
    effects->writes_through = summary->writes_direct | summary->writes_deep;
    for (unsigned k = 0; k < info->function->parameter_count && k < MAX_ORIGIN_PARAMETERS; k++) {
        struct idset top = { 0 };
        unsigned long long bit = 1ULL << k;
        bool is_unknown =
            info->function->body ? points_to_variable_contents(program, info->function->parameters[k], &top) : true;
        reads_unknown |=
            add_argument(program, &top, is_unknown, summary->reads_direct & bit, summary->reads_deep & bit, &reads);
        writes_unknown |=
            add_argument(program, &top, is_unknown, summary->writes_direct & bit, summary->writes_deep & bit, &writes);
    }
    publish(program, effects, &reads, &writes, reads_unknown, writes_unknown);
    return effects;
}

/* ---- one call -------------------------------------------------------------------------------------------------- */

struct call_effects {
    struct program *program;
    struct expr *call;
    struct effects *effects;
    struct idset reads, writes;
    bool reads_unknown, writes_unknown;
    bool is_first;
};

static void merge_flags(struct call_effects *merge, const struct summary *callee)
{
    struct effects *into = merge->effects;
    const struct effects *from = &callee->effects;
    into->is_unknown |= from->is_unknown;
    into->does_io |= from->does_io;
    into->has_hidden_state |= from->has_hidden_state;
    into->sets_errno |= from->sets_errno;
    into->may_not_return |= from->may_not_return;
    into->frees |= callee->frees != 0;
    into->reads_locale |= from->reads_locale;
    into->keeps |= from->keeps;
    into->allocates = from->allocates && (merge->is_first || into->allocates);
    into->returns_argument =
        merge->is_first || into->returns_argument == from->returns_argument ? from->returns_argument : -1;
    if (!into->why || from->is_unknown)
        into->why = from->why;
    merge->is_first = false;
    merge->reads_unknown |= callee->reads_unknown;
    merge->writes_unknown |= callee->writes_unknown;
}

/* Parameters beyond the limit are not told apart in summaries, where they count as unknown memory. */
static void merge_arguments(struct call_effects *merge, const struct summary *callee, bool is_callback)
{
    for (unsigned k = 0; k + 1 < merge->call->operand_count && k < MAX_ORIGIN_PARAMETERS; k++) {
        struct expr *argument = merge->call->operands[k + 1];
        unsigned long long bit = is_callback ? ~0ULL : 1ULL << k;
        bool is_pointer = argument->type->kind == TYPE_POINTER || argument->type->kind == TYPE_ARRAY ||
                          argument->type->kind == TYPE_STRUCT || argument->type->kind == TYPE_UNION;
        bool is_touched =
            bit & (callee->reads_direct | callee->reads_deep | callee->writes_direct | callee->writes_deep);
        if (!is_touched || (!is_pointer && is_callback))
            continue;
        if (bit & (callee->reads_direct | callee->reads_deep))
            merge->effects->reads_through |= 1ULL << k;
        if (bit & (callee->writes_direct | callee->writes_deep))
            merge->effects->writes_through |= 1ULL << k;
        if (!is_pointer)
            continue;
        struct idset top = { 0 };
        bool is_unknown;
        if (argument->type->kind == TYPE_STRUCT || argument->type->kind == TYPE_UNION) {
            struct idset own = { 0 }; /* a struct by value: the pointers in it */
            is_unknown = points_to_memory(merge->program, argument, &own);
            is_unknown |= points_to_below(merge->program, &own, &top);
        } else {
            is_unknown = points_to_memory(merge->program, argument, &top);
        }
        merge->reads_unknown |= add_argument(merge->program, &top, is_unknown, callee->reads_direct & bit,
                                             callee->reads_deep & bit, &merge->reads);
        merge->writes_unknown |= add_argument(merge->program, &top, is_unknown, callee->writes_direct & bit,
                                              callee->writes_deep & bit, &merge->writes);
    }
}

static void merge_callee(struct call_effects *merge, struct function_info *info, bool is_callback)
{
    struct summary *callee = effects_summary(merge->program, info);
    struct effects before = *merge->effects;
    bool was_first = merge->is_first;
    merge_flags(merge, callee);
    if (is_callback) { /* its result is not the call's */
        merge->effects->allocates = before.allocates;
        merge->effects->returns_argument = before.returns_argument;
        merge->is_first = was_first;
    }
    idset_union(merge->program->arena, &merge->reads, &callee->reads);
    idset_union(merge->program->arena, &merge->writes, &callee->writes);
    merge_arguments(merge, callee, is_callback);
}

static void merge_callbacks(struct call_effects *merge, const struct library_function *entry)
{
    struct function_info **functions;
    bool is_unknown = false;
    unsigned count = effects_callbacks(merge->program, entry, merge->call, &functions, &is_unknown);
    for (unsigned k = 0; k < count; k++)
        merge_callee(merge, functions[k], true);
    if (is_unknown) {
        merge->effects->is_unknown = merge->reads_unknown = merge->writes_unknown = true;
        merge->effects->why = "calls a function that is not known";
    }
}

/* See program.h. */
const struct effects *program_call_effects(struct program *program, struct expr *call)
{
    void **slot = pointer_map_slot(program->arena, &program_private(program)->call_effects, call);
    if (*slot)
        return *slot;
    struct effects *effects = ARENA_NEW(program->arena, struct effects);
    *slot = effects;
    struct call_effects merge = { .program = program, .call = call, .effects = effects, .is_first = true };
    struct call_site *site = call_site_of(program, call);
    effects->returns_argument = -1;
    for (unsigned k = 0; site && k < site->callee_count; k++) {
        merge_callee(&merge, site->callees[k], false);
        if (site->callees[k]->library) {
            merge_callbacks(&merge, site->callees[k]->library);
            if (effects_format_may_write(site->callees[k]->library, call)) {
                merge.writes_unknown = true;
                effects->writes_through |= ORIGIN_PARAMETERS;
            }
        }
    }
    if (!site || site->is_unknown || !site->callee_count) {
        effects->is_unknown = effects->may_not_return = true;
        effects->keeps = effects->reads_through = effects->writes_through = ORIGIN_PARAMETERS;
        effects->allocates = false;
        effects->returns_argument = -1;
        effects->why = "calls a function through a pointer that may be anything";
        merge.reads_unknown = merge.writes_unknown = true;
    }
    publish(program, effects, &merge.reads, &merge.writes, merge.reads_unknown, merge.writes_unknown);
    return effects;
}
