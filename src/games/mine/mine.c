/*
 * The mine: placing path cards, and turning up goals.
 *
 * (M1) An order is listed exactly if it passes its check.
 * (M2) No hidden card decides what is legal: face-down goals have no tunnels.
 */
#include <assert.h>
#include <string.h>

#include "games/mine/mine.h"
#include "core/unset.h"

/* ---- the board ---- */

static bool
is_ladder(const struct game *g, card_id card)
{
	return (game_card(g, card)->feature & FEATURE_LADDER) != 0;
}

static bool
is_beside_goal(const struct game *g, const struct mine *m, const uint8_t *at)
{
	const int step[EDGES] = { -m->grid.w, 1, m->grid.w, -1 };

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = at[step[e]];

		if (j != CELL_NONE && mine_class_at(g, j) == CARD_GOAL)
			return true;
	}
	return false;
}

/* ---- path cards ---- */

/* A door is a tunnel here [SB2 3.C.11, Q-SB2-25]. */
enum verdict
mine_check_place(const struct game *g, const struct order *o)
{
	UNSET struct mine m;
	int x = o->at[0].x, y = o->at[0].y, dx, dy;
	const uint8_t *at;
	struct fit fit;
	const struct card_def *def = game_card(g, o->card[0]);
	bool ladder = is_ladder(g, o->card[0]);
	uint8_t tunnel = (o->flags & ORDER_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
							   def->tunnel;

	if (!place_in_range(x, y))
		return VERDICT_OUT_OF_RANGE;
	if (board_find(&g->board, x, y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	mine_survey(&m, g);
	dx = x - m.grid.x0;
	dy = y - m.grid.y0;
	if (dx < 1 || dy < 1 || dx >= m.grid.w - 1 || dy >= m.grid.h - 1)
		return VERDICT_NOT_CONNECTED; /* nothing is next to the rim of the grid */
	at = mine_at(&m, x, y);
	fit = mine_fit(&m, at);
	if (!fit_allows(fit, tunnel))
		return VERDICT_EDGES_CLASH;
	if (ladder && is_beside_goal(g, &m, at))
		return VERDICT_BAD_TARGET;
	/* A ladder may join any start or path card, connected or not [SB2 3.C.10]. The edges fit,
	 * so each of these edges is open on both sides. */
	return (ladder ? fit.open : mine_from(&m, at)) != 0 ? VERDICT_OK : VERDICT_NOT_CONNECTED;
}

/* One bit for each place of the grid. */
struct marks {
	uint8_t bit[GRID_MAX / 8 + 1];
};

static void
mark(struct marks *m, unsigned at)
{
	m->bit[at / 8] = (uint8_t)(m->bit[at / 8] | 1u << at % 8);
}

static bool
is_marked(const struct marks *m, unsigned at)
{
	return (m->bit[at / 8] & 1u << at % 8) != 0;
}

unsigned
mine_frontier_ladders(const struct game *g, const struct mine *m, unsigned edges_open,
    struct frontier_cell gap[static FRONTIER_MAX])
{
	const uint8_t facing = edges_rotated((uint8_t)edges_open);
	const int w = m->grid.w,
		  step[EDGES] = { [EDGE_N] = -w, [EDGE_E] = 1, [EDGE_S] = w, [EDGE_W] = -1 };
	UNSET struct marks done;
	unsigned n = 0;

	memset(done.bit, 0, (size_t)(w * m->grid.h / 8 + 1));
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		unsigned edges = mine_class_at(g, i) == CARD_GOAL ? 0 : tunnel_open(m->tunnel[i]);

		for (unsigned e = 0; e < EDGES; e++) {
			const uint8_t *at = mine_at(m, c->x, c->y) + step[e];

			if ((edges & facing & EDGE_BIT(e)) == 0 || *at != CELL_NONE ||
			    is_beside_goal(g, m, at) ||
			    is_marked(&done, (unsigned)(at - m->grid.at)))
				continue;
			mark(&done, (unsigned)(at - m->grid.at));
			gap[n++] = (struct frontier_cell){ (int8_t)(c->x + edge_dx[e]),
				(int8_t)(c->y + edge_dy[e]), mine_fit(m, at) };
		}
	}
	return n;
}

/* ---- goals ---- */

/*
 * [SAB 2.E.18] True if a goal is flipped when it is turned up. `must`: the edge to the card just
 * played, if that card reaches the goal. Otherwise the edges reached by other cards; joining one of
 * them is enough.
 */
static bool
goal_is_flipped(const struct card_def *def, uint8_t must, struct fit fit)
{
	uint8_t turned = tunnel_rotated(def->tunnel);
	bool joins = (tunnel_open(def->tunnel) & must) != 0;
	bool joins_turned = (tunnel_open(turned) & must) != 0;

	if (card_is_symmetric(def))
		return false;
	if (joins != joins_turned)
		return joins_turned;
	return fit_allows(fit, turned) && !fit_allows(fit, def->tunnel);
}

/* [SAB 2.E.17-19] Turns up all reached goals, one after the other, until no more are reached.
 * Continues after the treasure. Returns true if the treasure is turned up. */
static bool
turn_up_goals(struct game *g, struct mine *m, struct place played, struct events *ev)
{
	bool treasure = false, again;

	do {
		again = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			struct cell *c = &g->board.cell[i];
			const uint8_t *at = mine_at(m, c->x, c->y);
			const struct card_def *def;
			struct event e;
			uint8_t from;

			if ((c->flags & CELL_DOWN) == 0 || (from = mine_from(m, at)) == 0)
				continue;
			for (unsigned k = 0; k < EDGES; k++)
				if (c->x + edge_dx[k] == played.x &&
				    c->y + edge_dy[k] == played.y && (from & EDGE_BIT(k)) != 0)
					from = EDGE_BIT(k);
			def = game_card(g, c->card);
			c->flags &= (uint8_t)~CELL_DOWN;
			if (goal_is_flipped(def, from, mine_fit(m, at)))
				c->flags |= CELL_FLIPPED;
			mine_set_tunnel(m, i, cell_tunnel(g->rules->card, c));
			e = event_make_at(EVENT_TURNED_UP, SEAT_NONE, c->card, c->x, c->y);
			e.value = (c->flags & CELL_FLIPPED) != 0;
			event_add(ev, e);
			treasure |= (def->feature & FEATURE_TREASURE) != 0;
			again = true;
		}
		if (again)
			mine_find_reach(m, g);
	} while (again);
	return treasure;
}

bool
mine_place(struct game *g, const struct order *o, struct events *ev)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	bool flipped = (o->flags & ORDER_FLIPPED) != 0 &&
	    !card_is_symmetric(game_card(g, o->card[0]));
	struct event e = event_make_at(EVENT_PLACED, o->seat, cell.card, cell.x, cell.y);
	bool fits, treasure;
	UNSET struct mine m;

	cell.flags = flipped ? CELL_FLIPPED : 0;
	game_remove_card(g, o->seat, o->card[0]);
	fits = board_put(&g->board, cell) != CELL_NONE;
	assert(fits); /* (G5) */
	(void)fits;
	e.value = flipped;
	event_add(ev, e);
	mine_survey(&m, g);
	treasure = turn_up_goals(g, &m, (struct place){ cell.x, cell.y }, ev);
	mine_frontier_cache(g, &m);
	return treasure;
}
