/* The report as JSON: the schema that the documentation of the command describes. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "driver/report.h"

static json_t *string_json(const char *bytes)
{
    char *text = report_utf8(bytes);
    json_t *string = json_string(text);
    free(text);
    return string;
}

static json_t *strings_json(const char *const *words, unsigned count)
{
    json_t *array = json_array();
    for (unsigned k = 0; k < count; k++)
        json_array_append_new(array, string_json(words[k]));
    return array;
}

static json_t *position_json(const struct position *position)
{
    json_t *object = json_object();
    json_object_set_new(object, "file", string_json(position->file));
    json_object_set_new(object, "line", json_integer(position->line));
    json_object_set_new(object, "column", json_integer(position->column));
    return object;
}

static json_t *reason_json(const struct loop_result *loop)
{
    json_t *object = json_object();
    json_object_set_new(object, "code", string_json(loop->code));
    json_object_set_new(object, "message", string_json(loop->message));
    if (loop->advice)
        json_object_set_new(object, "advice", string_json(loop->advice));
    json_object_set_new(object, "at", position_json(&loop->reason_at));
    return object;
}

static json_t *loop_json(const struct loop_result *loop)
{
    json_t *object = json_object();
    json_object_set_new(object, "function", string_json(loop->function));
    json_object_set_new(object, "line", json_integer(loop->at.line));
    json_object_set_new(object, "column", json_integer(loop->at.column));
    json_object_set_new(object, "depth", json_integer(loop->depth));
    json_object_set_new(object, "verdict", string_json(loop->verdict));
    json_object_set_new(object, "how", strings_json(loop->how, loop->how_count));
    json_object_set_new(object, "reason", reason_json(loop));
    json_object_set_new(object, "assumptions", strings_json(loop->assumptions, loop->assumption_count));
    json_object_set_new(object, "plan", strings_json(loop->plan, loop->plan_count));
    json_object_set_new(object, "target", string_json(loop->target));
    json_object_set_new(object, "inner_of", loop->has_outer ? json_integer(loop->outer.line) : json_null());
    return object;
}

static json_t *file_json(const struct result *result, const char *path)
{
    json_t *object = json_object(), *loops = json_array();
    for (unsigned k = 0; k < result->loop_count; k++)
        if (strcmp(result->loops[k].at.file, path) == 0)
            json_array_append_new(loops, loop_json(&result->loops[k]));
    json_object_set_new(object, "file", string_json(path));
    json_object_set_new(object, "loops", loops);
    for (unsigned k = 0; k < result->file_count; k++)
        if (result->files[k].stopped && strcmp(result->files[k].path, path) == 0)
            json_object_set_new(object, "stopped",
                                string_json(*result->files[k].stopped ? result->files[k].stopped : "crash"));
    return object;
}

/* See report.h. */
void report_json(struct text *text, const struct result *result)
{
    json_t *root = json_object(), *files = json_array();
    const char *path;
    for (unsigned k = 0; (path = report_file(result, k)); k++)
        json_array_append_new(files, file_json(result, path));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "files", files);
    char *bytes = json_dumps(root, JSON_INDENT(2));
    text_puts(text, bytes ? bytes : "{}");
    text_puts(text, "\n");
    free(bytes);
    json_decref(root);
}
