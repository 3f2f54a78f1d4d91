/*
 * The mine: parts of a deal.
 */
#include <assert.h>

#include "games/mine/mine.h"
#include "core/unset.h"

enum { N_GOALS = 3 };

/* [SAB 2.A.2] Seven columns from the start, with one empty place between goals. The array index is
 * the index among the shuffled goals. */
static const struct place goal_place[N_GOALS] = { { 8, -2 }, { 8, 0 }, { 8, 2 } };

uint8_t
mine_goal_index(const struct game *g, int x, int y)
{
	uint8_t i = N_GOALS;

	(void)g;
	while (i-- > 1)
		if (goal_place[i].x == x && goal_place[i].y == y)
			return i;
	return 0;
}

unsigned
mine_copies(const struct rules *rules, unsigned classes, card_id *p, unsigned max)
{
	unsigned n = 0;

	for (card_id c = 0; c < rules->n_cards; c++) {
		if ((classes & MINE_CLASS(rules->card[c].class)) == 0)
			continue;
		for (unsigned i = 0; i < rules->card[c].copies && n < max; i++)
			p[n++] = c;
	}
	return n;
}

void
mine_deal_hands(struct game *g, uint8_t hand, struct events *ev)
{
	for (uint8_t s = 0; s < g->n_seats; s++) {
		g->seat[s].n_hand = 0;
		for (unsigned i = 0; i < hand && !g->seat[s].resigned; i++)
			(void)game_draw(g, s, ev); /* the deck always has enough cards */
	}
}

void
mine_lay_table(struct game *g, struct rng *rng)
{
	card_id start[1], goal[N_GOALS];
	unsigned n_starts = mine_copies(g->rules, MINE_CLASS(CARD_START), start, 1);
	unsigned n_goals = mine_copies(g->rules, MINE_CLASS(CARD_GOAL), goal, N_GOALS);
	UNSET struct mine m;

	assert(n_starts == 1 && n_goals == N_GOALS);
	(void)n_starts;
	rng_open(rng, g->round, RNG_GOALS);
	rng_shuffle(rng, goal, n_goals);
	g->board.n = 0;
	/* at 0,0; the board has room */
	(void)board_put(&g->board, (struct cell){ .card = start[0] });
	for (unsigned i = 0; i < n_goals; i++)
		(void)board_put(&g->board,
		    (struct cell){ .x = goal_place[i].x,
			.y = goal_place[i].y,
			.card = goal[i],
			.flags = CELL_DOWN });
	mine_survey(&m, g);
	mine_frontier_cache(g, &m);
}
