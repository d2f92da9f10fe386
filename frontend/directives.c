/* Pragmas that speak to us (`#pragma aipcc`) or to other parallelizers (OpenMP, OpenACC). clang parses them away or
 * hides the statements below them, so they are read from the text. */
#include "frontend/builder.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The end of the preprocessor line at "from": the first line end that is not spliced. */
static unsigned line_end(const struct source_file *file, unsigned from)
{
    while (from < file->length) {
        const char *newline = memchr(file->text + from, '\n', file->length - from);
        if (!newline)
            return (unsigned)file->length;
        unsigned end = (unsigned)(newline - file->text);
        unsigned last = end > from && file->text[end - 1] == '\r' ? end - 1 : end;
        if (last == from || file->text[last - 1] != '\\')
            return last;
        from = end + 1;
    }
    return (unsigned)file->length;
}

/* The text [begin, end) with comments and spliced line ends turned into single blanks. */
static const char *joined_text(struct builder *builder, unsigned begin, unsigned end)
{
    const struct source_file *file = builder->unit->main;
    struct text text = { 0 };
    while (begin < end) {
        unsigned next = token_skip_blank(file, begin, end);
        if (next > begin && next < end && text.length)
            text_puts(&text, " ");
        struct token token = token_next(file, next, end);
        if (token.kind == TOKEN_END)
            break;
        text_add(&text, file->text + token.begin, token.end - token.begin);
        begin = token.end;
    }
    const char *joined = arena_strndup(builder->arena, text.bytes ? text.bytes : "", text.length);
    text_free(&text);
    return joined;
}

/* Whether "words" starts with "word", blanks inside "word" included. */
static bool starts_with(const char *words, const char *word)
{
    size_t length = strlen(word);
    return strncmp(words, word, length) == 0 && (words[length] == '\0' || words[length] == ' ' || words[length] == '(');
}

/* Whether "word" occurs in "words" outside of parentheses. */
static bool has_word(const char *words, const char *word)
{
    unsigned depth = 0;
    for (const char *at = words; *at; at++) {
        if (*at == '(')
            depth++;
        else if (*at == ')')
            depth -= depth > 0;
        else if (depth == 0 && (at == words || at[-1] == ' ' || at[-1] == ')' || at[-1] == ',') &&
                 starts_with(at, word))
            return true;
    }
    return false;
}

static bool is_standalone(enum directive_kind kind, const char *words)
{
    static const char *const openmp[] = { "barrier",      "taskwait",      "taskyield", "flush",        "threadprivate",
                                          "declare",      "end",           "cancel",    "cancellation", "target update",
                                          "target enter", "target exit",   "requires",  "depobj",       "allocate",
                                          "interop",      "nothing",       "error",     "scan",         "assumes",
                                          "begin",        "ordered depend" };
    static const char *const openacc[] = { "wait",    "update", "enter",    "exit", "routine",
                                           "declare", "init",   "shutdown", "set",  "cache" };
    const char *const *names = kind == DIRECTIVE_OPENMP ? openmp : openacc;
    size_t count = kind == DIRECTIVE_OPENMP ? sizeof openmp / sizeof *openmp : sizeof openacc / sizeof *openacc;
    for (size_t k = 0; k < count; k++)
        if (starts_with(words, names[k]))
            return true;
    return false;
}

/* The first token after "from" that is not part of a preprocessor line. */
static unsigned next_code(const struct source_file *file, unsigned from)
{
    unsigned length = (unsigned)file->length;
    for (;;) {
        from = token_skip_blank(file, from, length);
        if (from >= length)
            return length;
        if (file->text[from] == '#')
            from = line_end(file, from);
        else
            return from;
    }
}

/* Add the pragma [begin, end) to the builder if "after", where the words after `pragma` begin, says that it is one of
 * ours. */
static void add_pragma(struct builder *builder, unsigned begin, unsigned end, unsigned after)
{
    const struct source_file *file = builder->unit->main;
    struct token token = token_next(file, after, end);
    struct directive directive = { .begin = begin, .end = end, .words_begin = token.end };
    if (token_is(file, token, "aipcc"))
        directive.kind = DIRECTIVE_AIPCC;
    else if (token_is(file, token, "omp"))
        directive.kind = DIRECTIVE_OPENMP;
    else if (token_is(file, token, "acc"))
        directive.kind = DIRECTIVE_OPENACC;
    else
        return;
    directive.words = joined_text(builder, token.end, end);
    directive.is_standalone = directive.kind != DIRECTIVE_AIPCC && is_standalone(directive.kind, directive.words);
    directive.next_code = next_code(file, end);
    ARENA_PUSH(builder->arena, builder->directives, builder->directive_count, directive);
}

/* Add _Pragma("omp ...") at "word". */
static void add_operator(struct builder *builder, struct token word)
{
    const struct source_file *file = builder->unit->main;
    unsigned length = (unsigned)file->length;
    struct token open = token_next(file, word.end, length), text = token_next(file, open.end, length);
    struct token close = token_next(file, text.end, length);
    if (!token_is(file, open, "(") || text.kind != TOKEN_TEXT || !token_is(file, close, ")"))
        return;
    unsigned before = builder->directive_count;
    add_pragma(builder, word.begin, text.end - 1, text.begin + 1);
    if (builder->directive_count > before) {
        builder->directives[before].end = close.end;
        builder->directives[before].next_code = next_code(file, close.end);
    }
}

/* The words after `omp` or `acc` in "text", a macro's definition or use, up to the quote or parenthesis that ends them,
 * or NULL. Sets "kind". */
static const char *macro_words(struct builder *builder, const char *text, size_t length, enum directive_kind *kind)
{
    for (size_t k = 0; k + 4 < length; k++) {
        bool starts = k > 0 && strchr("\"( ,", text[k - 1]);
        bool is_openmp = memcmp(text + k, "omp ", 4) == 0, is_openacc = memcmp(text + k, "acc ", 4) == 0;
        if (!starts || !(is_openmp || is_openacc))
            continue;
        *kind = is_openmp ? DIRECTIVE_OPENMP : DIRECTIVE_OPENACC;
        size_t end = k + 4;
        for (unsigned depth = 0; end < length && text[end] != '"' && !(text[end] == ')' && depth == 0); end++)
            depth += (text[end] == '(') - (text[end] == ')');
        return arena_strndup(builder->arena, text + k + 4, end - k - 4);
    }
    return NULL;
}

/* Add the uses of macros that are defined by _Pragma, as PAR or OMP(parallel for). */
static void add_macros(struct builder *builder)
{
    const struct source_file *file = builder->unit->main;
    for (unsigned k = 0; k < builder->macro_use_count; k++) {
        const struct macro_use *use = &builder->macro_uses[k];
        if (!use->pragma || use->end > file->length)
            continue;
        struct directive directive = { .begin = use->begin, .end = use->end };
        const char *defined = macro_words(builder, use->pragma, strlen(use->pragma), &directive.kind);
        const char *text = file->text + use->begin, *open = memchr(text, '(', use->end - use->begin);
        const char *given =
            open ? macro_words(builder, open, use->end - use->begin - (size_t)(open - text), &directive.kind) : NULL;
        if (!defined && !given)
            continue;
        if (given)
            directive.words = given;
        else if (open) /* the argument becomes a part of the words, it does not matter where */
            directive.words = arena_printf(builder->arena, "%s %.*s", defined,
                                           (int)(use->end - use->begin - (size_t)(open - text)) - 2, open + 1);
        else
            directive.words = defined;
        directive.is_standalone = is_standalone(directive.kind, directive.words);
        directive.next_code = next_code(file, use->end);
        ARENA_PUSH(builder->arena, builder->directives, builder->directive_count, directive);
    }
}

static int compare_directives(const void *left, const void *right)
{
    const struct directive *a = left, *b = right;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Whether "offset" lies in text that an #if has left out. */
static bool is_skipped(const CXSourceRangeList *skipped, unsigned offset)
{
    for (unsigned k = 0; skipped && k < skipped->count; k++) {
        unsigned begin, end;
        clang_getFileLocation(clang_getRangeStart(skipped->ranges[k]), NULL, NULL, NULL, &begin);
        clang_getFileLocation(clang_getRangeEnd(skipped->ranges[k]), NULL, NULL, NULL, &end);
        if (begin <= offset && offset < end)
            return true;
    }
    return false;
}

/* Drop our own pragmas where an #if has left them out. Those of OpenMP stay: `#ifdef _OPENMP` around one does not hold
 * while we parse, but may when the result is compiled. */
static void drop_skipped(struct builder *builder)
{
    CXSourceRangeList *skipped = clang_getSkippedRanges(builder->translation_unit, builder->main_file);
    unsigned count = 0;
    for (unsigned k = 0; k < builder->directive_count; k++) {
        const struct directive *directive = &builder->directives[k];
        if (directive->kind != DIRECTIVE_AIPCC || !is_skipped(skipped, directive->begin))
            builder->directives[count++] = *directive;
    }
    builder->directive_count = count;
    if (skipped)
        clang_disposeSourceRangeList(skipped);
}

/* Add the pragma lines and operators that stand in the main file itself. */
static void add_lines(struct builder *builder)
{
    const struct source_file *file = builder->unit->main;
    unsigned length = (unsigned)file->length;
    unsigned previous = 0;
    struct token token = token_next(file, 0, length);
    while (token.kind != TOKEN_END) {
        bool is_first = previous == 0 || memchr(file->text + previous, '\n', token.begin - previous);
        if (is_first && token_is(file, token, "#")) {
            unsigned end = line_end(file, token.begin);
            struct token word = token_next(file, token.end, end);
            if (token_is(file, word, "pragma"))
                add_pragma(builder, token.begin, end, word.end);
            token.end = end; /* a #define is not looked into: its uses are */
        } else if (token_is(file, token, "_Pragma")) {
            add_operator(builder, token);
        }
        previous = token.end;
        token = token_next(file, token.end, length);
    }
}

/* Find the pragmas of the main file, in order. */
void directives_collect(struct builder *builder)
{
    const struct source_file *file = builder->unit->main;
    if (memmem(file->text, file->length, "pragma", 6) || memmem(file->text, file->length, "_Pragma", 7))
        add_lines(builder);
    add_macros(builder);
    if (builder->directive_count == 0)
        return;
    drop_skipped(builder);
    qsort(builder->directives, builder->directive_count, sizeof *builder->directives, compare_directives);
}

/* The directives that stand right before the code at "begin": their number, and the first one's index in "first". */
unsigned directives_before(struct builder *builder, unsigned begin, unsigned *first)
{
    unsigned low = 0, high = builder->directive_count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (builder->directives[middle].next_code < begin)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (high < builder->directive_count && builder->directives[high].next_code == begin)
        high++;
    return high - low;
}

/* Whether "directive" starts threads, a team, or a kernel. */
bool directive_is_parallel(const struct directive *directive)
{
    return has_word(directive->words, "parallel") || has_word(directive->words, "teams") ||
           has_word(directive->words, "target") || has_word(directive->words, "kernels");
}

/* How many loops below "directive" belong to it: as many as it collapses, or 0 if it is not about loops. */
unsigned directive_loop_levels(const struct directive *directive)
{
    static const char *const names[] = { "for",  "loop",   "simd",    "taskloop",    "distribute",
                                         "tile", "unroll", "kernels", "interchange", "reverse" };
    bool is_loop = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        is_loop |= has_word(directive->words, names[k]);
    if (!is_loop)
        return 0;
    unsigned levels = 1;
    static const char *const depths[] = { "collapse", "ordered", "tile" };
    for (size_t k = 0; k < sizeof depths / sizeof *depths; k++) {
        const char *at = strstr(directive->words, depths[k]);
        const char *open = at ? at + strlen(depths[k]) + strspn(at + strlen(depths[k]), " ") : "";
        long value = *open == '(' ? strtol(open + 1, NULL, 10) : 0;
        if (value > (long)levels && value < 100)
            levels = (unsigned)value;
    }
    return levels;
}

/* Whether the identifier "name" occurs in "words". */
static bool names_word(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = length ? strstr(words, name) : NULL; at; at = strstr(at + 1, name)) {
        bool starts = at == words || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (starts && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

/* Variables in `#pragma omp threadprivate(...)` have a copy in each thread. */
void directives_apply_threadprivate(struct builder *builder)
{
    for (unsigned k = 0; k < builder->directive_count; k++) {
        const struct directive *directive = &builder->directives[k];
        if (directive->kind != DIRECTIVE_OPENMP || !starts_with(directive->words, "threadprivate"))
            continue;
        for (unsigned v = 0; v < builder->unit->variable_count; v++) {
            struct variable *variable = builder->unit->variables[v];
            bool is_static = variable->storage == STORAGE_GLOBAL || variable->storage == STORAGE_FILE_STATIC ||
                             variable->storage == STORAGE_STATIC_LOCAL;
            if (is_static && names_word(directive->words, variable->name))
                variable->storage = STORAGE_THREAD;
        }
    }
}
