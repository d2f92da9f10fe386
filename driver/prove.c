#include "driver/prove.h"

#include <stdio.h>

#include "codegen/validate.h"

/* Add one proof to the result. */
static void add_proof(const struct task *task, struct proof_result proof)
{
    struct result *result = task->result;
    result->proofs[result->proof_count++] = proof;
    result->is_violated |= proof.state == PROOF_VIOLATED;
}

/* Room for "more" further proofs. */
static void make_room(const struct task *task, unsigned more)
{
    struct result *result = task->result;
    struct proof_result *proofs = shared_alloc(task->shared, (result->proof_count + more) * sizeof *proofs);
    for (unsigned k = 0; k < result->proof_count; k++)
        proofs[k] = result->proofs[k];
    result->proofs = proofs;
}

static void note_report(const struct task *task, const char *path, const struct validation_report *report)
{
    static const int states[] = {
        [VALIDATION_PROVED] = PROOF_DONE, [VALIDATION_UNKNOWN] = PROOF_UNKNOWN, [VALIDATION_VIOLATED] = PROOF_VIOLATED
    };
    make_room(task, report->loop_count + 1);
    for (unsigned k = 0; k < report->loop_count; k++) {
        const struct validated_loop *loop = &report->loops[k];
        struct proof_result proof = { .at = { shared_string(task->shared, path), loop->place.line,
                                              loop->place.column } };
        proof.state = states[loop->result];
        proof.why = shared_string(task->shared, loop->why);
        add_proof(task, proof);
    }
    if (!report->same_serial_program && report->violated == 0)
        add_proof(task, (struct proof_result){ { shared_string(task->shared, path), 1, 1 },
                                               PROOF_UNKNOWN,
                                               "the serial text was rewritten, too" });
}

/* Validate the emitted text of "file". */
static void prove_file(const struct task *task, const struct file_result *file, const struct source *source,
                       struct unit *original, const struct program_options *options)
{
    struct words words = { .arena = original->arena };
    words_add_all(&words, &source->options);
    if (task->command->runtime_include) {
        words_add(&words, "-idirafter");
        words_add(&words, task->command->runtime_include);
    }
    struct unit *emitted = unit_parse(file->path, file->text, file->length, words.items, words.count);
    if (emitted->failure || emitted->has_errors) {
        make_room(task, 1);
        const char *why = emitted->failure            ? emitted->failure
                          : emitted->diagnostic_count ? emitted->diagnostics[0].text
                                                      : "the emitted text has errors";
        add_proof(task,
                  (struct proof_result){ { file->path, 1, 1 }, PROOF_VIOLATED, shared_string(task->shared, why) });
    } else {
        struct program *program = program_build(&emitted, 1, options);
        struct validation_report *report = validate_openmp(original, emitted, program);
        note_report(task, file->path, report);
        validation_free(report);
        program_free(program);
    }
    unit_free(emitted);
}

/* See prove.h. */
void prove_files(const struct task *task, struct unit **units, const struct program_options *options)
{
    struct program_options alone = *options;
    alone.is_whole = options->is_whole && task->source_count == 1;
    for (unsigned k = 0; k < task->source_count; k++)
        if (task->result->files[k].is_changed)
            prove_file(task, &task->result->files[k], task->sources[k], units[k], &alone);
}

/* See prove.h. */
void prove_print(const struct result *result)
{
    static const char *const words[] = {
        [PROOF_DONE] = "proved", [PROOF_UNKNOWN] = "not provable", [PROOF_VIOLATED] = "violated"
    };
    unsigned counts[3] = { 0 };
    for (unsigned k = 0; k < result->proof_count; k++) {
        const struct proof_result *proof = &result->proofs[k];
        counts[proof->state]++;
        fprintf(stderr, "%s:%u:%u: %s: %s%s%s\n", proof->at.file, proof->at.line, proof->at.column,
                proof->state == PROOF_VIOLATED ? "error" : "remark", words[proof->state], proof->why ? ": " : "",
                proof->why ? proof->why : "");
    }
    fprintf(stderr, "aipcc: %u proved, %u not provable, %u violated\n", counts[PROOF_DONE], counts[PROOF_UNKNOWN],
            counts[PROOF_VIOLATED]);
}
