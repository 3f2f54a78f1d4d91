/*
 * Digests kept.
 *
 * (K1) What is written was verified: signed part and signature of the copy, and views that it names.
 * (K2) A file is replaced whole; what was in it and is not in the copy goes on being in it.
 */
#include "record/kept.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "seal/age.h"
#include "util/file.h"
#include "util/mem.h"

enum { KEPT_MAX = 2 * DIGEST_MAX };

/* Is the view of this seat the one that its digest names? */
static bool
is_named(const struct transcript *tr, const struct transcript_copy *c, uint8_t seat)
{
	const struct span *sp = &c->t.sealed[seat];
	struct digest *d = mem_new(sizeof *d);
	struct buf file = BUF_INIT;
	struct err none = ERR_INIT;
	bool is = false;

	if (sp->n > 0 && digest_parse(tr->games, tr->text.p, &c->t, d, &none) == 0 &&
	    age_dearmor(tr->text.p + sp->at, sp->n, &file, &none) == 0) {
		struct hash h = view_hash(file.p, file.n);

		is = seal_equal(h.b, d->view_hash[seat], HASH_BYTES);
	}
	buf_release(&file);
	free(d);
	return is;
}

/* Append a view with its line "for NAME:", which is the one before it. */
static void
put_view(const char *s, const struct span *sp, struct buf *out)
{
	size_t from = sp->at - 1;

	while (from > 0 && s[from - 1] != '\n')
		from--;
	buf_chr(out, '\n');
	buf_add(out, s + from, sp->at + sp->n - from);
	buf_chr(out, '\n');
}

/* What is kept of it already, appended; 1: nothing. */
static int
read_old(const char *file, const struct transcript *tr, const struct transcript_copy *c,
    struct buf *old, struct digest_text *t, struct err *err)
{
	struct err why = ERR_INIT, none = ERR_INIT;
	const struct span *is = &c->t.signed_part;
	size_t at = 0;

	if (file_read_own(file, KEPT_MAX, old, &why) < 0) {
		if (why.code == ERR_NOT_FOUND)
			return 1;
		*err = why;
		return -1;
	}
	if (digest_next(buf_cstr(old), old->n, &at, t, &none) < 1)
		return 1;
	if (t->signed_part.n == is->n &&
	    memcmp(old->p + t->signed_part.at, tr->text.p + is->at, is->n) == 0)
		return 0;
	if (digest_verify(old->p, t, &tr->host, tr->game, c->n, &none) < 0)
		return 1;
	(void)err_set(err, ERR_AUTH,
	    "%s is another digest %lld of game %s, signed by the same host", file, (long long)c->n,
	    tr->game);
	return err_hint(err, "the host shows two histories; keep both files as proof");
}

int
kept_add(const char *dir, const struct transcript *tr, const struct transcript_copy *c,
    uint8_t seat, struct err *err)
{
	struct buf file = BUF_INIT, old = BUF_INIT, text = BUF_INIT;
	char sig64[MINISIGN_TEXT + 1];
	struct digest_text t;
	int found;

	memset(&t, 0, sizeof t);
	folder_file(dir, c->n, &file);
	found = read_old(file.p, tr, c, &old, &t, err);
	if (found > 0)
		memset(&t, 0, sizeof t);
	if (found >= 0) {
		buf_add(&text, tr->text.p + c->t.signed_part.at, c->t.signed_part.n);
		block_sig_text(c->t.sig, sig64);
		digest_sig_text(sig64, &text);
		digest_head_text(c->hash.b, c->n > 0 ? c->zero.b : NULL, &text);
		for (uint8_t i = 0; i < SEATS_MAX; i++) {
			if (t.sealed[i].n > 0)
				put_view(old.p, &t.sealed[i], &text);
			else if (i == seat && is_named(tr, c, i))
				put_view(tr->text.p, &c->t.sealed[i], &text);
		}
		if (found > 0 || old.n != text.n || memcmp(old.p, text.p, text.n) != 0)
			found = file_write_again(AT_FDCWD, file.p, file.p, text.p, text.n, err);
	}
	buf_release(&file);
	buf_release(&old);
	buf_release(&text);
	return found < 0 ? -1 : 0;
}

int
kept_text(const char *dir, int64_t n, struct buf *out)
{
	struct buf file = BUF_INIT;
	struct err none = ERR_INIT;
	int result;

	folder_file(dir, n, &file);
	result = file_read_own(file.p, KEPT_MAX, out, &none);
	buf_release(&file);
	return result < 0 ? 1 : 0;
}

/* ---- gaps --------------------------------------------------------------------------------------- */

/* Numbers from..to, as words: two in a row are a list. */
static void
put_range(int64_t from, int64_t to, struct buf *out)
{
	buf_fmt(out, "%" PRId64, from);
	if (to == from + 1)
		buf_fmt(out, ", %" PRId64, to);
	else if (to > from)
		buf_fmt(out, " to %" PRId64, to);
}

bool
kept_missing(const char *dir, struct buf *out)
{
	struct folder_numbers have;
	struct buf list = BUF_INIT;
	const char *last;
	int64_t missing = 0;

	folder_numbers(dir, &have);
	for (size_t i = 1; i < have.n; i++) {
		int64_t from = have.at[i - 1] + 1, to = have.at[i] - 1;

		if (from > to)
			continue;
		if (missing > 0)
			buf_str(&list, ", ");
		missing += to - from + 1;
		put_range(from, to, &list);
	}
	last = missing > 0 ? strrchr(list.p, ',') : NULL;
	if (last != NULL)
		buf_fmt(out, "digests %.*s and%s", (int)(last - list.p), list.p, last + 1);
	else if (missing > 0)
		buf_fmt(out, "digest%s %s", missing > 1 ? "s" : "", list.p);
	buf_release(&list);
	free(have.at);
	return missing > 0;
}

void
kept_set_aside(const char *dir, const struct given_up *lost, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buf file = BUF_INIT, aside = BUF_INIT, text = BUF_INIT;
		struct err none = ERR_INIT;
		struct digest_text t;
		size_t at = 0;

		folder_file(dir, lost[i].n, &file);
		buf_fmt(&aside, "%s.lost", file.p);
		if (file_read_own(file.p, KEPT_MAX, &text, &none) == 0 &&
		    digest_next(buf_cstr(&text), text.n, &at, &t, &none) == 1 &&
		    seal_equal(digest_hash(text.p + t.signed_part.at, t.signed_part.n).b,
			lost[i].hash.b, HASH_BYTES))
			(void)rename(file.p, aside.p); /* else the next reading tries again */
		buf_release(&file);
		buf_release(&aside);
		buf_release(&text);
	}
}
