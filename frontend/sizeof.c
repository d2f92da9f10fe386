/* sizeof and _Alignof. They are constants except for variable length arrays, whose size is written out as a product of
 * the extents, so that the analysis can compute with it. */
#include "frontend/builder.h"

static struct expr *constant_size(struct builder *builder, long long value, const struct expr *whole)
{
    struct expr *size = ARENA_NEW(builder->arena, struct expr);
    size->kind = EXPR_INT;
    size->type = builder->size_type;
    size->place = whole->place;
    expr_set_constant(size, value);
    return size;
}

/* A copy of "expr" in which every node has "place": an extent belongs to a declaration elsewhere. */
static struct expr *copy_at(struct builder *builder, const struct expr *expr, struct place place)
{
    struct expr *copy = ARENA_NEW(builder->arena, struct expr);
    *copy = *expr;
    copy->place = place;
    copy->operands = NULL;
    copy->operand_count = 0;
    for (unsigned k = 0; k < expr->operand_count; k++)
        expr_add_operand(builder, copy, expr->operands[k] ? copy_at(builder, expr->operands[k], place) : NULL);
    return copy;
}

/* "extent" elements of "size" bytes, at the place of "whole". */
static struct expr *times(struct builder *builder, struct expr *extent, struct expr *size, const struct expr *whole)
{
    struct expr *product = ARENA_NEW(builder->arena, struct expr);
    product->kind = EXPR_BINARY;
    product->op = OP_MUL;
    product->type = builder->size_type;
    product->place = whole->place;
    expr_add_operand(builder, product,
                     expr_convert(builder, copy_at(builder, extent, whole->place), builder->size_type));
    expr_add_operand(builder, product, size);
    expr_fold(product);
    return product;
}

/* The size of an object of "type" in bytes as an expression, or NULL if an extent is not known. */
static struct expr *size_of_type(struct builder *builder, const struct type *type, struct expr *whole)
{
    if (type->size >= 0)
        return constant_size(builder, type->size, whole);
    if (type->kind != TYPE_ARRAY)
        return NULL;
    struct expr *element = size_of_type(builder, type->element, whole);
    if (element && type->extent >= 0)
        return times(builder, constant_size(builder, type->extent, whole), element, whole);
    return element && type->extent_expr ? times(builder, type->extent_expr, element, whole) : NULL;
}

/* The operand of `sizeof expression` at "cursor", or a null cursor for `sizeof(type)`: only an operand reaches to the
 * end of the whole. */
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

/* The size in bytes of the basic type that the words [begin, end) of the main file name, or -1. */
static long long basic_size(const struct source_file *file, unsigned begin, unsigned end)
{
    static const struct {
        const char *word;
        long long size;
    } words[] = { { "char", sizeof(char) },   { "short", sizeof(short) },   { "long", sizeof(long) },
                  { "float", sizeof(float) }, { "double", sizeof(double) }, { "_Bool", sizeof(_Bool) } };
    long long size = -1, longs = 0;
    bool has_int = false;
    for (struct token token = token_next(file, begin, end); token.kind != TOKEN_END;
         token = token_next(file, token.end, end)) {
        bool is_known = false;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            if (!token_is(file, token, words[k].word))
                continue;
            longs += k == 2;
            size = k == 4 && longs ? (long long)sizeof(long double) : words[k].size;
            is_known = true;
        }
        bool is_int =
            token_is(file, token, "int") || token_is(file, token, "unsigned") || token_is(file, token, "signed");
        if (!is_known && !is_int && !token_is(file, token, "const"))
            return -1;
        has_int |= is_int;
    }
    return size < 0 && has_int ? (long long)sizeof(int) : size;
}

/* The bounds of the type name in the `sizeof` at "cursor", from left to right, at most "limit". libclang shows each
 * bound once as written and once as part of the type; the place tells which are the same. Also finds the size of the
 * named element type in "element_size" if there is one. Returns the number of bounds. */
static unsigned name_bounds(struct builder *builder, CXCursor cursor, CXCursor *bounds, unsigned limit,
                            long long *element_size)
{
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor), found = 0;
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (clang_getCursorKind(child) == CXCursor_TypeRef)
            *element_size = clang_Type_getSizeOf(clang_getCursorType(child));
        if (!clang_isExpression(clang_getCursorKind(child)))
            continue;
        unsigned begin = place_of_cursor(builder, child).begin, at = 0;
        while (at < found && place_of_cursor(builder, bounds[at]).begin < begin)
            at++;
        if (at < found && place_of_cursor(builder, bounds[at]).begin == begin)
            continue;
        if (found == limit)
            break;
        for (unsigned m = found++; m > at; m--)
            bounds[m] = bounds[m - 1];
        bounds[at] = child;
    }
    builder->stack_count = base;
    return found;
}

/* The size of the type in `sizeof(T[n][m])` at "cursor" as an expression with the place of "whole", or NULL. The type
 * is not to be had from libclang, so the element type's words and the number of brackets are read from the text. */
static struct expr *size_of_name(struct builder *builder, CXCursor cursor, struct expr *whole)
{
    const struct source_file *file = whole->place.file;
    CXCursor bounds[16];
    long long element_size = -1;
    if (!file || !file->is_main || whole->place.from_macro || builder->size_type->size != sizeof(size_t))
        return NULL;
    unsigned count = name_bounds(builder, cursor, bounds, 16, &element_size), brackets = 0, depth = 0;
    struct token open = token_next(file, token_next(file, whole->place.begin, whole->place.end).end, whole->place.end);
    unsigned first = whole->place.end;
    for (struct token token = token_next(file, open.end, whole->place.end); token.kind != TOKEN_END;
         token = token_next(file, token.end, whole->place.end)) {
        if (depth == 0 && token.kind == TOKEN_SIGN && !token_is(file, token, "[") && !token_is(file, token, ")"))
            return NULL; /* a pointer or function somewhere in the name */
        if (token_is(file, token, "[")) {
            brackets += depth++ == 0;
            first = token.begin < first ? token.begin : first;
        } else if (token_is(file, token, "]")) {
            depth--;
        }
    }
    if (element_size < 0)
        element_size = basic_size(file, open.end, first);
    if (count == 0 || brackets != count || element_size < 0)
        return NULL;
    struct expr *size = constant_size(builder, element_size, whole);
    while (count > 0)
        size = times(builder, expr_build(builder, bounds[--count]), size, whole);
    return size;
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
    } else {
        struct expr *size = size_of_name(builder, cursor, expr);
        if (size)
            return size;
    }
    return expr_build_opaque(builder, cursor);
}
