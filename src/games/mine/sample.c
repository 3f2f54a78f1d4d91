/*
 * The mine: what a state needs that is made out of a view (core/sample.h).
 */
#include "games/mine/mine.h"

unsigned
mine_front(const struct game *known, card_id *card)
{
	const struct rules *rules = known->rules;
	unsigned n = 0, done = 0;

	for (unsigned c = 0; c < rules->n_cards; c++) {
		const unsigned tool = rules->card[c].tools;

		if (rules->card[c].action != ACTION_BREAK || (tool & done) != 0)
			continue; /* the first that breaks it stays there (mine_broken_card) */
		done |= tool;
		for (unsigned s = 0; s < known->n_seats; s++) {
			card[n] = (card_id)c; /* in vain unless it counts */
			n += (known->seat[s].broken & tool) != 0;
		}
	}
	return n;
}
