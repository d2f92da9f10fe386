#include "codegen/validate.h"

#include <isl/flow.h>
#include <isl/options.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "codegen/directive.h"

enum { MAX_OPERATIONS = 2000000 };

/* One loop under examination. */
struct examination {
    struct arena *arena;
    struct region *region;
    struct directive directive;
    enum validation result;
    const char *why;
};

/* Worsen the result: a violation outranks doubt, doubt outranks proof; the first reason of the worst kind is kept. */
static void worsen(struct examination *examination, enum validation result, const char *why)
{
    if (result > examination->result) {
        examination->result = result;
        examination->why = why;
    }
}

static const char *object_name(const struct object *object)
{
    return object->variable ? object->variable->name : object->text ? object->text : "memory";
}

/* ---- conflicts between iterations ------------------------------------------------------------------------------- */

/* The pairs of "a" and "b" that touch one element in different iterations of the "collapse" outer loops. */
static isl_map *conflicts(const struct access *a, const struct access *b, unsigned collapse)
{
    isl_map *same = isl_map_apply_range(isl_map_copy(a->relation), isl_map_reverse(isl_map_copy(b->relation)));
    isl_map *all = NULL;
    for (unsigned k = 0; k < collapse && k < a->depth && k < b->depth; k++) {
        isl_map *lower = isl_map_copy(same);
        for (unsigned outer = 0; outer < k; outer++)
            lower = isl_map_equate(lower, isl_dim_in, (int)outer, isl_dim_out, (int)outer);
        isl_map *upper = isl_map_copy(lower);
        lower = isl_map_order_lt(lower, isl_dim_in, (int)k, isl_dim_out, (int)k);
        upper = isl_map_order_gt(upper, isl_dim_in, (int)k, isl_dim_out, (int)k);
        lower = isl_map_union(lower, upper);
        all = all ? isl_map_union(all, lower) : lower;
    }
    isl_map_free(same);
    return all;
}

/* Whether "a" and "b" say exactly what is touched, so that a conflict between them is certain. */
static bool is_certain(const struct access *access)
{
    return access->relation && access->unknown_count == 0 && access->object->kind == OBJECT_VARIABLE &&
           (access->kind == ACCESS_READ || access->is_must);
}

/* ---- excuses ------------------------------------------------------------------------------------------------------ */

/* How an access of a reduced variable must look: one operand of an update with "op". */
static bool is_update_with(const struct access *access, const char *op)
{
    static const struct { const char *op; enum operator binary, also; } operators[] = {
        { "+", OP_ADD, OP_SUB }, { "-", OP_ADD, OP_SUB }, { "*", OP_MUL, OP_MUL }, { "&", OP_AND, OP_AND },
        { "|", OP_OR, OP_OR },   { "^", OP_XOR, OP_XOR }, { "&&", OP_LAND, OP_LAND }, { "||", OP_LOR, OP_LOR },
    };
    struct expr *top = access->top ? expr_skip_implicit(access->top) : NULL;
    if (!top)
        return false;
    if (top->kind == EXPR_UNARY)
        return !strcmp(op, "+") && top->op >= OP_PRE_INC && top->op <= OP_POST_DEC;
    if (top->kind != EXPR_ASSIGN)
        return false;
    enum operator used = top->op;
    if (used == OP_NONE) {
        struct expr *value = expr_skip_casts(top->operands[1]);
        if (value->kind != EXPR_BINARY)
            return false;
        used = value->op;
    }
    for (unsigned k = 0; k < sizeof operators / sizeof *operators; k++)
        if (!strcmp(op, operators[k].op))
            return used == operators[k].binary || used == operators[k].also;
    return false;
}

/* Check the reduction of "object": each of its accesses belongs to an update with the clause's operator. Minimum and
 * maximum come in too many shapes to be proved here. */
static void check_reduction(struct examination *examination, const struct object *object, const struct clause *clause)
{
    if (!strcmp(clause->op, "min") || !strcmp(clause->op, "max")) {
        worsen(examination, VALIDATION_UNKNOWN,
               arena_printf(examination->arena, "the %s of %s is not checked", clause->op, object_name(object)));
        return;
    }
    for (unsigned k = 0; k < examination->region->access_count; k++) {
        const struct access *access = examination->region->accesses[k];
        if (access->object == object && !is_update_with(access, clause->op))
            worsen(examination, VALIDATION_VIOLATED,
                   arena_printf(examination->arena, "%s is accessed at line %u other than by its reduction (%s)",
                                object_name(object), access->expr ? access->expr->place.line : 0, clause->op));
    }
}

/* The execution order of "access": its textual positions and iterations interleaved, as a map to 2 * 16 + 1 numbers. */
static isl_map *schedule_of(const struct access *access, unsigned index)
{
    isl_set *domain = isl_map_domain(isl_map_copy(access->relation));
    char name[32];
    snprintf(name, sizeof name, "A%u", index);
    domain = isl_set_set_tuple_name(domain, name);
    enum { WIDTH = 32 };
    isl_space *space = isl_space_map_from_set(isl_set_get_space(domain));
    isl_space *range = isl_space_set_alloc(isl_space_get_ctx(space), 0, WIDTH + 1);
    space = isl_space_map_from_domain_and_range(isl_space_domain(space),
                                                isl_space_align_params(range, isl_set_get_space(domain)));
    isl_map *schedule = isl_map_universe(space);
    for (unsigned k = 0; k < WIDTH / 2; k++) {
        int position = k <= access->depth ? (int)access->position[k] : 0;
        schedule = isl_map_fix_si(schedule, isl_dim_out, 2 * k, position);
        if (k < access->depth)
            schedule = isl_map_equate(schedule, isl_dim_in, (int)k, isl_dim_out, (int)(2 * k + 1));
        else
            schedule = isl_map_fix_si(schedule, isl_dim_out, 2 * k + 1, 0);
    }
    schedule = isl_map_fix_si(schedule, isl_dim_out, WIDTH, (int)index);
    return isl_map_intersect_domain(schedule, domain);
}

/* Whether every read of "object" sees a value that was written in the same iteration of the outer loop: isl's exact
 * value-based dataflow (Feautrier 1991) over the accesses in their order of execution. */
static enum validation is_written_first(struct examination *examination, const struct object *object)
{
    struct region *region = examination->region;
    isl_ctx *ctx = region->ctx;
    isl_union_map *reads = NULL, *writes = NULL, *schedule = NULL;
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *access = region->accesses[k];
        if (access->object != object)
            continue;
        if (!access->relation || access->unknown_count || (access->kind == ACCESS_WRITE && !access->is_must))
            goto unknown;
        char name[32];
        snprintf(name, sizeof name, "A%u", k);
        isl_union_map *relation =
            isl_union_map_from_map(isl_map_set_tuple_name(isl_map_copy(access->relation), isl_dim_in, name));
        isl_union_map *order = isl_union_map_from_map(schedule_of(access, k));
        isl_union_map **list = access->kind == ACCESS_READ ? &reads : &writes;
        *list = *list ? isl_union_map_union(*list, relation) : relation;
        schedule = schedule ? isl_union_map_union(schedule, order) : order;
    }
    if (!reads)
        goto unknown_or_unread;
    if (!writes)
        goto unknown;
    isl_union_access_info *info = isl_union_access_info_from_sink(reads);
    info = isl_union_access_info_set_must_source(info, writes);
    info = isl_union_access_info_set_schedule_map(info, schedule);
    isl_union_flow *flow = isl_union_access_info_compute_flow(info);
    isl_union_map *missing = isl_union_flow_get_must_no_source(flow);
    isl_union_map *dependences = isl_union_flow_get_must_dependence(flow);
    enum validation result = isl_union_map_is_empty(missing) == isl_bool_true ? VALIDATION_PROVED : VALIDATION_UNKNOWN;
    isl_union_map_free(missing);
    isl_map_list *list = isl_union_map_get_map_list(dependences);
    isl_size count = isl_map_list_n_map(list);
    if (count < 0)
        result = VALIDATION_UNKNOWN;
    for (int k = 0; k < count; k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        isl_map *inside = isl_map_equate(isl_map_copy(map), isl_dim_in, 0, isl_dim_out, 0);
        if (isl_map_is_subset(map, inside) != isl_bool_true)
            result = VALIDATION_UNKNOWN;
        isl_map_free(map);
        isl_map_free(inside);
    }
    isl_map_list_free(list);
    isl_union_map_free(dependences);
    isl_union_flow_free(flow);
    (void)ctx;
    return result;
unknown:
    isl_union_map_free(reads);
    isl_union_map_free(writes);
    isl_union_map_free(schedule);
    return VALIDATION_UNKNOWN;
unknown_or_unread:
    isl_union_map_free(writes);
    isl_union_map_free(schedule);
    return VALIDATION_PROVED;
}

/* Whether the directive takes care of conflicts on "object" by giving each thread its own; checks that it may. */
static bool is_excused(struct examination *examination, const struct object *object)
{
    const struct directive *directive = &examination->directive;
    if (object->is_inner)
        return true;
    if (object->kind != OBJECT_VARIABLE || !object->variable)
        return false;
    const char *name = object->variable->name;
    const struct clause *reduction = directive_names(directive, CLAUSE_REDUCTION, name);
    if (reduction) {
        check_reduction(examination, object, reduction);
        return true;
    }
    bool is_first = directive_names(directive, CLAUSE_FIRSTPRIVATE, name) != NULL;
    if (!is_first && !directive_names(directive, CLAUSE_PRIVATE, name) &&
        !directive_names(directive, CLAUSE_LASTPRIVATE, name))
        return false;
    if (is_written_first(examination, object) != VALIDATION_PROVED)
        worsen(examination, VALIDATION_UNKNOWN,
               arena_printf(examination->arena, "%s is private, but may be read before it is written", name));
    return true;
}

/* Whether two different objects are known to lie apart. */
static bool lie_apart(const struct object *a, const struct object *b)
{
    if (a->kind == OBJECT_VARIABLE && b->kind == OBJECT_VARIABLE)
        return true;
    if (a->is_inner || b->is_inner)
        return true;
    if (a->kind == OBJECT_VARIABLE && !a->variable->address_taken && a->variable->storage != STORAGE_GLOBAL)
        return true;
    if (b->kind == OBJECT_VARIABLE && !b->variable->address_taken && b->variable->storage != STORAGE_GLOBAL)
        return true;
    if (a->is_restrict || b->is_restrict)
        return true;
    return !points_to_may_overlap(a->points_to, b->points_to);
}

/* Examine the pair "a", "b" of accesses, at least one of them a write. */
static void examine_pair(struct examination *examination, const struct access *a, const struct access *b)
{
    struct arena *arena = examination->arena;
    bool is_tested = directive_clause(&examination->directive, CLAUSE_IF) &&
                     strstr(directive_clause(&examination->directive, CLAUSE_IF)->text, "aip_");
    const char *first = object_name(a->object), *second = object_name(b->object);
    unsigned line_a = a->expr ? a->expr->place.line : 0, line_b = b->expr ? b->expr->place.line : 0;
    if (a->object != b->object) {
        if (!lie_apart(a->object, b->object) && !is_tested)
            worsen(examination, VALIDATION_UNKNOWN,
                   arena_printf(arena, "%s (line %u) and %s (line %u) may overlap", first, line_a, second, line_b));
        return;
    }
    if (a->relation && b->relation) {
        isl_map *pairs = conflicts(a, b, examination->directive.collapse);
        isl_bool is_empty = isl_map_is_empty(pairs);
        isl_map_free(pairs);
        if (is_empty == isl_bool_true)
            return;
        if (is_excused(examination, a->object))
            return;
        bool is_certain_conflict = is_empty == isl_bool_false && is_certain(a) && is_certain(b) && !is_tested;
        worsen(examination, is_certain_conflict ? VALIDATION_VIOLATED : VALIDATION_UNKNOWN,
               arena_printf(arena, "%s: lines %u and %u may touch one element in different iterations", first, line_a,
                            line_b));
        return;
    }
    if (!is_excused(examination, a->object))
        worsen(examination, VALIDATION_UNKNOWN,
               arena_printf(arena, "%s (lines %u and %u) has subscripts that are not understood", first, line_a, line_b));
}

/* Examine the loop "loop" governed by "directive". */
static void examine_loop(struct examination *examination)
{
    struct region *region = examination->region;
    if (region->is_incomplete || region->iteration.kind == ITERATION_UNKNOWN)
        worsen(examination, VALIDATION_UNKNOWN, "the loop is not understood");
    for (unsigned k = 0; k < region->obstacle_count; k++)
        if (region->obstacles[k].kind != OBSTACLE_USER_OPENMP)
            worsen(examination, VALIDATION_UNKNOWN,
                   arena_printf(examination->arena, "line %u: %s", region->obstacles[k].place.line,
                                region->obstacles[k].text ? region->obstacles[k].text : "not understood"));
    for (unsigned k = 0; k < region->access_count; k++)
        for (unsigned l = k; l < region->access_count; l++)
            if (region->accesses[k]->kind == ACCESS_WRITE || region->accesses[l]->kind == ACCESS_WRITE)
                examine_pair(examination, region->accesses[k], region->accesses[l]);
}

/* ---- the serial program ------------------------------------------------------------------------------------------- */

/* "text" without the lines that aipcc adds without touching the user's: OpenMP directives and the runtime's header. */
static char *strip_added_lines(const char *text, size_t length)
{
    struct text kept = { 0 };
    for (size_t k = 0; k < length;) {
        const char *line = text + k, *newline = memchr(line, '\n', length - k);
        size_t size = newline ? (size_t)(newline - line) + 1 : length - k;
        size_t indent = 0;
        while (indent < size && (line[indent] == ' ' || line[indent] == '\t'))
            indent++;
        bool is_added = !strncmp(line + indent, "#pragma omp parallel for", 24) ||
                        !strncmp(line + indent, "#include \"aiprt.h\"", 18) ||
                        !strncmp(line + indent, "/* aipcc:", 9);
        bool continues = is_added && size >= 2 && line[size - 2] == '\\';
        if (!is_added)
            text_add(&kept, line, size);
        k += size;
        while (continues && k < length) {
            newline = memchr(text + k, '\n', length - k);
            size = newline ? (size_t)(newline - (text + k)) + 1 : length - k;
            continues = size >= 2 && text[k + size - 2] == '\\';
            k += size;
        }
    }
    return text_take(&kept);
}

static bool is_same_serial_program(const struct unit *original, const struct unit *emitted)
{
    char *before = strip_added_lines(original->main->text, original->main->length);
    char *after = strip_added_lines(emitted->main->text, emitted->main->length);
    bool is_same = !strcmp(before, after);
    free(before);
    free(after);
    return is_same;
}

struct validation_report *validate_openmp(struct unit *original, struct unit *emitted, struct program *program)
{
    struct arena *arena = arena_new();
    struct validation_report *report = ARENA_NEW(arena, struct validation_report);
    report->arena = arena;
    report->same_serial_program = is_same_serial_program(original, emitted);
    for (unsigned k = 0; k < emitted->loop_count; k++) {
        struct loop *loop = emitted->loops[k];
        struct stmt *parent = loop->stmt->parent;
        if (!loop->is_user_openmp || !parent || parent->kind != STMT_OPENMP)
            continue;
        const char *text = unit_source(emitted, parent->place);
        struct directive directive = directive_parse(arena, text ? text : "");
        isl_ctx *ctx = isl_ctx_alloc();
        isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
        isl_ctx_set_max_operations(ctx, MAX_OPERATIONS);
        struct examination examination = { arena, region_build(program, loop, ctx), directive, VALIDATION_PROVED, NULL };
        if (!directive.is_parallel_for)
            worsen(&examination, VALIDATION_UNKNOWN, "not a parallel loop directive");
        else
            examine_loop(&examination);
        if (!report->same_serial_program)
            worsen(&examination, VALIDATION_UNKNOWN, "the text was rewritten: instances are not matched");
        struct validated_loop validated = { loop->stmt->place, directive.text, examination.result, examination.why };
        ARENA_PUSH(arena, report->loops, report->loop_count, validated);
        report->proved += examination.result == VALIDATION_PROVED;
        report->unknown += examination.result == VALIDATION_UNKNOWN;
        report->violated += examination.result == VALIDATION_VIOLATED;
        region_free(examination.region);
        isl_ctx_free(ctx);
    }
    return report;
}

void validation_free(struct validation_report *report)
{
    if (report)
        arena_free(report->arena);
}
