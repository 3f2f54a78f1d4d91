/*
 * Stored digests.
 *
 * (K1) Everything written was verified: signed part and signature of the copy, and the views whose
 *      hashes it names.
 * (K2) A file is replaced atomically. Views in the old file that are not in the copy are retained.
 */
#include "record/saved_digest.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "seal/age.h"
#include "text/shown.h"
#include "util/file.h"
#include "util/mem.h"

enum { KEPT_MAX = 2 * DIGEST_MAX };

/* True if the view of this seat, in text s, has the hash in the digest. d NULL: the digest
 * cannot be parsed. */
static bool
is_named(const struct digest *d, const char *s, const struct digest_layout *t, uint8_t seat)
{
	const struct span *sp = &t->sealed[seat];
	struct buf file = BUF_INIT;
	struct err none = ERR_INIT;
	bool is = false;

	if (d != NULL && sp->n > 0 && age_dearmor(s + sp->at, sp->n, &file, &none) == 0) {
		struct hash h = view_hash(file.p, file.n);

		is = seal_equal(h.b, d->view_hash[seat], HASH_BYTES);
	}
	buf_release(&file);
	return is;
}

/* Appends a view with its line "for NAME:", which is the line before it. */
static void
append_view(const char *s, const struct span *sp, struct buf *out)
{
	size_t from = sp->at - 1;

	while (from > 0 && s[from - 1] != '\n')
		from--;
	buf_chr(out, '\n');
	buf_add(out, s + from, sp->at + sp->n - from);
	buf_chr(out, '\n');
}

/* Appends the stored copy. Returns 1 if there is none. */
static int
read_old(const char *file, const struct transcript *tr, const struct transcript_copy *c,
    struct buf *old, struct digest_layout *t, struct err *err)
{
	struct err why = ERR_INIT, none = ERR_INIT;
	const struct span *is = &c->t.signed_part;
	size_t at = 0;

	if (file_read_nofollow(file, KEPT_MAX, old, &why) < 0) {
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
	return err_hint(
	    err, "the host shows two histories; adit read --proof FILE keeps both signatures");
}

void
saved_digest_put(const char *s, const struct digest_layout *t, struct buf *out)
{
	char sig64[MINISIGN_TEXT + 1];

	buf_add(out, s + t->signed_part.at, t->signed_part.n);
	order_block_sig_text(t->sig, sig64);
	digest_sig_text(sig64, out);
	digest_head_text(t->head, t->has_zero ? t->zero : NULL, out);
}

int
saved_digest_add(const char *dir, const struct transcript *tr, const struct transcript_copy *c,
    uint8_t seat, struct buf *proof, struct err *err)
{
	struct buf file = BUF_INIT, old = BUF_INIT, text = BUF_INIT;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	const struct digest *views = transcript_digest(tr, c, d, &none) == 0 ? d : NULL;
	struct digest_layout t;
	int found;

	memset(&t, 0, sizeof t);
	folder_file(dir, c->n, &file);
	found = read_old(file.p, tr, c, &old, &t, err);
	if (found > 0)
		memset(&t, 0, sizeof t);
	if (found >= 0) {
		saved_digest_put(tr->text.p, &c->t, &text);
		for (uint8_t i = 0; i < SEATS_MAX; i++) {
			if (is_named(views, buf_cstr(&old), &t, i))
				append_view(old.p, &t.sealed[i], &text);
			else if (i == seat && is_named(views, tr->text.p, &c->t, i))
				append_view(tr->text.p, &c->t.sealed[i], &text);
		}
		if (found > 0 || old.n != text.n || memcmp(old.p, text.p, text.n) != 0)
			found = file_write_private(AT_FDCWD, file.p, file.p, text.p, text.n, err) <
				0 ?
			    -1 :
			    1;
		else
			found = 0;
	} else if (err->code == ERR_AUTH && proof != NULL) {
		saved_digest_put(old.p, &t, proof);
		buf_chr(proof, '\n');
		saved_digest_put(tr->text.p, &c->t, proof);
	}
	free(d);
	buf_release(&file);
	buf_release(&old);
	buf_release(&text);
	return found;
}

int
saved_digest_sync(const char *dir, struct err *err)
{
	struct buf turns = BUF_INIT;
	int result;

	buf_fmt(&turns, "%s/turns", dir);
	result = file_sync_folder(turns.p);
	if (result < 0)
		(void)err_set(err, ERR_BUSY, "cannot sync folder %s: %s", turns.p, strerror(errno));
	buf_release(&turns);
	return result;
}

/* ---- reading ------------------------------------------------------------------------------------ */

struct collecting {
	const char *dir;
	const struct rules *const *games;
	void (*report)(void *arg, const char *line);
	void *arg;
};

static void
report_damage(const struct collecting *k, const char *file, const char *what, int64_t n)
{
	struct buf line = BUF_INIT;

	buf_fmt(&line, "%s is damaged, and %s: read digest %" PRId64 " again", file, what, n);
	if (k->report != NULL)
		k->report(k->arg, line.p);
	buf_release(&line);
}

/* Appends the signed digest with those of its views whose hashes it names. */
static void
append_saved(
    const struct collecting *k, const char *file, const struct transcript *tr, struct buf *out)
{
	const struct transcript_copy *c = tr->copy;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	bool is_parsed = transcript_digest(tr, c, d, &none) == 0, is_left_out = false;

	saved_digest_put(tr->text.p, &c->t, out);
	for (uint8_t i = 0; i < SEATS_MAX; i++) {
		if (c->t.sealed[i].n == 0)
			continue;
		if (!is_parsed || is_named(d, tr->text.p, &c->t, i))
			append_view(tr->text.p, &c->t.sealed[i], out);
		else
			is_left_out = true;
	}
	if (is_left_out)
		report_damage(k, file, "a private view in it left out", c->n);
	free(d);
}

/* Reads digest n and sets *file to its name. Returns 1 if it is damaged. */
static int
load_one(
    const struct collecting *k, int64_t n, struct transcript *tr, struct buf *file, struct err *err)
{
	const unsigned whole = FAULT_BIT(FAULT_HEADER);
	struct buf text = BUF_INIT;
	int result;

	*tr = (struct transcript){ .n_copy = 0 };
	folder_file(k->dir, n, file);
	result = file_read_nofollow(file->p, KEPT_MAX, &text, err);
	if (result == 0) {
		transcript_load(tr, k->games, &text, NULL);
		result = tr->n_copy != 1 || tr->end.code != ERR_NONE || tr->copy[0].n != n ||
		    (tr->copy[0].fault & ~whole) != 0;
		if (result != 0)
			report_damage(k, file->p, "left out", n);
	}
	buf_release(&text);
	return result;
}

/* Appends digest n. Returns 1 if it is damaged. */
static int
collect_one(const struct collecting *k, int64_t n, struct buf *out, struct err *err)
{
	struct buf file = BUF_INIT;
	struct transcript tr;
	const int result = load_one(k, n, &tr, &file, err);

	if (result == 0)
		append_saved(k, file.p, &tr, out);
	transcript_release(&tr);
	buf_release(&file);
	return result;
}

static int
no_whole_digest(const char *dir, struct err *err)
{
	err_set(err, ERR_CORRUPT, "no digest in %s/turns is whole", dir);
	return err_hint(err, "read the digests of the game again");
}

int
saved_digest_collect(const char *dir, const struct rules *const *games, bool newest,
    void (*report)(void *arg, const char *line), void *arg, struct buf *out, struct err *err)
{
	const struct collecting k = { dir, games, report, arg };
	struct folder_numbers numbers;
	size_t from = out->n;
	int result = 0;

	if (folder_numbers(dir, &numbers, err) < 0)
		return -1;
	if (numbers.n == 0)
		result = folder_add(dir, newest, out, err); /* reports why */
	for (size_t i = numbers.n; newest && i-- > 0 && result >= 0 && out->n == from;)
		result = collect_one(&k, numbers.at[i], out, err);
	for (size_t i = 0; !newest && i < numbers.n && result >= 0; i++)
		result = collect_one(&k, numbers.at[i], out, err);
	if (result >= 0 && out->n == from)
		result = no_whole_digest(dir, err);
	free(numbers.at);
	return result < 0 ? -1 : 0;
}

int
saved_digest_newest(const char *dir, const struct rules *const *games,
    void (*report)(void *arg, const char *line), void *arg, struct transcript *tr, struct err *err)
{
	const struct collecting k = { dir, games, report, arg };
	struct folder_numbers numbers;
	struct buf file = BUF_INIT;
	int result = 1;

	*tr = (struct transcript){ .n_copy = 0 };
	if (folder_numbers(dir, &numbers, err) < 0)
		return -1;
	if (numbers.n == 0)
		result = folder_add(dir, true, &file, err); /* reports why */
	for (size_t i = numbers.n; i-- > 0 && result > 0;) {
		transcript_release(tr);
		buf_clear(&file);
		result = load_one(&k, numbers.at[i], tr, &file, err);
	}
	if (result > 0)
		result = no_whole_digest(dir, err);
	buf_release(&file);
	free(numbers.at);
	return result;
}

int
saved_digest_text(const char *dir, int64_t n, struct buf *out, struct err *err)
{
	struct buf file = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	folder_file(dir, n, &file);
	result = file_read_nofollow(file.p, KEPT_MAX, out, &why);
	buf_release(&file);
	if (why.code != ERR_BUSY)
		return result < 0 ? 1 : 0;
	*err = why;
	return -1;
}

bool
saved_digest_has(const char *dir, int64_t n, const char *signed_part, size_t len, const char *seat)
{
	struct buf file = BUF_INIT, heading = BUF_INIT;
	struct err none = ERR_INIT;
	bool has = saved_digest_text(dir, n, &file, &none) == 0 && file.n > len &&
	    memcmp(file.p, signed_part, len) == 0;

	if (has && seat != NULL) {
		buf_fmt(&heading, "\nfor %s:\n", seat);
		has = strstr(file.p + len, heading.p) != NULL;
	}
	buf_release(&file);
	buf_release(&heading);
	return has;
}

/* ---- gaps --------------------------------------------------------------------------------------- */

/* Appends what is missing as a list of `n` numbers and ranges; two numbers are no range. Returns how
 * many there are. */
static unsigned
list_missing(const struct language *lang, const struct folder_numbers *have, unsigned n,
    struct buf *out, int64_t *missing)
{
	unsigned k = 0;

	*missing = 0;
	for (size_t i = 1; i < have->n; i++) {
		const int64_t from = have->at[i - 1] + 1, to = have->at[i] - 1;

		if (from > to)
			continue;
		*missing += to - from + 1;
		buf_str(out, shown_and(lang, k++, n));
		if (to > from + 1)
			language_fmt(lang, out, MSG("digests", "%lld to %lld"), (long long)from,
			    (long long)to);
		else
			buf_fmt(out, "%lld", (long long)from);
		if (to == from + 1)
			buf_fmt(out, "%s%lld", shown_and(lang, k++, n), (long long)to);
	}
	return k;
}

int
saved_digest_missing(const struct language *lang, const char *dir, struct buf *out,
    int64_t *missing, struct err *err)
{
	struct folder_numbers have;
	unsigned n;

	if (folder_numbers(dir, &have, err) < 0)
		return -1;
	n = list_missing(lang, &have, 0, out, missing);
	buf_clear(out);
	(void)list_missing(lang, &have, n, out, missing);
	free(have.at);
	return 0;
}

/* Returns the path of digest n after it was renamed. */
static void
aside_file(const char *dir, int64_t n, struct buf *out)
{
	folder_file(dir, n, out);
	buf_str(out, ".lost");
}

static bool
is_digest(const char *file, const struct hash *hash)
{
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;
	struct digest_layout t;
	size_t at = 0;
	bool is = file_read_nofollow(file, KEPT_MAX, &text, &none) == 0 &&
	    digest_next(buf_cstr(&text), text.n, &at, &t, &none) == 1 &&
	    seal_equal(
		digest_hash(text.p + t.signed_part.at, t.signed_part.n).b, hash->b, HASH_BYTES);

	buf_release(&text);
	return is;
}

void
saved_digest_set_aside(const char *dir, const struct given_up *lost, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buf file = BUF_INIT, aside = BUF_INIT;

		folder_file(dir, lost[i].n, &file);
		aside_file(dir, lost[i].n, &aside);
		/* on failure, the next run tries again */
		if (is_digest(file.p, &lost[i].hash))
			(void)rename(file.p, aside.p);
		buf_release(&file);
		buf_release(&aside);
	}
}

bool
saved_digest_is_aside(const char *dir, int64_t n, const struct hash *hash)
{
	struct buf aside = BUF_INIT;
	bool is;

	aside_file(dir, n, &aside);
	is = is_digest(aside.p, hash);
	buf_release(&aside);
	return is;
}

void
saved_digest_names(const char *dir, const struct transcript *tr, struct names *names)
{
	struct transcript first;
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;
	struct digest *d;

	if (!tr->has_zero || saved_digest_text(dir, 0, &text, &none) != 0) {
		buf_release(&text);
		return;
	}
	d = mem_new(sizeof *d);
	transcript_load_named(&first, tr->games, &text, &tr->host, &tr->zero);
	if (first.n_copy == 1 && first.copy[0].fault == 0 && strcmp(first.game, tr->game) == 0 &&
	    strcmp(first.host_sign, tr->host_sign) == 0 &&
	    digest_parse(tr->games, first.text.p, &first.copy[0].t, d, &none) == 0)
		names_take_shown(names, &d->names);
	transcript_release(&first);
	free(d);
}
