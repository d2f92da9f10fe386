/* Diagnostics as clang prints them: message, source line, caret. */
#include "frontend/builder.h"

#include <string.h>

#include "base/text.h"

/* Add the source line at "location" and a caret below it. Tabs are kept so that the caret stands right. */
static void add_caret(struct builder *builder, struct text *text, CXSourceLocation location)
{
    CXFile file;
    unsigned column, offset;
    size_t length = 0;
    clang_getFileLocation(location, &file, NULL, &column, &offset);
    const char *source = file ? clang_getFileContents(builder->translation_unit, file, &length) : NULL;
    if (!source || offset > length || column == 0 || column > offset + 1)
        return;
    const char *line = source + offset - (column - 1);
    const char *end = memchr(line, '\n', (size_t)(source + length - line));
    size_t width = end ? (size_t)(end - line) : (size_t)(source + length - line);
    if (width > 500)
        return;
    text_puts(text, "\n");
    text_add(text, line, width);
    text_puts(text, "\n");
    for (unsigned k = 0; k + 1 < column && k < width; k++)
        text_puts(text, line[k] == '\t' ? "\t" : " ");
    text_puts(text, "^");
}

static void add_one(struct builder *builder, struct text *text, CXDiagnostic diagnostic, unsigned depth)
{
    CXString formatted = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
    text_puts(text, clang_getCString(formatted));
    clang_disposeString(formatted);
    add_caret(builder, text, clang_getDiagnosticLocation(diagnostic));
    CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
    unsigned count = depth < 8 ? clang_getNumDiagnosticsInSet(notes) : 0;
    for (unsigned k = 0; k < count; k++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, k);
        text_puts(text, "\n");
        add_one(builder, text, note, depth + 1);
        clang_disposeDiagnostic(note);
    }
}

/* Copy clang's diagnostics, each with its notes, into the unit, and see whether there are errors among them. */
void diagnostics_collect(struct builder *builder)
{
    struct unit *unit = builder->unit;
    unsigned count = clang_getNumDiagnostics(builder->translation_unit);
    for (unsigned k = 0; k < count; k++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(builder->translation_unit, k);
        enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);
        if (severity != CXDiagnostic_Ignored) {
            struct text text = { 0 };
            add_one(builder, &text, diagnostic, 0);
            struct diagnostic ours = {
                severity >= CXDiagnostic_Error     ? DIAGNOSTIC_ERROR
                : severity == CXDiagnostic_Warning ? DIAGNOSTIC_WARNING
                                                   : DIAGNOSTIC_NOTE,
                arena_strndup(builder->arena, text.bytes, text.length),
            };
            text_free(&text);
            ARENA_PUSH(builder->arena, unit->diagnostics, unit->diagnostic_count, ours);
            unit->has_errors |= ours.severity == DIAGNOSTIC_ERROR;
        }
        clang_disposeDiagnostic(diagnostic);
    }
}
