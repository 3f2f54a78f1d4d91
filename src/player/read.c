/*
 * The player's half: believe a digest only after every signature, hash and link in it holds.
 *
 * (P1) nothing is parsed beyond "who signed this" before the host's signature over it holds
 * (P2) the bytes that were verified are the bytes that are parsed
 * (P3) a private view counts only if the digest names its ciphertext, the host signed it for this
 *      game, digest, seat and recipient, and this key opens it
 */

#include "player/player.h"

#include "seal/age.h"
#include "wire/act.h"
#include "util/lines.h"
#include "util/mem.h"

enum { DIGESTS_MAX_BYTES = 256 << 20 };

void
player_read_release(struct player_read *r)
{
	buf_release(&r->text);
	buf_wipe(&r->plain);
	seal_wipe(&r->v, sizeof r->v);
	leaves_release(&r->leaves);
	memset(r, 0, sizeof *r);
}

/* The signature of one digest, by the host key that it names itself. */
static int
verify_digest(const char *s, const struct digest_text *t, const struct pubkey *host,
    const char *game, int64_t n, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct minisig sig;
	int result;

	digest_comment(game, n, &comment);
	memcpy(sig.b, t->sig, sizeof sig.b);
	result = minisign_verify(
	    host, s + t->signed_part.at, t->signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	if (result < 0)
		return err_wrap(err, "digest %lld", (long long)n);
	return 0;
}

/* What must stay the same from digest to digest in one reading. */
struct chain {
	char game[BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT + 1];
	struct pubkey host;
	int64_t n;        /* of the digest before; -1: none yet */
	struct hash hash; /* its hash */
};

static int
check_host(struct chain *c, const struct player_pins *pins, const char *host_sign, const char *game,
    int64_t n, struct err *err)
{
	if (c->n < 0) {
		if (pins != NULL && pins->has_host && strcmp(pins->host_sign, host_sign) != 0) {
			(void)err_set(err, ERR_AUTH,
			    "digest %lld of game %s is signed by another key than the "
			    "host's",
			    (long long)n, game);
			return err_hint(err, "it is not from your host; ask him on another way");
		}
		memcpy(c->host_sign, host_sign, sizeof c->host_sign);
		memcpy(c->game, game, sizeof c->game);
		if (pubkey_sign_parse(host_sign, strlen(host_sign), &c->host) < 0)
			return err_set(
			    err, ERR_SYNTAX, "digest %lld names no usable host key", (long long)n);
		return 0;
	}
	if (strcmp(c->game, game) != 0)
		return err_set(err, ERR_SYNTAX, "digests of two games, %s and %s, in one reading",
		    c->game, game);
	if (strcmp(c->host_sign, host_sign) != 0)
		return err_set(err, ERR_AUTH,
		    "digest %lld is signed by another key than digest %lld", (long long)n,
		    (long long)c->n);
	return 0;
}

/* Does this digest continue the one before it? */
static int
check_link(const struct chain *c, const struct digest *d, const struct hash *hash, struct err *err)
{
	if (c->n < 0)
		return 0;
	if (d->n == c->n && !seal_equal(hash->b, c->hash.b, HASH_BYTES)) {
		(void)err_set(err, ERR_AUTH,
		    "two different digests %lld of game %s, both signed by the host",
		    (long long)d->n, d->game);
		return err_hint(
		    err, "keep both files: they prove that the host shows two histories");
	}
	if (d->n < c->n)
		return err_set(err, ERR_SYNTAX, "digest %lld stands behind digest %lld",
		    (long long)d->n, (long long)c->n);
	if (d->n == c->n + 1 && !seal_equal(d->prev, c->hash.b, HASH_BYTES))
		return err_set(err, ERR_AUTH, "digest %lld does not continue digest %lld",
		    (long long)d->n, (long long)c->n);
	return 0;
}

/* Open one sealed view, whose hash the digest vouches for.  1 opened; 0 not for my key; -1. */
static int
open_sealed(struct player_read *r, unsigned seat, const struct secret *me, struct err *err)
{
	const struct span *sp = &r->t.sealed[seat];
	struct buf file = BUF_INIT;
	struct err why = ERR_INIT;
	struct hash h;
	int result = -1;

	if (age_dearmor(r->text.p + sp->at, sp->n, &file, err) < 0)
		goto out;
	h = view_hash(file.p, file.n);
	if (!seal_equal(h.b, r->d.view_hash[seat], HASH_BYTES)) {
		(void)err_set(err, ERR_AUTH,
		    "the private view for %s is not the one digest %lld names",
		    r->d.names.seat[seat], (long long)r->d.n);
		goto out;
	}
	if (age_decrypt(me, file.p, file.n, DIGEST_MAX, &r->plain, &why) == 0)
		result = 1;
	else if (why.code == ERR_AUTH)
		result = 0;
	else
		*err = why;
out:
	buf_release(&file);
	return result;
}

/* The view just opened: signed by the host for this game, digest, seat and key? */
static int
check_view(struct player_read *r, unsigned seat, const struct pubkey *host, const struct secret *me,
    struct err *err)
{
	const char *name = r->d.names.seat[seat];
	char to[AGE_TEXT + 1];
	struct buf comment = BUF_INIT;
	struct minisig sig;
	int result;

	if (viewtext_split(r->plain.p, r->plain.n, &r->sp, err) < 0)
		return -1;
	memcpy(sig.b, r->sp.sig, sizeof sig.b);
	viewtext_comment(r->d.game, r->d.n, name, &comment);
	result = minisign_verify(host, r->plain.p, r->sp.signed_part.n, comment.p, &sig, err);
	buf_release(&comment);
	if (result < 0)
		return err_wrap(err,
		    "the private view of digest %lld is not signed for it and seat %s",
		    (long long)r->d.n, name);
	if (viewtext_parse(r->plain.p, &r->sp, &r->d, &r->v, err) < 0)
		return -1;
	pubkey_box_text(&me->pub, to);
	if (strcmp(r->v.game, r->d.game) != 0 || r->v.n != r->d.n || strcmp(r->v.seat, name) != 0 ||
	    strcmp(r->v.to, to) != 0 || memcmp(r->v.prev, r->d.prev, sizeof r->v.prev) != 0)
		return err_set(err, ERR_AUTH,
		    "the private view of digest %lld was made for another seat, "
		    "key or digest",
		    (long long)r->d.n);
	r->seat = (uint8_t)seat;
	r->has_view = true;
	return 0;
}

/* Find and open the view that this key can open. */
static int
read_view(struct player_read *r, const struct pubkey *host, const struct secret *me, uint8_t first,
    struct err *err)
{
	unsigned sealed = 0;

	for (unsigned k = 0; k < r->d.names.n; k++) {
		unsigned i = (first + k) % r->d.names.n;
		int opened;

		if (r->t.sealed[i].n == 0)
			continue;
		sealed++;
		opened = open_sealed(r, i, me, err);
		if (opened < 0)
			return -1;
		if (opened > 0)
			return check_view(r, i, host, me, err);
	}
	if (sealed == 0)
		return err_set(
		    err, ERR_NOT_FOUND, "digest %lld carries no private view", (long long)r->d.n);
	(void)err_set(err, ERR_NOT_FOUND, "no private view of digest %lld opens with this key",
	    (long long)r->d.n);
	return err_hint(err, "give the key of your seat with -k");
}

/* What the digest commits to.  Nothing is committed to twice, unless it was shuffled again. */
static int
read_leaves(struct player_read *r, const struct digest_text *t, int64_t n, struct err *err)
{
	struct leaves own = { .n = 0 };
	struct act act;
	int result = deal_leaves_parse(r->text.p, t->leaves, n, &own, err);
	int found = result == 0 && own.n > 0 ? act_find(r->text.p, t, &act, err) : 0;
	bool again = found > 0 && act.kind == ACT_UNDO && act.epoch > 0;

	if (found < 0)
		result = -1;
	for (size_t i = 0; i < own.n && result == 0; i++) {
		const struct leaf *l = &own.at[i],
				  *before = leaves_find(&r->leaves, n, l->round, l->pile, l->index);
		const struct leaf *older = leaves_newest(
		    &r->leaves, n - 1, l->round, l->pile, l->index);

		if (older != NULL && !again)
			result = err_set(err, ERR_AUTH,
			    "the host cheats: it commits to %s %u of round %u again, "
			    "though nothing was taken back",
			    pile_name((enum pile)l->pile), l->index, l->round);
		else if (before == NULL)
			leaves_add(&r->leaves, l);
		else if (memcmp(before->hash, l->hash, sizeof l->hash) != 0)
			result = err_set(err, ERR_AUTH,
			    "another leaf %s %u of round %u than was read before",
			    pile_name((enum pile)l->pile), l->index, l->round);
	}
	leaves_release(&own);
	return result < 0 ? err_wrap(err, "digest %lld", (long long)n) : 0;
}

static int
read_chain(struct player_read *r, const struct rules *const *games, const struct player_pins *pins,
    struct chain *c, struct err *err)
{
	size_t at = 0;
	int found;

	for (;;) {
		struct digest_text t;
		char host_sign[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
		struct hash hash;
		int64_t n;

		found = digest_next(r->text.p, r->text.n, &at, &t, err);
		if (found <= 0)
			break;
		if (digest_host(r->text.p, &t, host_sign, game, &n, err) < 0 ||
		    check_host(c, pins, host_sign, game, n, err) < 0 ||
		    verify_digest(r->text.p, &t, &c->host, game, n, err) < 0 ||
		    digest_parse(games, r->text.p, &t, &r->d, err) < 0)
			return -1;
		hash = digest_hash(r->text.p + t.signed_part.at, t.signed_part.n);
		if (check_link(c, &r->d, &hash, err) < 0)
			return -1;
		if (c->n < 0)
			r->first_n = n;
		else if (n > c->n + 1)
			r->has_gap = true;
		if (read_leaves(r, &t, n, err) < 0)
			return -1;
		c->n = n;
		c->hash = hash;
		r->t = t;
		r->head = hash;
	}
	if (found < 0)
		return -1;
	if (c->n < 0) {
		(void)err_set(err, ERR_SYNTAX, "no digest found in the input");
		return err_hint(err, "a digest begins with the line \"adit-digest v1\"");
	}
	return 0;
}

int
player_needs_view(const struct player_read *r, struct err *err)
{
	if (r->has_view)
		return 0;
	if (r->d.dealing != DEALING_OPEN)
		return err_set(err, ERR_NOT_FOUND, "the digest holds no private view for this key");
	(void)err_set(err, ERR_STALE, "nothing is dealt yet");
	return err_hint(err, "`adit join` and `adit confirm` answer this digest");
}

int
player_open(struct player_read *r, const struct pubkey *host, const struct secret *me,
    uint8_t first, struct err *err)
{
	return read_view(r, host, me, first, err) < 0 || openings_check(r, err) < 0 ? -1 : 0;
}

int
lines_check(const struct player_read *r, struct err *err)
{
	const char *lie = viewtext_lie(r->plain.p, &r->sp, &r->v, &r->d.names);

	if (lie == NULL)
		return 0;
	(void)err_set(err, ERR_AUTH,
	    "the host cheats in digest %lld: the private view says something else "
	    "behind %s than its position",
	    (long long)r->d.n, lie);
	return err_hint(err, "adit read --proof FILE writes what proves it to anyone");
}

/* The dealing, and the own view if there is one. */
static int
check_private(struct player_read *r, const struct chain *c, const struct player_pins *pins,
    const struct secret *me, struct err *err)
{
	if (shares_check(&r->d, me, err) < 0)
		return -1;
	if (me == NULL || r->d.dealing == DEALING_OPEN)
		return 0;
	if (read_view(r, &c->host, me, 0, err) < 0)
		return -1;
	if (openings_check(r, err) == 0 && lines_check(r, err) == 0)
		return 0;
	if (err->code == ERR_AUTH && pins != NULL && pins->proof != NULL) {
		/* The view is signed: with the digests it convinces anyone. */
		buf_add(pins->proof, r->text.p, r->text.n);
		buf_chr(pins->proof, '\n');
		buf_add(pins->proof, r->plain.p, strlen(buf_cstr(&r->plain)));
	}
	return -1;
}

int
player_read(struct player_read *r, const struct rules *const *games, const char *text, size_t n,
    const struct player_pins *pins, const struct secret *me, struct err *err)
{
	struct chain c = { .n = -1 };

	memset(r, 0, sizeof *r);
	if (n > DIGESTS_MAX_BYTES)
		return err_set(err, ERR_SYNTAX, "more input than any game's digests");
	digest_clean(text, n, &r->text);
	if (pins != NULL && pins->leaves != NULL)
		leaves_copy(&r->leaves, pins->leaves);
	if (read_chain(r, games, pins, &c, err) < 0 || check_private(r, &c, pins, me, err) < 0) {
		player_read_release(r);
		return -1;
	}
	return 0;
}
