/* Where in a type the pointers are. Offsets are normal: inside arrays, they are those of element 0; inside unions,
 * those of the union. */
#include "analysis/points_to_graph.h"

enum { MAX_LEAVES = 64 };

static const struct type *strip_arrays(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

static void add_leaf(struct points_to_graph *graph, struct layout *layout, long long offset)
{
    for (unsigned k = 0; k < layout->count; k++)
        if (layout->offsets[k] == offset)
            return;
    layout->has_pointers = true;
    if (layout->count >= MAX_LEAVES)
        layout->is_large = true;
    else
        ARENA_PUSH(graph->arena, layout->offsets, layout->count, offset);
}

static void add_leaves(struct points_to_graph *graph, struct layout *layout, const struct type *type, long long offset)
{
    type = strip_arrays(type);
    if (type->kind == TYPE_POINTER || type->kind == TYPE_OTHER) {
        add_leaf(graph, layout, offset);
    } else if (type->kind == TYPE_UNION) {
        if (layout_has_pointers(graph, type))
            add_leaf(graph, layout, offset);
    } else if (type->kind == TYPE_STRUCT && type->record) {
        for (unsigned k = 0; k < type->record->field_count && !layout->is_large; k++) {
            const struct field *field = type->record->fields[k];
            add_leaves(graph, layout, field->type, offset + field->offset_bits / 8);
        }
    }
}

static bool union_has_pointers(struct points_to_graph *graph, const struct record *record)
{
    for (unsigned k = 0; k < record->field_count; k++)
        if (layout_has_pointers(graph, record->fields[k]->type))
            return true;
    return !record->is_complete;
}

/* The layout of a struct or union type (of the elements, if "type" is an array), or NULL for other types. */
const struct layout *layout_of(struct points_to_graph *graph, const struct type *type)
{
    type = strip_arrays(type);
    if ((type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) || !type->record)
        return NULL;
    struct layout *layout = pointer_map_get(&graph->layouts, type->record);
    if (layout)
        return layout;
    layout = ARENA_NEW(graph->arena, struct layout);
    *pointer_map_slot(graph->arena, &graph->layouts, type->record) = layout;
    if (type->kind == TYPE_UNION) {
        if (union_has_pointers(graph, type->record))
            add_leaf(graph, layout, 0);
    } else {
        add_leaves(graph, layout, type, 0);
        if (!type->record->is_complete)
            layout->has_pointers = layout->is_large = true;
    }
    return layout;
}

/* Whether memory of "type" may hold pointers. */
bool layout_has_pointers(struct points_to_graph *graph, const struct type *type)
{
    type = strip_arrays(type);
    const struct layout *layout = layout_of(graph, type);
    if (layout)
        return layout->has_pointers;
    return type->kind == TYPE_POINTER || type->kind == TYPE_OTHER || type->kind == TYPE_VOID;
}

/* Whether it pays to keep the fields of "type" apart. */
bool layout_has_fields(struct points_to_graph *graph, const struct type *type)
{
    const struct layout *layout = layout_of(graph, type);
    return layout && strip_arrays(type)->kind == TYPE_STRUCT && !layout->is_large && layout->count > 1;
}

/* The field of "record" that holds byte "offset", or NULL. */
static const struct field *field_at(const struct record *record, long long offset)
{
    const struct field *found = NULL;
    for (unsigned k = 0; k < record->field_count; k++) {
        const struct field *field = record->fields[k];
        long long begin = field->offset_bits / 8;
        bool is_flexible = field->type->kind == TYPE_ARRAY && field->type->size <= 0;
        if (begin <= offset && (is_flexible || offset < begin + field->type->size || field->bit_width >= 0))
            found = field;
    }
    return found;
}

/* Bring "*offset" within "type" into its normal form and say what is there. "is_open": "type" is the element of an
 * array of unknown length. LEAF_NONE: the offset does not fit the type. */
enum leaf layout_normalise(const struct type *type, bool is_open, long long *offset)
{
    long long base = 0, rest = *offset;
    if (rest < 0 || (is_open && type->size <= 0))
        return LEAF_NONE;
    if (is_open)
        rest %= type->size;
    for (;;) {
        if (type->kind == TYPE_ARRAY) {
            if (type->element->size <= 0 || (type->size > 0 && rest >= type->size))
                return LEAF_NONE;
            rest %= type->element->size;
            type = type->element;
        } else if (type->kind == TYPE_STRUCT && type->record) {
            const struct field *field = field_at(type->record, rest);
            if (!field)
                return LEAF_NONE;
            base += field->offset_bits / 8;
            rest -= field->offset_bits / 8;
            type = field->type;
        } else {
            break;
        }
    }
    if (type->kind == TYPE_UNION) {
        *offset = base;
        return LEAF_ANY;
    }
    if (type->kind == TYPE_POINTER || type->kind == TYPE_OTHER) {
        *offset = base;
        return rest == 0 ? LEAF_POINTER : LEAF_NONE;
    }
    *offset = base;
    return LEAF_DATA;
}

/* Whether a pointer to the normal "offset" of an array of "type" may move by multiples of "stride" and still be at the
 * same normal offset: some array around it has elements of that size. */
bool layout_allows_stride(const struct type *type, long long offset, long long stride)
{
    if (stride == 0 || (stride == type->size && offset == 0))
        return true;
    for (;;) {
        if (type->kind == TYPE_ARRAY) {
            type = type->element;
            if (type->size <= 0)
                return false;
            offset %= type->size;
            if (stride == type->size && offset == 0)
                return true;
        } else if (type->kind == TYPE_STRUCT && type->record) {
            const struct field *field = field_at(type->record, offset);
            if (!field)
                return false;
            offset -= field->offset_bits / 8;
            type = field->type;
        } else {
            return type->kind == TYPE_UNION;
        }
    }
}
