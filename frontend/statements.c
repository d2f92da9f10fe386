/* Statements: from clang's cursors to ours. */
#include "frontend/builder.h"

#include <string.h>

/* A new statement of "kind" at "cursor" below "parent". */
struct stmt *stmt_new(struct builder *builder, enum stmt_kind kind, CXCursor cursor, struct stmt *parent)
{
    struct stmt *stmt = ARENA_NEW(builder->arena, struct stmt);
    stmt->kind = kind;
    stmt->parent = parent;
    stmt->place = place_of_cursor(builder, cursor);
    return stmt;
}

/* Let the place of "stmt" include the `;` that follows, if one does. What a macro wrote inside of a statement of its
 * own, as in do { ... } while (0), ends with the macro. */
static void include_semicolon(struct builder *builder, struct stmt *stmt)
{
    const struct stmt *parent = stmt->parent;
    bool is_inside_macro = parent && stmt->place.from_macro && parent->place.begin == stmt->place.begin &&
                           parent->place.end == stmt->place.end;
    if (stmt->place.file && stmt->place.file->is_main && !is_inside_macro)
        place_set_end(builder, &stmt->place, token_statement_end(stmt->place.file, stmt->place.end));
}

/* Let the place of "stmt" reach to the end of its last part "inner" (NULL is accepted). */
void stmt_include_part(struct builder *builder, struct stmt *stmt, const struct stmt *inner)
{
    if (inner && inner->place.file == stmt->place.file && inner->place.end > stmt->place.end)
        place_set_end(builder, &stmt->place, inner->place.end);
}

/* Child "position" of "count" on the stack from "base" as an expression; NULL if it is not one. */
static struct expr *child_expr(struct builder *builder, unsigned base, unsigned count, unsigned position)
{
    if (position >= count || !clang_isExpression(clang_getCursorKind(builder->stack[base + position])))
        return NULL;
    return expr_build(builder, builder->stack[base + position]);
}

static struct stmt *child_stmt(struct builder *builder, unsigned base, unsigned count, unsigned position,
                               struct stmt *parent)
{
    return position < count ? stmt_build(builder, builder->stack[base + position], parent) : NULL;
}

static void build_opaque(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->kind = STMT_OPAQUE;
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        enum CXCursorKind kind = clang_getCursorKind(child);
        if (clang_isExpression(kind) || clang_isStatement(kind))
            ARENA_PUSH(builder->arena, stmt->children, stmt->child_count, stmt_build(builder, child, stmt));
    }
}

/* Add the OpenMP and OpenACC directives in [from, until) that govern no statement to "compound". */
static void add_standalone(struct builder *builder, struct stmt *compound, unsigned until)
{
    unsigned first, count = directives_before(builder, until, &first);
    for (unsigned k = first; k < first + count; k++) {
        struct directive *directive = &builder->directives[k];
        if (directive->kind == DIRECTIVE_AIPCC || !directive->is_standalone || directive->is_used)
            continue;
        directive->is_used = true;
        struct stmt *stmt = ARENA_NEW(builder->arena, struct stmt);
        stmt->kind = STMT_OPENMP;
        stmt->parent = compound;
        stmt->label = directive->words;
        stmt->place = place_of_range(builder, directive->begin, directive->end);
        ARENA_PUSH(builder->arena, compound->children, compound->child_count, stmt);
    }
}

static void build_compound(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    bool is_main = stmt->place.file && stmt->place.file->is_main && builder->directive_count;
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (is_main)
            add_standalone(builder, stmt, place_of_cursor(builder, child).begin);
        ARENA_PUSH(builder->arena, stmt->children, stmt->child_count, stmt_build(builder, child, stmt));
    }
    if (is_main && stmt->place.end)
        add_standalone(builder, stmt, stmt->place.end - 1);
}

static void build_declaration(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        CXCursor child = builder->stack[base + k];
        if (clang_getCursorKind(child) != CXCursor_VarDecl)
            continue;
        struct variable *variable = variable_build(builder, child);
        if (!variable->declaration && variable->function)
            variable->declaration = stmt;
        variable_build_initialiser(builder, variable, child);
        ARENA_PUSH(builder->arena, stmt->variables, stmt->variable_count, variable);
    }
}

static void build_if(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->condition = child_expr(builder, base, count, 0);
    if (!stmt->condition || count < 2 || count > 3) {
        build_opaque(builder, stmt, base, count);
        return;
    }
    stmt->then = child_stmt(builder, base, count, 1, stmt);
    stmt->otherwise = child_stmt(builder, base, count, 2, stmt);
    stmt_include_part(builder, stmt, stmt->otherwise ? stmt->otherwise : stmt->then);
}

static void build_while(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->condition = child_expr(builder, base, count, 0);
    if (!stmt->condition || count != 2) {
        build_opaque(builder, stmt, base, count);
        return;
    }
    stmt->body = stmt_build_loop_body(builder, builder->stack[base + 1], stmt);
    stmt_include_part(builder, stmt, stmt->body);
}

static void build_do(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    if (count != 2 || !clang_isExpression(clang_getCursorKind(builder->stack[base + 1]))) {
        build_opaque(builder, stmt, base, count);
        return;
    }
    stmt->body = stmt_build_loop_body(builder, builder->stack[base], stmt);
    stmt->condition = child_expr(builder, base, count, 1);
    include_semicolon(builder, stmt);
}

static void build_switch(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->condition = child_expr(builder, base, count, 0);
    if (!stmt->condition || count != 2) {
        build_opaque(builder, stmt, base, count);
        return;
    }
    stmt->body = child_stmt(builder, base, count, 1, stmt);
    stmt_include_part(builder, stmt, stmt->body);
}

static void build_case(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->condition = child_expr(builder, base, count, 0);
    if (count == 3)
        stmt->range_end = child_expr(builder, base, count, 1);
    if (!stmt->condition || count < 2 || count > 3) {
        build_opaque(builder, stmt, base, count);
        return;
    }
    stmt->body = child_stmt(builder, base, count, count - 1, stmt);
    stmt_include_part(builder, stmt, stmt->body);
}

static void build_default(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->body = child_stmt(builder, base, count, 0, stmt);
    stmt_include_part(builder, stmt, stmt->body);
}

static void build_label(struct builder *builder, struct stmt *stmt, CXCursor cursor, unsigned base, unsigned count)
{
    stmt->label = builder_string(builder, clang_getCursorSpelling(cursor));
    /* attributes of the label come before the statement */
    stmt->body = count ? child_stmt(builder, base, count, count - 1, stmt) : NULL;
    stmt_include_part(builder, stmt, stmt->body);
}

static void build_return(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->expr = child_expr(builder, base, count, 0);
    include_semicolon(builder, stmt);
}

static void build_goto(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->label = count ? builder_string(builder, clang_getCursorSpelling(builder->stack[base])) : "";
    include_semicolon(builder, stmt);
}

/* A computed goto: its target is "expr". */
static void build_computed_goto(struct builder *builder, struct stmt *stmt, unsigned base, unsigned count)
{
    stmt->kind = STMT_OPAQUE;
    stmt->expr = child_expr(builder, base, count, 0);
    if (builder->function)
        builder->function->has_computed_goto = true;
    include_semicolon(builder, stmt);
}

/* The operands of an asm statement hang below an opaque "expr". */
static void build_asm(struct builder *builder, struct stmt *stmt, CXCursor cursor)
{
    stmt->expr = expr_build_opaque(builder, cursor);
    if (builder->function)
        builder->function->has_asm = true;
    include_semicolon(builder, stmt);
}

/* A statement without a cursor kind of its own: with attributes it is its last child, anything else is opaque. */
static struct stmt *build_unexposed(struct builder *builder, CXCursor cursor, struct stmt *stmt, unsigned base,
                                    unsigned count)
{
    (void)cursor;
    CXCursor last = count ? builder->stack[base + count - 1] : clang_getNullCursor();
    enum CXCursorKind kind = clang_getCursorKind(last);
    if (clang_isStatement(kind) || clang_isExpression(kind)) {
        struct stmt *inner = stmt_build(builder, last, stmt->parent);
        if (stmt->place.file == inner->place.file && stmt->place.begin < inner->place.begin) {
            unsigned end = inner->place.end;
            inner->place = stmt->place;
            place_set_end(builder, &inner->place, end);
        }
        return inner;
    }
    build_opaque(builder, stmt, base, count);
    return stmt;
}

static enum stmt_kind kind_of(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_CompoundStmt:
        return STMT_COMPOUND;
    case CXCursor_DeclStmt:
        return STMT_DECL;
    case CXCursor_IfStmt:
        return STMT_IF;
    case CXCursor_WhileStmt:
        return STMT_WHILE;
    case CXCursor_DoStmt:
        return STMT_DO;
    case CXCursor_SwitchStmt:
        return STMT_SWITCH;
    case CXCursor_CaseStmt:
        return STMT_CASE;
    case CXCursor_DefaultStmt:
        return STMT_DEFAULT;
    case CXCursor_BreakStmt:
        return STMT_BREAK;
    case CXCursor_ContinueStmt:
        return STMT_CONTINUE;
    case CXCursor_ReturnStmt:
        return STMT_RETURN;
    case CXCursor_GotoStmt:
        return STMT_GOTO;
    case CXCursor_LabelStmt:
        return STMT_LABEL;
    case CXCursor_NullStmt:
        return STMT_NULL;
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return STMT_ASM;
    default:
        return clang_isExpression(kind) ? STMT_EXPR : STMT_OPAQUE;
    }
}

static void build_by_kind(struct builder *builder, struct stmt *stmt, CXCursor cursor, unsigned base, unsigned count)
{
    switch (stmt->kind) {
    case STMT_EXPR:
        stmt->expr = expr_build(builder, cursor);
        include_semicolon(builder, stmt);
        break;
    case STMT_COMPOUND:
        build_compound(builder, stmt, base, count);
        break;
    case STMT_DECL:
        build_declaration(builder, stmt, base, count);
        break;
    case STMT_IF:
        build_if(builder, stmt, base, count);
        break;
    case STMT_WHILE:
        build_while(builder, stmt, base, count);
        break;
    case STMT_DO:
        build_do(builder, stmt, base, count);
        break;
    case STMT_SWITCH:
        build_switch(builder, stmt, base, count);
        break;
    case STMT_CASE:
        build_case(builder, stmt, base, count);
        break;
    case STMT_DEFAULT:
        build_default(builder, stmt, base, count);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE:
        include_semicolon(builder, stmt);
        break;
    case STMT_RETURN:
        build_return(builder, stmt, base, count);
        break;
    case STMT_GOTO:
        build_goto(builder, stmt, base, count);
        break;
    case STMT_LABEL:
        build_label(builder, stmt, cursor, base, count);
        break;
    case STMT_ASM:
        build_asm(builder, stmt, cursor);
        break;
    case STMT_NULL:
        break;
    default:
        if (clang_getCursorKind(cursor) == CXCursor_IndirectGotoStmt)
            build_computed_goto(builder, stmt, base, count);
        else
            build_opaque(builder, stmt, base, count);
        break;
    }
}

/* The statement at "cursor" without regard to directives before it. */
static struct stmt *build_plain(struct builder *builder, CXCursor cursor, struct stmt *parent)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_ForStmt)
        return stmt_build_for(builder, cursor, parent);
    struct stmt *stmt = stmt_new(builder, kind_of(kind), cursor, parent);
    unsigned base = builder->stack_count;
    unsigned count = stmt->kind == STMT_EXPR || stmt->kind == STMT_ASM ? 0 : cursor_children(builder, cursor);
    struct stmt *outer = builder->statement;
    builder->statement = stmt;
    if (kind == CXCursor_UnexposedStmt)
        stmt = build_unexposed(builder, cursor, stmt, base, count);
    else
        build_by_kind(builder, stmt, cursor, base, count);
    builder->statement = outer;
    builder->stack_count = base;
    return stmt;
}

/* The statement at "cursor", nested too deeply to be taken apart: what occurs in it, in one opaque expression. */
static struct stmt *build_flat(struct builder *builder, CXCursor cursor, struct stmt *parent)
{
    struct stmt *stmt = stmt_new(builder, STMT_OPAQUE, cursor, parent);
    stmt->expr = expr_build_flat(builder, cursor);
    include_semicolon(builder, stmt);
    return stmt;
}

/* The statement at "cursor" below the OpenMP directives "first" .. "last" - 1, the outermost first. */
static struct stmt *build_directed(struct builder *builder, CXCursor cursor, struct stmt *parent, unsigned first,
                                   unsigned last)
{
    while (first < last && (builder->directives[first].kind == DIRECTIVE_AIPCC ||
                            builder->directives[first].is_standalone || builder->directives[first].is_used))
        first++;
    if (first == last)
        return build_plain(builder, cursor, parent);
    struct directive *directive = &builder->directives[first];
    directive->is_used = true;
    struct stmt *stmt = stmt_new(builder, STMT_OPENMP, cursor, parent);
    stmt->label = directive->words;
    unsigned governed = builder->governed_loops;
    bool is_parallel = directive_is_parallel(directive);
    builder->governed_loops = directive_loop_levels(directive);
    builder->user_parallel += is_parallel;
    stmt->body = build_directed(builder, cursor, stmt, first + 1, last);
    builder->user_parallel -= is_parallel;
    builder->governed_loops = governed;
    stmt->place = place_of_range(builder, directive->begin, stmt->body->place.end);
    return stmt;
}

/* The statement at "cursor" below "parent"; never NULL. */
struct stmt *stmt_build(struct builder *builder, CXCursor cursor, struct stmt *parent)
{
    if (builder->depth >= DEPTH_LIMIT)
        return build_flat(builder, cursor, parent);
    builder->depth++;
    unsigned first = 0, count = 0, governed = builder->governed_loops;
    if (builder->directive_count) {
        struct place place = place_of_cursor(builder, cursor);
        if (place.file && place.file->is_main)
            count = directives_before(builder, place.begin, &first);
    }
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind != CXCursor_ForStmt && kind != CXCursor_CompoundStmt)
        builder->governed_loops = 0;
    struct stmt *stmt = build_directed(builder, cursor, parent, first, first + count);
    builder->governed_loops = governed;
    builder->depth--;
    return stmt;
}
