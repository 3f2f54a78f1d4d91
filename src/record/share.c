/* Shares of the joint deal: checks what a digest says about them. */

#include "record/share.h"

#include <string.h>

#include "seal/derive.h"

static int
fail_cheat(const struct digest *d, struct err *err, const char *what, const char *seat)
{
	(void)err_set(
	    err, ERR_AUTH, "the host cheats in digest %lld: %s %s", (long long)d->n, what, seat);
	return err_hint(err, "keep the digest: the host has signed it");
}

bool
seat_is_of(const struct digest *d, unsigned seat, const struct seckey *me)
{
	char sign[SIGN_TEXT + 1], box[AGE_TEXT + 1];

	pubkey_sign_text(&me->pub, sign);
	pubkey_box_text(&me->pub, box);
	return strcmp(d->seat_sign[seat], sign) == 0 && strcmp(d->seat_age[seat], box) == 0;
}

/* The common end of join and confirm. `out` has the fields of the step already. */
static int
sign_step(const struct share_step *s, const struct seckey *me, const char *what,
    const struct hash *share, struct parsed_order *out, struct err *err)
{
	const struct hash_input part[] = {
		{ share->b, HASH_BYTES },
		{ s->head->b, HASH_BYTES },
		{ what, strlen(what) },
	};
	struct order_block *b = &out->o.b;
	struct hash nonce = hash_parts("adit/nonce", part, sizeof part / sizeof part[0]);

	memcpy(b->game, s->game, strlen(s->game) + 1);
	memcpy(b->seat, s->seat, strlen(s->seat) + 1);
	b->turn = TURN_ANY;
	b->seq = s->attempt;
	memcpy(b->head, s->head->b, sizeof b->head);
	b->has_head_sig = true;
	b->head_n = s->head_n;
	memcpy(b->head_sig, s->sig, sizeof b->head_sig);
	b->n_do = 1;
	memcpy(b->doing[0], what, strlen(what) + 1);
	memcpy(b->nonce, nonce.b, sizeof b->nonce);
	return order_sign(out, b, me, err);
}

int
share_join(
    const struct share_step *s, const struct seckey *me, struct parsed_order *out, struct err *err)
{
	struct order_block *b = &out->o.b;
	struct hash share = derive_share(me, s->game, s->seat, s->attempt, s->opener), commit;
	int result;

	memset(b, 0, sizeof *b);
	commit = derive_seat_commit(s->game, s->seat, s->opener, share.b);
	pubkey_sign_text(&me->pub, b->sign);
	pubkey_box_text(&me->pub, b->age);
	b->has_commit = true;
	memcpy(b->commit, commit.b, sizeof b->commit);
	result = sign_step(s, me, "join", &share, out, err);
	seal_wipe(&share, sizeof share);
	return result;
}

int
share_confirm(
    const struct share_step *s, const struct seckey *me, struct parsed_order *out, struct err *err)
{
	struct order_block *b = &out->o.b;
	struct hash share = derive_share(me, s->game, s->seat, s->attempt, s->opener);
	int result;

	memset(b, 0, sizeof *b);
	b->has_reveal = true;
	memcpy(b->reveal, share.b, sizeof b->reveal);
	result = sign_step(s, me, "confirm", &share, out, err);
	seal_wipe(&share, sizeof share);
	return result;
}

/* Finds digest n in the text; find_seen finds it among the pins. */
static bool
find_given(const struct transcript *tr, int64_t n, struct pin *out)
{
	const struct transcript_copy *c = transcript_find(tr, n);

	if (c != NULL)
		*out = pin_of(c);
	return c != NULL;
}

static bool
find_seen(const struct pins *pins, int64_t n, struct pin *out)
{
	for (size_t i = 0; pins != NULL && i < pins->n; i++) {
		if (pins->at[i].n == n) {
			*out = pins->at[i];
			return true;
		}
	}
	return false;
}

struct attempt_start
attempt_start_find(
    const struct transcript *tr, const struct pins *pins, uint32_t attempt, int64_t n)
{
	struct attempt_start opener = { .found = false };
	/* all from i + 1 to n are linked; before the opener: to the opener */
	bool is_linked = true;
	struct pin pin, next = { .n = n + 1 };

	for (int64_t i = n; i >= 0; i--) {
		if (!find_given(tr, i, &pin) && !find_seen(pins, i, &pin)) {
			is_linked = false;
			continue;
		}
		if (i < n && next.n == i + 1 && !seal_equal(next.prev, pin.hash.b, HASH_BYTES))
			is_linked = false;
		next = pin;
		if (!opener.found && pin.opens == attempt &&
		    (find_given(tr, i, &pin) || pins_attested(pins, &pin))) {
			opener = (struct attempt_start){ true, is_linked, i, pin.hash };
			is_linked = is_linked || find_seen(pins, i, &pin);
		}
	}
	opener.found = opener.found && is_linked;
	return opener;
}

/* Checks one seat's share. */
static int
check_share(const struct digest *d, unsigned i, const struct attempt_start *opener,
    const struct seckey *me, struct err *err)
{
	const char *seat = d->names.seat[i];
	struct hash commit = derive_seat_commit(d->game, seat, &opener->hash, d->seat_reveal[i]), r;

	if (d->has_reveal[i] && memcmp(commit.b, d->seat_commit[i], HASH_BYTES) != 0)
		return fail_cheat(d, err, "what is revealed is not what was committed to by", seat);
	if (me == NULL || !d->has_commit[i])
		return 0;
	/* Both keys: a public key file with a key of another player would name the seat, too. */
	if (seckey_unlock(me, SECRET_SIGN | SECRET_BOX, err) < 0)
		return -1;
	if (!seat_is_of(d, i, me))
		return 0;
	r = derive_share(me, d->game, seat, d->attempt, &opener->hash);
	commit = derive_seat_commit(d->game, seat, &opener->hash, r.b);
	seal_wipe(&r, sizeof r);
	if (memcmp(commit.b, d->seat_commit[i], HASH_BYTES) != 0)
		return fail_cheat(d, err, "another commitment than yours stands for", seat);
	return 0;
}

int
shares_check(const struct digest *d, const struct attempt_start *opener, const struct seckey *me,
    struct err *err)
{
	for (unsigned i = 0; i < d->names.n && d->has_seats; i++) {
		const char *seat = d->names.seat[i];

		if (d->has_reveal[i] && !d->has_commit[i])
			return fail_cheat(
			    d, err, "what is revealed is not what was committed to by", seat);
		for (unsigned k = 0; k < i; k++) {
			if (d->has_commit[i] && d->has_commit[k] &&
			    memcmp(d->seat_commit[i], d->seat_commit[k], HASH_BYTES) == 0)
				return fail_cheat(
				    d, err, "one commitment for two seats, the second is", seat);
			if (d->seat_sign[i][0] != '\0' &&
			    strcmp(d->seat_sign[i], d->seat_sign[k]) == 0)
				return fail_cheat(
				    d, err, "one key for two seats, the second is", seat);
		}
		if (opener->found && check_share(d, i, opener, me, err) < 0)
			return -1;
	}
	return 0;
}
