/* What the parts of codegen share while one file is written. */
#ifndef AIPCC_CODEGEN_WRITER_H
#define AIPCC_CODEGEN_WRITER_H

#include "base/text.h"
#include "codegen/edits.h"
#include "codegen/emit.h"

struct writer {
    struct arena *arena;
    struct plan *plan;
    struct unit *unit;
    struct edits edits;
    struct emit_options options;
    const char *prefix;  /* of all new names: "aip_" unless the user's file has such names */
    const char *why_not; /* why the plan at hand cannot be written */
    bool needs_runtime;
    unsigned parallel_loops, dropped; /* plans written, and given up */
    struct clone **clones;            /* copies of functions made so far: clone.c */
    unsigned clone_count;
};

/* Say why the plan at hand cannot be written; returns false. */
bool writer_refuses(struct writer *writer, const char *why);
/* "aip_" followed by "name", an arena string. */
const char *writer_name(struct writer *writer, const char *name);

/* ---- where a loop stands in the text: site.c ----------------------------------------------------------------------
 */

struct site {
    const char *text;    /* of the main file */
    unsigned begin, end; /* the loop statement */
    unsigned header_end; /* behind `for (...)`, `while (...)` or `do`; 0 if the header comes out of a macro */
    unsigned body_begin, body_end;
    const char *indent; /* white space in front of the line that it begins in */
    const char *unit;   /* one more level of indentation */
    bool starts_line;   /* nothing but white space stands before it */
    bool is_in_block;   /* other statements may follow it */
};

/* Find out where "loop" stands. False, with the reason in the writer, if nothing can be written in front of it. */
bool site_find(struct writer *writer, const struct loop *loop, struct site *site);
/* Whether the header can be replaced, too; false with the reason. */
bool site_has_header(struct writer *writer, const struct site *site);
/* Add a line at "depth" levels below the site's own indentation. */
void site_line(const struct site *site, struct text *text, unsigned depth, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- clauses: clauses.c -------------------------------------------------------------------------------------------
 */

struct clauses {
    struct text privates, firstprivates, lastprivates, reductions; /* comma separated names; "op: a" for reductions */
    struct text conditions;                                        /* for if(), joined by && */
    const char *schedule;                                          /* "dynamic, 8" or NULL */
    unsigned collapse;
};

void clauses_private(struct clauses *clauses, const char *name);
void clauses_firstprivate(struct clauses *clauses, const char *name);
/* Release what clauses_write() did not. */
void clauses_free(struct clauses *clauses);
/* Those of "loop_plan" that hold however the loop is written: private data except counters (and except data that is
 * copied by block), its condition with the run-time checks, its schedule. False with the reason if some has no text. */
bool clauses_of_plan(struct writer *writer, const struct loop_plan *loop_plan, struct clauses *clauses);
/* Add the clause for "reduction", which fits one. */
bool clauses_reduction(struct writer *writer, const struct reduction *reduction, struct clauses *clauses);
/* The directive `#pragma omp parallel for ...` as lines at "depth"; releases "clauses". */
void clauses_write(struct clauses *clauses, const struct site *site, struct text *text, unsigned depth);
/* Where something is lastprivate and the loop may make no iteration: the line `if (count > 0)` to stand before the
 * directive ("count": NULL for the user's own words). Returns whether there is one. */
bool clauses_guard_lastprivate(struct writer *writer, const struct clauses *clauses, const struct region *region,
                               const char *count, const struct site *site, struct text *text, unsigned depth);
/* The run-time checks of "facts" and its guard as conditions. */
bool clauses_checks(struct writer *writer, const struct loop_plan *loop_plan, struct clauses *clauses);

/* ---- two versions: version.c --------------------------------------------------------------------------------------
 */

/* The line that opens the braces around a parallel loop: `{`, or `if (conditions) {` for a loop with two versions; the
 * conditions leave "clauses" then. */
void version_open(struct writer *writer, const struct loop_plan *loop_plan, const struct site *site,
                  struct clauses *clauses, struct text *text);
/* The lines that close them: `}`, or `} else { ... }` with a copy of the user's loop. */
void version_close(struct writer *writer, const struct loop_plan *loop_plan, const struct site *site,
                   struct text *text);
/* Whether the text of the loop may stand twice: it has no labels and no variables that live on. */
bool version_is_possible(const struct loop_plan *loop_plan);
/* Whether "loop_plan" gets two versions: it wants them, and its text can stand twice. */
bool version_is_double(const struct loop_plan *loop_plan, const struct site *site);

/* ---- loops with a new header: counters.c --------------------------------------------------------------------------
 */

struct counter {
    struct variable *variable;
    long long step, shift;
    struct expr *first;     /* NULL: the value before the loop */
    const char *first_text; /* an operand, valid inside the region */
    const char *capture;    /* the value to be saved in front of the region under "first_text", or NULL */
    bool is_declared_in_header, is_needed_after;
};

/* A loop that is written with a counter of ours, "index", from 0 to "count": the values of the user's counters follow
 * from it. */
struct counted_loop {
    const struct loop_plan *loop_plan;
    struct site site;
    const char *count; /* "aip_n" */
    const char *count_value;
    const char *index; /* "aip_i" */
    struct counter counters[16];
    unsigned counter_count;
};

/* Prepare "loop_plan"'s loop for a new header; false with the reason. */
bool counted_loop_find(struct writer *writer, const struct loop_plan *loop_plan, struct counted_loop *loop);
/* Declarations in front of everything: the count and the saved first values. */
void counted_loop_declare(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth);
/* Counters declared outside become private. */
void counted_loop_clauses(const struct counted_loop *loop, struct clauses *clauses);
/* The statements at the top of the body that give the counters their values. */
void counted_loop_values(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth);
/* The statements behind the loop that give them their final values. */
void counted_loop_finals(struct writer *writer, const struct counted_loop *loop, struct text *text, unsigned depth);
/* Make the edits: "before" replaces the header (the user's body follows at "depth"), "after" what stands behind the
 * body. */
void counted_loop_edit(struct writer *writer, const struct counted_loop *loop, struct text *before, unsigned depth,
                       struct text *after);
/* For a loop whose own header stays: what has to stand before (then both in braces) and after it to give its counter
 * the final value; false with the reason. */
bool counter_final_text(struct writer *writer, const struct region *region, struct text *before, struct text *after,
                        const struct site *site);

/* ---- declarations: declare.c --------------------------------------------------------------------------------------
 */

/* The name of "type" without qualifiers for declaring a plain variable of that type: "unsigned", "const body *"; NULL
 * if it cannot be written in front of a name. */
const char *type_text(struct writer *writer, const struct type *type);

/* ---- the kinds of plans -------------------------------------------------------------------------------------------
 */

bool write_parallel_for(struct writer *writer, struct loop_plan *loop_plan);
bool write_blocks(struct writer *writer, struct loop_plan *loop_plan);
bool write_ordered_sum(struct writer *writer, struct loop_plan *loop_plan);
bool write_scan(struct writer *writer, struct loop_plan *loop_plan);
/* Make the copies of functions that "loop_plan" needs and redirect the calls in its loop to them. */
bool write_clones(struct writer *writer, struct loop_plan *loop_plan);

#endif
