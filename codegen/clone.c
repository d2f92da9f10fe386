/* Private data that called functions use under its own name (a global work array, a global counter): inside the loop
 * the name means the thread's copy, but not inside the functions. So they are copied, with such data as additional
 * parameters, and the calls in the loop go to the copies. */
#include "codegen/clone.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/lexical.h"
#include "transform/expr_text.h"

/* One text that is being edited: the loop of the plan, or a clone's body. */
struct redirection {
    struct writer *writer;
    struct edits *edits;
    const struct variable **variables; /* that became private */
    unsigned variable_count;
    const struct function *inside; /* the cloned function; NULL: the loop itself */
    const struct loop *loop;
    const struct expr **calls; /* that were redirected */
    unsigned call_count;
    const char *prototypes; /* of clones that come later in the file */
    unsigned offset;        /* of the function that is edited */
    bool failed;
};

static bool make_clone(struct writer *writer, struct function *function, const struct variable **variables,
                       unsigned count, const struct clone **clone);

/* ---- who uses what ------------------------------------------------------------------------------------------------
 */

static bool is_in(struct variable **list, unsigned count, const struct program *program,
                  const struct variable *variable)
{
    for (unsigned k = 0; k < count; k++)
        if (program_variable((struct program *)program, list[k]) == variable)
            return true;
    return false;
}

/* Those of "variables" that "function", or what it calls, names. */
static unsigned used_by(struct program *program, struct function *function, const struct variable **variables,
                        unsigned count, const struct variable **used)
{
    const struct effects *effects = program_function_effects(program, function);
    unsigned n = 0;
    for (unsigned k = 0; k < count && n < CLONE_MAX_VARIABLES; k++)
        if (is_in(effects->globals_read, effects->globals_read_count, program, variables[k]) ||
            is_in(effects->globals_written, effects->globals_written_count, program, variables[k]))
            used[n++] = variables[k];
    return n;
}

/* ---- redirecting calls --------------------------------------------------------------------------------------------
 */

/* Insert the arguments for "clone" in the call. */
static void add_arguments(struct redirection *redirection, const struct expr *call, const struct clone *clone)
{
    struct writer *writer = redirection->writer;
    const char *text = "";
    for (unsigned k = 0; k < clone->variable_count; k++) {
        const struct variable *variable = clone->variables[k];
        const char *argument = clone_argument(writer, redirection->inside ? NULL : redirection->loop, variable);
        text = arena_printf(writer->arena, "%s%s%s", text, k || call->operand_count > 1 ? ", " : "", argument);
    }
    edits_insert(redirection->edits, call->place.end - 1, text);
}

static void redirect_call(struct expr *call, void *user)
{
    struct redirection *redirection = user;
    struct writer *writer = redirection->writer;
    struct program *program = writer->plan->scop->program;
    struct function **callees;
    if (call->kind != EXPR_CALL || redirection->failed)
        return;
    unsigned count = program_callees(program, call, &callees);
    const struct variable *used[CLONE_MAX_VARIABLES];
    unsigned used_count = 0;
    for (unsigned k = 0; k < count && !used_count; k++)
        used_count = used_by(program, callees[k], redirection->variables, redirection->variable_count, used);
    if (!used_count)
        return;
    struct expr *callee = expr_skip_casts(call->operands[0]);
    const struct clone *clone;
    redirection->failed = true;
    if (count != 1 || callee->kind != EXPR_FUNCTION || call->place.from_macro || callee->place.from_macro ||
        !call->place.file->is_main || writer->unit->main->text[call->place.end - 1] != ')') {
        writer_refuses(writer, "a call that uses private data comes out of a macro or through a pointer");
        return;
    }
    if (!make_clone(writer, callees[0], used, used_count, &clone))
        return;
    redirection->failed = false;
    if (clone->function->place.begin > redirection->offset)
        redirection->prototypes = arena_printf(writer->arena, "%s%s;\n", redirection->prototypes, clone->head);
    ARENA_PUSH(writer->arena, redirection->calls, redirection->call_count, call);
    edits_replace(redirection->edits, callee->place.begin, callee->place.end, clone->name);
    add_arguments(redirection, call, clone);
}

/* ---- the copy -----------------------------------------------------------------------------------------------------
 */

/* In the clone: a scalar that became a parameter is named by its address. */
static void rename_use(struct expr *expr, void *user)
{
    struct redirection *redirection = user;
    struct writer *writer = redirection->writer;
    if (expr->kind != EXPR_VARIABLE)
        return;
    struct variable *variable = program_variable(writer->plan->scop->program, expr->variable);
    bool is_private = false;
    for (unsigned k = 0; k < redirection->variable_count; k++)
        is_private |= redirection->variables[k] == variable;
    if (!is_private || expr->variable->type->kind == TYPE_ARRAY)
        return;
    if (expr->place.from_macro || !expr->place.file->is_main) {
        redirection->failed = true;
        writer_refuses(writer, arena_printf(writer->arena, "%s is named in a macro", variable->name));
        return;
    }
    edits_replace(redirection->edits, expr->place.begin, expr->place.end,
                  arena_printf(writer->arena, "(*%s)", writer_name(writer, variable->name)));
}

/* Static locals: those that became parameters lose their declaration; others may not be doubled unless constant. */
static void check_declaration(struct stmt *stmt, void *user)
{
    struct redirection *redirection = user;
    struct writer *writer = redirection->writer;
    for (unsigned k = 0; stmt->kind == STMT_DECL && k < stmt->variable_count; k++) {
        struct variable *variable = stmt->variables[k];
        const struct type *type = variable->type;
        while (type->kind == TYPE_ARRAY)
            type = type->element;
        if (variable->storage != STORAGE_STATIC_LOCAL || type->is_const)
            continue;
        bool is_private = false;
        for (unsigned v = 0; v < redirection->variable_count; v++)
            is_private |= redirection->variables[v] == program_variable(writer->plan->scop->program, variable);
        if (!is_private || stmt->variable_count != 1 || stmt->place.from_macro) {
            redirection->failed = true;
            writer_refuses(writer, arena_printf(writer->arena, "a copy of %s() would have its own %s",
                                                redirection->inside->name, variable->name));
            return;
        }
        unsigned begin = stmt->place.begin, line = begin;
        while (line > 0 && (stmt->place.file->text[line - 1] == ' ' || stmt->place.file->text[line - 1] == '\t'))
            line--;
        bool takes_line = line > redirection->inside->body->place.begin + 1 &&
                          stmt->place.file->text[line - 1] == '\n' && stmt->place.file->text[stmt->place.end] == '\n';
        edits_replace(redirection->edits, takes_line ? line - 1 : begin, stmt->place.end, "");
    }
}

static bool can_be_cloned(struct writer *writer, const struct function *function, const struct variable **variables,
                          unsigned count)
{
    const struct place *place = &function->place;
    if (!function->body || function->unit != writer->unit || !place->file->is_main || place->from_macro)
        return writer_refuses(
            writer, arena_printf(writer->arena, "%s() uses private data and stands in another file", function->name));
    if (function->is_variadic || function->is_knr || function->has_asm || function->has_setjmp ||
        function->has_computed_goto)
        return writer_refuses(writer, arena_printf(writer->arena, "%s() cannot be copied", function->name));
    for (unsigned k = 0; k < count; k++) {
        if (variables[k]->type->kind == TYPE_ARRAY &&
            lexical_has_word(place->file->text, place->begin, place->end, "sizeof"))
            return writer_refuses(writer, arena_printf(writer->arena, "%s() may take the size of %s", function->name,
                                                       variables[k]->name));
        if (!clone_parameter(writer, variables[k]))
            return writer_refuses(writer, "the type of private data cannot be written down");
    }
    return true;
}

/* The head of the clone, up to and without the body: the user's with another name and more parameters. */
static const char *head_of(struct writer *writer, const struct clone *clone)
{
    const struct function *function = clone->function;
    const char *text = function->place.file->text;
    unsigned begin = function->place.begin, body = function->body->place.begin;
    unsigned name = begin, length = (unsigned)strlen(function->name);
    while (name < body && !(lexical_has_word(text, name, name + length, function->name) &&
                            text[lexical_skip_blank(text, body, name + length)] == '('))
        name++;
    unsigned end = name < body ? lexical_parenthesis_end(text, body, name + length) : 0;
    if (!end)
        return NULL;
    const char *parameters = "";
    for (unsigned k = 0; k < clone->variable_count; k++)
        parameters = arena_printf(writer->arena, "%s%s%s", parameters, k || function->parameter_count ? ", " : "",
                                  clone_parameter(writer, clone->variables[k]));
    unsigned list_end = function->parameter_count ? end - 1 : lexical_skip_blank(text, body, name + length) + 1;
    return arena_printf(writer->arena, "%s%.*s%s%.*s%s)%.*s", function->is_static ? "" : "static ", (int)(name - begin),
                        text + begin, clone->name, (int)(list_end - name - length), text + name + length, parameters,
                        (int)(body - end), text + end);
}

/* The text of the clone behind its head; NULL if it cannot be written. */
static const char *body_of(struct writer *writer, const struct clone *clone, const struct variable **variables,
                           const char **prototypes)
{
    struct function *function = clone->function;
    struct edits edits = { .arena = writer->arena };
    struct redirection redirection = { .writer = writer,
                                       .edits = &edits,
                                       .variables = variables,
                                       .variable_count = clone->variable_count,
                                       .inside = function,
                                       .prototypes = "",
                                       .offset = function->place.begin };
    expr_visit_in(function->body, rename_use, &redirection);
    stmt_visit(function->body, check_declaration, &redirection);
    expr_visit_in(function->body, redirect_call, &redirection);
    if (redirection.failed || !edits_are_consistent(&edits))
        return NULL;
    *prototypes = redirection.prototypes;
    const struct source_file *file = function->place.file;
    unsigned begin = function->body->place.begin;
    const char *path = writer->options.line_directives ? file->path : NULL, *line = "";
    if (path)
        line = arena_printf(writer->arena, "\n%s", edits_line_directive(writer->arena, file->text, begin, path));
    size_t length;
    char *text = edits_apply(&edits, file->text, begin, function->place.end, path, &length);
    const char *kept = arena_printf(writer->arena, "%s%s", line, text);
    free(text);
    return kept;
}

static const struct clone *find_clone(const struct writer *writer, const struct function *function,
                                      const struct variable **variables, unsigned count)
{
    for (unsigned k = 0; k < writer->clone_count; k++) {
        const struct clone *clone = writer->clones[k];
        bool is_same = clone->function == function && clone->variable_count == count;
        for (unsigned v = 0; v < count && is_same; v++)
            is_same = clone->variables[v] == variables[v];
        if (is_same)
            return clone;
    }
    return NULL;
}

/* The clone of "function" for "variables", made if there is none yet. It stands behind the original, whose head it
 * repeats in front of whatever calls it. */
static bool make_clone(struct writer *writer, struct function *function, const struct variable **variables,
                       unsigned count, const struct clone **result)
{
    *result = find_clone(writer, function, variables, count);
    if (*result)
        return true;
    if (!can_be_cloned(writer, function, variables, count))
        return false;
    struct clone *clone = ARENA_NEW(writer->arena, struct clone);
    clone->function = function;
    clone->variable_count = count;
    for (unsigned k = 0; k < count; k++)
        clone->variables[k] = (struct variable *)variables[k];
    clone->name = writer_name(writer, function->name);
    for (unsigned k = 0; k < writer->clone_count; k++)
        if (writer->clones[k]->function == function)
            clone->name =
                arena_printf(writer->arena, "%s_%u", writer_name(writer, function->name), writer->clone_count);
    ARENA_PUSH(writer->arena, writer->clones, writer->clone_count, clone);
    const char *prototypes = "";
    const char *head = clone->head = head_of(writer, clone);
    const char *body = head ? body_of(writer, clone, variables, &prototypes) : NULL;
    if (!body)
        return head ? false : writer_refuses(writer, "the head of a called function is not understood");
    const char *comment = writer->options.comments
                              ? arena_printf(writer->arena,
                                             "/* aipcc: %s() for a loop in which threads have their own "
                                             "data */\n",
                                             function->name)
                              : "";
    edits_append(&writer->edits, function->place.end,
                 arena_printf(writer->arena, "\n\n%s%s%s%s", comment, prototypes, head, body));
    if (function->is_static && !function->is_inline)
        edits_insert(&writer->edits, function->place.begin, "__attribute__((unused)) ");
    *result = clone;
    return true;
}

/* ---- the loop -----------------------------------------------------------------------------------------------------
 */

/* The data of "facts" that called functions use. */
static unsigned data_in_callees(struct program *program, const struct loop_facts *facts,
                                const struct variable **variables)
{
    unsigned count = 0;
    for (unsigned k = 0; k < facts->private_count && count < CLONE_MAX_VARIABLES; k++)
        if (facts->privates[k].in_callee)
            variables[count++] = program_variable(program, facts->privates[k].variable);
    for (unsigned k = 0; k < facts->reduction_count && count < CLONE_MAX_VARIABLES; k++)
        if (facts->reductions[k].in_callee && facts->reductions[k].variable)
            variables[count++] = program_variable(program, facts->reductions[k].variable);
    return count;
}

/* Static locals of called functions have no name where the loop stands: each iteration declares its own. */
static bool declare_static_locals(struct writer *writer, const struct loop_facts *facts)
{
    const struct stmt *body = facts->loop->stmt->body;
    const char *declarations = "";
    for (unsigned k = 0; k < facts->private_count; k++) {
        const struct private_data *data = &facts->privates[k];
        if (!data->in_callee || !clone_is_foreign(facts->loop, data->variable))
            continue;
        const char *local = clone_local(writer, data->variable);
        for (unsigned other = 0; other < k; other++)
            if (!strcmp(facts->privates[other].variable->name, data->variable->name))
                local = NULL;
        if (data->kind != PRIVATE_PLAIN || !local || body->place.from_macro)
            return writer_refuses(writer,
                                  arena_printf(writer->arena, "%s, static in %s(), would need a copy for each thread",
                                               data->variable->name, data->variable->function->name));
        declarations = arena_printf(writer->arena, "%s %s;", declarations, local);
    }
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (facts->reductions[k].in_callee &&
            (!facts->reductions[k].variable || clone_is_foreign(facts->loop, facts->reductions[k].variable)))
            return writer_refuses(writer, "a called function reduces what has no name here");
    if (!*declarations)
        return true;
    if (body->kind == STMT_COMPOUND) {
        edits_insert(&writer->edits, body->place.begin + 1, declarations);
    } else {
        edits_insert(&writer->edits, body->place.begin, arena_printf(writer->arena, "{%s ", declarations));
        edits_append(&writer->edits, body->place.end, " }");
    }
    return true;
}

/* Whether every access to "variables" in a called function, as the analysis saw them, is reached by a redirected call.
 */
static bool all_are_redirected(const struct redirection *redirection, const struct region *region)
{
    struct program *program = redirection->writer->plan->scop->program;
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *access = region->accesses[k];
        bool is_private = false, is_redirected = false;
        for (unsigned v = 0; v < redirection->variable_count && access->call_depth && access->object->variable; v++)
            is_private |= program_variable(program, access->object->variable) == redirection->variables[v];
        for (unsigned c = 0; c < redirection->call_count && is_private; c++)
            is_redirected |= redirection->calls[c] == access->call_path[0];
        if (is_private && !is_redirected)
            return writer_refuses(redirection->writer, "a call that uses private data was not found");
    }
    return true;
}

/* See writer.h. */
bool write_clones(struct writer *writer, struct loop_plan *loop_plan)
{
    const struct loop_facts *facts = loop_plan->facts;
    const struct variable *variables[CLONE_MAX_VARIABLES];
    struct redirection redirection = { .writer = writer,
                                       .edits = &writer->edits,
                                       .variables = variables,
                                       .prototypes = "",
                                       .loop = facts->loop,
                                       .offset = facts->loop->function->place.begin };
    redirection.variable_count = data_in_callees(writer->plan->scop->program, facts, variables);
    if (!declare_static_locals(writer, facts))
        return false;
    expr_visit_in(facts->loop->stmt, redirect_call, &redirection);
    if (redirection.failed || !all_are_redirected(&redirection, facts->region))
        return false;
    if (*redirection.prototypes)
        edits_insert(&writer->edits, redirection.offset, redirection.prototypes);
    return true;
}
