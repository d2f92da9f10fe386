#include "analysis/region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/space.h>
#include <isl/val.h>

#include "analysis/walk.h"

/* Forget one pass, keeping what it learned about writes, and the atoms, which name objects. */
static void reset(struct walker *walker)
{
    struct region *region = walker->region;
    walker->binding_count = walker->guard_count = walker->depth = walker->raw_count = 0;
    walker->raws = NULL;
    walker->loads = NULL;
    walker->load_count = walker->call_depth = walker->steps = 0;
    walker->serial = 0;
    walker->work = 0;
    walker->work_scale = 1;
    memset(walker->positions, 0, sizeof walker->positions);
    region->access_count = region->obstacle_count = 0;
    region->accesses = NULL;
    region->obstacles = NULL;
    region->work_varies = region->work_is_data_dependent = false;
}

/* Bind the counters that the loop's init assigns, and all that the loop changes, to their values in front of it. */
static void bind_entry(struct walker *walker, struct loop *loop)
{
    struct region *region = walker->region;
    struct stmt *init = loop->stmt->kind == STMT_FOR ? loop->stmt->init : NULL;
    for (struct variable **v = assigned_variables(walker->arena, loop->stmt, NULL); *v; v++) {
        struct value value = { .kind = VALUE_NONE };
        bool is_own = (*v)->declaration && stmt_contains(loop->stmt, (*v)->declaration);
        if (is_own)
            continue;
        if ((*v)->type->kind == TYPE_POINTER) {
            struct expr *expr = ARENA_NEW(walker->arena, struct expr);
            *expr = (struct expr){ .kind = EXPR_VARIABLE, .variable = *v, .type = (*v)->type };
            struct object *object = walk_pointer_object(walker, *v, NULL, NULL, expr);
            object->text = (*v)->name;
            value = (struct value){ .kind = VALUE_POINTER, .number = polynomial_constant(walker->arena, 0), .object = object };
        } else if (type_is_integer((*v)->type)) {
            value = value_integer(walk_parameter(walker, NULL, (*v)->name, (*v)->type));
        }
        walk_bind(walker, *v, value);
    }
    if (!init)
        return;
    unsigned accesses = region->access_count, raws = walker->raw_count, obstacles = region->obstacle_count;
    bool new_writes = walker->has_new_writes;
    unsigned written = walker->written_count;
    walk_stmt(walker, init);
    region->access_count = accesses;
    walker->raw_count = raws;
    region->obstacle_count = obstacles;
    walker->has_new_writes = new_writes;
    walker->written_count = written;
    walker->positions[0] = 0;
}

static void one_pass(struct walker *walker, struct loop *loop)
{
    reset(walker);
    bind_entry(walker, loop);
    walker->serials[0] = ++walker->serial;
    walk_loop_body(walker, loop, &walker->region->iteration);
}

/* { [i] : i is an iteration of the loop } from the guards of its header. */
static void find_domain(struct walker *walker, struct region *region)
{
    isl_space *space = isl_space_set_alloc(region->ctx, 0, 1);
    isl_set *domain = isl_set_universe(space);
    domain = isl_set_lower_bound_si(domain, isl_dim_set, 0, 0);
    struct conjunction guards = { walker->header_guards, walker->header_guard_count };
    if (walker->header_guards) {
        unsigned depth = walker->depth;
        walker->depth = 1;
        isl_set *inside = relation_guards(walker, &guards);
        isl_size dims = isl_set_dim(inside, isl_dim_set);
        if (dims == 1) {
            isl_set_free(domain);
            domain = inside;
        } else {
            isl_set_free(inside);
        }
        walker->depth = depth;
    }
    region->domain = domain;
    region->iteration.constant_trip = -1;
    isl_set *set = isl_set_project_out(isl_set_copy(domain), isl_dim_param, 0, (unsigned)isl_set_dim(domain, isl_dim_param));
    isl_val *last = isl_set_dim_max_val(isl_set_copy(set), 0);
    /* what is known of the parameters alone (the range of their types) does not make the trip count depend on them */
    isl_set *bare = isl_set_gist_params(isl_set_copy(domain), isl_set_params(isl_set_copy(domain)));
    bool has_params = isl_set_involves_dims(bare, isl_dim_param, 0, (unsigned)isl_set_dim(bare, isl_dim_param)) != isl_bool_false;
    isl_set_free(bare);
    if (last && isl_val_is_int(last) == isl_bool_true && !has_params && region->iteration.kind != ITERATION_UNKNOWN)
        region->iteration.constant_trip = isl_val_get_num_si(last) + 1;
    isl_val_free(last);
    isl_set_free(set);
}

struct region *region_build(struct program *program, struct loop *loop, isl_ctx *ctx)
{
    struct arena *arena = arena_new();
    struct region *region = ARENA_NEW(arena, struct region);
    region->program = program;
    region->loop = loop;
    region->ctx = ctx;
    region->arena = arena;
    struct walker *walker = ARENA_NEW(arena, struct walker);
    walker->region = region;
    walker->program = program;
    walker->arena = arena;
    iteration_recognise(walker, loop, &region->iteration);
    for (struct variable **v = assigned_variables(arena, loop->stmt, NULL); *v; v++)
        ARENA_PUSH(arena, walker->assigned, walker->assigned_count, *v);
    region->context = isl_set_universe(isl_space_params_alloc(ctx, 0));
    region->assumed = isl_set_universe(isl_space_params_alloc(ctx, 0));
    for (int pass = 0;; pass++) {
        walker->has_new_writes = false;
        one_pass(walker, loop);
        if (!walker->has_new_writes || walker->is_exhausted)
            break;
        if (pass == MAX_PASSES)
            walker->is_written_unknown = true;
        if (pass > MAX_PASSES) {
            walker->is_exhausted = true;
            break;
        }
    }
    region->work = walker->work > 1 ? walker->work : 1;
    find_domain(walker, region);
    relations_build(walker);
    if (walker->is_exhausted) {
        region->is_incomplete = true;
        struct obstacle obstacle = { .kind = OBSTACLE_BUDGET, .place = loop->stmt->place, .text = "the loop is too large to analyse" };
        ARENA_PUSH(arena, region->obstacles, region->obstacle_count, obstacle);
    }
    return region;
}

void region_free(struct region *region)
{
    if (!region)
        return;
    for (unsigned k = 0; k < region->access_count; k++)
        isl_map_free(region->accesses[k]->relation);
    for (unsigned k = 0; k < region->parameter_count; k++)
        isl_id_free(region->parameters[k].id);
    isl_set_free(region->context);
    isl_set_free(region->domain);
    isl_set_free(region->assumed);
    arena_free(region->arena);
}

/* ---- text ----------------------------------------------------------------------------------------------------------- */

static const char *parenthesised(struct region *region, const char *text)
{
    for (const char *p = text; *p; p++)
        if (strchr("+-*/%?<>=&|^ ", *p))
            return arena_printf(region->arena, "(%s)", text);
    return text;
}

const char *region_affine_text(struct region *region, isl_aff *aff)
{
    isl_val *constant = isl_aff_get_constant_val(aff);
    const char *text = NULL;
    bool is_good = aff && isl_aff_dim(aff, isl_dim_div) == 0 && constant && isl_val_is_int(constant) == isl_bool_true;
    isl_size count = is_good ? isl_aff_dim(aff, isl_dim_param) : 0;
    for (int k = 0; is_good && k < count; k++) {
        isl_val *coefficient = isl_aff_get_coefficient_val(aff, isl_dim_param, k);
        is_good = coefficient && isl_val_is_int(coefficient) == isl_bool_true;
        long c = is_good ? isl_val_get_num_si(coefficient) : 0;
        isl_val_free(coefficient);
        if (!c)
            continue;
        isl_space *space = isl_aff_get_domain_space(aff);
        isl_id *id = isl_space_get_dim_id(space, isl_dim_param, (unsigned)k);
        isl_space_free(space);
        const struct parameter *parameter = NULL;
        for (unsigned p = 0; p < region->parameter_count; p++)
            if (region->parameters[p].id == id)
                parameter = &region->parameters[p];
        isl_id_free(id);
        if (!parameter || !parameter->text) {
            is_good = false;
            break;
        }
        const char *name = parenthesised(region, parameter->text);
        long magnitude = c < 0 ? -c : c;
        const char *term = magnitude == 1 ? name : arena_printf(region->arena, "%ld * %s", magnitude, name);
        text = text ? arena_printf(region->arena, "%s %c %s", text, c < 0 ? '-' : '+', term)
                    : arena_printf(region->arena, "%s%s", c < 0 ? "-" : "", term);
    }
    long value = is_good ? isl_val_get_num_si(constant) : 0;
    isl_val_free(constant);
    if (!is_good)
        return NULL;
    if (!text)
        return arena_printf(region->arena, "%ld", value);
    if (!value)
        return text;
    return arena_printf(region->arena, "%s %c %ld", text, value < 0 ? '-' : '+', value < 0 ? -value : value);
}

void region_dump(const struct region *region)
{
    printf("region %s:%u%s\n", region->loop->function->name, region->loop->stmt->place.line,
           region->is_incomplete ? " incomplete" : "");
    const struct iteration *it = &region->iteration;
    printf("  iteration %s%s%s\n", it->kind == ITERATION_CANONICAL ? "canonical" : it->kind == ITERATION_COUNTED ? "counted" : "unknown",
           it->variable ? " " : "", it->variable ? it->variable->name : "");
    if (it->why_not)
        printf("  why: %s\n", it->why_not);
    char *domain = isl_set_to_str(region->domain);
    printf("  domain %s\n", domain ? domain : "?");
    free(domain);
    for (unsigned k = 0; k < region->obstacle_count; k++)
        printf("  obstacle line %u: %s\n", region->obstacles[k].place.line, region->obstacles[k].text ? region->obstacles[k].text : "");
    for (unsigned k = 0; k < region->access_count; k++) {
        const struct access *a = region->accesses[k];
        char *text = a->relation ? isl_map_to_str(a->relation) : NULL;
        printf("  %s%s line %u %s#%u %s\n", a->kind == ACCESS_READ ? "read" : "write", a->is_must ? " must" : "",
               a->expr ? a->expr->place.line : 0, a->object->variable ? a->object->variable->name : a->object->text ? a->object->text : "?",
               a->object->id, text ? text : "anywhere");
        free(text);
    }
}
