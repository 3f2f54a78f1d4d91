/*
 * How well the tunnels stand.
 */
#include <string.h>

#include "games/mine/outlook.h"

enum {
	HALVES = 20 /* how often a prospect is halved before it is nothing */
};

static bool
is_target(const struct game *g, const struct cell *c, bool gold_known)
{
	if ((c->flags & CELL_DOWN) == 0)
		return false;
	if (c->card == CARD_HIDDEN)
		return !gold_known;
	return (game_card(g, c->card)->feature & FEATURE_TREASURE) != 0;
}

static void
find_targets(struct mine_outlook *o)
{
	const struct board *b = &o->g->board;

	o->gold_known = false;
	for (unsigned i = 0; i < b->n; i++)
		o->gold_known |= is_target(o->g, &b->cell[i], true);
	o->n_targets = 0;
	for (unsigned i = 0; i < b->n; i++) {
		o->target[i] = is_target(o->g, &b->cell[i], o->gold_known);
		o->n_targets += o->target[i];
	}
	/* The only goal that is left must be it. */
	o->gold_known |= o->n_targets == 1;
}

static unsigned
place_index(const struct grid *grid, int x, int y)
{
	return (unsigned)((y - grid->y0) * grid->w + x - grid->x0);
}

/* Distances from the targets through empty places, in the part of the grid one place inside its
 * rim. */
static void
find_distances(struct mine_outlook *o)
{
	const struct board *b = &o->g->board;
	const struct grid *grid = &o->m.grid;
	struct place queue[GRID_MAX];
	unsigned head = 0, tail = 0;

	memset(o->away, MINE_FAR, (size_t)(grid->w * grid->h));
	for (unsigned i = 0; i < b->n; i++) {
		if (!o->target[i])
			continue;
		o->away[place_index(grid, b->cell[i].x, b->cell[i].y)] = 0;
		queue[tail++] = (struct place){ b->cell[i].x, b->cell[i].y };
	}
	while (head < tail) {
		struct place p = queue[head++];
		uint8_t next = (uint8_t)(o->away[place_index(grid, p.x, p.y)] + 1);

		for (unsigned e = 0; e < EDGES && next < MINE_FAR; e++) {
			int x = p.x + edge_dx[e], y = p.y + edge_dy[e];
			unsigned at = place_index(grid, x, y);

			if (x <= grid->x0 || y <= grid->y0 || x >= grid->x0 + grid->w - 1 ||
			    y >= grid->y0 + grid->h - 1)
				continue;
			if (grid->at[at] != CELL_NONE || o->away[at] != MINE_FAR)
				continue;
			o->away[at] = next;
			queue[tail++] = (struct place){ (int8_t)x, (int8_t)y };
		}
	}
}

/* What a place where the tunnels go on is worth. */
static int
place_prospect(int away)
{
	return away > HALVES ? 0 : 1 << (HALVES - away);
}

void
mine_look(struct mine_outlook *o, const struct game *g, unsigned closed)
{
	o->g = g;
	o->closed = closed;
	mine_survey_without(&o->m, g, closed);
	find_targets(o);
	find_distances(o);
	o->far = MINE_FAR;
	o->prospect = 0;
	for (unsigned i = 0; i < o->m.n_front; i++) {
		int away = o->away[place_index(&o->m.grid, o->m.front[i].x, o->m.front[i].y)];

		o->far = away < o->far ? away : o->far;
		o->prospect += place_prospect(away);
	}
}

int
mine_prospect_with(const struct mine_outlook *o, const struct order *order, bool *reaches)
{
	const struct card_def *def = game_card(o->g, order->card[0]);
	bool ladder = (def->feature & FEATURE_LADDER) != 0;
	uint8_t tunnel = (order->flags & ORDER_FLIPPED) != 0 ? tunnel_turned(def->tunnel) :
							       def->tunnel;
	int x = order->at[0].x, y = order->at[0].y, prospect;
	uint8_t reached = ladder ? tunnel_open(tunnel) : 0;

	if ((def->feature & o->closed) != 0)
		tunnel = tunnel_blind(tunnel);
	*reaches = false;
	prospect = o->prospect;
	for (unsigned i = 0; i < o->m.n_front; i++)
		if (o->m.front[i].x == x && o->m.front[i].y == y)
			prospect -= place_prospect(o->away[place_index(&o->m.grid, x, y)]);
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&o->m.grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (o->m.reach[j] & EDGE_BIT(e ^ 2u)) != 0)
			reached |= tunnel_joined(tunnel, e);
	}
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&o->m.grid, x + edge_dx[e], y + edge_dy[e]);

		if ((reached & EDGE_BIT(e)) == 0)
			continue;
		if (j != CELL_NONE) {
			*reaches |= o->target[j];
			continue;
		}
		prospect += place_prospect(
		    o->away[place_index(&o->m.grid, x + edge_dx[e], y + edge_dy[e])]);
	}
	return prospect;
}

int
mine_prospect_without(const struct mine_outlook *o, const struct order *order)
{
	struct game g = *o->g;
	struct mine_outlook after; /* too big to be cleared first */

	board_remove(&g.board, board_find(&g.board, order->at[0].x, order->at[0].y));
	mine_look(&after, &g, o->closed);
	return after.prospect;
}

int
mine_gain(int before, int after)
{
	int most = before > after ? before : after;

	return most == 0 ? 0 : MINE_GAIN_MAX * (after - before) / most;
}

struct mine_end
mine_end_of(const struct rules *rules, const struct events *ev)
{
	struct mine_end end = { .by = ROLE_NONE };
	uint8_t role[UINT8_MAX + 1] = { ROLE_NONE }; /* of whatever an event calls a seat */

	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind != EVENT_SHOWN || e->seat >= SEATS_MAX)
			continue;
		role[e->seat] = rules->card[e->card].role;
		end.shown |= 1u << role[e->seat];
	}
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND_WINNER)
			end.winners |= 1u << role[e->seat];
		if (e->kind == EVENT_ROUND_END &&
		    (e->value == OUTCOME_GOLD || e->value == OUTCOME_SELFISH)) {
			end.gold = true;
			end.by = (enum role)role[e->seat];
		}
	}
	return end;
}
