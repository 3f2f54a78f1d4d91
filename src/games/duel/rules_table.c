/*
 * The Duel's table: where a path card may go, and which trolls it takes.
 *
 * (T1) listing and checking agree: a path card is listed with the trolls of duel_ways exactly if it
 *      passes duel_check_place with them and with no fewer.
 * (T2) nothing here reads a card face down: it has no tunnels, and may be hidden.
 * (T3) a token on a troll is what makes it paid: to ask "what if" is to ask a copy of the table.
 */
#include <assert.h>
#include <string.h>

#include "games/duel/duel.h"

/* The table as one side sees it; holds until the board changes. */
struct survey {
	struct grid grid;
	uint8_t reach[CELLS_MAX];
};

/* Does a card face up open to this edge as it lies? */
static bool
is_open(const struct game *g, const struct cell *c, unsigned e)
{
	return tunnel_side(
		   game_card(g, c->card)->tunnel, (c->flags & CELL_FLIPPED) != 0 ? e ^ 2u : e) != 0;
}

/* What is asked of a card at a place [C5]: of few places, so that no card's tunnels are made out that lies
 * elsewhere. */
static struct fit
fit_at(const struct game *g, const struct grid *grid, int x, int y)
{
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};
	const int dx = x - grid->x0, dy = y - grid->y0;
	struct fit fit = { 0, 0 };

	/* On the outermost ring and beyond it nothing is near: the margin is two places wide. */
	if (dx < 1 || dy < 1 || dx >= grid->w - 1 || dy >= grid->h - 1)
		return fit;
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid->at[dy * grid->w + dx + step[e]];
		const struct cell *c = &g->board.cell[j % CELLS_MAX];

		if (j == CELL_NONE || (c->flags & CELL_DOWN) != 0)
			continue;
		if (is_open(g, c, e ^ 2u))
			fit.open |= EDGE_BIT(e);
		else
			fit.closed |= EDGE_BIT(e);
	}
	return fit;
}

/* ---- trolls that an order pays ---- */

/* The paid trolls of an order stand behind its first place. */
static bool
pays_at(const struct order *o, int x, int y)
{
	for (unsigned i = 1; i < o->n_at; i++)
		if (o->at[i].x == x && o->at[i].y == y)
			return true;
	return false;
}

/* The table with a token of the seat on each troll named that lies there. */
static void
put_tokens(struct board *b, const struct game *g, const struct order *o)
{
	for (unsigned i = 0; i < b->n; i++)
		if (pays_at(o, b->cell[i].x, b->cell[i].y) && duel_is_troll(g->rules, &b->cell[i]))
			b->cell[i].flags |= duel_token(duel_side(g, o->seat));
}

/* Is each place named an unpaid troll, or the troll card about to be laid, each once, and are there
 * tokens for all [DUEL 4.C.10]? */
static enum verdict
check_trolls(const struct game *g, const struct order *o)
{
	bool lays_troll = o->kind == ORDER_PLACE &&
	    (game_card(g, o->card[0])->feature & FEATURE_TROLL) != 0;

	for (unsigned i = 1; i < o->n_at; i++) {
		struct spot at = o->at[i];
		unsigned cell = place_in_range(at.x, at.y) ? board_find(&g->board, at.x, at.y) :
							     (unsigned)CELL_NONE;

		for (unsigned j = 1; j < i; j++)
			if (o->at[j].x == at.x && o->at[j].y == at.y)
				return VERDICT_TROLL_PAID;
		if (lays_troll && at.x == o->at[0].x && at.y == o->at[0].y)
			continue;
		if (cell == CELL_NONE || (g->board.cell[cell].flags & CELL_DOWN) != 0 ||
		    (game_card(g, g->board.cell[cell].card)->feature & FEATURE_TROLL) == 0)
			return VERDICT_NOT_A_TROLL;
		if (!duel_is_troll(g->rules, &g->board.cell[cell]))
			return VERDICT_TROLL_PAID;
	}
	return o->n_at > 1 && o->n_at - 1u > duel_own(g)->tokens ? VERDICT_NO_TOKENS : VERDICT_OK;
}

/* Any arm of the troll will do: b has the tokens. */
static enum verdict
check_paid_reached(const struct game *g, const struct order *o, const struct board *b)
{
	struct grid grid;
	uint8_t reach[CELLS_MAX];

	if (o->n_at < 2)
		return VERDICT_OK;
	grid_make(&grid, b);
	duel_reach(g->rules, b, &grid, duel_side(g, o->seat), reach);
	for (unsigned i = 1; i < o->n_at; i++)
		if (reach[board_find(b, o->at[i].x, o->at[i].y)] == 0)
			return VERDICT_TROLL_NOT_REACHED;
	return VERDICT_OK;
}

enum verdict
duel_check_pay(const struct game *g, const struct order *o, const struct board *b)
{
	enum verdict v = check_trolls(g, o);
	struct board paid = *b;

	if (v != VERDICT_OK)
		return v;
	put_tokens(&paid, g, o);
	return check_paid_reached(g, o, &paid);
}

/* ---- where a card may go ---- */

static bool
is_ladder(const struct card_def *def)
{
	return (def->feature & (FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE)) != 0;
}

/* May a ladder not lie beside this [DUEL 4.C.9, Q-DUEL-2]? */
static bool
repels_ladder(const struct game *g, const struct cell *cell)
{
	const struct card_def *def;

	if ((cell->flags & CELL_DOWN) != 0)
		return true;
	def = game_card(g, cell->card);
	return def->class == CARD_GOAL || def->class == CARD_START ||
	    (def->feature & FEATURE_GOLD) != 0;
}

static bool
is_forbidden_to_ladders(const struct game *g, const struct grid *grid, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && repels_ladder(g, &g->board.cell[j]))
			return true;
	}
	return false;
}

/* Does a reached edge of a neighbour open to x,y? */
static bool
is_reached(const struct grid *grid, const uint8_t *reach, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (reach[j] & EDGE_BIT(e ^ 2u)) != 0)
			return true;
	}
	return false;
}

/* [DUEL 4.C.7, 4.C.8] the named trolls counting as paid */
static enum verdict
check_connected(const struct game *g, struct survey *s, const struct order *o)
{
	int x = o->at[0].x, y = o->at[0].y;
	struct board paid = g->board;
	struct duel_ways w;

	put_tokens(&paid, g, o);
	duel_reach(g->rules, &paid, &s->grid, duel_side(g, o->seat), s->reach);
	if (is_reached(&s->grid, s->reach, x, y))
		return VERDICT_OK;
	duel_ways(g, o->seat, x, y, &w);
	return w.n > 0 ? VERDICT_TROLL_UNPAID : VERDICT_NOT_CONNECTED;
}

enum verdict
duel_check_place(const struct game *g, const struct order *o)
{
	const struct card_def *def = game_card(g, o->card[0]);
	bool flipped = (o->flags & ORDER_FLIPPED) != 0;
	struct cell cell = { .x = o->at[0].x,
		.y = o->at[0].y,
		.card = o->card[0],
		.flags = flipped ? CELL_FLIPPED : 0 };
	uint8_t tunnel = flipped ? tunnel_turned(def->tunnel) : def->tunnel;
	struct survey s;
	struct board after;
	struct fit fit;
	enum verdict v;

	if (!place_in_range(cell.x, cell.y))
		return VERDICT_OUT_OF_RANGE;
	if (board_find(&g->board, cell.x, cell.y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	grid_make(&s.grid, &g->board);
	fit = fit_at(g, &s.grid, cell.x, cell.y);
	if (!fit_takes(fit, tunnel))
		return VERDICT_EDGES_CLASH;
	v = check_trolls(g, o);
	if (v != VERDICT_OK)
		return v;
	if (is_ladder(def) && is_forbidden_to_ladders(g, &s.grid, cell.x, cell.y))
		return VERDICT_BAD_TARGET;
	/* A ladder joins any card, connected or not. */
	if (is_ladder(def))
		v = fit.open != 0 ? VERDICT_OK : VERDICT_NOT_CONNECTED;
	else
		v = check_connected(g, &s, o);
	if (v != VERDICT_OK || o->n_at < 2)
		return v;
	after = g->board;
	if (!board_put(&after, cell))
		assert(0 && "(G5) there is room");
	return duel_check_pay(g, o, &after);
}

/* ---- the smallest sets of trolls ---- */

static unsigned
count_bits(unsigned set)
{
	unsigned n = 0;

	for (; set != 0; set &= set - 1)
		n++;
	return n;
}

/* The unpaid trolls on the table, if paying could lead on: one must be reached, and a token left.
 * reach: of the seat, nothing paid. */
static void
find_trolls(const struct game *g, const uint8_t *reach, struct duel_ways *w)
{
	bool reached = false;

	w->n_troll = 0;
	for (unsigned i = 0; i < g->board.n && w->n_troll < DUEL_TROLLS_MAX; i++) {
		const struct cell *c = &g->board.cell[i];

		if (!duel_is_troll(g->rules, c))
			continue;
		w->troll[w->n_troll++] = (struct place){ c->x, c->y };
		reached |= reach[i] != 0;
	}
	if (!reached || duel_own(g)->tokens == 0)
		w->n_troll = 0;
}

/* Those of them that are reached. */
static unsigned
trolls_reached(const struct game *g, const uint8_t *reach, const struct duel_ways *w)
{
	unsigned set = 0;

	for (unsigned i = 0; i < w->n_troll; i++)
		if (reach[board_find(&g->board, w->troll[i].x, w->troll[i].y)] != 0)
			set |= 1u << i;
	return set;
}

/* Reach and front of the seat with a set of the trolls paid. */
static unsigned
reach_paid(const struct game *g, uint8_t seat, const struct grid *grid, const struct duel_ways *w,
    unsigned set, uint8_t *reach, struct place *front)
{
	struct board paid = g->board;

	for (unsigned i = 0; i < w->n_troll; i++)
		if ((set >> i & 1u) != 0)
			paid.cell[board_find(&paid, w->troll[i].x, w->troll[i].y)].flags |=
			    duel_token(duel_side(g, seat));
	return duel_reach_front(g->rules, &paid, grid, duel_side(g, seat), reach, front);
}

/* The largest set that can be paid. */
static unsigned
size_max(const struct game *g, const struct duel_ways *w)
{
	return w->n_troll < duel_own(g)->tokens ? w->n_troll : duel_own(g)->tokens;
}

void
duel_ways(const struct game *g, uint8_t seat, int x, int y, struct duel_ways *w)
{
	struct place front[FRONT_MAX];
	uint8_t reach[CELLS_MAX];
	struct grid grid;

	grid_make(&grid, &g->board);
	duel_reach(g->rules, &g->board, &grid, duel_side(g, seat), reach);
	find_trolls(g, reach, w);
	w->n = 0;
	for (unsigned size = 0; size <= size_max(g, w) && w->n == 0; size++) {
		for (unsigned set = 0; set < 1u << w->n_troll; set++) {
			if (count_bits(set) != size)
				continue;
			(void)reach_paid(g, seat, &grid, w, set, reach, front);
			if (is_reached(&grid, reach, x, y))
				w->set[w->n++] = (uint8_t)set;
		}
	}
}

/* ---- listing ---- */

/* One way to lay a path card of the hand, ready to be tried in many places. */
struct candidate {
	card_id card;
	uint8_t flags, open;
};

/* Those of the cards that are path cards, ladders or not: each as printed, then flipped if that is another;
 * how many. */
static unsigned
find_candidates(
    const struct game *g, const card_id *card, unsigned n, bool ladder, struct candidate *c)
{
	unsigned n_c = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(g, card[i]);
		uint8_t open;

		if (def->class != CARD_PATH || is_ladder(def) != ladder)
			continue;
		open = tunnel_open(def->tunnel);
		c[n_c++] = (struct candidate){ card[i], 0, open };
		if (!card_is_symmetric(def))
			c[n_c++] = (struct candidate){ card[i], ORDER_FLIPPED, edges_turned(open) };
	}
	return n_c;
}

/* Every way to lay these cards at a place; `blank` has the seat and the trolls paid. */
static void
list_at(const struct game *g, const struct survey *s, const struct order *blank,
    const struct candidate *c, unsigned n, struct place at, struct order_list *list)
{
	const struct fit fit = fit_at(g, &s->grid, at.x, at.y);
	const unsigned all = fit.open | fit.closed;
	uint8_t fitting[2 * HAND_MAX + 1];
	unsigned n_fitting = 0;

	/* Without a branch: nobody could foretell what fits. */
	for (unsigned k = 0; k < n; k++) {
		fitting[n_fitting] = (uint8_t)k;
		n_fitting += (c[k].open & all) == fit.open;
	}
	for (unsigned k = 0; k < n_fitting; k++) {
		struct order *to = order_list_slot(list, blank);

		if (to == NULL)
			return;
		list->n++;
		to->card[0] = c[fitting[k]].card;
		to->flags = c[fitting[k]].flags;
		to->at[0].x = at.x;
		to->at[0].y = at.y;
	}
}

static struct order
blank_place(uint8_t seat, const struct duel_ways *w, unsigned set)
{
	struct order o = {
		.kind = ORDER_PLACE, .seat = seat, .n_card = 1, .to = SEAT_NONE, .n_at = 1
	};

	for (unsigned i = 0; i < w->n_troll; i++)
		if ((set >> i & 1u) != 0)
			o.at[o.n_at++] = (struct spot){ w->troll[i].x, w->troll[i].y, PART_WHOLE };
	return o;
}

/* Where tunnels lead, bare first, then with ever larger sets of trolls to places that no smaller one
 * leads to [DUEL 4.C.10]. */
static void
list_paths(const struct game *g, uint8_t seat, struct survey *s, const struct candidate *c,
    unsigned n, struct order_list *list)
{
	struct place front[FRONT_MAX];
	uint8_t paid[GRID_MAX]; /* of each place of the grid: size of the set + 1; 0: no way yet */
	struct duel_ways w = { 0 };
	unsigned n_front = duel_front(g, &s->grid, duel_side(g, seat), s->reach, front);

	unsigned reached;

	find_trolls(g, s->reach, &w);
	reached = trolls_reached(g, s->reach, &w);
	memset(paid, 0, (size_t)(s->grid.w * s->grid.h));
	for (unsigned size = 0; size <= size_max(g, &w); size++) {
		for (unsigned set = 0; set < 1u << w.n_troll; set++) {
			struct order blank;

			/* Paying only where nobody comes leads nowhere else. */
			if (count_bits(set) != size || (set != 0 && (set & reached) == 0))
				continue;
			if (set != 0)
				n_front = reach_paid(g, seat, &s->grid, &w, set, s->reach, front);
			blank = blank_place(seat, &w, set);
			for (unsigned i = 0; i < n_front; i++) {
				struct place p = front[i];
				uint8_t *at =
				    &paid[(p.y - s->grid.y0) * s->grid.w + p.x - s->grid.x0];

				if ((*at != 0 && *at != size + 1) || !place_in_range(p.x, p.y))
					continue;
				*at = (uint8_t)(size + 1);
				list_at(g, s, &blank, c, n, p, list);
			}
		}
	}
}

/* [DUEL 4.C.9] Beside any path card with an open edge, each place once. */
static void
list_ladders(const struct game *g, uint8_t seat, const struct survey *s, const struct candidate *c,
    unsigned n, struct order_list *list)
{
	const struct board *b = &g->board;
	const struct duel_ways none = { 0 };
	const struct order blank = blank_place(seat, &none, 0);
	uint8_t done[GRID_MAX];

	memset(done, 0, (size_t)(s->grid.w * s->grid.h));
	for (unsigned i = 0; i < b->n; i++) {
		for (unsigned e = 0; e < EDGES; e++) {
			struct place p = { (int8_t)(b->cell[i].x + edge_dx[e]),
				(int8_t)(b->cell[i].y + edge_dy[e]) };
			uint8_t *at = &done[(p.y - s->grid.y0) * s->grid.w + p.x - s->grid.x0];

			if ((b->cell[i].flags & CELL_DOWN) != 0 || !is_open(g, &b->cell[i], e) ||
			    *at != 0 || grid_at(&s->grid, p.x, p.y) != CELL_NONE ||
			    !place_in_range(p.x, p.y))
				continue;
			*at = 1;
			/* The edge that opens to the place makes any ladder that fits join. */
			if (!is_forbidden_to_ladders(g, &s->grid, p.x, p.y))
				list_at(g, s, &blank, c, n, p, list);
		}
	}
}

void
duel_list_places(
    const struct game *g, uint8_t seat, const card_id *card, unsigned n, struct order_list *list)
{
	struct candidate c[2 * HAND_MAX];
	unsigned n_paths = find_candidates(g, card, n, false, c);
	unsigned n_ladders = find_candidates(g, card, n, true, c + n_paths);
	struct survey s;

	if (n_paths + n_ladders == 0)
		return;
	grid_make(&s.grid, &g->board);
	if (n_paths > 0)
		list_paths(g, seat, &s, c, n_paths, list);
	if (n_ladders > 0)
		list_ladders(g, seat, &s, c + n_paths, n_ladders, list);
}
