/*
 * The Duel: reach of each side, searched and cached.
 *
 * A search of the whole board for each side and turn would be most of the work of a simulation. But
 * a card that is placed, unlocked or paid only adds to the reach, usually nothing but itself. So
 * the reach is cached with the game (struct duel_state, reach), and the functions here update it.
 *
 * (R1) A valid cached reach equals the result of a search.
 * (R2) It is valid only while no reached goal is face down, except hidden ones, and no reached gold
 * is unclaimed. So new work always starts at a new card.
 * (R3) duel_frontier finds the same places as board_reach_frontier, in any order. It uses the
 * tunnels of duel_tunnel.
 */
#include <string.h>

#include "core/bits.h"
#include "core/unset.h"
#include "games/duel/duel.h"

enum {
	TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE,
	ALL_EDGES = (1 << EDGES) - 1,
	/* features that can be shut */
	CLOSES = FEATURE_TROLL | FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE
};

/* ---- search ---- */

bool
duel_is_troll(const struct rules *rules, const struct cell *cell)
{
	return (cell->flags & (CELL_DOWN | TOKENS)) == 0 &&
	    (rules->card[cell->card].feature & FEATURE_TROLL) != 0;
}

/* Returns the arms of a face-up card that a shut door of the other side closes [DUEL 4.C.6]. */
static uint8_t
shut_arms(const struct rules *rules, const struct cell *cell, enum side side)
{
	const struct card_def *def = &rules->card[cell->card];
	unsigned other = side == SIDE_GREEN ? FEATURE_DOOR_BLUE : FEATURE_DOOR_GREEN;

	if ((def->feature & other) == 0 || (cell->flags & CELL_KEY) != 0)
		return 0;
	return (cell->flags & CELL_FLIPPED) != 0 ? edges_rotated(def->door_at) : def->door_at;
}

uint8_t
duel_tunnel(const struct rules *rules, const struct cell *cell, enum side side)
{
	const uint8_t tunnel = cell_tunnel(rules->card, cell);
	unsigned closed;

	if (tunnel == 0 || (rules->card[cell->card].feature & CLOSES) == 0)
		return tunnel;
	closed = duel_is_troll(rules, cell) ? ALL_EDGES : shut_arms(rules, cell, side);
	closed = (closed | closed << 2) & 0x33u; /* two bits per edge, as in a tunnel */
	closed = (closed | closed << 1) & 0x55u;
	return tunnel | (uint8_t)(tunnel_dead_ends(tunnel) & closed * 3u);
}

static const uint16_t starts[SIDES] = {
	[SIDE_GREEN] = FEATURE_GREEN | FEATURE_LADDER_GREEN,
	[SIDE_BLUE] = FEATURE_BLUE | FEATURE_LADDER_BLUE,
};

bool
duel_is_reach_source(const struct rules *rules, const struct cell *cell, enum side side)
{
	return (rules->card[cell->card].feature & starts[side]) != 0;
}

/* Computes the tunnels of each cell as the side uses them, and the edges where its reach starts. */
static void
init_tunnels(const struct rules *rules, const struct board *b, enum side side, uint8_t *tunnel,
    uint8_t *reach)
{
	for (unsigned i = 0; i < b->n; i++) {
		tunnel[i] = duel_tunnel(rules, &b->cell[i], side);
		reach[i] = 0;
		if (tunnel[i] != 0 && duel_is_reach_source(rules, &b->cell[i], side))
			reach[i] = tunnel_open(tunnel[i]);
	}
}

void
duel_reach(const struct rules *rules, const struct board *b, const struct grid *grid,
    enum side side, uint8_t reach[static CELLS_MAX])
{
	uint8_t tunnel[CELLS_MAX];

	init_tunnels(rules, b, side, tunnel, reach);
	board_reach(b, grid, tunnel, reach);
}

/* [DUEL 4.D.12, Q-DUEL-13] Gold without a part of its own is in the middle, inside the doors: a
 * closed arm does not lead to it. */
bool
duel_reaches_gold(const struct rules *rules, const struct cell *cell, enum side side, uint8_t reach)
{
	const struct card_def *def;
	uint8_t part;

	if ((cell->flags & CELL_DOWN) != 0 || (rules->card[cell->card].feature & FEATURE_GOLD) == 0)
		return false;
	def = &rules->card[cell->card];
	part = (cell->flags & CELL_FLIPPED) != 0 ? edges_rotated(def->gold_at) : def->gold_at;
	if (part == 0)
		part = (uint8_t)(ALL_EDGES & ~shut_arms(rules, cell, side));
	return (reach & part) != 0;
}

/* ---- cache ---- */

/* Shift of the half of a side in a byte of reach. */
static const uint8_t half[SIDES] = { [SIDE_GREEN] = 0, [SIDE_BLUE] = EDGES };

static unsigned
reached_by(const struct game *g, unsigned cell, enum side side)
{
	return (unsigned)duel_own(g)->reach[cell] >> half[side] & ALL_EDGES;
}

/* Returns the card across edge e of a cell, or CELL_NONE. Neighbours to the north and south are
 * adjacent in the list. */
static unsigned
beside(const struct board *b, unsigned cell, unsigned e)
{
	const int x = b->cell[cell].x + edge_dx[e], y = b->cell[cell].y + edge_dy[e];

	const int rank = place_rank(x, y);

	/* Next to a card in the list are those of its column, then those of the next one. Before
	 * index 0 comes UINT_MAX, which is not an index. */
	if (e == EDGE_N || e == EDGE_W)
		do
			cell--;
		while (cell < b->n && place_rank(b->cell[cell].x, b->cell[cell].y) > rank);
	else
		do
			cell++;
		while (cell < b->n && place_rank(b->cell[cell].x, b->cell[cell].y) < rank);
	return cell_is_at(b, cell, x, y) ? cell : (unsigned)CELL_NONE;
}

/* True if the card has gold that the side can claim. */
static bool
has_gold_left(const struct game *g, unsigned cell, enum side side, unsigned reach)
{
	const struct cell *c = &g->board.cell[cell];

	return (c->flags & TOKENS) == 0 && duel_own(g)->tokens > 0 &&
	    duel_reaches_gold(g->rules, c, side, (uint8_t)reach);
}

/* True if the cell is a goal that is turned up when it is reached. */
static bool
is_unturned(const struct cell *c)
{
	return (c->flags & CELL_DOWN) != 0 && c->card != CARD_HIDDEN;
}

static void
find_beside(const struct board *b, unsigned cell, unsigned around[static EDGES])
{
	for (unsigned e = 0; e < EDGES; e++)
		around[e] = beside(b, cell, e);
}

/* Returns the reach of both sides that arrives at a card from its neighbours, a half each. */
static unsigned
reach_around(const struct game *g, const unsigned around[static EDGES])
{
	unsigned reach = 0;

	for (unsigned e = 0; e < EDGES; e++)
		if (around[e] != CELL_NONE) {
			const unsigned theirs = duel_own(g)->reach[around[e]];

			reach |= (theirs >> (e ^ 2u) & 0x11u) << e;
		}
	return reach;
}

void
duel_cache_reach(struct game *g, uint8_t reach[SIDES][CELLS_MAX])
{
	for (unsigned i = 0; i < g->board.n; i++)
		duel_own(g)->reach[i] = (uint8_t)(reach[SIDE_GREEN][i] << half[SIDE_GREEN] |
		    reach[SIDE_BLUE][i] << half[SIDE_BLUE]);
	g->board.cache_valid = true;
}

void
duel_both_reach(const struct game *g, const struct grid *grid, uint8_t reach[SIDES][CELLS_MAX])
{
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		if (!g->board.cache_valid)
			duel_reach(g->rules, &g->board, grid, side, reach[side]);
		for (unsigned i = 0; g->board.cache_valid && i < g->board.n; i++)
			reach[side][i] = (uint8_t)reached_by(g, i, side);
	}
}

void
duel_search_reach(struct game *g)
{
	uint8_t reach[SIDES][CELLS_MAX];
	unsigned around[EDGES];
	UNSET struct grid grid;

	g->board.cache_valid = false;
	grid_make(&grid, &g->board);
	duel_both_reach(g, &grid, reach);
	duel_cache_reach(g, reach);
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		for (enum side side = SIDE_GREEN; side < SIDES; side++)
			if (has_gold_left(g, i, side, reach[side][i]))
				g->board.cache_valid = false;
		if (!is_unturned(c))
			continue;
		find_beside(&g->board, i, around);
		if (reach_around(g, around) != 0)
			g->board.cache_valid = false;
	}
}

bool
duel_reach_is_ok(const struct game *g)
{
	struct game searched = *g;

	if (!g->board.cache_valid)
		return true;
	duel_search_reach(&searched);
	return searched.board.cache_valid &&
	    memcmp(duel_own(g)->reach, duel_own(&searched)->reach, g->board.n) == 0;
}

/* ---- frontier ---- */

/* Value in a grid, besides cells and CELL_NONE, for an empty place already found. */
enum { FOUND = CELL_NONE - 1 };

void
duel_side_map_make(
    struct duel_side_map *s, const struct rules *rules, const struct board *b, enum side side)
{
	const unsigned closes = FEATURE_TROLL |
	    (side == SIDE_GREEN ? FEATURE_DOOR_BLUE : FEATURE_DOOR_GREEN);

	_Static_assert(CELL_FLIPPED == 1, "to be multiplied");
	s->b = b;
	s->n_begins = s->n_trolls = 0;
	s->tunnel[CELL_NONE] = s->tunnel[FOUND] = s->edges[CELL_NONE] = s->edges[FOUND] = 0;
	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		/* Branch-free: a face-down card is treated as a card without tunnels. */
		const unsigned up = (c->flags & CELL_DOWN) == 0;
		const struct card_def *def = &rules->card[c->card & (0u - up)];
		const unsigned feature = def->feature & (0u - up);
		const unsigned turn = 4 * (c->flags & (unsigned)CELL_FLIPPED);
		const unsigned tunnel = def->tunnel & (0u - up);

		/* Not canonical, which does not matter for a search. */
		s->tunnel[i] = (uint8_t)(tunnel << turn | tunnel >> turn);
		s->edges[i] = (uint8_t)(tunnel_open(s->tunnel[i]) | up << SIGHT_UP);
		s->begins[s->n_begins] = (uint8_t)i;
		s->n_begins += ((feature & starts[side]) != 0) & (tunnel != 0);
		if ((feature & closes) == 0)
			continue;
		s->tunnel[i] = duel_tunnel(rules, c, side);
		s->troll[s->n_trolls] = (uint8_t)i;
		s->n_trolls += duel_is_troll(rules, c);
	}
}

/* (R3) */
unsigned
duel_frontier(const struct duel_side_map *s, struct grid *grid, uint8_t *reach,
    struct place front[static FRONTIER_MAX + 1])
{
	const struct board *b = s->b;
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};
	uint8_t fresh[CELL_NONE + 1]; /* open edges not yet reached */
	uint8_t ahead[CELL_NONE + 1]; /* edges reached but not yet crossed */
	/* cells with such edges, each once; one spare entry for a branch-free write */
	UNSET uint8_t todo[CELLS_MAX + 1];
	unsigned n_todo = 0, n_front = 0;

	/* Copies all entries, because their number is unpredictable. The extra bit for face-up
	 * cells is harmless. */
	memcpy(fresh, s->edges, CELLS_MAX);
	memset(ahead, 0, CELLS_MAX);
	fresh[CELL_NONE] = ALL_EDGES;
	fresh[FOUND] = ahead[CELL_NONE] = ahead[FOUND] = 0;
	for (unsigned i = 0; i < s->n_begins; i++) {
		todo[n_todo++] = s->begins[i];
		ahead[s->begins[i]] = s->edges[s->begins[i]] & ALL_EDGES;
		fresh[s->begins[i]] = 0;
	}
	while (n_todo > 0) {
		const unsigned i = todo[--n_todo], edges = ahead[i];
		const struct cell *c = &b->cell[i];
		uint8_t *here = &grid->at[(c->y - grid->y0) * grid->w + c->x - grid->x0];

		ahead[i] = 0;
		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned j = here[step[e]], back = e ^ 2u;
			unsigned joined;

			if ((edges >> e & (unsigned)fresh[j] >> back & 1u) == 0)
				continue;
			if (j == CELL_NONE) {
				front[n_front++] = (struct place){ (int8_t)(c->x + edge_dx[e]),
					(int8_t)(c->y + edge_dy[e]) };
				here[step[e]] = FOUND;
				continue;
			}
			joined = tunnel_joined(s->tunnel[j], back);
			fresh[j] &= (uint8_t)~joined;
			joined &= ~(unsigned)EDGE_BIT(back); /* this edge leads back */
			todo[n_todo] = (uint8_t)j;
			n_todo += (ahead[j] == 0) & (joined != 0);
			ahead[j] |= (uint8_t)joined;
		}
	}
	for (unsigned i = 0; reach != NULL && i < b->n; i++)
		reach[i] = s->edges[i] & (uint8_t)~fresh[i] & ALL_EDGES;
	for (unsigned i = 0; i < n_front; i++)
		grid->at[(front[i].y - grid->y0) * grid->w + front[i].x - grid->x0] = CELL_NONE;
	return n_front;
}

/* ---- growth ---- */

/* State of a search for what a side newly reaches. */
struct flood {
	struct game *g;
	enum side side;
	bool to_do;              /* a goal or gold is reached */
	unsigned begin, *around; /* the first card, and its neighbours */
	unsigned n;
	struct {
		uint8_t cell, edges;
	} todo[EDGES * CELLS_MAX];
};

/* Marks a card as reached by these edges, of which some are open. */
static void
flow_in(struct flood *f, unsigned cell, unsigned edges)
{
	uint8_t tunnel = duel_tunnel(f->g->rules, &f->g->board.cell[cell], f->side);
	unsigned fresh = 0;

	for (edges &= tunnel_open(tunnel); edges != 0; edges &= edges - 1)
		fresh |= tunnel_joined(tunnel, bits_first(edges));
	fresh &= ~reached_by(f->g, cell, f->side);
	if (fresh == 0)
		return;
	duel_own(f->g)->reach[cell] |= (uint8_t)(fresh << half[f->side]);
	f->todo[f->n].cell = (uint8_t)cell;
	f->todo[f->n++].edges = (uint8_t)fresh;
}

static void
flow_on(struct flood *f)
{
	const struct board *b = &f->g->board;

	while (f->n > 0) {
		unsigned cell = f->todo[--f->n].cell, edges = f->todo[f->n].edges;

		f->to_do |= has_gold_left(f->g, cell, f->side, reached_by(f->g, cell, f->side));
		for (; edges != 0; edges &= edges - 1) {
			const unsigned e = bits_first(edges);
			const unsigned j = cell == f->begin ? f->around[e] : beside(b, cell, e);

			if (j == CELL_NONE)
				continue;
			f->to_do |= is_unturned(&b->cell[j]);
			flow_in(f, j, EDGE_BIT(e ^ 2u));
		}
	}
}

bool
duel_reach_grow(struct game *g, unsigned cell)
{
	const struct cell *c = &g->board.cell[cell];
	unsigned around[EDGES], reach;
	bool to_do = false;

	find_beside(&g->board, cell, around);
	reach = duel_own(g)->reach[cell] | reach_around(g, around);

	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		unsigned from = reach >> half[side] & ALL_EDGES;
		struct flood f;

		if (duel_is_reach_source(g->rules, c, side))
			from = ALL_EDGES;
		if (from == 0)
			continue;
		f.g = g;
		f.side = side;
		f.begin = cell;
		f.around = around;
		f.to_do = false;
		f.n = 0;
		flow_in(&f, cell, from);
		flow_on(&f);
		to_do |= f.to_do;
	}
	return to_do;
}

bool
duel_reach_add_card(struct game *g, unsigned cell)
{
	uint8_t *reach = duel_own(g)->reach;

	memmove(&reach[cell + 1], &reach[cell], g->board.n - 1u - cell);
	reach[cell] = 0;
	g->board.cache_valid = true;
	return duel_reach_grow(g, cell);
}

/* Reach that enters a card by its only reached neighbour leads to no other card. */
bool
duel_reach_ends_at(const struct game *g, unsigned cell)
{
	const unsigned reach = duel_own(g)->reach[cell];
	unsigned around[EDGES], joined = 0;

	find_beside(&g->board, cell, around);
	for (unsigned e = 0; e < EDGES; e++)
		if (around[e] != CELL_NONE) {
			const unsigned theirs = duel_own(g)->reach[around[e]];

			joined |= (theirs >> (e ^ 2u) & reach >> e & 0x11u) << e;
		}
	for (enum side side = SIDE_GREEN; side < SIDES; side++)
		if (bits_count(joined >> half[side] & ALL_EDGES) >
		    !duel_is_reach_source(g->rules, &g->board.cell[cell], side))
			return false;
	return true;
}

void
duel_reach_remove_card(struct game *g, unsigned cell)
{
	uint8_t *reach = duel_own(g)->reach;

	memmove(&reach[cell], &reach[cell + 1], g->board.n - cell);
	g->board.cache_valid = true;
}
