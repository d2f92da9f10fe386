/* Types: from clang's to ours. Canonical types are built once and shared, so that the extent expressions of variable
 * length arrays, filled in when their declarator is read, are seen by every expression of that type. */
#include "frontend/builder.h"

#include <string.h>

static bool kind_is_character(enum CXTypeKind kind)
{
    return kind == CXType_Char_S || kind == CXType_Char_U || kind == CXType_SChar || kind == CXType_UChar;
}

static bool kind_is_unsigned(enum CXTypeKind kind)
{
    return kind == CXType_Bool || (kind >= CXType_Char_U && kind <= CXType_UInt128);
}

static enum type_kind kind_of(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_Void:
        return TYPE_VOID;
    case CXType_Bool:
        return TYPE_BOOL;
    case CXType_Enum:
        return TYPE_INT;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
        return TYPE_FLOAT;
    case CXType_Complex:
        return TYPE_COMPLEX;
    case CXType_Pointer:
        return TYPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return TYPE_ARRAY;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return TYPE_FUNCTION;
    default:
        return kind >= CXType_Char_U && kind <= CXType_Int128 ? TYPE_INT : TYPE_OTHER;
    }
}

static void fill_function(struct builder *builder, struct type *type, CXType clang_type)
{
    type->element = type_build(builder, clang_getResultType(clang_type));
    int count = clang_getNumArgTypes(clang_type);
    for (int k = 0; k < count; k++) {
        struct type *parameter = type_build(builder, clang_getArgType(clang_type, (unsigned)k));
        ARENA_PUSH(builder->arena, type->parameters, type->parameter_count, type_decay(builder, parameter));
    }
    type->is_variadic = clang_isFunctionTypeVariadic(clang_type) != 0 || clang_type.kind == CXType_FunctionNoProto;
}

/* The record that "type" (canonical, a struct or union) names. Its fields are filled in later, see drain_records():
 * records refer to each other in chains and circles. */
static struct record *record_build(struct builder *builder, CXType clang_type)
{
    CXCursor declaration = clang_getCanonicalCursor(clang_getTypeDeclaration(clang_type));
    struct record *record = cursor_map_find(&builder->declarations, declaration);
    if (record)
        return record;
    record = ARENA_NEW(builder->arena, struct record);
    cursor_map_put(&builder->declarations, declaration, record);
    record->name =
        clang_Cursor_isAnonymous(declaration) ? "" : builder_string(builder, clang_getCursorSpelling(declaration));
    if (strchr(record->name, '(')) /* clang's description of a record without a name */
        record->name = "";
    record->is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    record->size = clang_Type_getSizeOf(clang_type);
    record->is_complete = record->size >= 0;
    if (record->is_complete) {
        struct pending_record pending = { clang_type, record };
        ARENA_PUSH(builder->arena, builder->pending_records, builder->pending_record_count, pending);
    } else {
        record->size = -1;
    }
    return record;
}

struct field_visit {
    struct builder *builder;
    struct record *record;
};

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData user)
{
    struct field_visit *visit = user;
    struct builder *builder = visit->builder;
    struct field *field = ARENA_NEW(builder->arena, struct field);
    field->name = builder_string(builder, clang_getCursorSpelling(cursor));
    if (strchr(field->name, '('))
        field->name = "";
    field->type = type_build(builder, clang_getCursorType(cursor));
    field->record = visit->record;
    field->index = visit->record->field_count;
    field->offset_bits = clang_Cursor_getOffsetOfField(cursor);
    field->bit_width = clang_Cursor_isBitField(cursor) ? clang_getFieldDeclBitWidth(cursor) : -1;
    ARENA_PUSH(builder->arena, visit->record->fields, visit->record->field_count, field);
    cursor_map_put(&builder->declarations, clang_getCanonicalCursor(cursor), field);
    return CXVisit_Continue;
}

static void drain_records(struct builder *builder)
{
    while (builder->pending_record_count) {
        struct pending_record pending = builder->pending_records[--builder->pending_record_count];
        struct field_visit visit = { builder, pending.record };
        clang_Type_visitFields(pending.clang_type, add_field, &visit);
    }
}

static void fill_integer(struct type *type, CXType clang_type)
{
    enum CXTypeKind kind = clang_type.kind;
    if (kind == CXType_Enum) {
        type->is_enum = true;
        CXType base = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(clang_type));
        kind = clang_getCanonicalType(base).kind;
    }
    type->is_char = kind_is_character(kind);
    type->is_unsigned = kind_is_unsigned(kind);
}

/* What depends on the kind of the canonical "clang_type". */
static void fill_parts(struct builder *builder, struct type *type, CXType clang_type)
{
    type->extent = -1;
    switch (type->kind) {
    case TYPE_BOOL:
    case TYPE_INT:
        fill_integer(type, clang_type);
        break;
    case TYPE_POINTER:
        type->element = type_build(builder, clang_getPointeeType(clang_type));
        break;
    case TYPE_COMPLEX:
        type->element = type_build(builder, clang_getElementType(clang_type));
        break;
    case TYPE_ARRAY:
        type->element = type_build(builder, clang_getArrayElementType(clang_type));
        if (clang_type.kind == CXType_ConstantArray)
            type->extent = clang_getArraySize(clang_type);
        break;
    case TYPE_FUNCTION:
        fill_function(builder, type, clang_type);
        break;
    case TYPE_STRUCT:
        type->record = record_build(builder, clang_type);
        type->kind = type->record->is_union ? TYPE_UNION : TYPE_STRUCT;
        break;
    default:
        break;
    }
}

/* The size of the canonical "clang_type" in bytes, or -1. libclang crashes when asked for that of types which have none
 * (the type of a builtin function). */
static long long size_of(enum type_kind kind, CXType clang_type)
{
    bool is_sized = kind != TYPE_VOID && kind != TYPE_FUNCTION &&
                    (kind != TYPE_OTHER || clang_type.kind == CXType_Vector || clang_type.kind == CXType_Atomic);
    long long size = is_sized ? clang_Type_getSizeOf(clang_type) : -1;
    return size < 0 ? -1 : size;
}

static struct type *build_canonical(struct builder *builder, CXType clang_type)
{
    struct type *type = type_map_find(&builder->types, clang_type);
    if (type)
        return type;
    type = ARENA_NEW(builder->arena, struct type);
    type_map_put(&builder->types, clang_type, type);
    type->kind = clang_type.kind == CXType_Record ? TYPE_STRUCT : kind_of(clang_type.kind);
    type->size = size_of(type->kind, clang_type);
    if (type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_FLOAT)
        type->bits = (unsigned)(8 * type->size);
    type->is_const = clang_isConstQualifiedType(clang_type) != 0;
    type->is_volatile = clang_isVolatileQualifiedType(clang_type) != 0;
    type->is_restrict = clang_isRestrictQualifiedType(clang_type) != 0;
    type->is_atomic = clang_type.kind == CXType_Atomic;
    type->spelling = builder_string(builder, clang_getTypeSpelling(clang_type));
    type->written = type->spelling;
    fill_parts(builder, type, clang_type);
    return type;
}

/* Our type for "clang_type"; never NULL. The types of too deeply nested declarators are unknown. */
struct type *type_build(struct builder *builder, CXType clang_type)
{
    if (clang_type.kind == CXType_Invalid || builder->type_depth > DEPTH_LIMIT)
        return builder->unknown_type;
    struct type *type = type_map_find(&builder->types, clang_type);
    if (type)
        return type;
    builder->type_depth++;
    CXType canonical_type = clang_getCanonicalType(clang_type);
    type = build_canonical(builder, canonical_type);
    if (!clang_equalTypes(canonical_type, clang_type)) {
        struct type *sugared = ARENA_NEW(builder->arena, struct type);
        *sugared = *type;
        sugared->written = builder_string(builder, clang_getTypeSpelling(clang_type));
        type_map_put(&builder->types, clang_type, sugared);
        type = sugared;
    }
    if (builder->type_depth == 1)
        drain_records(builder);
    builder->type_depth--;
    return type;
}

/* Whether "qualifier" stands in the first brackets of "spelling", as in `double[restrict n][m]`. */
static bool brackets_have(const char *spelling, const char *qualifier)
{
    const char *open = strchr(spelling, '['), *close = open ? strchr(open, ']') : NULL;
    return close && memmem(open, (size_t)(close - open), qualifier, strlen(qualifier));
}

/* How clang would print the type "pointer", made of its element's spelling. */
static const char *pointer_spelling(struct builder *builder, const struct type *pointer)
{
    const char *element = pointer->element->spelling;
    const char *restricted = pointer->is_restrict ? "restrict" : "", *constant = pointer->is_const ? "const" : "";
    bool is_nested = pointer->element->kind == TYPE_ARRAY || pointer->element->kind == TYPE_FUNCTION;
    const char *rest = is_nested ? strpbrk(element, pointer->element->kind == TYPE_ARRAY ? "[" : "(") : NULL;
    if (rest)
        return arena_printf(builder->arena, "%.*s%s(*%s%s)%s", (int)(rest - element), element,
                            rest > element && rest[-1] == ' ' ? "" : " ", restricted, constant, rest);
    return arena_printf(builder->arena, "%s *%s%s", element, restricted, constant);
}

/* What "type" becomes as a parameter or as a value: arrays become pointers to their element, functions pointers to
 * themselves. */
struct type *type_decay(struct builder *builder, struct type *type)
{
    if (type->kind != TYPE_ARRAY && type->kind != TYPE_FUNCTION)
        return type;
    struct type *pointer = ARENA_NEW(builder->arena, struct type);
    pointer->kind = TYPE_POINTER;
    pointer->size = builder->size_type->size;
    pointer->extent = -1;
    pointer->element = type->kind == TYPE_ARRAY ? type->element : type;
    pointer->is_restrict = type->kind == TYPE_ARRAY && brackets_have(type->spelling, "restrict ");
    pointer->is_const = type->kind == TYPE_ARRAY && brackets_have(type->spelling, "const ");
    pointer->spelling = pointer_spelling(builder, pointer);
    pointer->written = type->written;
    return pointer;
}

/* The field that the FieldDecl "cursor" declares, or NULL if its record is unknown. */
struct field *type_field(struct builder *builder, CXCursor cursor)
{
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    struct field *field = cursor_map_find(&builder->declarations, canonical);
    if (field)
        return field;
    type_build(builder, clang_getCursorType(clang_getCursorSemanticParent(cursor)));
    return cursor_map_find(&builder->declarations, canonical);
}

/* Array bounds found in a declarator or type name, in the order of the text. */
struct bounds {
    struct bound {
        CXCursor cursor;
        unsigned begin;
    } items[32];
    unsigned count;
};

static void add_bound(struct builder *builder, struct bounds *bounds, CXCursor cursor)
{
    if (bounds->count == sizeof bounds->items / sizeof *bounds->items)
        return;
    struct bound bound = { cursor, place_of_cursor(builder, cursor).begin };
    unsigned at = bounds->count++;
    for (; at > 0 && bounds->items[at - 1].begin > bound.begin; at--)
        bounds->items[at] = bounds->items[at - 1];
    bounds->items[at] = bound;
}

/* Give the array bounds among the children of "cursor", a declaration or a cast, to the variable length array types in
 * "type". The order of the bounds in the text is that of the dimensions. "other" is a child that is no bound. */
void type_attach_extents(struct builder *builder, struct type *type, CXCursor cursor, CXCursor other)
{
    struct type *dimensions[32];
    unsigned dimension_count = 0;
    bool is_variable = false;
    for (; type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY; type = type->element) {
        if (type->kind != TYPE_ARRAY || strstr(type->spelling, "[]") || dimension_count == 32)
            continue;
        dimensions[dimension_count++] = type;
        is_variable |= type->extent < 0 && !type->extent_expr;
    }
    if (!is_variable)
        return;
    struct bounds bounds = { .count = 0 };
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (clang_isExpression(clang_getCursorKind(child)) && !clang_equalCursors(child, other))
            add_bound(builder, &bounds, child);
    }
    builder->stack_count = base;
    for (unsigned k = 0; k < dimension_count && bounds.count == dimension_count; k++) {
        if (dimensions[k]->extent >= 0 || dimensions[k]->extent_expr)
            continue;
        struct expr *extent = expr_build(builder, bounds.items[k].cursor);
        if (extent->has_value) /* clang takes [2] of a variable length element for variable */
            dimensions[k]->extent = extent->int_value;
        else
            dimensions[k]->extent_expr = extent;
    }
}
