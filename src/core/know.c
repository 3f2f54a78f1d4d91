/*
 * What follows from what is seen.
 *
 * (K1) A goal that nobody showed is one of those in the box less those that are known on the table: more
 *      may be gone, never fewer, so what is said to follow does.
 */
#include "core/know.h"

#include <string.h>

static uint16_t
lookers(const struct game *g, struct place at)
{
	unsigned bits = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_seen; i++)
			if (g->seat[s].seen[i].x == at.x && g->seat[s].seen[i].y == at.y)
				bits |= 1u << s;
	return (uint16_t)bits;
}

/* (K1) The one kind that goals nobody has seen can be, or CARD_HIDDEN. */
static card_id
only_kind(const struct game *g)
{
	unsigned left[CARDS_MAX] = { 0 }, kinds = 0;
	card_id only = CARD_HIDDEN;

	for (unsigned i = 0; i < g->rules->n_cards; i++)
		if (g->rules->card[i].class == CARD_GOAL)
			left[i] = g->rules->card[i].copies;
	for (unsigned i = 0; i < g->board.n; i++) {
		card_id card = g->board.cell[i].card;

		if (card < g->rules->n_cards && left[card] > 0)
			left[card]--;
	}
	for (unsigned i = 0; i < g->rules->n_cards; i++) {
		if (left[i] == 0)
			continue;
		only = (card_id)i;
		kinds++;
	}
	return kinds == 1 ? only : CARD_HIDDEN;
}

unsigned
know_goals(const struct game *known, struct know_goal out[static KNOW_GOALS_MAX])
{
	card_id only = only_kind(known);
	unsigned n = 0;

	for (unsigned i = 0; i < known->board.n && n < KNOW_GOALS_MAX; i++) {
		const struct cell *c = &known->board.cell[i];
		struct know_goal *k = &out[n];

		if ((c->flags & CELL_DOWN) == 0)
			continue;
		*k = (struct know_goal){ .at = { c->x, c->y }, .card = c->card };
		k->looked = lookers(known, k->at);
		k->is_seen = c->card != CARD_HIDDEN;
		if (!k->is_seen)
			k->card = only;
		n++;
	}
	return n;
}
