/* What a block of iterations has its own copy of: see blocks.c. */
#ifndef AIPCC_CODEGEN_BLOCK_COPY_H
#define AIPCC_CODEGEN_BLOCK_COPY_H

#include "codegen/writer.h"
#include "transform/kind.h"

enum copy_kind {
    COPY_SUM,     /* a scalar that starts with the neutral element of its operator */
    COPY_EXTREME, /* minimum or maximum, with companions perhaps: starts with the value before the loop */
    COPY_WRITTEN, /* the value of the last iteration that writes it */
    COPY_ARRAY    /* an array of sums; the first block works on the original itself */
};

/* How the serial program writes a minimum or maximum "m" of values "t". It matters for floats: which of equal zeros
 * wins, and what NaN does. */
enum extreme_form {
    EXTREME_TAKES,   /* `if (t > m) m = t;`, `m = t > m ? t : m`: NaN is passed over */
    EXTREME_CALL,    /* `m = fmax(m, t)`: NaN is the neutral element */
    EXTREME_REPLACES /* `m = m > t ? m : t`: a NaN makes everything before it forgotten */
};

struct block_copy {
    enum copy_kind kind;
    enum extreme_form form;            /* COPY_EXTREME */
    bool may_forget;                   /* EXTREME_REPLACES of floats: a second flag tells that there was a NaN */
    const struct reduction *reduction; /* NULL: COPY_WRITTEN */
    const struct private_data *data;   /* COPY_WRITTEN */
    const char *text;                  /* how the user's function names it */
    const char *name;                  /* how the body names the copy */
    const char *copies;                /* the array of the blocks' results */
    const char *type;                  /* of one element */
    bool is_local;                     /* the copy is a variable of ours, since "text" is no plain name */
    bool needs_flag;                   /* a flag says whether the block wrote it */
    const char *length, *lower, *base; /* COPY_ARRAY: elements, first element, pointer to element 0 */
    const char *declarator;            /* COPY_ARRAY: of the pointer that stands for the array: "(*sum)[20]" */
};

struct blocks {
    struct counted_loop loop;
    struct block_copy copies[16];
    unsigned copy_count;
    const char *count, *block; /* "aip_blocks", "aip_b" */
    const char *array_bytes;   /* bytes of one block's copies of arrays, or NULL */
    unsigned limit;
    bool is_exact; /* any number of blocks gives the same bits */
};

/* Add the copy for "reduction" or "data", with its clauses and its edits inside of the body; false with the reason. */
bool block_copy_of_reduction(struct writer *writer, struct blocks *blocks, const struct reduction *reduction,
                             struct clauses *clauses);
bool block_copy_of_private(struct writer *writer, struct blocks *blocks, const struct private_data *data,
                           struct clauses *clauses);

/* The parts of the text: in front of everything; at the top of a block (declarations, then statements); at its end;
 * when all blocks are done, inside of a loop over the blocks, and outside of it. */
void block_copy_declare(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                        struct text *text);
void block_copy_declare_inside(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                               struct text *text);
void block_copy_begin(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                      struct text *text);
void block_copy_end(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                    struct text *text);
void block_copy_combine(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                        struct text *text);
void block_copy_combine_array(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                              struct text *text);

#endif
