/*
 * The Duel: cards out of the game, or gold of a seat [DUEL 4.F.20].
 */
#include "core/knowledge.h"
#include "games/duel/duel.h"

static unsigned
gone(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX])
{
	const struct duel_state *duel = duel_own(known);
	unsigned n = 0;

	for (unsigned i = 0; i < duel->n_out; i++)
		card[n++] = duel->out[i];
	for (unsigned s = 0; s < known->n_seats; s++)
		for (unsigned i = 0; i < known->seat[s].n_gold; i++)
			card[n++] = known->seat[s].gold_card[i];
	return n;
}

const struct knowledge_rules duel_know = { .gone = gone };
