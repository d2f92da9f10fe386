/* unit_dump(): the tree as text, one node a line. */
#include <stdio.h>
#include <string.h>

#include "frontend/unit.h"

static const char *const operator_names[] = {
    [OP_NONE] = "",         [OP_ADD] = "+",           [OP_SUB] = "-",
    [OP_MUL] = "*",         [OP_DIV] = "/",           [OP_REM] = "%",
    [OP_SHL] = "<<",        [OP_SHR] = ">>",          [OP_AND] = "&",
    [OP_OR] = "|",          [OP_XOR] = "^",           [OP_LT] = "<",
    [OP_GT] = ">",          [OP_LE] = "<=",           [OP_GE] = ">=",
    [OP_EQ] = "==",         [OP_NE] = "!=",           [OP_LAND] = "&&",
    [OP_LOR] = "||",        [OP_COMMA] = ",",         [OP_NEG] = "-",
    [OP_PLUS] = "+",        [OP_NOT] = "~",           [OP_LNOT] = "!",
    [OP_DEREF] = "*",       [OP_ADDRESS] = "&",       [OP_PRE_INC] = "++pre",
    [OP_PRE_DEC] = "--pre", [OP_POST_INC] = "post++", [OP_POST_DEC] = "post--",
    [OP_REAL] = "__real",   [OP_IMAG] = "__imag",     [OP_EXTENSION] = "__extension__",
};

static const char *const expr_names[] = {
    "int",    "float",     "string",           "variable",  "function", "unary",
    "binary", "assign",    "conditional",      "call",      "index",    "member",
    "cast",   "init-list", "compound-literal", "statement", "opaque",
};

static const char *const stmt_names[] = {
    "expr",  "decl",     "compound", "if",   "for",   "while", "do",  "switch", "case",   "default",
    "break", "continue", "return",   "goto", "label", "null",  "asm", "openmp", "opaque",
};

static const char *const storage_names[] = { "local", "parameter", "static-local", "file-static", "global", "thread" };

static const char *const hint_names[] = { "parallel",  "serial", "assume",      "noalias",    "private",
                                          "reduction", "pure",   "permutation", "distribute", "tile" };

static void dump_stmt(const struct stmt *stmt, int indent, const char *role);

static void indent_by(int indent)
{
    printf("%*s", 2 * indent, "");
}

static void dump_place(struct place place)
{
    if (!place.file)
        printf(" <none>");
    else if (place.file->is_main)
        printf(" <%u:%u [%u,%u)%s>", place.line, place.column, place.begin, place.end,
               place.from_macro ? " macro" : "");
    else
        printf(" <%s:%u:%u%s>", place.file->path, place.line, place.column, place.from_macro ? " macro" : "");
}

static void dump_expr_head(const struct expr *expr)
{
    printf("%s", expr_names[expr->kind]);
    if (expr->op != OP_NONE)
        printf(" %s", operator_names[expr->op]);
    if (expr->variable)
        printf(" %s", expr->variable->name);
    if (expr->function)
        printf(" %s", expr->function->name);
    if (expr->field)
        printf(" %s%s", expr->is_arrow ? "->" : ".", expr->field->name);
    if (expr->kind == EXPR_FLOAT)
        printf(" %.17g", expr->float_value);
    if (expr->has_value)
        printf(" =%lld", expr->int_value);
    printf(" '%s'", expr->type->spelling);
    if (expr->is_implicit)
        printf(" implicit");
    if (expr->is_parenthesised)
        printf(" parens");
}

static void dump_expr(const struct expr *expr, int indent, const char *role)
{
    indent_by(indent);
    if (*role)
        printf("%s: ", role);
    if (!expr) {
        printf("(none)\n");
        return;
    }
    dump_expr_head(expr);
    dump_place(expr->place);
    printf("\n");
    for (unsigned k = 0; k < expr->operand_count; k++)
        dump_expr(expr->operands[k], indent + 1, "");
    if (expr->statement)
        dump_stmt(expr->statement, indent + 1, "");
}

static void dump_extents(const struct type *type, int indent)
{
    for (; type && (type->kind == TYPE_ARRAY || type->kind == TYPE_POINTER); type = type->element)
        if (type->kind == TYPE_ARRAY && type->extent_expr)
            dump_expr(type->extent_expr, indent, "extent");
}

static void dump_hints(const struct hint *hints, unsigned count, int indent)
{
    for (unsigned k = 0; k < count; k++) {
        indent_by(indent);
        printf("hint: %s(%s)", hint_names[hints[k].kind], hints[k].arguments);
        for (unsigned v = 0; v < hints[k].variable_count; v++)
            printf(" %s#%u", hints[k].variables[v]->name, hints[k].variables[v]->id);
        printf("\n");
    }
}

static void dump_variable(const struct variable *variable, int indent)
{
    indent_by(indent);
    printf("variable %s#%u '%s' %s%s%s%s", variable->name, variable->id, variable->type->spelling,
           storage_names[variable->storage], variable->is_defined ? "" : " undefined",
           variable->is_register ? " register" : "", variable->address_taken ? " address-taken" : "");
    dump_place(variable->place);
    printf("\n");
    dump_hints(variable->hints, variable->hint_count, indent + 1);
    dump_extents(variable->type, indent + 1);
    if (variable->init)
        dump_expr(variable->init, indent + 1, "init");
}

static void dump_stmt_head(const struct stmt *stmt)
{
    printf("%s", stmt_names[stmt->kind]);
    if (stmt->label)
        printf(" '%s'", stmt->label);
    dump_place(stmt->place);
    if (stmt->loop)
        printf(" loop %u depth %u%s%s", stmt->loop->id, stmt->loop->depth,
               stmt->loop->is_user_openmp ? " user-openmp" : "",
               stmt->loop->in_user_parallel ? " in-user-parallel" : "");
    printf("\n");
}

static void dump_stmt(const struct stmt *stmt, int indent, const char *role)
{
    if (!stmt)
        return;
    indent_by(indent);
    if (*role)
        printf("%s: ", role);
    dump_stmt_head(stmt);
    if (stmt->loop)
        dump_hints(stmt->loop->hints, stmt->loop->hint_count, indent + 1);
    for (unsigned k = 0; k < stmt->variable_count; k++)
        dump_variable(stmt->variables[k], indent + 1);
    if (stmt->expr)
        dump_expr(stmt->expr, indent + 1, "");
    dump_stmt(stmt->init, indent + 1, "init");
    if (stmt->condition)
        dump_expr(stmt->condition, indent + 1, "condition");
    if (stmt->range_end)
        dump_expr(stmt->range_end, indent + 1, "range-end");
    if (stmt->step)
        dump_expr(stmt->step, indent + 1, "step");
    dump_stmt(stmt->then, indent + 1, "then");
    dump_stmt(stmt->otherwise, indent + 1, "else");
    for (unsigned k = 0; k < stmt->child_count; k++)
        dump_stmt(stmt->children[k], indent + 1, "");
    dump_stmt(stmt->body, indent + 1, "body");
}

static void dump_function_flags(const struct function *function)
{
    const struct {
        bool is_set;
        const char *name;
    } flags[] = {
        { function->is_static, "static" },
        { function->is_inline, "inline" },
        { function->is_variadic, "variadic" },
        { function->is_noreturn, "noreturn" },
        { function->has_const_attribute, "const" },
        { function->has_pure_attribute, "pure" },
        { function->has_malloc_attribute, "malloc" },
        { function->is_user_pure, "user-pure" },
        { function->is_system, "system" },
        { function->is_knr, "knr" },
        { function->address_taken, "address-taken" },
        { function->has_asm, "has-asm" },
        { function->has_setjmp, "has-setjmp" },
        { function->has_computed_goto, "has-computed-goto" },
        { function->has_alloca, "has-alloca" },
    };
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (flags[k].is_set)
            printf(" %s", flags[k].name);
}

static void dump_function(const struct function *function)
{
    printf("function %s '%s'", function->name, function->type->spelling);
    dump_function_flags(function);
    dump_place(function->place);
    printf("\n");
    dump_hints(function->hints, function->hint_count, 1);
    for (unsigned k = 0; k < function->parameter_count; k++)
        dump_variable(function->parameters[k], 1);
    dump_stmt(function->body, 1, "");
}

static void dump_flags(const struct unit *unit)
{
    printf("unit%s%s%s%s%s\n", unit->has_errors ? " has-errors" : "", unit->has_main ? " has-main" : "",
           unit->reads_errno ? " reads-errno" : "", unit->has_signal_handlers ? " has-signal-handlers" : "",
           unit->has_threads ? " has-threads" : "");
}

/* See unit.h. */
void unit_dump(const struct unit *unit)
{
    if (unit->failure) {
        printf("failure: %s\n", unit->failure);
        return;
    }
    dump_flags(unit);
    for (unsigned k = 0; k < unit->diagnostic_count; k++)
        printf("diagnostic: %s\n", unit->diagnostics[k].text);
    for (unsigned k = 0; k < unit->variable_count; k++)
        if (!unit->variables[k]->function && unit->variables[k]->storage != STORAGE_PARAMETER)
            dump_variable(unit->variables[k], 0);
    for (unsigned k = 0; k < unit->function_count; k++)
        dump_function(unit->functions[k]);
}
