/*
 * The mine: placing path cards, and turning up goals.
 *
 * (M1) An order is listed exactly if it passes its check.
 * (M2) No hidden card decides what is legal: face-down goals have no tunnels.
 */
#include <assert.h>
#include <string.h>

#include "games/mine/mine.h"

bool
mine_has_shape(const struct order *o, unsigned n_card, unsigned n_at, bool to)
{
	if (o->n_card != n_card || o->n_at != n_at || (o->to != SEAT_NONE) != to)
		return false;
	for (unsigned i = 0; i < n_at; i++)
		if (o->at[i].part != PART_WHOLE)
			return false;
	return (o->flags & ~(o->kind == ORDER_PLACE ? ORDER_FLIPPED : 0)) == 0;
}

/* ---- the board ---- */

static bool
is_ladder(const struct game *g, card_id card)
{
	return (game_card(g, card)->feature & FEATURE_LADDER) != 0;
}

/* Returns the edges of a cell where the next card may join. For a ladder these are the open edges
 * of a start or path card, connected or not [SB2 3.C.10]; for other cards the reached edges. */
static uint8_t
joining_edges(const struct game *g, const struct mine *m, unsigned cell, bool ladder)
{
	if (!ladder)
		return m->reach[cell];
	return mine_class_at(g, cell) == CARD_GOAL ? 0 : tunnel_open(m->tunnel[cell]);
}

static bool
is_beside_goal(const struct game *g, const struct mine *m, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&m->grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && mine_class_at(g, j) == CARD_GOAL)
			return true;
	}
	return false;
}

/* ---- path cards ---- */

enum verdict
mine_check_place(const struct game *g, const struct order *o)
{
	struct mine m;
	int x = o->at[0].x, y = o->at[0].y;
	const struct card_def *def = game_card(g, o->card[0]);
	bool ladder = is_ladder(g, o->card[0]);
	uint8_t tunnel = (o->flags & ORDER_FLIPPED) != 0 ? tunnel_rotated(def->tunnel) :
							   def->tunnel;

	if (!place_in_range(x, y))
		return VERDICT_OUT_OF_RANGE;
	if (board_find(&g->board, x, y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	mine_survey(&m, g);
	if (!fit_allows(board_fit(&g->board, &m.grid, m.tunnel, x, y), tunnel))
		return VERDICT_EDGES_CLASH;
	if (ladder && is_beside_goal(g, &m, x, y))
		return VERDICT_BAD_TARGET;
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(&m.grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (joining_edges(g, &m, j, ladder) & EDGE_BIT(e ^ 2u)) != 0)
			return VERDICT_OK; /* the edges fit, so this edge is open on both sides */
	}
	return VERDICT_NOT_CONNECTED;
}

/* Returns the index of a cell's place. The grid has a margin, so one step from there stays
 * inside. */
static int
place_in_grid(const struct grid *grid, const struct cell *c)
{
	return (c->y - grid->y0) * grid->w + c->x - grid->x0;
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
	const struct board *b = &g->board;
	const int w = m->grid.w,
		  step[EDGES] = { [EDGE_N] = -w, [EDGE_E] = 1, [EDGE_S] = w, [EDGE_W] = -1 };
	struct marks done;
	uint8_t joining[CELLS_MAX];
	unsigned n = 0;

	memset(done.bit, 0, (size_t)(w * m->grid.h / 8 + 1));
	for (unsigned i = 0; i < b->n; i++) {
		int at = place_in_grid(&m->grid, &b->cell[i]);

		joining[i] = joining_edges(g, m, i, true) & facing;
		/* a ladder is not allowed next to a goal */
		for (unsigned e = 0; e < EDGES && mine_class_at(g, i) == CARD_GOAL; e++)
			mark(&done, (unsigned)(at + step[e]));
	}
	for (unsigned i = 0; i < b->n; i++) {
		unsigned edges = joining[i];

		for (unsigned e = 0; edges != 0; e++, edges >>= 1) {
			int x = b->cell[i].x + edge_dx[e], y = b->cell[i].y + edge_dy[e];
			unsigned at = (unsigned)(place_in_grid(&m->grid, &b->cell[i]) + step[e]);

			if ((edges & 1) == 0 || m->grid.at[at] != CELL_NONE || is_marked(&done, at))
				continue;
			mark(&done, at);
			gap[n++] = (struct frontier_cell){ .x = (int8_t)x,
				.y = (int8_t)y,
				.fit = board_fit(b, &m->grid, m->tunnel, x, y) };
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

/* Returns the edges of cell `goal` at which a neighbour has a reached edge. If the card at `played`
 * is among them, returns only its edge. */
static uint8_t
reached_from(const struct game *g, const struct mine *m, unsigned goal, struct place played)
{
	const struct cell *c = &g->board.cell[goal];
	uint8_t from = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		unsigned j = grid_at(&m->grid, x, y);

		if (j == CELL_NONE || (m->reach[j] & EDGE_BIT(e ^ 2u)) == 0)
			continue;
		if (x == played.x && y == played.y)
			return EDGE_BIT(e);
		from |= EDGE_BIT(e);
	}
	return from;
}

/* [SAB 2.E.17-19] Turns up all reached goals, one after the other, until no more are reached.
 * Continues after the treasure. Returns true if the treasure is turned up. */
static bool
turn_up_goals(struct game *g, struct place played, struct events *ev)
{
	struct mine m;
	bool treasure = false, again;

	mine_survey(&m, g);
	do {
		again = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			struct cell *c = &g->board.cell[i];
			const struct card_def *def;
			struct event e;
			uint8_t from;

			if ((c->flags & CELL_DOWN) == 0 ||
			    (from = reached_from(g, &m, i, played)) == 0)
				continue;
			def = game_card(g, c->card);
			c->flags &= (uint8_t)~CELL_DOWN;
			if (goal_is_flipped(
				def, from, board_fit(&g->board, &m.grid, m.tunnel, c->x, c->y)))
				c->flags |= CELL_FLIPPED;
			m.tunnel[i] = cell_tunnel(g->rules->card, c);
			e = event_make_at(EVENT_TURNED_UP, SEAT_NONE, c->card, c->x, c->y);
			e.value = (c->flags & CELL_FLIPPED) != 0;
			event_add(ev, e);
			treasure |= (def->feature & FEATURE_TREASURE) != 0;
			again = true;
		}
		if (again)
			mine_find_reach(&m, g);
	} while (again);
	mine_frontier_rebuild(g);
	return treasure;
}

bool
mine_place(struct game *g, const struct order *o, struct events *ev)
{
	struct cell cell = { .x = o->at[0].x, .y = o->at[0].y, .card = o->card[0] };
	bool flipped = (o->flags & ORDER_FLIPPED) != 0 &&
	    !card_is_symmetric(game_card(g, o->card[0]));
	bool known = g->board.frontier.known, fits;
	struct event e = event_make_at(EVENT_PLACED, o->seat, cell.card, cell.x, cell.y);

	cell.flags = flipped ? CELL_FLIPPED : 0;
	game_remove_card(g, o->seat, o->card[0]);
	fits = board_put(&g->board, cell);
	assert(fits); /* (G5) */
	(void)fits;
	e.value = flipped;
	event_add(ev, e);
	if (known && mine_frontier_add_card(g, &cell))
		return false;
	return turn_up_goals(g, (struct place){ cell.x, cell.y }, ev);
}
