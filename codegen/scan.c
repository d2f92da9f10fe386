/* Prefix sums of integers, v[i] = v[i - 1] + term, in two passes (Blelloch 1990, by blocks): the sum of the terms of
 * each block, then every block again from the value that it starts with. */
#include <stdlib.h>
#include <string.h>

#include "codegen/writer.h"
#include "transform/expr_text.h"
#include "transform/trip.h"

/* From this number of iterations on two passes on several threads are faster than one. */
enum { LEAST = 50000, LIMIT = 64 };

struct scan {
    struct counted_loop loop;
    struct expr *assignment, *previous, *term; /* v[i] = previous + term */
    const char *type, *term_text, *previous_text;
    const char *block, *blocks, *start, *sum, *end;
};

static bool is_editable(const struct expr *expr)
{
    return expr->place.file && expr->place.file->is_main && !expr->place.from_macro;
}

/* Take the statement apart; false with the reason. */
static bool find_parts(struct writer *writer, struct scan *scan)
{
    const struct loop_facts *facts = scan->loop.loop_plan->facts;
    const struct stmt *stmt = facts->scan.stmt;
    scan->assignment = stmt && stmt->kind == STMT_EXPR ? expr_skip_implicit(stmt->expr) : NULL;
    if (!facts->scan.is_array || !scan->assignment || scan->assignment->kind != EXPR_ASSIGN ||
        scan->assignment->op != OP_NONE || facts->scan.op != REDUCE_ADD)
        return writer_refuses(writer, "this form of running sum is not written in two passes");
    struct expr *sum = expr_skip_casts(scan->assignment->operands[1]);
    scan->term = expr_skip_implicit(facts->scan.term);
    if (sum->kind != EXPR_BINARY || sum->op != OP_ADD)
        return writer_refuses(writer, "this form of running sum is not written in two passes");
    bool is_left = expr_skip_implicit(sum->operands[0]) == scan->term;
    scan->previous = expr_skip_implicit(sum->operands[is_left ? 1 : 0]);
    if (!type_is_integer(sum->type) || scan->previous->kind != EXPR_INDEX)
        return writer_refuses(writer, "the running sum is not one of integers");
    const struct loop *loop = facts->loop;
    scan->type = type_text(writer, scan->assignment->operands[0]->type);
    scan->term_text = expr_text(writer->arena, loop, scan->term);
    scan->previous_text = expr_text(writer->arena, loop, scan->previous);
    if (!scan->type || !scan->term_text || !scan->previous_text || !is_editable(scan->previous) ||
        !is_editable(scan->assignment) || !is_editable(scan->assignment->operands[1]))
        return writer_refuses(writer, "the running sum comes out of a macro");
    return true;
}

static void name_everything(struct writer *writer, struct scan *scan)
{
    scan->block = writer_name(writer, "b");
    scan->blocks = writer_name(writer, "blocks");
    scan->start = writer_name(writer, "start");
    scan->sum = writer_name(writer, "sum");
    scan->end = writer_name(writer, "end");
}

/* The loop over the blocks up to "last" and the loop over a block's iterations; "sum" is what each block begins with.
 */
static void open_block(struct writer *writer, const struct scan *scan, struct text *text, const char *last,
                       const char *sum)
{
    const struct site *site = &scan->loop.site;
    const char *block = scan->block, *index = scan->loop.index, *count = scan->loop.count;
    struct clauses clauses = { .collapse = 1 };
    counted_loop_clauses(&scan->loop, &clauses);
    text_printf(&clauses.conditions, "%s > 1", scan->blocks);
    clauses_write(&clauses, site, text, 1);
    site_line(site, text, 1, "for (%s = 0; %s < %s; %s++) {", block, block, last, block);
    site_line(site, text, 2, "const long %s = aip_block(%s, %s, %s + 1);", scan->end, count, scan->blocks, block);
    site_line(site, text, 2, "long %s;", index);
    site_line(site, text, 2, "%s %s = %s;", scan->type, scan->sum, sum);
    site_line(site, text, 2, "for (%s = aip_block(%s, %s, %s); %s < %s; %s++) {", index, count, scan->blocks, block,
              index, scan->end, index);
    counted_loop_values(writer, &scan->loop, text, 3);
}

static void write_first_pass(struct writer *writer, const struct scan *scan, struct text *text)
{
    const struct site *site = &scan->loop.site;
    open_block(writer, scan, text, arena_printf(writer->arena, "%s - 1", scan->blocks), "0");
    site_line(site, text, 3, "%s += %s;", scan->sum, scan->term_text);
    site_line(site, text, 2, "}");
    site_line(site, text, 2, "%s[%s + 1] = %s;", scan->start, scan->block, scan->sum);
    site_line(site, text, 1, "}");
}

/* The value in front of the first iteration, and from it those in front of every block. */
static void write_starts(struct writer *writer, const struct scan *scan, struct text *text)
{
    const struct site *site = &scan->loop.site;
    const struct counter *counter = &scan->loop.counters[0];
    const char *block = scan->block, *name = counter->variable->name;
    site_line(site, text, 1, "if (%s > 0) {", scan->loop.count);
    if (counter->is_declared_in_header)
        site_line(site, text, 2, "const %s %s = %s;", type_text(writer, counter->variable->type), name,
                  counter->first_text);
    else
        site_line(site, text, 2, "%s = %s;", name, counter->first_text);
    site_line(site, text, 2, "%s[0] = %s;", scan->start, scan->previous_text);
    site_line(site, text, 1, "}");
    site_line(site, text, 1, "for (%s = 1; %s < %s; %s++)", block, block, scan->blocks, block);
    site_line(site, text, 2, "%s[%s] += %s[%s - 1];", scan->start, block, scan->start, block);
}

/* How many blocks: one, and so a single pass, where two passes do not pay or a check fails. */
static const char *block_count(struct writer *writer, const struct scan *scan, struct text *conditions)
{
    const char *count = arena_printf(writer->arena, "aip_scan_blocks(%s, %d, %d)", scan->loop.count, LEAST, LIMIT);
    if (conditions->length)
        count = arena_printf(writer->arena, "%s ? %s : 1", conditions->bytes, count);
    text_free(conditions);
    return count;
}

/* See writer.h. */
bool write_scan(struct writer *writer, struct loop_plan *loop_plan)
{
    struct scan scan = { 0 };
    struct clauses clauses = { 0 };
    loop_plan->if_text = NULL; /* the number of blocks decides */
    if (!counted_loop_find(writer, loop_plan, &scan.loop) || !find_parts(writer, &scan))
        return false;
    if (scan.loop.counter_count != 1)
        return writer_refuses(writer, "the running sum has several counters");
    if (!clauses_checks(writer, loop_plan, &clauses)) {
        clauses_free(&clauses);
        return false;
    }
    name_everything(writer, &scan);
    writer->needs_runtime = true;
    const struct site *site = &scan.loop.site;
    struct text before = { 0 }, after = { 0 };
    site_line(site, &before, 0, "{");
    if (writer->options.comments)
        site_line(site, &before, 1,
                  "/* aipcc: prefix sums in two passes: sums of blocks, then each block from its start */");
    counted_loop_declare(writer, &scan.loop, &before, 1);
    site_line(site, &before, 1, "const long %s = %s;", scan.blocks, block_count(writer, &scan, &clauses.conditions));
    site_line(site, &before, 1, "%s %s[%d];", scan.type, scan.start, LIMIT);
    site_line(site, &before, 1, "long %s;", scan.block);
    write_first_pass(writer, &scan, &before);
    write_starts(writer, &scan, &before);
    open_block(writer, &scan, &before, scan.blocks, arena_printf(writer->arena, "%s[%s]", scan.start, scan.block));
    site_line(site, &after, 2, "}");
    site_line(site, &after, 1, "}");
    counted_loop_finals(writer, &scan.loop, &after, 1);
    site_line(site, &after, 0, "}");
    edits_insert(&writer->edits, scan.assignment->operands[1]->place.begin,
                 arena_printf(writer->arena, "%s = ", scan.sum));
    edits_replace(&writer->edits, scan.previous->place.begin, scan.previous->place.end, scan.sum);
    counted_loop_edit(writer, &scan.loop, &before, 3, &after);
    return true;
}
