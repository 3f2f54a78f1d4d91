/*
 * The mine: where a path card may be placed.
 *
 * A search of the whole board each turn would be most of the work of a simulation. But a new card
 * changes little: its place leaves the frontier, the places around it get one more constraint or
 * are new. A search continues from the card only where it joins tunnels that were cut off. A card
 * at the end of a tunnel, or on none, is removed as fast. The board is searched again only when a
 * goal is turned up or a tunnel is broken.
 *
 * (O1) A known frontier equals a recomputed one, including its order. Legality and listing
 * therefore depend only on the cells.
 * (O2) The frontier is known only if no face-down goal is reached by the tunnels.
 * (O3) The window then has every card at least two places inside its rim. So one or two steps from
 * a card stay inside.
 */
#include <string.h>

#include "core/bits.h"
#include "games/mine/mine.h"

/* ---- survey ---- */

/* True if reach starts at this card. `tunnel`: its tunnels as it is placed. */
static bool
is_source(const struct game *g, const struct cell *c, uint8_t tunnel)
{
	const struct card_def *def;

	if (tunnel == 0) /* includes cards that a view hides */
		return false;
	def = game_card(g, c->card);
	return def->class == CARD_START || (def->feature & FEATURE_LADDER) != 0;
}

void
mine_find_reach(struct mine *m, const struct game *g)
{
	const struct board *b = &g->board;

	for (unsigned i = 0; i < b->n; i++)
		m->reach[i] = is_source(g, &b->cell[i], m->tunnel[i]) ? tunnel_open(m->tunnel[i]) :
									0;
	m->n_front = board_reach_frontier(b, &m->grid, m->tunnel, m->reach, m->front);
}

void
mine_lay_out(struct mine *m, const struct game *g)
{
	const struct board *b = &g->board;

	grid_make(&m->grid, b);
	for (unsigned i = 0; i < b->n; i++)
		m->tunnel[i] = cell_tunnel(g->rules->card, &b->cell[i]);
}

void
mine_survey(struct mine *m, const struct game *g)
{
	mine_lay_out(m, g);
	mine_find_reach(m, g);
}

void
mine_survey_without(struct mine *m, const struct game *g, unsigned features)
{
	const struct board *b = &g->board;

	mine_lay_out(m, g);
	for (unsigned i = 0; features != 0 && i < b->n; i++)
		if (m->tunnel[i] != 0 && (game_card(g, b->cell[i].card)->feature & features) != 0)
			m->tunnel[i] = tunnel_dead_ends(m->tunnel[i]);
	mine_find_reach(m, g);
}

/* ---- cache ---- */

unsigned
mine_frontier_compute(
    const struct game *g, const struct mine *m, struct frontier_cell gap[static FRONTIER_MAX])
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n_front; i++) {
		struct frontier_cell o = { .x = m->front[i].x, .y = m->front[i].y };
		unsigned k = n;

		if (!place_in_range(o.x, o.y))
			continue;
		o.fit = board_fit(&g->board, &m->grid, m->tunnel, o.x, o.y);
		for (unsigned e = 0; e < EDGES; e++) {
			unsigned j = grid_at(&m->grid, o.x + edge_dx[e], o.y + edge_dy[e]);

			const unsigned there = j != CELL_NONE;
			const unsigned reach = m->reach[j & (0u - there)]; /* branch-free */

			o.from |= (uint8_t)((reach >> (e ^ 2u) & there) << e);
		}
		for (; k > 0 && place_rank(gap[k - 1].x, gap[k - 1].y) > place_rank(o.x, o.y); k--)
			gap[k] = gap[k - 1];
		gap[k] = o;
		n++;
	}
	return n;
}

/* Value in the window for a face-down goal. No canonical tunnel has this value. */
enum { DOWN = TUNNEL(2, 2, 2, 2) };

/* Offsets between neighbours in the window. */
static const int8_t window_step[EDGES] = {
	[EDGE_N] = -1, [EDGE_E] = WINDOW_HEIGHT, [EDGE_S] = 1, [EDGE_W] = -WINDOW_HEIGHT
};

/* Returns the number of a place in the window. */
static unsigned
number_of(const struct frontier *o, int x, int y)
{
	return (unsigned)((x - o->x0) * WINDOW_HEIGHT + y - o->y0);
}

/* Returns the number of a place that may have a card (O3), else WINDOW. */
static unsigned
place_in_window(const struct frontier *o, int x, int y)
{
	const unsigned dx = (unsigned)(x - o->x0), dy = (unsigned)(y - o->y0);

	return dx - 2 < WINDOW_WIDTH - 4 && dy - 2 < WINDOW_HEIGHT - 4 ? number_of(o, x, y) :
									 (unsigned)WINDOW;
}

/* Centres the window on the board. Returns false if a part of it would be out of range. */
static bool
move_window(const struct board *b, struct frontier *o)
{
	int x0, y0 = 0, y1 = 0;

	for (unsigned i = 0; i < b->n; i++) {
		y0 = b->cell[i].y < y0 ? b->cell[i].y : y0;
		y1 = b->cell[i].y > y1 ? b->cell[i].y : y1;
	}
	x0 = (b->cell[0].x + b->cell[b->n - 1].x - WINDOW_WIDTH) / 2;
	y0 = (y0 + y1 - WINDOW_HEIGHT) / 2;
	o->x0 = (int8_t)x0;
	o->y0 = (int8_t)y0;
	return place_in_range(x0, y0) &&
	    place_in_range(x0 + WINDOW_WIDTH - 1, y0 + WINDOW_HEIGHT - 1);
}

/* Returns the constraints that a card with these open edges puts on its neighbours [C5]. For edge e
 * these are bits e and EDGES + e, see add_constraint. */
static unsigned
edge_constraints(unsigned open)
{
	return open | (~open & 0x0fu) << EDGES;
}

/* Adds the constraint to the place `there` at edge e of that card. */
static void
add_constraint(struct frontier *o, unsigned there, unsigned e, unsigned constraints)
{
	o->required[there] |= (uint8_t)((constraints >> e & 0x11u) << (e ^ 2u));
}

/* Fills tunnel and asked. Returns false if a card is outside the window or a face-up card has no
 * tunnel. */
static bool
fill_window(const struct game *g, struct frontier *o)
{
	memset(o->tunnel, 0, sizeof o->tunnel);
	memset(o->required, 0, sizeof o->required);
	o->n_down = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const uint8_t tunnel = cell_tunnel(g->rules->card, c);
		const unsigned at = place_in_window(o, c->x, c->y);

		if (at == WINDOW || (tunnel == 0 && (c->flags & CELL_DOWN) == 0))
			return false;
		o->tunnel[at] = tunnel != 0 ? tunnel : (uint8_t)DOWN;
		o->n_down = (uint8_t)(o->n_down + (tunnel == 0));
		for (unsigned e = 0; e < EDGES && tunnel != 0; e++)
			add_constraint(o, at + (unsigned)window_step[e], e,
			    edge_constraints(tunnel_open(tunnel)));
	}
	return true;
}

/* ---- the list ---- */

static void
clear_list(struct frontier *o)
{
	o->n = 0;
	for (unsigned i = 0; i < FRONTIER_CACHE_ROOM; i++)
		o->at[i] = INT16_MAX;
}

/* Inserts a place. Returns false if the list is full. */
static bool
add_to_list(struct frontier *o, unsigned at)
{
	unsigned i = o->n;

	if (i == FRONTIER_CACHE_MAX)
		return false;
	for (; i > 0 && o->at[i - 1] > (int)at; i--)
		o->at[i] = o->at[i - 1];
	o->at[i] = (int16_t)at;
	o->n++;
	return true;
}

static void
remove_from_list(struct frontier *o, unsigned at)
{
	unsigned i = 0;

	while (o->at[i] != (int)at)
		i++;
	o->n--;
	for (; i <= o->n; i++)
		o->at[i] = o->at[i + 1];
}

/*
 * Replaces a place by its neighbours on the edges in `fresh`. Returns false if the list has no
 * room. Positions are unpredictable, so it scans the whole list and moves everything that may move,
 * in a fixed number of steps.
 */
static bool
replace_in_list(struct frontier *o, unsigned at, unsigned fresh)
{
	enum { ALL = FRONTIER_CACHE_MAX * sizeof o->at[0], SOME = 8 };
	const int16_t here = (int16_t)at, west = (int16_t)(here - WINDOW_HEIGHT),
		      east = (int16_t)(here + WINDOW_HEIGHT);
	int16_t was[FRONTIER_CACHE_ROOM], before_here = 0, before_west = 0, before_east = 0;
	int16_t *to = o->at;

	if (o->n - 1 + bits_count(fresh) > FRONTIER_CACHE_MAX)
		return false;
	memcpy(was, o->at, sizeof was);
	for (unsigned i = 0; i < o->n; i += SOME)
		for (unsigned k = 0; k < SOME; k++) {
			before_west = (int16_t)(before_west + (was[i + k] < west));
			before_here = (int16_t)(before_here + (was[i + k] < here));
			before_east = (int16_t)(before_east + (was[i + k] < east));
		}
	to += before_west;
	*to = west;
	to += fresh >> EDGE_W & 1;
	memcpy(to, was + before_west, ALL);
	to += before_here - before_west;
	*to = (int16_t)(here - 1);
	to += fresh >> EDGE_N & 1;
	*to = (int16_t)(here + 1);
	to += fresh >> EDGE_S & 1;
	memcpy(to, was + before_here + 1, ALL);
	to += before_east - before_here - 1;
	*to = east;
	to += fresh >> EDGE_E & 1;
	memcpy(to, was + before_east, ALL);
	o->n = (uint8_t)(to - o->at + o->n - before_east);
	return true;
}

#define ALLOWS(a, o) \
	((uint64_t)(((o) & (a)&0x0f) == ((a)&0x0f) && ((o) & (a) >> EDGES) == 0) << 4 * (o))
#define ALLOWS4(a, o) (ALLOWS(a, o) | ALLOWS(a, (o) + 1) | ALLOWS(a, (o) + 2) | ALLOWS(a, (o) + 3))
#define ALLOWED(a)    (ALLOWS4(a, 0) | ALLOWS4(a, 4) | ALLOWS4(a, 8) | ALLOWS4(a, 12))
#define ALLOWED4(a)   ALLOWED(a), ALLOWED((a) + 1), ALLOWED((a) + 2), ALLOWED((a) + 3)
#define ALLOWED16(a)  ALLOWED4(a), ALLOWED4((a) + 4), ALLOWED4((a) + 8), ALLOWED4((a) + 12)
#define ALLOWED64(a)  ALLOWED16(a), ALLOWED16((a) + 16), ALLOWED16((a) + 32), ALLOWED16((a) + 48)
const uint64_t mine_takes[256] = { ALLOWED64(0), ALLOWED64(64), ALLOWED64(128), ALLOWED64(192) };

static void
count_allowed(struct frontier *o)
{
	const uint64_t low = UINT64_C(0x0f0f0f0f0f0f0f0f);
	uint64_t even = 0, odd = 0;

	for (unsigned i = 0; i < o->n; i++) {
		const uint64_t allowed = mine_takes[o->required[o->at[i]]];

		even += allowed & low;
		odd += allowed >> 4 & low;
	}
	o->takes[0] = even;
	o->takes[1] = odd;
}

/* ---- search ---- */

/* State of a search in the window: places, each with the edges still to cross. */
struct flood {
	unsigned n;
	uint16_t todo[EDGES * CELLS_MAX];
};

static void
flood_reaches(struct frontier *o, struct flood *f, unsigned at, unsigned edges, unsigned ahead)
{
	o->reach[at] |= (uint8_t)edges;
	f->todo[f->n] = (uint16_t)(at << EDGES | ahead);
	f->n += ahead != 0;
}

/* Runs the search to its end. Returns false if it reaches a face-down goal or the list is full. */
static bool
flood(struct frontier *o, struct flood *f)
{
	while (f->n > 0) {
		const unsigned todo = f->todo[--f->n], from = todo >> EDGES;

		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned at = from + (unsigned)window_step[e], back = e ^ 2u;
			const uint8_t tunnel = o->tunnel[at];
			unsigned joined;

			if ((todo >> e & 1) == 0)
				continue;
			if (tunnel == 0) {
				if (o->reach[at] == 0 && !add_to_list(o, at))
					return false;
				o->reach[at] |= EDGE_BIT(back);
				continue;
			}
			if (tunnel == DOWN)
				return false;
			if (tunnel_side(tunnel, back) == 0 || (o->reach[at] >> back & 1) != 0)
				continue;
			joined = tunnel_joined(tunnel, back);
			flood_reaches(o, f, at, joined, joined & ~(unsigned)EDGE_BIT(back));
		}
	}
	return true;
}

/* Searches from these edges of a card. */
static bool
flood_from(struct frontier *o, unsigned at, unsigned ahead)
{
	struct flood f;

	f.n = 0;
	flood_reaches(o, &f, at, 0, ahead);
	return flood(o, &f);
}

/* Searches the window from all sources. */
static void
search_window(struct game *g)
{
	struct frontier *o = &g->board.frontier;
	struct flood f;

	f.n = 0;
	memset(o->reach, 0, sizeof o->reach);
	clear_list(o);
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const uint8_t tunnel = cell_tunnel(g->rules->card, c);

		if (is_source(g, c, tunnel))
			flood_reaches(o, &f, place_in_window(o, c->x, c->y), tunnel_open(tunnel),
			    tunnel_open(tunnel));
	}
	o->known = flood(o, &f);
	count_allowed(o);
}

void
mine_frontier_rebuild(struct game *g)
{
	struct frontier *o = &g->board.frontier;

	o->known = false;
	if (move_window(&g->board, o) && fill_window(g, o))
		search_window(g);
}

/* True if list, constraints and counts equal the result of a survey. */
static bool
are_listed(const struct frontier *o, const struct frontier_cell *gap, unsigned n)
{
	for (unsigned open = 0; open < 1 << EDGES; open++) {
		unsigned allowed = 0;

		for (unsigned i = 0; i < n; i++)
			allowed += (gap[i].fit.open & ~open) == 0 &&
			    (gap[i].fit.closed & open) == 0;
		if (frontier_fit_count(o, open) != allowed)
			return false;
	}
	for (unsigned i = 0; i < n; i++) {
		const unsigned at = number_of(o, gap[i].x, gap[i].y);

		if (o->at[i] != (int)at ||
		    o->required[at] != (gap[i].fit.open | gap[i].fit.closed << EDGES))
			return false;
	}
	return o->n == n && o->at[n] == INT16_MAX;
}

bool
mine_frontier_is_ok(const struct game *g)
{
	const struct frontier *cached = &g->board.frontier;
	struct frontier made = { .x0 = cached->x0, .y0 = cached->y0 };
	struct frontier_cell gap[FRONTIER_MAX];
	struct mine m;
	unsigned n;

	if (!cached->known)
		return true;
	mine_survey(&m, g);
	if (!fill_window(g, &made) || made.n_down != cached->n_down ||
	    memcmp(made.tunnel, cached->tunnel, sizeof made.tunnel) != 0 ||
	    memcmp(made.required, cached->required, sizeof made.required) != 0)
		return false;
	n = mine_frontier_compute(g, &m, gap);
	for (unsigned i = 0; i < n; i++)
		made.reach[number_of(cached, gap[i].x, gap[i].y)] = gap[i].from;
	for (unsigned i = 0; i < g->board.n; i++)
		made.reach[number_of(cached, g->board.cell[i].x, g->board.cell[i].y)] = m.reach[i];
	return memcmp(made.reach, cached->reach, sizeof made.reach) == 0 &&
	    are_listed(cached, gap, n);
}

/* ---- placing and removing a card ---- */

/* Returns the reached edges of a new card. `from`: edges at which reached tunnels arrive. */
static unsigned
reached_edges(bool ladder, uint8_t tunnel, unsigned from)
{
	unsigned reached = 0;

	/* A ladder is reached completely. Most cards have one tunnel, which is reached from any
	 * edge. */
	if (ladder || (tunnel & 0xaau) == 0)
		return tunnel_open(tunnel);
	for (unsigned e = 0; e < EDGES; e++)
		reached |= tunnel_joined(tunnel, e) & (0u - (from >> e & 1u));
	return reached;
}

bool
mine_frontier_add_card(struct game *g, const struct cell *cell)
{
	struct frontier *o = &g->board.frontier;
	const uint8_t tunnel = cell_tunnel(g->rules->card, cell);
	const unsigned at = place_in_window(o, cell->x, cell->y);
	const bool ladder = (game_card(g, cell->card)->feature & FEATURE_LADDER) != 0;
	const unsigned constraints = edge_constraints(tunnel_open(tunnel));
	unsigned reached, fresh = 0, ahead = 0;

	if (at == WINDOW || o->reach[at] == 0)
		return false; /* or a ladder among tunnels that were cut off */
	reached = reached_edges(ladder, tunnel, o->reach[at]);
	o->tunnel[at] = tunnel;
	o->reach[at] = (uint8_t)reached;
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned there = at + (unsigned)window_step[e], back = e ^ 2u;
		const unsigned goes = reached >> e & 1, empty = o->tunnel[there] == 0;
		const unsigned reach = o->reach[there], comes = goes & empty;

		add_constraint(o, there, e, constraints);
		fresh |= (comes & (reach == 0)) << e;
		ahead |= (goes & ~comes & ~(reach >> back)) << e;
		o->reach[there] = (uint8_t)(reach | comes << back);
	}
	o->known = replace_in_list(o, at, fresh) && (ahead == 0 || flood_from(o, at, ahead));
	count_allowed(o);
	return o->known;
}

void
mine_frontier_remove_card(struct game *g, const struct cell *gone)
{
	struct frontier *o = &g->board.frontier;
	const unsigned at = place_in_window(o, gone->x, gone->y), reached = o->reach[at];
	const bool source = is_source(g, gone, o->tunnel[at]);
	unsigned comes = 0, leads = 0, joins;

	o->tunnel[at] = 0;
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned there = at + (unsigned)window_step[e];
		const unsigned back = e ^ 2u, empty = o->tunnel[there] == 0;

		o->required[there] &= (uint8_t) ~(0x11u << back);
		comes |= (~empty & (unsigned)o->reach[there] >> back & 1) << e;
		leads |= (empty & reached >> e) << e;
	}
	joins = comes & reached; /* without edges of a goal that was turned up and does not fit */
	if ((joins & (joins - 1)) != 0 || source) {
		search_window(g);
		return;
	}
	/* The card was the end of a tunnel, or was not reached. */
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned there = at + (unsigned)window_step[e];

		if ((leads >> e & 1) == 0)
			continue;
		o->reach[there] &= (uint8_t)~EDGE_BIT(e ^ 2u);
		if (o->reach[there] == 0)
			remove_from_list(o, there);
	}
	o->reach[at] = (uint8_t)comes;
	o->known = comes == 0 || add_to_list(o, at);
	count_allowed(o);
}
