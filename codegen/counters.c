/* Loops whose header is written anew: a counter of ours runs from 0 to the number of iterations, and each counter of
 * the user's is a linear function of it. The user's body stays as it is, also where it steps a counter itself: each
 * iteration begins by setting it. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "codegen/writer.h"
#include "transform/expr_text.h"
#include "transform/trip.h"

/* ---- the counters -------------------------------------------------------------------------------------------------
 */

/* The value that a header `for (i = 0, j = 1; ...)` or `for (int i = 0, j = 1; ...)` gives to "variable", or NULL. */
static struct expr *initial_value(const struct stmt *loop, const struct variable *variable)
{
    struct stmt *init = loop->kind == STMT_FOR ? loop->init : NULL;
    if (!init)
        return NULL;
    for (unsigned k = 0; k < init->variable_count; k++)
        if (init->variables[k] == variable)
            return variable->init;
    for (struct expr *expr = init->expr; expr;) {
        struct expr *part = expr->kind == EXPR_BINARY && expr->op == OP_COMMA ? expr->operands[1] : expr;
        if (part->kind == EXPR_ASSIGN && part->op == OP_NONE && part->operands[0]->kind == EXPR_VARIABLE &&
            part->operands[0]->variable == variable)
            return part->operands[1];
        expr = part == expr ? NULL : expr->operands[0];
    }
    return NULL;
}

/* Whether "variable" is declared in the header of "loop". */
static bool is_declared_in(const struct stmt *loop, const struct variable *variable)
{
    return loop->kind == STMT_FOR && loop->init && variable->declaration == loop->init;
}

static const struct private_data *private_of(const struct loop_facts *facts, const struct variable *variable)
{
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].variable == variable)
            return &facts->privates[k];
    return NULL;
}

/* Whether the final value of the counter may be read after the loop. */
static bool is_needed_after(struct writer *writer, const struct loop_facts *facts, struct variable *variable)
{
    const struct private_data *data = private_of(facts, variable);
    if (is_declared_in(facts->loop->stmt, variable))
        return false;
    if (data)
        return data->kind != PRIVATE_PLAIN;
    return program_is_live_after(writer->plan->scop->program, variable, facts->loop->stmt);
}

static bool has_counter(const struct counted_loop *loop, const struct variable *variable)
{
    for (unsigned k = 0; k < loop->counter_count; k++)
        if (loop->counters[k].variable == variable)
            return true;
    return false;
}

/* Add the counter "variable"; false with the reason. */
static bool add_counter(struct writer *writer, struct counted_loop *loop, struct variable *variable, long long step,
                        long long shift, struct expr *first)
{
    const struct loop *user = loop->loop_plan->facts->loop;
    if (has_counter(loop, variable))
        return true;
    if (loop->counter_count == sizeof loop->counters / sizeof *loop->counters)
        return writer_refuses(writer, "the loop has too many counters");
    struct counter *counter = &loop->counters[loop->counter_count++];
    *counter = (struct counter){ .variable = variable, .step = step, .shift = shift, .first = first };
    counter->is_declared_in_header = is_declared_in(user->stmt, variable);
    counter->is_needed_after = is_needed_after(writer, loop->loop_plan->facts, variable);
    if (first && expr_is_fixed(user, first)) {
        counter->first_text = expr_operand_text(writer->arena, user, first);
    } else {
        counter->first_text = writer_name(writer, arena_printf(writer->arena, "first_%s", variable->name));
        counter->capture = first ? expr_text(writer->arena, user, first) : variable->name;
        if (first && !counter->capture)
            return writer_refuses(writer, "the first value of a counter has no text");
    }
    if (!counter->first_text)
        return writer_refuses(writer, "the first value of a counter has no text");
    if (!type_text(writer, variable->type))
        return writer_refuses(writer, "the type of a counter cannot be written down");
    return true;
}

/* First values that mention a counter (`j = i + 1` in the header) would be read before it is set. */
static bool first_values_are_free(struct writer *writer, const struct counted_loop *loop)
{
    for (unsigned k = 0; k < loop->counter_count; k++) {
        const struct expr *first = loop->counters[k].first;
        for (unsigned other = 0; first && other < loop->counter_count; other++)
            if (first->place.file && first->place.file->is_main &&
                lexical_has_word(loop->site.text, first->place.begin, first->place.end,
                                 loop->counters[other].variable->name) &&
                initial_value(loop->loop_plan->facts->loop->stmt, loop->counters[other].variable))
                return writer_refuses(writer, "the first value of a counter depends on another counter");
    }
    return true;
}

/* See writer.h. */
bool counted_loop_find(struct writer *writer, const struct loop_plan *loop_plan, struct counted_loop *loop)
{
    const struct loop_facts *facts = loop_plan->facts;
    const struct region *region = facts->region;
    const struct iteration *iteration = &region->iteration;
    const struct stmt *stmt = facts->loop->stmt;
    *loop = (struct counted_loop){ .loop_plan = loop_plan };
    if (!site_find(writer, facts->loop, &loop->site) || !site_has_header(writer, &loop->site))
        return false;
    loop->count = writer_name(writer, "n");
    loop->index = writer_name(writer, "i");
    const char *why;
    loop->count_value = trip_count_text(writer->arena, region, &why);
    if (!loop->count_value)
        return writer_refuses(writer, why);
    if (iteration->variable &&
        !add_counter(writer, loop, iteration->variable, iteration->step, iteration->body_shift,
                     iteration->lower ? iteration->lower : initial_value(stmt, iteration->variable)))
        return false;
    for (unsigned k = 0; k < iteration->other_count; k++)
        if (!add_counter(writer, loop, iteration->others[k].variable, iteration->others[k].step, 0,
                         initial_value(stmt, iteration->others[k].variable)))
            return false;
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].has_induction &&
            !add_counter(writer, loop, facts->privates[k].variable, facts->privates[k].induction_step, 0, NULL))
            return false;
    return first_values_are_free(writer, loop);
}

/* ---- their text ---------------------------------------------------------------------------------------------------
 */

/* See writer.h. */
void counted_loop_declare(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth)
{
    site_line(&loop->site, text, depth, "const long %s = %s;", loop->count, loop->count_value);
    for (unsigned k = 0; k < loop->counter_count; k++) {
        const struct counter *counter = &loop->counters[k];
        if (!counter->capture)
            continue;
        const char *type = type_text(writer, counter->variable->type);
        const char *space = type[strlen(type) - 1] == '*' ? "" : " ";
        const char *pointer_const = counter->variable->type->kind == TYPE_POINTER ? "const " : "";
        if (*pointer_const && *space)
            site_line(&loop->site, text, depth, "%s const %s = %s;", type, counter->first_text, counter->capture);
        else
            site_line(&loop->site, text, depth, "%s%s%s%s%s = %s;", *pointer_const ? "" : "const ", type, space,
                      pointer_const, counter->first_text, counter->capture);
    }
}

/* While the body is searched for a variable. */
struct search {
    const struct variable *variable;
    bool found;
};

static void find_variable(struct expr *expr, void *user)
{
    struct search *search = user;
    search->found |= expr->kind == EXPR_VARIABLE && expr->variable == search->variable;
    search->found |= expr->kind == EXPR_OPAQUE || expr->kind == EXPR_STATEMENT;
}

static void find_opaque(struct stmt *stmt, void *user)
{
    struct search *search = user;
    search->found |= stmt->kind == STMT_ASM || stmt->kind == STMT_OPAQUE || stmt->kind == STMT_OPENMP;
}

/* Whether the body may use the counter: a variable of file scope may be used by what it calls. */
static bool is_named_in_body(const struct counted_loop *loop, const struct counter *counter)
{
    struct search search = { counter->variable, false };
    struct stmt *body = loop->loop_plan->facts->loop->stmt->body;
    if (!counter->is_declared_in_header && counter->variable->storage != STORAGE_LOCAL &&
        counter->variable->storage != STORAGE_PARAMETER)
        return true;
    expr_visit_in(body, find_variable, &search);
    stmt_visit(body, find_opaque, &search);
    return search.found ||
           lexical_has_word(loop->site.text, loop->site.body_begin, loop->site.body_end, counter->variable->name);
}

/* See writer.h. */
void counted_loop_clauses(const struct counted_loop *loop, struct clauses *clauses)
{
    for (unsigned k = 0; k < loop->counter_count; k++)
        if (!loop->counters[k].is_declared_in_header && is_named_in_body(loop, &loop->counters[k]))
            clauses_private(clauses, loop->counters[k].variable->name);
}

/* See writer.h. A counter declared in the user's header is declared here, unless the body does not name it. */
void counted_loop_values(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth)
{
    for (unsigned k = 0; k < loop->counter_count; k++) {
        const struct counter *counter = &loop->counters[k];
        const char *name = counter->variable->name;
        const char *value =
            trip_value_text(writer->arena, counter->first_text, loop->index, counter->step, counter->shift);
        const char *type = "", *space = "";
        if (!is_named_in_body(loop, counter))
            continue;
        if (counter->is_declared_in_header) {
            type = type_text(writer, counter->variable->type);
            space = type[strlen(type) - 1] == '*' ? "" : " ";
        }
        site_line(&loop->site, text, depth, "%s%s%s = %s;", type, space, name, value);
    }
}

/* The final value of a counter that starts at "first" and makes "count" steps. */
static void write_final(struct writer *writer, const struct site *site, struct text *text, unsigned depth,
                        const char *name, const char *first, const char *count, bool may_be_negative, long long step,
                        long long shift)
{
    bool is_alone = !strcmp(first, "0") && step == 1 && !shift;
    if (may_be_negative)
        count = arena_printf(writer->arena, is_alone ? "%s > 0 ? %s : 0" : "(%s > 0 ? %s : 0)", count, count);
    site_line(site, text, depth, "%s = %s;", name, trip_value_text(writer->arena, first, count, step, shift));
}

/* See writer.h. */
void counted_loop_finals(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth)
{
    for (unsigned k = 0; k < loop->counter_count; k++) {
        const struct counter *counter = &loop->counters[k];
        if (!counter->is_needed_after && !counter->is_declared_in_header && !is_named_in_body(loop, counter))
            site_line(&loop->site, text, depth, "(void)%s;", counter->variable->name);
        if (counter->is_needed_after)
            write_final(writer, &loop->site, text, depth, counter->variable->name, counter->first_text, loop->count,
                        !trip_is_positive(loop->loop_plan->facts->region), counter->step, counter->shift);
    }
}

/* See writer.h. */
void counted_loop_edit(struct writer *writer, const struct counted_loop *loop, struct text *before, unsigned depth,
                       struct text *after)
{
    const struct site *site = &loop->site;
    struct edits *edits = &writer->edits;
    char *text = text_take(before);
    char *start = site->starts_line ? text + strlen(site->indent) : text + strspn(text, " \t");
    char *opening = arena_strdup(writer->arena, start);
    free(text);
    unsigned header_end = site->header_end;
    if (lexical_is_blank(site->text, header_end, site->body_begin))
        header_end = site->body_begin;
    struct text whole = { 0 };
    text_puts(&whole, opening);
    text_puts(&whole, site->indent);
    for (unsigned k = 0; k < depth; k++)
        text_puts(&whole, site->unit);
    edits_replace(edits, site->begin, header_end, arena_strdup(writer->arena, whole.bytes));
    text_free(&whole);
    text = text_take(after);
    size_t length = strlen(text);
    if (length && text[length - 1] == '\n')
        text[length - 1] = '\0';
    const char *closing = arena_printf(writer->arena, "\n%s", text);
    free(text);
    if (site->body_end < site->end)
        edits_replace(edits, site->body_end, site->end, closing);
    else
        edits_append(edits, site->end, closing);
}

/* ---- loops that keep their header ---------------------------------------------------------------------------------
 */

/* The final value of a counter that runs from a constant by steps of one, as a statement that may stand behind the
 * loop; NULL if it is not that simple. */
static const char *simple_final(struct writer *writer, const struct region *region, const char *first)
{
    const struct iteration *iteration = &region->iteration;
    if (iteration->step != 1 || iteration->compare != OP_LT || iteration->shift || iteration->shift_expr ||
        !iteration->lower || !iteration->lower->has_value || !expr_is_fixed(region->loop, iteration->upper) ||
        expr_skip_implicit(iteration->upper)->type->is_unsigned)
        return NULL;
    const char *upper = expr_operand_text(writer->arena, region->loop, iteration->upper);
    if (!upper)
        return NULL;
    return arena_printf(writer->arena, "%s = %s > %s ? %s : %s;", iteration->variable->name, upper, first, upper,
                        first);
}

/* See writer.h. The serial program leaves the counter at the first value that fails the test, also when the loop makes
 * no iteration; OpenMP leaves it undefined then. */
bool counter_final_text(struct writer *writer, const struct region *region, struct text *before, struct text *after,
                        const struct site *site)
{
    const struct iteration *iteration = &region->iteration;
    const char *why;
    const char *value = trip_count_text(writer->arena, region, &why);
    bool is_fixed;
    const char *first = trip_first_text(writer->arena, region, &is_fixed);
    const char *type = type_text(writer, iteration->variable->type);
    if (!value || !first || !type)
        return writer_refuses(writer, "the counter's final value has no text");
    const char *simple = site->is_in_block ? simple_final(writer, region, first) : NULL;
    if (simple) {
        site_line(site, after, 0, "%s", simple);
        return true;
    }
    const char *count = writer_name(writer, "n"), *name = iteration->variable->name;
    site_line(site, before, 1, "const long %s = %s;", count, value);
    if (!is_fixed) {
        const char *saved = writer_name(writer, arena_printf(writer->arena, "first_%s", name));
        const char *space = type[strlen(type) - 1] == '*' ? "" : " ";
        site_line(site, before, 1, "%s%s%s = %s;", type, space, saved, first);
        first = saved;
    }
    write_final(writer, site, after, 1, name, first, count, !trip_is_positive(region), iteration->step, 0);
    return true;
}
