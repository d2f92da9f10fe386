/* Tests of analysis/program.h: pointers, effects, liveness, tables, on snippets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/program.h"

/* ---- a program made of one text -------------------------------------------------------------------------------- */

struct fixture {
    struct unit *units[2];
    unsigned unit_count;
    struct program *program;
};

#define PRELUDE                                                                                                        \
    "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <math.h>\n#include <stdint.h>\n"           \
    "#include <stdarg.h>\n#include <assert.h>\n#include <stddef.h>\n"
enum { PRELUDE_LINES = 8 };

static struct fixture build_two(const char *first, const char *second, bool is_whole)
{
    struct fixture fixture = { .unit_count = second ? 2 : 1 };
    const char *texts[] = { first, second };
    for (unsigned k = 0; k < fixture.unit_count; k++) {
        char path[32], *text = malloc(strlen(PRELUDE) + strlen(texts[k]) + 1);
        assert_non_null(text);
        snprintf(path, sizeof path, "unit%u.c", k);
        strcpy(text, PRELUDE);
        strcat(text, texts[k]);
        fixture.units[k] = unit_parse(path, text, strlen(text), NULL, 0);
        free(text);
        assert_null(fixture.units[k]->failure);
        if (fixture.units[k]->has_errors)
            fail_msg("%s", fixture.units[k]->diagnostics[0].text);
    }
    struct program_options options = { .is_whole = is_whole };
    fixture.program = program_build(fixture.units, fixture.unit_count, &options);
    return fixture;
}

static struct fixture build(const char *text, bool is_whole)
{
    return build_two(text, NULL, is_whole);
}

static void release(struct fixture *fixture)
{
    program_free(fixture->program);
    for (unsigned k = 0; k < fixture->unit_count; k++)
        unit_free(fixture->units[k]);
}

static struct function *find_function(struct fixture *fixture, const char *name)
{
    for (unsigned u = 0; u < fixture->unit_count; u++)
        for (unsigned k = 0; k < fixture->units[u]->function_count; k++) {
            struct function *function = fixture->units[u]->functions[k];
            if (function->body && strcmp(function->name, name) == 0)
                return function;
        }
    fail_msg("no function %s", name);
    return NULL;
}

/* "name" is "variable" at file scope, or "function:variable". */
static struct variable *find_variable(struct fixture *fixture, const char *name)
{
    const char *colon = strchr(name, ':'), *plain = colon ? colon + 1 : name;
    for (unsigned u = 0; u < fixture->unit_count; u++)
        for (unsigned k = 0; k < fixture->units[u]->variable_count; k++) {
            struct variable *variable = fixture->units[u]->variables[k];
            const char *owner = variable->function ? variable->function->name : "";
            size_t length = colon ? (size_t)(colon - name) : 0;
            if (strcmp(variable->name, plain) == 0 && strlen(owner) == length && strncmp(owner, name, length) == 0)
                return variable;
        }
    fail_msg("no variable %s", name);
    return NULL;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "targets" as sorted words: names of variables, heap (heap* if many), f() for functions, "string", "?" for unknown
 * memory. */
static void spell(struct points_to set, char *text)
{
    char words[64][64], *sorted[64];
    unsigned count = 0;
    for (unsigned k = 0; k < set.count && count < 64; k++) {
        struct memory *memory = set.targets[k];
        if (memory->kind == MEMORY_VARIABLE)
            snprintf(words[count], 64, "%s", memory->variable ? memory->variable->name : "result");
        else if (memory->kind == MEMORY_HEAP)
            snprintf(words[count], 64, "heap%u%s", memory->site->place.line - PRELUDE_LINES,
                     memory->is_many ? "*" : "");
        else if (memory->kind == MEMORY_FUNCTION)
            snprintf(words[count], 64, "%s()", memory->function->name);
        else
            snprintf(words[count], 64, "%s", memory->kind == MEMORY_STRING ? "string" : "?");
        sorted[count] = words[count];
        count++;
    }
    qsort(sorted, count, sizeof *sorted, compare_words);
    *text = '\0';
    for (unsigned k = 0; k < count; k++) {
        strcat(text, k ? " " : "");
        strcat(text, sorted[k]);
    }
}

static struct points_to pointed_by(struct fixture *fixture, const char *name)
{
    struct variable *variable = find_variable(fixture, name);
    struct expr *expr = ARENA_NEW(fixture->program->arena, struct expr);
    expr->kind = EXPR_VARIABLE;
    expr->variable = variable;
    expr->type = variable->type;
    return program_points_to(fixture->program, expr);
}

static void expect_points(struct fixture *fixture, const char *name, const char *expected)
{
    char text[4096];
    spell(pointed_by(fixture, name), text);
    assert_string_equal(text, expected);
}

static bool overlap(struct fixture *fixture, const char *a, const char *b)
{
    return points_to_may_overlap(pointed_by(fixture, a), pointed_by(fixture, b));
}

static void expect_targets(struct points_to set, const char *expected)
{
    char text[4096];
    spell(set, text);
    assert_string_equal(text, expected);
}

static const struct effects *effects_of(struct fixture *fixture, const char *name)
{
    return program_function_effects(fixture->program, find_function(fixture, name));
}

static bool writes_global(const struct effects *effects, const char *name)
{
    for (unsigned k = 0; k < effects->globals_written_count; k++)
        if (strcmp(effects->globals_written[k]->name, name) == 0)
            return true;
    return false;
}

static bool is_without_effect(const struct effects *effects)
{
    return !effects->is_unknown && !effects->does_io && !effects->has_hidden_state && !effects->may_not_return &&
           !effects->frees && !effects->writes_through && !effects->writes.count && !effects->writes.is_unknown;
}

/* Loop number "index" of "function", counted from 0 in source order. */
static struct stmt *find_loop(struct fixture *fixture, const char *function, unsigned index)
{
    return find_function(fixture, function)->loops[index]->stmt;
}

static bool is_live(struct fixture *fixture, const char *variable, const char *function, unsigned loop)
{
    return program_is_live_after(fixture->program, find_variable(fixture, variable),
                                 find_loop(fixture, function, loop));
}

static bool is_live_outside(struct fixture *fixture, const char *variable, const char *function, unsigned loop)
{
    return program_is_live_outside(fixture->program, find_variable(fixture, variable),
                                   find_loop(fixture, function, loop));
}

/* ---- pointers -------------------------------------------------------------------------------------------------- */

static void parameters_come_from_the_callers(void **state)
{
    (void)state;
    const char *text = "static double x[10], y[10];\n"
                       "static void f(double *p, double *q) { p[0] = q[0]; }\n"
                       "void g(double *r) { f(x, y); f(y, r); }\n"
                       "int main(void) { double z[4]; g(z); return 0; }\n";
    struct fixture whole = build(text, true), part = build(text, false);
    expect_points(&whole, "f:p", "x y");
    expect_points(&whole, "f:q", "y z");
    expect_points(&whole, "g:r", "z");
    expect_points(&part, "f:p", "x y");
    expect_points(&part, "f:q", "? y z");
    expect_points(&part, "g:r", "? z");
    release(&whole);
    release(&part);
}

static void unknown_memory_overlaps_what_escapes_only(void **state)
{
    (void)state;
    struct fixture f =
        build("static double hidden[10], seen[10]; double global[10];\n"
              "void other(double *);\n"
              "void f(double *p) { double *h = hidden, *s = seen, *g = global; double own[4], *o = own;\n"
              "  other(seen); *p = *h + *s + *g + *o; }\n",
              false);
    assert_false(overlap(&f, "f:p", "f:h"));
    assert_true(overlap(&f, "f:p", "f:s"));
    assert_true(overlap(&f, "f:p", "f:g"));
    assert_false(overlap(&f, "f:p", "f:o"));
    assert_true(program_variable_escapes(f.program, find_variable(&f, "seen")));
    assert_false(program_variable_escapes(f.program, find_variable(&f, "hidden")));
    assert_true(program_variable_escapes(f.program, find_variable(&f, "global")));
    release(&f);
}

static void allocation_wrappers_give_every_call_its_own_blocks(void **state)
{
    (void)state;
    struct fixture f = build("static double *vec(int n) { return malloc(n * sizeof(double)); }\n"
                             "static double **mat(int n) { double **r = malloc(n * sizeof *r);\n"
                             "  for (int i = 0; i < n; i++) r[i] = vec(n); return r; }\n"
                             "static void use(double **a, double **b) { double *p = a[0], *q = b[0]; *p = *q; }\n"
                             "int main(void) {\n"
                             "  double **a = mat(3);\n"
                             "  double **b = mat(3);\n"
                             "  use(a, b); return 0; }\n",
                             true);
    expect_points(&f, "use:a", "heap6");
    expect_points(&f, "use:b", "heap7");
    expect_points(&f, "use:p", "heap6*");
    expect_points(&f, "use:q", "heap7*");
    assert_false(overlap(&f, "use:p", "use:q"));
    assert_true(effects_of(&f, "mat")->allocates);
    release(&f);
}

static void blocks_stored_through_parameters_are_told_apart(void **state)
{
    (void)state;
    struct fixture f =
        build("struct grid { int n; double *u, *v; };\n"
              "static void init(struct grid *g) { g->u = malloc(80); g->v = malloc(80); }\n"
              "static void step(struct grid *g, struct grid *h) { double *u = g->u, *v = g->v, *w = h->u;\n"
              "  *u = *v + *w; }\n"
              "int main(void) { struct grid g, h;\n"
              "  init(&g);\n"
              "  init(&h);\n"
              "  step(&g, &h); return 0; }\n",
              true);
    expect_points(&f, "step:u", "heap6");
    expect_points(&f, "step:v", "heap6");
    assert_false(overlap(&f, "step:u", "step:v"));
    assert_false(overlap(&f, "step:u", "step:w"));
    release(&f);
}

static void swapped_pointers_may_overlap(void **state)
{
    (void)state;
    struct fixture f = build("static void step(double *a, double *b) { *a = *b; }\n"
                             "int main(void) { double *a = malloc(8);\n"
                             "  double *b = malloc(8);\n"
                             "  for (int t = 0; t < 9; t++) { step(a, b); double *s = a; a = b; b = s; } }\n",
                             true);
    expect_points(&f, "step:a", "heap2 heap3");
    assert_true(overlap(&f, "step:a", "step:b"));
    release(&f);
}

static void fields_hold_pointers_apart_until_misused(void **state)
{
    (void)state;
    struct fixture f =
        build("struct s { double *a, *b; }; struct t { long n; double *c; };\n"
              "static double x[3], y[3], z[3];\n"
              "int main(void) {\n"
              "  struct s s = { x, .b = y }, copy = s, *h = malloc(sizeof *h);\n"
              "  memcpy(h, &s, sizeof s); double *p = copy.a, *q = h->b;\n"
              "  struct s m = { x, y }; double **w = &m.a; w[1] = z; double *r = m.a;\n"
              "  struct s k = { x, y }; struct t *e = (struct t *)&k; e->c = z; double *l = k.a, *n = k.b;\n"
              "  return *p + *q + *r + *l + *n; }\n",
              true);
    expect_points(&f, "main:p", "x");
    expect_points(&f, "main:q", "y");
    expect_points(&f, "main:r", "x y z");
    expect_points(&f, "main:l", "x");
    expect_points(&f, "main:n", "y z");
    release(&f);
}

static void arrays_of_structs_have_one_cell_per_field(void **state)
{
    (void)state;
    struct fixture f = build("struct body { double *r; struct { double *v[3]; } in; };\n"
                             "static double x[3], y[3];\n"
                             "int main(void) { struct body *b = malloc(5 * sizeof *b);\n"
                             "  for (int i = 0; i < 5; i++) { b[i].r = x; b[i].in.v[i % 3] = y; }\n"
                             "  struct body *c = b + 2; c++; double *p = c->r, *q = c[-1].in.v[0];\n"
                             "  double **w = c->in.v; w++; double *s = *w;\n"
                             "  return *p + *q + *s; }\n",
                             true);
    expect_points(&f, "main:p", "x");
    expect_points(&f, "main:q", "y");
    expect_points(&f, "main:s", "y");
    release(&f);
}

static void pointers_travel_through_integers_and_bytes(void **state)
{
    (void)state;
    struct fixture f = build("static double x[3], y[3];\n"
                             "int main(void) {\n"
                             "  uintptr_t u = (uintptr_t)x; double *p = (double *)u;\n"
                             "  double *q = (double *)(((uintptr_t)y + 63) & ~(uintptr_t)63);\n"
                             "  double *from = y, *to; char *d = (char *)&to, *s = (char *)&from;\n"
                             "  for (unsigned i = 0; i < sizeof to; i++) d[i] = s[i];\n"
                             "  union { double *p; long l; } v; v.p = x; double *r = v.p;\n"
                             "  return *p + *q + *to + *r; }\n",
                             true);
    expect_points(&f, "main:p", "? x y");
    expect_points(&f, "main:q", "y");
    expect_points(&f, "main:to", "y");
    expect_points(&f, "main:r", "x");
    release(&f);
}

static void containers_of_fields_are_found(void **state)
{
    (void)state;
    struct fixture f = build("struct link { struct link *next; }; struct item { double *v; struct link l; };\n"
                             "static double x[3], y[3];\n"
                             "int main(void) { struct item i = { .v = x }, j = { .v = y }; i.l.next = &j.l;\n"
                             "  struct item *k = (struct item *)((char *)i.l.next - offsetof(struct item, l));\n"
                             "  double *p = k->v; return *p; }\n",
                             true);
    assert_true(overlap(&f, "main:p", "main:p"));
    struct points_to set = pointed_by(&f, "main:p");
    bool has_y = false;
    for (unsigned k = 0; k < set.count; k++)
        has_y |= set.targets[k]->variable && strcmp(set.targets[k]->variable->name, "y") == 0;
    assert_true(has_y);
    release(&f);
}

static struct expr *first_call; /* of the last body that was searched, through a pointer */
static void note_indirect(struct expr *expr, void *user)
{
    (void)user;
    if (expr->kind == EXPR_CALL && expr_skip_casts(expr->operands[0])->kind != EXPR_FUNCTION)
        first_call = expr;
}
static void note_in(struct expr *expr, void *user)
{
    expr_visit(expr, note_indirect, user);
}

static unsigned count_callees(struct fixture *fixture, const char *function)
{
    struct function **callees;
    first_call = NULL;
    stmt_visit_exprs(find_function(fixture, function)->body, note_in, NULL);
    assert_non_null(first_call);
    return program_callees(fixture->program, first_call, &callees);
}

static void function_pointers_resolve(void **state)
{
    (void)state;
    struct fixture f = build("static double a(double x) { return x; } static double b(double x) { return 2 * x; }\n"
                             "static double c(double x) { static int n; n++; return x; }\n"
                             "static double (*const table[3])(double) = { [2] = a, [0] = b };\n"
                             "struct ops { double (*f)(double); } static one = { .f = c };\n"
                             "double by_table(int i) { return table[i](1.0); }\n"
                             "double by_field(struct ops *o) { return one.f(2.0); }\n"
                             "static double map(double (*f)(double)) { return f(3.0); }\n"
                             "double by_argument(void) { return map(sin) + map(a); }\n"
                             "double unknown(double (*f)(double)) { return f(4.0); }\n",
                             false);
    assert_int_equal(count_callees(&f, "by_table"), 2);
    assert_int_equal(count_callees(&f, "by_field"), 1);
    assert_int_equal(count_callees(&f, "map"), 2);
    assert_int_equal(count_callees(&f, "unknown"), 0);
    assert_true(is_without_effect(effects_of(&f, "by_table")));
    assert_true(writes_global(effects_of(&f, "by_field"), "n"));
    assert_true(effects_of(&f, "map")->sets_errno);
    assert_true(effects_of(&f, "unknown")->is_unknown);
    release(&f);
}

static void units_share_external_objects(void **state)
{
    (void)state;
    struct fixture f = build_two("double shared[4]; static double own[4]; void f(double *);\n"
                                 "static void helper(double *p) { p[0] = own[0]; }\n"
                                 "int main(void) { helper(shared); f(shared); return 0; }\n",
                                 "extern double shared[4]; static double own[4];\n"
                                 "static void helper(double *p) { p[1] = own[1]; }\n"
                                 "void f(double *p) { helper(own); p[0] = shared[1]; }\n",
                                 true);
    expect_points(&f, "f:p", "shared");
    struct variable *a = NULL, *b = NULL;
    for (unsigned k = 0; k < f.units[0]->variable_count; k++)
        if (strcmp(f.units[0]->variables[k]->name, "shared") == 0)
            a = f.units[0]->variables[k];
    for (unsigned k = 0; k < f.units[1]->variable_count; k++)
        if (strcmp(f.units[1]->variables[k]->name, "shared") == 0)
            b = f.units[1]->variables[k];
    assert_non_null(a);
    assert_non_null(b);
    assert_ptr_equal(program_variable(f.program, a), program_variable(f.program, b));
    assert_true(writes_global(effects_of(&f, "main"), "shared"));
    release(&f);
}

/* ---- effects --------------------------------------------------------------------------------------------------- */

static void mathematics_only_sets_errno(void **state)
{
    (void)state;
    struct fixture f = build("double f(double x) { return sqrt(x) + exp(-x) * fabs(x); }\n"
                             "double g(double x) { int e; double ip; return frexp(x, &e) + modf(x, &ip) + e; }\n"
                             "long h(double x) { return lrint(x); }\n",
                             false);
    assert_true(is_without_effect(effects_of(&f, "f")));
    assert_true(effects_of(&f, "f")->sets_errno);
    assert_true(is_without_effect(effects_of(&f, "g")));
    assert_true(effects_of(&f, "h")->reads_locale);
    release(&f);
}

static void effects_name_parameters_and_globals(void **state)
{
    (void)state;
    struct fixture f =
        build("static int counter; struct s { double *p; int n; };\n"
              "void row(double *a, const double *b, int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }\n"
              "void deep(struct s *s) { s->p[0] = s->n; }\n"
              "int count(void) { return ++counter; }\n"
              "int last(int x) { static int old; int r = old; old = x; return r; }\n"
              "double *second(double *a, double *b) { a[0] = 0; return b + 1; }\n"
              "static double *kept; void keep(double *p) { kept = p; }\n"
              "void local(void) { double t[4]; double *p = t; p[0] = 1; memset(t, 0, sizeof t); }\n",
              false);
    assert_int_equal(effects_of(&f, "row")->reads_through, 3);
    assert_int_equal(effects_of(&f, "row")->writes_through, 1);
    assert_int_equal(effects_of(&f, "deep")->writes_through, 1);
    assert_true(writes_global(effects_of(&f, "count"), "counter"));
    assert_true(writes_global(effects_of(&f, "last"), "old"));
    assert_string_equal(effects_of(&f, "last")->why, "writes the static variable old");
    assert_int_equal(effects_of(&f, "second")->returns_argument, 1);
    assert_int_equal(effects_of(&f, "keep")->keeps, 1);
    assert_true(is_without_effect(effects_of(&f, "local")));
    release(&f);
}

static void library_effects(void **state)
{
    (void)state;
    struct fixture f = build("void say(double x) { printf(\"%g\\n\", x); }\n"
                             "int dice(void) { return rand() % 6; }\n"
                             "void check(int x) { assert(x > 0); }\n"
                             "void stop(void) { exit(3); }\n"
                             "void tidy(double *p) { double *own = malloc(8); *own = 1; free(own); free(p); }\n"
                             "void own(void) { double *p = malloc(8); *p = 1; free(p); }\n"
                             "static int cmp(const void *a, const void *b) { return *(int *)a - *(int *)b; }\n"
                             "void sort(int *v, int n) { qsort(v, n, sizeof *v, cmp); }\n"
                             "void strange(void) { void nobody(void); nobody(); }\n"
                             "double *fresh(int n) { double *p = calloc(n, 8); if (!p) exit(1); return p; }\n",
                             false);
    assert_true(effects_of(&f, "say")->does_io);
    assert_true(effects_of(&f, "dice")->has_hidden_state);
    assert_true(effects_of(&f, "check")->may_not_return);
    assert_true(effects_of(&f, "stop")->may_not_return);
    assert_true(effects_of(&f, "tidy")->frees);
    assert_true(is_without_effect(effects_of(&f, "own")));
    assert_int_equal(effects_of(&f, "sort")->writes_through, 1);
    assert_false(effects_of(&f, "sort")->is_unknown);
    assert_true(effects_of(&f, "strange")->is_unknown);
    assert_true(effects_of(&f, "fresh")->allocates);
    release(&f);
}

static void recursion_reaches_a_fixed_point(void **state)
{
    (void)state;
    struct fixture f = build("static int depth; static void odd(int *p, int n);\n"
                             "static void even(int *p, int n) { if (n) odd(p, n - 1); }\n"
                             "static void odd(int *p, int n) { depth++; p[n] = 1; if (n) even(p, n - 1); }\n"
                             "int main(void) { int a[10]; even(a, 9); return a[3]; }\n",
                             true);
    assert_true(program_is_recursive(f.program, find_function(&f, "even")));
    assert_false(program_is_recursive(f.program, find_function(&f, "main")));
    assert_int_equal(effects_of(&f, "even")->writes_through, 1);
    assert_true(writes_global(effects_of(&f, "even"), "depth"));
    expect_targets(effects_of(&f, "even")->writes, "a depth");
    release(&f);
}

static void memory_behind_globals_is_listed(void **state)
{
    (void)state;
    struct fixture f = build("static double *grid;\n"
                             "void init(int n) { grid = malloc(n * sizeof *grid); }\n"
                             "void set(int i) { grid[i] = 1; }\n",
                             false);
    expect_targets(effects_of(&f, "set")->writes, "heap2*");
    assert_false(writes_global(effects_of(&f, "set"), "grid"));
    assert_false(is_without_effect(effects_of(&f, "set")));
    release(&f);
}

/* ---- liveness -------------------------------------------------------------------------------------------------- */

static void locals_die_after_their_last_use(void **state)
{
    (void)state;
    struct fixture f = build("double f(int n, double *a) { double t = 0, s = 0, u = 0; int i, j; double w[4];\n"
                             "  for (i = 0; i < n; i++) { t = a[i]; s += t; u = t; w[0] = t; }\n"
                             "  for (j = 0; j < n; j++) { t = a[j]; s += t; }\n"
                             "  return s + i + u; }\n",
                             false);
    assert_false(is_live(&f, "f:t", "f", 0));
    assert_true(is_live(&f, "f:s", "f", 0));
    assert_true(is_live(&f, "f:i", "f", 0));
    assert_true(is_live(&f, "f:u", "f", 0));
    assert_false(is_live(&f, "f:j", "f", 0));
    assert_false(is_live(&f, "f:w", "f", 0));
    assert_false(is_live(&f, "f:t", "f", 1));
    release(&f);
}

static void outer_loops_read_in_the_next_iteration(void **state)
{
    (void)state;
    struct fixture f = build("void f(int n, double *a) { double carried = 0, fresh; int c = 0;\n"
                             "  for (int t = 0; t < n; t++) {\n"
                             "    a[t] += carried; fresh = 0; c = c ? c : 1;\n"
                             "    for (int i = 0; i < n; i++) { carried = a[i]; fresh += a[i]; c = i; }\n"
                             "  } }\n",
                             false);
    assert_true(is_live(&f, "f:carried", "f", 1));
    assert_false(is_live(&f, "f:fresh", "f", 1));
    assert_true(is_live(&f, "f:c", "f", 1));
    assert_false(is_live(&f, "f:carried", "f", 0));
    release(&f);
}

static void jumps_are_followed(void **state)
{
    (void)state;
    struct fixture f = build("int f(int n, int *a) { int i, rc = 0, t = 0, k = 0, m = 0;\n"
                             "  for (i = 0; i < n; i++) { rc = a[i]; t = rc; if (rc) goto out; k = i; }\n"
                             "  t = 0; i = 0;\n"
                             "out: m = t; return rc + i + m; }\n"
                             "int g(int n, int *a) { int last = 0, d = 0;\n"
                             "  while (n--) { for (int i = 0; i < n; i++) { last = a[i]; d = last; }\n"
                             "    if (n == 3) continue;\n"
                             "    switch (n) { case 1: last = 2; break; case 2: return last; default: last = 0; }\n"
                             "    d = 0; }\n"
                             "  return d; }\n",
                             false);
    assert_true(is_live(&f, "f:rc", "f", 0));
    assert_true(is_live(&f, "f:t", "f", 0));
    assert_false(is_live(&f, "f:k", "f", 0));
    assert_false(is_live(&f, "f:m", "f", 0));
    assert_true(is_live(&f, "g:last", "g", 1));
    assert_true(is_live(&f, "g:d", "g", 1));
    release(&f);
}

static void globals_live_on_in_other_functions(void **state)
{
    (void)state;
    struct fixture f =
        build("static double work[8], out[8], never[8]; static int n;\n"
              "static void fill(int k) { n = 0; for (int i = 0; i < 8; i++) { work[i] = k; n++; } }\n"
              "static double sum(void) { double s = 0; for (int i = 0; i < n; i++) s += work[i]; return s; }\n"
              "int main(void) {\n"
              "  for (int k = 0; k < 8; k++) { fill(k); out[k] = sum(); never[k] = 1; }\n"
              "  for (int k = 0; k < 8; k++) { fill(k); }\n"
              "  return out[3]; }\n",
              true);
    assert_false(is_live(&f, "work", "main", 0));
    assert_false(is_live(&f, "n", "main", 0));
    assert_true(is_live(&f, "out", "main", 0));
    assert_false(is_live(&f, "never", "main", 0));
    assert_true(is_live(&f, "work", "fill", 0));
    assert_true(is_live(&f, "n", "fill", 0));
    release(&f);
}

static void a_loop_that_reads_what_it_wrote_is_not_its_own_reader(void **state)
{
    (void)state;
    struct fixture f =
        build("static double w[8]; static double g[8];\n"
              "static void col(double *d) { w[0] = d[0]; for (int i = 1; i < 8; i++) w[i] = w[i - 1] + d[i];\n"
              "  d[0] = w[7]; }\n"
              "int main(void) { static double m[4][8];\n"
              "  for (int t = 0; t < 5; t++)\n"
              "    for (int k = 0; k < 4; k++) { col(m[k]); g[k] = m[k][0]; }\n"
              "  return m[1][0]; }\n",
              true);
    assert_true(is_live(&f, "w", "main", 1));
    assert_false(is_live_outside(&f, "w", "main", 1));
    assert_false(is_live(&f, "g", "main", 1));
    release(&f);
}

static void pointers_and_unknown_code_read(void **state)
{
    (void)state;
    struct fixture f = build("void other(void); static double a[4], b[4]; double pub[4];\n"
                             "double f(int n) { double x[4], *p = x, y[4];\n"
                             "  for (int i = 0; i < 4; i++) { x[i] = n; y[i] = n; a[i] = n; b[i] = n; pub[i] = n; }\n"
                             "  other(); return p[1]; }\n"
                             "double get(void) { return a[0]; }\n",
                             false);
    assert_true(is_live(&f, "f:x", "f", 0));
    assert_false(is_live(&f, "f:y", "f", 0));
    assert_true(is_live(&f, "a", "f", 0));
    assert_false(is_live(&f, "b", "f", 0));
    assert_true(is_live(&f, "pub", "f", 0));
    release(&f);
}

static void whole_arrays_are_overwritten(void **state)
{
    (void)state;
    struct fixture f =
        build("double f(int n) { double a[4][3], b[6], c[6]; double s = 0;\n"
              "  for (int t = 0; t < n; t++) {\n"
              "    for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) a[i][j] = t;\n"
              "    memset(b, 0, sizeof b);\n"
              "    for (int i = 0; i < 5; i++) c[i] = t;\n"
              "    for (int i = 0; i < 3; i++) { a[i][i] += 1; b[i] += 2; c[i] += 3; s += a[i][0] + b[0] + c[5]; }\n"
              "  } return s; }\n",
              false);
    assert_false(is_live(&f, "f:a", "f", 4));
    assert_false(is_live(&f, "f:b", "f", 4));
    assert_true(is_live(&f, "f:c", "f", 4));
    release(&f);
}

/* ---- tables ---------------------------------------------------------------------------------------------------- */

static void expect_table(struct fixture *fixture, const char *name, unsigned count, const long long *expected)
{
    const long long *values;
    assert_int_equal(program_constant_table(fixture->program, find_variable(fixture, name), &values), count);
    for (unsigned k = 0; k < count; k++)
        assert_int_equal(values[k], expected[k]);
}

static void constant_tables_are_read(void **state)
{
    (void)state;
    struct fixture f = build("enum { A = 3, B = A * 2 };\n"
                             "static const int plain[3] = { 1, -2, B }, grid[2][3] = { { [1] = 5 }, { 7, 8, 9 } };\n"
                             "static int quiet[2] = { 4, 5 }, loud[2] = { 1, 2 }, leaky[2] = { 1, 2 };\n"
                             "static const double real[2] = { 1, 2 };\n"
                             "static const unsigned char byte[2] = { 'a', 255 };\n"
                             "int visible[2] = { 1, 2 };\n"
                             "void other(int *);\n"
                             "int f(int i) { const int n = 100; loud[i] = 1; other(leaky);\n"
                             "  return n + quiet[i] + plain[i] + grid[i][i]; }\n",
                             false);
    expect_table(&f, "plain", 3, (long long[]){ 1, -2, 6 });
    expect_table(&f, "grid", 6, (long long[]){ 0, 5, 0, 7, 8, 9 });
    expect_table(&f, "quiet", 2, (long long[]){ 4, 5 });
    expect_table(&f, "byte", 2, (long long[]){ 97, 255 });
    expect_table(&f, "f:n", 1, (long long[]){ 100 });
    expect_table(&f, "loud", 0, NULL);
    expect_table(&f, "leaky", 0, NULL);
    expect_table(&f, "real", 0, NULL);
    expect_table(&f, "visible", 0, NULL);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_come_from_the_callers),
        cmocka_unit_test(unknown_memory_overlaps_what_escapes_only),
        cmocka_unit_test(allocation_wrappers_give_every_call_its_own_blocks),
        cmocka_unit_test(blocks_stored_through_parameters_are_told_apart),
        cmocka_unit_test(swapped_pointers_may_overlap),
        cmocka_unit_test(fields_hold_pointers_apart_until_misused),
        cmocka_unit_test(arrays_of_structs_have_one_cell_per_field),
        cmocka_unit_test(pointers_travel_through_integers_and_bytes),
        cmocka_unit_test(containers_of_fields_are_found),
        cmocka_unit_test(function_pointers_resolve),
        cmocka_unit_test(units_share_external_objects),
        cmocka_unit_test(mathematics_only_sets_errno),
        cmocka_unit_test(effects_name_parameters_and_globals),
        cmocka_unit_test(library_effects),
        cmocka_unit_test(recursion_reaches_a_fixed_point),
        cmocka_unit_test(memory_behind_globals_is_listed),
        cmocka_unit_test(locals_die_after_their_last_use),
        cmocka_unit_test(outer_loops_read_in_the_next_iteration),
        cmocka_unit_test(jumps_are_followed),
        cmocka_unit_test(globals_live_on_in_other_functions),
        cmocka_unit_test(a_loop_that_reads_what_it_wrote_is_not_its_own_reader),
        cmocka_unit_test(pointers_and_unknown_code_read),
        cmocka_unit_test(whole_arrays_are_overwritten),
        cmocka_unit_test(constant_tables_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
