/* sizeof and _Alignof. They are constants except for variable length arrays, whose size is written out as a product of
 * the extents, so that the analysis can compute with it. */
#include "frontend/builder.h"

/* The size of an object of "type" in bytes as an expression, or NULL if an extent is not known. */
static struct expr *size_of_type(struct builder *builder, const struct type *type, struct expr *whole)
{
    struct expr *size = ARENA_NEW(builder->arena, struct expr);
    size->type = builder->size_type;
    size->place = whole->place;
    if (type->size >= 0) {
        size->kind = EXPR_INT;
        expr_set_constant(size, type->size);
        return size;
    }
    if (type->kind != TYPE_ARRAY || !type->extent_expr)
        return NULL;
    struct expr *element = size_of_type(builder, type->element, whole);
    if (!element)
        return NULL;
    size->kind = EXPR_BINARY;
    size->op = OP_MUL;
    expr_add_operand(builder, size, expr_convert(builder, type->extent_expr, builder->size_type));
    expr_add_operand(builder, size, element);
    return size;
}

/* The operand of `sizeof expression` at "cursor", or a null cursor for `sizeof(type)`: only an operand reaches to the end
 * of the whole. */
static CXCursor sizeof_operand(struct builder *builder, CXCursor cursor)
{
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    CXCursor child = count == 1 ? builder->stack[base] : clang_getNullCursor();
    builder->stack_count = base;
    if (!clang_isExpression(clang_getCursorKind(child)))
        return clang_getNullCursor();
    CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(cursor));
    CXSourceLocation child_end = clang_getRangeEnd(clang_getCursorExtent(child));
    return clang_equalLocations(end, child_end) ? child : clang_getNullCursor();
}

/* See builder.h. The operand of sizeof is not evaluated, so it does not appear in the tree. */
struct expr *expr_build_sizeof(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_INT, cursor);
    if (expr_evaluate(expr, cursor))
        return expr;
    CXCursor operand = sizeof_operand(builder, cursor);
    if (!clang_Cursor_isNull(operand)) {
        struct type *type = type_build(builder, clang_getCursorType(operand));
        struct expr *size = size_of_type(builder, type, expr);
        if (size)
            return size;
    }
    return expr_build_opaque(builder, cursor);
}
