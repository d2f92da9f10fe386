/* Variables and functions. Each is built when it is first seen, be it declared or referenced, and completed by later
 * declarations. Declarations of system headers are built only if the user's code refers to them. */
#include "frontend/builder.h"

#include <string.h>

/* The USR of "cursor", made unique among units by the main file's path if the object is not visible to others. */
static const char *usr_of(struct builder *builder, CXCursor cursor)
{
    const char *usr = builder_string(builder, clang_getCursorUSR(cursor));
    enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
    if (linkage == CXLinkage_Internal || linkage == CXLinkage_NoLinkage)
        return arena_printf(builder->arena, "%s#%s", builder->unit->main->path, usr);
    return usr;
}

static enum storage storage_of(CXCursor cursor)
{
    if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
        return STORAGE_PARAMETER;
    if (clang_getCursorTLSKind(cursor) != CXTLS_None)
        return STORAGE_THREAD;
    enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
    if (linkage == CXLinkage_Internal)
        return STORAGE_FILE_STATIC;
    if (linkage != CXLinkage_NoLinkage)
        return STORAGE_GLOBAL;
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Static ? STORAGE_STATIC_LOCAL : STORAGE_LOCAL;
}

/* The place of the declarator of "cursor": several may share their specifiers, which are not part of it. */
static struct place declarator_place(struct builder *builder, struct variable *variable, CXCursor cursor)
{
    struct place whole = place_of_cursor(builder, cursor);
    if (builder->declaration_begin_count == variable->id)
        ARENA_PUSH(builder->arena, builder->declaration_begins, builder->declaration_begin_count, whole.begin);
    builder->declaration_begins[variable->id] = whole.begin;
    if (!whole.file || !whole.file->is_main || variable->storage == STORAGE_PARAMETER)
        return whole;
    unsigned name, from = whole.begin;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &name);
    if (name < whole.begin || name >= whole.end || place_of_range(builder, name, name).from_macro)
        return whole;
    /* clang lets all declarators at file scope start at the specifiers, but only the first one in a function */
    const struct variable *previous = builder->previous_declarator;
    bool is_later = name == whole.begin || builder->previous_declaration_begin == whole.begin;
    if (is_later && previous && previous->place.end <= name)
        from = previous->place.end;
    builder->previous_declarator = variable;
    builder->previous_declaration_begin = whole.begin;
    return place_of_range(builder, token_declarator_begin(whole.file, from, name), whole.end);
}

static void set_type(struct builder *builder, struct variable *variable, CXCursor cursor)
{
    struct type *type = type_build(builder, clang_getCursorType(cursor));
    variable->type = variable->storage == STORAGE_PARAMETER ? type_decay(builder, type) : type;
}

/* The variable that "cursor" declares or refers to. Extents and initialisers are added by those who walk the
 * declarations. */
struct variable *variable_build(struct builder *builder, CXCursor cursor)
{
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    struct variable *variable = cursor_map_find(&builder->declarations, canonical);
    if (variable)
        return variable;
    variable = ARENA_NEW(builder->arena, struct variable);
    cursor_map_put(&builder->declarations, canonical, variable);
    variable->name = builder_string(builder, clang_getCursorSpelling(cursor));
    variable->usr = usr_of(builder, canonical);
    variable->storage = storage_of(cursor);
    set_type(builder, variable, cursor);
    variable->is_register = clang_Cursor_getStorageClass(cursor) == CX_SC_Register;
    bool is_local = clang_getCursorLinkage(cursor) == CXLinkage_NoLinkage;
    variable->function = is_local ? builder->function : NULL;
    variable->is_defined = is_local;
    variable->id = builder->unit->variable_count;
    variable->place = declarator_place(builder, variable, cursor);
    ARENA_PUSH(builder->arena, builder->unit->variables, builder->unit->variable_count, variable);
    if (is_local || !clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
        type_attach_extents(builder, type_build(builder, clang_getCursorType(cursor)), cursor,
                            clang_Cursor_getVarDeclInitializer(cursor));
    return variable;
}

/* Add the initialiser that the declaration "cursor" of "variable" has, if any. */
void variable_build_initialiser(struct builder *builder, struct variable *variable, CXCursor cursor)
{
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(cursor);
    if (!clang_Cursor_isNull(initialiser) && !variable->init)
        variable->init = expr_build(builder, initialiser);
}

/* Take in a declaration of a variable at file scope. The defining one gives type, place and initialiser. */
static void declare_variable(struct builder *builder, CXCursor cursor)
{
    unsigned known = builder->unit->variable_count;
    struct variable *variable = variable_build(builder, cursor);
    bool is_new = builder->unit->variable_count > known;
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(cursor);
    bool defines = clang_Cursor_getStorageClass(cursor) != CX_SC_Extern || !clang_Cursor_isNull(initialiser);
    struct type *type = type_build(builder, clang_getCursorType(cursor));
    if (variable->type->size < 0 || defines)
        variable->type = type->size >= 0 || variable->type->size < 0 ? type : variable->type;
    if (defines && !is_new && (!variable->is_defined || !clang_Cursor_isNull(initialiser)))
        variable->place = declarator_place(builder, variable, cursor);
    variable->is_defined |= defines;
    variable_build_initialiser(builder, variable, cursor);
}

/* What the declaration at "cursor" says in attributes, read from clang's print of it: libclang has no cursors for most
 * of them. */
static void note_attributes(struct builder *builder, struct function *function, CXCursor cursor)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    CXString print = clang_getCursorPrettyPrinted(cursor, policy);
    const char *text = clang_getCString(print);
    (void)builder;
    if (text) {
        function->has_const_attribute |= strstr(text, "__attribute__((const))") != NULL;
        function->has_pure_attribute |= strstr(text, "__attribute__((pure))") != NULL;
        function->has_malloc_attribute |= strstr(text, "__attribute__((malloc") != NULL;
        function->is_noreturn |=
            strstr(text, "noreturn))") || strstr(text, "_Noreturn") || strstr(text, "[[noreturn]]");
    }
    function->is_noreturn |= strstr(function->type->spelling, "__attribute__((noreturn))") != NULL;
    clang_disposeString(print);
    clang_PrintingPolicy_dispose(policy);
}

/* The function that "cursor" declares or refers to. */
static struct function *function_build(struct builder *builder, CXCursor cursor)
{
    CXCursor canonical = clang_getCanonicalCursor(cursor);
    struct function *function = cursor_map_find(&builder->declarations, canonical);
    if (function)
        return function;
    function = ARENA_NEW(builder->arena, struct function);
    cursor_map_put(&builder->declarations, canonical, function);
    function->name = builder_string(builder, clang_getCursorSpelling(cursor));
    function->usr = usr_of(builder, canonical);
    function->type = type_build(builder, clang_getCursorType(cursor));
    function->unit = builder->unit;
    function->place = place_of_cursor(builder, cursor);
    CXSourceLocation location = clang_getCursorLocation(canonical);
    function->is_system = !function->place.file || clang_Location_isInSystemHeader(location) != 0 ||
                          strncmp(function->name, "__builtin_", 10) == 0;
    function->is_static = clang_getCursorLinkage(canonical) == CXLinkage_Internal;
    function->is_inline = clang_Cursor_isFunctionInlined(cursor) != 0;
    function->is_variadic = function->type->is_variadic;
    note_attributes(builder, function, cursor);
    function->id = builder->unit->function_count;
    ARENA_PUSH(builder->arena, builder->function_cursors, builder->function_cursor_count, cursor);
    ARENA_PUSH(builder->arena, builder->unit->functions, builder->unit->function_count, function);
    return function;
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

/* Record what a reference to "function" tells about the function that is being built and about the unit. */
static void note_reference(struct builder *builder, const struct function *function)
{
    static const char *const jumps[] = { "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp" };
    static const char *const signals[] = { "signal", "sigaction", "bsd_signal", "sysv_signal", "sigset" };
    static const char *const allocas[] = { "alloca", "__builtin_alloca", "__builtin_alloca_with_align" };
    static const char *const threads[] = { "pthread_create", "thrd_create", "clone" };
    const char *name = function->name;
    if (is_one_of(name, signals, sizeof signals / sizeof *signals))
        builder->unit->has_signal_handlers = true;
    if (is_one_of(name, threads, sizeof threads / sizeof *threads))
        builder->unit->has_threads = true;
    if (strcmp(name, "__errno_location") == 0 || strcmp(name, "__error") == 0)
        builder->unit->reads_errno = true;
    if (!builder->function)
        return;
    builder->function->has_setjmp |= is_one_of(name, jumps, sizeof jumps / sizeof *jumps);
    builder->function->has_alloca |= is_one_of(name, allocas, sizeof allocas / sizeof *allocas);
}

/* The function that the expression at "cursor" refers to. */
struct function *function_reference(struct builder *builder, CXCursor cursor)
{
    struct function *function = function_build(builder, cursor);
    note_reference(builder, function);
    return function;
}

/* Give "function" the parameters of its declaration "cursor". */
static void set_parameters(struct builder *builder, struct function *function, CXCursor cursor)
{
    int count = clang_Cursor_getNumArguments(cursor);
    function->parameters = NULL;
    function->parameter_count = 0;
    for (int k = 0; k < count; k++) {
        struct variable *parameter = variable_build(builder, clang_Cursor_getArgument(cursor, (unsigned)k));
        parameter->parameter_index = (unsigned)k;
        parameter->function = function;
        ARENA_PUSH(builder->arena, function->parameters, function->parameter_count, parameter);
    }
}

/* The body among the children of the function definition "cursor". */
static CXCursor body_of(struct builder *builder, CXCursor cursor)
{
    unsigned base = builder->stack_count, count = cursor_children(builder, cursor);
    CXCursor body = clang_getNullCursor();
    for (unsigned k = 0; k < count; k++)
        if (clang_getCursorKind(builder->stack[base + k]) == CXCursor_CompoundStmt)
            body = builder->stack[base + k];
    builder->stack_count = base;
    return body;
}

/* Whether the definition "cursor" of "function" is of the old style. clang gives it the type of a prototype, so look
 * where the parameters are declared: behind the list of names, or without a type in it. */
static bool is_knr(const struct function *function, CXCursor cursor)
{
    const struct source_file *file = function->place.file;
    if (!file || !file->is_main || function->parameter_count == 0 || function->place.from_macro)
        return false;
    unsigned name;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &name);
    unsigned name_end = token_next(file, name, function->place.end).end;
    unsigned list_end = token_closing(file, name_end, function->place.end);
    for (unsigned k = 0; k < function->parameter_count && list_end > name_end; k++) {
        const struct variable *parameter = function->parameters[k];
        unsigned begin;
        CXCursor argument = clang_Cursor_getArgument(cursor, k);
        clang_getExpansionLocation(clang_getCursorLocation(argument), NULL, NULL, NULL, &begin);
        bool is_bare = parameter->name[0] && begin == parameter->place.begin && !parameter->place.from_macro;
        if (parameter->place.begin >= list_end || is_bare)
            return true;
    }
    return false;
}

/* Take in a declaration of a function; if it is the definition its body is built. */
static void declare_function(struct builder *builder, CXCursor cursor)
{
    struct function *function = function_build(builder, cursor);
    note_attributes(builder, function, cursor);
    function->is_inline |= clang_Cursor_isFunctionInlined(cursor) != 0;
    if (!clang_isCursorDefinition(cursor) || function->body) {
        return;
    }
    CXType type = clang_getCursorType(cursor);
    function->type = type_build(builder, type);
    function->place = place_of_cursor(builder, cursor);
    function->is_variadic = clang_isFunctionTypeVariadic(type) && type.kind == CXType_FunctionProto;
    builder->function = function;
    set_parameters(builder, function, cursor);
    function->is_knr = is_knr(function, cursor);
    CXCursor body = body_of(builder, cursor);
    if (!clang_Cursor_isNull(body))
        function->body = stmt_build(builder, body, NULL);
    builder->function = NULL;
    builder->unit->has_main |= strcmp(function->name, "main") == 0 && function->body;
}

static enum CXChildVisitResult declare(CXCursor cursor, CXCursor parent, CXClientData user)
{
    struct builder *builder = user;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    if (kind == CXCursor_FunctionDecl)
        declare_function(builder, cursor);
    else
        declare_variable(builder, cursor);
    return CXChildVisit_Continue;
}

/* Build everything that the user's files declare at file scope, and then the parameters of functions that no file
 * defines. */
void declarations_build_all(struct builder *builder)
{
    clang_visitChildren(clang_getTranslationUnitCursor(builder->translation_unit), declare, builder);
    for (unsigned k = 0; k < builder->unit->function_count; k++) {
        struct function *function = builder->unit->functions[k];
        if (!function->body && !clang_Cursor_isNull(builder->function_cursors[k]))
            set_parameters(builder, function, builder->function_cursors[k]);
    }
}
