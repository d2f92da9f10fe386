/* Sums of floats in the serial order: the terms of a chunk of iterations are computed in parallel into a buffer, then
 * added by the user's own statement, one after another. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "codegen/writer.h"
#include "transform/expr_text.h"
#include "transform/kind.h"
#include "transform/trip.h"

enum { CHUNK = 2048, MAX_SUMS = 4 };

/* One sum: `s += term;` */
struct ordered_sum {
    const struct reduction *reduction;
    struct expr *update;
    struct expr *terms[2]; /* one, or two factors whose product is added (see find_terms) */
    unsigned term_count;
    const char *buffers[2]; /* "aip_s", "aip_s_2" */
    const char *types[2];
    bool is_conditional;
    const char *flags; /* "aip_s_is_set": which iterations add something */
};

struct ordered_loop {
    struct counted_loop loop;
    struct ordered_sum sums[MAX_SUMS];
    unsigned sum_count;
    const char *base, *end, *slot; /* "aip_base", "aip_end", "aip_i - aip_base" */
};

/* ---- is it of the right shape? ------------------------------------------------------------------------------------
 */

/* The term of `s += term`, `s -= term`, `s = s + term`, `s = term + s`, `s = s - term` (the same with *), or NULL. */
static struct expr *term_of(const struct reduction *reduction, struct expr *update)
{
    if (update->kind != EXPR_ASSIGN)
        return NULL;
    if (update->op == OP_ADD || update->op == OP_SUB || update->op == OP_MUL)
        return update->operands[1];
    struct expr *value = expr_skip_implicit(update->operands[1]);
    if (update->op != OP_NONE || value->kind != EXPR_BINARY || !reduction->variable ||
        (value->op != OP_ADD && value->op != OP_SUB && value->op != OP_MUL))
        return NULL;
    for (unsigned side = 0; side < (value->op == OP_SUB ? 1u : 2u); side++) {
        struct expr *old = expr_skip_implicit(value->operands[side]);
        if (old->kind == EXPR_VARIABLE && old->variable == reduction->variable)
            return value->operands[1 - side];
    }
    return NULL;
}

struct continue_search {
    const struct stmt *loop;
    bool found;
};

static void find_continue(struct stmt *stmt, void *user)
{
    struct continue_search *search = user;
    if (stmt->kind != STMT_CONTINUE && stmt->kind != STMT_GOTO)
        return;
    const struct stmt *around = stmt->parent;
    while (around && !around->loop)
        around = around->parent;
    search->found |= around == search->loop || stmt->kind == STMT_GOTO;
}

static bool has_continue_of(const struct stmt *loop, struct stmt *stmt)
{
    struct continue_search search = { loop, false };
    stmt_visit(stmt, find_continue, &search);
    return search.found;
}

/* Whether the statement "stmt" runs at most once in an iteration of "loop"; "*is_conditional": perhaps not at all. */
static bool runs_once(struct writer *writer, const struct stmt *loop, const struct stmt *stmt, bool *is_conditional)
{
    *is_conditional = has_continue_of(loop, loop->body);
    for (const struct stmt *at = stmt->parent; at && at != loop; at = at->parent) {
        if (at->kind == STMT_IF)
            *is_conditional = true;
        else if (at->kind != STMT_COMPOUND)
            return writer_refuses(writer, "the sum is formed in an inner loop");
    }
    return true;
}

/* ---- multiplication and addition in one ----------------------------------------------------------------------------
 */

/* The expression that "variable", local to the loop's body, is given once and for all, or NULL. */
struct definition {
    const struct variable *variable;
    struct expr *value;
    unsigned count;
};

static void find_definition(struct expr *expr, void *user)
{
    struct definition *definition = user;
    bool is_step = expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC;
    if ((expr->kind == EXPR_ASSIGN || is_step) && expr_root_variable(expr->operands[0]) == definition->variable) {
        definition->count++;
        definition->value = expr->kind == EXPR_ASSIGN && expr->op != OP_MUL ? expr->operands[1] : NULL;
        definition->count += expr->kind == EXPR_ASSIGN && expr->op == OP_MUL;
    }
}

/* Whether "term" may be a product whose multiplication the compiler fuses with the addition (FMA): through a buffer it
 * would be rounded once more. */
static bool may_be_fused(const struct stmt *loop, struct expr *term, unsigned depth)
{
    term = expr_skip_casts(term);
    switch (term->kind) {
    case EXPR_BINARY:
        return term->op == OP_MUL || (term->op == OP_COMMA && may_be_fused(loop, term->operands[1], depth));
    case EXPR_UNARY:
        return term->op == OP_NEG && may_be_fused(loop, term->operands[0], depth);
    case EXPR_CONDITIONAL:
        return may_be_fused(loop, term->operands[1], depth) || may_be_fused(loop, term->operands[2], depth);
    case EXPR_VARIABLE: {
        struct definition definition = { term->variable, term->variable->init, term->variable->init != NULL };
        expr_visit_in(loop->body, find_definition, &definition);
        return definition.count != 1 || !definition.value || depth > 4 ||
               may_be_fused(loop, definition.value, depth + 1);
    }
    case EXPR_CALL: /* a known function may be inlined */
        return term->operands[0]->kind != EXPR_FUNCTION || term->operands[0]->function->body != NULL;
    default:
        return false;
    }
}

/* What goes into the buffers: the term, or the two factors of a term that is a product, so that the compiler sees the
 * same multiplication in front of the same addition. */
static bool find_terms(struct writer *writer, const struct stmt *loop, struct ordered_sum *sum)
{
    struct expr *term = expr_skip_implicit(sum->terms[0]);
    if (writer->plan->options.no_contraction || !may_be_fused(loop, term, 0))
        return true;
    if (term->kind != EXPR_BINARY || term->op != OP_MUL || term->is_parenthesised)
        return writer_refuses(writer,
                              "the processor may multiply and add in one step there, which a buffer would undo");
    sum->terms[0] = term->operands[0];
    sum->terms[1] = term->operands[1];
    sum->term_count = 2;
    return true;
}

/* ---- the sums -----------------------------------------------------------------------------------------------------
 */

static bool is_editable(const struct expr *expr)
{
    return expr->place.file && expr->place.file->is_main && !expr->place.from_macro;
}

static bool add_sum(struct writer *writer, struct ordered_loop *ordered, const struct reduction *reduction)
{
    const struct loop *loop = ordered->loop.loop_plan->facts->loop;
    if (ordered->sum_count == MAX_SUMS)
        return writer_refuses(writer, "too many sums are formed in the loop");
    struct ordered_sum *sum = &ordered->sums[ordered->sum_count++];
    *sum = (struct ordered_sum){ .reduction = reduction, .term_count = 1 };
    if (reduction->update_count != 1 || !reduction->updates || !reduction->update_stmts || reduction->is_array)
        return writer_refuses(writer, "the sum is formed in several places");
    sum->update = reduction->updates[0];
    const struct stmt *stmt = reduction->update_stmts[0];
    sum->terms[0] = term_of(reduction, sum->update);
    if (!sum->terms[0] || stmt->kind != STMT_EXPR || expr_skip_implicit(stmt->expr) != sum->update)
        return writer_refuses(writer, "the sum is not formed by a statement of its own");
    struct expr *target = expr_skip_implicit(sum->update->operands[0]);
    if (target->kind != EXPR_VARIABLE)
        return writer_refuses(writer, "the sum is not a plain variable");
    if (!runs_once(writer, loop->stmt, stmt, &sum->is_conditional) || !find_terms(writer, loop->stmt, sum))
        return false;
    for (unsigned k = 0; k < sum->term_count; k++) {
        struct expr *term = sum->terms[k] = expr_skip_implicit(sum->terms[k]);
        sum->types[k] = type_text(writer, term->type);
        sum->buffers[k] =
            writer_name(writer, arena_printf(writer->arena, k ? "%s_factors" : "%s_terms", target->variable->name));
        if (!is_editable(sum->update) || !is_editable(term) || !sum->types[k])
            return writer_refuses(writer, "the term of the sum comes out of a macro");
    }
    sum->flags = writer_name(writer, arena_printf(writer->arena, "%s_is_set", target->variable->name));
    return true;
}

/* ---- text ---------------------------------------------------------------------------------------------------------
 */

static const char *source(struct writer *writer, const struct ordered_loop *ordered, unsigned begin, unsigned end)
{
    return arena_strndup(writer->arena, ordered->loop.site.text + begin, end - begin);
}

/* In the user's body: the update becomes a store of the term. */
static void edit_update(struct writer *writer, const struct ordered_loop *ordered, const struct ordered_sum *sum)
{
    struct text text = { 0 };
    if (sum->is_conditional)
        text_printf(&text, "%s[%s] = 1, ", sum->flags, ordered->slot);
    for (unsigned k = 0; k < sum->term_count; k++)
        text_printf(&text, "%s%s[%s] = %s", k ? ", " : "", sum->buffers[k], ordered->slot,
                    source(writer, ordered, sum->terms[k]->place.begin, sum->terms[k]->place.end));
    edits_replace(&writer->edits, sum->update->place.begin, sum->update->place.end,
                  arena_strdup(writer->arena, text.bytes));
    text_free(&text);
}

/* The user's update with the buffer in the place of the term. */
static const char *replay(struct writer *writer, const struct ordered_loop *ordered, const struct ordered_sum *sum)
{
    unsigned at = sum->update->place.begin;
    const char *text = "";
    for (unsigned k = 0; k < sum->term_count; k++) {
        text = arena_printf(writer->arena, "%s%s%s[%s]", text, source(writer, ordered, at, sum->terms[k]->place.begin),
                            sum->buffers[k], ordered->slot);
        at = sum->terms[k]->place.end;
    }
    return arena_printf(writer->arena, "%s%s", text, source(writer, ordered, at, sum->update->place.end));
}

static void write_opening(struct writer *writer, const struct ordered_loop *ordered, struct clauses *clauses,
                          struct text *text)
{
    const struct site *site = &ordered->loop.site;
    const char *count = ordered->loop.count, *index = ordered->loop.index, *base = ordered->base;
    version_open(writer, ordered->loop.loop_plan, site, clauses, text);
    if (writer->options.comments)
        site_line(site, text, 1, "/* aipcc: terms are computed in parallel, and added in the serial order */");
    counted_loop_declare(writer, &ordered->loop, text, 1);
    for (unsigned s = 0; s < ordered->sum_count; s++) {
        const struct ordered_sum *sum = &ordered->sums[s];
        for (unsigned k = 0; k < sum->term_count; k++)
            site_line(site, text, 1, "%s %s[%d];", sum->types[k], sum->buffers[k], CHUNK);
        if (sum->is_conditional)
            site_line(site, text, 1, "char %s[%d];", sum->flags, CHUNK);
    }
    site_line(site, text, 1, "long %s;", base);
    site_line(site, text, 1, "for (%s = 0; %s < %s; %s += %d) {", base, base, count, base, CHUNK);
    site_line(site, text, 2, "const long %s = %s - %s < %d ? %s : %s + %d;", ordered->end, count, base, CHUNK, count,
              base, CHUNK);
    site_line(site, text, 2, "long %s;", index);
    clauses_write(clauses, site, text, 2);
    site_line(site, text, 2, "for (%s = %s; %s < %s; %s++) {", index, base, index, ordered->end, index);
    counted_loop_values(writer, &ordered->loop, text, 3);
    for (unsigned s = 0; s < ordered->sum_count; s++)
        if (ordered->sums[s].is_conditional)
            site_line(site, text, 3, "%s[%s] = 0;", ordered->sums[s].flags, ordered->slot);
}

static void write_closing(struct writer *writer, const struct ordered_loop *ordered, struct text *text)
{
    const struct site *site = &ordered->loop.site;
    const char *index = ordered->loop.index;
    site_line(site, text, 2, "}");
    site_line(site, text, 2, "for (%s = %s; %s < %s; %s++) {", index, ordered->base, index, ordered->end, index);
    for (unsigned s = 0; s < ordered->sum_count; s++) {
        const struct ordered_sum *sum = &ordered->sums[s];
        if (sum->is_conditional)
            site_line(site, text, 3, "if (%s[%s])", sum->flags, ordered->slot);
        site_line(site, text, sum->is_conditional ? 4 : 3, "%s;", replay(writer, ordered, sum));
    }
    site_line(site, text, 2, "}");
    site_line(site, text, 1, "}");
    counted_loop_finals(writer, &ordered->loop, text, 1);
    version_close(writer, ordered->loop.loop_plan, site, text);
}

/* ---- the plan -----------------------------------------------------------------------------------------------------
 */

static bool sort_reductions(struct writer *writer, struct ordered_loop *ordered, struct clauses *clauses)
{
    const struct loop_facts *facts = ordered->loop.loop_plan->facts;
    for (unsigned k = 0; k < facts->reduction_count; k++) {
        const struct reduction *reduction = &facts->reductions[k];
        if (reduction->in_callee)
            return writer_refuses(writer, "the sum is formed in a called function");
        bool in_clause = kind_fits_clause(writer->plan->scop->program, reduction);
        if (in_clause ? !clauses_reduction(writer, reduction, clauses) : !add_sum(writer, ordered, reduction))
            return false;
    }
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].kind == PRIVATE_LAST_WRITTEN)
            return writer_refuses(writer, "a value that is written under a condition is needed after the loop");
    return true;
}

/* See writer.h. */
bool write_ordered_sum(struct writer *writer, struct loop_plan *loop_plan)
{
    struct ordered_loop ordered = { 0 };
    struct clauses clauses = { 0 };
    ordered.base = writer_name(writer, "base");
    ordered.end = writer_name(writer, "end");
    if (!counted_loop_find(writer, loop_plan, &ordered.loop))
        return false;
    ordered.slot = arena_printf(writer->arena, "%s - %s", ordered.loop.index, ordered.base);
    if (!sort_reductions(writer, &ordered, &clauses) || !clauses_of_plan(writer, loop_plan, &clauses)) {
        clauses_free(&clauses);
        return false;
    }
    clauses.collapse = 1;
    counted_loop_clauses(&ordered.loop, &clauses);
    struct text before = { 0 }, after = { 0 };
    write_opening(writer, &ordered, &clauses, &before);
    write_closing(writer, &ordered, &after);
    for (unsigned k = 0; k < ordered.sum_count; k++)
        edit_update(writer, &ordered, &ordered.sums[k]);
    counted_loop_edit(writer, &ordered.loop, &before, 3, &after);
    return true;
}
