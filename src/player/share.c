/* A player's share of the joint deal: join and confirm; also the waiting list. */

#include "player/player.h"
#include "wire/order_block.h"
#include "wire/standby.h"

/* Returns the seat, or SEAT_NONE and *err. */
static uint8_t
choose_seat(const struct player_read *r, const struct seckey *me, const char *seat,
    const char *named, struct err *err)
{
	const struct digest *d = &r->d;
	uint8_t found = SEAT_NONE;

	if (seat != NULL) {
		found = names_find(&d->names, seat, strlen(seat));
		if (found == SEAT_NONE)
			(void)err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", seat, d->game);
		return found;
	}
	for (uint8_t i = 0; i < d->names.n && found == SEAT_NONE; i++)
		if (seat_is_of(d, i, me))
			found = i;
	if (found == SEAT_NONE && named != NULL)
		found = names_find(&d->names, named, strlen(named));
	if (found == SEAT_NONE) {
		(void)err_set(err, ERR_NOT_FOUND, "no seat of game %s is this key's", d->game);
		(void)err_hint(err, "say which: --seat NAME, in adit play join NAME");
	}
	return found;
}

static struct share_step
make_step(const struct player_read *r, uint8_t seat)
{
	return (struct share_step){ .game = r->d.game,
		.seat = r->d.names.seat[seat],
		.attempt = r->d.attempt,
		.opener = &r->opener.hash,
		.head_n = r->d.n,
		.head = &r->head,
		.sig = r->t.sig };
}

static int
check_open(const struct player_read *r, struct err *err)
{
	if (r->d.dealing != DIGEST_DEALING_OPEN)
		return err_set(err, ERR_STALE,
		    "the cards of game %s are dealt already (dealing: %s)", r->d.game,
		    digest_dealing_name(r->d.dealing));
	if (r->opener.found)
		return 0;
	(void)err_set(err, ERR_NOT_FOUND,
	    "digests 0 to %lld of game %s are needed: your share of the deal is bound to the one "
	    "that began attempt %u",
	    (long long)r->d.n, r->d.game, r->d.attempt);
	return err_hint(err, "give them all: a folder, or one file with all of them in order");
}

int
player_join(const struct player_read *r, const struct seckey *me, const char *seat,
    const char *named, struct parsed_order *out, struct err *err)
{
	struct share_step step;
	uint8_t i;

	if (check_open(r, err) < 0 || seckey_unlock(me, SECRET_SIGN, err) < 0)
		return -1;
	i = choose_seat(r, me, seat, named, err);
	if (i == SEAT_NONE)
		return -1;
	if (r->d.seat_sign[i][0] != '\0' && !seat_is_of(&r->d, i, me))
		return err_set(err, ERR_AUTH, "seat %s belongs to another key", r->d.names.seat[i]);
	if (r->d.has_commit[i])
		return err_set(err, ERR_STALE, "%s has joined already", r->d.names.seat[i]);
	step = make_step(r, i);
	return share_join(&step, me, out, err);
}

int
player_confirm(
    const struct player_read *r, const struct seckey *me, struct parsed_order *out, struct err *err)
{
	struct share_step step;
	uint8_t seat = SEAT_NONE;

	if (check_open(r, err) < 0 || seckey_unlock(me, SECRET_SIGN, err) < 0)
		return -1;
	for (uint8_t i = 0; i < r->d.names.n; i++) {
		if (seat_is_of(&r->d, i, me))
			seat = i;
		if (r->d.has_commit[i])
			continue;
		(void)err_set(err, ERR_STALE, "%s has not joined yet", r->d.names.seat[i]);
		return err_hint(err, "confirm when a digest says that all seats are taken");
	}
	if (seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat of game %s has this key", r->d.game);
	if (r->d.has_reveal[seat])
		return err_set(err, ERR_STALE, "%s has confirmed already", r->d.names.seat[seat]);
	step = make_step(r, seat);
	return share_confirm(&step, me, out, err);
}

/* ---- waiting list ---------------------------------------------------------------------------- */

static int
check_standby(const struct player_read *r, const struct order_block *b, bool waits, struct err *err)
{
	const struct game *g = &r->d.pub.known;

	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (g->phase == PHASE_SETUP) {
		(void)err_set(err, ERR_STALE, "nothing is dealt yet: nobody waits for a seat");
		return err_hint(err, "take one with adit join, without --standby");
	}
	if (!r->d.has_people)
		return err_set(err, ERR_RULE, "nobody can wait for a seat at this table");
	if (waits == (standby_find(&r->d.people, b->sign, b->age) < 0))
		return 0;
	if (waits)
		return err_set(err, ERR_STALE, "this key waits for a seat already");
	return err_set(err, ERR_STALE, "this key does not wait for a seat");
}

int
player_standby(const struct player_read *r, const struct seckey *me, bool waits,
    struct parsed_order *out, struct err *err)
{
	static const char order[] = "standby", no[] = "standby no";
	struct order_block *b = &out->o.b;
	char seat[STANDBY_PROOF_MAX];
	int64_t since = 0;

	memset(b, 0, sizeof *b);
	pubkey_sign_text(&me->pub, b->sign);
	pubkey_box_text(&me->pub, b->age);
	if (check_standby(r, b, waits, err) < 0 || seckey_unlock(me, SECRET_SIGN, err) < 0)
		return -1;
	memcpy(b->game, r->d.game, sizeof b->game);
	memcpy(b->seat, STANDBY_SEAT, sizeof STANDBY_SEAT);
	player_head(r, b);
	b->turn = TURN_ANY;
	b->seq = 1;
	b->n_do = 1;
	memcpy(b->doing[0], waits ? order : no, waits ? sizeof order : sizeof no);
	if (!waits)
		since = r->d.people.standby[standby_find(&r->d.people, b->sign, b->age)].since;
	standby_proof_seat(since, seat);
	keys_prove(b, seat, me);
	seal_random(b->nonce, sizeof b->nonce);
	return order_sign(out, b, me, err);
}
