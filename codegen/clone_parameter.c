/* Globals as parameters: arrays keep their name, scalars are passed by address. */
#include "codegen/clone.h"

/* See clone.h. */
bool clone_owns(const struct function *function, const struct variable *variable)
{
    return variable->storage == STORAGE_STATIC_LOCAL && variable->function == function;
}

/* See clone.h. */
const char *clone_parameter(struct writer *writer, const struct variable *variable)
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
    const char *space = base[0] && base[__builtin_strlen(base) - 1] == '*' ? "" : " ";
    if (*extents)
        return arena_printf(writer->arena, "%s%s%s%s", base, space, variable->name, extents);
    return arena_printf(writer->arena, "%s%s*%s", base, space, writer_name(writer, variable->name));
}

/* See clone.h. The name is that of the variable where the loop stands, or of a parameter of the calling clone. */
const char *clone_argument(struct writer *writer, const struct variable *variable)
{
    if (variable->type->kind == TYPE_ARRAY)
        return variable->name;
    return arena_printf(writer->arena, "&%s", variable->name);
}
