#include "analysis/scop.h"

static void add(struct scop *scop, const char ***words, unsigned *count, const char *word)
{
    ARENA_PUSH(scop->arena, *words, *count, word);
}

unsigned scop_how_words(struct scop *scop, const struct loop_facts *facts, const char ***words)
{
    unsigned count = 0;
    *words = NULL;
    if (facts->verdict == VERDICT_SERIAL)
        return 0;
    unsigned how = facts->how;
    if (how & HOW_SCAN)
        add(scop, words, &count, "scan");
    else if (how & HOW_WAVEFRONT)
        add(scop, words, &count, "wavefront");
    else if (!facts->reduction_count)
        add(scop, words, &count, "doall");
    for (unsigned k = 0; k < facts->reduction_count; k++) {
        const struct reduction *reduction = &facts->reductions[k];
        const char *kind = !reduction->is_exact && (how & HOW_ORDERED_REDUCTION) ? "ordered-reduction"
                           : reduction->is_array && reduction->is_indirect       ? "histogram"
                                                                                 : "reduction";
        add(scop, words, &count,
            arena_printf(scop->arena, "%s(%s:%s)", kind, reduction_op_text(reduction->op), reduction->text));
    }
    for (unsigned k = 0; k < facts->private_count; k++)
        if (!facts->privates[k].has_induction)
            add(scop, words, &count, arena_printf(scop->arena, "private(%s)", facts->privates[k].variable->name));
    if (how & HOW_PEELED)
        add(scop, words, &count, "peeled");
    for (unsigned k = 0; k < facts->check_count; k++)
        if (facts->checks[k].kind == CHECK_INJECTIVE) {
            add(scop, words, &count, "inspector");
            break;
        }
    return count;
}
