#include "driver/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/temporary.h"

/* Whether "path" is one of the files that stand before the loop "end", as a source or as the file of a loop. */
static bool is_listed(const struct result *result, const char *path, unsigned end)
{
    for (unsigned k = 0; k < result->file_count; k++)
        if (strcmp(result->files[k].path, path) == 0)
            return true;
    for (unsigned k = 0; k < end; k++)
        if (strcmp(result->loops[k].at.file, path) == 0)
            return true;
    return false;
}

/* See report.h. */
const char *report_file(const struct result *result, unsigned k)
{
    if (k < result->file_count)
        return result->files[k].path;
    k -= result->file_count;
    for (unsigned loop = 0; loop < result->loop_count; loop++)
        if (!is_listed(result, result->loops[loop].at.file, loop) && k-- == 0)
            return result->loops[loop].at.file;
    return NULL;
}

/* See report.h. */
unsigned report_count(const struct result *result, const char *verdict, bool is_chosen)
{
    unsigned count = 0;
    for (unsigned k = 0; k < result->loop_count; k++)
        count +=
            is_chosen ? strcmp(result->loops[k].target, "serial") != 0 : strcmp(result->loops[k].verdict, verdict) == 0;
    return count;
}

/* The length of the UTF-8 sequence at "bytes", or 0 if it is none. */
static unsigned sequence_length(const unsigned char *bytes)
{
    unsigned length = bytes[0] < 0x80                       ? 1
                      : bytes[0] >= 0xc2 && bytes[0] < 0xe0 ? 2
                      : bytes[0] >= 0xe0 && bytes[0] < 0xf0 ? 3
                      : bytes[0] >= 0xf0 && bytes[0] < 0xf5 ? 4
                                                            : 0;
    for (unsigned k = 1; k < length; k++)
        if ((bytes[k] & 0xc0) != 0x80)
            return 0;
    bool is_overlong = length > 2 && ((bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xf0 && bytes[1] < 0x90));
    bool is_outside = length > 2 && ((bytes[0] == 0xed && bytes[1] > 0x9f) || (bytes[0] == 0xf4 && bytes[1] > 0x8f));
    return is_overlong || is_outside ? 0 : length;
}

/* See report.h. */
char *report_utf8(const char *bytes)
{
    struct text text = { 0 };
    while (*bytes) {
        unsigned length = sequence_length((const unsigned char *)bytes);
        if (length)
            text_add(&text, bytes, length);
        else
            text_puts(&text, "\xef\xbf\xbd");
        bytes += length ? length : 1;
    }
    return text_take(&text);
}

/* Whether messages to "stream" shall have colours. */
static bool is_coloured(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(no_colour && *no_colour) && terminal && strcmp(terminal, "dumb") != 0;
}

/* Write one report. */
static bool write_one(const struct report_request *request, const struct result *result)
{
    struct text text = { 0 };
    bool is_good = true;
    switch (request->format) {
    case REPORT_TEXT:
        report_text(&text, result, !request->path && is_coloured(stderr));
        break;
    case REPORT_JSON:
        report_json(&text, result);
        break;
    case REPORT_SARIF:
        report_sarif(&text, result);
        break;
    case REPORT_HTML:
        report_html(&text, result);
        break;
    }
    if (request->path || request->format != REPORT_TEXT)
        is_good = output_write(request->path ? request->path : "-", text.bytes ? text.bytes : "", text.length);
    else
        fwrite(text.bytes ? text.bytes : "", 1, text.length, stderr);
    text_free(&text);
    return is_good;
}

/* See report.h. */
bool report_write(const struct command *command, const struct result *result)
{
    bool is_good = true;
    fflush(stdout);
    for (unsigned k = 0; k < command->report_count; k++)
        is_good = write_one(&command->reports[k], result) && is_good;
    return is_good;
}
