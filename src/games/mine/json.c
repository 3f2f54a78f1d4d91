/*
 * The common part of positions of Saboteur and its successors: one mine, and the goals looked at.
 */
#include "wire/position_rules.h"

/* [SAB 2.A.2] Checks that there is one start card, at 0,0, and at most SEEN_MAX goals. */
static int
check_table(const struct position_reader *r)
{
	const struct board *b = &r->g->board;
	unsigned goals = 0;
	bool found = false;

	for (size_t i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];

		if (c->card == CARD_HIDDEN || game_card(r->g, c->card)->class == CARD_GOAL)
			goals++;
		if (c->card == CARD_HIDDEN || game_card(r->g, c->card)->class != CARD_START)
			continue;
		if (c->x != 0 || c->y != 0)
			return position_read_fail(r, AT_KEY(NULL, "board"),
			    "the start lies at 0,0, not at %d,%d", c->x, c->y);
		found = true;
	}
	if (goals > SEEN_MAX)
		return position_read_fail(r, AT_KEY(NULL, "board"), "at most %d goals", SEEN_MAX);
	return found ? 0 : position_read_fail(r, AT_KEY(NULL, "board"), "no start at 0,0");
}

int
position_read_goals_seen(
    const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct game *g = r->g;

	(void)at, (void)json;
	for (size_t s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_seen; i++) {
			const struct place *p = &g->seat[s].seen[i];
			unsigned c = board_find(&g->board, p->x, p->y);
			card_id card = c == CELL_NONE ? CARD_NONE : g->board.cell[c].card;

			if (card == CARD_HIDDEN) /* only a goal can be hidden */
				continue;
			if (card == CARD_NONE || game_card(g, card)->class != CARD_GOAL)
				return position_read_fail(
				    r, AT_KEY(AT_SEAT(s), "seen"), "no goal at %d,%d", p->x, p->y);
		}
	}
	return 0;
}

int
position_read_mine(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	return check_table(r) < 0 ? -1 : position_read_goals_seen(r, at, json);
}
