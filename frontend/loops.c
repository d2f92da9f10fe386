/* Loops: the parts of a `for`, of which libclang shows only those that are there, and the loop tree. */
#include "frontend/builder.h"

/* Add "stmt" to the loop tree as the innermost loop and return it; loop_leave() goes back. */
static struct loop *loop_enter(struct builder *builder, struct stmt *stmt)
{
    struct unit *unit = builder->unit;
    struct loop *loop = ARENA_NEW(builder->arena, struct loop);
    loop->stmt = stmt;
    loop->function = builder->function;
    loop->parent = builder->loop;
    loop->depth = builder->loop ? builder->loop->depth + 1 : 1;
    loop->id = unit->loop_count;
    loop->is_user_openmp = builder->governed_loops > 0;
    loop->in_user_parallel = builder->user_parallel > 0;
    stmt->loop = loop;
    ARENA_PUSH(builder->arena, unit->loops, unit->loop_count, loop);
    if (builder->function)
        ARENA_PUSH(builder->arena, builder->function->loops, builder->function->loop_count, loop);
    builder->loop = loop;
    return loop;
}

static void loop_leave(struct builder *builder, struct loop *loop)
{
    builder->loop = loop->parent;
}

/* Build the body at "cursor" of "stmt", which thereby becomes a loop of the tree. */
struct stmt *stmt_build_loop_body(struct builder *builder, CXCursor cursor, struct stmt *stmt)
{
    struct loop *loop = loop_enter(builder, stmt);
    unsigned governed = builder->governed_loops;
    builder->governed_loops = governed ? governed - 1 : 0;
    struct stmt *body = stmt_build(builder, cursor, stmt);
    builder->governed_loops = governed;
    loop_leave(builder, loop);
    return body;
}

/* The cursors of a `for`; null where a part is missing. */
struct for_parts {
    CXCursor init, condition, step, body;
};

/* Sort the "count" children on the stack from "base" into "parts" by the two semicolons of the header. */
static bool parts_by_semicolons(struct builder *builder, const struct stmt *stmt, unsigned base, unsigned count,
                                struct for_parts *parts)
{
    unsigned semicolons[2];
    const struct place *place = &stmt->place;
    struct source_file file;
    if (!place_file_text(builder, place->file, &file) ||
        !token_for_semicolons(&file, place->begin, place->end, semicolons))
        return false;
    for (unsigned k = 0; k + 1 < count; k++) {
        CXCursor child = builder->stack[base + k];
        unsigned begin = place_of_cursor(builder, child).begin;
        CXCursor *part = begin < semicolons[0]   ? &parts->init
                         : begin < semicolons[1] ? &parts->condition
                                                 : &parts->step;
        if (!clang_Cursor_isNull(*part))
            return false;
        *part = child;
    }
    return true;
}

/* What the header of a `for` can hold, by what it does. */
enum part_kind {
    PART_DECLARATION,
    PART_VALUE,  /* has no side effect of its own: a condition */
    PART_STEP,   /* ++, --, += ... */
    PART_ASSIGN, /* = */
    PART_OTHER
};

static enum part_kind operator_part_kind(CXCursor cursor)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    if (kind == CXBinaryOperator_Assign)
        return PART_ASSIGN;
    return kind == CXBinaryOperator_Comma ? PART_OTHER : PART_VALUE;
}

static enum part_kind part_kind_of(CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_DeclStmt:
        return PART_DECLARATION;
    case CXCursor_CompoundAssignOperator:
        return PART_STEP;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
        return kind >= CXUnaryOperator_PostInc && kind <= CXUnaryOperator_PreDec ? PART_STEP : PART_VALUE;
    }
    case CXCursor_BinaryOperator:
        return operator_part_kind(cursor);
    case CXCursor_UnexposedExpr: /* an lvalue that is read */
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_IntegerLiteral:
        return PART_VALUE;
    default:
        return PART_OTHER;
    }
}

/* Which part the only one is. */
static bool one_part_by_kind(CXCursor child, struct for_parts *parts)
{
    switch (part_kind_of(child)) {
    case PART_DECLARATION:
        parts->init = child;
        return true;
    case PART_VALUE:
        parts->condition = child;
        return true;
    case PART_STEP:
        parts->step = child;
        return true;
    default:
        return false;
    }
}

/* Which parts the two are. */
static bool two_parts_by_kind(CXCursor first, CXCursor second, struct for_parts *parts)
{
    enum part_kind left = part_kind_of(first), right = part_kind_of(second);
    if (left == PART_VALUE && right != PART_VALUE) {
        parts->condition = first;
        parts->step = second;
        return true;
    }
    if (left != PART_VALUE && right == PART_VALUE) {
        parts->init = first;
        parts->condition = second;
        return true;
    }
    if (left == PART_DECLARATION && right != PART_OTHER) {
        parts->init = first;
        parts->step = second;
        return true;
    }
    return false;
}

/* Sort the children into "parts" where the header has no text of its own: all are there, or their kinds tell. */
static bool parts_by_kind(struct builder *builder, unsigned base, unsigned count, struct for_parts *parts)
{
    const CXCursor *children = builder->stack + base;
    parts->init = parts->condition = parts->step = clang_getNullCursor();
    if (count == 4) {
        parts->init = children[0];
        parts->condition = children[1];
        parts->step = children[2];
    }
    if (count == 3)
        return two_parts_by_kind(children[0], children[1], parts);
    if (count == 2)
        return one_part_by_kind(children[0], parts);
    return true;
}

static void build_parts(struct builder *builder, struct stmt *stmt, const struct for_parts *parts)
{
    unsigned governed = builder->governed_loops;
    struct loop *loop = loop_enter(builder, stmt);
    if (!clang_Cursor_isNull(parts->init))
        stmt->init = stmt_build(builder, parts->init, stmt);
    if (!clang_Cursor_isNull(parts->condition))
        stmt->condition = expr_build(builder, parts->condition);
    if (!clang_Cursor_isNull(parts->step))
        stmt->step = expr_build(builder, parts->step);
    builder->governed_loops = governed ? governed - 1 : 0;
    stmt->body = stmt_build(builder, parts->body, stmt);
    builder->governed_loops = governed;
    loop_leave(builder, loop);
    stmt_include_part(builder, stmt, stmt->body);
}

/* The `for` statement at "cursor" below "parent". If it cannot be told which part is missing it becomes opaque, with
 * all its parts as children. */
struct stmt *stmt_build_for(struct builder *builder, CXCursor cursor, struct stmt *parent)
{
    struct stmt *stmt = stmt_new(builder, STMT_FOR, cursor, parent), *outer = builder->statement;
    struct for_parts parts = { clang_getNullCursor(), clang_getNullCursor(), clang_getNullCursor(),
                               clang_getNullCursor() };
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    builder->statement = stmt;
    bool is_clear = count && (parts_by_semicolons(builder, stmt, base, count, &parts) ||
                              parts_by_kind(builder, base, count, &parts));
    if (is_clear) {
        parts.body = builder->stack[base + count - 1];
        build_parts(builder, stmt, &parts);
    } else {
        stmt->kind = STMT_OPAQUE;
        for (unsigned k = 0; k < count; k++) {
            struct stmt *child = stmt_build(builder, builder->stack[base + k], stmt);
            ARENA_PUSH(builder->arena, stmt->children, stmt->child_count, child);
            stmt_include_part(builder, stmt, child);
        }
    }
    builder->statement = outer;
    builder->stack_count = base;
    return stmt;
}
