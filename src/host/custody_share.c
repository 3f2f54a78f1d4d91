/*
 * Seats in custody join and confirm.
 *
 * (R1) The command that opens an attempt also makes the digests with the joins of these seats, and
 *      the command of the last join those with their confirmations: one transaction, one time.
 * (R2) A file that was rebuilt from some of these digests makes the others before any command, at
 *      the time of its last digest.
 */
#include "host/custody.h"

#include "host/rows.h"
#include "record/share.h"
#include "seal/custody.h"
#include "util/mem.h"

/* Returns the seat that has to join or to confirm next, or SEAT_NONE. */
static uint8_t
find_due(const struct command *w)
{
	const struct host_state *hs = &w->hs;

	if (!w->t.audited || hs->g.phase != PHASE_SETUP)
		return SEAT_NONE;
	for (uint8_t i = 0; i < w->t.names.n; i++)
		if (custody_has(hs, i) &&
		    (hs->closed_n < 0 ? !hs->share[i].joined : !hs->share[i].confirmed))
			return i;
	return SEAT_NONE;
}

bool
custody_is_due(const struct command *w)
{
	return find_due(w) != SEAT_NONE;
}

static int
make_order(struct command *w, uint8_t seat, struct parsed_order *order, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	struct seckey *key = custody_seat_key(
	    w->press->key, w->t.game, w->t.names.seat[seat], w->hs.n_custody[seat], err);
	struct share_step step = { .game = w->t.game,
		.seat = w->t.names.seat[seat],
		.attempt = w->hs.attempt,
		.opener = &w->hs.opener,
		.head_n = w->hs.n,
		.sig = t.sig };
	struct hash head;
	int result = -1;

	memcpy(head.b, w->hs.head, sizeof head.b);
	step.head = &head;
	if (key != NULL && rows_get_digest(w->h, -1, &row, &t, err) == 0)
		result = w->hs.closed_n < 0 ? share_join(&step, key, order, err) :
					      share_confirm(&step, key, order, err);
	store_digest_release(&row);
	seckey_free(key);
	return result;
}

int
custody_share(struct command *w, struct err *err)
{
	struct parsed_order *order = mem_new(sizeof *order);
	uint8_t seat;
	int result = 0;

	while (result == 0 && (seat = find_due(w)) != SEAT_NONE) {
		const struct command_order sent = { .in = order };

		result = make_order(w, seat, order, err);
		if (result == 0)
			result = command_exec_order(w, &sent, err);
	}
	w->order = NULL;
	seal_wipe(order, sizeof *order);
	free(order);
	return result;
}

int
custody_exec_share(struct command *w, const void *what, struct err *err)
{
	(void)what;
	return custody_share(w, err);
}
