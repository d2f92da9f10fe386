/* What pointers may point to: inclusion-based and flow-insensitive (Andersen 1994), on cells. A cell is a place that
 * holds a pointer: a variable, a field of a variable or of a heap block; all elements of an array share a cell.
 *
 * Fields are kept apart by their byte offset as long as a block is used with one layout; a block that is used in any
 * other way is collapsed to a single cell (Steensgaard's cure, applied block by block). Unknown memory is one token in
 * the points-to sets, and "escaped" is a property of blocks, so that programs with unknown code stay cheap.
 *
 * Functions that allocate, and small ones that return pointers, are analysed anew for every call (up to three calls
 * deep), which gives every use of an allocation wrapper blocks of its own. */
#ifndef AIPCC_ANALYSIS_POINTS_TO_H
#define AIPCC_ANALYSIS_POINTS_TO_H

#include "analysis/program_private.h"

/* Needs the call graph's direct calls and roots; fills in the callees of indirect calls. */
void points_to_build(struct program *program);
void points_to_release(struct program *program);

/* Add to "memory" the ids of what the pointer or array "expr" may point to, see program_points_to(). Returns whether it
 * may be unknown memory, too. */
bool points_to_memory(struct program *program, struct expr *expr, struct idset *memory);
/* Add to "memory" the ids of what the pointers in "variable" itself may point to; whether that may be unknown. */
bool points_to_variable_contents(struct program *program, struct variable *variable, struct idset *memory);
/* Add everything that can be reached from "memory" by following pointers; whether unknown memory can. */
bool points_to_close(struct program *program, struct idset *memory);
/* Add to "below" all that can be reached from the pointers stored in "memory" (which need not contain itself). */
bool points_to_below(struct program *program, const struct idset *memory, struct idset *below);
/* The same for what "expr" points to. */
bool points_to_memory_below(struct program *program, struct expr *expr, struct idset *memory);
/* The memory with "id", and the id of a variable's memory (0 if no pointer can ever point to it). */
struct memory *points_to_memory_of_id(struct program *program, unsigned id);
unsigned points_to_variable_id(struct program *program, struct variable *variable);
/* All memory that unknown code may reach. */
const struct idset *points_to_escaped(struct program *program);
/* "memory" as the public struct, in the program's arena. */
struct points_to points_to_public(struct program *program, const struct idset *memory, bool is_unknown);

#endif
