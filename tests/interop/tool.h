#ifndef ADIT_TESTS_INTEROP_TOOL_H
#define ADIT_TESTS_INTEROP_TOOL_H

#include <criterion/criterion.h>

#include "seal/key.h"
#include "util/buf.h"

/* Runs stock minisign and age beside src/seal. A test without its tool is skipped; nothing else
 * is a reason to skip. */
#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* .init and .fini of the suites: a temporary working folder. */
void tool_enter(void);
void tool_leave(void);

/* Skips the test if this program is not installed. Call before tool_enter: a skipped test does
 * not call tool_leave. */
void tool_needed(const char *name);

/* Runs a shell command without input. Returns the exit status, or 128 + n for a signal. */
int tool_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same on a separate terminal. Each output that ends in ": " is answered with `typed`. */
int tool_run_typing(const char *typed, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Returns the output of the last command; valid until the next call. */
const char *tool_said(void);

/* Files in the test's folder. put: mode 0600, since it may be a key. */
void tool_put(const char *path, const void *p, size_t n);
struct buf tool_get(const char *path);

/* Makes new keys; release with seckey_free. */
struct seckey *tool_secret(void);

#endif
