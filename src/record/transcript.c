/*
 * The digests of a game in memory.
 *
 * (T1) No content of a digest is used before the host's signature is verified.
 * (T2) A private view is used only if the digest names its hash.
 */

#include "record/transcript.h"

#include <stdlib.h>

#include "record/digest_sig.h"
#include "record/mail_recover.h"
#include "seal/age.h"
#include "seal/minisign.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "wire/host_action.h"
#include "wire/mail_damage.h"
#include "wire/order_block.h"

struct hash
digest_hash(const char *signed_part, size_t n)
{
	const struct hash_input part[] = { { signed_part, n } };

	return hash_parts("adit/digest", part, 1);
}

struct hash
view_hash(const void *age_file, size_t n)
{
	const struct hash_input part[] = { { age_file, n } };

	return hash_parts("adit/view", part, 1);
}

void
transcript_release(struct transcript *tr)
{
	buf_release(&tr->text);
	free(tr->copy);
	free(tr->lost);
	free(tr->first);
	memset(tr, 0, sizeof *tr);
}

const struct transcript_copy *
transcript_find(const struct transcript *tr, int64_t n)
{
	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].n == n && tr->copy[i].fault == 0)
			return &tr->copy[i];
	return NULL;
}

const struct digest_layout *
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
	if (digest_parse(tr->games, tr->text.p, transcript_at(tr, n), d, err) < 0)
		return err_wrap(err, "digest %lld", (long long)n);
	return 0;
}

/* ---- locating and verifying ------------------------------------------------------------------- */

/* Checks the lines after the signed part of digest n whose hash is `head`. */
static int
check_lines(const struct digest_layout *t, const struct hash *head, int64_t n, struct err *err)
{
	if (!seal_equal(head->b, t->head, HASH_BYTES))
		return err_set(err, ERR_AUTH,
		    "its line head: is not its hash: somebody else has changed that line");
	if (t->has_zero != (n > 0))
		return err_set(err, ERR_AUTH,
		    n > 0 ? "it names no digest 0" : "digest 0 names another before it");
	return 0;
}

int
digest_verify(const char *s, const struct digest_layout *t, const struct pubkey *host,
    const char *game, int64_t n, struct err *err)
{
	const struct hash head = digest_hash(s + t->signed_part.at, t->signed_part.n);
	struct hash zero;
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	int result;

	memcpy(zero.b, t->zero, sizeof zero.b);
	digest_comment(game, n, &head, t->has_zero ? &zero : NULL, &comment);
	memcpy(sig.b, t->sig, sizeof sig.b);
	result = minisign_verify(
	    host, s + t->signed_part.at, t->signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	return result < 0 ? -1 : check_lines(t, &head, n, err);
}

void
digest_fingerprint(const struct digest *d, char out[static FINGERPRINT_TEXT + 1])
{
	struct pubkey host;

	out[0] = '\0';
	if (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &host) == 0 &&
	    pubkey_box_parse(d->host_age, strlen(d->host_age), &host) == 0)
		pubkey_fingerprint(&host, out);
}

bool
digest_is_self_signed(const struct buf *text, struct digest_layout *t,
    char host_sign[static SIGN_TEXT + 1], char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n)
{
	struct err none = ERR_INIT;
	struct pubkey host;
	size_t at = 0;

	return digest_next(buf_cstr(text), text->n, &at, t, &none) == 1 &&
	    digest_host(text->p, t, host_sign, game, n, &none) == 0 &&
	    pubkey_sign_parse(host_sign, strlen(host_sign), &host) == 0 &&
	    digest_verify(text->p, t, &host, game, *n, &none) == 0;
}

/* Verifies with the key that the first digest names, or by the hash that is known. */
static int
check_signature(const struct transcript *tr, const struct transcript_copy *c, struct err *err)
{
	if (tr->named != NULL) {
		const struct span signed_part = c->t.signed_part;
		const struct hash head = digest_hash(tr->text.p + signed_part.at, signed_part.n);

		return seal_equal(head.b, tr->named->b, HASH_BYTES) ?
		    check_lines(&c->t, &head, c->n, err) :
		    err_set(err, ERR_AUTH, "it is not the digest that was named");
	}
	return digest_verify(tr->text.p, &c->t, &tr->host, tr->game, c->n, err);
}

/* Checks that all digests are of one table. Two different digests 0 are found as such. */
static void
check_zero(struct transcript *tr, struct transcript_copy *c)
{
	if (c->n == 0)
		c->zero = c->hash;
	else
		memcpy(c->zero.b, c->t.zero, sizeof c->zero.b);
	if (!tr->has_zero) {
		tr->has_zero = true;
		tr->zero_n = c->n;
		tr->zero = c->zero;
	}
	if (!seal_equal(c->zero.b, tr->zero.b, HASH_BYTES) && (c->n > 0 || tr->zero_n > 0))
		c->fault |= FAULT_BIT(FAULT_ZERO);
}

/* (T1) Reads the signed header and the links to other digests. */
static void
read_header(struct transcript *tr, struct transcript_copy *c, struct digest *d)
{
	struct err none = ERR_INIT;
	struct host_action act;

	if (check_signature(tr, c, &none) < 0) {
		c->fault |= FAULT_BIT(FAULT_SIGNATURE);
		return;
	}
	c->hash = digest_hash(tr->text.p + c->t.signed_part.at, c->t.signed_part.n);
	check_zero(tr, c);
	if (digest_parse_header(tr->games, tr->text.p, &c->t, d, &none) < 0) {
		c->fault |= FAULT_BIT(FAULT_HEADER);
		return;
	}
	memcpy(c->prev, d->prev, sizeof c->prev);
	c->time = d->time;
	c->text = d->text;
	if (d->dealing == DIGEST_DEALING_OPEN && c->n == 0)
		c->opens = d->attempt;
	if (c->n == 0 || host_action_find(tr->text.p, &c->t, &act, &none) < 1)
		return;
	if (d->dealing == DIGEST_DEALING_OPEN && act.attempt == d->attempt)
		c->opens = d->attempt;
	if (act.kind == HOST_ACTION_LOST) {
		c->gives.n = act.to;
		memcpy(c->gives.hash.b, act.lost, HASH_BYTES);
	}
}

/* Adds a digest. Returns -1 if the key of the first one cannot be parsed. */
static int
add_copy(struct transcript *tr, const struct digest_layout *t, const struct pubkey *want,
    struct digest *d, struct err *err)
{
	char host_sign[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1], wanted[SIGN_TEXT + 1];
	struct transcript_copy *c;
	struct pubkey other;
	int64_t n;
	int result = 0;

	if (digest_host(tr->text.p, t, host_sign, game, &n, err) < 0)
		return -1;
	GROW(tr->copy, tr->n_copy);
	c = &tr->copy[tr->n_copy++];
	*c = (struct transcript_copy){ .n = n, .t = *t };
	if (want != NULL)
		pubkey_sign_text(want, wanted);
	if (want != NULL && strcmp(host_sign, wanted) != 0)
		c->fault |= FAULT_BIT(FAULT_WANT);
	if (tr->n_copy == 1) {
		memcpy(tr->game, game, sizeof tr->game);
		memcpy(tr->host_sign, host_sign, sizeof tr->host_sign);
		if (want != NULL && c->fault == 0) {
			memcpy(tr->host.sign_id, want->sign_id, sizeof tr->host.sign_id);
			memcpy(tr->host.sign_pk, want->sign_pk, sizeof tr->host.sign_pk);
		} else {
			result = pubkey_sign_parse(host_sign, strlen(host_sign), &tr->host);
		}
	}
	if (strcmp(host_sign, tr->host_sign) != 0)
		c->fault |= FAULT_BIT(pubkey_sign_parse(host_sign, strlen(host_sign), &other) < 0 ?
			FAULT_SIGNATURE :
			FAULT_KEY);
	if (result < 0)
		c->fault |= FAULT_BIT(FAULT_HOST);
	else if (strcmp(game, tr->game) != 0)
		c->fault |= FAULT_BIT(FAULT_GAME);
	else
		read_header(tr, c, d);
	return result;
}

/* Most transcripts are large and need no cleaning. */
static void
move_text(struct transcript *tr, struct buf *text)
{
	static const char bom = (char)0xef;

	if (text->n > 0 && (memchr(text->p, '\r', text->n) != NULL || text->p[0] == bom)) {
		digest_clean(text->p, text->n, &tr->text);
		buf_release(text);
	} else {
		tr->text = *text;
		*text = (struct buf)BUF_INIT;
	}
}

static void
find_all(struct transcript *tr, const struct pubkey *want)
{
	struct digest *d = mem_new(sizeof *d);
	struct digest_layout t;
	size_t at = 0;
	int found = 0;

	while ((found = digest_next(buf_cstr(&tr->text), tr->text.n, &at, &t, &tr->end)) > 0)
		if (add_copy(tr, &t, want, d, &tr->end) < 0)
			break;
	free(d);
	tr->is_cut = found < 0;
	if (tr->end.code == ERR_SYNTAX && tr->end.hint[0] == '\0')
		(void)err_hint(&tr->end, TRANSCRIPT_AGAIN);
	if (found == 0 && tr->n_copy == 0) {
		(void)err_set(&tr->end, ERR_SYNTAX, MSG_PLAIN("no digest found in the input"));
		(void)err_hint(
		    &tr->end, MSG_PLAIN("a digest begins with the line \"%s\""), DIGEST_HEADING);
	}
}

/* True if a digest is cut off or not signed in this form, or if one may be overlooked. */
static bool
is_mangled(const struct transcript *tr)
{
	bool is = tr->end.code != ERR_NONE ||
	    order_block_leaves_out(buf_cstr(&tr->text), tr->text.n);

	for (size_t i = 0; i < tr->n_copy && !is; i++)
		is = (tr->copy[i].fault & FAULT_BIT(FAULT_SIGNATURE)) != 0;
	return is;
}

/* True if another digest gives up this one. */
static bool
is_named(const struct transcript *tr, const struct transcript_copy *c)
{
	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].gives.n > 0 && tr->copy[i].gives.n == c->n &&
		    seal_equal(tr->copy[i].gives.hash.b, c->hash.b, HASH_BYTES))
			return true;
	return false;
}

static bool
is_read(const struct transcript_copy *c)
{
	const unsigned not = FAULT_BIT(FAULT_HOST) | FAULT_BIT(FAULT_GAME) |
	    FAULT_BIT(FAULT_SIGNATURE) | FAULT_BIT(FAULT_HEADER);

	return (c->fault & not ) == 0;
}

/* Moves the digests that are given up from the copies to tr->lost. */
static void
drop_lost(struct transcript *tr)
{
	struct given_up_item *item = mem_zero(tr->n_copy + 1, sizeof *item);
	bool any = false;
	size_t n = 0;

	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct transcript_copy *c = &tr->copy[i];

		/* (T1) */
		item[i] = (struct given_up_item){ .n = is_read(c) ? c->n : -2, .hash = c->hash };
		memcpy(item[i].prev, c->prev, sizeof item[i].prev);
		any = any || c->gives.n > 0;
	}
	for (size_t i = 0; any && i < tr->n_copy; i++)
		item[i].is_named = is_named(tr, &tr->copy[i]);
	if (any)
		given_up_find(item, tr->n_copy);
	for (size_t i = 0; any && i < tr->n_copy; i++) {
		if (!item[i].is_lost) {
			tr->copy[n++] = tr->copy[i];
			continue;
		}
		GROW(tr->lost, tr->n_lost);
		tr->lost[tr->n_lost++] = (struct given_up){ item[i].n, item[i].hash };
	}
	if (any)
		tr->n_copy = n;
	free(item);
}

void
transcript_load_named(struct transcript *tr, const struct rules *const *games, struct buf *text,
    const struct pubkey *want, const struct hash *named)
{
	struct buf mended = BUF_INIT;
	bool is_bad;

	*tr = (struct transcript){ .games = games, .named = named, .end = ERR_INIT };
	move_text(tr, text);
	find_all(tr, want);
	is_bad = is_mangled(tr);
	if ((is_bad || mail_damage_may_hide(&tr->text)) &&
	    mail_recover_digests(buf_cstr(&tr->text), tr->text.n, is_bad ? NULL : tr, &mended)) {
		transcript_release(tr);
		*tr = (struct transcript){
			.games = games, .named = named, .text = mended, .end = ERR_INIT
		};
		mended = (struct buf)BUF_INIT;
		find_all(tr, want);
	}
	drop_lost(tr);
	tr->named = NULL;
	buf_release(&mended);
}

void
transcript_load(struct transcript *tr, const struct rules *const *games, struct buf *text,
    const struct pubkey *want)
{
	transcript_load_named(tr, games, text, want, NULL);
}

void
transcript_one(struct transcript *one, const struct transcript *tr, const struct transcript_copy *c)
{
	struct err none = ERR_INIT;
	size_t at = 0;

	*one = (struct transcript){ .games = tr->games, .host = tr->host, .end = ERR_INIT };
	memcpy(one->game, tr->game, sizeof one->game);
	memcpy(one->host_sign, tr->host_sign, sizeof one->host_sign);
	buf_add(&one->text, tr->text.p + c->t.whole.at, c->t.whole.n);
	one->copy = mem_new(sizeof *one->copy);
	*one->copy = *c;
	one->n_copy = digest_next(one->text.p, one->text.n, &at, &one->copy->t, &none) == 1 ? 1 : 0;
}

int
transcript_digest(
    const struct transcript *tr, const struct transcript_copy *c, struct digest *d, struct err *err)
{
	if (c->d == NULL)
		return digest_parse(tr->games, tr->text.p, &c->t, d, err);
	*d = *c->d;
	return 0;
}

/* ---- faults ------------------------------------------------------------------------------------ */

enum transcript_fault
transcript_link(const struct transcript_copy *last, const struct transcript_copy *c)
{
	if (last == NULL)
		return c->n == 0 ? FAULT_NONE : FAULT_GAP;
	if (c->n == last->n)
		return seal_equal(c->hash.b, last->hash.b, HASH_BYTES) ? FAULT_AGAIN : FAULT_TWO;
	if (c->n > last->n + 1)
		return FAULT_GAP;
	return seal_equal(c->prev, last->hash.b, HASH_BYTES) ? FAULT_NONE : FAULT_BROKEN;
}

void
transcript_fault_text(const struct transcript *tr, const char *pattern,
    const struct transcript_copy *c, const struct transcript_copy *last, struct buf *out)
{
	char host_sign[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct err none = ERR_INIT;
	int64_t n;

	for (const char *p = pattern; *p != '\0'; p++) {
		if (*p != '{') {
			buf_chr(out, *p);
			continue;
		}
		if (p[1] == 'n')
			buf_fmt(out, "%lld", (long long)c->n);
		else if (p[1] == 'l' && last != NULL)
			buf_fmt(out, "%lld", (long long)last->n);
		else if (p[1] == 'm')
			buf_fmt(out, "%lld", last != NULL ? (long long)last->n + 1 : 0LL);
		else if (p[1] == 'z')
			buf_fmt(out, "%lld", (long long)tr->zero_n);
		else if (p[1] == 'g')
			buf_str(out, tr->game);
		else if (p[1] == 'o' &&
		    digest_host(tr->text.p, &c->t, host_sign, game, &n, &none) == 0)
			buf_str(out, game);
		p += strcspn(p, "}");
	}
}

/* Returns the reason for a fault whose message only says where it is. */
static int
find_reason(const struct transcript *tr, const struct transcript_copy *c,
    enum transcript_fault fault, const char *where, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);

	if (fault == FAULT_HEADER)
		(void)digest_parse_header(tr->games, tr->text.p, &c->t, d, err);
	else
		(void)check_signature(tr, c, err);
	if (fault == FAULT_SIGNATURE)
		(void)err_hint(err, TRANSCRIPT_AGAIN);
	free(d);
	return err_wrap(err, "%s", where);
}

int
transcript_fail(const struct transcript *tr, enum transcript_fault fault,
    const struct fault_words *words, const struct transcript_copy *c,
    const struct transcript_copy *last, struct err *err)
{
	struct buf text = BUF_INIT;
	const struct fault_words *w = &words[fault];

	if (w->code == ERR_NONE)
		return 0;
	transcript_fault_text(tr, w->text, c, last, &text);
	if (fault == FAULT_SIGNATURE || fault == FAULT_HEADER) {
		(void)find_reason(tr, c, fault, buf_cstr(&text), err);
	} else {
		(void)err_set(err, w->code, "%s", buf_cstr(&text));
		if (w->hint != NULL)
			(void)err_hint(err, "%s", w->hint);
	}
	buf_release(&text);
	return -1;
}

int
transcript_check(const struct transcript *tr, const struct fault_words *words,
    const struct transcript_copy *c, const struct transcript_copy *last, struct err *err)
{
	for (unsigned f = FAULT_HOST; f <= FAULT_HEADER; f++)
		if ((c->fault & FAULT_BIT(f)) != 0 &&
		    transcript_fail(tr, (enum transcript_fault)f, words, c, last, err) < 0)
			return -1;
	return 0;
}

int
transcript_check_printable(const char *text, const struct span *sp, int64_t n, struct err *err)
{
	struct lines l = { text, sp->at + sp->n, sp->at, 1 };
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		if (!utf8_is_clean(p, len)) {
			(void)utf8_fail(p, len, ERR_SYNTAX, l.line - 1, err);
			return err_wrap(err, "digest %lld", (long long)n);
		}
	}
	return 0;
}

/* ---- one transcript ---------------------------------------------------------------------------- */

static int
by_number(const void *a, const void *b)
{
	const struct transcript_copy *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return (x->t.whole.at > y->t.whole.at) - (x->t.whole.at < y->t.whole.at);
}

void
transcript_sort(struct transcript *tr)
{
	if (tr->n_copy > 0)
		qsort(tr->copy, tr->n_copy, sizeof *tr->copy, by_number);
}

void
transcript_number(struct transcript *tr)
{
	free(tr->first);
	tr->first = mem_zero(tr->n_copy + 1, sizeof *tr->first);
	tr->n = 0;
	for (size_t i = 0; i < tr->n_copy && tr->copy[i].n <= tr->n; i++)
		if (tr->copy[i].n == tr->n)
			tr->first[tr->n++] = i;
}

/* Messages for a reader who needs one complete transcript. */
static const struct fault_words whole_words[FAULTS] = {
	[FAULT_HOST] = { ERR_SYNTAX, "digest {n} names no usable host key", TRANSCRIPT_AGAIN },
	[FAULT_GAME] = { ERR_SYNTAX,
	    "digest {n} is of game {other}, not of game {game} like the others", NULL },
	[FAULT_WANT] = { ERR_AUTH, "digest {n} of game {game} is hosted with another key",
	    "give the host's key with -k" },
	[FAULT_KEY] = { ERR_AUTH, "digest {n} of game {game} is hosted with another key", NULL },
	[FAULT_SIGNATURE] = { ERR_AUTH, "digest {n}", NULL },
	[FAULT_ZERO] = { ERR_AUTH,
	    "digests {zero} and {n} of game {game} are of two tables, both signed by the host",
	    "their lines zero: name two digests 0: give those of one" },
	[FAULT_TWO] = { ERR_AUTH,
	    "two different digests {n} of game {game}, both signed by the host",
	    "they are two histories: give those of one" },
	[FAULT_GAP] = { ERR_NOT_FOUND, "digest {missing} of game {game} is missing",
	    "any copy will do, whichever player has it" },
};
static const struct fault_words chain_words[FAULTS] = {
	[FAULT_HEADER] = { ERR_SYNTAX, "digest {n}", NULL },
	[FAULT_BROKEN] = { ERR_AUTH, "digest {n} does not continue digest {last}", NULL },
};

/* Checks that each copy equals the first of its number, and that none is missing. */
static int
check_numbers(const struct transcript *tr, struct err *err)
{
	const struct transcript_copy *last = NULL;

	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct transcript_copy *c = &tr->copy[i];

		if (transcript_fail(tr, transcript_link(last, c), whole_words, c, last, err) < 0)
			return -1;
		last = c;
	}
	return 0;
}

/* Checks the links, and parses the host's age key, which re-execution needs for the host's box. */
static int
check_chain(struct transcript *tr, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	const struct transcript_copy *last = NULL;
	int result = transcript_parse(tr, 0, d, err);

	if (result == 0 && pubkey_box_parse(d->host_age, strlen(d->host_age), &tr->host) < 0)
		result = err_set(err, ERR_SYNTAX, "digest 0 names no usable age key of the host");
	free(d);
	for (int64_t n = 0; n < tr->n && result == 0; n++) {
		const struct transcript_copy *c = &tr->copy[tr->first[n]];

		result = transcript_check(tr, chain_words, c, last, err);
		if (result == 0)
			result = transcript_fail(
			    tr, transcript_link(last, c), chain_words, c, last, err);
		last = c;
	}
	return result;
}

int
transcript_read(struct transcript *tr, const struct rules *const *games, const char *text, size_t n,
    const struct pubkey *want, struct err *err)
{
	struct buf copy = BUF_INIT;
	int result = 0;

	buf_add(&copy, text, n);
	transcript_load(tr, games, &copy, want);
	for (size_t i = 0; i < tr->n_copy && result == 0; i++)
		result = transcript_check(tr, whole_words, &tr->copy[i], NULL, err);
	if (result == 0 && tr->end.code != ERR_NONE) {
		*err = tr->end;
		result = tr->is_cut && tr->n_copy > 0 ?
		    err_wrap(err, "after %zu digests", tr->n_copy) :
		    -1;
	}
	if (result == 0) {
		transcript_sort(tr);
		transcript_number(tr);
		if (check_numbers(tr, err) < 0 || check_chain(tr, err) < 0)
			result = -1;
	}
	if (result < 0)
		transcript_release(tr);
	return result;
}
