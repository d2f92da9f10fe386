#include <string.h>

#include "analysis/walk.h"

enum { MAX_RETURNS = 16 };

/* The values a function that is being walked into may return, each under the guards of its return statement. */
struct returns {
    struct { struct conjunction guards; struct value value; } list[MAX_RETURNS];
    unsigned count, base; /* "base": guards that held at the call */
    unsigned depth;
    bool is_unknown;
};

/* Note the return statement "stmt" of the function that is being walked into (or an obstacle for the region's own). */
void walk_return(struct walker *walker, struct stmt *stmt);
void walk_return(struct walker *walker, struct stmt *stmt)
{
    struct value value = stmt->expr ? walk_expr(walker, stmt->expr) : (struct value){ .kind = VALUE_NONE };
    if (!walker->call_depth) {
        walk_obstacle(walker, OBSTACLE_RETURN, stmt->place, "return");
        return;
    }
    struct returns *returns = walker->calls[walker->call_depth].returns;
    if (returns->count == MAX_RETURNS || walker->depth != returns->depth) {
        returns->is_unknown = true;
        return;
    }
    struct conjunction guards = { ARENA_ARRAY(walker->arena, struct constraint, walker->guard_count + 1), 0 };
    for (unsigned k = returns->base; k < walker->guard_count; k++)
        guards.constraints[guards.count++] = walker->guards[k];
    returns->list[returns->count].guards = guards;
    returns->list[returns->count++].value = value;
}

/* The one value of all the "returns" of "call". */
static struct value combine(struct walker *walker, struct returns *returns, struct expr *call)
{
    struct value none = { .kind = VALUE_NONE };
    struct type *type = call->type;
    if (returns->count == 1 && !returns->is_unknown && returns->list[0].value.kind != VALUE_NONE)
        return returns->list[0].value;
    if (type->kind == TYPE_POINTER) {
        struct value first = returns->count ? returns->list[0].value : none;
        bool is_same = first.kind == VALUE_POINTER && !returns->is_unknown;
        for (unsigned k = 1; is_same && k < returns->count; k++)
            is_same = returns->list[k].value.kind == VALUE_POINTER && returns->list[k].value.object == first.object &&
                      returns->list[k].value.row == first.row;
        if (!is_same)
            return (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, call) };
        first.number = NULL;
        return first;
    }
    if (!type_is_integer(type))
        return none;
    const struct polynomial *unknown = walk_unknown(walker, call);
    bool is_known = returns->count && !returns->is_unknown;
    for (unsigned k = 0; k < returns->count; k++)
        is_known &= returns->list[k].value.kind == VALUE_INTEGER;
    if (!is_known)
        return value_integer(unknown);
    walk_determine(walker, unknown);
    walker->atoms[unknown->terms[0].atoms[0]].alternative_count = 0;
    walker->atoms[unknown->terms[0].atoms[0]].alternatives = NULL;
    for (unsigned k = 0; k < returns->count; k++) {
        struct conjunction all = returns->list[k].guards;
        all.constraints[all.count++] = (struct constraint){
            polynomial_subtract(walker->arena, unknown, returns->list[k].value.number), true
        };
        walk_alternative(walker, unknown, all.constraints, all.count);
    }
    return value_integer(unknown);
}

static bool has_labels(struct stmt *stmt)
{
    if (!stmt)
        return false;
    if (stmt->kind == STMT_LABEL || stmt->kind == STMT_GOTO)
        return true;
    bool result = has_labels(stmt->then) || has_labels(stmt->otherwise) || has_labels(stmt->body);
    for (unsigned k = 0; !result && k < stmt->child_count; k++)
        result = has_labels(stmt->children[k]);
    return result;
}

static bool can_walk_into(struct walker *walker, struct function *function, struct expr *call)
{
    if (!function->body || function->is_variadic || function->has_asm || function->has_setjmp || function->has_alloca ||
        function->has_computed_goto || walker->call_depth >= MAX_CALLS ||
        call->operand_count - 1 != function->parameter_count || has_labels(function->body))
        return false;
    for (unsigned k = 1; k <= walker->call_depth; k++)
        if (walker->calls[k].function == function)
            return false;
    return function != walker->region->loop->function;
}

/* Walk into "function", called as "call" with "arguments". */
static struct value walk_into(struct walker *walker, struct function *function, struct expr *call, struct value *arguments)
{
    struct expr *top = walker->top;
    struct stmt *stmt = walker->stmt;
    struct returns returns = { .base = walker->guard_count, .depth = walker->depth };
    for (unsigned k = 0; k < function->parameter_count; k++)
        if (walk_is_register(function->parameters[k]))
            walk_bind(walker, function->parameters[k], arguments[k]);
    struct call_frame *frame = &walker->calls[++walker->call_depth];
    *frame = (struct call_frame){ .function = function, .call = call, .returns = &returns };
    walk_stmt(walker, function->body);
    walker->call_depth--;
    walker->guard_count = returns.base;
    walker->top = top;
    walker->stmt = stmt;
    return combine(walker, &returns, call);
}

/* ---- calls that are not walked into --------------------------------------------------------------------------------- */

static bool is_named(struct expr *call, const char *name)
{
    struct expr *callee = expr_skip_casts(call->operands[0]);
    if (callee->kind != EXPR_FUNCTION)
        return false;
    const char *actual = callee->function->name;
    if (!strncmp(actual, "__builtin_", 10))
        actual += 10;
    return !strcmp(actual, name);
}

/* memset, memcpy, memmove: exact ranges. False if "call" is none of them. */
static bool walk_memory_function(struct walker *walker, struct expr *call, struct value *arguments)
{
    bool is_set = is_named(call, "memset"), is_copy = is_named(call, "memcpy") || is_named(call, "memmove");
    if ((!is_set && !is_copy) || call->operand_count != 4)
        return false;
    const struct polynomial *size = arguments[2].kind == VALUE_INTEGER ? arguments[2].number : NULL;
    long long constant;
    for (int write = is_set; write < 2; write++) {
        struct value place = arguments[write ? 0 : 1];
        if (place.kind != VALUE_POINTER)
            place = (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, call->operands[write ? 1 : 2]) };
        bool is_constant = polynomial_is_constant(size, &constant);
        struct access *access = walk_record(walker, write ? ACCESS_WRITE : ACCESS_READ, place, call,
                                            is_constant ? constant : -1, size != NULL);
        if (access && !is_constant) {
            walker->raws[walker->raw_count - 1].extent = size;
            if (!size)
                walker->raws[walker->raw_count - 1].offset = NULL;
        }
    }
    walker->work += walker->work_scale * (polynomial_is_constant(size, &constant) ? (double)constant / 8 : 50);
    return true;
}

static void record_globals(struct walker *walker, const struct effects *effects, struct expr *call)
{
    for (unsigned side = 0; side < 2; side++) {
        struct variable **list = side ? effects->globals_written : effects->globals_read;
        unsigned count = side ? effects->globals_written_count : effects->globals_read_count;
        for (unsigned k = 0; k < count; k++) {
            struct value place = { .kind = VALUE_POINTER, .object = walk_variable_object(walker, list[k]) };
            struct access *access = walk_record(walker, side ? ACCESS_WRITE : ACCESS_READ, place, call, -1, false);
            if (access)
                access->is_from_summary = true;
        }
    }
}

static void record_argument(struct walker *walker, struct expr *call, unsigned index, struct value argument,
                            enum access_kind kind)
{
    struct value place = argument;
    if (place.kind != VALUE_POINTER) {
        if (call->operands[index + 1]->type->kind != TYPE_POINTER && call->operands[index + 1]->type->kind != TYPE_ARRAY)
            return;
        place = (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, call->operands[index + 1]) };
    }
    /* a pointer to one scalar names just that scalar: frexp(x, &e), modf(x, &part) */
    struct expr *target = expr_skip_casts(call->operands[index + 1]);
    bool is_scalar = target->kind == EXPR_UNARY && target->op == OP_ADDRESS && type_is_scalar(target->operands[0]->type) &&
                     place.object->is_scalar;
    if (!is_scalar)
        place.number = NULL;
    struct access *access = walk_record(walker, kind, place, call, is_scalar ? target->operands[0]->type->size : -1,
                                        is_scalar);
    if (access)
        access->is_from_summary = true;
}

/* What a user's function that is not walked into (recursive, too deep ...) may touch besides its arguments' memory. */
static void record_summary(struct walker *walker, const struct effects *effects, struct expr *call)
{
    struct function **callees;
    unsigned count = program_callees(walker->program, call, &callees);
    bool has_body = count == 0;
    for (unsigned k = 0; k < count; k++)
        has_body |= callees[k]->body != NULL;
    for (unsigned side = 0; has_body && side < 2; side++) {
        const struct points_to *set = side ? &effects->writes : &effects->reads;
        if (!set->count && !set->is_unknown)
            continue;
        struct object *object = walk_summary_object(walker, call, side != 0);
        object->points_to = *set;
        struct value place = { .kind = VALUE_POINTER, .object = object };
        struct access *access = walk_record(walker, side ? ACCESS_WRITE : ACCESS_READ, place, call, -1, false);
        if (access)
            access->is_from_summary = true;
    }
}

static struct value walk_by_effects(struct walker *walker, struct expr *call, struct value *arguments)
{
    const struct effects *effects = program_call_effects(walker->program, call);
    const char *why = effects->why;
    if (!why) {
        struct expr *callee = expr_skip_casts(call->operands[0]);
        why = callee->kind == EXPR_FUNCTION ? arena_printf(walker->arena, "calls %s", callee->function->name)
                                            : "calls through a pointer";
    }
    walker->work += walker->work_scale * 20;
    if (effects->is_unknown)
        walk_obstacle(walker, OBSTACLE_UNKNOWN_CALL, call->place, why);
    if (effects->does_io)
        walk_obstacle(walker, OBSTACLE_IO, call->place, why);
    if (effects->has_hidden_state)
        walk_obstacle(walker, OBSTACLE_HIDDEN_STATE, call->place, why);
    if (effects->may_not_return)
        walk_obstacle(walker, OBSTACLE_NO_RETURN, call->place, why);
    if (effects->sets_errno && walker->program->reads_errno)
        walk_obstacle(walker, OBSTACLE_HIDDEN_STATE, call->place, "sets errno, which the program reads");
    if (effects->frees) {
        bool is_own = call->operand_count > 1 && arguments[0].kind == VALUE_POINTER && arguments[0].object->is_inner &&
                      arguments[0].object->kind == OBJECT_HEAP;
        if (!is_own)
            walk_obstacle(walker, OBSTACLE_FREE, call->place, why);
    }
    for (unsigned k = 0; k + 1 < call->operand_count && k < 64; k++) {
        if (effects->reads_through >> k & 1)
            record_argument(walker, call, k, arguments[k], ACCESS_READ);
        if (effects->writes_through >> k & 1)
            record_argument(walker, call, k, arguments[k], ACCESS_WRITE);
    }
    record_globals(walker, effects, call);
    record_summary(walker, effects, call);
    if (call->type->kind == TYPE_POINTER) {
        struct value value = { .kind = VALUE_POINTER };
        if (effects->allocates) {
            value.object = walk_fresh_object(walker, call);
            value.number = polynomial_constant(walker->arena, 0);
        } else if (effects->returns_argument >= 0 && effects->returns_argument + 1 < (int)call->operand_count &&
                   arguments[effects->returns_argument].kind == VALUE_POINTER) {
            value = arguments[effects->returns_argument];
            value.number = NULL;
        } else {
            value.object = walk_unknown_object(walker, call);
        }
        return value;
    }
    return type_is_integer(call->type) ? value_integer(walk_unknown(walker, call)) : (struct value){ .kind = VALUE_NONE };
}

/* The value of the call "call"; what it does is recorded. */
struct value walk_call(struct walker *walker, struct expr *call)
{
    struct value arguments[64];
    unsigned count = call->operand_count - 1;
    if (count > 64) {
        walk_obstacle(walker, OBSTACLE_OPAQUE, call->place, "a call with more than 64 arguments");
        return (struct value){ .kind = VALUE_NONE };
    }
    if (expr_skip_casts(call->operands[0])->kind != EXPR_FUNCTION)
        walk_expr(walker, call->operands[0]);
    for (unsigned k = 0; k < count; k++) {
        struct expr *argument = call->operands[k + 1];
        if (argument->type->kind == TYPE_STRUCT || argument->type->kind == TYPE_UNION) {
            walk_expr(walker, argument);
            arguments[k] = (struct value){ .kind = VALUE_NONE };
        } else {
            arguments[k] = argument->type->kind == TYPE_ARRAY ? walk_place(walker, argument) : walk_expr(walker, argument);
        }
    }
    if (walk_memory_function(walker, call, arguments))
        return arguments[0];
    struct function **callees;
    unsigned callee_count = program_callees(walker->program, call, &callees);
    bool can = callee_count > 0 && callee_count <= 8;
    for (unsigned k = 0; can && k < callee_count; k++)
        can = can_walk_into(walker, callees[k], call);
    walker->work += walker->work_scale * 3;
    if (!can)
        return walk_by_effects(walker, call, arguments);
    if (callee_count == 1)
        return walk_into(walker, callees[0], call, arguments);
    /* one of several: each of them may or may not run */
    unsigned guards = walker->guard_count;
    for (unsigned k = 0; k < callee_count; k++) {
        const struct polynomial *choice = walk_choice(walker);
        struct constraint runs = { polynomial_subtract(walker->arena, choice, polynomial_constant(walker->arena, 1)), true };
        struct conjunction guard = { &runs, 1 };
        walk_guard(walker, &guard);
        walk_into(walker, callees[k], call, arguments);
        walker->guard_count = guards;
    }
    if (call->type->kind == TYPE_POINTER)
        return (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, call) };
    return type_is_integer(call->type) ? value_integer(walk_unknown(walker, call)) : (struct value){ .kind = VALUE_NONE };
}
