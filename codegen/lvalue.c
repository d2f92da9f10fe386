#include "codegen/lvalue.h"

#include <string.h>

static bool is_step(const struct expr *expr)
{
    return expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC;
}

/* Whether running "top" always assigns "lvalue": `x = ...`, `x++`, or `y = x = ...`. */
static bool always_assigns(struct expr *top, const struct expr *lvalue)
{
    top = expr_skip_implicit(top);
    if (is_step(top))
        return expr_skip_casts(top->operands[0]) == lvalue;
    if (top->kind == EXPR_BINARY && top->op == OP_COMMA)
        return always_assigns(top->operands[0], lvalue) || always_assigns(top->operands[1], lvalue);
    if (top->kind != EXPR_ASSIGN)
        return false;
    return expr_skip_casts(top->operands[0]) == lvalue || always_assigns(top->operands[1], lvalue);
}

/* See lvalue.h. */
bool lvalue_mark_writes(struct writer *writer, const struct loop_facts *facts, const struct variable *variable,
                        const char *text)
{
    const struct region *region = facts->region;
    const struct expr *marked = NULL;
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *access = region->accesses[k];
        if (access->kind != ACCESS_WRITE || access->object->variable != variable)
            continue;
        struct expr *top = access->top;
        if (top && top == marked)
            continue;
        bool is_own = top && access->expr && access->call_depth == 0 && access->stmt &&
                      access->stmt->kind == STMT_EXPR && access->stmt->expr == top && always_assigns(top, access->expr);
        if (!is_own || top->place.from_macro || !top->place.file->is_main)
            return writer_refuses(
                writer, arena_printf(writer->arena, "%s is not written by a statement of its own", variable->name));
        edits_insert(&writer->edits, top->place.begin, text);
        marked = top;
    }
    return true;
}

/* Whether the part of "object" that is spelled "text" is reduced by itself. */
static bool has_own_reduction(const struct loop_facts *facts, const struct object *object, const char *text)
{
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (facts->reductions[k].object == object && !strcmp(facts->reductions[k].text, text))
            return true;
    return false;
}

/* See lvalue.h. */
bool lvalue_rename(struct writer *writer, const struct loop_facts *facts, const struct reduction *reduction,
                   const char *replacement)
{
    const struct region *region = facts->region;
    unsigned last_begin = 0, last_end = 0;
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *access = region->accesses[k];
        if (access->object != reduction->object)
            continue;
        if (!access->expr || access->call_depth || access->expr->place.from_macro || !access->expr->place.file ||
            !access->expr->place.file->is_main)
            return writer_refuses(
                writer, arena_printf(writer->arena, "%s is not spelled out where it is used", reduction->text));
        struct place place = access->expr->place;
        const char *text = unit_source(writer->unit, place);
        if (text && strcmp(text, reduction->text) != 0 && has_own_reduction(facts, reduction->object, text))
            continue;
        if (!text || strcmp(text, reduction->text) != 0)
            return writer_refuses(
                writer, arena_printf(writer->arena, "%s is spelled in different ways", reduction->text));
        if (place.begin == last_begin && place.end == last_end)
            continue;
        bool is_new = true;
        for (unsigned e = 0; e < writer->edits.count; e++)
            is_new &= writer->edits.list[e].begin != place.begin || writer->edits.list[e].end != place.end;
        if (is_new)
            edits_replace(&writer->edits, place.begin, place.end, replacement);
        last_begin = place.begin;
        last_end = place.end;
    }
    return true;
}
