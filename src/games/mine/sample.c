/*
 * The mine: what a state needs that is made out of a view (core/sample.h).
 */
#include "games/mine/mine.h"

unsigned
mine_front(const struct game *known, card_id *card)
{
	unsigned n = 0;

	for (unsigned s = 0; s < known->n_seats; s++)
		for (unsigned tools = known->seat[s].broken; tools != 0; tools &= tools - 1)
			card[n++] = mine_broken_card(known->rules, (uint8_t)(tools & (~tools + 1)));
	return n;
}
