#include "codegen/block_copy.h"

#include <ctype.h>
#include <string.h>

#include "codegen/block_array.h"
#include "codegen/lvalue.h"
#include "transform/expr_text.h"

/* ---- names --------------------------------------------------------------------------------------------------------
 */

/* The last identifier in "text" ("total" of "b->total"), to name our variables after; "value" if there is none. */
static const char *short_name(struct writer *writer, const char *text)
{
    size_t end = strlen(text);
    while (end && !isalnum((unsigned char)text[end - 1]) && text[end - 1] != '_')
        end--;
    size_t begin = end;
    while (begin && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_'))
        begin--;
    if (begin == end || isdigit((unsigned char)text[begin]))
        return "value";
    return arena_strndup(writer->arena, text + begin, end - begin);
}

/* A name of ours for "text" that no other copy has. */
static const char *copies_name(struct writer *writer, const struct blocks *blocks, const char *text)
{
    static const char *const taken[] = { "n", "i", "b", "blocks", "end" };
    const char *word = short_name(writer, text);
    for (unsigned k = 0; k < sizeof taken / sizeof *taken; k++)
        if (!strcmp(word, taken[k]))
            word = arena_printf(writer->arena, "%s_by_block", word);
    const char *name = writer_name(writer, word);
    for (unsigned k = 0; k < blocks->copy_count; k++)
        if (!strcmp(blocks->copies[k].copies, name))
            return arena_printf(writer->arena, "%s_%u", name, blocks->copy_count);
    return name;
}

static const char *flag_name(struct writer *writer, const struct block_copy *copy)
{
    return arena_printf(writer->arena, "%s_is_set", copy->copies);
}

/* ---- which copies there are ---------------------------------------------------------------------------------------
 */

static struct block_copy *new_copy(struct writer *writer, struct blocks *blocks, const char *variable,
                                   const struct type *type)
{
    if (blocks->copy_count == sizeof blocks->copies / sizeof *blocks->copies) {
        writer_refuses(writer, "the loop has too many reductions");
        return NULL;
    }
    struct block_copy *copy = &blocks->copies[blocks->copy_count];
    *copy = (struct block_copy){ .text = variable, .name = variable };
    copy->copies = copies_name(writer, blocks, variable);
    copy->type = type_text(writer, type);
    if (!copy->type) {
        writer_refuses(writer, arena_printf(writer->arena, "the type of %s cannot be written down", variable));
        return NULL;
    }
    blocks->copy_count++;
    return copy;
}

static const char *forget_name(struct writer *writer, const struct block_copy *copy)
{
    return arena_printf(writer->arena, "%s_is_nan", copy->copies);
}

/* Whether "value" is a call of fmax, fmin or one of their kin: other calls are just what is compared. */
static bool is_extreme_call(const struct expr *value)
{
    const struct expr *callee = value->kind == EXPR_CALL ? expr_skip_casts(value->operands[0]) : NULL;
    return callee && callee->kind == EXPR_FUNCTION &&
           (!strncmp(callee->function->name, "fmax", 4) || !strncmp(callee->function->name, "fmin", 4)) &&
           strlen(callee->function->name) <= 5;
}

/* The form of the extremum's updates, which all have the same operator. */
static enum extreme_form form_of(const struct reduction *reduction)
{
    enum extreme_form form = EXTREME_TAKES;
    for (unsigned k = 0; k < reduction->update_count; k++) {
        struct expr *value =
            reduction->updates[k]->operand_count > 1 ? expr_skip_implicit(reduction->updates[k]->operands[1]) : NULL;
        if (value && is_extreme_call(value))
            form = EXTREME_CALL;
        if (value && value->kind == EXPR_CONDITIONAL && reduction->variable) {
            struct expr *yes = expr_skip_casts(value->operands[1]);
            if (yes->kind == EXPR_VARIABLE && yes->variable == reduction->variable)
                return EXTREME_REPLACES;
        }
    }
    return form;
}

/* A NaN among the values makes `m > t ? m : t` forget what came before: the block notes that it met one. */
static bool watch_for_nan(struct writer *writer, struct blocks *blocks, struct block_copy *copy)
{
    const struct reduction *reduction = copy->reduction;
    const struct expr *update = reduction->updates[0];
    const struct stmt *stmt = reduction->update_stmts[0];
    const char *term = reduction->update_count == 1 && reduction->term
                           ? expr_operand_text(writer->arena, blocks->loop.loop_plan->facts->loop, reduction->term)
                           : NULL;
    const char *text = blocks->loop.site.text + update->place.begin;
    bool is_own = stmt->kind == STMT_EXPR && expr_skip_implicit(stmt->expr) == update && update->place.file->is_main &&
                  !strncmp(text, copy->text, strlen(copy->text));
    if (!term || !is_own || reduction->in_callee)
        return writer_refuses(writer, "a NaN among the values would have to be noticed");
    copy->may_forget = copy->needs_flag = true;
    edits_insert(&writer->edits, update->place.begin,
                 arena_printf(writer->arena, "%s = 1, %s |= %s != %s, ", flag_name(writer, copy),
                              forget_name(writer, copy), term, term));
    return true;
}

/* Minimum and maximum: ties are broken as in the serial program. Where the last of equal values wins, a block must tell
 * whether it found any. */
static bool prepare_extreme(struct writer *writer, struct blocks *blocks, struct block_copy *copy,
                            struct clauses *clauses)
{
    const struct reduction *reduction = copy->reduction;
    copy->kind = COPY_EXTREME;
    copy->form = form_of(reduction);
    for (unsigned k = 0; k < reduction->companion_count; k++) {
        const struct variable *companion = reduction->companions[k];
        if (!type_text(writer, companion->type) || companion->type->kind == TYPE_ARRAY)
            return writer_refuses(writer, "what is kept along with the extremum cannot be copied");
        clauses_firstprivate(clauses, companion->name);
    }
    bool is_strict_mode = writer->plan->scop->program->options.fp == FP_STRICT;
    if (copy->form == EXTREME_CALL && reduction->update_count != 1)
        return writer_refuses(writer, "the extremum is formed in several places");
    if (copy->form == EXTREME_REPLACES && reduction->is_float && is_strict_mode)
        return watch_for_nan(writer, blocks, copy);
    copy->needs_flag =
        !reduction->is_strict_compare && (reduction->companion_count || (reduction->is_float && is_strict_mode));
    if (!copy->needs_flag)
        return true;
    if (copy->is_local || reduction->in_callee)
        return writer_refuses(writer, "the extremum is not a plain variable");
    const char *mark = arena_printf(writer->arena, "%s = 1, ", flag_name(writer, copy));
    return lvalue_mark_writes(writer, blocks->loop.loop_plan->facts, reduction->variable, mark);
}

/* See block_copy.h. */
bool block_copy_of_reduction(struct writer *writer, struct blocks *blocks, const struct reduction *reduction,
                             struct clauses *clauses)
{
    struct block_copy *copy = new_copy(writer, blocks, reduction->text, reduction->type);
    if (!copy)
        return false;
    copy->reduction = reduction;
    bool is_extreme = reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
    blocks->is_exact &= reduction->is_exact || is_extreme;
    if (reduction->is_array)
        return block_array_prepare(writer, blocks, copy);
    copy->is_local = !reduction->variable || strcmp(reduction->variable->name, reduction->text) != 0;
    if (copy->is_local) {
        copy->name = arena_printf(writer->arena, "%s_here", copy->copies);
        if (!lvalue_rename(writer, blocks->loop.loop_plan->facts, reduction, copy->name))
            return false;
    } else {
        clauses_private(clauses, copy->name);
    }
    return !is_extreme || prepare_extreme(writer, blocks, copy, clauses);
}

/* See block_copy.h. */
bool block_copy_of_private(struct writer *writer, struct blocks *blocks, const struct private_data *data,
                           struct clauses *clauses)
{
    if (data->is_array || data->variable->type->kind == TYPE_ARRAY)
        return writer_refuses(writer, "the last values of an array's elements are needed after the loop");
    struct block_copy *copy = new_copy(writer, blocks, data->variable->name, data->variable->type);
    if (!copy)
        return false;
    copy->kind = COPY_WRITTEN;
    copy->data = data;
    copy->needs_flag = true;
    clauses_firstprivate(clauses, copy->name);
    return lvalue_mark_writes(writer, blocks->loop.loop_plan->facts, data->variable,
                              arena_printf(writer->arena, "%s = 1, ", flag_name(writer, copy)));
}

/* ---- their text ---------------------------------------------------------------------------------------------------
 */

static const char *spaced(struct writer *writer, const char *type)
{
    return type[strlen(type) - 1] == '*' ? type : arena_printf(writer->arena, "%s ", type);
}

static const char *start_name(struct writer *writer, const struct block_copy *copy)
{
    return arena_printf(writer->arena, "%s_start", copy->copies);
}

static const char *companion_name(struct writer *writer, const struct block_copy *copy, unsigned k)
{
    return arena_printf(writer->arena, "%s_%s", copy->copies, copy->reduction->companions[k]->name);
}

/* Whether a block begins with the value from before the loop. */
static bool has_start(const struct block_copy *copy)
{
    return copy->kind == COPY_EXTREME && copy->form == EXTREME_TAKES;
}

/* The neutral element of the operation. */
static const char *neutral(const struct block_copy *copy)
{
    const struct reduction *reduction = copy->reduction;
    if (copy->kind == COPY_EXTREME && copy->form == EXTREME_CALL)
        return "__builtin_nan(\"\")";
    if (copy->kind == COPY_EXTREME)
        return reduction->op == REDUCE_MIN ? "__builtin_huge_val()" : "-__builtin_huge_val()";
    switch (reduction->op) {
    case REDUCE_MUL:
    case REDUCE_LAND:
        return "1";
    case REDUCE_AND:
        return "~0";
    default:
        return "0";
    }
}

/* See block_copy.h. */
void block_copy_declare(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                        struct text *text)
{
    const struct site *site = &blocks->loop.site;
    if (copy->kind == COPY_ARRAY) {
        block_array_declare(writer, blocks, copy, text);
        return;
    }
    if (has_start(copy))
        site_line(site, text, 1, "const %s%s = %s;", spaced(writer, copy->type), start_name(writer, copy), copy->text);
    site_line(site, text, 1, "%s%s[%u];", spaced(writer, copy->type), copy->copies, blocks->limit);
    for (unsigned k = 0; copy->kind == COPY_EXTREME && k < copy->reduction->companion_count; k++)
        site_line(site, text, 1, "%s%s[%u];", spaced(writer, type_text(writer, copy->reduction->companions[k]->type)),
                  companion_name(writer, copy, k), blocks->limit);
    if (copy->needs_flag)
        site_line(site, text, 1, "char %s_in[%u];", flag_name(writer, copy), blocks->limit);
    if (copy->may_forget)
        site_line(site, text, 1, "char %s_in[%u];", forget_name(writer, copy), blocks->limit);
}

/* See block_copy.h. */
void block_copy_declare_inside(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                               struct text *text)
{
    const struct site *site = &blocks->loop.site;
    if (copy->kind == COPY_ARRAY)
        block_array_declare_inside(writer, blocks, copy, text);
    if (copy->is_local)
        site_line(site, text, 2, "%s%s = %s;", spaced(writer, copy->type), copy->name,
                  has_start(copy) ? start_name(writer, copy) : neutral(copy));
    if (copy->needs_flag)
        site_line(site, text, 2, "char %s = 0;", flag_name(writer, copy));
    if (copy->may_forget)
        site_line(site, text, 2, "char %s = 0;", forget_name(writer, copy));
}

/* See block_copy.h. */
void block_copy_begin(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                      struct text *text)
{
    const struct site *site = &blocks->loop.site;
    if (copy->is_local || copy->kind == COPY_ARRAY || copy->kind == COPY_WRITTEN)
        return;
    site_line(site, text, 2, "%s = %s;", copy->name, has_start(copy) ? start_name(writer, copy) : neutral(copy));
}

/* See block_copy.h. */
void block_copy_end(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                    struct text *text)
{
    const struct site *site = &blocks->loop.site;
    if (copy->kind == COPY_ARRAY)
        return;
    site_line(site, text, 2, "%s[%s] = %s;", copy->copies, blocks->block, copy->name);
    for (unsigned k = 0; copy->kind == COPY_EXTREME && k < copy->reduction->companion_count; k++)
        site_line(site, text, 2, "%s[%s] = %s;", companion_name(writer, copy, k), blocks->block,
                  copy->reduction->companions[k]->name);
    if (copy->needs_flag)
        site_line(site, text, 2, "%s_in[%s] = %s;", flag_name(writer, copy), blocks->block, flag_name(writer, copy));
    if (copy->may_forget)
        site_line(site, text, 2, "%s_in[%s] = %s;", forget_name(writer, copy), blocks->block,
                  forget_name(writer, copy));
}

/* `s += aip_s[aip_b];`, or the like for the operator. */
const char *block_copy_update(struct writer *writer, const struct reduction *reduction, const char *target,
                              const char *value)
{
    if (reduction->op == REDUCE_LAND || reduction->op == REDUCE_LOR)
        return arena_printf(writer->arena, "%s = %s %s %s;", target, target, reduction_op_text(reduction->op), value);
    if (reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX)
        return arena_printf(writer->arena, "%s = %s %c %s ? %s : %s;", target, value,
                            reduction->op == REDUCE_MIN ? '<' : '>', target, value, target);
    return arena_printf(writer->arena, "%s %s= %s;", target, reduction_op_text(reduction->op), value);
}

static void combine_extreme(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                            struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const struct reduction *reduction = copy->reduction;
    char sign = reduction->op == REDUCE_MIN ? '<' : '>';
    const char *value = arena_printf(writer->arena, "%s[%s]", copy->copies, blocks->block);
    if (copy->form == EXTREME_CALL) {
        struct expr *call = expr_skip_implicit(reduction->updates[0]->operands[1]);
        struct expr *left = expr_skip_casts(call->operands[1]);
        bool is_left = left->kind == EXPR_VARIABLE && left->variable == reduction->variable;
        site_line(site, text, 2, "%s = %s(%s, %s);", copy->text, expr_skip_casts(call->operands[0])->function->name,
                  is_left ? copy->text : value, is_left ? value : copy->text);
        return;
    }
    if (copy->form == EXTREME_REPLACES) {
        const char *forgets =
            copy->may_forget ? arena_printf(writer->arena, "%s_in[%s] || ", forget_name(writer, copy), blocks->block)
                             : "";
        if (copy->needs_flag)
            site_line(site, text, 2, "if (%s_in[%s])", flag_name(writer, copy), blocks->block);
        site_line(site, text, copy->needs_flag ? 3 : 2, "%s = %s!(%s %c%s %s) ? %s : %s;", copy->text, forgets,
                  copy->text, sign, reduction->is_strict_compare ? "=" : "", value, value, copy->text);
        return;
    }
    const char *brace = reduction->companion_count ? " {" : "";
    if (copy->needs_flag)
        site_line(site, text, 2, "if (%s_in[%s] && %s %c= %s)%s", flag_name(writer, copy), blocks->block, value, sign,
                  copy->text, brace);
    else
        site_line(site, text, 2, "if (%s %c %s)%s", value, sign, copy->text, brace);
    site_line(site, text, 3, "%s = %s;", copy->text, value);
    for (unsigned k = 0; k < reduction->companion_count; k++)
        site_line(site, text, 3, "%s = %s[%s];", reduction->companions[k]->name, companion_name(writer, copy, k),
                  blocks->block);
    if (*brace)
        site_line(site, text, 2, "}");
}

/* See block_copy.h. */
void block_copy_combine(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                        struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const char *value = arena_printf(writer->arena, "%s[%s]", copy->copies, blocks->block);
    if (copy->kind == COPY_EXTREME) {
        combine_extreme(writer, blocks, copy, text);
    } else if (copy->kind == COPY_WRITTEN) {
        site_line(site, text, 2, "if (%s_in[%s])", flag_name(writer, copy), blocks->block);
        site_line(site, text, 3, "%s = %s;", copy->text, value);
    } else if (copy->kind == COPY_SUM) {
        site_line(site, text, 2, "%s", block_copy_update(writer, copy->reduction, copy->text, value));
    }
}

/* See block_copy.h. */
void block_copy_combine_array(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                              struct text *text)
{
    if (copy->kind == COPY_ARRAY)
        block_array_combine(writer, blocks, copy, text);
}
