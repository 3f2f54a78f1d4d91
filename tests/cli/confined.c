/*
 * adit that parses nothing of others before it is confined: then it ends with status 99. The linker
 * redirects the calls of the first parsers of digests and receipts to the functions here.
 */
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "wire/digest.h"
#include "wire/receipt.h"

enum { FILTERED = 2 /* the mode of a filter */, FREE = 99 };

static void
require_filter(const char *what)
{
	if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == FILTERED)
		return;
	(void)fprintf(stderr, "%s in a process that is not confined\n", what);
	_exit(FREE);
}

void __wrap_digest_clean(const char *s, size_t n, struct buf *out);
void __real_digest_clean(const char *s, size_t n, struct buf *out);

void
__wrap_digest_clean(const char *s, size_t n, struct buf *out)
{
	require_filter("digest_clean");
	__real_digest_clean(s, n, out);
}

int __wrap_digest_next(
    const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err);
int __real_digest_next(
    const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err);

int
__wrap_digest_next(const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err)
{
	require_filter("digest_next");
	return __real_digest_next(s, n, at, t, err);
}

int __wrap_receipt_next(
    const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err);
int __real_receipt_next(
    const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err);

int
__wrap_receipt_next(const char *s, size_t n, size_t *at, struct receipt_spans *sp, struct err *err)
{
	require_filter("receipt_next");
	return __real_receipt_next(s, n, at, sp, err);
}
