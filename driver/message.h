/* What aipcc says to its user, on standard error. */
#ifndef AIPCC_DRIVER_MESSAGE_H
#define AIPCC_DRIVER_MESSAGE_H

/* Exit statuses of aipcc; a compiler's own status is handed on as it is. */
enum { EXIT_DONE, EXIT_BAD_INPUT, EXIT_BAD_USAGE, EXIT_CHECK_FAILED, EXIT_INTERNAL };

/* Print "aipcc: error: ..." or "aipcc: warning: ..." and a newline. Bytes that would act on a terminal are written as
 * octal escapes. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Print "aipcc: ..." without a kind: progress and results. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
