/* Integer constant expressions, folded over their operands as the tree is built. */
#include "frontend/builder.h"

#include <limits.h>

/* "value" as it is after conversion to the integer "type". */
static long long wrap(const struct type *type, unsigned long long value)
{
    if (type->kind == TYPE_BOOL)
        return value != 0;
    if (type->bits == 0 || type->bits >= 64)
        return (long long)value;
    unsigned long long mask = (1ull << type->bits) - 1;
    value &= mask;
    if (!type->is_unsigned && value >> (type->bits - 1))
        value |= ~mask;
    return (long long)value;
}

/* Make "expr" the constant "value", converted to its type; 128-bit values are not represented. */
void expr_set_constant(struct expr *expr, long long value)
{
    if (!type_is_integer(expr->type) || expr->type->bits > 64)
        return;
    expr->has_value = true;
    expr->int_value = wrap(expr->type, (unsigned long long)value);
}

/* Ask clang for the integer value of "cursor" (a literal, sizeof, offsetof ...). Returns whether there is one. */
bool expr_evaluate(struct expr *expr, CXCursor cursor)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    if (!result)
        return false;
    CXEvalResultKind kind = clang_EvalResult_getKind(result);
    if (kind == CXEval_Int) {
        long long value = clang_EvalResult_isUnsignedInt(result) ? (long long)clang_EvalResult_getAsUnsigned(result)
                                                                 : clang_EvalResult_getAsLongLong(result);
        expr_set_constant(expr, value);
    } else if (kind == CXEval_Float) {
        expr->float_value = clang_EvalResult_getAsDouble(result);
    }
    clang_EvalResult_dispose(result);
    return kind == CXEval_Int && expr->has_value;
}

static void fold_unary(struct expr *expr)
{
    const struct expr *operand = expr->operands[0];
    if (!operand->has_value)
        return;
    unsigned long long value = (unsigned long long)operand->int_value;
    switch (expr->op) {
    case OP_NEG:
        expr_set_constant(expr, (long long)(0 - value));
        break;
    case OP_PLUS:
    case OP_EXTENSION:
        expr_set_constant(expr, (long long)value);
        break;
    case OP_NOT:
        expr_set_constant(expr, (long long)~value);
        break;
    case OP_LNOT:
        expr_set_constant(expr, value == 0);
        break;
    default:
        break;
    }
}

/* a / b and a % b; nothing for a zero divisor and for the overflowing quotient. */
static void fold_division(struct expr *expr, long long a, long long b, bool is_unsigned)
{
    bool is_quotient = expr->op == OP_DIV;
    if (b == 0 || (!is_unsigned && a == LLONG_MIN && b == -1))
        return;
    if (is_unsigned) {
        unsigned long long x = (unsigned long long)a, y = (unsigned long long)b;
        expr_set_constant(expr, (long long)(is_quotient ? x / y : x % y));
    } else {
        expr_set_constant(expr, is_quotient ? a / b : a % b);
    }
}

static void fold_shift(struct expr *expr, long long a, long long b)
{
    if (b < 0 || b >= (long long)expr->type->bits || b > 63)
        return;
    if (expr->op == OP_SHL)
        expr_set_constant(expr, (long long)((unsigned long long)a << b));
    else if (expr->type->is_unsigned)
        expr_set_constant(expr, (long long)((unsigned long long)a >> b));
    else
        expr_set_constant(expr, a >> b);
}

static void fold_comparison(struct expr *expr, long long a, long long b, bool is_unsigned)
{
    unsigned long long x = (unsigned long long)a, y = (unsigned long long)b;
    bool less = is_unsigned ? x < y : a < b, greater = is_unsigned ? x > y : a > b;
    switch (expr->op) {
    case OP_LT:
        expr_set_constant(expr, less);
        break;
    case OP_GT:
        expr_set_constant(expr, greater);
        break;
    case OP_LE:
        expr_set_constant(expr, !greater);
        break;
    case OP_GE:
        expr_set_constant(expr, !less);
        break;
    case OP_EQ:
        expr_set_constant(expr, a == b);
        break;
    default:
        expr_set_constant(expr, a != b);
        break;
    }
}

/* Both operands were converted to their common type before (shifts excepted). */
static void fold_binary(struct expr *expr)
{
    const struct expr *left = expr->operands[0], *right = expr->operands[1];
    if (!left->has_value || !right->has_value)
        return;
    long long a = left->int_value, b = right->int_value;
    unsigned long long x = (unsigned long long)a, y = (unsigned long long)b;
    bool is_unsigned = left->type->is_unsigned;
    switch (expr->op) {
    case OP_ADD:
        expr_set_constant(expr, (long long)(x + y));
        break;
    case OP_SUB:
        expr_set_constant(expr, (long long)(x - y));
        break;
    case OP_MUL:
        expr_set_constant(expr, (long long)(x * y));
        break;
    case OP_DIV:
    case OP_REM:
        fold_division(expr, a, b, is_unsigned);
        break;
    case OP_SHL:
    case OP_SHR:
        fold_shift(expr, a, b);
        break;
    case OP_AND:
        expr_set_constant(expr, a & b);
        break;
    case OP_OR:
        expr_set_constant(expr, a | b);
        break;
    case OP_XOR:
        expr_set_constant(expr, a ^ b);
        break;
    case OP_LAND:
        expr_set_constant(expr, a && b);
        break;
    case OP_LOR:
        expr_set_constant(expr, a || b);
        break;
    case OP_COMMA:
        break;
    default:
        fold_comparison(expr, a, b, is_unsigned);
        break;
    }
}

static void fold_cast(struct expr *expr)
{
    const struct expr *operand = expr->operands[0];
    if (operand->has_value)
        expr_set_constant(expr, operand->int_value);
    else if (operand->kind == EXPR_FLOAT && operand->type->kind == TYPE_FLOAT && operand->float_value > -9e18 &&
             operand->float_value < 9e18 && expr->type->kind == TYPE_INT)
        expr_set_constant(expr, (long long)operand->float_value);
}

/* Give "expr" its value if it is an integer constant, from those of its operands. Only integer types take part, so
 * pointers never become constants. */
void expr_fold(struct expr *expr)
{
    if (!type_is_integer(expr->type))
        return;
    switch (expr->kind) {
    case EXPR_UNARY:
        fold_unary(expr);
        break;
    case EXPR_BINARY:
        fold_binary(expr);
        break;
    case EXPR_CAST:
        fold_cast(expr);
        break;
    case EXPR_CONDITIONAL:
        if (expr->operands[0]->has_value) {
            const struct expr *chosen = expr->operands[expr->operands[0]->int_value ? 1 : 2];
            if (chosen->has_value)
                expr_set_constant(expr, chosen->int_value);
        }
        break;
    default:
        break;
    }
}
