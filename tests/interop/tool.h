#ifndef ADIT_TESTS_INTEROP_TOOL_H
#define ADIT_TESTS_INTEROP_TOOL_H

#include <criterion/criterion.h>

#include "seal/key.h"
#include "util/buf.h"

/*
 * Running stock minisign and age beside src/seal.  A test without its tool is skipped and nothing
 * else is a reason to skip.
 */
#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* .init and .fini of the suites: a folder of one's own, removed at the end. */
void tool_enter(void);
void tool_leave(void);

/* Skip the test if this program is not installed.  Before tool_enter: a test that was skipped is not
 * left either. */
void tool_needed(const char *name);

/* Run a shell command line without input.  The exit status, 128 + n for a signal. */
int tool_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same on a terminal of its own, where everything that ends in ": " is answered with `typed`. */
int tool_run_typing(const char *typed, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* What the last command said; borrowed until the next call. */
const char *tool_said(void);

/* Files in the test's folder; secrets of tests are worth nothing.  put: mode 0600. */
void tool_put(const char *path, const void *p, size_t n);
struct buf tool_get(const char *path);

/* Fresh keys; end with seckey_free. */
struct seckey *tool_secret(void);

#endif
