/* An OpenMP directive, read from its text. */
#ifndef AIPCC_CODEGEN_DIRECTIVE_H
#define AIPCC_CODEGEN_DIRECTIVE_H

#include <stdbool.h>

#include "base/arena.h"

enum clause_kind {
    CLAUSE_PRIVATE, CLAUSE_FIRSTPRIVATE, CLAUSE_LASTPRIVATE, CLAUSE_REDUCTION, CLAUSE_IF, CLAUSE_COLLAPSE, CLAUSE_OTHER
};

struct clause {
    enum clause_kind kind;
    const char *op;     /* reduction: the operator as written */
    const char **names; /* private & co., reduction: the variables, sections stripped */
    unsigned name_count;
    const char *text;   /* what stands between the parentheses */
};

struct directive {
    const char *text;   /* one line, without "#pragma omp" */
    bool is_parallel_for;
    unsigned collapse;  /* 1 if there is no such clause */
    struct clause *clauses;
    unsigned clause_count;
};

/* Read the directive at "text" ("#pragma omp ..." up to the end of its logical line). */
struct directive directive_parse(struct arena *arena, const char *text);
/* The clause of "kind" that names "variable", or NULL. */
const struct clause *directive_names(const struct directive *directive, enum clause_kind kind, const char *variable);
const struct clause *directive_clause(const struct directive *directive, enum clause_kind kind);

#endif
