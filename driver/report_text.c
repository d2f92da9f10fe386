/* The report as remarks, one line a loop, as compilers print them. */
#include <string.h>

#include "driver/report.h"

struct palette {
    const char *place, *good, *neutral, *bad, *normal;
};

static void add_list(struct text *text, const char *before, const char *const *words, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        text_printf(text, "%s%s", k ? ", " : before, words[k]);
}

/* What became of a loop that may run in parallel. */
static const char *outcome(const struct loop_result *loop)
{
    if (strcmp(loop->verdict, "small") == 0)
        return "parallel, but too small to pay";
    if (strcmp(loop->target, "serial") != 0)
        return "parallelized";
    return loop->has_outer ? "parallel, runs inside a parallel loop" : "parallel, left as it is";
}

static void add_parallel(struct text *text, const struct loop_result *loop, const struct palette *palette)
{
    bool is_chosen = strcmp(loop->target, "serial") != 0;
    text_printf(text, "%s%s%s", is_chosen ? palette->good : palette->neutral, outcome(loop), palette->normal);
    add_list(text, " [", loop->how, loop->how_count);
    text_puts(text, loop->how_count ? "]" : "");
    if (!is_chosen && loop->has_outer)
        text_printf(text, " (line %u)", loop->outer.line);
    if (is_chosen)
        add_list(text, ": ", loop->plan, loop->plan_count);
    add_list(text, ", provided that ", loop->assumptions, loop->assumption_count);
    if (*loop->message)
        text_printf(text, ": %s", loop->message);
}

static void add_serial(struct text *text, const struct loop_result *loop, const struct palette *palette)
{
    text_printf(text, "%snot parallelized%s: %s [%s]", palette->bad, palette->normal, loop->message, loop->code);
    if (loop->advice)
        text_printf(text, "; %s", loop->advice);
    bool is_elsewhere = loop->reason_at.line != loop->at.line || loop->reason_at.column != loop->at.column;
    if (is_elsewhere)
        text_printf(text, "\n%s%s:%u:%u:%s note: this is the place", palette->place, loop->reason_at.file,
                    loop->reason_at.line, loop->reason_at.column, palette->normal);
}

/* See report.h. */
void report_text(struct text *text, const struct result *result, bool is_coloured)
{
    static const struct palette coloured = { "\033[1m", "\033[32m", "\033[36m", "\033[33m", "\033[0m" };
    static const struct palette plain = { "", "", "", "", "" };
    const struct palette *palette = is_coloured ? &coloured : &plain;
    for (unsigned k = 0; k < result->loop_count; k++) {
        const struct loop_result *loop = &result->loops[k];
        text_printf(text, "%s%s:%u:%u:%s remark: ", palette->place, loop->at.file, loop->at.line, loop->at.column,
                    palette->normal);
        if (strcmp(loop->verdict, "serial") == 0)
            add_serial(text, loop, palette);
        else
            add_parallel(text, loop, palette);
        text_puts(text, "\n");
    }
    for (unsigned k = 0; k < result->file_count; k++)
        if (result->files[k].has_errors || result->files[k].failure || result->files[k].stopped)
            text_printf(text, "%s: remark: this file was not analysed\n", result->files[k].path);
    text_printf(text, "aipcc: %u of %u loops parallelized; %u more may run in parallel, %u are serial\n",
                report_count(result, "", true), result->loop_count,
                result->loop_count - report_count(result, "", true) - report_count(result, "serial", false),
                report_count(result, "serial", false));
}
