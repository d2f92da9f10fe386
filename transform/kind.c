#include "transform/kind.h"

#include <string.h>

/* Bytes of thread stack that private copies of reduced arrays may take. */
enum { MAX_CLAUSE_BYTES = 64 * 1024 };

/* Whether a reduced array may live on the stack of each thread: OpenMP puts the copies there. */
static bool array_fits_clause(const struct reduction *reduction)
{
    const struct type *type = reduction->variable->type;
    long long bytes = -1;
    if (type->kind == TYPE_ARRAY)
        bytes = type->size;
    else if (reduction->constant_length > 0 && reduction->rank <= 1)
        bytes = reduction->constant_length * reduction->type->size;
    return bytes > 0 && bytes <= MAX_CLAUSE_BYTES;
}

/* See kind.h. Minimum and maximum of floats: OpenMP leaves open which of +0 and -0 wins and what NaN does. */
bool kind_fits_clause(const struct program *program, const struct reduction *reduction)
{
    if (!reduction->variable || strcmp(reduction->variable->name, reduction->text) != 0 || reduction->companion_count)
        return false;
    const struct type *type = reduction->type;
    bool is_extremum = reduction->op == REDUCE_MIN || reduction->op == REDUCE_MAX;
    if (type->kind == TYPE_COMPLEX && is_extremum)
        return false;
    if (type->kind != TYPE_INT && type->kind != TYPE_BOOL && type->kind != TYPE_FLOAT && type->kind != TYPE_COMPLEX)
        return false;
    bool is_integer = type->kind == TYPE_INT || type->kind == TYPE_BOOL;
    if (!is_integer && program->options.fp != FP_FAST)
        return false;
    return !reduction->is_array || array_fits_clause(reduction);
}

static bool is_ordered(const struct program *program, const struct loop_facts *facts)
{
    if (!(facts->how & HOW_ORDERED_REDUCTION) || program->options.fp != FP_STRICT)
        return false;
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (!facts->reductions[k].is_exact)
            return true;
    return false;
}

/* See kind.h. */
bool kind_needs_header(const struct loop_facts *facts)
{
    return facts->region->iteration.kind != ITERATION_CANONICAL || (facts->how & HOW_PEELED);
}

/* See kind.h. */
enum plan_kind kind_of_facts(const struct program *program, const struct loop_facts *facts)
{
    if (!facts->region || facts->region->iteration.kind == ITERATION_UNKNOWN ||
        (facts->how & (HOW_TASKS | HOW_SEARCH | HOW_WAVEFRONT)))
        return PLAN_KEEP;
    if (facts->how & HOW_SCAN)
        return PLAN_SCAN;
    if (is_ordered(program, facts))
        return PLAN_ORDERED_SUM;
    for (unsigned k = 0; k < facts->reduction_count; k++)
        if (!kind_fits_clause(program, &facts->reductions[k]))
            return PLAN_BLOCKS;
    for (unsigned k = 0; k < facts->private_count; k++)
        if (facts->privates[k].kind == PRIVATE_LAST_WRITTEN)
            return PLAN_BLOCKS;
    return PLAN_OPENMP_FOR;
}
