#include <limits.h>

#include "analysis/definition.h"
#include "analysis/walk.h"

static const struct value no_value = { .kind = VALUE_NONE };

/* A scalar that nothing but its name reaches: its value is tracked. */
bool walk_is_register(const struct variable *variable)
{
    return (variable->storage == STORAGE_LOCAL || variable->storage == STORAGE_PARAMETER) && !variable->address_taken &&
           type_is_scalar(variable->type) && !variable->type->is_volatile && !variable->type->is_atomic;
}

/* Whether reads and writes of the register "variable" are recorded: not if it lives within an iteration, nor if it is a
 * counter of the region's loop. */
static bool is_recorded(struct walker *walker, struct variable *variable)
{
    const struct iteration *iteration = &walker->region->iteration;
    if (iteration->kind != ITERATION_UNKNOWN) {
        if (variable == iteration->variable)
            return false;
        for (unsigned k = 0; k < iteration->other_count; k++)
            if (variable == iteration->others[k].variable)
                return false;
    }
    return !walk_variable_object(walker, variable)->is_inner;
}

static bool is_assigned_in_region(struct walker *walker, struct variable *variable)
{
    for (unsigned k = 0; k < walker->assigned_count; k++)
        if (walker->assigned[k] == variable)
            return true;
    return false;
}

/* What "variable" was defined as, once and for all, in terms of the parameters of its function; NULL if it was not. */
static const struct polynomial *defined_value(struct walker *walker, struct variable *variable)
{
    struct region *region = walker->region;
    struct expr *definition =
        variable->function == region->loop->function ? definition_of(variable, region->loop->stmt) : NULL;
    if (!definition)
        return NULL;
    unsigned accesses = region->access_count, raws = walker->raw_count;
    double work = walker->work;
    struct value value = walk_expr(walker, definition);
    region->access_count = accesses;
    walker->raw_count = raws;
    walker->work = work;
    bool fits = value.kind == VALUE_INTEGER && variable->type->bits >= definition->type->bits;
    return fits && walk_is_invariant(walker, value.number) ? value.number : NULL;
}

/* The value of "variable" in front of the region. */
static struct value initial_value(struct walker *walker, struct variable *variable, struct expr *expr)
{
    struct type *type = variable->type;
    if (type->kind == TYPE_POINTER) {
        struct object *object = walk_pointer_object(walker, variable, NULL, NULL, expr);
        return (
            struct value){ .kind = VALUE_POINTER, .number = polynomial_constant(walker->arena, 0), .object = object };
    }
    if (!type_is_integer(type))
        return no_value;
    if (type->is_const && variable->init && variable->init->has_value)
        return value_integer(polynomial_constant(walker->arena, variable->init->int_value));
    const struct polynomial *defined = defined_value(walker, variable);
    return value_integer(defined ? defined : walk_parameter(walker, expr, variable->name, type));
}

/* The value of the register "variable", read by "expr" (NULL: nothing is recorded). */
static struct value read_register(struct walker *walker, struct variable *variable, struct expr *expr)
{
    if (is_recorded(walker, variable))
        walk_record_scalar(walker, ACCESS_READ, variable, expr);
    struct value *bound = walk_binding(walker, variable);
    if (!bound) {
        bool is_callees = walker->call_depth && variable->function != walker->region->loop->function;
        struct value value;
        if (is_callees || is_assigned_in_region(walker, variable) || walk_variable_object(walker, variable)->is_inner)
            value = type_is_integer(variable->type) ? value_integer(walk_unknown(walker, expr)) : no_value;
        else
            value = initial_value(walker, variable, expr);
        walk_bind(walker, variable, value);
        bound = walk_binding(walker, variable);
    }
    if (bound->kind == VALUE_NONE && type_is_integer(variable->type))
        *bound = value_integer(walk_unknown(walker, expr));
    return *bound;
}

/* ---- integers -----------------------------------------------------------------------------------------------------
 */

/* "value" if the integer "type" can hold it (signed overflow is undefined, unsigned values must be proven in range),
 * else a fresh unknown. "is_conversion": out-of-range signed results are defined by the implementation. */
static struct value fit(struct walker *walker, const struct polynomial *value, struct expr *expr, bool is_conversion)
{
    const struct type *type = expr->type;
    if (!type_is_integer(type))
        return no_value;
    if (!value)
        return value_integer(walk_unknown(walker, expr));
    if (!type->is_unsigned && type->kind != TYPE_BOOL && !is_conversion)
        return value_integer(value);
    long long high = type->kind == TYPE_BOOL ? 1
                     : type->bits >= 63      ? LLONG_MAX / 4
                                             : (1LL << (type->bits - !type->is_unsigned)) - 1;
    long long low = type->is_unsigned || type->kind == TYPE_BOOL ? 0
                    : type->bits >= 63                           ? LLONG_MIN / 4
                                                                 : -(1LL << (type->bits - 1));
    if (type->bits >= 63 && walk_is_within(walker, value, low, NULL))
        return value_integer(value);
    if (type->bits < 63 && walk_is_within(walker, value, low, &high))
        return value_integer(value);
    return value_integer(walk_unknown(walker, expr));
}

/* Quotient and remainder of "value" by the constant "divisor" > 0, rounding down ("is_floor") or toward zero as C does:
 * unknowns tied to "value" by  value = divisor * quotient + remainder. */
static const struct polynomial *divide(struct walker *walker, const struct polynomial *value, long long divisor,
                                       bool is_floor, bool wants_remainder)
{
    struct arena *arena = walker->arena;
    if (!value || divisor <= 0 || divisor > (1LL << 40))
        return NULL;
    for (unsigned t = 0; t < value->count; t++)
        if (value->terms[t].degree > 1)
            return NULL;
    const struct polynomial *quotient = walk_unknown(walker, NULL);
    const struct polynomial *remainder = polynomial_subtract(arena, value, polynomial_scale(arena, quotient, divisor));
    walk_determine(walker, quotient);
    const struct polynomial *limit = polynomial_constant(arena, divisor - 1);
    struct constraint down[] = { { remainder, false },
                                 { polynomial_subtract(arena, limit, remainder), false },
                                 { value, false } };
    if (is_floor || walk_is_within(walker, value, 0, NULL)) {
        walk_alternative(walker, quotient, down, 2);
    } else {
        walk_alternative(walker, quotient, down, 3);
        const struct polynomial *minus = polynomial_scale(arena, remainder, -1);
        struct constraint up[] = { { minus, false },
                                   { polynomial_subtract(arena, limit, minus), false },
                                   { polynomial_scale(arena, value, -1), false } };
        walk_alternative(walker, quotient, up, 3);
    }
    return wants_remainder ? remainder : quotient;
}

static struct value integer_operation(struct walker *walker, struct expr *expr, enum operator op, struct value a,
                                      struct value b)
{
    struct arena *arena = walker->arena;
    if (a.kind != VALUE_INTEGER || b.kind != VALUE_INTEGER)
        return fit(walker, NULL, expr, false);
    long long constant = 0;
    bool has_constant = polynomial_is_constant(b.number, &constant);
    const struct polynomial *result = NULL;
    switch (op) {
    case OP_ADD:
        result = polynomial_add(arena, a.number, b.number);
        break;
    case OP_SUB:
        result = polynomial_subtract(arena, a.number, b.number);
        break;
    case OP_MUL:
        result = polynomial_multiply(arena, a.number, b.number);
        break;
    case OP_DIV:
        if (has_constant)
            result = divide(walker, a.number, constant, false, false);
        break;
    case OP_REM:
        if (has_constant)
            result = divide(walker, a.number, constant, false, true);
        break;
    case OP_SHL:
        if (has_constant && constant >= 0 && constant < 40)
            result = polynomial_scale(arena, a.number, 1LL << constant);
        break;
    case OP_SHR:
        if (has_constant && constant >= 0 && constant < 40)
            result = divide(walker, a.number, 1LL << constant, true, false);
        break;
    case OP_AND:
        if (!has_constant && polynomial_is_constant(a.number, &constant)) {
            a = b;
            has_constant = true;
        }
        if (has_constant && constant >= 0 && constant < (1LL << 40) && (constant & (constant + 1)) == 0) {
            result = divide(walker, a.number, constant + 1, true, true);
        } else if (has_constant && constant >= 0) {
            result = walk_unknown(walker, NULL);
            struct constraint range[] = {
                { result, false }, { polynomial_subtract(arena, polynomial_constant(arena, constant), result), false }
            };
            walk_alternative(walker, result, range, 2);
        }
        break;
    default:
        break;
    }
    long long value;
    if (expr->has_value)
        result = polynomial_constant(arena, expr->int_value);
    else if (polynomial_is_constant(a.number, &value) && has_constant && !result)
        result = NULL;
    return fit(walker, result, expr, false);
}

/* The number of elements of the array "type"; those of VLAs are polynomials. */
static const struct polynomial *extent_of(struct walker *walker, struct type *type)
{
    if (type->extent >= 0)
        return polynomial_constant(walker->arena, type->extent);
    if (!type->extent_expr)
        return NULL;
    /* VLA sizes were fixed at the declaration: they are known only if their variables do not change */
    struct expr *expr = expr_skip_casts(type->extent_expr);
    if (expr->has_value)
        return polynomial_constant(walker->arena, expr->int_value);
    struct value extent = walk_expr(walker, expr);
    return extent.kind == VALUE_INTEGER ? extent.number : NULL;
}

/* The size of one element of "type" in bytes; run-time sizes of VLAs are polynomials. */
static const struct polynomial *size_of(struct walker *walker, struct type *type)
{
    if (!type)
        return NULL;
    if (type->size >= 0)
        return polynomial_constant(walker->arena, type->size ? type->size : 1);
    if (type->kind == TYPE_VOID)
        return polynomial_constant(walker->arena, 1);
    if (type->kind != TYPE_ARRAY)
        return NULL;
    return polynomial_multiply(walker->arena, extent_of(walker, type), size_of(walker, type->element));
}

static struct value move_pointer(struct walker *walker, struct value pointer, struct value index, struct type *element,
                                 int sign)
{
    if (pointer.kind != VALUE_POINTER)
        return pointer;
    const struct polynomial *size = size_of(walker, element);
    const struct polynomial *distance =
        index.kind == VALUE_INTEGER ? polynomial_multiply(walker->arena, index.number, size) : NULL;
    pointer.number = polynomial_add(walker->arena, pointer.number, polynomial_scale(walker->arena, distance, sign));
    return pointer;
}

/* ---- places -------------------------------------------------------------------------------------------------------
 */

static struct value pointer_to(struct walker *walker, struct object *object)
{
    return (struct value){ .kind = VALUE_POINTER, .number = polynomial_constant(walker->arena, 0), .object = object };
}

static struct value unknown_place(struct walker *walker, struct expr *pointer)
{
    return (struct value){ .kind = VALUE_POINTER, .object = walk_unknown_object(walker, pointer) };
}

/* A pointer value, or one that may be anything "expr" may point to. */
static struct value as_pointer(struct walker *walker, struct value value, struct expr *expr)
{
    return value.kind == VALUE_POINTER ? value : unknown_place(walker, expr);
}

/* Whether the array "expr" may have more elements than its type says: the last member of a record that stands at the
 * end of a larger block (C11 6.7.2.1p18, and the older [1] and [0]), or a member of a union. */
static bool is_open_ended(struct expr *expr)
{
    if (expr->kind == EXPR_UNARY && expr->op == OP_EXTENSION)
        return is_open_ended(expr->operands[0]);
    if (expr->kind == EXPR_MEMBER) {
        const struct record *record = expr->field ? expr->field->record : NULL;
        if (!record || record->is_union || expr->is_arrow)
            return !record || record->is_union || expr->field->index + 1 == record->field_count;
        return expr->field->index + 1 == record->field_count && is_open_ended(expr->operands[0]);
    }
    return expr->kind != EXPR_VARIABLE && expr->kind != EXPR_INDEX;
}

/* Note that "place" was reached by the subscript "index" of "array". */
static void note_subscript(struct walker *walker, struct value *place, struct expr *array, struct value index)
{
    const struct polynomial *stride = size_of(walker, array->type->element);
    if (index.kind != VALUE_INTEGER || !stride || place->kind != VALUE_POINTER)
        return;
    struct subscript *subscript = ARENA_NEW(walker->arena, struct subscript);
    *subscript = (struct subscript){ .index = index.number, .stride = stride, .next = place->subscripts };
    if (array->type->kind == TYPE_ARRAY && !is_open_ended(array))
        subscript->extent = extent_of(walker, array->type);
    place->subscripts = subscript;
}

/* The address of the lvalue (or array) "expr". */
struct value walk_place(struct walker *walker, struct expr *expr)
{
    struct expr *inner = expr->operand_count ? expr->operands[0] : NULL;
    switch (expr->kind) {
    case EXPR_VARIABLE:
        return pointer_to(walker, walk_variable_object(walker, expr->variable));
    case EXPR_INDEX: {
        struct value base = inner->type->kind == TYPE_ARRAY ? walk_place(walker, inner) : walk_expr(walker, inner);
        base = as_pointer(walker, base, inner);
        struct value index = walk_expr(walker, expr->operands[1]);
        struct value place = move_pointer(walker, base, index, inner->type->element, 1);
        note_subscript(walker, &place, inner, index);
        return place;
    }
    case EXPR_MEMBER: {
        struct value base =
            expr->is_arrow ? as_pointer(walker, walk_expr(walker, inner), inner) : walk_place(walker, inner);
        if (base.object && expr->field && expr->field->bit_width >= 0)
            base.object->is_bit_field = true;
        if (base.object && expr->field && expr->field->record && expr->field->record->is_union)
            base.object->unit = -1;
        long long offset = expr->field ? expr->field->offset_bits / 8 : 0;
        base.number = polynomial_add(walker->arena, base.number, polynomial_constant(walker->arena, offset));
        return base;
    }
    case EXPR_UNARY:
        if (expr->op == OP_DEREF) {
            struct value base = inner->type->kind == TYPE_ARRAY ? walk_place(walker, inner) : walk_expr(walker, inner);
            return as_pointer(walker, base, inner);
        }
        if (expr->op == OP_EXTENSION)
            return walk_place(walker, inner);
        if (expr->op == OP_REAL || expr->op == OP_IMAG) {
            struct value place = walk_place(walker, inner);
            if (expr->op == OP_IMAG && inner->type->size > 0)
                place.number = polynomial_add(walker->arena, place.number,
                                              polynomial_constant(walker->arena, inner->type->size / 2));
            return place;
        }
        break;
    case EXPR_CAST:
        if (inner)
            return inner->type->kind == TYPE_POINTER ? as_pointer(walker, walk_expr(walker, inner), inner)
                                                     : walk_place(walker, inner);
        break;
    case EXPR_COMPOUND_LITERAL: {
        struct value place = pointer_to(walker, walk_fresh_object(walker, expr));
        for (unsigned k = 0; k < expr->operand_count; k++)
            if (expr->operands[k])
                walk_expr(walker, expr->operands[k]);
        return place;
    }
    case EXPR_STRING:
        return pointer_to(walker, walk_fresh_object(walker, expr));
    default:
        break;
    }
    /* rvalues of struct type, conditional lvalues ...: the value is read here and lives within the iteration */
    walk_expr(walker, expr);
    return pointer_to(walker, walk_fresh_object(walker, expr));
}

/* ---- loads and stores ---------------------------------------------------------------------------------------------
 */

static bool same_row(const struct polynomial *a, const struct polynomial *b)
{
    return (!a && !b) || polynomial_equal(a, b);
}

static struct load_memo *find_load(struct walker *walker, struct value place, long long size)
{
    for (unsigned k = walker->load_count; k-- > 0;) {
        struct load_memo *memo = &walker->loads[k];
        if (memo->object == place.object && memo->size == size && polynomial_equal(memo->offset, place.number) &&
            same_row(memo->row, place.row) && memo->depth <= walker->depth &&
            walker->serials[memo->depth] == memo->serial)
            return memo;
    }
    return NULL;
}

/* Tie the fresh "unknown" to the contents of a constant table that it is loaded from. */
static void tie_to_table(struct walker *walker, const struct polynomial *unknown, struct value place, long long size)
{
    const long long *values;
    if (place.object->kind != OBJECT_VARIABLE || place.row)
        return;
    unsigned count = program_constant_table(walker->program, place.object->variable, &values);
    if (!count || count > 64 || size <= 0)
        return;
    struct atom *atom = &walker->atoms[unknown->terms[0].atoms[0]];
    atom->alternative_count = 0;
    atom->alternatives = NULL;
    atom->is_determined = true;
    for (unsigned k = 0; k < count; k++) {
        struct constraint entry[] = {
            { polynomial_subtract(walker->arena, place.number, polynomial_constant(walker->arena, k * size)), true },
            { polynomial_subtract(walker->arena, unknown, polynomial_constant(walker->arena, values[k])), true },
        };
        walk_alternative(walker, unknown, entry, 2);
    }
}

/* The value of the pointer that "expr" loads from "place", which is not written in the region. */
static struct value load_pointer(struct walker *walker, struct value place, struct expr *expr)
{
    struct arena *arena = walker->arena;
    if (!place.number || place.row)
        return unknown_place(walker, expr);
    if (walk_is_invariant(walker, place.number))
        return pointer_to(walker, walk_pointer_object(walker, NULL, place.object, place.number, expr));
    struct polynomial *row = arena_alloc(arena, sizeof *row + place.number->count * sizeof *row->terms);
    for (unsigned t = 0; t < place.number->count; t++) {
        struct term term = place.number->terms[t];
        if (term.coefficient % (long long)sizeof(void *))
            return unknown_place(walker, expr);
        term.coefficient /= (long long)sizeof(void *);
        row->terms[row->count++] = term;
    }
    struct value value = pointer_to(walker, walk_rows_object(walker, place.object, expr));
    value.row = row;
    return value;
}

/* Read what "expr" denotes at "place"; returns its value. */
struct value walk_load(struct walker *walker, struct value place, struct expr *expr)
{
    struct type *type = expr->type;
    walk_record(walker, ACCESS_READ, place, expr, type->size, true);
    bool is_integer = type_is_integer(type), is_pointer = type->kind == TYPE_POINTER;
    if (!is_integer && !is_pointer)
        return no_value;
    bool is_stable = place.kind == VALUE_POINTER && place.object->kind != OBJECT_UNKNOWN && place.number &&
                     !place.object->is_inner && !place.object->is_bit_field &&
                     !walk_is_written(walker, place.object, type);
    if (!is_stable)
        return is_integer ? value_integer(walk_unknown(walker, expr)) : unknown_place(walker, expr);
    struct load_memo *memo = find_load(walker, place, type->size);
    if (memo)
        return memo->value;
    struct load_memo fresh = {
        place.object, place.row, place.number, type->size, no_value, walker->depth, walker->serials[walker->depth]
    };
    if (is_pointer) {
        fresh.value = load_pointer(walker, place, expr);
    } else if (!place.row && walk_is_invariant(walker, place.number)) {
        fresh.value = value_integer(walk_parameter(walker, expr, walk_text(walker, expr), type));
        fresh.depth = 0;
        fresh.serial = walker->serials[0];
    } else {
        const struct polynomial *unknown = walk_unknown(walker, expr);
        struct atom *atom = &walker->atoms[unknown->terms[0].atoms[0]];
        atom->load_object = place.object;
        atom->load_offset = place.row ? NULL : place.number;
        tie_to_table(walker, unknown, place, type->size);
        fresh.value = value_integer(unknown);
    }
    ARENA_PUSH(walker->arena, walker->loads, walker->load_count, fresh);
    return fresh.value;
}

/* Assign "value" to "lvalue"; "reads_first": a compound assignment or increment, whose read was recorded before. */
void walk_store(struct walker *walker, struct expr *lvalue, struct value value, bool reads_first)
{
    (void)reads_first;
    struct expr *target = expr_skip_casts(lvalue);
    if (target->kind == EXPR_VARIABLE && walk_is_register(target->variable)) {
        if (is_recorded(walker, target->variable))
            walk_record_scalar(walker, ACCESS_WRITE, target->variable, target);
        if (value.kind == VALUE_NONE && type_is_integer(target->type))
            value = value_integer(walk_unknown(walker, target));
        walk_bind(walker, target->variable, value);
        return;
    }
    struct value place = walk_place(walker, target);
    walk_record(walker, ACCESS_WRITE, place, target, target->type->size, true);
}

/* ---- expressions --------------------------------------------------------------------------------------------------
 */

static struct value read_lvalue(struct walker *walker, struct expr *expr)
{
    if (expr->type->kind == TYPE_ARRAY)
        return walk_place(walker, expr);
    if (expr->kind == EXPR_VARIABLE && walk_is_register(expr->variable))
        return read_register(walker, expr->variable, expr);
    if (expr->kind == EXPR_VARIABLE && expr->type->is_const && type_is_integer(expr->type) && expr->variable->init &&
        expr->variable->init->has_value)
        return value_integer(polynomial_constant(walker->arena, expr->variable->init->int_value));
    return walk_load(walker, walk_place(walker, expr), expr);
}

static struct value convert(struct walker *walker, struct expr *cast, struct value value)
{
    struct type *from = cast->operands[0]->type, *to = cast->type;
    if (type_is_integer(to)) {
        if (!type_is_integer(from))
            return fit(walker, NULL, cast, true);
        if (value.kind != VALUE_INTEGER)
            return fit(walker, NULL, cast, true);
        bool widens = to->bits > from->bits && (!to->is_unsigned || from->is_unsigned) && to->kind != TYPE_BOOL;
        bool is_same = to->bits == from->bits && to->is_unsigned == from->is_unsigned;
        return widens || is_same ? value : fit(walker, value.number, cast, true);
    }
    if (to->kind == TYPE_POINTER)
        return value.kind == VALUE_POINTER ? value : unknown_place(walker, cast);
    return no_value;
}

static struct value walk_binary(struct walker *walker, struct expr *expr, enum operator op, struct value a,
                                struct value b, struct type *type_a, struct type *type_b)
{
    bool pointer_a = type_a->kind == TYPE_POINTER || type_a->kind == TYPE_ARRAY;
    bool pointer_b = type_b->kind == TYPE_POINTER || type_b->kind == TYPE_ARRAY;
    walker->work += walker->work_scale * (op == OP_DIV || op == OP_REM ? 8 : 1);
    if (pointer_a && pointer_b && op == OP_SUB) {
        long long size = type_a->element ? type_a->element->size : -1, constant;
        if (a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && a.object == b.object && same_row(a.row, b.row) &&
            size > 0) {
            const struct polynomial *bytes = polynomial_subtract(walker->arena, a.number, b.number);
            struct polynomial *elements =
                bytes ? arena_alloc(walker->arena, sizeof *bytes + bytes->count * sizeof *bytes->terms) : NULL;
            for (unsigned t = 0; elements && t < bytes->count; t++) {
                elements->terms[t] = bytes->terms[t];
                elements->count++;
                if (elements->terms[t].coefficient % size) {
                    elements = NULL;
                    break;
                }
                elements->terms[t].coefficient /= size;
            }
            (void)constant;
            return fit(walker, elements, expr, false);
        }
        return fit(walker, NULL, expr, false);
    }
    if ((pointer_a || pointer_b) && (op == OP_ADD || op == OP_SUB)) {
        struct value pointer = as_pointer(walker, pointer_a ? a : b, expr);
        return move_pointer(walker, pointer, pointer_a ? b : a, (pointer_a ? type_a : type_b)->element,
                            op == OP_SUB ? -1 : 1);
    }
    if (!type_is_integer(expr->type))
        return no_value;
    if (op >= OP_LT && op <= OP_LOR) {
        const struct polynomial *truth = walk_choice(walker);
        walker->atoms[truth->terms[0].atoms[0]].is_choice = false;
        return value_integer(truth);
    }
    return integer_operation(walker, expr, op, a, b);
}

static struct value walk_assign(struct walker *walker, struct expr *expr)
{
    struct expr *target = expr_skip_implicit(expr->operands[0]);
    bool is_record = target->type->kind == TYPE_STRUCT || target->type->kind == TYPE_UNION;
    struct value value;
    if (expr->op == OP_NONE) {
        if (is_record && expr_skip_implicit(expr->operands[1])->kind != EXPR_COMPOUND_LITERAL) {
            struct expr *source = expr_skip_implicit(expr->operands[1]);
            if (source->kind == EXPR_CALL || source->kind == EXPR_CONDITIONAL)
                walk_expr(walker, source);
            else
                walk_record(walker, ACCESS_READ, walk_place(walker, source), source, source->type->size, true);
            value = no_value;
        } else {
            value = walk_expr(walker, expr->operands[1]);
        }
        walk_store(walker, target, value, false);
        return value;
    }
    struct value old = read_lvalue(walker, target);
    struct value operand = walk_expr(walker, expr->operands[1]);
    /* `c += 1` on a narrow type computes in int and converts back */
    struct expr typed = *expr;
    typed.type = target->type;
    typed.has_value = false;
    value = walk_binary(walker, &typed, expr->op, old, operand, target->type, expr->operands[1]->type);
    if (value.kind == VALUE_INTEGER && type_is_integer(target->type) && target->type->bits < 32)
        value = fit(walker, value.number, target, true);
    walk_store(walker, target, value, true);
    return value;
}

static struct value walk_increment(struct walker *walker, struct expr *expr)
{
    struct expr *target = expr_skip_implicit(expr->operands[0]);
    struct value old = read_lvalue(walker, target);
    struct value one = value_integer(polynomial_constant(walker->arena, 1));
    int sign = expr->op == OP_PRE_DEC || expr->op == OP_POST_DEC ? -1 : 1;
    struct value changed = no_value;
    walker->work += walker->work_scale;
    if (old.kind == VALUE_POINTER)
        changed = move_pointer(walker, old, one, target->type->element, sign);
    else if (old.kind == VALUE_INTEGER)
        changed = fit(walker, polynomial_add(walker->arena, old.number, polynomial_constant(walker->arena, sign)),
                      target, target->type->bits < 32);
    walk_store(walker, target, changed, true);
    return expr->op == OP_PRE_INC || expr->op == OP_PRE_DEC ? changed : old;
}

/* One of two values, by a condition whose affine parts are "pair". */
static struct value join(struct walker *walker, struct expr *expr, struct guard_pair pair, struct value a,
                         struct value b)
{
    if (a.kind == VALUE_POINTER && b.kind == VALUE_POINTER && a.object == b.object && same_row(a.row, b.row)) {
        if (!polynomial_equal(a.number, b.number))
            a.number = NULL;
        return a;
    }
    if (expr->type->kind == TYPE_POINTER)
        return unknown_place(walker, expr);
    if (!type_is_integer(expr->type))
        return no_value;
    if (a.kind != VALUE_INTEGER || b.kind != VALUE_INTEGER)
        return value_integer(walk_unknown(walker, expr));
    if (polynomial_equal(a.number, b.number))
        return a;
    const struct polynomial *unknown = walk_unknown(walker, expr);
    walker->atoms[unknown->terms[0].atoms[0]].alternative_count = 0;
    walk_determine(walker, unknown);
    const struct conjunction *sides[] = { &pair.yes, &pair.no };
    for (int side = 0; side < 2; side++) {
        const struct polynomial *number = side ? b.number : a.number;
        struct constraint *all = ARENA_ARRAY(walker->arena, struct constraint, sides[side]->count + 1);
        for (unsigned k = 0; k < sides[side]->count; k++)
            all[k] = sides[side]->constraints[k];
        all[sides[side]->count] = (struct constraint){ polynomial_subtract(walker->arena, unknown, number), true };
        walk_alternative(walker, unknown, all, sides[side]->count + 1);
    }
    return value_integer(unknown);
}

struct value walk_join(struct walker *walker, struct expr *expr, struct guard_pair pair, struct value a,
                       struct value b);
struct value walk_join(struct walker *walker, struct expr *expr, struct guard_pair pair, struct value a, struct value b)
{
    return join(walker, expr, pair, a, b);
}

static struct value walk_conditional(struct walker *walker, struct expr *expr)
{
    struct guard_pair pair = walk_condition(walker, expr->operands[0]);
    unsigned guards = walker->guard_count;
    walk_guard(walker, &pair.yes);
    struct value a = walk_expr(walker, expr->operands[1]);
    walker->guard_count = guards;
    walk_guard(walker, &pair.no);
    struct value b = walk_expr(walker, expr->operands[2]);
    walker->guard_count = guards;
    return join(walker, expr, pair, a, b);
}

/* && and ||: the right side runs under the left one. */
static struct value walk_short_circuit(struct walker *walker, struct expr *expr)
{
    struct guard_pair pair = walk_condition(walker, expr->operands[0]);
    unsigned guards = walker->guard_count;
    walk_guard(walker, expr->op == OP_LAND ? &pair.yes : &pair.no);
    walk_expr(walker, expr->operands[1]);
    walker->guard_count = guards;
    const struct polynomial *truth = walk_choice(walker);
    walker->atoms[truth->terms[0].atoms[0]].is_choice = false;
    return value_integer(truth);
}

static struct value walk_unary(struct walker *walker, struct expr *expr)
{
    struct expr *inner = expr->operands[0];
    switch (expr->op) {
    case OP_PRE_INC:
    case OP_PRE_DEC:
    case OP_POST_INC:
    case OP_POST_DEC:
        return walk_increment(walker, expr);
    case OP_ADDRESS:
        return walk_place(walker, inner);
    case OP_DEREF:
    case OP_REAL:
    case OP_IMAG:
        return read_lvalue(walker, expr);
    case OP_EXTENSION:
    case OP_PLUS:
        return walk_expr(walker, inner);
    case OP_NEG: {
        struct value value = walk_expr(walker, inner);
        walker->work += walker->work_scale;
        if (!type_is_integer(expr->type))
            return no_value;
        return fit(walker, value.kind == VALUE_INTEGER ? polynomial_scale(walker->arena, value.number, -1) : NULL, expr,
                   false);
    }
    default:
        walk_expr(walker, inner);
        return type_is_integer(expr->type) ? value_integer(walk_unknown(walker, expr)) : no_value;
    }
}

static struct value evaluate(struct walker *walker, struct expr *expr)
{
    if (!expr || walker->is_exhausted)
        return no_value;
    if (++walker->steps > MAX_STEPS) {
        walker->is_exhausted = true;
        return no_value;
    }
    if (expr->has_value && type_is_integer(expr->type) && expr->kind != EXPR_ASSIGN && expr->kind != EXPR_CALL)
        return value_integer(polynomial_constant(walker->arena, expr->int_value));
    switch (expr->kind) {
    case EXPR_INT:
        return value_integer(polynomial_constant(walker->arena, expr->int_value));
    case EXPR_FLOAT:
        return no_value;
    case EXPR_STRING:
        return walk_place(walker, expr);
    case EXPR_VARIABLE:
    case EXPR_INDEX:
    case EXPR_MEMBER:
        return read_lvalue(walker, expr);
    case EXPR_FUNCTION:
        return (struct value){ .kind = VALUE_FUNCTION };
    case EXPR_UNARY:
        return walk_unary(walker, expr);
    case EXPR_BINARY: {
        if (expr->op == OP_LAND || expr->op == OP_LOR)
            return walk_short_circuit(walker, expr);
        struct value a = walk_expr(walker, expr->operands[0]);
        struct value b = walk_expr(walker, expr->operands[1]);
        if (expr->op == OP_COMMA)
            return b;
        return walk_binary(walker, expr, expr->op, a, b, expr->operands[0]->type, expr->operands[1]->type);
    }
    case EXPR_ASSIGN:
        return walk_assign(walker, expr);
    case EXPR_CONDITIONAL:
        return walk_conditional(walker, expr);
    case EXPR_CALL:
        return walk_call(walker, expr);
    case EXPR_CAST:
        if (expr->operands[0]->type->kind == TYPE_ARRAY)
            return walk_place(walker, expr->operands[0]);
        return convert(walker, expr, walk_expr(walker, expr->operands[0]));
    case EXPR_INIT_LIST:
        for (unsigned k = 0; k < expr->operand_count; k++)
            walk_expr(walker, expr->operands[k]);
        return no_value;
    case EXPR_COMPOUND_LITERAL: {
        struct value place = walk_place(walker, expr);
        return expr->type->kind == TYPE_ARRAY ? place : no_value;
    }
    case EXPR_STATEMENT:
        walk_stmt(walker, expr->statement);
        return type_is_integer(expr->type) ? value_integer(walk_unknown(walker, expr)) : no_value;
    case EXPR_OPAQUE:
        break;
    }
    walk_obstacle(walker, OBSTACLE_OPAQUE, expr->place, "an expression that is not understood");
    return no_value;
}

/* The value of "expr"; all its accesses are recorded in order of evaluation. */
struct value walk_expr(struct walker *walker, struct expr *expr)
{
    struct value value = evaluate(walker, expr);
    value.subscripts = NULL; /* a pointer may be moved beyond the array that it was made from */
    return value;
}
