/* The report as SARIF 2.1.0 (OASIS), which editors and code hosts show beside the source. */
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

static json_t *message_json(const char *bytes)
{
    json_t *message = json_object();
    json_object_set_new(message, "text", string_json(bytes));
    return message;
}

/* "path" as a relative or file: reference; bytes that a reference cannot have are escaped. */
static json_t *uri_json(const char *path)
{
    struct text text = { 0 };
    text_puts(&text, path[0] == '/' ? "file://" : "");
    for (; *path; path++)
        if ((unsigned char)*path > ' ' && (unsigned char)*path < 127 && !strchr("\"#%<>?[\\]^`{|}", *path))
            text_add(&text, path, 1);
        else
            text_printf(&text, "%%%02X", (unsigned char)*path);
    json_t *uri = json_string(text.bytes);
    text_free(&text);
    return uri;
}

static json_t *location_json(const struct position *position)
{
    json_t *artifact = json_object(), *region = json_object(), *physical = json_object(), *location = json_object();
    json_object_set_new(artifact, "uri", uri_json(position->file));
    json_object_set_new(region, "startLine", json_integer(position->line ? position->line : 1));
    json_object_set_new(region, "startColumn", json_integer(position->column ? position->column : 1));
    json_object_set_new(physical, "artifactLocation", artifact);
    json_object_set_new(physical, "region", region);
    json_object_set_new(location, "physicalLocation", physical);
    return location;
}

/* What the reader is told about "loop". */
static void add_message(struct text *text, const struct loop_result *loop)
{
    text_printf(text, "%s loop", loop->verdict);
    for (unsigned k = 0; k < loop->how_count; k++)
        text_printf(text, "%s%s", k ? ", " : ": ", loop->how[k]);
    if (*loop->message)
        text_printf(text, ": %s", loop->message);
    if (loop->advice)
        text_printf(text, "; %s", loop->advice);
    for (unsigned k = 0; k < loop->assumption_count; k++)
        text_printf(text, "%s%s", k ? ", " : "; provided that ", loop->assumptions[k]);
}

/* One result: a serial loop is worth a note, the others are for information. */
static json_t *loop_json(const struct loop_result *loop)
{
    bool is_serial = strcmp(loop->verdict, "serial") == 0;
    json_t *object = json_object(), *locations = json_array(), *related = json_array();
    struct text text = { 0 };
    add_message(&text, loop);
    json_object_set_new(object, "ruleId", string_json(is_serial ? loop->code : loop->verdict));
    json_object_set_new(object, "kind", json_string(is_serial ? "fail" : "pass"));
    json_object_set_new(object, "level", json_string(is_serial ? "note" : "none"));
    json_object_set_new(object, "message", message_json(text.bytes));
    text_free(&text);
    json_array_append_new(locations, location_json(&loop->at));
    json_object_set_new(object, "locations", locations);
    if (is_serial) {
        json_t *place = location_json(&loop->reason_at);
        json_object_set_new(place, "message", message_json("the reason stands here"));
        json_array_append_new(related, place);
    }
    json_object_set_new(object, "relatedLocations", related);
    return object;
}

/* The rules that occur: verdicts, and the reasons of serial loops. */
static json_t *rules_json(const struct result *result)
{
    json_t *rules = json_array(), *seen = json_object();
    for (unsigned k = 0; k < result->loop_count; k++) {
        const struct loop_result *loop = &result->loops[k];
        bool is_serial = strcmp(loop->verdict, "serial") == 0;
        const char *id = is_serial ? loop->code : loop->verdict;
        if (json_object_get(seen, id))
            continue;
        json_t *rule = json_object();
        json_object_set_new(seen, id, json_true());
        json_object_set_new(rule, "id", string_json(id));
        json_object_set_new(rule, "shortDescription",
                            message_json(is_serial ? "a loop that stays serial" : "a loop that may run in parallel"));
        json_array_append_new(rules, rule);
    }
    json_decref(seen);
    return rules;
}

/* See report.h. */
void report_sarif(struct text *text, const struct result *result)
{
    json_t *root = json_object(), *runs = json_array(), *run = json_object(), *tool = json_object(),
           *driver = json_object();
    json_t *results = json_array();
    for (unsigned k = 0; k < result->loop_count; k++)
        json_array_append_new(results, loop_json(&result->loops[k]));
    json_object_set_new(driver, "name", json_string("aipcc"));
    json_object_set_new(driver, "version", json_string(AIPCC_VERSION));
    json_object_set_new(driver, "rules", rules_json(result));
    json_object_set_new(tool, "driver", driver);
    json_object_set_new(run, "tool", tool);
    json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
    json_object_set_new(run, "results", results);
    json_array_append_new(runs, run);
    json_object_set_new(root, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
    json_object_set_new(root, "version", json_string("2.1.0"));
    json_object_set_new(root, "runs", runs);
    char *bytes = json_dumps(root, JSON_INDENT(2));
    text_puts(text, bytes ? bytes : "{}");
    text_puts(text, "\n");
    free(bytes);
    json_decref(root);
}
