/* A directive in front of the loop as it stands, or of the same loop with a counter of ours. */
#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "codegen/writer.h"
#include "transform/trip.h"

static bool add_reductions(struct writer *writer, const struct loop_facts *facts, struct clauses *clauses)
{
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (!clauses_reduction(writer, &facts->reductions[k], clauses))
            return false;
    return true;
}

/* ---- the header stays ---------------------------------------------------------------------------------------------
 */

/* Whether the value of the canonical loop's counter is needed afterwards. */
static bool needs_final_value(struct writer *writer, const struct loop_facts *facts)
{
    const struct iteration *iteration = &facts->region->iteration;
    if (!iteration->variable || iteration->is_declared_in_header)
        return false;
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].variable == iteration->variable)
            return facts->privates[k].kind != PRIVATE_PLAIN;
    return program_is_live_after(writer->plan->scop->program, iteration->variable, facts->loop->stmt);
}

/* What is put around a loop that keeps its header. */
struct surroundings {
    struct text guard;         /* `if (n > 0)`, with its newline */
    struct text before, after; /* statements; "before" needs braces */
};

/* The directive on a line of its own in front of the loop, all of it in braces if statements have to stand before it,
 * or if a guard or something behind it would change what an `if` or `else` around it means. The user's lines keep their
 * indentation. */
static void put_around(struct writer *writer, const struct loop_plan *loop_plan, const struct site *site,
                       struct clauses *clauses, struct surroundings *around)
{
    bool is_double = version_is_double(loop_plan, site) && clauses->conditions.length;
    bool needs_block = is_double || around->guard.length || around->after.length;
    bool in_braces = (around->before.length && !is_double) || (needs_block && !site->is_in_block);
    struct text text = { 0 };
    if (in_braces)
        site_line(site, &text, 0, "{");
    if (is_double)
        version_open(writer, loop_plan, site, clauses, &text);
    if (around->before.length)
        text_puts(&text, around->before.bytes);
    if (around->guard.length)
        text_puts(&text, around->guard.bytes);
    clauses_write(clauses, site, &text, 0);
    text_puts(&text, site->indent);
    const char *lines = site->starts_line ? text.bytes + strlen(site->indent) : text.bytes;
    edits_insert(&writer->edits, site->begin,
                 arena_printf(writer->arena, "%s%s", site->starts_line ? "" : "\n", lines));
    text_free(&text);
    if (around->after.length && around->before.length)
        text_puts(&text, around->after.bytes);
    if (is_double)
        version_close(writer, loop_plan, site, &text);
    if (around->after.length && !around->before.length)
        text_puts(&text, around->after.bytes);
    if (in_braces)
        site_line(site, &text, 0, "}");
    if (text.length) {
        text.bytes[text.length - 1] = '\0'; /* the user's own newline follows */
        edits_append(&writer->edits, site->end, arena_printf(writer->arena, "\n%s", text.bytes));
    }
    text_free(&text);
    text_free(&around->guard);
    text_free(&around->before);
    text_free(&around->after);
}

static bool write_in_front(struct writer *writer, const struct loop_plan *loop_plan)
{
    const struct loop_facts *facts = loop_plan->facts;
    struct site site;
    struct clauses clauses = { 0 };
    struct surroundings around = { 0 };
    if (!site_find(writer, facts->loop, &site) || !clauses_of_plan(writer, loop_plan, &clauses) ||
        !add_reductions(writer, facts, &clauses)) {
        clauses_free(&clauses);
        return false;
    }
    if (needs_final_value(writer, facts) && trip_is_positive(facts->region)) {
        text_printf(&clauses.lastprivates, "%s%s", clauses.lastprivates.length ? ", " : "",
                    facts->region->iteration.variable->name);
    } else if (needs_final_value(writer, facts)) {
        if (!counter_final_text(writer, facts->region, &around.before, &around.after, &site)) {
            clauses_free(&clauses);
            return false;
        }
    }
    clauses_guard_lastprivate(writer, &clauses, facts->region, NULL, &site, &around.guard, 0);
    put_around(writer, loop_plan, &site, &clauses, &around);
    return true;
}

/* ---- the header is written anew -----------------------------------------------------------------------------------
 */

/* Open the loops: `for (aip_i = 0; ...)`, inside of a loop of two rounds if the first iteration runs alone. Returns the
 * depth inside. */
static unsigned open_loops(struct writer *writer, const struct counted_loop *loop, struct clauses *clauses,
                           struct text *text)
{
    const char *index = loop->index, *count = loop->count;
    if (!(loop->loop_plan->facts->how & HOW_PEELED)) {
        clauses_guard_lastprivate(writer, clauses, loop->loop_plan->facts->region, loop->count, &loop->site, text, 1);
        clauses_write(clauses, &loop->site, text, 1);
        site_line(&loop->site, text, 1, "for (%s = 0; %s < %s; %s++) {", index, index, count, index);
        return 2;
    }
    const char *part = writer_name(writer, "part");
    site_line(&loop->site, text, 1, "for (%s = 0; %s < 2; %s++) {", part, part, part);
    struct text conditions = clauses->conditions;
    clauses->conditions = (struct text){ 0 };
    text_printf(&clauses->conditions, "%s%s%s", part, conditions.length ? " && " : "",
                conditions.length ? conditions.bytes : "");
    text_free(&conditions);
    site_line(&loop->site, text, 2, "const long %s = %s || %s < 1 ? %s : 1;", writer_name(writer, "end"), part, count,
              count);
    clauses_guard_lastprivate(writer, clauses, loop->loop_plan->facts->region, loop->count, &loop->site, text, 2);
    clauses_write(clauses, &loop->site, text, 2);
    site_line(&loop->site, text, 2, "for (%s = %s; %s < %s; %s++) {", index, part, index, writer_name(writer, "end"),
              index);
    return 3;
}

static bool write_anew(struct writer *writer, const struct loop_plan *loop_plan)
{
    const struct loop_facts *facts = loop_plan->facts;
    struct counted_loop loop;
    struct clauses clauses = { 0 };
    if (!counted_loop_find(writer, loop_plan, &loop) || !clauses_of_plan(writer, loop_plan, &clauses) ||
        !add_reductions(writer, facts, &clauses)) {
        clauses_free(&clauses);
        return false;
    }
    clauses.collapse = 1;
    counted_loop_clauses(&loop, &clauses);
    struct text before = { 0 }, after = { 0 };
    bool is_peeled = facts->how & HOW_PEELED;
    version_open(writer, loop_plan, &loop.site, &clauses, &before);
    if (is_peeled && writer->options.comments)
        site_line(&loop.site, &before, 1,
                  "/* aipcc: the first iteration runs alone: it sets up what the others read */");
    counted_loop_declare(writer, &loop, &before, 1);
    site_line(&loop.site, &before, 1, "long %s;", loop.index);
    if (is_peeled)
        site_line(&loop.site, &before, 1, "int %s;", writer_name(writer, "part"));
    unsigned depth = open_loops(writer, &loop, &clauses, &before);
    counted_loop_values(writer, &loop, &before, depth);
    for (unsigned level = depth; level-- > 1;)
        site_line(&loop.site, &after, level, "}");
    counted_loop_finals(writer, &loop, &after, 1);
    version_close(writer, loop_plan, &loop.site, &after);
    counted_loop_edit(writer, &loop, &before, depth, &after);
    return true;
}

/* See writer.h. */
bool write_parallel_for(struct writer *writer, struct loop_plan *loop_plan)
{
    return loop_plan->rewrite_header ? write_anew(writer, loop_plan) : write_in_front(writer, loop_plan);
}
