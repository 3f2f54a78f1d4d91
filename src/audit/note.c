/* The results of an audit. */

#include <stdarg.h>
#include <stdlib.h>

#include "audit/internal.h"
#include "util/mem.h"
#include "util/utf8.h"

const char *
audit_check_name(enum audit_check check)
{
	static const char *const name[AUDIT_CHECKS] = {
		[AUDIT_SIGNATURE] = "signature",
		[AUDIT_CHAIN] = "chain",
		[AUDIT_TIME] = "time",
		[AUDIT_PUBLIC] = "public",
		[AUDIT_SHARES] = "shares",
		[AUDIT_KEYS] = "keys",
		[AUDIT_SECRET] = "secret",
		[AUDIT_LEAVES] = "leaves",
		[AUDIT_ORDER] = "order",
		[AUDIT_REPLAY] = "replay",
		[AUDIT_WORDS] = "words",
		[AUDIT_VIEW] = "view",
		[AUDIT_QUEUED] = "kept",
		[AUDIT_BOT] = "bot",
	};

	return name[check];
}

const char *
audit_result_name(enum audit_result result)
{
	static const char *const name[] = {
		[AUDIT_PASS] = "PASS",
		[AUDIT_PENDING] = "PENDING",
		[AUDIT_FAIL] = "FAIL",
	};

	return name[result];
}

/* Copies the printable characters of untrusted text. */
static char *
shown(const char *s, size_t n)
{
	struct buf out = BUF_INIT;
	char *text;

	for (size_t at = 0; at < n;) {
		uint32_t c;
		size_t len = utf8_next(s + at, n - at, &c);

		if (len > 0 && utf8_is_printable(c))
			buf_add(&out, s + at, len);
		else
			buf_chr(&out, '?');
		at += len > 0 ? len : 1;
	}
	text = mem_dup(buf_cstr(&out));
	buf_release(&out);
	return text;
}

void
audit_note(struct audit_context *w, int64_t n, enum audit_check check, enum audit_result result,
    const char *fmt, ...)
{
	struct audit *a = w->out;
	struct buf text = BUF_INIT;
	va_list ap;

	if (fmt != NULL) {
		va_start(ap, fmt);
		buf_vfmt(&text, fmt, ap);
		va_end(ap);
	}
	GROW(a->at, a->n);
	a->at[a->n++] = (struct audit_line){ n, check, result, shown(buf_cstr(&text), text.n) };
	if (result > a->worst)
		a->worst = result;
	buf_release(&text);
}

void
audit_release(struct audit *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->at[i].detail);
	free(a->at);
	free(a->custody);
	memset(a, 0, sizeof *a);
}

static int
by_digest(const void *a, const void *b)
{
	const struct audit_line *x = a, *y = b;

	if (x->n != y->n)
		return (x->n > y->n) - (x->n < y->n);
	if (x->check != y->check)
		return (x->check > y->check) - (x->check < y->check);
	return strcmp(x->detail, y->detail);
}

void
audit_tidy(struct audit *a)
{
	size_t kept = 0;

	if (a->n > 0)
		qsort(a->at, a->n, sizeof *a->at, by_digest);
	for (size_t i = 0; i < a->n; i++) {
		struct audit_line *last = kept > 0 ? &a->at[kept - 1] : NULL;

		if (last != NULL && last->n == a->at[i].n && last->check == a->at[i].check &&
		    (last->result == AUDIT_PASS || a->at[i].result == AUDIT_PASS ||
			strcmp(last->detail, a->at[i].detail) == 0)) {
			struct audit_line worse = last->result >= a->at[i].result ? *last :
										    a->at[i];

			free(last->result >= a->at[i].result ? a->at[i].detail : last->detail);
			*last = worse;
			continue;
		}
		a->at[kept++] = a->at[i];
	}
	a->n = kept;
}
