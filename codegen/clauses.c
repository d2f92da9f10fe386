/* The clauses of a parallel loop, and its directive. */
#include <stdlib.h>
#include <string.h>

#include "codegen/clone.h"
#include "codegen/writer.h"
#include "transform/trip.h"

/* Bytes of thread stack that private copies may take: clang's threads have 4 MiB. */
enum { MAX_PRIVATE_BYTES = 1024 * 1024, MAX_COLUMN = 110 };

static void add_name(struct text *list, const char *name)
{
    if (list->length)
        text_puts(list, ", ");
    text_puts(list, name);
}

/* Whether "name" is among the comma separated names of "list". */
static bool has_name(const struct text *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list->bytes; at && (at = strstr(at, name)); at += length)
        if ((at == list->bytes || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* See writer.h. */
void clauses_private(struct clauses *clauses, const char *name)
{
    if (!has_name(&clauses->privates, name))
        add_name(&clauses->privates, name);
}

/* See writer.h. */
void clauses_firstprivate(struct clauses *clauses, const char *name)
{
    if (!has_name(&clauses->firstprivates, name))
        add_name(&clauses->firstprivates, name);
}

/* See writer.h. */
void clauses_free(struct clauses *clauses)
{
    text_free(&clauses->privates);
    text_free(&clauses->firstprivates);
    text_free(&clauses->lastprivates);
    text_free(&clauses->reductions);
    text_free(&clauses->conditions);
}

static void add_condition(struct clauses *clauses, const char *condition)
{
    if (clauses->conditions.length)
        text_puts(&clauses->conditions, " && ");
    text_puts(&clauses->conditions, condition);
}

/* ---- run-time checks ----------------------------------------------------------------------------------------------
 */

static const char *or_zero(const char *text)
{
    return text ? text : "0";
}

/* "base, lower, upper" and before that the rows' ends. */
static const char *range_arguments(struct writer *writer, const struct check_range *range)
{
    if (range->is_rows)
        return arena_printf(writer->arena, "%s, %s, %s, %s, %s", range->base, or_zero(range->row_lower),
                            range->row_upper, or_zero(range->lower), range->upper);
    return arena_printf(writer->arena, "%s, %s, %s", range->base, or_zero(range->lower), range->upper);
}

static const char *disjoint_text(struct writer *writer, const struct check *check)
{
    const struct check_range *a = &check->a, *b = &check->b;
    if (!a->is_rows && b->is_rows) {
        a = &check->b;
        b = &check->a;
    }
    const char *first = range_arguments(writer, a), *second = range_arguments(writer, b);
    const char *name = !a->is_rows  ? (check->or_equal ? "aip_disjoint_or_same" : "aip_disjoint")
                       : b->is_rows ? "aip_rows_rows_apart"
                                    : "aip_rows_apart";
    return arena_printf(writer->arena, "%s(%s, %s)", name, first, second);
}

/* The name of the injectivity check for elements of type "element", NULL if there is none. */
static const char *injective_name(const char *element)
{
    static const struct {
        const char *type, *name;
    } names[] = {
        { "int", "int" },
        { "unsigned int", "uint" },
        { "unsigned", "uint" },
        { "long", "long" },
        { "unsigned long", "ulong" },
        { "long long", "long" },
        { "unsigned long long", "ulong" },
        { "short", "short" },
        { "unsigned short", "ushort" },
        { "signed char", "char" },
        { "unsigned char", "uchar" },
        { "char", "uchar" },
    };
    if (!strncmp(element, "const ", 6))
        element += 6;
    for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(element, names[k].type))
            return names[k].name;
    return NULL;
}

/* The condition that makes "check", or NULL. */
static const char *check_text(struct writer *writer, const struct check *check)
{
    switch (check->kind) {
    case CHECK_CONDITION:
        return check->text && strstr(check->text, "||") ? arena_printf(writer->arena, "(%s)", check->text)
                                                        : check->text;
    case CHECK_DISJOINT:
        if (!check->a.base || !check->a.upper || !check->b.base || !check->b.upper)
            return NULL;
        return disjoint_text(writer, check);
    case CHECK_ROWS: {
        const struct check_range *rows = &check->a;
        if (!rows->base || !rows->upper || !rows->row_upper)
            return NULL;
        return arena_printf(writer->arena, "aip_rows_disjoint(%s, %s, %s, %s, %s)", rows->base,
                            or_zero(rows->row_lower), rows->row_upper, or_zero(rows->lower), rows->upper);
    }
    case CHECK_INJECTIVE: {
        const char *name = check->element_type ? injective_name(check->element_type) : NULL;
        if (!name || !check->a.base || !check->a.upper)
            return NULL;
        return arena_printf(writer->arena, "aip_injective_%s(%s, %s, %s)", name, check->a.base, or_zero(check->a.lower),
                            check->a.upper);
    }
    }
    return NULL;
}

/* What a check costs: cheap ones come first. */
static int check_rank(const struct check *check)
{
    switch (check->kind) {
    case CHECK_CONDITION:
        return 0;
    case CHECK_DISJOINT:
        return check->a.is_rows || check->b.is_rows ? 2 : 1;
    case CHECK_ROWS:
        return 3;
    default:
        return 4;
    }
}

/* See writer.h. */
bool clauses_checks(struct writer *writer, const struct loop_plan *loop_plan, struct clauses *clauses)
{
    const struct loop_facts *facts = loop_plan->facts;
    bool is_assumption_tested = !facts->region->check_text;
    for (unsigned k = 0; k < facts->check_count; k++)
        is_assumption_tested |= facts->checks[k].kind == CHECK_CONDITION && facts->checks[k].text &&
                                !is_assumption_tested && !strcmp(facts->checks[k].text, facts->region->check_text);
    if (loop_plan->must_version && !version_is_possible(loop_plan))
        return writer_refuses(writer, "a second version of the loop would repeat its labels or static variables");
    if (loop_plan->if_text)
        add_condition(clauses, loop_plan->if_text);
    if (!is_assumption_tested)
        add_condition(clauses, strstr(facts->region->check_text, "||")
                                   ? arena_printf(writer->arena, "(%s)", facts->region->check_text)
                                   : facts->region->check_text);
    for (int rank = 0; rank <= 4; rank++)
        for (unsigned k = 0; k < facts->check_count; k++) {
            if (check_rank(&facts->checks[k]) != rank)
                continue;
            const char *text = check_text(writer, &facts->checks[k]);
            if (!text)
                return writer_refuses(writer, "a run-time check has no text");
            writer->needs_runtime |= facts->checks[k].kind != CHECK_CONDITION;
            add_condition(clauses, text);
        }
    return true;
}

/* ---- private data -------------------------------------------------------------------------------------------------
 */

/* Whether copies of "data" can live on a thread's stack. */
static bool check_private(struct writer *writer, const struct private_data *data)
{
    const struct type *type = data->variable->type;
    if (data->is_array && type->kind == TYPE_POINTER)
        return writer_refuses(writer,
                              arena_printf(writer->arena, "the memory behind %s would need a copy for each thread",
                                           data->variable->name));
    if (type->size > MAX_PRIVATE_BYTES)
        return writer_refuses(writer, arena_printf(writer->arena, "%s is too large for a copy on each thread's stack",
                                                   data->variable->name));
    return true;
}

static bool is_own_counter(const struct loop_facts *facts, const struct private_data *data)
{
    if (data->variable == facts->region->iteration.variable || data->has_induction)
        return true;
    for (unsigned k = 0; k < facts->region->iteration.other_count; k++)
        if (facts->region->iteration.others[k].variable == data->variable)
            return true;
    return false;
}

/* See writer.h. */
bool clauses_of_plan(struct writer *writer, const struct loop_plan *loop_plan, struct clauses *clauses)
{
    const struct loop_facts *facts = loop_plan->facts;
    for (unsigned k = 0; k < facts->private_count; k++) {
        const struct private_data *data = &facts->privates[k];
        const char *name = data->variable->name;
        if (is_own_counter(facts, data) || (data->in_callee && clone_is_foreign(facts->loop, data->variable)))
            continue;
        if (!check_private(writer, data))
            return false;
        if (data->kind == PRIVATE_PLAIN)
            clauses_private(clauses, name);
        if (data->kind == PRIVATE_FIRST || data->kind == PRIVATE_FIRST_LAST)
            add_name(&clauses->firstprivates, name);
        if (data->kind == PRIVATE_LAST || data->kind == PRIVATE_FIRST_LAST)
            add_name(&clauses->lastprivates, name);
    }
    if (loop_plan->schedule == SCHEDULE_STATIC_CHUNK)
        clauses->schedule = arena_printf(writer->arena, "static, %lld", loop_plan->chunk);
    if (loop_plan->schedule == SCHEDULE_DYNAMIC)
        clauses->schedule = arena_printf(writer->arena, "dynamic, %lld", loop_plan->chunk);
    clauses->collapse = loop_plan->collapse;
    return clauses_checks(writer, loop_plan, clauses);
}

/* See writer.h. */
bool clauses_reduction(struct writer *writer, const struct reduction *reduction, struct clauses *clauses)
{
    const char *section = "";
    if (reduction->is_array && reduction->variable->type->kind == TYPE_POINTER) {
        if (reduction->constant_length <= 0)
            return writer_refuses(writer, "the length of a reduced array is not known");
        section = arena_printf(writer->arena, "[%s:%lld]", reduction->lower_text ? reduction->lower_text : "0",
                               reduction->constant_length);
    }
    add_name(&clauses->reductions, arena_printf(writer->arena, "%s: %s%s", reduction_op_text(reduction->op),
                                                reduction->variable->name, section));
    return true;
}

/* ---- the directive ------------------------------------------------------------------------------------------------
 */

/* The directive as it grows: a clause that would pass the right margin goes to a new line. */
struct directive_line {
    struct text text;
    size_t line_begin;
    const char *continuation; /* what a new line begins with */
    size_t indent;
};

static void add_clause(struct directive_line *line, const char *clause)
{
    size_t column = line->indent + line->text.length - line->line_begin;
    if (column + strlen(clause) > MAX_COLUMN) {
        text_puts(&line->text, " \\\n");
        line->line_begin = line->text.length;
        text_puts(&line->text, line->continuation);
        text_puts(&line->text, clause);
    } else {
        text_printf(&line->text, " %s", clause);
    }
}

static void add_list(struct directive_line *line, const char *word, struct text *list)
{
    if (list->length) {
        struct text clause = { 0 };
        text_printf(&clause, "%s(%s)", word, list->bytes);
        add_clause(line, clause.bytes);
        text_free(&clause);
    }
    text_free(list);
}

/* One clause for each operator, in the order in which they first occur. */
static void add_reductions(struct directive_line *line, struct text *list)
{
    while (list->length) {
        struct text names = { 0 }, rest = { 0 };
        size_t op = (size_t)(strchr(list->bytes, ':') - list->bytes);
        text_add(&names, list->bytes, op);
        text_puts(&names, ":");
        const char *separator = "";
        for (char *item = list->bytes, *end; item; item = end ? end + 2 : NULL) {
            end = strstr(item, ", ");
            size_t length = end ? (size_t)(end - item) : strlen(item);
            if (strncmp(item, list->bytes, op + 1) == 0) {
                text_puts(&names, separator);
                text_add(&names, item + op + 2, length - op - 2);
                separator = ", ";
            } else {
                if (rest.length)
                    text_puts(&rest, ", ");
                text_add(&rest, item, length);
            }
        }
        text_free(list);
        *list = rest;
        add_list(line, "reduction", &names);
    }
    text_free(list);
}

/* Long conditions are broken at their &&. */
static void add_conditions(struct directive_line *line, struct text *conditions)
{
    if (conditions->length) {
        struct text part = { 0 };
        text_puts(&part, "if(");
        for (char *at = conditions->bytes, *end; at; at = end ? end + 4 : NULL) {
            end = strstr(at, " && ");
            text_add(&part, at, end ? (size_t)(end - at) : strlen(at));
            text_puts(&part, end ? " &&" : ")");
            add_clause(line, part.bytes);
            text_free(&part);
        }
    }
    text_free(conditions);
}

/* See writer.h. Compilers leave anything in a lastprivate variable when there is no iteration, so the loop is not
 * entered then. */
bool clauses_guard_lastprivate(struct writer *writer, const struct clauses *clauses, const struct region *region,
                               const char *count, const struct site *site, struct text *text, unsigned depth)
{
    if (!clauses->lastprivates.length || trip_is_positive(region))
        return false;
    if (!count)
        count = trip_count_text(writer->arena, region, NULL);
    if (!count)
        return false;
    site_line(site, text, depth, "if (%s > 0)", count);
    return true;
}

/* See writer.h. */
void clauses_write(struct clauses *clauses, const struct site *site, struct text *text, unsigned depth)
{
    struct text continuation = { 0 };
    text_puts(&continuation, site->indent);
    for (unsigned k = 0; k < depth + 1; k++)
        text_puts(&continuation, site->unit);
    struct directive_line line = { .continuation = continuation.bytes, .indent = strlen(site->indent) + 4 * depth };
    text_puts(&line.text, "#pragma omp parallel for");
    if (clauses->collapse > 1)
        text_printf(&line.text, " collapse(%u)", clauses->collapse);
    if (clauses->schedule)
        text_printf(&line.text, " schedule(%s)", clauses->schedule);
    add_list(&line, "private", &clauses->privates);
    add_list(&line, "firstprivate", &clauses->firstprivates);
    add_list(&line, "lastprivate", &clauses->lastprivates);
    add_reductions(&line, &clauses->reductions);
    add_conditions(&line, &clauses->conditions);
    site_line(site, text, depth, "%s", line.text.bytes);
    text_free(&line.text);
    text_free(&continuation);
}
