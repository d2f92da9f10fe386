#include "codegen/directive.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* The logical line at "text": continuation lines joined, in the arena. */
static char *logical_line(struct arena *arena, const char *text)
{
    struct text line = { 0 };
    for (; *text && *text != '\n'; text++) {
        if (text[0] == '\\' && (text[1] == '\n' || (text[1] == '\r' && text[2] == '\n'))) {
            text += text[1] == '\r' ? 2 : 1;
            text_puts(&line, " ");
        } else {
            text_add(&line, text, 1);
        }
    }
    char *copy = arena_strndup(arena, line.bytes ? line.bytes : "", line.length);
    text_free(&line);
    return copy;
}

/* The index of the parenthesis that closes the one at "text"[0], or the length if there is none. */
static size_t closing(const char *text)
{
    int depth = 0;
    size_t k = 0;
    for (; text[k]; k++) {
        if (text[k] == '(')
            depth++;
        else if (text[k] == ')' && --depth == 0)
            return k;
    }
    return k;
}

/* Split the list "text" at its outer commas into the clause's names; array sections are cut off. */
static void split_names(struct arena *arena, struct clause *clause, const char *text)
{
    int depth = 0;
    const char *start = text;
    for (const char *p = text;; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if (*p == ')' || *p == ']')
            depth--;
        else if (*p == '\0' || (*p == ',' && depth == 0)) {
            while (isspace((unsigned char)*start))
                start++;
            size_t length = 0;
            while (start + length < p && (isalnum((unsigned char)start[length]) || start[length] == '_'))
                length++;
            const char *name = arena_strndup(arena, start, length);
            ARENA_PUSH(arena, clause->names, clause->name_count, name);
            start = p + 1;
            if (!*p)
                return;
        }
    }
}

static enum clause_kind clause_kind_of(const char *word)
{
    static const struct { const char *word; enum clause_kind kind; } words[] = {
        { "private", CLAUSE_PRIVATE }, { "firstprivate", CLAUSE_FIRSTPRIVATE }, { "lastprivate", CLAUSE_LASTPRIVATE },
        { "reduction", CLAUSE_REDUCTION }, { "if", CLAUSE_IF }, { "collapse", CLAUSE_COLLAPSE },
    };
    for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(word, words[k].word))
            return words[k].kind;
    return CLAUSE_OTHER;
}

/* Fill in one clause from the text between its parentheses. */
static void read_clause(struct arena *arena, struct directive *directive, enum clause_kind kind, const char *inside)
{
    struct clause clause = { .kind = kind, .text = inside };
    if (kind == CLAUSE_REDUCTION) {
        const char *colon = strchr(inside, ':');
        if (colon) {
            while (isspace((unsigned char)*inside))
                inside++;
            size_t length = (size_t)(colon - inside);
            while (length && isspace((unsigned char)inside[length - 1]))
                length--;
            clause.op = arena_strndup(arena, inside, length);
            split_names(arena, &clause, colon + 1);
        }
    } else if (kind == CLAUSE_PRIVATE || kind == CLAUSE_FIRSTPRIVATE || kind == CLAUSE_LASTPRIVATE) {
        split_names(arena, &clause, inside);
    } else if (kind == CLAUSE_COLLAPSE) {
        directive->collapse = (unsigned)strtoul(inside, NULL, 10);
    }
    ARENA_PUSH(arena, directive->clauses, directive->clause_count, clause);
}

struct directive directive_parse(struct arena *arena, const char *text)
{
    char *line = logical_line(arena, text);
    struct directive directive = { .text = line, .collapse = 1 };
    bool saw_parallel = false, saw_for = false;
    for (char *p = line; *p;) {
        if (!isalpha((unsigned char)*p)) {
            p++;
            continue;
        }
        size_t length = 0;
        while (isalnum((unsigned char)p[length]) || p[length] == '_')
            length++;
        const char *word = arena_strndup(arena, p, length);
        p += length;
        while (isspace((unsigned char)*p))
            p++;
        saw_parallel |= !strcmp(word, "parallel");
        saw_for |= !strcmp(word, "for");
        if (*p == '(') {
            size_t end = closing(p);
            read_clause(arena, &directive, clause_kind_of(word), arena_strndup(arena, p + 1, end ? end - 1 : 0));
            p += p[end] ? end + 1 : end;
        }
    }
    directive.is_parallel_for = saw_parallel && saw_for;
    return directive;
}

const struct clause *directive_names(const struct directive *directive, enum clause_kind kind, const char *variable)
{
    for (unsigned k = 0; k < directive->clause_count; k++) {
        const struct clause *clause = &directive->clauses[k];
        for (unsigned n = 0; clause->kind == kind && n < clause->name_count; n++)
            if (!strcmp(clause->names[n], variable))
                return clause;
    }
    return NULL;
}

const struct clause *directive_clause(const struct directive *directive, enum clause_kind kind)
{
    for (unsigned k = 0; k < directive->clause_count; k++)
        if (directive->clauses[k].kind == kind)
            return &directive->clauses[k];
    return NULL;
}
