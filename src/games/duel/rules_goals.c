/*
 * The Duel: turning up goals, claiming gold.
 *
 * (L1) A goal is turned up so that it continues the tunnel that reached it. One way always does,
 * because no goal has fewer than two open edges.
 * (L2) No gold has two tokens, and none is claimed without one.
 */
#include <assert.h>

#include "games/duel/duel.h"
#include "core/unset.h"

enum { KEEP = 1, FLIP = 2 }; /* ways a goal may be turned up */

struct survey {
	struct grid grid;
	uint8_t reach[SIDES][CELLS_MAX];
};

/* ---- goals ---- */

/* Returns the edges of a goal at which a neighbour has an edge that a side reaches. If the card
 * just played is among them, returns only its edge [DUEL 4.D.11]. */
static uint8_t
reached_from(
    const struct game *g, const struct survey *s, unsigned goal, const struct place *played)
{
	const struct cell *c = &g->board.cell[goal];
	uint8_t from = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		unsigned j = grid_at(&s->grid, x, y);

		if (j == CELL_NONE ||
		    ((s->reach[SIDE_GREEN][j] | s->reach[SIDE_BLUE][j]) & EDGE_BIT(e ^ 2u)) == 0)
			continue;
		if (played != NULL && x == played->x && y == played->y)
			return EDGE_BIT(e);
		from |= EDGE_BIT(e);
	}
	return from;
}

/* Returns the ways that continue a tunnel from one of the edges `from`. If some of them fit all
 * neighbours, returns only those. */
static unsigned
free_ways(const struct card_def *def, uint8_t from, struct fit fit)
{
	uint8_t turned = tunnel_rotated(def->tunnel);
	unsigned joins = 0, fits;

	if (card_is_symmetric(def))
		return KEEP;
	if ((tunnel_open(def->tunnel) & from) != 0)
		joins |= KEEP;
	if ((tunnel_open(turned) & from) != 0)
		joins |= FLIP;
	fits = joins &
	    ((fit_allows(fit, def->tunnel) ? KEEP : 0u) | (fit_allows(fit, turned) ? FLIP : 0u));
	assert(joins != 0); /* (L1) */
	return fits != 0 ? fits : joins;
}

/* [Q-DUEL-11] Returns the value of a goal, placed this way, for the seat: 1 for its own claim, 0
 * for none, -1 for the opponent's. Other goals stay face down and tokens are not counted. */
static int
worth_of(const struct game *g, const struct survey *s, unsigned goal, enum side mine)
{
	const enum side theirs = mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
	const struct cell *c = &g->board.cell[goal];
	uint8_t reach[CELLS_MAX];

	duel_reach(g->rules, &g->board, &s->grid, mine, reach);
	if (duel_reaches_gold(g->rules, c, mine, reach[goal]))
		return 1;
	duel_reach(g->rules, &g->board, &s->grid, theirs, reach);
	return duel_reaches_gold(g->rules, c, theirs, reach[goal]) ? -1 : 0;
}

/* True if the goal is flipped, where both ways are allowed. The goal is face up as printed. */
static bool
is_flip_chosen(struct game *g, const struct survey *s, unsigned goal, enum side mine, uint8_t flags)
{
	int keep, flip;

	if ((flags & (ORDER_TURN_KEEP | ORDER_TURN_FLIP)) != 0)
		return (flags & ORDER_TURN_FLIP) != 0;
	keep = worth_of(g, s, goal, mine);
	g->board.cell[goal].flags |= CELL_FLIPPED;
	flip = worth_of(g, s, goal, mine);
	g->board.cell[goal].flags &= (uint8_t)~CELL_FLIPPED;
	return flip > keep;
}

static void
turn_up(struct game *g, const struct survey *s, unsigned goal, uint8_t from, enum side mine,
    uint8_t flags, struct events *ev)
{
	struct cell *c = &g->board.cell[goal];
	uint8_t tunnel[CELLS_MAX];
	struct event e;
	unsigned ways;

	for (unsigned i = 0; i < g->board.n; i++)
		tunnel[i] = cell_tunnel(g->rules->card, &g->board.cell[i]);
	ways = free_ways(
	    game_card(g, c->card), from, board_fit(&g->board, &s->grid, tunnel, c->x, c->y));
	c->flags &= (uint8_t)~CELL_DOWN;
	if (ways == FLIP || (ways != KEEP && is_flip_chosen(g, s, goal, mine, flags)))
		c->flags |= CELL_FLIPPED;
	e = duel_event_at(EVENT_TURNED_UP, SEAT_NONE, c);
	e.value = (c->flags & CELL_FLIPPED) != 0;
	event_add(ev, e);
}

/* Turns up reached goals by x, then y, one after the other, until no more are reached. */
static void
turn_up_goals(struct game *g, struct survey *s, enum side mine, const struct place *played,
    uint8_t flags, struct events *ev)
{
	bool again;

	do {
		again = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			uint8_t from;

			if ((g->board.cell[i].flags & CELL_DOWN) == 0 ||
			    g->board.cell[i].card == CARD_HIDDEN)
				continue;
			from = reached_from(g, s, i, played);
			if (from == 0)
				continue;
			turn_up(g, s, i, from, mine, flags, ev);
			if (g->board.cache_valid)
				(void)duel_reach_grow(g, i);
			duel_both_reach(g, &s->grid, s->reach);
			again = true;
		}
	} while (again);
}

/* ---- gold ---- */

/* [Q-DUEL-6] Claims gold by descending value, then by x, then y, while there are tokens. */
static void
claim(struct game *g, const struct survey *s, uint8_t seat, struct events *ev)
{
	const enum side side = duel_side(g, seat);
	uint8_t gold[CELLS_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if (s->reach[side][i] != 0 &&
		    (c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) == 0 &&
		    duel_reaches_gold(g->rules, c, side, s->reach[side][i]))
			gold[n++] = (uint8_t)i;
	}
	for (unsigned value = DUEL_GOLD_VALUE_MAX; value > 0; value--) {
		for (unsigned i = 0; i < n && duel_own(g)->tokens > 0; i++) {
			struct cell *c = &g->board.cell[gold[i]];

			if (game_card(g, c->card)->value != value)
				continue;
			c->flags |= duel_token(side);
			duel_own(g)->tokens--;
			event_add(ev, duel_event_at(EVENT_CLAIMED, seat, c));
		}
	}
}

void
duel_resolve_reached(
    struct game *g, uint8_t seat, const struct place *played, uint8_t flags, struct events *ev)
{
	UNSET struct survey s;

	grid_make(&s.grid, &g->board);
	duel_both_reach(g, &s.grid, s.reach);
	turn_up_goals(g, &s, duel_side(g, seat), played, flags, ev);
	claim(g, &s, seat, ev);
	claim(g, &s, (uint8_t)(1 - seat), ev);
	duel_cache_reach(g, s.reach);
}
