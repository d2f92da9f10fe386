/* Summaries: one walk over each body, callees first. */
#include "analysis/effects.h"

#include <string.h>

#include "analysis/call_graph.h"
#include "analysis/points_to.h"

struct collector {
    struct origin_scope scope;
    struct program *program;
    struct function_info *info;
    struct summary *summary;
};

enum { READ = 1, WRITE = 2 };

static void collect_value(struct collector *collector, struct expr *expr);
static void collect_stmt(struct collector *collector, struct stmt *stmt);

/* Remember why calls of the function may not be reordered, if the reason is graver than the one known. */
static void explain(struct collector *collector, enum gravity gravity, const char *reason, const char *name)
{
    if (collector->summary->why_rank >= gravity)
        return;
    collector->summary->why_rank = gravity;
    collector->summary->effects.why = arena_printf(collector->program->arena, "%s%s", reason, name);
}

/* ---- touching memory ------------------------------------------------------------------------------------------- */

static bool is_own_memory(const struct collector *collector, const struct memory *memory)
{
    const struct variable *variable = memory->variable;
    return memory->kind == MEMORY_VARIABLE && variable && variable_is_local(variable) &&
           variable->function == collector->info->function && !collector->info->is_recursive;
}

/* Add "from" to "into" without what is of no interest outside the function. */
static void add_outside(struct collector *collector, struct idset *into, const struct idset *from)
{
    struct idset_cursor cursor = { 0 };
    unsigned id;
    while (idset_next(from, &cursor, &id)) {
        struct memory *memory = points_to_memory_of_id(collector->program, id);
        if (memory->kind != MEMORY_FUNCTION && memory->kind != MEMORY_STRING && !is_own_memory(collector, memory))
            idset_add(collector->program->arena, into, id);
    }
}

static void add_memory(struct collector *collector, const struct idset *memory, bool is_unknown, unsigned mode)
{
    struct summary *summary = collector->summary;
    if (mode & READ) {
        add_outside(collector, &summary->reads, memory);
        summary->reads_unknown |= is_unknown;
    }
    if (mode & WRITE) {
        add_outside(collector, &summary->writes, memory);
        summary->writes_unknown |= is_unknown;
    }
}

/* What a pointer expression points to, or what can be reached below that. */
static bool pointed_memory(struct collector *collector, struct expr *pointer, bool is_deep, struct idset *memory)
{
    bool is_struct = pointer->type->kind == TYPE_STRUCT || pointer->type->kind == TYPE_UNION;
    if (is_deep || is_struct) /* a struct passed by value: the pointers in it */
        return points_to_memory_below(collector->program, pointer, memory);
    return points_to_memory(collector->program, pointer, memory);
}

static void note_written(struct collector *collector, const struct idset *memory, bool is_unknown)
{
    struct program_private *private = program_private(collector->program);
    idset_union(collector->program->arena, &private->written, memory);
    private->writes_unknown |= is_unknown;
}

/* The function touches the block that "pointer", of the given origin, points to ("is_deep": anything below it). */
static void touch(struct collector *collector, struct origin origin, struct expr *pointer, bool is_deep, unsigned mode)
{
    struct summary *summary = collector->summary;
    if (is_deep)
        origin = (struct origin){ origin_close(&collector->scope, origin.any), 0 };
    unsigned long long direct = origin.direct & ORIGIN_PARAMETERS;
    unsigned long long deep = origin.any & ~origin.direct & ORIGIN_PARAMETERS;
    if (mode & READ) {
        summary->reads_direct |= direct;
        summary->reads_deep |= deep;
    }
    if (mode & WRITE) {
        summary->writes_direct |= direct;
        summary->writes_deep |= deep;
    }
    bool is_outside =
        !origin.any || (origin.any & ORIGIN_OTHER) || ((origin.any & ORIGIN_FRESH) && summary->fresh_escapes);
    if (!is_outside && !(mode & WRITE))
        return;
    struct idset memory = { 0 };
    bool is_unknown = pointed_memory(collector, pointer, is_deep, &memory);
    if (mode & WRITE)
        note_written(collector, &memory, is_unknown);
    if (is_outside)
        add_memory(collector, &memory, is_unknown, mode);
}

static void touch_variable(struct collector *collector, struct variable *variable, unsigned mode)
{
    struct idset memory = { 0 };
    if (variable_is_local(variable))
        return;
    idset_add(collector->program->arena, &memory, points_to_variable_id(collector->program, variable));
    add_memory(collector, &memory, false, mode);
    if ((mode & WRITE) && variable->storage == STORAGE_STATIC_LOCAL)
        explain(collector, GRAVITY_WRITES, "writes the static variable ", variable->name);
    else if (mode & WRITE)
        explain(collector, GRAVITY_WRITES, "writes the global variable ", variable->name);
}

/* The pointer through which the lvalue "expr" reaches its memory, or NULL. */
static struct expr *base_pointer(struct expr *expr)
{
    for (;;) {
        expr = expr_skip_implicit(expr);
        bool goes_through =
            expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER ||
            (expr->kind == EXPR_UNARY && (expr->op == OP_DEREF || expr->op == OP_REAL || expr->op == OP_IMAG));
        if (!goes_through)
            return NULL;
        if (expr_skip_implicit(expr->operands[0])->type->kind == TYPE_POINTER)
            return expr->operands[0];
        expr = expr->operands[0];
    }
}

static void touch_place(struct collector *collector, struct expr *lvalue, unsigned mode)
{
    if (lvalue->type->is_volatile || lvalue->type->is_atomic) {
        collector->summary->effects.has_hidden_state = true;
        explain(collector, GRAVITY_STATE, "accesses volatile or atomic data", "");
    }
    struct variable *root = expr_root_variable(lvalue);
    struct expr *pointer = base_pointer(lvalue);
    if (root)
        touch_variable(collector, root, mode);
    else if (pointer)
        touch(collector, origin_of_place(&collector->scope, lvalue), pointer, false, mode);
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */

static unsigned add_callback(struct program *program, struct function_info ***functions, unsigned count,
                             const struct memory *memory, bool *is_unknown)
{
    if (memory->kind == MEMORY_FUNCTION)
        ARENA_PUSH(program->arena, *functions, count, function_info(memory->function));
    else
        *is_unknown = true;
    return count;
}

/* See effects.h. */
unsigned effects_callbacks(struct program *program, const struct library_function *entry, struct expr *call,
                           struct function_info ***functions, bool *is_unknown)
{
    unsigned count = 0;
    *functions = NULL;
    for (unsigned k = 0; k + 1 < call->operand_count; k++) {
        if (library_argument(entry, k) != 'c')
            continue;
        struct idset memory = { 0 };
        struct idset_cursor cursor = { 0 };
        unsigned id;
        *is_unknown |= points_to_memory(program, call->operands[k + 1], &memory);
        while (idset_next(&memory, &cursor, &id))
            count = add_callback(program, functions, count, points_to_memory_of_id(program, id), is_unknown);
    }
    return count;
}

/* Whether the source text of a format has a conversion %n; not if the text cannot be seen. */
static bool text_has_count(struct place place)
{
    const char *text = place.file ? place.file->text : NULL;
    if (!text || place.end > place.file->length)
        return false;
    for (unsigned k = place.begin; k < place.end; k++) {
        if (text[k] != '%')
            continue;
        do
            k++;
        while (k < place.end && strchr("0123456789*.hlLqjzt-+ #'", text[k]));
        if (k < place.end && text[k] == 'n')
            return true;
    }
    return false;
}

/* See effects.h. */
bool effects_format_may_write(const struct library_function *entry, const struct expr *call)
{
    if (!(entry->flags & LIBRARY_FORMAT))
        return false;
    for (unsigned k = 1; k < call->operand_count; k++) {
        const struct expr *argument = expr_skip_casts(call->operands[k]);
        if (argument->kind == EXPR_STRING)
            return text_has_count(argument->place);
    }
    return true;
}

static void merge_flags(struct collector *collector, struct summary *callee, const char *name)
{
    struct effects *into = &collector->summary->effects;
    const struct effects *from = &callee->effects;
    if (from->is_unknown)
        explain(collector, GRAVITY_UNKNOWN, from->why ? from->why : "calls ", from->why ? "" : name);
    else if (from->does_io || from->has_hidden_state)
        explain(collector, GRAVITY_STATE, "calls ", name);
    else if (callee->why_rank == GRAVITY_WRITES)
        explain(collector, GRAVITY_WRITES, "calls ", name);
    into->is_unknown |= from->is_unknown;
    into->does_io |= from->does_io;
    into->has_hidden_state |= from->has_hidden_state;
    into->sets_errno |= from->sets_errno;
    into->may_not_return |= from->may_not_return;
    into->reads_locale |= from->reads_locale;
    collector->summary->reads_unknown |= callee->reads_unknown;
    collector->summary->writes_unknown |= callee->writes_unknown;
}

static void merge_argument(struct collector *collector, struct summary *callee, struct expr *call, unsigned k)
{
    struct expr *argument = call->operands[k + 1];
    unsigned long long bit = origin_parameter(k);
    unsigned direct = (callee->reads_direct & bit ? READ : 0) | (callee->writes_direct & bit ? WRITE : 0);
    unsigned deep = (callee->reads_deep & bit ? READ : 0) | (callee->writes_deep & bit ? WRITE : 0);
    enum type_kind kind = argument->type->kind;
    bool is_number = type_is_integer(argument->type) || kind == TYPE_FLOAT || kind == TYPE_COMPLEX;
    if (is_number || (!direct && !deep && !(callee->frees & bit)))
        return;
    struct origin origin = origin_of_value(&collector->scope, argument);
    if (direct)
        touch(collector, origin, argument, false, direct);
    if (deep)
        touch(collector, origin, argument, true, deep);
    if (callee->frees & bit)
        collector->summary->frees |= origin_close(&collector->scope, origin.any) & (ORIGIN_PARAMETERS | ORIGIN_OTHER);
}

static void merge_summary(struct collector *collector, struct summary *callee, struct expr *call, const char *name)
{
    merge_flags(collector, callee, name);
    add_outside(collector, &collector->summary->reads, &callee->reads);
    add_outside(collector, &collector->summary->writes, &callee->writes);
    for (unsigned k = 0; k + 1 < call->operand_count && k < MAX_ORIGIN_PARAMETERS; k++)
        merge_argument(collector, callee, call, k);
    collector->summary->frees |= callee->frees & ORIGIN_OTHER;
}

/* A function that the library calls with pointers into the other arguments. */
static void merge_callback(struct collector *collector, struct summary *callee, struct expr *call, const char *name)
{
    unsigned direct = (callee->reads_direct ? READ : 0) | (callee->writes_direct ? WRITE : 0);
    unsigned deep = (callee->reads_deep ? READ : 0) | (callee->writes_deep ? WRITE : 0);
    merge_flags(collector, callee, name);
    add_outside(collector, &collector->summary->reads, &callee->reads);
    add_outside(collector, &collector->summary->writes, &callee->writes);
    for (unsigned k = 1; k < call->operand_count; k++) {
        struct origin origin = origin_of_value(&collector->scope, call->operands[k]);
        if (direct && origin.any)
            touch(collector, origin, call->operands[k], false, direct);
        if (deep && origin.any)
            touch(collector, origin, call->operands[k], true, deep);
    }
    if (callee->frees)
        collector->summary->frees |= ORIGIN_OTHER;
}

static void become_unknown(struct collector *collector, const char *reason, const char *name)
{
    explain(collector, GRAVITY_UNKNOWN, reason, name);
    collector->summary->effects.is_unknown = true;
    collector->summary->reads_unknown = collector->summary->writes_unknown = true;
    program_private(collector->program)->writes_unknown = true;
}

static void collect_callbacks(struct collector *collector, struct function_info *callee, struct expr *call)
{
    struct function_info **functions;
    bool is_unknown = false;
    unsigned count = effects_callbacks(collector->program, callee->library, call, &functions, &is_unknown);
    for (unsigned k = 0; k < count; k++)
        merge_callback(collector, effects_summary(collector->program, functions[k]), call,
                       functions[k]->function->name);
    if (is_unknown)
        become_unknown(collector, "calls a function that is not known through ", callee->function->name);
}

static void collect_call(struct collector *collector, struct expr *call)
{
    struct call_site *site = call_site_of(collector->program, call);
    if (!site || !site->is_direct)
        collect_value(collector, call->operands[0]);
    for (unsigned k = 1; k < call->operand_count; k++)
        collect_value(collector, call->operands[k]);
    if (!site || site->is_unknown || !site->callee_count)
        become_unknown(collector, "calls a function through a pointer that may be anything", "");
    for (unsigned k = 0; site && k < site->callee_count; k++) {
        struct function_info *callee = site->callees[k];
        merge_summary(collector, effects_summary(collector->program, callee), call, callee->function->name);
        if (callee->library)
            collect_callbacks(collector, callee, call);
        if (callee->library && effects_format_may_write(callee->library, call))
            collector->summary->writes_unknown = program_private(collector->program)->writes_unknown = true;
    }
}

/* ---- the walk -------------------------------------------------------------------------------------------------- */

static bool is_lvalue(const struct expr *expr)
{
    return expr->kind == EXPR_VARIABLE || expr->kind == EXPR_INDEX || expr->kind == EXPR_MEMBER ||
           (expr->kind == EXPR_UNARY && (expr->op == OP_DEREF || expr->op == OP_REAL || expr->op == OP_IMAG));
}

/* The work of finding out where the lvalue "expr" is, without accessing it. */
static void collect_place(struct collector *collector, struct expr *expr)
{
    expr = expr_skip_implicit(expr);
    if (!is_lvalue(expr)) {
        collect_value(collector, expr);
        return;
    }
    if (expr->kind == EXPR_VARIABLE)
        return;
    struct expr *base = expr_skip_implicit(expr->operands[0]);
    if (base->type->kind == TYPE_POINTER)
        collect_value(collector, base);
    else
        collect_place(collector, base);
    if (expr->kind == EXPR_INDEX)
        collect_value(collector, expr->operands[1]);
}

static void collect_opaque(struct collector *collector, struct expr *expr)
{
    for (unsigned k = 0; k < expr->operand_count; k++) {
        struct expr *operand = expr->operands[k];
        if (!operand)
            continue;
        collect_value(collector, operand);
        bool is_code = operand->kind == EXPR_FUNCTION || operand->type->kind == TYPE_FUNCTION ||
                       (operand->type->kind == TYPE_POINTER && operand->type->element->kind == TYPE_FUNCTION);
        if (is_code)
            become_unknown(collector, "calls a function in an expression that is not understood", "");
        if (is_lvalue(expr_skip_implicit(operand)))
            touch_place(collector, expr_skip_implicit(operand), READ | WRITE);
        if (operand->type->kind == TYPE_POINTER || operand->type->kind == TYPE_ARRAY) {
            struct origin origin = origin_of_value(&collector->scope, operand);
            touch(collector, origin, operand, false, READ | WRITE);
            touch(collector, origin, operand, true, READ | WRITE);
        }
    }
}

static void collect_operands(struct collector *collector, struct expr *expr)
{
    for (unsigned k = 0; k < expr->operand_count; k++)
        if (expr->operands[k] && !(k && expr->operands[k] == expr->operands[k - 1]))
            collect_value(collector, expr->operands[k]);
}

static void collect_value(struct collector *collector, struct expr *expr)
{
    if (!expr)
        return;
    bool is_step = expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC;
    if (is_lvalue(expr)) {
        collect_place(collector, expr);
        if (expr->type->kind != TYPE_ARRAY && expr->type->kind != TYPE_FUNCTION)
            touch_place(collector, expr, READ);
    } else if (expr->kind == EXPR_ASSIGN) {
        collect_value(collector, expr->operands[1]);
        collect_place(collector, expr->operands[0]);
        touch_place(collector, expr->operands[0], expr->op == OP_NONE ? WRITE : READ | WRITE);
    } else if (is_step) {
        collect_place(collector, expr->operands[0]);
        touch_place(collector, expr->operands[0], READ | WRITE);
    } else if (expr->kind == EXPR_UNARY && expr->op == OP_ADDRESS) {
        collect_place(collector, expr->operands[0]);
    } else if (expr->kind == EXPR_CALL) {
        collect_call(collector, expr);
    } else if (expr->kind == EXPR_STATEMENT) {
        collect_stmt(collector, expr->statement);
    } else if (expr->kind == EXPR_OPAQUE) {
        collect_opaque(collector, expr);
    } else {
        collect_operands(collector, expr);
    }
}

static void collect_stmt(struct collector *collector, struct stmt *stmt)
{
    if (!stmt)
        return;
    for (unsigned k = 0; k < stmt->variable_count; k++) {
        struct variable *variable = stmt->variables[k];
        for (struct type *type = variable->type; type && type->kind == TYPE_ARRAY; type = type->element)
            collect_value(collector, type->extent_expr);
        if (variable_is_local(variable)) /* static ones are initialised before the program starts */
            collect_value(collector, variable->init);
    }
    collect_stmt(collector, stmt->init);
    collect_value(collector, stmt->expr);
    collect_value(collector, stmt->condition);
    for (unsigned k = 0; k < stmt->child_count; k++)
        collect_stmt(collector, stmt->children[k]);
    collect_stmt(collector, stmt->then);
    collect_stmt(collector, stmt->otherwise);
    collect_stmt(collector, stmt->body);
    collect_value(collector, stmt->step);
    if (stmt->kind == STMT_ASM)
        become_unknown(collector, "contains assembly", "");
    if (stmt->kind == STMT_OPAQUE)
        become_unknown(collector, "contains a statement that is not understood", "");
}

/* ---- functions without bodies ---------------------------------------------------------------------------------- */

static void summarise_library_argument(struct summary *summary, char letter, unsigned long long bit)
{
    if (letter == 'r' || letter == 'x' || letter == 'k')
        summary->reads_direct |= bit;
    if (letter == 'w' || letter == 'x' || letter == 'k' || letter == 'e' || letter == 'a' || letter == 'f')
        summary->writes_direct |= bit;
    if (letter == 'k') {
        summary->reads_deep |= bit;
        summary->writes_deep |= bit;
        summary->effects.keeps |= bit;
    }
    if (letter == 'f')
        summary->frees |= bit;
}

static void summarise_library(struct program *program, struct function_info *info, struct summary *summary)
{
    const struct library_function *entry = info->library;
    struct effects *effects = &summary->effects;
    for (unsigned k = 0; k < MAX_ORIGIN_PARAMETERS; k++)
        summarise_library_argument(summary, library_argument(entry, k), 1ULL << k);
    effects->does_io = entry->flags & LIBRARY_IO;
    effects->has_hidden_state = entry->flags & (LIBRARY_HIDDEN | LIBRARY_SETS_MODE);
    effects->sets_errno = entry->flags & LIBRARY_ERRNO;
    effects->may_not_return = entry->flags & LIBRARY_NO_RETURN;
    effects->allocates = (entry->flags & LIBRARY_ALLOCATES) && !(entry->flags & LIBRARY_REALLOC);
    effects->reads_locale = entry->flags & LIBRARY_LOCALE;
    effects->is_unknown = entry->flags & LIBRARY_JUMPS;
    effects->returns_argument = library_returned_argument(entry);
    if (effects->does_io || effects->has_hidden_state || effects->is_unknown)
        effects->why = arena_printf(program->arena, "calls %s", info->function->name);
}

static void summarise_stranger(struct program *program, struct function_info *info, struct summary *summary)
{
    const struct function *function = info->function;
    summary->effects.returns_argument = -1;
    if (function->has_const_attribute || function->is_user_pure)
        return;
    if (function->has_pure_attribute) {
        summary->reads_direct = summary->reads_deep = ORIGIN_PARAMETERS;
        summary->reads_unknown = true;
        return;
    }
    summary->effects.is_unknown = true;
    summary->effects.may_not_return = true;
    summary->effects.keeps = ORIGIN_PARAMETERS;
    summary->effects.allocates = function->has_malloc_attribute;
    summary->reads_unknown = summary->writes_unknown = true;
    summary->reads_direct = summary->reads_deep = summary->writes_direct = summary->writes_deep = ORIGIN_PARAMETERS;
    summary->frees = ORIGIN_PARAMETERS | ORIGIN_OTHER;
    summary->effects.why = arena_printf(program->arena, "calls %s, whose code is not known", function->name);
    program_private(program)->writes_unknown = true;
}

/* ---- functions with bodies ------------------------------------------------------------------------------------- */

static void finish_flags(struct summary *summary)
{
    struct effects *effects = &summary->effects;
    const struct origin result = summary->result;
    effects->frees = summary->frees != 0;
    effects->allocates = result.any == ORIGIN_FRESH && !summary->fresh_escapes;
    effects->returns_argument = -1;
    bool is_one = result.any && (result.any & (result.any - 1)) == 0 && (result.any & ORIGIN_PARAMETERS);
    if (is_one && result.direct == result.any)
        effects->returns_argument = __builtin_ctzll(result.any);
}

/* The user's word that the function has no effect but its result. */
static void keep_promise(struct summary *summary)
{
    struct effects *effects = &summary->effects;
    effects->is_unknown = effects->does_io = effects->has_hidden_state = effects->may_not_return = false;
    effects->sets_errno = effects->frees = false;
    effects->why = NULL;
    summary->why_rank = GRAVITY_NONE;
    summary->writes_direct = summary->writes_deep = summary->frees = 0;
    summary->writes_unknown = false;
    idset_clear(&summary->writes);
}

static void summarise_body(struct program *program, struct function_info *info)
{
    struct summary *summary = info->summary;
    struct collector collector = { { program, info, summary, false }, program, info, summary };
    const struct function *function = info->function;
    origins_compute(&collector.scope);
    collect_stmt(&collector, function->body);
    if (function->has_asm)
        become_unknown(&collector, "contains assembly", "");
    if (function->has_setjmp)
        become_unknown(&collector, "calls setjmp", "");
    summary->effects.may_not_return |= function->is_noreturn;
    finish_flags(summary);
    if (function->is_user_pure)
        keep_promise(summary);
}

/* See effects.h. */
struct summary *effects_summary(struct program *program, struct function_info *info)
{
    if (info->summary)
        return info->summary;
    info->summary = ARENA_NEW(program->arena, struct summary);
    info->summary->effects.returns_argument = -1;
    if (info->library)
        summarise_library(program, info, info->summary);
    else if (!info->function->body || info->is_ambiguous)
        summarise_stranger(program, info, info->summary);
    info->summary->effects.frees = info->summary->frees != 0;
    return info->summary;
}

/* A number that grows whenever "summary" does. */
static unsigned long measure(const struct summary *summary)
{
    const struct effects *effects = &summary->effects;
    unsigned long long masks[] = { summary->reads_direct,  summary->reads_deep,
                                   summary->writes_direct, summary->writes_deep,
                                   summary->frees,         summary->result.any,
                                   effects->keeps,         summary->result.any & ~summary->result.direct };
    unsigned long sum = idset_size(&summary->reads) + idset_size(&summary->writes);
    for (unsigned k = 0; k < sizeof masks / sizeof *masks; k++)
        sum += (unsigned)__builtin_popcountll(masks[k]);
    for (unsigned k = 0; k < 64; k++)
        sum += (unsigned)__builtin_popcountll(summary->content[k]);
    return sum + effects->is_unknown + effects->does_io + effects->has_hidden_state + effects->sets_errno +
           effects->may_not_return + effects->reads_locale + summary->reads_unknown + summary->writes_unknown +
           summary->fresh_escapes;
}

/* The functions order[first .. last) call each other: repeat until their summaries do not grow. */
static void summarise_component(struct program *program, struct function_info **order, unsigned first, unsigned last)
{
    bool is_cycle = last - first > 1 || order[first]->is_recursive, has_changed;
    do {
        has_changed = false;
        for (unsigned k = first; k < last; k++) {
            struct function_info *info = order[k];
            unsigned long before = measure(effects_summary(program, info));
            if (info->function->body && !info->library && !info->is_ambiguous)
                summarise_body(program, info);
            has_changed |= measure(info->summary) != before;
        }
    } while (is_cycle && has_changed);
}

/* See effects.h. */
void effects_build(struct program *program)
{
    struct program_private *private = program_private(program);
    unsigned first = 0;
    while (first < private->function_count) {
        unsigned last = first + 1;
        while (last < private->function_count && private->order[last]->component == private->order[first]->component)
            last++;
        summarise_component(program, private->order, first, last);
        first = last;
    }
}
