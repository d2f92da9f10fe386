/* Loops cut into blocks of iterations. Each block works on copies of what the loop reduces, and the copies are put
 * together in the order of the blocks, by the serial program's own operation. Nothing depends on the number of threads:
 * the number of blocks follows from the number of iterations (and from the size of the copies). */
#include <stdlib.h>
#include <string.h>

#include "codegen/block_copy.h"
#include "codegen/writer.h"

/* ---- text ---------------------------------------------------------------------------------------------------------
 */

static void write_comment(struct writer *writer, const struct blocks *blocks, struct text *text)
{
    if (!writer->options.comments)
        return;
    struct text names = { 0 };
    for (unsigned k = 0; k < blocks->copy_count; k++)
        text_printf(&names, "%s%s", k ? ", " : "", blocks->copies[k].text);
    const char *fixed = blocks->is_exact ? "" : ", the same ones for any number of threads";
    site_line(&blocks->loop.site, text, 1, "/* aipcc: %s by blocks%s */", names.bytes, fixed);
    text_free(&names);
}

/* How many blocks there are. Copies of arrays cost time: there are only as many as pay, for sums that must not depend
 * on the threads by a rule that looks at sizes only. */
static const char *block_count(struct writer *writer, const struct blocks *blocks)
{
    const char *count = blocks->loop.count;
    if (!blocks->array_bytes)
        return arena_printf(writer->arena, "%s < %u ? %s : %u", count, blocks->limit, count, blocks->limit);
    writer->needs_runtime = true;
    return arena_printf(writer->arena, "%s(%s, %s, %u)", blocks->is_exact ? "aip_copy_blocks" : "aip_fixed_blocks",
                        count, blocks->array_bytes, blocks->limit);
}

static void write_declarations(struct writer *writer, const struct blocks *blocks, struct text *text)
{
    const struct site *site = &blocks->loop.site;
    counted_loop_declare(writer, &blocks->loop, text, 1);
    site_line(site, text, 1, "%slong %s = %s;", blocks->array_bytes ? "" : "const ", blocks->count,
              block_count(writer, blocks));
    for (unsigned k = 0; k < blocks->copy_count; k++)
        block_copy_declare(writer, blocks, &blocks->copies[k], text);
    site_line(site, text, 1, "long %s;", blocks->block);
    for (unsigned k = 0; k < blocks->copy_count; k++) {
        if (blocks->copies[k].kind != COPY_ARRAY)
            continue;
        site_line(site, text, 1, "if (!%s && %s > 1)", blocks->copies[k].copies, blocks->count);
        site_line(site, text, 2, "%s = 1;", blocks->count);
    }
}

/* From the directive to the top of the user's body. */
static void open_loops(struct writer *writer, const struct blocks *blocks, struct clauses *clauses, struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const char *block = blocks->block, *index = blocks->loop.index, *end = writer_name(writer, "end");
    clauses_guard_lastprivate(writer, clauses, blocks->loop.loop_plan->facts->region, blocks->loop.count, site, text,
                              1);
    clauses_write(clauses, site, text, 1);
    site_line(site, text, 1, "for (%s = 0; %s < %s; %s++) {", block, block, blocks->count, block);
    site_line(site, text, 2, "const long %s = aip_block(%s, %s, %s + 1);", end, blocks->loop.count, blocks->count,
              block);
    site_line(site, text, 2, "long %s;", index);
    for (unsigned k = 0; k < blocks->copy_count; k++)
        block_copy_declare_inside(writer, blocks, &blocks->copies[k], text);
    for (unsigned k = 0; k < blocks->copy_count; k++)
        block_copy_begin(writer, blocks, &blocks->copies[k], text);
    site_line(site, text, 2, "for (%s = aip_block(%s, %s, %s); %s < %s; %s++) {", index, blocks->loop.count,
              blocks->count, block, index, end, index);
    counted_loop_values(writer, &blocks->loop, text, 3);
    writer->needs_runtime = true;
}

/* From behind the user's body to the end of everything. */
static void close_loops(struct writer *writer, const struct blocks *blocks, struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const char *block = blocks->block;
    site_line(site, text, 2, "}");
    bool has_scalars = false;
    for (unsigned k = 0; k < blocks->copy_count; k++) {
        block_copy_end(writer, blocks, &blocks->copies[k], text);
        has_scalars |= blocks->copies[k].kind != COPY_ARRAY;
    }
    site_line(site, text, 1, "}");
    if (has_scalars) {
        site_line(site, text, 1, "for (%s = 0; %s < %s; %s++) {", block, block, blocks->count, block);
        for (unsigned k = 0; k < blocks->copy_count; k++)
            block_copy_combine(writer, blocks, &blocks->copies[k], text);
        site_line(site, text, 1, "}");
    }
    for (unsigned k = 0; k < blocks->copy_count; k++)
        block_copy_combine_array(writer, blocks, &blocks->copies[k], text);
    counted_loop_finals(writer, &blocks->loop, text, 1);
    version_close(writer, blocks->loop.loop_plan, site, text);
}

/* ---- the plan -----------------------------------------------------------------------------------------------------
 */

/* Sort out what is copied by block and what a clause can do. */
static bool find_copies(struct writer *writer, struct blocks *blocks, struct clauses *clauses)
{
    const struct loop_facts *facts = blocks->loop.loop_plan->facts;
    blocks->is_exact = true;
    for (unsigned k = 0; k < facts->reduction_count; k++) {
        const struct reduction *reduction = &facts->reductions[k];
        if (kind_fits_clause(writer->plan->scop->program, reduction)) {
            if (!clauses_reduction(writer, reduction, clauses))
                return false;
        } else if (!block_copy_of_reduction(writer, blocks, reduction, clauses)) {
            return false;
        }
    }
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].kind == PRIVATE_LAST_WRITTEN &&
            !block_copy_of_private(writer, blocks, &facts->privates[k], clauses))
            return false;
    return true;
}

/* See writer.h. */
bool write_blocks(struct writer *writer, struct loop_plan *loop_plan)
{
    struct blocks blocks = { .limit = (unsigned)loop_plan->block_count };
    struct clauses clauses = { 0 };
    if (!counted_loop_find(writer, loop_plan, &blocks.loop) || !find_copies(writer, &blocks, &clauses) ||
        !clauses_of_plan(writer, loop_plan, &clauses)) {
        clauses_free(&clauses);
        return false;
    }
    blocks.count = writer_name(writer, "blocks");
    blocks.block = writer_name(writer, "b");
    clauses.collapse = 1;
    clauses.schedule = clauses.schedule ? "dynamic" : NULL;
    counted_loop_clauses(&blocks.loop, &clauses);
    struct text before = { 0 }, after = { 0 };
    version_open(writer, loop_plan, &blocks.loop.site, &clauses, &before);
    write_comment(writer, &blocks, &before);
    write_declarations(writer, &blocks, &before);
    open_loops(writer, &blocks, &clauses, &before);
    close_loops(writer, &blocks, &after);
    counted_loop_edit(writer, &blocks.loop, &before, 3, &after);
    return true;
}
