/* Globals as parameters: arrays keep their name, scalars are passed by address. */
#include <string.h>

#include "codegen/clone.h"

/* See clone.h. */
bool clone_is_foreign(const struct loop *loop, const struct variable *variable)
{
    return variable->storage == STORAGE_STATIC_LOCAL && variable->function != loop->function;
}

/* The declaration of "name" with the type of "variable"; arrays of constant length only. */
static const char *declaration(struct writer *writer, const struct variable *variable, const char *name)
{
    const struct type *type = variable->type;
    const char *extents = "";
    for (; type->kind == TYPE_ARRAY; type = type->element) {
        if (type->extent <= 0)
            return NULL;
        extents = arena_printf(writer->arena, "%s[%lld]", extents, type->extent);
    }
    const char *base = type_text(writer, type);
    if (!base)
        return NULL;
    return arena_printf(writer->arena, "%s%s%s%s", base, base[strlen(base) - 1] == '*' ? "" : " ", name, extents);
}

/* See clone.h. */
const char *clone_parameter(struct writer *writer, const struct variable *variable)
{
    if (variable->type->kind == TYPE_ARRAY)
        return declaration(writer, variable, variable->name);
    return declaration(writer, variable, arena_printf(writer->arena, "*%s", writer_name(writer, variable->name)));
}

/* See clone.h. */
const char *clone_local(struct writer *writer, const struct variable *variable)
{
    return declaration(writer, variable, writer_name(writer, variable->name));
}

/* See clone.h. */
const char *clone_argument(struct writer *writer, const struct loop *loop, const struct variable *variable)
{
    bool is_array = variable->type->kind == TYPE_ARRAY;
    const char *ours = writer_name(writer, variable->name);
    if (!loop)
        return is_array ? variable->name : ours;
    const char *name = clone_is_foreign(loop, variable) ? ours : variable->name;
    return is_array ? name : arena_printf(writer->arena, "&%s", name);
}
