/* The places in a loop's text where a reduced or private variable is written. */
#ifndef AIPCC_CODEGEN_LVALUE_H
#define AIPCC_CODEGEN_LVALUE_H

#include "codegen/writer.h"

/* In front of every statement expression of the loop of "facts" that writes "variable", insert "text" (such as
 * "aip_found = 1, "). False with the reason if some write is no assignment of its own (a call, a part of a larger
 * expression, a macro). */
bool lvalue_mark_writes(struct writer *writer, const struct loop_facts *facts, const struct variable *variable,
                        const char *text);
/* Replace every mention of "object", which the loop's function spells in more than one word ("b->total"), by the name
 * "replacement". False with the reason if some mention cannot be edited. */
bool lvalue_rename(struct writer *writer, const struct loop_facts *facts, const struct reduction *reduction,
                   const char *replacement);

#endif
