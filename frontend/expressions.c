/* Expressions: from clang's cursors to ours. libclang shows many kinds of nodes as "unexposed"; what they are is seen
 * from their types, extents and number of children, and what is still unclear becomes opaque. */
#include "frontend/builder.h"

/* A new expression of "kind" with the type and place of "cursor". */
struct expr *expr_new(struct builder *builder, enum expr_kind kind, CXCursor cursor)
{
    struct expr *expr = ARENA_NEW(builder->arena, struct expr);
    expr->kind = kind;
    expr->type = type_build(builder, clang_getCursorType(cursor));
    expr->place = place_of_cursor(builder, cursor);
    return expr;
}

void expr_add_operand(struct builder *builder, struct expr *expr, struct expr *operand)
{
    ARENA_PUSH(builder->arena, expr->operands, expr->operand_count, operand);
}

/* Whether converting "from" to "to" changes the kind, width or sign of the value. */
static bool conversion_matters(const struct type *from, const struct type *to)
{
    if ((from->kind == TYPE_ARRAY || from->kind == TYPE_FUNCTION) && to->kind == TYPE_POINTER)
        return false;
    if (to->kind == TYPE_ARRAY || to->kind == TYPE_FUNCTION)
        return false; /* a parameter written as an array, whose uses keep that type: it is a pointer */
    if (from->kind != to->kind)
        return from->kind != TYPE_OTHER || to->kind != TYPE_OTHER;
    if (from->kind == TYPE_INT || from->kind == TYPE_FLOAT)
        return from->bits != to->bits || from->is_unsigned != to->is_unsigned;
    if (from->kind == TYPE_COMPLEX)
        return conversion_matters(from->element, to->element);
    return false;
}

/* "operand" converted to "type" as the language does it without being asked: an implicit cast if that changes
 * anything, else "operand". */
struct expr *expr_convert(struct builder *builder, struct expr *operand, struct type *type)
{
    if (operand->type == type || !conversion_matters(operand->type, type))
        return operand;
    struct expr *cast = ARENA_NEW(builder->arena, struct expr);
    cast->kind = EXPR_CAST;
    cast->type = type;
    cast->place = operand->place;
    cast->is_implicit = true;
    expr_add_operand(builder, cast, operand);
    expr_fold(cast);
    return cast;
}

/* Add the expressions among the direct children of "cursor" as operands of "expr". */
static void add_children(struct builder *builder, struct expr *expr, CXCursor cursor)
{
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (clang_isExpression(clang_getCursorKind(child)))
            expr_add_operand(builder, expr, expr_build(builder, child));
    }
    builder->stack_count = base;
}

/* An opaque expression over what can be seen below "cursor". */
struct expr *expr_build_opaque(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_OPAQUE, cursor);
    add_children(builder, expr, cursor);
    return expr;
}

struct flat_visit {
    struct builder *builder;
    struct expr *expr;
};

static struct expr *build_reference(struct builder *builder, CXCursor cursor);

static enum CXChildVisitResult add_reference(CXCursor cursor, CXCursor parent, CXClientData user)
{
    struct flat_visit *visit = user;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr)
        expr_add_operand(visit->builder, visit->expr, build_reference(visit->builder, cursor));
    if (visit->builder->function) {
        enum CXCursorKind kind = clang_getCursorKind(cursor);
        visit->builder->function->has_asm |= kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt;
        visit->builder->function->has_computed_goto |= kind == CXCursor_IndirectGotoStmt;
    }
    return CXChildVisit_Recurse;
}

/* An opaque expression whose operands are all variables and functions that occur anywhere below "cursor", found
 * without recursion here: for what is nested too deeply. */
struct expr *expr_build_flat(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_OPAQUE, cursor);
    struct flat_visit visit = { builder, expr };
    clang_visitChildren(cursor, add_reference, &visit);
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr)
        expr_add_operand(builder, expr, build_reference(builder, cursor));
    return expr;
}

static struct expr *build_reference(struct builder *builder, CXCursor cursor)
{
    CXCursor target = clang_getCursorReferenced(cursor);
    struct expr *expr = expr_new(builder, EXPR_OPAQUE, cursor);
    switch (clang_getCursorKind(target)) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
        expr->kind = EXPR_VARIABLE;
        expr->variable = variable_build(builder, target);
        if (expr->variable->storage == STORAGE_PARAMETER)
            expr->type = expr->variable->type;
        break;
    case CXCursor_FunctionDecl:
        expr->kind = EXPR_FUNCTION;
        expr->function = function_reference(builder, target);
        expr->type = expr->function->type;
        break;
    case CXCursor_EnumConstantDecl:
        expr->kind = EXPR_INT;
        expr_set_constant(expr, clang_getEnumConstantDeclValue(target));
        break;
    default:
        break;
    }
    return expr;
}

/* "base" with the accesses to unnamed members that lead to the record of "field": C lets them be left out. NULL if
 * there is no such way. */
static struct expr *unnamed_members(struct builder *builder, struct expr *base, const struct field *field,
                                    bool is_arrow)
{
    const struct type *type = is_arrow ? base->type->element : base->type;
    if (!type || !type->record)
        return NULL;
    if (type->record == field->record)
        return base;
    for (unsigned k = 0; k < type->record->field_count; k++) {
        struct field *unnamed = type->record->fields[k];
        if (unnamed->name[0] || !unnamed->type->record)
            continue;
        struct expr *member = ARENA_NEW(builder->arena, struct expr);
        member->kind = EXPR_MEMBER;
        member->type = unnamed->type;
        member->place = base->place;
        member->field = unnamed;
        member->is_arrow = is_arrow;
        expr_add_operand(builder, member, base);
        struct expr *found = unnamed_members(builder, member, field, false);
        if (found)
            return found;
    }
    return NULL;
}

static struct expr *build_member(struct builder *builder, CXCursor cursor)
{
    CXCursor target = clang_getCursorReferenced(cursor);
    struct expr *expr = expr_new(builder, EXPR_MEMBER, cursor);
    add_children(builder, expr, cursor);
    if (expr->operand_count == 1 && clang_getCursorKind(target) == CXCursor_FieldDecl)
        expr->field = type_field(builder, target);
    struct expr *base = expr->operand_count ? expr->operands[0] : NULL;
    if (expr->field) {
        expr->is_arrow = base->type->kind == TYPE_POINTER || base->type->kind == TYPE_ARRAY;
        base = unnamed_members(builder, base, expr->field, expr->is_arrow);
    }
    if (!expr->field || !base) {
        expr->kind = EXPR_OPAQUE;
    } else if (base != expr->operands[0]) {
        expr->operands[0] = base;
        expr->is_arrow = false;
    }
    return expr;
}

/* Where "callee" is *f or &f of a function f: f itself, which calls the same. */
static struct expr *plain_callee(struct expr *callee)
{
    struct expr *inner = callee;
    while (inner->kind == EXPR_UNARY && (inner->op == OP_DEREF || inner->op == OP_ADDRESS))
        inner = inner->operands[0];
    return inner->kind == EXPR_FUNCTION ? inner : callee;
}

static struct expr *build_call(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_CALL, cursor);
    add_children(builder, expr, cursor);
    if (expr->operand_count == 0) {
        expr->kind = EXPR_OPAQUE;
        return expr;
    }
    expr->operands[0] = plain_callee(expr->operands[0]);
    return expr;
}

static struct expr *build_literal(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_INT, cursor);
    if (!expr_evaluate(expr, cursor))
        expr->kind = EXPR_OPAQUE;
    return expr;
}

static struct expr *build_float(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_FLOAT, cursor);
    expr_evaluate(expr, cursor);
    return expr;
}

/* An imaginary constant is an EXPR_FLOAT of complex type whose "float_value" is the imaginary part. */
static struct expr *build_imaginary(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_FLOAT, cursor);
    unsigned base = builder->stack_count;
    if (cursor_children(builder, cursor) == 1) {
        struct expr *part = expr_build(builder, builder->stack[base]);
        expr->float_value = part->has_value ? (double)part->int_value : part->float_value;
    }
    builder->stack_count = base;
    return expr;
}

static enum operator unary_operator(CXCursor cursor)
{
    switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_PostInc:
        return OP_POST_INC;
    case CXUnaryOperator_PostDec:
        return OP_POST_DEC;
    case CXUnaryOperator_PreInc:
        return OP_PRE_INC;
    case CXUnaryOperator_PreDec:
        return OP_PRE_DEC;
    case CXUnaryOperator_AddrOf:
        return OP_ADDRESS;
    case CXUnaryOperator_Deref:
        return OP_DEREF;
    case CXUnaryOperator_Plus:
        return OP_PLUS;
    case CXUnaryOperator_Minus:
        return OP_NEG;
    case CXUnaryOperator_Not:
        return OP_NOT;
    case CXUnaryOperator_LNot:
        return OP_LNOT;
    case CXUnaryOperator_Real:
        return OP_REAL;
    case CXUnaryOperator_Imag:
        return OP_IMAG;
    case CXUnaryOperator_Extension:
        return OP_EXTENSION;
    default:
        return OP_NONE;
    }
}

/* The operator of clang's binary "kind"; "is_assignment" tells whether it assigns. */
static enum operator binary_operator(enum CXBinaryOperatorKind kind, bool *is_assignment)
{
    static const enum operator table[] = {
        [CXBinaryOperator_Mul] = OP_MUL,
        [CXBinaryOperator_Div] = OP_DIV,
        [CXBinaryOperator_Rem] = OP_REM,
        [CXBinaryOperator_Add] = OP_ADD,
        [CXBinaryOperator_Sub] = OP_SUB,
        [CXBinaryOperator_Shl] = OP_SHL,
        [CXBinaryOperator_Shr] = OP_SHR,
        [CXBinaryOperator_LT] = OP_LT,
        [CXBinaryOperator_GT] = OP_GT,
        [CXBinaryOperator_LE] = OP_LE,
        [CXBinaryOperator_GE] = OP_GE,
        [CXBinaryOperator_EQ] = OP_EQ,
        [CXBinaryOperator_NE] = OP_NE,
        [CXBinaryOperator_And] = OP_AND,
        [CXBinaryOperator_Xor] = OP_XOR,
        [CXBinaryOperator_Or] = OP_OR,
        [CXBinaryOperator_LAnd] = OP_LAND,
        [CXBinaryOperator_LOr] = OP_LOR,
        [CXBinaryOperator_MulAssign] = OP_MUL,
        [CXBinaryOperator_DivAssign] = OP_DIV,
        [CXBinaryOperator_RemAssign] = OP_REM,
        [CXBinaryOperator_AddAssign] = OP_ADD,
        [CXBinaryOperator_SubAssign] = OP_SUB,
        [CXBinaryOperator_ShlAssign] = OP_SHL,
        [CXBinaryOperator_ShrAssign] = OP_SHR,
        [CXBinaryOperator_AndAssign] = OP_AND,
        [CXBinaryOperator_XorAssign] = OP_XOR,
        [CXBinaryOperator_OrAssign] = OP_OR,
        [CXBinaryOperator_Comma] = OP_COMMA,
    };
    *is_assignment = kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign;
    return (size_t)kind < sizeof table / sizeof *table ? table[kind] : OP_NONE;
}

static struct expr *build_unary(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_UNARY, cursor);
    expr->op = unary_operator(cursor);
    add_children(builder, expr, cursor);
    if (expr->op == OP_NONE || expr->operand_count != 1)
        expr->kind = EXPR_OPAQUE;
    else
        expr_fold(expr);
    return expr;
}

static struct expr *build_binary(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_BINARY, cursor);
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    bool is_assignment;
    expr->op = binary_operator(kind, &is_assignment);
    add_children(builder, expr, cursor);
    if (expr->operand_count != 2 || (expr->op == OP_NONE && kind != CXBinaryOperator_Assign))
        expr->kind = EXPR_OPAQUE;
    else if (is_assignment)
        expr->kind = EXPR_ASSIGN;
    else
        expr_fold(expr);
    return expr;
}

static struct expr *build_conditional(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_CONDITIONAL, cursor);
    add_children(builder, expr, cursor);
    if (expr->operand_count != 3)
        expr->kind = EXPR_OPAQUE;
    else
        expr_fold(expr);
    return expr;
}

static bool is_addressable(const struct expr *expr)
{
    return expr->type->kind == TYPE_POINTER || expr->type->kind == TYPE_ARRAY;
}

static struct expr *build_index(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_INDEX, cursor);
    add_children(builder, expr, cursor);
    if (expr->operand_count == 2 && !is_addressable(expr->operands[0])) {
        struct expr *index = expr->operands[0];
        expr->operands[0] = expr->operands[1];
        expr->operands[1] = index;
    }
    if (expr->operand_count != 2 || !is_addressable(expr->operands[0]))
        expr->kind = EXPR_OPAQUE;
    return expr;
}

/* The children before the operand of a cast are parts of the type's name. */
static struct expr *build_cast(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_CAST, cursor);
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    CXCursor operand = count ? builder->stack[base + count - 1] : clang_getNullCursor();
    builder->stack_count = base;
    if (!clang_isExpression(clang_getCursorKind(operand))) {
        expr->kind = EXPR_OPAQUE;
        return expr;
    }
    if (count > 1)
        type_attach_extents(builder, expr->type, cursor, operand);
    expr_add_operand(builder, expr, expr_build(builder, operand));
    expr_fold(expr);
    return expr;
}

static struct expr *build_compound_literal(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_COMPOUND_LITERAL, cursor);
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    CXCursor list = count ? builder->stack[base + count - 1] : clang_getNullCursor();
    builder->stack_count = base;
    if (clang_isExpression(clang_getCursorKind(list)))
        expr_add_operand(builder, expr, expr_build(builder, list));
    else
        expr->kind = EXPR_OPAQUE;
    return expr;
}

static struct expr *build_statement(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = expr_new(builder, EXPR_STATEMENT, cursor);
    unsigned base = builder->stack_count;
    if (cursor_children(builder, cursor) == 1)
        expr->statement = stmt_build(builder, builder->stack[base], builder->statement);
    else
        expr->kind = EXPR_OPAQUE;
    builder->stack_count = base;
    return expr;
}

/* _Generic: the branch whose type is that of the whole, if exactly one has it. The controlling expression, the first
 * child, is not evaluated. */
static struct expr *build_generic(struct builder *builder, CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    CXCursor chosen = clang_getNullCursor();
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor), matches = 0, seen = 0;
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (!clang_isExpression(clang_getCursorKind(child)) || seen++ == 0)
            continue;
        if (clang_equalTypes(clang_getCanonicalType(clang_getCursorType(child)), type)) {
            chosen = child;
            matches++;
        }
    }
    builder->stack_count = base;
    return matches == 1 ? expr_build(builder, chosen) : expr_build_opaque(builder, cursor);
}

static bool extents_equal(CXCursor a, CXCursor b)
{
    return clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b)) != 0;
}

/* `a ?: b`, which clang shows as a, a, a, b. */
static struct expr *build_elvis(struct builder *builder, CXCursor cursor, CXCursor first, CXCursor last)
{
    struct expr *expr = expr_new(builder, EXPR_CONDITIONAL, cursor);
    struct expr *condition = expr_build(builder, first);
    expr_add_operand(builder, expr, condition);
    expr_add_operand(builder, expr, condition);
    expr_add_operand(builder, expr, expr_build(builder, last));
    expr_fold(expr);
    return expr;
}

/* __builtin_choose_expr and what else has several children and no cursor kind. */
static struct expr *build_unexposed_several(struct builder *builder, CXCursor cursor, unsigned base, unsigned count)
{
    const CXCursor *children = builder->stack + base;
    CXCursor first = children[0], last = children[count - 1];
    if (count == 4 && extents_equal(first, children[1]) && extents_equal(first, children[2]))
        return build_elvis(builder, cursor, first, last);
    if (count == 3 && clang_isExpression(clang_getCursorKind(first))) {
        CXCursor second = children[1];
        struct expr *condition = expr_build(builder, first);
        if (condition->has_value && type_is_integer(condition->type)) /* __builtin_choose_expr */
            return expr_build(builder, condition->int_value ? second : last);
    }
    struct expr *constant = expr_new(builder, EXPR_INT, cursor);
    if (!clang_isExpression(clang_getCursorKind(first)))
        if (expr_evaluate(constant, cursor)) /* offsetof */
            return constant;
    return expr_build_opaque(builder, cursor);
}

/* A node without a cursor kind of its own. With one child of the same extent it is a conversion, which is kept if it
 * changes the value. Without children it is a constant of the compiler (__builtin_types_compatible_p ...). */
static struct expr *build_unexposed(struct builder *builder, CXCursor cursor)
{
    struct expr *expr = NULL;
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    if (count == 1 && clang_isExpression(clang_getCursorKind(builder->stack[base])) &&
        extents_equal(cursor, builder->stack[base])) {
        struct expr *operand = expr_build(builder, builder->stack[base]);
        expr = expr_convert(builder, operand, type_build(builder, clang_getCursorType(cursor)));
    } else if (count == 0) {
        expr = build_literal(builder, cursor);
    } else {
        expr = build_unexposed_several(builder, cursor, base, count);
    }
    builder->stack_count = base;
    return expr;
}

static struct expr *build_parenthesised(struct builder *builder, CXCursor cursor)
{
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    struct expr *expr = count == 1 ? expr_build(builder, builder->stack[base]) : expr_build_opaque(builder, cursor);
    builder->stack_count = base;
    expr->is_parenthesised = true;
    return expr;
}

static struct expr *build_by_kind(struct builder *builder, CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_UnexposedExpr:
        return build_unexposed(builder, cursor);
    case CXCursor_ParenExpr:
        return build_parenthesised(builder, cursor);
    case CXCursor_DeclRefExpr:
        return build_reference(builder, cursor);
    case CXCursor_MemberRefExpr:
        return build_member(builder, cursor);
    case CXCursor_CallExpr:
        return build_call(builder, cursor);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
        return build_literal(builder, cursor);
    case CXCursor_FloatingLiteral:
        return build_float(builder, cursor);
    case CXCursor_ImaginaryLiteral:
        return build_imaginary(builder, cursor);
    case CXCursor_StringLiteral:
        return expr_new(builder, EXPR_STRING, cursor);
    case CXCursor_UnaryExpr:
        return expr_build_sizeof(builder, cursor);
    case CXCursor_UnaryOperator:
        return build_unary(builder, cursor);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return build_binary(builder, cursor);
    case CXCursor_ConditionalOperator:
        return build_conditional(builder, cursor);
    case CXCursor_ArraySubscriptExpr:
        return build_index(builder, cursor);
    case CXCursor_CStyleCastExpr:
        return build_cast(builder, cursor);
    case CXCursor_CompoundLiteralExpr:
        return build_compound_literal(builder, cursor);
    case CXCursor_InitListExpr:
        return expr_build_initialiser_list(builder, cursor);
    case CXCursor_StmtExpr:
        return build_statement(builder, cursor);
    case CXCursor_GenericSelectionExpr:
        return build_generic(builder, cursor);
    default:
        return expr_build_opaque(builder, cursor);
    }
}

/* The expression at "cursor"; never NULL. */
struct expr *expr_build(struct builder *builder, CXCursor cursor)
{
    if (builder->depth >= DEPTH_LIMIT)
        return expr_build_flat(builder, cursor);
    builder->depth++;
    struct expr *expr = build_by_kind(builder, cursor);
    builder->depth--;
    return expr;
}
