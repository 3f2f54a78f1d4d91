/*
 * The digests of a game in memory.
 *
 * (T1) Nothing of a digest is used before the host's signature over it holds.
 * (T2) A private view that is used is the one that its digest names.
 */

#include "record/transcript.h"

#include <stdlib.h>

#include "seal/age.h"
#include "seal/minisign.h"
#include "util/lines.h"
#include "util/mem.h"
#include "games/games.h"

struct hash
digest_hash(const char *signed_part, size_t n)
{
	const struct part part[] = { { signed_part, n } };

	return hash_of("adit/digest", part, 1);
}

struct hash
view_hash(const void *age_file, size_t n)
{
	const struct part part[] = { { age_file, n } };

	return hash_of("adit/view", part, 1);
}

void
transcript_release(struct transcript *tr)
{
	buf_release(&tr->text);
	free(tr->copy);
	free(tr->first);
	memset(tr, 0, sizeof *tr);
}

const struct digest_text *
transcript_at(const struct transcript *tr, int64_t n)
{
	return &tr->copy[tr->first[n]].t;
}

int64_t
transcript_time(const struct transcript *tr, int64_t n)
{
	return tr->copy[tr->first[n]].time;
}

int
transcript_parse(const struct transcript *tr, int64_t n, struct digest *d, struct err *err)
{
	if (digest_parse(rules_all, tr->text.p, transcript_at(tr, n), d, err) < 0)
		return err_wrap(err, "digest %lld", (long long)n);
	return 0;
}

/* ---- reading ---------------------------------------------------------------------------------- */

/* The host whom the first digest found names is the one of all others, or else `want`. */
static int
check_host(struct transcript *tr, const char *host_sign, const char *game, int64_t n,
    const struct pubkey *want, struct err *err)
{
	char mine[SIGN_TEXT + 1];

	if (tr->n_copy == 0) {
		memcpy(tr->game, game, sizeof tr->game);
		if (pubkey_sign_parse(host_sign, strlen(host_sign), &tr->host) < 0)
			return err_set(
			    err, ERR_SYNTAX, "digest %lld names no usable host key", (long long)n);
	}
	if (strcmp(game, tr->game) != 0)
		return err_set(err, ERR_SYNTAX,
		    "digest %lld is of game %s, not of game %s like the others", (long long)n, game,
		    tr->game);
	pubkey_sign_text(want != NULL ? want : &tr->host, mine);
	if (strcmp(host_sign, mine) == 0)
		return 0;
	(void)err_set(
	    err, ERR_AUTH, "digest %lld of game %s is hosted with another key", (long long)n, game);
	return want != NULL ? err_hint(err, "give the host's key with -k") : -1;
}

static int
verify(const struct transcript *tr, const struct digest_text *t, int64_t n, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct minisig sig;
	int result;

	digest_comment(tr->game, n, &comment);
	memcpy(sig.b, t->sig, sizeof sig.b);
	result = minisign_verify(
	    &tr->host, tr->text.p + t->signed_part.at, t->signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	return result < 0 ? err_wrap(err, "digest %lld", (long long)n) : 0;
}

static int
check_views(const struct transcript *tr, const struct digest_text *t, const struct digest *d,
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

static int
add_copy(
    struct transcript *tr, const struct digest_text *t, const struct pubkey *want, struct err *err)
{
	char host_sign[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
	int64_t n;

	if (digest_host(tr->text.p, t, host_sign, game, &n, err) < 0 ||
	    check_host(tr, host_sign, game, n, want, err) < 0 || verify(tr, t, n, err) < 0)
		return -1;
	/* Twice the room each time it is full, which it is at powers of two. */
	if ((tr->n_copy & (tr->n_copy - 1)) == 0)
		tr->copy = mem_grow(
		    tr->copy, (tr->n_copy == 0 ? 1 : 2 * tr->n_copy) * sizeof *tr->copy);
	tr->copy[tr->n_copy].n = n;
	tr->copy[tr->n_copy++].t = *t;
	return 0;
}

static int
by_number(const void *a, const void *b)
{
	const struct transcript_copy *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->t.whole.at > y->t.whole.at) - (x->t.whole.at < y->t.whole.at);
}

/* Number the digests: each copy says the same as the first of its number, and none is missing. */
static int
number(struct transcript *tr, struct err *err)
{
	qsort(tr->copy, tr->n_copy, sizeof *tr->copy, by_number);
	tr->first = mem_zero(tr->n_copy, sizeof *tr->first);
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct span *sp = &tr->copy[i].t.signed_part, *first;

		if (tr->copy[i].n > tr->n) {
			(void)err_set(err, ERR_NOT_FOUND, "digest %lld of game %s is missing",
			    (long long)tr->n, tr->game);
			return err_hint(err, "any copy will do, whichever player has it");
		}
		if (tr->copy[i].n == tr->n) {
			tr->first[tr->n++] = i;
			continue;
		}
		first = &transcript_at(tr, tr->copy[i].n)->signed_part;
		if (sp->n != first->n ||
		    memcmp(tr->text.p + sp->at, tr->text.p + first->at, sp->n) != 0) {
			(void)err_set(err, ERR_AUTH,
			    "two different digests %lld of game %s, both signed by the "
			    "host",
			    (long long)tr->copy[i].n, tr->game);
			return err_hint(err, "they are two histories: give those of one");
		}
	}
	return 0;
}

/* The links; the host's age key, which a replay seals its own box to. */
static int
check_chain(struct transcript *tr, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct hash head = { { 0 } };
	int result = 0;

	for (int64_t n = 0; n < tr->n && result == 0; n++) {
		struct transcript_copy *c = &tr->copy[tr->first[n]];

		result = n == 0 ? digest_parse(rules_all, tr->text.p, &c->t, d, err) :
				  digest_parse_header(rules_all, tr->text.p, &c->t, d, err);
		if (result < 0)
			(void)err_wrap(err, "digest %lld", (long long)n);
		else if (n > 0 && !seal_equal(d->prev, head.b, HASH_BYTES))
			result = err_set(err, ERR_AUTH, "digest %lld does not continue digest %lld",
			    (long long)n, (long long)n - 1);
		else if (n == 0 &&
		    pubkey_box_parse(d->host_age, strlen(d->host_age), &tr->host) < 0)
			result = err_set(
			    err, ERR_SYNTAX, "digest 0 names no usable age key of the host");
		c->time = d->time;
		head = digest_hash(tr->text.p + c->t.signed_part.at, c->t.signed_part.n);
	}
	free(d);
	return result;
}

int
transcript_read(
    struct transcript *tr, const char *text, size_t n, const struct pubkey *want, struct err *err)
{
	struct digest_text t;
	size_t at = 0;
	int found = 0;

	memset(tr, 0, sizeof *tr);
	digest_clean(text, n, &tr->text);
	while ((found = digest_next(buf_cstr(&tr->text), tr->text.n, &at, &t, err)) > 0) {
		if (add_copy(tr, &t, want, err) < 0)
			goto fail;
	}
	if (found < 0) {
		(void)err_wrap(err, "behind %zu digests", tr->n_copy);
		goto fail;
	}
	if (tr->n_copy == 0) {
		(void)err_set(err, ERR_SYNTAX, "no digest found in the input");
		(void)err_hint(err, "a digest begins with the line \"adit-digest v1\"");
		goto fail;
	}
	if (number(tr, err) < 0 || check_chain(tr, err) < 0)
		goto fail;
	return 0;
fail:
	transcript_release(tr);
	return -1;
}

/* ---- replaying --------------------------------------------------------------------------------- */

int
transcript_views(const struct transcript *tr, struct digest *d, struct err *err)
{
	const struct digest_text *t;
	struct err none = ERR_INIT;

	if (d->n >= tr->n)
		return err_set(err, ERR_NOT_FOUND, "digest %lld is missing", (long long)d->n);
	t = transcript_at(tr, d->n);
	/* If they are not there, or of other seats, then the two digests differ anyway. */
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
	const struct digest_text *t = transcript_at(tr, n);
	size_t at = t->signed_part.at + t->signed_part.n;

	buf_add(out, tr->text.p + at, t->whole.at + t->whole.n - at);
}

/* A line, as far as there is room for it; "" if there is none. */
static void
copy_line(const char *p, size_t n, char *out, size_t size)
{
	if (n > size - 1)
		n = size - 1;
	memcpy(out, p, n);
	out[n] = '\0';
}

/* The first line that differs, and the section that it is in. */
static void
find_difference(
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

/* The signed part is right, so the hash of the view in it is: the view has been changed. */
static int
blame_view(const struct transcript *tr, const struct transcript_copy *c, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	int result = digest_parse(rules_all, tr->text.p, &c->t, d, err);

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
    const struct digest_text *made, struct transcript_difference *d, struct err *err)
{
	const char *given = tr->text.p + c->t.signed_part.at;
	const char *mine = text + made->signed_part.at;

	if (c->t.signed_part.n != made->signed_part.n ||
	    memcmp(given, mine, made->signed_part.n) != 0) {
		find_difference(given, c->t.signed_part.n, mine, made->signed_part.n, d);
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
	struct digest_text made;
	size_t at = 0;

	if (digest_next(text, len, &at, &made, err) <= 0)
		BUG("a digest without a signature was made");
	for (size_t i = tr->first[n]; i < tr->n_copy && tr->copy[i].n == n; i++) {
		if (compare_copy(tr, &tr->copy[i], text, &made, d, err) < 0)
			return -1;
	}
	return 0;
}
