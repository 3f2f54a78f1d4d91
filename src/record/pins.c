/*
 * Pins.
 *
 * (N1) A pin is never changed: a contradiction is an error, and the file stays as it is.
 * (N2) Only two signatures convict a host: that of the current digest, and that of the pin, which
 *      is verified when needed.
 */
#include "record/pins.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/digest_sig.h"
#include "record/saved_digest.h"
#include "util/mem.h"

struct pin
pin_of(const struct transcript_copy *c)
{
	struct pin pin = { .n = c->n, .hash = c->hash, .zero = c->zero, .opens = c->opens };

	memcpy(pin.prev, c->prev, sizeof pin.prev);
	memcpy(pin.sig.b, c->t.sig, sizeof pin.sig.b);
	return pin;
}

bool
pins_add_lost(struct pins *pins, int64_t n, const struct hash *hash)
{
	if (given_up_has(pins->lost, pins->n_lost, n, hash))
		return false;
	GROW(pins->lost, pins->n_lost);
	pins->lost[pins->n_lost++] = (struct given_up){ n, *hash };
	pins->is_new = true;
	return true;
}

void
pins_release(struct pins *pins)
{
	buf_release(&pins->folder);
	free(pins->at);
	free(pins->share);
	free(pins->lost);
	leaves_release(&pins->leaves);
	memset(pins, 0, sizeof *pins);
}

/* ---- the host ---------------------------------------------------------------------------------------- */

static bool
is_attested(const char *game, const char *host_sign, const struct pin *pin)
{
	struct pubkey host;
	struct err none = ERR_INIT;

	return pubkey_sign_parse(host_sign, strlen(host_sign), &host) == 0 &&
	    digest_attest(&host, game, pin->n, &pin->hash, pin->n > 0 ? &pin->zero : NULL,
		&pin->sig, &none) == 0;
}

bool
pins_attested(const struct pins *pins, const struct pin *pin)
{
	return pins->has_host && is_attested(pins->game, pins->host_sign, pin);
}

static void
set_host(struct pins *pins, const char *host_sign)
{
	(void)memcpy(pins->host_sign, host_sign, sizeof pins->host_sign);
	pins->has_host = true;
	pins->is_host_lost = false;
	pins->is_new = true;
}

/* The pinned key is lost. Accepts this key if it has signed all pinned digests. */
static int
find_lost_host(struct pins *pins, const char *host_sign, struct err *err)
{
	for (size_t i = 0; i < pins->n; i++) {
		if (is_attested(pins->game, host_sign, &pins->at[i]))
			continue;
		err_set(err, ERR_AUTH,
		    "%s/pins notes digests that this host of game %s has not signed, and the "
		    "host's "
		    "key in it is damaged",
		    pins->folder.p, pins->game);
		return err_hint(err,
		    "read a digest that you have from your host; to begin without what was known, "
		    "move the file away");
	}
	if (pins->n == 0) {
		err_set(err, ERR_CORRUPT,
		    "%s/pins is damaged: nothing is left in it of the host's key of game %s",
		    pins->folder.p, pins->game);
		return err_hint(err,
		    "move it away to begin without what was known, and compare the "
		    "host's fingerprint");
	}
	set_host(pins, host_sign);
	return 0;
}

int
pins_note_host(struct pins *pins, const char *host_sign, struct err *err)
{
	if (pins->is_host_lost)
		return find_lost_host(pins, host_sign, err);
	if (pins->has_host && strcmp(pins->host_sign, host_sign) != 0) {
		err_set(err, ERR_AUTH, "game %s is signed by another host than before", pins->game);
		return err_hint(err, "ask your host in another way; to begin again, move %s away",
		    pins->folder.p);
	}
	if (!pins->has_host)
		set_host(pins, host_sign);
	return 0;
}

/* ---- digests ----------------------------------------------------------------------------------------- */

static const struct pin *
find_pin(const struct pins *pins, int64_t n)
{
	for (size_t i = pins->n; i-- > 0;)
		if (pins->at[i].n == n)
			return &pins->at[i];
	return NULL;
}

/* Returns a pin that contradicts this digest, or NULL. */
static const struct pin *
find_contrary(const struct pins *pins, const struct pin *new)
{
	const struct pin *same = find_pin(pins, new->n), *last = find_pin(pins, new->n - 1),
			 *next = find_pin(pins, new->n + 1), *zero = find_pin(pins, 0);

	if (same != NULL)
		return seal_equal(same->hash.b, new->hash.b, HASH_BYTES) ? NULL : same;
	if (last != NULL && !seal_equal(new->prev, last->hash.b, HASH_BYTES))
		return last;
	if (zero == NULL && pins->n > 0)
		zero = pins->at;
	if (zero != NULL && !seal_equal(new->zero.b, zero->zero.b, HASH_BYTES))
		return zero;
	return next != NULL && !seal_equal(next->prev, new->hash.b, HASH_BYTES) ? next : NULL;
}

/* (N2) Like find_contrary, but removes pins that the host has not signed. */
static const struct pin *
find_attested(struct pins *pins, const struct pin *new)
{
	const struct pin *other = find_contrary(pins, new);

	while (other != NULL && !pins_attested(pins, other)) {
		size_t at = (size_t)(other - pins->at);

		pins->foreign = other->line;
		memmove(&pins->at[at], &pins->at[at + 1], (pins->n - at - 1) * sizeof *pins->at);
		pins->n--;
		pins->is_new = true;
		other = find_contrary(pins, new);
	}
	return other;
}

bool
pins_add(struct pins *pins, const struct transcript_copy *c)
{
	const struct pin new = pin_of(c);

	if (given_up_has(pins->lost, pins->n_lost, new.n, &new.hash) ||
	    find_attested(pins, &new) != NULL || find_pin(pins, new.n) != NULL)
		return false;
	GROW(pins->at, pins->n);
	pins->at[pins->n++] = new;
	pins->is_new = true;
	return true;
}

/* Removes the leaves of digest n. */
static void
drop_leaves(struct pins *pins, int64_t n)
{
	struct leaves *l = &pins->leaves;
	size_t kept = 0;

	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].n != n)
			l->at[kept++] = l->at[i];
	pins->has_new_leaves = pins->has_new_leaves || kept < l->n;
	l->n = kept;
}

static struct given_up_item
item_of(const struct pins *pins, const struct pin *pin)
{
	struct given_up_item item = { .n = pin->n, .hash = pin->hash };

	memcpy(item.prev, pin->prev, sizeof item.prev);
	item.is_named = given_up_has(pins->lost, pins->n_lost, pin->n, &pin->hash);
	return item;
}

size_t
pins_give_up(struct pins *pins, const struct transcript *tr)
{
	struct given_up_item *item = mem_zero(pins->n + tr->n_copy + 1, sizeof *item);
	size_t kept = 0, n_given = 0;

	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].gives.n > 0)
			(void)pins_add_lost(pins, tr->copy[i].gives.n, &tr->copy[i].gives.hash);
	for (size_t i = 0; i < tr->n_lost; i++)
		(void)pins_add_lost(pins, tr->lost[i].n, &tr->lost[i].hash);
	for (size_t i = 0; i < pins->n; i++)
		item[i] = item_of(pins, &pins->at[i]);
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct pin pin = pin_of(&tr->copy[i]);

		item[pins->n + i] = item_of(pins, &pin);
	}
	if (pins->n_lost > 0)
		given_up_find(item, pins->n + tr->n_copy);
	for (size_t i = 0; i < pins->n; i++) {
		if (!item[i].is_lost) {
			pins->at[kept++] = pins->at[i];
			continue;
		}
		n_given++;
		(void)pins_add_lost(pins, item[i].n, &item[i].hash);
		drop_leaves(pins, item[i].n);
		pins->is_new = true;
	}
	pins->n = kept;
	free(item);
	return n_given;
}

bool
pins_contradict(struct pins *pins, const struct transcript_copy *c)
{
	const struct pin new = pin_of(c);

	return find_attested(pins, &new) != NULL;
}

/* Appends what is known of a digest: the digest if it is in the record, otherwise what the host
 * has signed of it. */
static void
append_seen(const struct pins *pins, const struct pin *pin, struct buf *out)
{
	struct buf text = BUF_INIT, comment = BUF_INIT, untrusted = BUF_INIT;
	struct err none = ERR_INIT;
	struct digest_layout t;
	size_t at = 0;

	if (pins->folder.n > 0 && saved_digest_text(pins->folder.p, pin->n, &text, &none) == 0 &&
	    digest_next(buf_cstr(&text), text.n, &at, &t, &none) == 1 &&
	    seal_equal(digest_hash(text.p + t.signed_part.at, t.signed_part.n).b, pin->hash.b,
		HASH_BYTES)) {
		saved_digest_put(text.p, &t, out);
	} else {
		buf_fmt(&untrusted, "what the host has signed of digest %" PRId64 " of game %s",
		    pin->n, pins->game);
		digest_comment(
		    pins->game, pin->n, &pin->hash, pin->n > 0 ? &pin->zero : NULL, &comment);
		minisign_file_text(&pin->sig, untrusted.p, comment.p, out);
	}
	buf_chr(out, '\n');
	buf_release(&text);
	buf_release(&comment);
	buf_release(&untrusted);
}

static int
fail_fork(const struct pins *pins, const struct pin *other, const struct pin *new, struct err *err)
{
	struct buf where = BUF_INIT;

	if (other->line > 0)
		buf_fmt(&where, "line %d of ", other->line);
	buf_fmt(&where, "%s/pins", buf_cstr(&pins->folder));
	if (other->n == new->n)
		err_set(err, ERR_AUTH, "two different digests %lld of game %s: see %s",
		    (long long)new->n, pins->game, where.p);
	else
		err_set(err, ERR_AUTH,
		    "digest %lld of game %s does not continue digest %lld: one of them was seen "
		    "before, see %s",
		    (long long)(other->n > new->n ? other->n : new->n), pins->game,
		    (long long)(other->n > new->n ? new->n : other->n), where.p);
	buf_release(&where);
	return err_hint(
	    err, "the host shows two histories; adit read --proof FILE keeps both signatures");
}

/* Pins a digest. It must agree with an earlier pin of its number and with its neighbours. */
static int
add_pin(struct pins *pins, const struct transcript *tr, const struct transcript_copy *c,
    struct buf *proof, struct err *err)
{
	const struct pin new = pin_of(c);
	const struct pin *other = find_attested(pins, &new);

	if (other == NULL) {
		(void)pins_add(pins, c);
		return 0;
	}
	if (given_up_has(pins->lost, pins->n_lost, new.n, &new.hash)) {
		(void)err_set(err, ERR_STALE,
		    "digest %lld of game %s is one that the host has lost and given up",
		    (long long)new.n, pins->game);
		return err_hint(err, "read the newest one");
	}
	if (proof != NULL) {
		append_seen(pins, other, proof);
		saved_digest_put(tr->text.p, &c->t, proof);
	}
	return fail_fork(pins, other, &new, err);
}

const struct pinned_share *
pins_share(const struct pins *pins, const char *seat, const struct hash *opener)
{
	for (size_t i = pins->n_share; i-- > 0;)
		if (strcmp(pins->share[i].seat, seat) == 0 &&
		    seal_equal(pins->share[i].opener.b, opener->b, HASH_BYTES))
			return &pins->share[i];
	return NULL;
}

void
pins_note_share(struct pins *pins, const struct pinned_share *share)
{
	GROW(pins->share, pins->n_share);
	pins->share[pins->n_share++] = *share;
	pins->is_new = true;
}

/* In most cases the known leaves are the first ones. Another reader may have added some
 * meanwhile. */
static void
add_leaves(struct pins *pins, const struct leaves *leaves)
{
	const struct leaves *known = &pins->leaves;

	for (size_t i = 0; i < leaves->n; i++) {
		const struct leaf *l = &leaves->at[i];

		if (i < known->n && memcmp(known->at[i].hash, l->hash, sizeof l->hash) == 0)
			continue;
		if (leaves_find(known, l->n, l->round, l->pile, l->index) == NULL)
			leaves_add(&pins->leaves, l);
	}
	if (pins->leaves.n > pins->leaves_kept)
		pins->is_new = pins->has_new_leaves = true;
}

int
pins_note_all(struct pins *pins, const struct transcript *tr, const struct leaves *leaves,
    struct buf *proof, struct err *err)
{
	if (pins_note_host(pins, tr->host_sign, err) < 0)
		return -1;
	for (size_t i = 0; i < tr->n_copy; i++) {
		const struct transcript_copy *c = &tr->copy[i];

		if (transcript_check_printable(tr->text.p, &c->t.signed_part, c->n, err) < 0 ||
		    add_pin(pins, tr, c, proof, err) < 0)
			return -1;
	}
	add_leaves(pins, leaves);
	return 0;
}
