/* A unit: one C file as aipcc sees it, with everything it includes. It is a plain tree of functions, statements and
 * expressions, built from libclang once and never changed afterwards. Nothing above the frontend knows libclang.
 *
 * Everything is owned by the unit's arena; pointers stay valid until unit_free().
 */
#ifndef AIPCC_FRONTEND_UNIT_H
#define AIPCC_FRONTEND_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* ---- places ---------------------------------------------------------------------------------------------------- */

/* A file that takes part in the unit; "text" holds its bytes for the main file only. */
struct source_file {
    const char *path;
    bool is_main, is_system;
    const char *text;
    size_t length;
};

/* Where a node stands. Offsets are bytes in "file", line and column count from 1. A node that came out of a macro has
 * the place of the outermost macro *use* (its expansion), from the first byte of the macro name to the last byte of
 * what the expansion ends in. [begin, end) covers the whole node, without a trailing `;` for expressions and with it
 * for statements that need one. */
struct place {
    const struct source_file *file;
    unsigned begin, end;
    unsigned line, column;
    unsigned end_line;
    bool from_macro; /* the first or last token was produced by a macro: no edit may split it */
};

/* ---- types ----------------------------------------------------------------------------------------------------- */

enum type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_INT, /* every integer, char and enum type */
    TYPE_FLOAT,
    TYPE_COMPLEX,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_FUNCTION,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_OTHER /* vectors, _Atomic(T), blocks ... : opaque */
};

struct record;
struct expr;

/* A type with typedefs resolved. Types are not unique: compare with type_equal(). */
struct type {
    enum type_kind kind;
    long long size; /* bytes; -1 where unknown (VLA, incomplete) */
    unsigned bits;  /* width of integers and floats (float 32, double 64, long double 128) */
    bool is_unsigned, is_enum, is_char;
    bool is_const, is_volatile, is_restrict, is_atomic;
    struct type *element;     /* pointer: pointee; array: element; complex: part; function: result */
    long long extent;         /* array: number of elements; -1 for a VLA or an incomplete array */
    struct expr *extent_expr; /* VLA: the expression that gives the number of elements, with the values its variables
                                 have at the declaration, or NULL if it is not known */
    struct record *record;    /* struct, union */
    struct type **parameters; /* function */
    unsigned parameter_count;
    bool is_variadic;
    const char *spelling; /* as clang prints the canonical type, qualifiers included */
    const char *written;  /* as the user wrote it (typedef names kept) */
};

struct field {
    const char *name;
    struct type *type;
    struct record *record;
    unsigned index;
    long long offset_bits; /* from the start of the record */
    int bit_width;         /* -1 if the field is not a bit-field */
};

struct record {
    const char *name; /* "" if it has none */
    bool is_union, is_complete;
    long long size;
    struct field **fields;
    unsigned field_count;
};

/* ---- declarations ---------------------------------------------------------------------------------------------- */

enum storage {
    STORAGE_LOCAL,
    STORAGE_PARAMETER,
    STORAGE_STATIC_LOCAL,
    STORAGE_FILE_STATIC, /* file scope, internal linkage */
    STORAGE_GLOBAL,      /* file scope, external linkage (also `extern` inside a function) */
    STORAGE_THREAD       /* _Thread_local of any scope */
};

struct function;
struct stmt;
struct hint;

/* One variable; all redeclarations in a unit share one struct. */
struct variable {
    const char *name;
    const char *usr; /* equal in two units exactly if both name the same external object */
    struct type *type;
    enum storage storage;
    struct function *function; /* the function it is local to; NULL at file scope */
    struct expr *init;         /* initialiser or NULL; the defining declaration's if there is one */
    struct place place;        /* the whole declarator, e.g. `*p = a + 1` of `int k, *p = a + 1;` */
    struct stmt *declaration;  /* the STMT_DECL that holds it; NULL for parameters and file scope */
    bool is_defined;           /* storage is reserved in this unit (tentative definitions count) */
    bool is_register;
    bool address_taken;        /* `&v` (or &v.f, &v[i]) occurs, or an array decays outside of v[...] subscripts */
    unsigned parameter_index;  /* parameters */
    struct hint *hints;        /* `#pragma aipcc ...` before its declaration */
    unsigned hint_count;
    unsigned id;               /* dense, 0 .. unit->variable_count - 1 */
    void *note;                /* for the analysis */
};

struct function {
    const char *name;
    const char *usr;
    struct type *type; /* TYPE_FUNCTION */
    struct variable **parameters;
    unsigned parameter_count;
    struct stmt *body; /* STMT_COMPOUND, or NULL if the unit has no definition */
    struct hint *hints; /* `#pragma aipcc ...` before it */
    unsigned hint_count;
    struct place place; /* definition (or first declaration): from its first specifier to the closing brace */
    struct unit *unit;
    bool is_static, is_inline, is_variadic, is_noreturn;
    bool has_const_attribute, has_pure_attribute, has_malloc_attribute;
    bool is_user_pure;  /* `#pragma aipcc pure` stands before it */
    bool is_system;     /* declared in a system header */
    bool is_knr;        /* parameters declared in the old style */
    bool address_taken; /* used other than as the callee of a call */
    bool has_asm, has_setjmp, has_computed_goto, has_alloca;
    struct loop **loops; /* every loop in source order: an outer loop precedes its inner ones */
    unsigned loop_count;
    unsigned id; /* dense in the unit */
    void *note;  /* for the analysis */
};

/* ---- expressions ----------------------------------------------------------------------------------------------- */

enum expr_kind {
    EXPR_INT,      /* integer, character, enum constant, sizeof, offsetof: "int_value" */
    EXPR_FLOAT,    /* "float_value"; the source text is authoritative. Of complex type: an imaginary constant, whose
                      imaginary part "float_value" is */
    EXPR_STRING,
    EXPR_VARIABLE, /* "variable" */
    EXPR_FUNCTION, /* "function" */
    EXPR_UNARY,    /* "op", operand 0 */
    EXPR_BINARY,   /* "op", operands 0 and 1; comma is OP_COMMA */
    EXPR_ASSIGN,   /* operand 0 = operand 1; compound assignment if "op" is not OP_NONE: `a += b` has OP_ADD */
    EXPR_CONDITIONAL, /* operands 0 ? 1 : 2; for `a ?: b` operand 1 is operand 0 itself */
    EXPR_CALL,     /* operand 0 is the callee (an EXPR_FUNCTION if direct), the arguments follow */
    EXPR_INDEX,    /* operand 0 [ operand 1 ]; operand 0 is the pointer or array side */
    EXPR_MEMBER,   /* operand 0 . field, or operand 0 -> field if "is_arrow" */
    EXPR_CAST,     /* operand 0 converted to "type"; implicit conversions that change kind, width or sign are kept
                      ("is_implicit"); array-to-pointer decay, lvalue-to-rvalue and qualification changes are not */
    EXPR_INIT_LIST, /* operands in order of the elements; designated ones are placed, gaps are NULL */
    EXPR_COMPOUND_LITERAL, /* operand 0: the initialiser */
    EXPR_STATEMENT, /* ({ ... }): "statement" */
    EXPR_OPAQUE     /* anything else; the operands are its sub-expressions, each may be read, written or escape */
};

enum operator {
    OP_NONE,
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_REM, OP_SHL, OP_SHR, OP_AND, OP_OR, OP_XOR,
    OP_LT, OP_GT, OP_LE, OP_GE, OP_EQ, OP_NE, OP_LAND, OP_LOR, OP_COMMA,
    OP_NEG, OP_PLUS, OP_NOT /* ~ */, OP_LNOT /* ! */, OP_DEREF, OP_ADDRESS,
    OP_PRE_INC, OP_PRE_DEC, OP_POST_INC, OP_POST_DEC, OP_REAL, OP_IMAG, OP_EXTENSION
};

struct expr {
    enum expr_kind kind;
    enum operator op;
    struct type *type; /* never NULL; TYPE_OTHER if unknown */
    struct place place;
    struct expr **operands;
    unsigned operand_count;
    struct variable *variable;
    struct function *function;
    struct field *field;
    struct stmt *statement;
    bool is_arrow, is_implicit;
    bool has_value;      /* the whole expression is an integer constant: "int_value" */
    long long int_value; /* unsigned 64-bit values wrap */
    double float_value;
    bool is_parenthesised;
};

/* ---- statements ------------------------------------------------------------------------------------------------ */

enum stmt_kind {
    STMT_EXPR,     /* "expr" */
    STMT_DECL,     /* "variables" (block-scope functions and types are dropped) */
    STMT_COMPOUND, /* "children" */
    STMT_IF,       /* "condition", "then", "otherwise" (may be NULL) */
    STMT_FOR,      /* "init" (STMT_DECL, STMT_EXPR or NULL), "condition", "step" (either may be NULL), "body" */
    STMT_WHILE,    /* "condition", "body" */
    STMT_DO,       /* "body", "condition" */
    STMT_SWITCH,   /* "condition", "body" */
    STMT_CASE,     /* "condition" (has_value; "range_end" for GNU ranges), "body": the statement after the label */
    STMT_DEFAULT,  /* "body" */
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN,   /* "expr" or NULL */
    STMT_GOTO,     /* "label" */
    STMT_LABEL,    /* "label", "body" */
    STMT_NULL,
    STMT_ASM,
    STMT_OPENMP,   /* a user's OpenMP (or OpenACC) directive: "body" is the associated statement or NULL, "label" its
                      words after `omp` or `acc` */
    STMT_OPAQUE    /* anything else; "children" and "expr" are what could be seen of it */
};

struct loop;

struct stmt {
    enum stmt_kind kind;
    struct place place;
    struct expr *expr, *condition, *step, *range_end;
    struct stmt *init, *then, *otherwise, *body;
    struct stmt **children;
    unsigned child_count;
    struct variable **variables;
    unsigned variable_count;
    const char *label;
    struct loop *loop;   /* STMT_FOR, STMT_WHILE, STMT_DO */
    struct stmt *parent; /* NULL for a function body */
};

/* The user's words before a loop or function: `#pragma aipcc ...` */
enum hint_kind {
    HINT_PARALLEL, HINT_SERIAL, HINT_ASSUME, HINT_NOALIAS, HINT_PRIVATE, HINT_REDUCTION, HINT_PURE, HINT_PERMUTATION,
    HINT_DISTRIBUTE, HINT_TILE
};

struct hint {
    enum hint_kind kind;
    const char *arguments;        /* the text between the parentheses, or "" */
    struct variable **variables;  /* the variables it names, as they are visible at that place */
    unsigned variable_count;
    struct place place;
};

struct loop {
    struct stmt *stmt;
    struct function *function;
    struct loop *parent;  /* the next loop around it in the same function, or NULL */
    unsigned depth;       /* 1 for an outermost loop */
    struct hint *hints;
    unsigned hint_count;
    bool is_user_openmp;  /* the user's own OpenMP directive governs it: leave it alone */
    bool in_user_parallel; /* it runs inside a user's OpenMP parallel region */
    unsigned id;          /* dense in the unit */
    void *note;           /* for the analysis */
};

/* ---- the unit -------------------------------------------------------------------------------------------------- */

struct diagnostic {
    enum { DIAGNOSTIC_NOTE, DIAGNOSTIC_WARNING, DIAGNOSTIC_ERROR } severity;
    const char *text; /* formatted by clang, as clang prints it: several lines, with the caret */
};

struct unit {
    struct arena *arena;
    struct source_file *main;
    struct function **functions; /* all, declared or defined */
    unsigned function_count;
    struct variable **variables; /* all, of every scope */
    unsigned variable_count;
    struct loop **loops; /* all in source order */
    unsigned loop_count;
    struct diagnostic *diagnostics;
    unsigned diagnostic_count;
    bool has_errors;       /* the file does not compile: the tree may be partial and must not be used */
    bool has_main;         /* defines main() */
    bool reads_errno;      /* `errno` occurs anywhere in the main file or in an included user file */
    bool has_signal_handlers, has_threads; /* signal()/sigaction, pthread_create/thrd_create are called */
    const char *failure;   /* libclang could not parse at all: why; otherwise NULL */
};

/* Parse "path" with the compiler options "arguments" (no input file, no -c, no -o among them). If "text" is not NULL it
 * stands for the contents of the file (standard input is parsed under a made-up path). Never returns NULL: look at
 * "failure" and "has_errors". Free with unit_free(). */
struct unit *unit_parse(const char *path, const char *text, size_t length, const char *const *arguments,
                        unsigned argument_count);
void unit_free(struct unit *unit);

/* The source text of "place" in the unit's main file (arena string), or NULL if it lies in another file. */
const char *unit_source(struct unit *unit, struct place place);

/* Print the tree to standard output in an indented form, one node a line: for tests and --dump=unit. */
void unit_dump(const struct unit *unit);

/* Equality of types, qualifiers ignored. */
bool type_equal(const struct type *a, const struct type *b);
bool type_is_integer(const struct type *type); /* TYPE_INT, TYPE_BOOL */
bool type_is_scalar(const struct type *type);  /* integer, float, complex, pointer */

/* "expr" without implicit casts and __extension__; explicit casts stay. */
struct expr *expr_skip_implicit(struct expr *expr);
/* "expr" without any cast. */
struct expr *expr_skip_casts(struct expr *expr);
/* The variable at the root of an lvalue (a of a[i].f, x of x), or NULL (*p, p->f: through a pointer). */
struct variable *expr_root_variable(struct expr *expr);
/* Call "visit" on every expression below and including "expr", operands first. */
void expr_visit(struct expr *expr, void (*visit)(struct expr *, void *), void *user);
/* Call "visit" on each top-level expression of every statement below and including "stmt" (initialisers of the declared
 * variables included), in source order. */
void stmt_visit_exprs(struct stmt *stmt, void (*visit)(struct expr *, void *), void *user);
/* Call "visit" on every statement below and including "stmt", outer ones first. */
void stmt_visit(struct stmt *stmt, void (*visit)(struct stmt *, void *), void *user);
/* Whether "inner" lies inside (or is) "outer". */
bool stmt_contains(const struct stmt *outer, const struct stmt *inner);

#endif
