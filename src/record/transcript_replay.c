/* What re-execution reads from a transcript, and comparison of the result. */
#include "record/transcript.h"

#include <stdlib.h>

#include "seal/age.h"
#include "util/lines.h"
#include "util/mem.h"

static int
check_views(const struct transcript *tr, const struct digest_layout *t, const struct digest *d,
    struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0;

	for (unsigned i = 0; i < d->names.n && result == 0; i++) {
		struct hash h;

		if (t->sealed[i].n == 0)
			continue;
		buf_clear(&file);
		result = age_dearmor(tr->text.p + t->sealed[i].at, t->sealed[i].n, &file, err);
		h = view_hash(file.p, file.n);
		if (result == 0 && !seal_equal(h.b, d->view_hash[i], HASH_BYTES))
			result = err_set(err, ERR_AUTH, "it is not the one that the digest names");
		if (result < 0)
			(void)err_wrap(err, "digest %lld: the private view for %s", (long long)d->n,
			    d->names.seat[i]);
	}
	buf_release(&file);
	return result;
}

int
transcript_views(const struct transcript *tr, struct digest *d, struct err *err)
{
	const struct digest_layout *t;
	struct err none = ERR_INIT;

	if (d->n >= tr->n)
		return err_set(err, ERR_NOT_FOUND, "digest %lld is missing", (long long)d->n);
	t = transcript_at(tr, d->n);
	/* If there are none, or other seats, the two digests differ anyway. */
	if (digest_parse_views(tr->text.p, t, d, &none) < 0)
		return 0;
	return check_views(tr, t, d, err);
}

void
transcript_keep(const struct transcript *tr, int64_t n, struct buf *out)
{
	const struct span *sp = &transcript_at(tr, n)->keep;

	for (size_t i = 0; i < sp->n; i++) {
		char c = tr->text.p[sp->at + i];

		if (c != ' ' && c != '\n')
			buf_chr(out, c);
	}
}

void
transcript_section(const struct transcript *tr, struct span sp, struct buf *out)
{
	buf_add(out, tr->text.p + sp.at, sp.n);
}

void
transcript_rest(const struct transcript *tr, int64_t n, struct buf *out)
{
	const struct digest_layout *t = transcript_at(tr, n);
	size_t at = t->signed_part.at + t->signed_part.n;

	buf_add(out, tr->text.p + at, t->whole.at + t->whole.n - at);
}

bool
transcript_has_line(const struct transcript *tr, struct span sp, const char *begin)
{
	struct lines l = { tr->text.p, sp.at + sp.n, sp.at, 1 };
	const char *p;
	size_t n;

	while (lines_next(&l, &p, &n))
		if (n >= 2 + strlen(begin) && memcmp(p + 2, begin, strlen(begin)) == 0)
			return true;
	return false;
}

/* Copies a line, truncated to the buffer; "" if there is none. Quotes are replaced, because
 * messages put it in quotes. */
static void
copy_line(const char *p, size_t n, char *out, size_t size)
{
	if (n > size - 1)
		n = size - 1;
	for (size_t i = 0; i < n; i++)
		out[i] = p[i] == '"' ? '\'' : p[i];
	out[n] = '\0';
}

void
transcript_difference_find(
    const char *is, size_t is_n, const char *want, size_t want_n, struct transcript_difference *d)
{
	struct lines a = { is, is_n, 0, 1 }, b = { want, want_n, 0, 1 };

	*d = (struct transcript_difference){ .section = "header" };
	for (;;) {
		const char *p = "", *q = "";
		size_t n = 0, m = 0;
		bool more = lines_next(&a, &p, &n), wanted = lines_next(&b, &q, &m);

		d->line++;
		if (more && n > 1 && p[0] != ' ' && memchr(p, ':', n) == p + n - 1)
			copy_line(p, n - 1, d->section, sizeof d->section);
		if (more == wanted && n == m && memcmp(p, q, n) == 0 && more)
			continue;
		if (wanted && m > 1 && q[0] != ' ' && memchr(q, ':', m) == q + m - 1)
			copy_line(q, m - 1, d->section, sizeof d->section);
		copy_line(p, n, d->is, sizeof d->is);
		copy_line(q, m, d->want, sizeof d->want);
		return;
	}
}

/* The signed part is right, and so is the hash of the view in it: the view was changed. */
static int
blame_view(const struct transcript *tr, const struct transcript_copy *c, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	int result = digest_parse(tr->games, tr->text.p, &c->t, d, err);

	if (result == 0)
		result = check_views(tr, &c->t, d, err);
	if (result == 0)
		result = err_set(err, ERR_AUTH,
		    "digest %lld: a private view is in another armor than adit's", (long long)c->n);
	free(d);
	return result;
}

static int
compare_copy(const struct transcript *tr, const struct transcript_copy *c, const char *text,
    const struct digest_layout *made, struct transcript_difference *d, struct err *err)
{
	const char *given = tr->text.p + c->t.signed_part.at;
	const char *mine = text + made->signed_part.at;

	if (c->t.signed_part.n != made->signed_part.n ||
	    memcmp(given, mine, made->signed_part.n) != 0) {
		transcript_difference_find(given, c->t.signed_part.n, mine, made->signed_part.n, d);
		(void)err_set(err, ERR_CORRUPT,
		    "digest %lld is not what the orders make: line %u (%s) differs",
		    (long long)c->n, d->line, d->section);
		return err_hint(err, "was it made by another version of adit?");
	}
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		const struct span *sp = &c->t.sealed[i];

		if (sp->n != 0 && made->sealed[i].n != 0 &&
		    (sp->n != made->sealed[i].n ||
			memcmp(tr->text.p + sp->at, text + made->sealed[i].at, sp->n) != 0))
			return blame_view(tr, c, err);
	}
	return 0;
}

int
transcript_compare(const struct transcript *tr, int64_t n, const char *text, size_t len,
    struct transcript_difference *d, struct err *err)
{
	struct digest_layout made;
	size_t at = 0;

	if (digest_next(text, len, &at, &made, err) <= 0)
		BUG("a digest without a signature was made");
	for (size_t i = tr->first[n]; i < tr->n_copy && tr->copy[i].n == n; i++) {
		if (compare_copy(tr, &tr->copy[i], text, &made, d, err) < 0)
			return -1;
	}
	return 0;
}
