/* A loop in two versions: in parallel where that pays, the user's own text otherwise. */
#include "codegen/writer.h"

/* Labels, and variables that live on from one iteration to the next, may not stand twice. */
static void find_unique(struct stmt *stmt, void *user)
{
    bool *is_unique = user;
    if (stmt->kind == STMT_LABEL || stmt->kind == STMT_ASM)
        *is_unique = true;
    for (unsigned k = 0; k < stmt->variable_count; k++)
        *is_unique |= stmt->variables[k]->storage == STORAGE_STATIC_LOCAL;
}

/* See writer.h. */
bool version_is_possible(const struct loop_plan *loop_plan)
{
    bool is_unique = false;
    stmt_visit(loop_plan->facts->loop->stmt, find_unique, &is_unique);
    return !is_unique;
}

/* See writer.h. */
bool version_is_double(const struct loop_plan *loop_plan, const struct site *site)
{
    return loop_plan->is_versioned && version_is_possible(loop_plan) && site->end > site->begin;
}

/* See writer.h. */
void version_open(struct writer *writer, const struct loop_plan *loop_plan, const struct site *site,
                  struct clauses *clauses, struct text *text)
{
    (void)writer;
    if (!version_is_double(loop_plan, site) || !clauses->conditions.length) {
        site_line(site, text, 0, "{");
        return;
    }
    site_line(site, text, 0, "if (%s) {", clauses->conditions.bytes);
    text_free(&clauses->conditions);
}

/* See writer.h. */
void version_close(struct writer *writer, const struct loop_plan *loop_plan, const struct site *site, struct text *text)
{
    if (!version_is_double(loop_plan, site)) {
        site_line(site, text, 0, "}");
        return;
    }
    site_line(site, text, 0, "} else {");
    if (writer->options.line_directives)
        text_puts(text, edits_line_directive(writer->arena, site->text, site->begin, writer->unit->main->path));
    site_line(site, text, 0, "%s", arena_strndup(writer->arena, site->text + site->begin, site->end - site->begin));
    site_line(site, text, 0, "}");
}
