/* Initialiser lists. libclang shows them as written; here every value is put where the language puts it (C11 6.7.9):
 * designators, values after a designator, and lists whose inner braces were left out. */
#include "frontend/builder.h"

#include <string.h>

enum { GAP_LIMIT = 1 << 16 }; /* a designator further on than this makes the list opaque */

/* The values of one pair of braces, and the next one to be placed. */
struct values {
    struct builder *builder;
    unsigned base, next, count; /* cursors builder->stack[base + next .. base + count - 1] are left */
};

static CXCursor current_value(const struct values *values)
{
    return values->builder->stack[values->base + values->next];
}

/* Whether "cursor" is a value with a designator: libclang shows it as an unexposed expression of type void. */
static bool is_designated(CXCursor cursor)
{
    return clang_getCursorKind(cursor) == CXCursor_UnexposedExpr && clang_getCursorType(cursor).kind == CXType_Void;
}

static bool is_aggregate(const struct type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

/* The number of elements or fields of "type" that a list can fill. */
static long long capacity_of(const struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return type->extent >= 0 ? type->extent : GAP_LIMIT;
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        return type->record->field_count;
    return 1;
}

static struct type *element_type(struct type *type, long long position)
{
    if (type->kind == TYPE_ARRAY)
        return type->element;
    if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        return type->record->fields[position]->type;
    return type;
}

/* "position" or the next one that is not an unnamed bit-field, which no value is for. */
static long long skip_unnamed(const struct type *type, long long position)
{
    if (type->kind == TYPE_STRUCT)
        while (position < type->record->field_count && type->record->fields[position]->bit_width >= 0 &&
               type->record->fields[position]->name[0] == '\0')
            position++;
    return position;
}

/* Make "value" operand "position" of "list". */
static void list_set(struct builder *builder, struct expr *list, long long position, struct expr *value)
{
    if (list->kind == EXPR_OPAQUE || position > (long long)list->operand_count + GAP_LIMIT) {
        list->kind = EXPR_OPAQUE;
        position = list->operand_count;
    }
    while (list->operand_count <= position)
        expr_add_operand(builder, list, NULL);
    list->operands[position] = value;
}

static struct expr *list_new(struct builder *builder, struct type *type, CXCursor cursor)
{
    struct expr *list = ARENA_NEW(builder->arena, struct expr);
    list->kind = EXPR_INIT_LIST;
    list->type = type;
    list->place = place_of_cursor(builder, cursor);
    return list;
}

static bool is_string_for(const struct type *type, CXCursor cursor)
{
    return clang_getCursorKind(cursor) == CXCursor_StringLiteral && type->kind == TYPE_ARRAY &&
           type->element->kind == TYPE_INT;
}

/* Whether the value at "cursor" initialises an object of "type" as a whole. */
static bool is_whole_value(struct builder *builder, const struct type *type, CXCursor cursor)
{
    if (!is_aggregate(type) || is_string_for(type, cursor))
        return true;
    struct type *own = type_build(builder, clang_getCursorType(cursor));
    return type->kind != TYPE_ARRAY && own->record == type->record;
}

static void fill(struct values *values, struct expr *list, long long position, bool is_braced);
static struct expr *braced_list(struct builder *builder, CXCursor cursor, struct type *type);

/* Build the next value for an object of "type" and step past it. */
static struct expr *next_value(struct values *values, struct type *type)
{
    struct builder *builder = values->builder;
    CXCursor cursor = current_value(values);
    if (clang_getCursorKind(cursor) == CXCursor_InitListExpr) {
        values->next++;
        return braced_list(builder, cursor, type);
    }
    if (is_whole_value(builder, type, cursor)) {
        values->next++;
        return expr_build(builder, cursor);
    }
    struct expr *list = list_new(builder, type, cursor);
    unsigned before = values->next;
    fill(values, list, 0, false);
    const struct expr *last = list->operand_count ? list->operands[list->operand_count - 1] : NULL;
    if (last && last->place.file == list->place.file && last->place.end > list->place.end)
        place_set_end(builder, &list->place, last->place.end);
    if (values->next == before) { /* an empty aggregate cannot take it */
        list->kind = EXPR_OPAQUE;
        expr_add_operand(builder, list, expr_build(builder, cursor));
        values->next++;
    }
    return list;
}

/* The position in an object of "type" that the designator "cursor" names, or -1. */
static long long designated_position(struct builder *builder, const struct type *type, CXCursor cursor)
{
    if (clang_getCursorKind(cursor) == CXCursor_MemberRef) {
        const struct field *field = type_field(builder, clang_getCursorReferenced(cursor));
        bool is_ours =
            field && (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) && field->record == type->record;
        return is_ours ? (long long)field->index : -1;
    }
    const struct expr *index = expr_build(builder, cursor);
    return type->kind == TYPE_ARRAY && index->has_value && index->int_value >= 0 ? index->int_value : -1;
}

/* Place the value below the designators builder->stack[base .. base + count - 1] into "list"; the value is the last of
 * these cursors. What follows without a designator continues behind it, inside out. Returns the next position in "list"
 * or -1 if a designator is not understood. */
static long long place_designated(struct values *values, struct expr *list, unsigned base, unsigned count)
{
    struct builder *builder = values->builder;
    long long position = designated_position(builder, list->type, builder->stack[base]);
    if (position < 0 || position >= capacity_of(list->type))
        return -1;
    struct type *type = element_type(list->type, position);
    if (count == 2) { /* as if the value stood there without its designator: more may follow for the same object */
        builder->stack[values->base + values->next] = builder->stack[base + 1];
        list_set(builder, list, position, next_value(values, type));
        return position + 1;
    }
    struct expr *inner = position < list->operand_count ? list->operands[position] : NULL;
    if (!inner || inner->kind != EXPR_INIT_LIST)
        inner = list_new(builder, type, current_value(values));
    list_set(builder, list, position, inner);
    long long next = place_designated(values, inner, base + 1, count - 1);
    if (next < 0)
        return -1;
    fill(values, inner, next, false);
    return position + 1;
}

/* Whether `...` stands between the start of the designated value "whole" and that of its "value", also in the argument
 * of a macro. */
static bool is_range_designator(struct builder *builder, CXCursor whole, CXCursor value)
{
    const struct source_file *file = builder->unit->main;
    CXFile whole_file, value_file;
    unsigned begin, end;
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(whole)), &whole_file, NULL, NULL, &begin);
    clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(value)), &value_file, NULL, NULL, &end);
    if (!whole_file || !value_file || !clang_File_isEqual(whole_file, builder->main_file) ||
        !clang_File_isEqual(value_file, builder->main_file) || begin >= end || end > file->length)
        return false;
    return memmem(file->text + begin, end - begin, "...", 3) != NULL;
}

/* [low ... high] = value: one expression in all these positions. */
static long long place_range(struct values *values, struct expr *list, unsigned base)
{
    struct builder *builder = values->builder;
    long long low = designated_position(builder, list->type, builder->stack[base]);
    long long high = designated_position(builder, list->type, builder->stack[base + 1]);
    if (low < 0 || high < low || high - low > GAP_LIMIT)
        return -1;
    struct values single = { builder, base, 2, 3 };
    struct expr *value = next_value(&single, element_type(list->type, low));
    values->next++;
    for (long long position = low; position <= high; position++)
        list_set(builder, list, position, value);
    return high + 1;
}

/* Place the designated value that comes next, and what follows it in its inner objects. */
static long long take_designated(struct values *values, struct expr *list)
{
    struct builder *builder = values->builder;
    CXCursor cursor = current_value(values);
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor), next = values->next + 1;
    long long position = -1;
    if (count >= 2) {
        bool is_range = is_range_designator(builder, cursor, builder->stack[base + count - 1]);
        if (is_range && count == 3)
            position = place_range(values, list, base);
        else if (!is_range)
            position = place_designated(values, list, base, count);
    }
    builder->stack_count = base;
    if (position < 0) {
        list->kind = EXPR_OPAQUE;
        expr_add_operand(builder, list, expr_build_opaque(builder, cursor));
        position = list->operand_count;
        values->next = next;
    }
    return position;
}

/* Fill "list" from "position" on with the values that are left. Without braces of its own it takes only what fits and
 * leaves designators to the list around it. */
static void fill(struct values *values, struct expr *list, long long position, bool is_braced)
{
    long long capacity = capacity_of(list->type);
    while (values->next < values->count) {
        if (is_designated(current_value(values))) {
            if (!is_braced)
                return;
            position = take_designated(values, list);
            continue;
        }
        position = skip_unnamed(list->type, position);
        bool is_full = position >= capacity || (list->type->kind == TYPE_UNION && position > 0);
        if (is_full && !is_braced)
            return;
        if (is_full || list->kind == EXPR_OPAQUE) { /* too many values: evaluated, not stored */
            list->kind = EXPR_OPAQUE;
            expr_add_operand(values->builder, list, expr_build(values->builder, current_value(values)));
            values->next++;
            continue;
        }
        list_set(values->builder, list, position, next_value(values, element_type(list->type, position)));
        position++;
    }
}

/* The list { ... } at "cursor" for an object of "type". */
static struct expr *braced_list(struct builder *builder, CXCursor cursor, struct type *type)
{
    struct expr *list = list_new(builder, type, cursor);
    if (builder->depth >= DEPTH_LIMIT)
        return expr_build_flat(builder, cursor);
    builder->depth++;
    unsigned base = builder->stack_count;
    struct values values = { builder, base, 0, cursor_children(builder, cursor) };
    if (values.count == 1 && is_string_for(type, builder->stack[base]))
        list_set(builder, list, 0, expr_build(builder, builder->stack[base]));
    else
        fill(&values, list, 0, true);
    builder->stack_count = base;
    builder->depth--;
    return list;
}

/* See builder.h: the initialiser list at "cursor", whose type is that of the object. */
struct expr *expr_build_initialiser_list(struct builder *builder, CXCursor cursor)
{
    return braced_list(builder, cursor, type_build(builder, clang_getCursorType(cursor)));
}
