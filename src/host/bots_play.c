/*
 * The live host plays for bots.
 *
 * (P1) The order is the same whenever it is made from the same digest: a run that was killed makes
 *      it again.
 * (P2) The nonce is a secret. With a known one, who sees the hash of a discard could find its card.
 */
#include "host/bots.h"

#include "host/reexec.h"
#include "host/votes.h"
#include "seal/custody.h"
#include "seal/hash.h"
#include "util/mem.h"

uint8_t
bots_due(const struct command *w)
{
	const struct game *g = &w->hs.g;

	return g->phase == PHASE_SETUP || g->phase == PHASE_OVER || g->to_move == SEAT_NONE ||
		((unsigned)w->hs.bots >> g->to_move & 1u) == 0 ||
		undo_request_blocks_play(&w->hs.undo_request) || proposals_are_due(w) ?
	    SEAT_NONE :
	    g->to_move;
}

/* Makes and signs the order of the bot. */
static int
make_order(struct command *w, const struct seckey *host, struct parsed_order *out, struct err *err)
{
	const uint8_t seat = w->hs.g.to_move;
	const char *name = w->t.names.seat[seat];
	struct order_block *b = &out->o.b;
	struct hash secret = custody_seed(host, w->t.game, name, w->hs.n_custody[seat]), nonce;
	struct seckey *key = custody_key(&secret, err);
	const int64_t seq = w->hs.seq_turn[seat] == w->hs.g.turn ? w->hs.seq[seat] + 1 : 1;
	const struct le le = le_encode((uint64_t)seq);
	const struct hash_input part[] = { { secret.b, HASH_BYTES }, { w->hs.head, HASH_BYTES },
		{ le.b, sizeof le.b } };
	const char *line = key != NULL ? bots_line(w, w->t.clock.bots.of[seat].n, err) : NULL;
	int result = -1;

	nonce = hash_parts("adit/bot/nonce", part, sizeof part / sizeof part[0]); /* (P2) */
	memset(b, 0, sizeof *b);
	memcpy(b->game, w->t.game, strlen(w->t.game) + 1);
	memcpy(b->seat, name, strlen(name) + 1);
	b->turn = w->hs.g.turn;
	b->seq = seq;
	memcpy(b->head, w->hs.head, sizeof b->head);
	memcpy(b->nonce, nonce.b, sizeof b->nonce);
	b->n_do = 1;
	if (line != NULL) {
		memcpy(b->doing[0], line, strlen(line) + 1);
		result = order_sign(out, b, key, err);
	}
	seckey_free(key);
	seal_wipe(&secret, sizeof secret);
	return result;
}

/* Sets w->memory if a bot needs it. */
static int
remember(struct command *w, struct err *err)
{
	if (w->memory != NULL || !bots_remember(&w->t.clock.bots))
		return 0;
	w->memory = mem_zero(SEATS_MAX, sizeof *w->memory);
	if (reexec_memory(w, err) == 0)
		return 0;
	bots_forget(w);
	return -1;
}

int
bots_play(struct command *w, const struct seckey *host, struct err *err)
{
	struct parsed_order *order;
	const struct command_order sent = { .in = order = mem_new(sizeof *order) };
	int result = remember(w, err);

	if (result == 0)
		result = make_order(w, host, order, err);
	if (result == 0)
		result = command_exec_order(w, &sent, err);
	w->order = NULL;
	seal_wipe(order, sizeof *order);
	free(order);
	return result;
}

int
bots_exec_play(struct command *w, const void *what, struct err *err)
{
	(void)what;
	return reexec_memory(w, err) < 0 ? -1 : bots_play(w, w->press->key, err);
}
