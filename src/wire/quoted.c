/* Digests that are quoted in mail. */
#include "wire/quoted.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "wire/block_field.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"

struct finder {
	struct quoted *q;
	bool is_open;
	struct order_block_front front; /* of the first line of the open digest */
	size_t whole;                   /* number of spans in complete digests */
};

static bool
is_first(struct slice w)
{
	static const char first[] = "adit-digest v";
	size_t at = sizeof first - 1;

	if (!slice_starts(w, first) || w.n == at)
		return false;
	while (at < w.n && ascii_is_digit(w.s[at]))
		at++;
	return at == w.n;
}

/* True if the next mail of a mailbox, or of concatenated mails, begins here. */
static bool
begins_mail(const char *p, size_t n)
{
	static const char *const begin[] = { "From ",
		"Message-ID:", "Message-Id:", "Received:", "Return-Path:" };

	for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++) {
		if (n >= strlen(begin[i]) && memcmp(p, begin[i], strlen(begin[i])) == 0)
			return true;
	}
	return false;
}

static void
drop_match(struct finder *f)
{
	f->q->n = f->whole;
	f->is_open = false;
}

/* Adds a line of the open digest. */
static void
add(struct finder *f, size_t at, size_t n)
{
	struct quoted *q = f->q;

	if (q->n > f->whole && q->at[q->n - 1].at + q->at[q->n - 1].n == at) {
		q->at[q->n - 1].n += n;
		return;
	}
	GROW(q->at, q->n);
	q->at[q->n++] = (struct span){ at, n };
}

void
quoted_find(struct quoted *q, const char *msg, size_t n)
{
	struct lines l = { msg, n, 0, 1 };
	struct finder f = { .q = q };
	const char *p;
	size_t len;

	*q = (struct quoted){ NULL, 0 };
	while (lines_next(&l, &p, &len)) {
		struct order_block_front front = order_block_line_prefix(p, len);
		struct slice w = slice_trim((struct slice){ p + front.n, len - front.n });

		if (is_first(w) && !(f.is_open && order_block_is_within(p, front, f.front))) {
			drop_match(&f);
			f.is_open = true;
			f.front = front;
		} else if (f.is_open && begins_mail(p, len)) {
			drop_match(&f);
		} else if (f.is_open && slice_is(w, "sig:") && front.marks == f.front.marks) {
			f.whole = q->n;
			f.is_open = false;
		}
		if (f.is_open && front.marks >= f.front.marks)
			add(&f, (size_t)(p - msg), (size_t)(msg + l.at - p));
	}
	drop_match(&f);
}

void
quoted_release(struct quoted *q)
{
	free(q->at);
	*q = (struct quoted){ NULL, 0 };
}
