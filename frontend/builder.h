/* Private to the frontend: what its files share while one unit is built from libclang's cursors. */
#ifndef AIPCC_FRONTEND_BUILDER_H
#define AIPCC_FRONTEND_BUILDER_H

#include <clang-c/Index.h>

#include "frontend/unit.h"

/* How deeply statements, expressions and types may nest before they become opaque: the stack stays bounded here and in
 * every stage that walks the tree. */
enum { DEPTH_LIMIT = 1500 };

/* One use of a macro in the main file: [begin, end) from its name to the end of its arguments. */
struct macro_use {
    unsigned begin, end;
    const char *pragma; /* its definition from where it makes a pragma on, or NULL */
};

/* One pragma that speaks to us or to OpenMP / OpenACC. */
struct directive {
    enum directive_kind { DIRECTIVE_AIPCC, DIRECTIVE_OPENMP, DIRECTIVE_OPENACC } kind;
    unsigned begin, end;  /* the whole line, continuations included, without the line's end */
    unsigned words_begin; /* where "words" starts in the file */
    const char *words;    /* what follows `aipcc`, `omp` or `acc`; continuation lines joined */
    unsigned next_code;   /* the first token after it that is no preprocessor line */
    bool is_standalone;   /* governs no statement: barrier, taskwait ... */
    bool is_used;         /* a statement has taken it */
};

/* Hash table from cursors (declarations) to what was built for them. */
struct cursor_map {
    struct cursor_entry {
        CXCursor cursor;
        void *value;
    } *entries;
    unsigned capacity, count;
};

/* Hash table from clang's types to ours. */
struct type_map {
    struct type_entry {
        CXType clang_type;
        struct type *type;
    } *entries;
    unsigned capacity, count;
};

struct known_file {
    CXFile handle;
    struct source_file *file;
};

struct builder {
    struct unit *unit;
    struct arena *arena;
    CXTranslationUnit translation_unit;
    CXFile main_file;
    struct known_file *files;
    unsigned file_count, last_file;
    unsigned *line_starts; /* offsets of the main file's lines */
    unsigned line_count;

    struct macro_use *macro_uses; /* sorted by "begin", which is unique */
    unsigned macro_use_count;
    unsigned *macro_ends;         /* the ends of "macro_uses", sorted */
    struct directive *directives; /* in file order */
    unsigned directive_count;

    struct cursor_map declarations; /* canonical declaration -> variable, function, field, record */
    CXCursor *function_cursors;     /* by function id: the declaration it was built from */
    unsigned function_cursor_count;
    struct type_map types;
    struct type *unknown_type, *size_type;
    struct pending_record {
        CXType clang_type;
        struct record *record;
    } *pending_records;
    unsigned pending_record_count, type_depth;

    CXCursor *stack; /* children of the cursors that are being built, see cursor_children() */
    unsigned stack_count, stack_capacity;

    struct function *function; /* the one whose body is being built */
    struct stmt *statement;    /* the innermost statement around it */
    struct loop *loop;         /* the innermost loop around the current place */
    unsigned depth;
    unsigned user_parallel;               /* number of OpenMP parallel regions around the current place */
    unsigned governed_loops;              /* how many loop levels from here on belong to the OpenMP directive above */
    struct variable *previous_declarator; /* the variable declared last, and where its declaration starts */
    unsigned previous_declaration_begin;
    unsigned *declaration_begins; /* by variable id: where the declaration with its specifiers starts */
    unsigned declaration_begin_count;
};

/* builder.c: strings, children of cursors, the two maps */
const char *builder_string(struct builder *builder, CXString string);
unsigned cursor_children(struct builder *builder, CXCursor cursor);
void *cursor_map_find(const struct cursor_map *map, CXCursor cursor);
void cursor_map_put(struct cursor_map *map, CXCursor cursor, void *value);
struct type *type_map_find(const struct type_map *map, CXType type);
void type_map_put(struct type_map *map, CXType type, struct type *value);
void builder_release(struct builder *builder);

/* places.c */
void places_start(struct builder *builder);
struct place place_of_cursor(struct builder *builder, CXCursor cursor);
struct place place_of_range(struct builder *builder, unsigned begin, unsigned end);
void place_set_end(struct builder *builder, struct place *place, unsigned end);
bool place_file_text(struct builder *builder, const struct source_file *file, struct source_file *with_text);
void place_collect_macro_uses(struct builder *builder);

/* tokens.c: syntax that libclang does not expose, read from the text of the main file */
struct token {
    enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN } kind;
    unsigned begin, end;
};
struct token token_next(const struct source_file *file, unsigned from, unsigned limit);
bool token_is(const struct source_file *file, struct token token, const char *spelling);
unsigned token_statement_end(const struct source_file *file, unsigned end);
unsigned token_closing(const struct source_file *file, unsigned from, unsigned limit);
unsigned token_declarator_begin(const struct source_file *file, unsigned from, unsigned name);
bool token_for_semicolons(const struct source_file *file, unsigned begin, unsigned end, unsigned semicolons[2]);
unsigned token_skip_blank(const struct source_file *file, unsigned from, unsigned limit);

/* directives.c */
void directives_collect(struct builder *builder);
unsigned directives_before(struct builder *builder, unsigned begin, unsigned *first);
bool directive_is_parallel(const struct directive *directive);
unsigned directive_loop_levels(const struct directive *directive);
void directives_apply_threadprivate(struct builder *builder);

/* hints.c */
void hints_attach(struct builder *builder);

/* types.c */
struct type *type_build(struct builder *builder, CXType type);
struct type *type_decay(struct builder *builder, struct type *type);
void type_attach_extents(struct builder *builder, struct type *type, CXCursor cursor, CXCursor other);
struct field *type_field(struct builder *builder, CXCursor field);

/* declarations.c */
struct variable *variable_build(struct builder *builder, CXCursor cursor);
struct function *function_reference(struct builder *builder, CXCursor cursor);
void declarations_build_all(struct builder *builder);
void variable_build_initialiser(struct builder *builder, struct variable *variable, CXCursor cursor);

/* expressions.c and the files it shares its work with */
struct expr *expr_build(struct builder *builder, CXCursor cursor);
struct expr *expr_new(struct builder *builder, enum expr_kind kind, CXCursor cursor);
struct expr *expr_build_opaque(struct builder *builder, CXCursor cursor);
struct expr *expr_build_flat(struct builder *builder, CXCursor cursor);
void expr_add_operand(struct builder *builder, struct expr *expr, struct expr *operand);
struct expr *expr_convert(struct builder *builder, struct expr *operand, struct type *type);
struct expr *expr_build_initialiser_list(struct builder *builder, CXCursor cursor); /* initialisers.c */
struct expr *expr_build_sizeof(struct builder *builder, CXCursor cursor);           /* sizeof.c */
void expr_fold(struct expr *expr);                                                  /* constants.c */
void expr_set_constant(struct expr *expr, long long value);
bool expr_evaluate(struct expr *expr, CXCursor cursor);

/* statements.c, loops.c */
struct stmt *stmt_build(struct builder *builder, CXCursor cursor, struct stmt *parent);
struct stmt *stmt_new(struct builder *builder, enum stmt_kind kind, CXCursor cursor, struct stmt *parent);
void stmt_include_part(struct builder *builder, struct stmt *stmt, const struct stmt *inner);
struct stmt *stmt_build_for(struct builder *builder, CXCursor cursor, struct stmt *parent);
struct stmt *stmt_build_loop_body(struct builder *builder, CXCursor cursor, struct stmt *loop);

/* addresses.c */
void addresses_mark(struct unit *unit);

/* diagnostics.c */
void diagnostics_collect(struct builder *builder);

#endif
