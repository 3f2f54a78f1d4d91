/*
 * The board of The Duel: legal places of path cards, and the trolls to pay.
 *
 * (T1) A path card is listed with the trolls of duel_find_payments exactly if it passes
 * duel_check_place with them and with no fewer.
 * (T2) No code here reads a face-down card: it has no tunnels, and may be hidden.
 * (T3) A token on a troll means that it is paid. So "what if" questions use a copy of the board.
 */
#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "core/unset.h"
#include "games/duel/duel.h"

/* The board as one side sees it. Invalid after any change of the board. */
struct survey {
	struct grid grid;
	struct duel_side_map sight;
	uint8_t reach[CELLS_MAX];
};

/* Returns the constraint on a card at a place [C5] that has neighbours in the grid. Branch-free:
 * the branch would be mispredicted. */
static struct fit
fit_in_grid(const struct survey *s, unsigned at)
{
	const uint8_t *const here = &s->grid.at[at], *const edges = s->sight.edges;
	const int w = s->grid.w;
	const unsigned n = edges[here[-w]], e = edges[here[1]], south = edges[here[w]],
		       west = edges[here[-1]];
	const unsigned open = (n >> EDGE_S & 1) << EDGE_N | (e >> EDGE_W & 1) << EDGE_E |
	    (south >> EDGE_N & 1) << EDGE_S | (west >> EDGE_E & 1) << EDGE_W;
	const unsigned asked = n >> SIGHT_UP << EDGE_N | e >> SIGHT_UP << EDGE_E |
	    south >> SIGHT_UP << EDGE_S | west >> SIGHT_UP << EDGE_W;

	return (struct fit){ (uint8_t)open, (uint8_t)(asked & ~open) };
}

static struct fit
fit_at(const struct survey *s, int x, int y)
{
	const struct grid *const grid = &s->grid;
	const int dx = x - grid->x0, dy = y - grid->y0;

	/* On or beyond the outermost ring there are no neighbours: the margin is two places
	 * wide. */
	if (dx < 1 || dy < 1 || dx >= grid->w - 1 || dy >= grid->h - 1)
		return (struct fit){ 0, 0 };
	return fit_in_grid(s, (unsigned)(dy * grid->w + dx));
}

/* ---- trolls that an order pays ---- */

/* True if the order pays a troll at x,y. Its trolls follow the first place. */
static bool
pays_at(const struct order *o, int x, int y)
{
	for (unsigned i = 1; i < o->n_at; i++)
		if (o->at[i].x == x && o->at[i].y == y)
			return true;
	return false;
}

/* Puts a token of the seat on each unpaid troll that the order names. */
static void
add_tokens(struct board *b, const struct game *g, const struct order *o)
{
	for (unsigned i = 0; i < b->n; i++)
		if (pays_at(o, b->cell[i].x, b->cell[i].y) && duel_is_troll(g->rules, &b->cell[i]))
			b->cell[i].flags |= duel_token(duel_side(g, o->seat));
}

/* Checks that each named place has an unpaid troll, or the troll card to be placed, each once, and
 * that there are enough tokens [DUEL 4.C.10]. */
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

/* Checks that each paid troll is reached, by any arm. b has the tokens. */
static enum verdict
check_paid_reached(const struct game *g, const struct order *o, const struct board *b)
{
	UNSET struct grid grid;
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
	add_tokens(&paid, g, o);
	return check_paid_reached(g, o, &paid);
}

/* ---- legal places ---- */

static bool
is_ladder(const struct card_def *def)
{
	return (def->feature & (FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE)) != 0;
}

/* True if a ladder may not be next to this cell [DUEL 4.C.9, Q-DUEL-2]. */
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

/* True if a reached edge of a neighbour opens to x,y. */
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

/* [DUEL 4.C.7, 4.C.8] Checks the connection. The named trolls count as paid. */
static enum verdict
check_connected(const struct game *g, struct survey *s, const struct order *o)
{
	int x = o->at[0].x, y = o->at[0].y;
	struct board paid = g->board;
	struct duel_troll_payments w;

	add_tokens(&paid, g, o);
	duel_reach(g->rules, &paid, &s->grid, duel_side(g, o->seat), s->reach);
	if (is_reached(&s->grid, s->reach, x, y))
		return VERDICT_OK;
	duel_find_payments(g, o->seat, x, y, &w);
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
	uint8_t tunnel = flipped ? tunnel_rotated(def->tunnel) : def->tunnel;
	UNSET struct survey s;
	struct board after;
	struct fit fit;
	enum verdict v;

	if (!place_in_range(cell.x, cell.y))
		return VERDICT_OUT_OF_RANGE;
	if (board_find(&g->board, cell.x, cell.y) != CELL_NONE)
		return VERDICT_SPACE_TAKEN;
	grid_make(&s.grid, &g->board);
	duel_side_map_make(&s.sight, g->rules, &g->board, duel_side(g, o->seat));
	fit = fit_at(&s, cell.x, cell.y);
	if (!fit_allows(fit, tunnel))
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
	if (board_put(&after, cell) == CELL_NONE)
		assert(0 && "(G5) there is room");
	return duel_check_pay(g, o, &after);
}

/* ---- the smallest sets of trolls ---- */

/* Lists the unpaid trolls on the board, unless no payment is possible: one must be reached, and a
 * token left. Returns the set of reached ones. s->reach: of the seat, without payment. */
static unsigned
find_trolls(const struct game *g, const struct survey *s, struct duel_troll_payments *w)
{
	unsigned reached = 0;

	w->n_troll = 0;
	for (unsigned i = 0; i < s->sight.n_trolls; i++) {
		const unsigned cell = s->sight.troll[i];

		reached |= (unsigned)(s->reach[cell] != 0) << w->n_troll;
		w->troll[w->n_troll++] = (struct place){ g->board.cell[cell].x,
			g->board.cell[cell].y };
	}
	if (reached == 0 || duel_own(g)->tokens == 0)
		w->n_troll = 0;
	return reached;
}

/* Computes reach and frontier of the seat with a set of the trolls paid. */
static unsigned
reach_paid(const struct game *g, struct survey *s, const struct duel_troll_payments *w,
    unsigned set, struct place front[static FRONTIER_MAX + 1])
{
	struct duel_side_map paid = s->sight;

	for (unsigned i = 0; i < w->n_troll; i++)
		if ((set >> i & 1u) != 0)
			paid.tunnel[paid.troll[i]] = cell_tunnel(
			    g->rules->card, &g->board.cell[paid.troll[i]]);
	return duel_frontier(&paid, &s->grid, s->reach, front);
}

/* Returns the size of the largest set that can be paid. */
static unsigned
size_max(const struct game *g, const struct duel_troll_payments *w)
{
	return w->n_troll < duel_own(g)->tokens ? w->n_troll : duel_own(g)->tokens;
}

void
duel_find_payments(const struct game *g, uint8_t seat, int x, int y, struct duel_troll_payments *w)
{
	struct place front[FRONTIER_MAX + 1];
	UNSET struct survey s;

	grid_make(&s.grid, &g->board);
	duel_side_map_make(&s.sight, g->rules, &g->board, duel_side(g, seat));
	(void)duel_frontier(&s.sight, &s.grid, s.reach, front);
	(void)find_trolls(g, &s, w);
	w->n = 0;
	for (unsigned size = 0; size <= size_max(g, w) && w->n == 0; size++) {
		for (unsigned set = 0; set < 1u << w->n_troll; set++) {
			if (bits_count(set) != size)
				continue;
			(void)reach_paid(g, &s, w, set, front);
			if (is_reached(&s.grid, s.reach, x, y))
				w->set[w->n++] = (uint8_t)set;
		}
	}
}

/* ---- listing ---- */

/* Selects the path cards that are ladders, or that are not: each as printed, then flipped if that
 * differs. */
static void
find_path_moves(
    const struct game *g, const card_id *card, unsigned n, bool ladder, struct duel_path_moves *l)
{
	unsigned k = 0;

	memset(l->open, 0, sizeof l->open);
	memset(l->of, 0, sizeof l->of);
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(g, card[i]);
		const uint64_t open = tunnel_open(def->tunnel);
		unsigned turns;

		if (def->class != CARD_PATH || is_ladder(def) != ladder)
			continue;
		turns = !card_is_symmetric(def);
		l->card[k] = card[i];
		l->flags[k] = 0;
		l->open[k / FIT_WAYS] |= open << 4 * (k % FIT_WAYS);
		l->of[k / FIT_WAYS] |= UINT64_C(1) << 4 * (k % FIT_WAYS);
		k++;
		/* Branch-free: the entry of a symmetric card is overwritten. */
		l->card[k] = card[i];
		l->flags[k] = ORDER_FLIPPED;
		l->open[k / FIT_WAYS] |= (edges_rotated((uint8_t)open) & (uint64_t)(0u - turns))
		    << 4 * (k % FIT_WAYS);
		l->of[k / FIT_WAYS] |= (uint64_t)turns << 4 * (k % FIT_WAYS);
		k += turns;
	}
	l->n_words = (k + FIT_WAYS - 1) / FIT_WAYS;
}

/* Returns the ways of one word that fit: bit 0 of the nibble of each. */
static uint64_t
ways_that_fit(const struct duel_path_moves *l, unsigned word, struct fit fit)
{
	uint64_t clash = fit_conflicts(fit, l->open[word]);

	clash |= clash >> 2;
	clash |= clash >> 1; /* bit 0: any of the four bits */
	return ~clash & l->of[word];
}

/* Adds a place for path cards, or ladders, with these trolls paid, if a card fits. */
static void
add_spot(struct duel_movegen *m, const struct survey *s, struct place at, unsigned set, bool ladder)
{
	struct duel_spot *spot = &m->spot[m->n_spots];
	const struct duel_path_moves *l = &m->laying[ladder];
	unsigned n = 0;

	if (m->n_spots == LEGAL_MAX || !place_in_range(at.x, at.y))
		return;
	spot->at = at;
	spot->set = (uint8_t)set;
	spot->ladder = ladder;
	/* The place is next to a card. */
	spot->fit = fit_in_grid(s, (unsigned)((at.y - s->grid.y0) * s->grid.w + at.x - s->grid.x0));
	for (unsigned k = 0; k < l->n_words; k++)
		n += bits_count_nibbles(ways_that_fit(l, k, spot->fit));
	m->n_spots += n > 0;
	m->n += n;
}

/* Adds the frontiers with larger and larger sets of trolls. Each place gets only its smallest sets
 * [DUEL 4.C.10]. front: the frontier without payment. */
static void
add_paid_spots(struct duel_movegen *m, const struct game *g, struct survey *s,
    struct place front[static FRONTIER_MAX + 1], unsigned n_front, unsigned reached)
{
	/* for each place of the grid: size of the set + 1; 0: not reached yet */
	UNSET uint8_t paid[GRID_MAX];
	const struct duel_troll_payments *w = &m->trolls;

	memset(paid, 0, (size_t)(s->grid.w * s->grid.h));
	for (unsigned i = 0; i < n_front; i++)
		paid[(front[i].y - s->grid.y0) * s->grid.w + front[i].x - s->grid.x0] = 1;
	for (unsigned size = 1; size <= size_max(g, w); size++) {
		for (unsigned set = 1; set < 1u << w->n_troll; set++) {
			/* Without a reached troll a set changes nothing. */
			if (bits_count(set) != size || (set & reached) == 0)
				continue;
			n_front = reach_paid(g, s, w, set, front);
			for (unsigned i = 0; i < n_front; i++) {
				uint8_t *at = &paid[(front[i].y - s->grid.y0) * s->grid.w +
				    front[i].x - s->grid.x0];

				if (*at != 0 && *at != size + 1)
					continue;
				*at = (uint8_t)(size + 1);
				add_spot(m, s, front[i], set, false);
			}
		}
	}
}

static void
add_path_spots(struct duel_movegen *m, const struct game *g, struct survey *s)
{
	struct place front[FRONTIER_MAX + 1];
	const bool trolls = s->sight.n_trolls > 0;
	const unsigned n_front = duel_frontier(
	    &s->sight, &s->grid, trolls ? s->reach : NULL, front);
	unsigned reached;

	for (unsigned i = 0; i < n_front; i++)
		add_spot(m, s, front[i], 0, false);
	if (!trolls)
		return;
	reached = find_trolls(g, s, &m->trolls);
	if (m->trolls.n_troll > 0)
		add_paid_spots(m, g, s, front, n_front, reached);
}

/* [DUEL 4.C.9] Adds places next to any path card with an open edge, each once. */
static void
add_ladder_spots(struct duel_movegen *m, const struct game *g, const struct survey *s)
{
	const struct grid *const grid = &s->grid;
	const struct board *b = &g->board;
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};
	UNSET uint8_t done[GRID_MAX];

	memset(done, 0, (size_t)(grid->w * grid->h));
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		const int here = (c->y - grid->y0) * grid->w + c->x - grid->x0;
		unsigned leads = 0;

		for (unsigned e = 0; e < EDGES; e++)
			leads |= (unsigned)((grid->at[here + step[e]] == CELL_NONE) &
				     (done[here + step[e]] == 0))
			    << e;
		for (leads &= s->sight.edges[i]; leads != 0; leads &= leads - 1) {
			const unsigned e = bits_first(leads);
			const struct place p = { (int8_t)(c->x + edge_dx[e]),
				(int8_t)(c->y + edge_dy[e]) };

			done[here + step[e]] = 1;
			/* Any ladder that fits joins the edge that opens to the place. */
			if (!is_forbidden_to_ladders(g, grid, p.x, p.y))
				add_spot(m, s, p, 0, true);
		}
	}
}

void
duel_find_places(
    const struct game *g, uint8_t seat, const card_id *card, unsigned n, struct duel_movegen *m)
{
	UNSET struct survey s;
	bool ladders = false;

	m->seat = seat;
	m->n = m->n_spots = 0;
	m->trolls.n_troll = 0;
	m->laying[true].n_words = 0;
	for (unsigned i = 0; i < n; i++)
		ladders |= is_ladder(game_card(g, card[i]));
	find_path_moves(g, card, n, false, &m->laying[false]);
	if (ladders)
		find_path_moves(g, card, n, true, &m->laying[true]);
	if (m->laying[false].n_words + m->laying[true].n_words == 0)
		return;
	grid_make(&s.grid, &g->board);
	duel_side_map_make(&s.sight, g->rules, &g->board, duel_side(g, seat));
	if (m->laying[false].n_words > 0)
		add_path_spots(m, g, &s);
	if (m->laying[true].n_words > 0)
		add_ladder_spots(m, g, &s);
}

/* Returns the order for a place, without the card. */
static struct order
blank_at(const struct duel_movegen *m, const struct duel_spot *spot)
{
	struct order o = {
		.kind = ORDER_PLACE, .seat = m->seat, .n_card = 1, .to = SEAT_NONE, .n_at = 1
	};

	o.at[0].x = spot->at.x;
	o.at[0].y = spot->at.y;
	for (unsigned set = spot->set; set != 0; set &= set - 1) {
		const struct place *troll = &m->trolls.troll[bits_first(set)];

		o.at[o.n_at++] = (struct spot){ troll->x, troll->y, PART_WHOLE };
	}
	return o;
}

static void
write_way(const struct duel_path_moves *l, unsigned word, unsigned bit, struct order *o)
{
	o->card[0] = l->card[word * FIT_WAYS + bit / 4];
	o->flags = l->flags[word * FIT_WAYS + bit / 4];
}

void
duel_list_places(const struct duel_movegen *m, struct order_list *list)
{
	for (unsigned i = 0; i < m->n_spots; i++) {
		const struct duel_spot *spot = &m->spot[i];
		const struct duel_path_moves *l = &m->laying[spot->ladder];
		const struct order blank = blank_at(m, spot);

		for (unsigned word = 0; word < l->n_words; word++) {
			uint64_t set = ways_that_fit(l, word, spot->fit);

			for (; set != 0; set &= set - 1) {
				struct order *to = order_list_slot(list, &blank);

				if (to == NULL)
					return;
				list->n++;
				write_way(l, word, bits_first(set), to);
			}
		}
	}
}

void
duel_pick_place(const struct duel_movegen *m, unsigned k, struct order *o)
{
	const struct duel_spot *spot = m->spot;
	unsigned word = 0;

	for (;;) {
		const struct duel_path_moves *l = &m->laying[spot->ladder];
		const uint64_t set = ways_that_fit(l, word, spot->fit);
		const unsigned n = bits_count_nibbles(set);

		if (k < n) {
			*o = blank_at(m, spot);
			write_way(l, word, bits_nth(set, k), o);
			return;
		}
		k -= n;
		word = word + 1 < l->n_words ? word + 1 : 0;
		spot += word == 0;
	}
}
