/* The report: the verdict of every loop, in several forms. */
#ifndef AIPCC_DRIVER_REPORT_H
#define AIPCC_DRIVER_REPORT_H

#include "base/text.h"
#include "driver/command.h"
#include "driver/result.h"

/* Write all reports that "command" asks for. Returns false, with a message, if one could not be written. */
bool report_write(const struct command *command, const struct result *result);

/* Each form, added to "text". */
void report_text(struct text *text, const struct result *result, bool is_coloured); /* as compilers print remarks */
void report_json(struct text *text, const struct result *result);
void report_sarif(struct text *text, const struct result *result);
void report_html(struct text *text, const struct result *result);

/* The files of the report: those that were given, then headers with loops. Returns the "k"th one's path, NULL behind
 * the last. */
const char *report_file(const struct result *result, unsigned k);
/* How many loops have the verdict "verdict", or, if "is_chosen", were written to run in parallel. */
unsigned report_count(const struct result *result, const char *verdict, bool is_chosen);
/* "bytes" as UTF-8: what is not gets replaced. malloc'ed. */
char *report_utf8(const char *bytes);

#endif
