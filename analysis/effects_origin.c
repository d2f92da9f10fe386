/* Where the pointers of a function come from: its parameters, its own variables, memory that it allocated, or
 * elsewhere. Flow-insensitive, in terms of the function alone, so that its summary can be applied at every call. */
#include "analysis/effects.h"

#include "analysis/call_graph.h"

static const struct origin no_origin = { 0, 0 };

/* The bit of parameter "index". */
unsigned long long origin_parameter(unsigned index)
{
    return index < MAX_ORIGIN_PARAMETERS ? 1ULL << index : ORIGIN_OTHER;
}

static struct origin origin_new(unsigned long long bits)
{
    return (struct origin){ bits, bits };
}

static struct origin either(struct origin a, struct origin b)
{
    /* A bit is direct only if both sides that have it mean the block itself. */
    unsigned long long direct = (a.direct | b.direct) & ~((a.any & ~a.direct) | (b.any & ~b.direct));
    return (struct origin){ a.any | b.any, direct };
}

static bool holds_pointers(const struct type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT ||
           type->kind == TYPE_UNION || type->kind == TYPE_FUNCTION || type->kind == TYPE_OTHER;
}

/* What is stored in memory of the origins "bits". */
static unsigned long long content_of(const struct origin_scope *scope, unsigned long long bits)
{
    unsigned long long content = 0;
    for (unsigned long long rest = bits; rest; rest &= rest - 1)
        content |= scope->summary->content[__builtin_ctzll(rest)];
    return content;
}

/* See effects.h. */
unsigned long long origin_close(const struct origin_scope *scope, unsigned long long bits)
{
    for (;;) {
        unsigned long long more = bits | content_of(scope, bits);
        if (more == bits)
            return bits;
        bits = more;
    }
}

static struct origin loaded(const struct origin_scope *scope, struct origin place)
{
    return (struct origin){ content_of(scope, place.any), 0 };
}

static bool is_own(const struct variable *variable)
{
    return variable_is_local(variable);
}

static struct origin variable_value(const struct origin_scope *scope, const struct variable *variable)
{
    if (variable->type->kind == TYPE_ARRAY)
        return origin_new(is_own(variable) ? ORIGIN_LOCAL : ORIGIN_OTHER);
    if (!is_own(variable))
        return (struct origin){ ORIGIN_OTHER, 0 };
    struct origin origin = variable_info(variable)->origin;
    if (variable->address_taken)
        origin = either(origin, (struct origin){ scope->summary->content[61], 0 });
    return origin;
}

/* See effects.h. */
struct origin origin_of_place(struct origin_scope *scope, struct expr *expr)
{
    expr = expr_skip_implicit(expr);
    switch (expr->kind) {
    case EXPR_VARIABLE:
        return origin_new(is_own(expr->variable) ? ORIGIN_LOCAL : ORIGIN_OTHER);
    case EXPR_STRING:
    case EXPR_COMPOUND_LITERAL:
    case EXPR_CALL: /* the returned struct itself */
        return origin_new(ORIGIN_LOCAL);
    case EXPR_INDEX:
    case EXPR_MEMBER: {
        struct expr *base = expr_skip_implicit(expr->operands[0]);
        bool is_inside = base->type->kind == TYPE_ARRAY || (expr->kind == EXPR_MEMBER && !expr->is_arrow);
        return is_inside ? origin_of_place(scope, base) : origin_of_value(scope, base);
    }
    case EXPR_UNARY:
        if (expr->op == OP_DEREF)
            return origin_of_value(scope, expr->operands[0]);
        if (expr->op == OP_REAL || expr->op == OP_IMAG)
            return origin_of_place(scope, expr->operands[0]);
        break;
    case EXPR_ASSIGN:
        return origin_of_place(scope, expr->operands[0]);
    case EXPR_CONDITIONAL:
        return either(origin_of_place(scope, expr->operands[1]), origin_of_place(scope, expr->operands[2]));
    case EXPR_BINARY:
        if (expr->op == OP_COMMA)
            return origin_of_place(scope, expr->operands[1]);
        break;
    default:
        break;
    }
    struct origin value = origin_of_value(scope, expr);
    return (struct origin){ value.any | ORIGIN_LOCAL | ORIGIN_OTHER, 0 };
}

static struct origin argument_origin(struct origin_scope *scope, struct expr *call, unsigned k)
{
    return k + 1 < call->operand_count ? origin_of_value(scope, call->operands[k + 1]) : no_origin;
}

static struct origin all_arguments(struct origin_scope *scope, struct expr *call)
{
    struct origin all = no_origin;
    for (unsigned k = 1; k < call->operand_count; k++)
        all = either(all, origin_of_value(scope, call->operands[k]));
    return (struct origin){ origin_close(scope, all.any), 0 };
}

/* Translate "origin" from the terms of a callee into those of the caller. */
static struct origin translate(struct origin_scope *scope, struct expr *call, struct origin origin)
{
    struct origin result = no_origin;
    unsigned long long rest = origin.any & ORIGIN_PARAMETERS;
    for (; rest; rest &= rest - 1) {
        unsigned k = (unsigned)__builtin_ctzll(rest);
        struct origin argument = argument_origin(scope, call, k);
        if (!(origin.direct >> k & 1))
            argument = (struct origin){ origin_close(scope, argument.any), 0 };
        result = either(result, argument);
    }
    unsigned long long fixed = origin.any & (ORIGIN_FRESH | ORIGIN_OTHER);
    if (origin.any & ORIGIN_LOCAL) /* a dangling pointer */
        fixed |= ORIGIN_OTHER;
    if (fixed & ORIGIN_OTHER) /* parameters beyond the limit are there, too */
        result = either(result, call->operand_count > MAX_ORIGIN_PARAMETERS ? all_arguments(scope, call) : no_origin);
    return either(result, (struct origin){ fixed, fixed & origin.direct });
}

static struct origin library_result(struct origin_scope *scope, struct expr *call, const struct library_function *entry)
{
    struct origin result = no_origin;
    int returned = library_returned_argument(entry);
    if (returned >= 0)
        result = argument_origin(scope, call, (unsigned)returned);
    if (entry->flags & LIBRARY_ALLOCATES)
        result = either(result, origin_new(ORIGIN_FRESH));
    if (entry->flags & LIBRARY_REALLOC)
        result = either(result, argument_origin(scope, call, 0));
    if (entry->flags & LIBRARY_STATIC)
        result = either(result, origin_new(ORIGIN_OTHER));
    if (entry->flags & LIBRARY_TABLE) /* never changes: as harmless as a local constant */
        result = either(result, origin_new(ORIGIN_LOCAL));
    return result;
}

static struct origin call_result(struct origin_scope *scope, struct expr *call)
{
    struct call_site *site = call_site_of(scope->program, call);
    struct origin unknown = all_arguments(scope, call);
    unknown.any |= ORIGIN_OTHER;
    if (!site || site->is_unknown || !site->callee_count)
        return unknown;
    struct origin result = no_origin;
    for (unsigned k = 0; k < site->callee_count; k++) {
        struct function_info *callee = site->callees[k];
        if (callee->library)
            result = either(result, library_result(scope, call, callee->library));
        else if (!callee->function->body || callee->is_ambiguous)
            result = either(result, unknown);
        else
            result = either(result, translate(scope, call, effects_summary(scope->program, callee)->result));
    }
    return result;
}

static struct origin last_value(struct origin_scope *scope, struct stmt *block)
{
    struct stmt *last = block && block->child_count ? block->children[block->child_count - 1] : NULL;
    return last && last->kind == STMT_EXPR && last->expr ? origin_of_value(scope, last->expr) : no_origin;
}

static struct origin list_value(struct origin_scope *scope, struct expr *list)
{
    struct origin all = no_origin;
    for (unsigned k = 0; k < list->operand_count; k++)
        if (list->operands[k])
            all = either(all, origin_of_value(scope, list->operands[k]));
    return all;
}

/* The struct value that the member "expr" is part of, if it is not an lvalue: f() of f().p[2], or NULL. */
static struct expr *temporary_around(struct expr *expr)
{
    for (;;) {
        expr = expr_skip_implicit(expr);
        bool is_part = (expr->kind == EXPR_MEMBER && !expr->is_arrow) || expr->kind == EXPR_INDEX;
        if (!is_part)
            break;
        if (expr_skip_implicit(expr->operands[0])->type->kind == TYPE_POINTER)
            return NULL;
        expr = expr->operands[0];
    }
    bool is_lvalue = expr->kind == EXPR_VARIABLE || expr->kind == EXPR_MEMBER || expr->kind == EXPR_STRING ||
                     expr->kind == EXPR_UNARY;
    return is_lvalue ? NULL : expr;
}

/* An lvalue that is read: for arrays, where they are. */
static struct origin read_value(struct origin_scope *scope, struct expr *expr)
{
    if (expr->kind == EXPR_VARIABLE)
        return variable_value(scope, expr->variable);
    struct expr *temporary = temporary_around(expr);
    if (temporary && temporary != expr) {
        struct origin inside = origin_of_value(scope, temporary);
        return (struct origin){ inside.any | (expr->type->kind == TYPE_ARRAY ? ORIGIN_LOCAL : 0), 0 };
    }
    struct origin place = origin_of_place(scope, expr);
    if (expr->type->kind == TYPE_ARRAY || expr->type->kind == TYPE_FUNCTION)
        return place;
    struct variable *root = expr_root_variable(expr);
    if (root && is_own(root))
        return either(variable_info(root)->origin,
                      root->address_taken ? (struct origin){ scope->summary->content[61], 0 } : no_origin);
    return loaded(scope, place);
}

static struct origin cast_value(struct origin_scope *scope, struct expr *expr)
{
    struct expr *operand = expr->operands[0];
    struct origin origin = origin_of_value(scope, operand);
    if (expr->type->kind == TYPE_POINTER && type_is_integer(operand->type) && !expr_skip_casts(operand)->has_value)
        origin.any |= ORIGIN_OTHER;
    return origin;
}

/* See effects.h. */
struct origin origin_of_value(struct origin_scope *scope, struct expr *expr)
{
    if (!expr)
        return no_origin;
    switch (expr->kind) {
    case EXPR_VARIABLE:
    case EXPR_INDEX:
    case EXPR_MEMBER:
    case EXPR_STRING:
        return holds_pointers(expr->type) ? read_value(scope, expr) : no_origin;
    case EXPR_UNARY:
        if (expr->op == OP_ADDRESS)
            return origin_of_place(scope, expr->operands[0]);
        if (expr->op == OP_DEREF)
            return holds_pointers(expr->type) ? read_value(scope, expr) : no_origin;
        return holds_pointers(expr->type) || expr->op == OP_NOT ? origin_of_value(scope, expr->operands[0]) : no_origin;
    case EXPR_BINARY:
        if (expr->op == OP_COMMA)
            return origin_of_value(scope, expr->operands[1]);
        if (expr->op >= OP_LT && expr->op <= OP_LOR)
            return no_origin;
        return either(origin_of_value(scope, expr->operands[0]), origin_of_value(scope, expr->operands[1]));
    case EXPR_ASSIGN:
        if (!holds_pointers(expr->type))
            return no_origin;
        return origin_of_value(scope, expr->operands[expr->op == OP_NONE]);
    case EXPR_CONDITIONAL:
        return either(origin_of_value(scope, expr->operands[1]), origin_of_value(scope, expr->operands[2]));
    case EXPR_CAST:
        return cast_value(scope, expr);
    case EXPR_CALL:
        return holds_pointers(expr->type) ? call_result(scope, expr) : no_origin;
    case EXPR_STATEMENT:
        return last_value(scope, expr->statement);
    case EXPR_INIT_LIST:
        return list_value(scope, expr);
    case EXPR_COMPOUND_LITERAL: {
        struct origin inside = list_value(scope, expr);
        return expr->type->kind == TYPE_ARRAY ? (struct origin){ inside.any | ORIGIN_LOCAL, ORIGIN_LOCAL } : inside;
    }
    case EXPR_OPAQUE: {
        struct origin inside = list_value(scope, expr);
        return (struct origin){ inside.any | ORIGIN_OTHER, 0 };
    }
    default:
        return no_origin;
    }
}

/* ---- the fixed point ------------------------------------------------------------------------------------------- */

static void add_content(struct origin_scope *scope, unsigned long long places, unsigned long long value)
{
    for (unsigned long long rest = places; rest; rest &= rest - 1) {
        unsigned long long *content = &scope->summary->content[__builtin_ctzll(rest)];
        scope->has_changed |= (*content | value) != *content;
        *content |= value;
    }
    bool is_outside = (places & ~(ORIGIN_LOCAL | ORIGIN_FRESH)) != 0;
    unsigned long long kept = places & ~ORIGIN_LOCAL ? value & ORIGIN_PARAMETERS : 0;
    scope->has_changed |= (kept & ~scope->summary->effects.keeps) != 0;
    scope->summary->effects.keeps |= kept;
    if (is_outside && (value & ORIGIN_FRESH) && !scope->summary->fresh_escapes)
        scope->summary->fresh_escapes = scope->has_changed = true;
}

static void add_to_variable(struct origin_scope *scope, struct variable *variable, struct origin value)
{
    struct origin *old = &variable_info(variable)->origin;
    struct origin new = either(*old, value);
    scope->has_changed |= new.any != old->any || new.direct != old->direct;
    *old = new;
    if (variable->address_taken || variable->type->kind == TYPE_ARRAY)
        add_content(scope, ORIGIN_LOCAL, value.any);
}

static void assign(struct origin_scope *scope, struct expr *lvalue, struct origin value)
{
    if (!value.any)
        return;
    struct variable *root = expr_root_variable(lvalue);
    if (root && is_own(root))
        add_to_variable(scope, root, value);
    else
        add_content(scope, origin_of_place(scope, lvalue).any, value.any);
}

/* What a call stores in the memory of its arguments. */
static void apply_callee(struct origin_scope *scope, struct expr *call, struct summary *callee)
{
    unsigned count = call->operand_count - 1;
    for (unsigned k = 0; k < count && k < MAX_ORIGIN_PARAMETERS; k++) {
        struct origin stored = { callee->content[k] & ~(1ULL << k), 0 };
        unsigned long long value = stored.any ? translate(scope, call, stored).any : 0;
        if (value)
            add_content(scope, origin_close(scope, argument_origin(scope, call, k).any), value);
    }
    struct origin kept = { callee->effects.keeps, 0 };
    if (kept.any)
        add_content(scope, ORIGIN_OTHER, translate(scope, call, kept).any);
}

static void apply_library(struct origin_scope *scope, struct expr *call, const struct library_function *entry)
{
    if (entry->flags & LIBRARY_COPIES)
        add_content(scope, argument_origin(scope, call, 0).any, content_of(scope, argument_origin(scope, call, 1).any));
    for (unsigned k = 0; k + 1 < call->operand_count; k++) {
        char letter = library_argument(entry, k);
        unsigned long long place = argument_origin(scope, call, k).any;
        if (letter == 'k')
            add_content(scope, ORIGIN_OTHER, origin_close(scope, place));
        else if (letter == 'a')
            add_content(scope, place, ORIGIN_FRESH);
        else if (letter == 'e')
            add_content(scope, place, argument_origin(scope, call, 0).any);
    }
}

static void apply_call(struct origin_scope *scope, struct expr *call)
{
    struct call_site *site = call_site_of(scope->program, call);
    bool is_unknown = !site || site->is_unknown || !site->callee_count;
    for (unsigned k = 0; site && k < site->callee_count; k++) {
        struct function_info *callee = site->callees[k];
        if (callee->library)
            apply_library(scope, call, callee->library);
        else if (!callee->function->body || callee->is_ambiguous)
            is_unknown |= !callee->function->has_const_attribute && !callee->function->has_pure_attribute;
        else
            apply_callee(scope, call, effects_summary(scope->program, callee));
    }
    if (!is_unknown)
        return;
    unsigned long long all = all_arguments(scope, call).any;
    add_content(scope, all | ORIGIN_OTHER, all | ORIGIN_OTHER);
}

static void visit_stmt(struct stmt *stmt, void *user);

static void visit_expr(struct expr *expr, void *user)
{
    struct origin_scope *scope = user;
    if (expr->kind == EXPR_ASSIGN && holds_pointers(expr->type) && expr->type->kind != TYPE_ARRAY)
        assign(scope, expr->operands[0], origin_of_value(scope, expr->operands[expr->op == OP_NONE]));
    else if (expr->kind == EXPR_CALL)
        apply_call(scope, expr);
    else if (expr->kind == EXPR_STATEMENT)
        stmt_visit(expr->statement, visit_stmt, scope);
    else if (expr->kind == EXPR_COMPOUND_LITERAL)
        add_content(scope, ORIGIN_LOCAL, list_value(scope, expr).any);
    else if (expr->kind == EXPR_OPAQUE)
        add_content(scope, ORIGIN_OTHER, origin_close(scope, list_value(scope, expr).any));
}

static void visit_whole(struct expr *expr, void *user)
{
    expr_visit(expr, visit_expr, user);
}

static void visit_stmt(struct stmt *stmt, void *user)
{
    struct origin_scope *scope = user;
    for (unsigned k = 0; k < stmt->variable_count; k++) {
        struct variable *variable = stmt->variables[k];
        if (!variable->init || !holds_pointers(variable->type))
            continue;
        struct origin value = origin_of_value(scope, variable->init);
        if (is_own(variable) && value.any)
            add_to_variable(scope, variable, value);
        else
            add_content(scope, ORIGIN_OTHER, value.any);
    }
    if (stmt->kind != STMT_RETURN || !stmt->expr || !holds_pointers(stmt->expr->type))
        return;
    struct origin new = either(scope->summary->result, origin_of_value(scope, stmt->expr));
    scope->has_changed |= new.any != scope->summary->result.any || new.direct != scope->summary->result.direct;
    scope->summary->result = new;
}

/* See effects.h. */
void origins_compute(struct origin_scope *scope)
{
    struct function *function = scope->info->function;
    for (unsigned k = 0; k < function->parameter_count; k++)
        if (!variable_info(function->parameters[k])->origin.any)
            variable_info(function->parameters[k])->origin = origin_new(origin_parameter(k));
    for (unsigned k = 0; k < MAX_ORIGIN_PARAMETERS; k++)
        scope->summary->content[k] |= 1ULL << k;
    scope->summary->content[62] |= ORIGIN_FRESH;
    scope->summary->content[63] |= ORIGIN_OTHER;
    do {
        scope->has_changed = false;
        stmt_visit_exprs(function->body, visit_whole, scope);
        stmt_visit(function->body, visit_stmt, scope);
    } while (scope->has_changed);
}
