/* Copies of reduced arrays, one for each block but the first: see blocks.c. */
#ifndef AIPCC_CODEGEN_BLOCK_ARRAY_H
#define AIPCC_CODEGEN_BLOCK_ARRAY_H

#include "codegen/block_copy.h"

/* Find out the array's length and how to declare a pointer that stands for it; false with the reason. */
bool block_array_prepare(struct writer *writer, struct blocks *blocks, struct block_copy *copy);
void block_array_declare(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                         struct text *text);
void block_array_declare_inside(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                                struct text *text);
void block_array_combine(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                         struct text *text);
/* `target op= value;` for the operator of "reduction" (block_copy.c). */
const char *block_copy_update(struct writer *writer, const struct reduction *reduction, const char *target,
                              const char *value);

#endif
