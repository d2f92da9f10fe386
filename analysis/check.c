#include <string.h>

#include <isl/aff.h>
#include <isl/set.h>

#include "analysis/dependence.h"

/* ---- ranges ---------------------------------------------------------------------------------------------------------- */

struct piece {
    struct region *region;
    const char *text;
    unsigned count;
};

static isl_stat take_piece(isl_set *set, isl_aff *aff, void *user)
{
    struct piece *piece = user;
    piece->text = region_affine_text(piece->region, aff);
    piece->count++;
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

/* The elements that the accesses to "object" may touch; NULL if that is not known. */
static isl_set *touched(struct study *study, const struct object *object)
{
    isl_set *all = NULL;
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->object != object)
            continue;
        if (!access->relation) {
            isl_set_free(all);
            return NULL;
        }
        isl_set *range = isl_map_range(isl_map_copy(access->relation));
        all = all ? isl_set_union(all, range) : range;
    }
    return all;
}

/* The smallest ("is_upper" false) or largest value of dimension "at" as C text over the parameters, or NULL. Several
 * pieces are bounded by the hull's one. */
static const char *bound_text(struct study *study, isl_set *set, unsigned at, bool is_upper)
{
    isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(isl_set_copy(set)));
    isl_pw_aff *bound = is_upper ? isl_set_dim_max(hull, (int)at) : isl_set_dim_min(hull, (int)at);
    bound = isl_pw_aff_coalesce(bound);
    struct piece piece = { study->region, NULL, 0 };
    isl_pw_aff_foreach_piece(bound, take_piece, &piece);
    isl_pw_aff_free(bound);
    return piece.count == 1 ? piece.text : NULL;
}

static bool is_number(const char *text)
{
    size_t start = *text == '-';
    return text[start] && strspn(text + start, "0123456789") == strlen(text + start);
}

static const char *product(struct study *study, const char *stride, const char *factor)
{
    if (!strcmp(factor, "0"))
        return NULL;
    if (is_number(factor) && *factor != '-')
        return arena_printf(study->arena, "%s * %s", stride, factor);
    return arena_printf(study->arena, "%s * (%s)", stride, factor);
}

/* The bytes from the object's base that are touched: lower and upper end. False if there is no text for them. */
static bool range_of(struct study *study, const struct object *object, struct check_range *range)
{
    *range = (struct check_range){ .base = object->text, .is_rows = object->kind == OBJECT_ROWS };
    isl_set *set = object->text ? touched(study, object) : NULL;
    if (!set)
        return false;
    unsigned first = range->is_rows ? 1 : 0;
    const char *lower = NULL, *upper = NULL;
    bool is_good = true;
    if (range->is_rows) {
        const char *last = bound_text(study, set, 0, true);
        range->row_lower = bound_text(study, set, 0, false);
        range->row_upper = last ? arena_printf(study->arena, "%s + 1", last) : NULL;
        is_good = range->row_lower && range->row_upper;
    }
    unsigned rank = (unsigned)isl_set_dim(set, isl_dim_set);
    for (unsigned k = first; is_good && k < rank; k++) {
        const char *low = bound_text(study, set, k, false), *high = bound_text(study, set, k, true);
        const char *stride = object->stride_text[k];
        if (!low || !high || !stride) {
            is_good = false;
            break;
        }
        if (k + 1 == rank)
            high = arena_printf(study->arena, "%s + 1", high);
        const char *low_part = product(study, stride, low), *high_part = product(study, stride, high);
        lower = low_part && lower ? arena_printf(study->arena, "%s + %s", lower, low_part) : low_part ? low_part : lower;
        upper = high_part && upper ? arena_printf(study->arena, "%s + %s", upper, high_part) : high_part ? high_part : upper;
    }
    isl_set_free(set);
    if (object->kind == OBJECT_VARIABLE && object->is_scalar) {
        range->base = arena_printf(study->arena, "&%s", object->variable->name);
        upper = arena_printf(study->arena, "%lldL", object->variable->type->size);
    }
    range->lower = lower ? lower : "0";
    range->upper = upper;
    return is_good && upper;
}

static void add_check(struct study *study, struct check check)
{
    struct loop_facts *facts = study->facts;
    for (unsigned k = 0; k < facts->check_count; k++)
        if (!strcmp(facts->checks[k].assumption, check.assumption))
            return;
    ARENA_PUSH(study->arena, facts->checks, facts->check_count, check);
    ARENA_PUSH(study->arena, facts->assumptions, facts->assumption_count, check.assumption);
    facts->how |= HOW_CHECKED;
}

/* Whether "object" is one whose conflicts vanish anyway (it is private to an iteration or a copy is reduced). */
static bool is_own_copy(struct study *study, const struct object *object)
{
    return object->is_inner && object->kind != OBJECT_UNKNOWN && object->kind != OBJECT_POINTER && study;
}

/* Make checks for the pairs of different objects that may overlap; false with the reason if one cannot be checked. */
bool check_overlaps(struct study *study)
{
    for (unsigned k = 0; k < study->overlap_count; k++) {
        struct conflict *conflict = &study->overlaps[k];
        struct object *a = conflict->first->object, *b = conflict->second->object;
        if (is_own_copy(study, a) || is_own_copy(study, b))
            continue;
        struct check check = { .kind = CHECK_DISJOINT };
        if (!range_of(study, a, &check.a) || !range_of(study, b, &check.b)) {
            const char *name_a = a->text ? a->text : "memory", *name_b = b->text ? b->text : "memory";
            reason_set(study, "alias",
                       arena_printf(study->arena, "%s (line %u) and %s (line %u) may overlap", name_a,
                                    conflict->first->expr ? conflict->first->expr->place.line : 0, name_b,
                                    conflict->second->expr ? conflict->second->expr->place.line : 0),
                       "declare the pointers restrict, or use --assume=noalias if they never overlap",
                       conflict->first->expr ? conflict->first->expr->place : study->facts->loop->stmt->place);
            return false;
        }
        check.assumption = arena_printf(study->arena, "%s and %s do not overlap", a->text, b->text);
        add_check(study, check);
    }
    return true;
}

/* ---- indirect writes --------------------------------------------------------------------------------------------------- */

/* The unknown of depth 1 that both accesses share and that is loaded from an array by the loop's own counter. */
static const struct unknown *common_load(struct study *study, const struct access *a, const struct access *b)
{
    for (unsigned k = 0; k < a->unknown_count; k++) {
        const struct unknown *unknown = &a->unknowns[k];
        if (unknown->loop_depth != 1 || !unknown->object || !unknown->expr || unknown->expr->kind != EXPR_INDEX ||
            unknown->object->kind == OBJECT_ROWS)
            continue;
        struct expr *index = expr_skip_casts(unknown->expr->operands[1]);
        bool is_counter = index->kind == EXPR_VARIABLE && index->variable == study->region->iteration.variable;
        for (unsigned l = 0; is_counter && l < b->unknown_count; l++)
            if (b->unknowns[l].id == unknown->id)
                return unknown;
    }
    return NULL;
}

/* C text of "expr" as the user wrote it, if it may be used in front of the loop. */
static const char *source_text(struct study *study, struct expr *expr)
{
    if (!expr || expr->place.from_macro)
        return expr && expr->has_value ? arena_printf(study->arena, "%lld", expr->int_value) : NULL;
    return unit_source(study->facts->loop->function->unit, expr->place);
}

/* Whether all conflicts of the object vanish if an index array holds no value twice. */
bool check_injective(struct study *study, struct object_state *state)
{
    const struct iteration *iteration = &study->region->iteration;
    const struct unknown *load = NULL;
    if (iteration->kind != ITERATION_CANONICAL || iteration->step != 1 || !iteration->lower)
        return false;
    for (unsigned k = 0; k < state->conflict_count; k++) {
        struct conflict *conflict = &state->conflicts[k];
        const struct unknown *found = common_load(study, conflict->first, conflict->second);
        if (!found || (load && found->id != load->id) || !conflict->first->relation || !conflict->second->relation ||
            dependence_exists(conflict->first, conflict->second, found->id) != isl_bool_false)
            return false;
        load = found;
    }
    if (!load || load->expr->place.from_macro)
        return false;
    struct check check = { .kind = CHECK_INJECTIVE };
    check.a.base = source_text(study, load->expr->operands[0]);
    check.a.lower = source_text(study, iteration->lower);
    const char *upper = source_text(study, iteration->upper);
    if (!check.a.base || !check.a.lower || !upper || load->expr->operands[0]->kind != EXPR_VARIABLE)
        return false;
    check.a.upper = iteration->compare == OP_LE ? arena_printf(study->arena, "%s + 1", upper) : upper;
    check.element_type = load->expr->type->spelling;
    if (!strncmp(check.element_type, "const ", 6))
        check.element_type += 6;
    check.assumption = arena_printf(study->arena, "%s holds no value twice", check.a.base);
    add_check(study, check);
    return true;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------- */

/* An array of row pointers that is written through: its rows may overlap unless a check says they do not. */
bool check_rows(struct study *study, struct object_state *state)
{
    struct check check = { .kind = CHECK_ROWS };
    if (!range_of(study, state->object, &check.a)) {
        reason_set(study, "alias", arena_printf(study->arena, "rows of %s may overlap", state->object->text ? state->object->text : "the matrix"),
                   "allocate the matrix as one block", study->facts->loop->stmt->place);
        return false;
    }
    check.assumption = arena_printf(study->arena, "the rows of %s do not overlap", check.a.base);
    add_check(study, check);
    return true;
}
