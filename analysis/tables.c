#include "analysis/tables.h"

#include <string.h>

#include "analysis/points_to.h"

enum { MAX_TABLE = 1 << 20 };

static bool is_const_object(const struct type *type)
{
    for (; type->kind == TYPE_ARRAY; type = type->element)
        if (type->is_const)
            return true;
    return type->is_const;
}

/* See tables.h. Direct writes were seen when the bodies were read, writes through pointers when effects were summed
 * up. */
bool variable_is_constant(struct program *program, struct variable *variable)
{
    struct program_private *private = program_private(program);
    struct variable_info *info = variable_info(variable);
    const struct type *type = variable->type;
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    if (type->is_volatile || type->is_atomic || variable->storage == STORAGE_PARAMETER)
        return false;
    if (is_const_object(variable->type))
        return true;
    if (info->is_assigned || variable->storage == STORAGE_THREAD)
        return false;
    unsigned id = points_to_variable_id(program, variable);
    bool is_reachable = points_to_memory_of_id(program, id)->escapes && private->writes_unknown;
    return !is_reachable && !idset_has(&private->written, id);
}

/* The number of integers in "type", or 0 if it is not made of integers of known number. */
static unsigned count_elements(const struct type *type)
{
    unsigned long long count = 1;
    for (; type->kind == TYPE_ARRAY; type = type->element) {
        if (type->extent <= 0 || type->extent > MAX_TABLE)
            return 0;
        count *= (unsigned long long)type->extent;
        if (count > MAX_TABLE)
            return 0;
    }
    return type_is_integer(type) ? (unsigned)count : 0;
}

/* Write the values of "init", for an object of "type", to "values", which holds zeros. False if one is not constant. */
static bool fill(const struct type *type, struct expr *init, long long *values)
{
    if (!init)
        return true;
    struct expr *plain = expr_skip_implicit(init);
    if (type->kind != TYPE_ARRAY) {
        if (plain->kind == EXPR_INIT_LIST)
            return plain->operand_count == 0 || (plain->operand_count == 1 && fill(type, plain->operands[0], values));
        *values = init->int_value;
        return init->has_value;
    }
    if (plain->kind == EXPR_COMPOUND_LITERAL && plain->operand_count)
        plain = plain->operands[0];
    if (plain->kind != EXPR_INIT_LIST || plain->operand_count > type->extent)
        return false;
    unsigned stride = count_elements(type->element);
    for (unsigned k = 0; k < plain->operand_count; k++)
        if (!fill(type->element, plain->operands[k], values + (size_t)k * stride))
            return false;
    return true;
}

static void build_table(struct program *program, struct variable *variable, struct variable_info *info)
{
    unsigned count = count_elements(variable->type);
    if (!count || !variable->init || !variable_is_constant(program, variable))
        return;
    long long *values = ARENA_ARRAY(program->arena, long long, count);
    if (!fill(variable->type, variable->init, values))
        return;
    info->table = values;
    info->table_count = count;
}

/* See program.h. */
unsigned program_constant_table(struct program *program, struct variable *variable, const long long **values)
{
    struct variable_info *info = variable_info(variable);
    if (!info->has_table) {
        info->has_table = true;
        build_table(program, info->variable, info);
    }
    *values = info->table;
    return info->table_count;
}
