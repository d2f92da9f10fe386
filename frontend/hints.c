/* The user's words: `#pragma aipcc ...` before a loop, function or declaration. */
#include "frontend/builder.h"

#include <string.h>

static const struct {
    const char *word;
    enum hint_kind kind;
} hint_words[] = {
    { "parallel", HINT_PARALLEL }, { "serial", HINT_SERIAL },           { "assume", HINT_ASSUME },
    { "noalias", HINT_NOALIAS },   { "private", HINT_PRIVATE },         { "reduction", HINT_REDUCTION },
    { "pure", HINT_PURE },         { "permutation", HINT_PERMUTATION }, { "distribute", HINT_DISTRIBUTE },
    { "tile", HINT_TILE },
};

/* Tell the user about something in the main file that means nothing here. */
static void warn(struct builder *builder, unsigned offset, const char *message)
{
    const struct source_file *file = builder->unit->main;
    struct place place = place_of_range(builder, offset, offset);
    struct diagnostic diagnostic = {
        DIAGNOSTIC_WARNING,
        arena_printf(builder->arena, "%s:%u:%u: warning: %s", file->path, place.line, place.column, message),
    };
    ARENA_PUSH(builder->arena, builder->unit->diagnostics, builder->unit->diagnostic_count, diagnostic);
}

static void warn_unknown(struct builder *builder, struct token token)
{
    warn(builder, token.begin,
         arena_printf(builder->arena, "unknown word '%.*s' in '#pragma aipcc'", (int)(token.end - token.begin),
                      builder->unit->main->text + token.begin));
}

/* Whether the declaration of the local "variable" reaches to "offset" of the main file. */
static bool is_visible(const struct variable *variable, unsigned offset, const struct stmt *at)
{
    if (!variable->declaration)
        return true;
    const struct stmt *scope = variable->declaration->parent;
    if (at && at->init == variable->declaration) /* `for (int i ...)` right below the hint */
        return true;
    return scope && variable->place.begin < offset && scope->place.begin < offset && offset < scope->place.end;
}

/* The variable called by the "length" bytes at "name" that is visible at "offset" in "function" (NULL at file scope),
 * where "at" is the loop below. Of several the one declared last hides the others. */
static struct variable *find_variable(struct builder *builder, const char *name, size_t length, unsigned offset,
                                      const struct function *function, const struct stmt *at)
{
    struct variable *found = NULL;
    for (unsigned k = 0; k < builder->unit->variable_count; k++) {
        struct variable *variable = builder->unit->variables[k];
        if (strncmp(variable->name, name, length) != 0 || variable->name[length] != '\0')
            continue;
        bool is_local = variable->function != NULL;
        if (is_local && (variable->function != function || !is_visible(variable, offset, at)))
            continue;
        bool hides =
            !found || (is_local && !found->function) || (is_local && variable->place.begin > found->place.begin);
        if (hides)
            found = variable;
    }
    return found;
}

/* Find the variables among the words of "hint"'s arguments; a word after a dot or an arrow is a field. */
static void find_variables(struct builder *builder, struct hint *hint, unsigned begin, unsigned end,
                           const struct function *function, const struct stmt *at)
{
    const struct source_file *file = builder->unit->main;
    unsigned previous = begin;
    for (struct token token = token_next(file, begin, end); token.kind != TOKEN_END;
         previous = token.end, token = token_next(file, token.end, end)) {
        char before = previous > begin ? file->text[previous - 1] : ' ';
        bool is_field = before == '.' || (before == '>' && previous > begin + 1 && file->text[previous - 2] == '-');
        if (token.kind != TOKEN_WORD || is_field)
            continue;
        struct variable *variable =
            find_variable(builder, file->text + token.begin, token.end - token.begin, hint->place.begin, function, at);
        for (unsigned k = 0; variable && k < hint->variable_count; k++)
            if (hint->variables[k] == variable)
                variable = NULL;
        if (variable)
            ARENA_PUSH(builder->arena, hint->variables, hint->variable_count, variable);
    }
}

struct hint_list {
    struct hint *hints;
    unsigned count;
};

/* Add the words of "directive" to "list". */
static void read_hints(struct builder *builder, const struct directive *directive, const struct function *function,
                       const struct stmt *at, struct hint_list *list)
{
    const struct source_file *file = builder->unit->main;
    unsigned limit = directive->end;
    struct token token = token_next(file, directive->words_begin, limit);
    while (token.kind != TOKEN_END) {
        struct hint hint = { .arguments = "", .place = place_of_range(builder, directive->begin, directive->end) };
        bool is_known = false;
        for (size_t k = 0; k < sizeof hint_words / sizeof *hint_words; k++) {
            if (token_is(file, token, hint_words[k].word)) {
                hint.kind = hint_words[k].kind;
                is_known = true;
            }
        }
        struct token open = token_next(file, token.end, limit);
        unsigned end = token.end;
        if (token_is(file, open, "(")) {
            end = token_closing(file, open.begin, limit);
            unsigned close = file->text[end - 1] == ')' && end > open.end ? end - 1 : end;
            hint.arguments = arena_strndup(builder->arena, file->text + open.end, close - open.end);
            if (is_known)
                find_variables(builder, &hint, open.end, close, function, at);
        }
        if (is_known)
            ARENA_PUSH(builder->arena, list->hints, list->count, hint);
        else if (!token_is(file, token, ","))
            warn_unknown(builder, token);
        token = token_next(file, end, limit);
    }
}

/* The hints that stand right before "begin" of the main file. */
static struct hint_list hints_before(struct builder *builder, unsigned begin, const struct function *function,
                                     const struct stmt *at)
{
    struct hint_list list = { 0 };
    unsigned first, count = directives_before(builder, begin, &first);
    for (unsigned k = first; k < first + count; k++) {
        if (builder->directives[k].kind != DIRECTIVE_AIPCC)
            continue;
        builder->directives[k].is_used = true;
        read_hints(builder, &builder->directives[k], function, at, &list);
    }
    return list;
}

static void attach_to_loop(struct builder *builder, struct loop *loop)
{
    if (!loop->stmt->place.file || !loop->stmt->place.file->is_main)
        return;
    struct hint_list list = hints_before(builder, loop->stmt->place.begin, loop->function, loop->stmt);
    loop->hints = list.hints;
    loop->hint_count = list.count;
}

static void attach_to_function(struct builder *builder, struct function *function)
{
    if (!function->place.file || !function->place.file->is_main)
        return;
    struct hint_list list = hints_before(builder, function->place.begin, function, NULL);
    function->hints = list.hints;
    function->hint_count = list.count;
    for (unsigned k = 0; k < list.count; k++)
        function->is_user_pure |= list.hints[k].kind == HINT_PURE;
}

static void attach_to_variable(struct builder *builder, struct variable *variable)
{
    if (!variable->place.file || !variable->place.file->is_main || variable->storage == STORAGE_PARAMETER)
        return;
    unsigned begin = builder->declaration_begins[variable->id];
    struct hint_list list = hints_before(builder, begin, variable->function, variable->declaration);
    variable->hints = list.hints;
    variable->hint_count = list.count;
}

/* Give all hints of the main file to the loops, functions and variables below them, and warn of those that stand
 * before nothing of the kind. */
void hints_attach(struct builder *builder)
{
    struct unit *unit = builder->unit;
    bool any = false;
    for (unsigned k = 0; k < builder->directive_count; k++)
        any |= builder->directives[k].kind == DIRECTIVE_AIPCC;
    if (!any)
        return;
    for (unsigned k = 0; k < unit->loop_count; k++)
        attach_to_loop(builder, unit->loops[k]);
    for (unsigned k = 0; k < unit->function_count; k++)
        attach_to_function(builder, unit->functions[k]);
    for (unsigned k = 0; k < unit->variable_count; k++)
        attach_to_variable(builder, unit->variables[k]);
    for (unsigned k = 0; k < builder->directive_count; k++)
        if (builder->directives[k].kind == DIRECTIVE_AIPCC && !builder->directives[k].is_used)
            warn(builder, builder->directives[k].begin,
                 "'#pragma aipcc' has no effect: no loop, function or declaration follows");
}
