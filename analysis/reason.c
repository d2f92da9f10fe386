#include "analysis/dependence.h"

/* Make the loop serial for the reason "code". The first reason stays. */
void reason_set(struct study *study, const char *code, const char *message, const char *advice, struct place place)
{
    struct loop_facts *facts = study->facts;
    if (facts->reason.code)
        return;
    facts->reason = (struct reason){ code, message, advice, place };
    facts->verdict = VERDICT_SERIAL;
}

static const char *access_text(struct study *study, const struct access *access)
{
    const char *text = NULL;
    if (access->expr && !access->expr->place.from_macro)
        text = unit_source(study->facts->loop->function->unit, access->expr->place);
    if (!text)
        text = access->object->text ? access->object->text : "memory";
    return text;
}

/* Say that "conflict" keeps the loop serial. */
void reason_conflict(struct study *study, const struct conflict *conflict)
{
    const struct access *a = conflict->first, *b = conflict->second;
    struct place loop = study->facts->loop->stmt->place;
    struct place place = b->expr ? b->expr->place : loop;
    unsigned line_a = a->expr ? a->expr->place.line : loop.line, line_b = place.line;
    const char *what_a = a->kind == ACCESS_WRITE ? "written" : "read", *what_b = b->kind == ACCESS_WRITE ? "written" : "read";
    long long distance = conflict->is_unknown ? 0 : dependence_distance(a, b);
    const char *far = distance ? arena_printf(study->arena, " (distance %lld)", distance) : "";
    const char *message =
        a == b ? arena_printf(study->arena, "%s, written at line %u, may be the same element in different iterations%s",
                              access_text(study, a), line_a, far)
               : arena_printf(study->arena, "%s, %s at line %u, may be %s, %s at line %u, of another iteration%s",
                              access_text(study, a), what_a, line_a, access_text(study, b), what_b, line_b, far);
    bool is_scalar = a->object->is_scalar;
    const char *code = is_scalar ? "scalar-dependence" : a->unknown_count || !a->relation ? "indirect-write" : "dependence";
    reason_set(study, code, message, NULL, place);
}

/* Every thread has its own copy of a thread-local variable: only the one that the program runs in holds its values.
 * Returns whether the loop names one. */
static bool has_thread_local(struct study *study)
{
    for (unsigned k = 0; k < study->region->access_count; k++) {
        const struct access *access = study->region->accesses[k];
        const struct variable *variable = access->object->variable;
        if (!variable || variable->storage != STORAGE_THREAD)
            continue;
        reason_set(study, "hidden-state",
                   arena_printf(study->arena, "%s is thread-local: other threads have other copies of it", variable->name),
                   "make it an ordinary variable if one thread uses it", access->expr ? access->expr->place : variable->place);
        return true;
    }
    return false;
}

/* Obstacles that no dependence test can remove. Returns whether there is one. */
bool reason_obstacles(struct study *study)
{
    static const struct { const char *code, *words, *advice; } texts[] = {
        [OBSTACLE_BREAK] = { "early-exit", "the loop may end early (break)", NULL },
        [OBSTACLE_RETURN] = { "early-exit", "the loop may be left by return", NULL },
        [OBSTACLE_GOTO] = { "early-exit", "the loop may be left by goto", NULL },
        [OBSTACLE_IO] = { "io", "the loop does input or output", "move the output behind the loop" },
        [OBSTACLE_HIDDEN_STATE] = { "hidden-state", "a call depends on hidden state", NULL },
        [OBSTACLE_NO_RETURN] = { "no-return", "the loop may end the program", NULL },
        [OBSTACLE_UNKNOWN_CALL] = { "unknown-call", "a called function is not known", "give its source file to aipcc too" },
        [OBSTACLE_FREE] = { "unknown-call", "memory is freed that was allocated elsewhere", NULL },
        [OBSTACLE_VOLATILE] = { "volatile", "volatile or atomic data is accessed", NULL },
        [OBSTACLE_ASM] = { "opaque", "inline assembly", NULL },
        [OBSTACLE_SETJMP] = { "opaque", "setjmp or longjmp", NULL },
        [OBSTACLE_OPAQUE] = { "opaque", "the loop has code that is not understood", NULL },
        [OBSTACLE_RECURSION] = { "unknown-call", "a recursive call", NULL },
        [OBSTACLE_ALLOCA] = { "opaque", "alloca", NULL },
        [OBSTACLE_USER_OPENMP] = { "openmp", "an OpenMP directive of the user is inside", NULL },
        [OBSTACLE_BUDGET] = { "budget", "the analysis ran out of its budget", "raise --budget" },
    };
    struct region *region = study->region;
    if (!region->obstacle_count)
        return has_thread_local(study);
    struct obstacle *obstacle = &region->obstacles[0];
    const char *message = texts[obstacle->kind].words;
    if (obstacle->text)
        message = arena_printf(study->arena, "%s: %s, line %u", message, obstacle->text, obstacle->place.line);
    reason_set(study, texts[obstacle->kind].code, message, texts[obstacle->kind].advice, obstacle->place);
    return true;
}
