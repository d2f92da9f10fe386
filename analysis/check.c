#include <string.h>

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include "analysis/dependence.h"
#include "analysis/walk.h"

/* ---- ranges
 * ---------------------------------------------------------------------------------------------------------- */

struct piece {
    isl_aff *aff;
    unsigned count;
};

static isl_stat take_piece(isl_set *set, isl_aff *aff, void *user)
{
    struct piece *piece = user;
    isl_aff_free(piece->aff);
    piece->aff = aff;
    piece->count++;
    isl_set_free(set);
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

/* The smallest ("is_upper" false) or largest value of dimension "at" over the parameters, or NULL if it has several
 * pieces. Several pieces of the set are bounded by the hull's one. */
static isl_aff *bound_of(isl_set *set, unsigned at, bool is_upper)
{
    isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(isl_set_copy(set)));
    isl_pw_aff *bound = is_upper ? isl_set_dim_max(hull, (int)at) : isl_set_dim_min(hull, (int)at);
    bound = isl_pw_aff_coalesce(bound);
    struct piece piece = { NULL, 0 };
    isl_pw_aff_foreach_piece(bound, take_piece, &piece);
    isl_pw_aff_free(bound);
    return piece.count == 1 ? piece.aff : isl_aff_free(piece.aff);
}

/* The same as C text, or NULL. */
static const char *bound_text(struct study *study, isl_set *set, unsigned at, bool is_upper)
{
    isl_aff *aff = bound_of(set, at, is_upper);
    const char *text = aff ? region_affine_text(study->region, aff) : NULL;
    isl_aff_free(aff);
    return text;
}

/* Whether the text of "object" means the object in front of the loop. Variables of called functions may not be visible
 * there: some access of the loop's own code has to name them, or they are declared earlier in the file. */
static bool is_nameable(struct study *study, const struct object *object)
{
    const struct variable *variable = object->variable;
    const struct loop *loop = study->facts->loop;
    if (!object->text)
        return false;
    if (!variable || variable->function == loop->function)
        return !variable || !is_declared_in_header(study, object);
    for (unsigned k = 0; k < study->region->access_count; k++)
        if (study->region->accesses[k]->object == object && !study->region->accesses[k]->call_depth)
            return true;
    return !variable->function && variable->place.file == loop->stmt->place.file &&
           variable->place.begin < loop->stmt->place.begin;
}

/* See dependence.h. */
bool section_of(struct study *study, const struct object *object, const char **lower, const char **length,
                long long *constant)
{
    isl_set *set = touched(study, object);
    if (!set || isl_set_dim(set, isl_dim_set) != 1) {
        isl_set_free(set);
        return false;
    }
    isl_aff *low = bound_of(set, 0, false), *high = bound_of(set, 0, true);
    isl_set_free(set);
    isl_aff *count = isl_aff_add_constant_si(isl_aff_sub(high, isl_aff_copy(low)), 1);
    *lower = low ? region_affine_text(study->region, low) : NULL;
    *length = count ? region_affine_text(study->region, count) : NULL;
    *constant = -1;
    if (count && isl_aff_is_cst(count) == isl_bool_true) {
        isl_val *value = isl_aff_get_constant_val(count);
        if (value && isl_val_is_int(value) == isl_bool_true)
            *constant = isl_val_get_num_si(value);
        isl_val_free(value);
    }
    isl_aff_free(low);
    isl_aff_free(count);
    return *lower && *length && (*constant < 0 || *constant > 0);
}

struct text_check {
    struct study *study;
    struct variable **assigned;
    bool is_bad;
};

static void check_name(struct expr *expr, void *user)
{
    struct text_check *check = user;
    if (expr->kind == EXPR_CALL || expr->kind == EXPR_ASSIGN || expr->kind == EXPR_STATEMENT ||
        expr->kind == EXPR_OPAQUE || expr->kind == EXPR_COMPOUND_LITERAL ||
        (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC && expr->op <= OP_POST_DEC))
        check->is_bad = true;
    if (expr->kind != EXPR_VARIABLE || !expr->variable)
        return;
    for (unsigned k = 0; check->assigned[k]; k++)
        check->is_bad |= check->assigned[k] == expr->variable;
    const struct stmt *declaration = expr->variable->declaration, *loop = check->study->facts->loop->stmt;
    check->is_bad |= declaration && stmt_contains(loop, declaration);
    check->is_bad |= expr->variable->function && expr->variable->function != check->study->facts->loop->function;
}

/* See dependence.h. Memory that the expression reads must be known not to change by other means. */
const char *text_before(struct study *study, struct expr *expr)
{
    struct text_check check = { study, assigned_variables(study->arena, study->facts->loop->stmt, NULL), false };
    expr_visit(expr, check_name, &check);
    if (check.is_bad || expr->place.from_macro)
        return NULL;
    return unit_source(study->facts->loop->function->unit, expr->place);
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
    isl_set *set = is_nameable(study, object) ? touched(study, object) : NULL;
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
        lower = low_part && lower ? arena_printf(study->arena, "%s + %s", lower, low_part)
                : low_part        ? low_part
                                  : lower;
        upper = high_part && upper ? arena_printf(study->arena, "%s + %s", upper, high_part)
                : high_part        ? high_part
                                   : upper;
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

void check_add(struct study *study, struct check check)
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
        check_add(study, check);
    }
    return true;
}

/* ---- indirect writes
 * --------------------------------------------------------------------------------------------------- */

/* The unknown that both accesses share, which is one load of the iteration from an array that the loop leaves alone. */
static const struct unknown *common_load(const struct access *a, const struct access *b)
{
    for (unsigned k = 0; k < a->unknown_count; k++) {
        const struct unknown *unknown = &a->unknowns[k];
        if (unknown->loop_depth != 1 || !unknown->object || !unknown->expr ||
            (unknown->object->kind != OBJECT_VARIABLE && unknown->object->kind != OBJECT_POINTER) ||
            !type_is_integer(unknown->expr->type))
            continue;
        for (unsigned l = 0; l < b->unknown_count; l++)
            if (b->unknowns[l].id == unknown->id)
                return unknown;
    }
    return NULL;
}

/* The read that "load" stands for, if it reads another element in every iteration; else NULL. */
static struct access *injective_read(struct study *study, const struct unknown *load)
{
    for (unsigned k = 0; k < study->region->access_count; k++) {
        struct access *access = study->region->accesses[k];
        if (access->expr != load->expr || access->kind != ACCESS_READ || access->object != load->object)
            continue;
        bool is_plain = access->relation && access->depth == 1 && !access->unknown_count && access->object->rank == 1 &&
                        access->object->unit == access->size;
        return is_plain && dependence_exists(access, access, ~0u) == isl_bool_false ? access : NULL;
    }
    return NULL;
}

/* Whether all conflicts of the object vanish if an index array holds no value twice. */
bool check_injective(struct study *study, struct object_state *state)
{
    const struct unknown *load = NULL;
    for (unsigned k = 0; k < state->conflict_count; k++) {
        struct conflict *conflict = &state->conflicts[k];
        const struct unknown *found = common_load(conflict->first, conflict->second);
        if (!found || (load && found->id != load->id) || !conflict->first->relation || !conflict->second->relation ||
            dependence_exists(conflict->first, conflict->second, found->id) != isl_bool_false)
            return false;
        load = found;
    }
    struct access *read = load && is_nameable(study, load->object) ? injective_read(study, load) : NULL;
    if (!read)
        return false;
    isl_set *elements = isl_map_range(isl_map_copy(read->relation));
    struct check check = { .kind = CHECK_INJECTIVE };
    const char *upper = bound_text(study, elements, 0, true);
    check.a.base = load->object->text;
    check.a.lower = bound_text(study, elements, 0, false);
    check.a.upper = upper ? arena_printf(study->arena, "%s + 1", upper) : NULL;
    isl_set_free(elements);
    if (!check.a.lower || !upper)
        return false;
    check.element_type = load->expr->type->spelling;
    if (!strncmp(check.element_type, "const ", 6))
        check.element_type += 6;
    check.assumption = arena_printf(study->arena, "%s holds no value twice", check.a.base);
    check_add(study, check);
    return true;
}

/* ---- rows
 * ---------------------------------------------------------------------------------------------------------------- */

/* An array of row pointers that is written through: its rows may overlap unless a check says they do not. */
bool check_rows(struct study *study, struct object_state *state)
{
    struct check check = { .kind = CHECK_ROWS };
    if (!range_of(study, state->object, &check.a)) {
        reason_set(study, "alias",
                   arena_printf(study->arena, "rows of %s may overlap",
                                state->object->text ? state->object->text : "the matrix"),
                   "allocate the matrix as one block", study->facts->loop->stmt->place);
        return false;
    }
    check.assumption = arena_printf(study->arena, "the rows of %s do not overlap", check.a.base);
    check_add(study, check);
    return true;
}
