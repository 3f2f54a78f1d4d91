/*
 * Seats in custody.
 *
 * (Q1) Before the deal at least one seat has keys of its own, or the dealing is trusted.
 */
#include "host/custody.h"

#include "seal/custody.h"

int
custody_begin(const struct command *w, uint8_t seat, struct host_action *act, struct err *err)
{
	const unsigned all = (1u << w->t.names.n) - 1;
	struct seckey *key;

	if (custody_has(&w->hs, seat) && ((unsigned)w->hs.bots >> seat & 1u) == 0) {
		(void)err_set(err, ERR_RULE, "%s is in custody already", act->seat);
		return err_hint(
		    err, "adit address GAME.db %s ADDR sets another address", act->seat);
	}
	if (w->t.audited && w->hs.g.phase == PHASE_SETUP &&
	    (w->hs.custody | 1u << seat) == all) { /* (Q1) */
		(void)err_set(err, ERR_RULE, "no seat would have keys of its own");
		return err_hint(
		    err, "a table where all play by plain mail is opened with --trusted-host");
	}
	if (act->sign[0] != '\0')
		return 0;
	if (w->hs.n_custody[seat] == UINT8_MAX)
		return err_set(err, ERR_RULE,
		    "%s was given into custody %d times: no more in this game", act->seat,
		    UINT8_MAX);
	key = custody_seat_key(
	    w->press->key, w->t.game, w->t.names.seat[seat], w->hs.n_custody[seat] + 1u, err);
	if (key == NULL)
		return -1;
	pubkey_sign_text(&key->pub, act->sign);
	pubkey_box_text(&key->pub, act->age);
	seckey_free(key);
	return 0;
}

uint16_t
custody_agreed(const struct host_state *hs)
{
	unsigned seats = hs->custody;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (hs->replaced[i].n > 0)
			seats &= ~(1u << i);
	return (uint16_t)seats;
}

void
custody_note(struct host_state *hs, uint8_t seat, bool custody)
{
	const uint16_t bit = (uint16_t)(1u << seat);

	for (unsigned i = 0; i < SEATS_MAX && (custody || custody_has(hs, seat)); i++) {
		hs->replaced[i].yes = (uint16_t)(hs->replaced[i].yes & ~bit);
		hs->replaced[i].no = (uint16_t)(hs->replaced[i].no & ~bit);
	}
	hs->custody = (uint16_t)(custody ? hs->custody | bit : hs->custody & ~bit);
	hs->bots = (uint16_t)(hs->bots & ~bit);
	hs->n_custody[seat] = (uint8_t)(hs->n_custody[seat] + custody);
}
