/* The report as one HTML page: the sources with the verdict of each loop beside its line. */
#include <stdlib.h>
#include <string.h>

#include "driver/report.h"
#include "driver/temporary.h"

static const char style[] =
    "<style>body{font-family:sans-serif;margin:2em}pre{line-height:1.3}"
    ".line{display:block}.number{color:#888;display:inline-block;width:4em;text-align:right;margin-right:1em;user-"
    "select:none}"
    ".verdict{display:block;margin-left:5.5em;white-space:normal;padding:.1em .5em;border-left:4px solid}"
    ".parallel,.checked{border-color:#2a2;background:#efe}.small{border-color:#28c;background:#eef}"
    ".serial{border-color:#c60;background:#fed}</style>\n";

/* "bytes" with what means something in HTML escaped. */
static void add_escaped(struct text *text, const char *bytes)
{
    char *utf8 = report_utf8(bytes);
    for (const char *at = utf8; *at; at++) {
        switch (*at) {
        case '&':
            text_puts(text, "&amp;");
            break;
        case '<':
            text_puts(text, "&lt;");
            break;
        case '>':
            text_puts(text, "&gt;");
            break;
        case '"':
            text_puts(text, "&quot;");
            break;
        default:
            text_add(text, at, 1);
            break;
        }
    }
    free(utf8);
}

static void add_list(struct text *text, const char *head, const char *const *words, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        text_puts(text, k ? ", " : head);
        add_escaped(text, words[k]);
    }
}

/* The box below the line of "loop". */
static void add_verdict(struct text *text, const struct loop_result *loop)
{
    text_printf(text, "<span class=\"verdict %s\"><b>%s</b>", loop->verdict, loop->verdict);
    add_list(text, " &middot; ", loop->how, loop->how_count);
    if (strcmp(loop->target, "serial") != 0)
        add_list(text, " &middot; written as ", loop->plan, loop->plan_count);
    else if (loop->has_outer)
        text_printf(text, " &middot; runs inside the parallel loop of line %u", loop->outer.line);
    add_list(text, " &middot; provided that ", loop->assumptions, loop->assumption_count);
    if (*loop->message) {
        text_puts(text, " &middot; ");
        add_escaped(text, loop->message);
        text_printf(text, " (line %u)", loop->reason_at.line);
    }
    if (loop->advice) {
        text_puts(text, " &middot; <i>");
        add_escaped(text, loop->advice);
        text_puts(text, "</i>");
    }
    text_puts(text, "</span>");
}

/* The verdicts of the loops that start at "line" of "path". */
static void add_verdicts(struct text *text, const struct result *result, const char *path, unsigned line)
{
    for (unsigned k = 0; k < result->loop_count; k++)
        if (result->loops[k].at.line == line && strcmp(result->loops[k].at.file, path) == 0)
            add_verdict(text, &result->loops[k]);
}

/* The text of the file "path" with its verdicts. */
static void add_source(struct text *text, const struct result *result, const char *path)
{
    size_t length;
    char *bytes = temporary_read(path, &length), *rest = bytes, *line;
    text_puts(text, "<pre>");
    for (unsigned number = 1; (line = strsep(&rest, "\n")); number++) {
        if (!rest && !*line)
            break;
        text_printf(text, "<span class=\"line\" id=\"L%u\"><span class=\"number\">%u</span>", number, number);
        add_escaped(text, line);
        text_puts(text, "</span>");
        add_verdicts(text, result, path, number);
    }
    for (unsigned k = 0; k < result->loop_count && !bytes; k++)
        if (strcmp(result->loops[k].at.file, path) == 0)
            add_verdict(text, &result->loops[k]);
    text_puts(text, "</pre>\n");
    free(bytes);
}

/* See report.h. */
void report_html(struct text *text, const struct result *result)
{
    text_puts(text, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>aipcc report</title>\n");
    text_puts(text, style);
    text_puts(text, "</head><body><h1>aipcc report</h1>\n");
    text_printf(text, "<p>%u of %u loops parallelized; %u serial.</p>\n", report_count(result, "", true),
                result->loop_count, report_count(result, "serial", false));
    const char *path;
    for (unsigned k = 0; (path = report_file(result, k)); k++) {
        text_puts(text, "<h2>");
        add_escaped(text, path);
        text_puts(text, "</h2>\n");
        add_source(text, result, path);
    }
    text_puts(text, "</body></html>\n");
}
