#include "codegen/block_array.h"

#include <string.h>

/* The extents of the declared array behind the first one, as text: "[20]"; NULL if they have none. The number of all
 * elements goes to "*elements". */
static const char *inner_extents(struct writer *writer, const struct type *type, const char **elements)
{
    const char *inner = "", *all = NULL;
    bool is_first = true;
    for (; type->kind == TYPE_ARRAY; type = type->element, is_first = false) {
        if (type->extent < 0)
            return NULL;
        const char *extent = arena_printf(writer->arena, "%lld", type->extent);
        all = all ? arena_printf(writer->arena, "%s * %s", all, extent) : extent;
        if (!is_first)
            inner = arena_printf(writer->arena, "%s[%s]", inner, extent);
    }
    *elements = all;
    return inner;
}

/* An operand: in parentheses unless it is one word. */
static const char *operand(struct writer *writer, const char *text)
{
    return strpbrk(text, " +-*/?<>") ? arena_printf(writer->arena, "(%s)", text) : text;
}

/* See block_array.h. Only sums start from zero, which is what new copies hold. */
bool block_array_prepare(struct writer *writer, struct blocks *blocks, struct block_copy *copy)
{
    const struct reduction *reduction = copy->reduction;
    copy->kind = COPY_ARRAY;
    if (reduction->op != REDUCE_ADD && reduction->op != REDUCE_OR && reduction->op != REDUCE_XOR &&
        reduction->op != REDUCE_LOR)
        return writer_refuses(writer, "only sums of arrays are copied by block");
    if (!reduction->variable || strcmp(reduction->variable->name, reduction->text) != 0)
        return writer_refuses(writer, arena_printf(writer->arena, "%s is not the name of an array", reduction->text));
    const struct type *type = reduction->variable->type;
    const char *inner = "";
    if (type->kind == TYPE_ARRAY) {
        inner = inner_extents(writer, type, &copy->length);
        if (!inner)
            return writer_refuses(writer, "the length of a reduced array is not known");
        copy->base = arena_printf(writer->arena, "&%s[0]", copy->text);
        for (const struct type *element = type->element; element->kind == TYPE_ARRAY; element = element->element)
            copy->base = arena_printf(writer->arena, "%s[0]", copy->base);
    } else {
        copy->length = reduction->constant_length > 0 ? arena_printf(writer->arena, "%lld", reduction->constant_length)
                                                      : reduction->length_text;
        copy->lower = reduction->lower_text && strcmp(reduction->lower_text, "0") ? reduction->lower_text : NULL;
        copy->base = copy->text;
        if (!copy->length || type->kind != TYPE_POINTER || type->element->kind == TYPE_ARRAY)
            return writer_refuses(writer, "the length of a reduced array is not known");
    }
    copy->declarator = *inner ? arena_printf(writer->arena, "(*%s)%s", copy->text, inner)
                              : arena_printf(writer->arena, "*%s", copy->text);
    const char *bytes = arena_printf(writer->arena, "%s * sizeof(%s)", operand(writer, copy->length), copy->type);
    blocks->array_bytes =
        blocks->array_bytes ? arena_printf(writer->arena, "%s + %s", blocks->array_bytes, bytes) : bytes;
    return true;
}

/* See block_array.h. */
void block_array_declare(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                         struct text *text)
{
    const struct site *site = &blocks->loop.site;
    site_line(site, text, 1, "%s *const %s_0 = %s;", copy->type, copy->copies, copy->base);
    site_line(site, text, 1, "%s *const %s = aip_copies(%s - 1, %s * sizeof(%s));", copy->type, copy->copies,
              blocks->count, operand(writer, copy->length), copy->type);
}

/* See block_array.h. The pointer has the array's own name, so that the user's body works on the copy. */
void block_array_declare_inside(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                                struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const char *cast = "";
    if (copy->declarator[0] == '(') {
        const char *behind = strchr(copy->declarator, ')');
        cast = arena_printf(writer->arena, "(%s (*)%s)", copy->type, behind + 1);
    }
    const char *lower = copy->lower ? arena_printf(writer->arena, " - %s", operand(writer, copy->lower)) : "";
    const char *chosen = arena_printf(writer->arena, "%s ? %s + (%s - 1) * %s%s : %s_0", blocks->block, copy->copies,
                                      blocks->block, operand(writer, copy->length), lower, copy->copies);
    site_line(site, text, 2, "%s %s = %s%s;", copy->type, copy->declarator, cast,
              *cast ? arena_printf(writer->arena, "(%s)", chosen) : chosen);
}

/* See block_array.h. */
void block_array_combine(struct writer *writer, const struct blocks *blocks, const struct block_copy *copy,
                         struct text *text)
{
    const struct site *site = &blocks->loop.site;
    const char *block = blocks->block, *k = blocks->loop.index, *length = operand(writer, copy->length);
    const char *index = copy->lower ? arena_printf(writer->arena, "%s + %s", operand(writer, copy->lower), k) : k;
    const char *target = arena_printf(writer->arena, "%s_0[%s]", copy->copies, index);
    const char *value = arena_printf(writer->arena, "%s[(%s - 1) * %s + %s]", copy->copies, block, length, k);
    site_line(site, text, 1, "for (%s = 1; %s < %s; %s++) {", block, block, blocks->count, block);
    site_line(site, text, 2, "long %s;", k);
    site_line(site, text, 2, "for (%s = 0; %s < (long)%s; %s++)", k, k, length, k);
    site_line(site, text, 3, "%s", block_copy_update(writer, copy->reduction, target, value));
    site_line(site, text, 1, "}");
    site_line(site, text, 1, "aip_free(%s);", copy->copies);
}
