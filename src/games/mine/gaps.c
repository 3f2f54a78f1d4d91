/*
 * The mine: where a path card may go.
 *
 * A search of the whole table for each turn would be most of the work of a simulation.  But a card
 * laid changes little: its own place is a gap no more, those around it are asked one edge more,
 * or are new.  Only where a card joins tunnels that were cut off and lead on, comes to a goal, or is
 * taken away is the table searched again.
 *
 * (O1) gaps that are known are those that a search would find, in the same order: what is lawful,
 *      and how it is listed, depends on the cells alone.
 * (O2) they are known only if no goal face down is reached by the tunnels.
 * (O3) then the window has every card two places within its rim, so that no step from a card, and no step
 *      from there, leads out of it.
 */
#include <string.h>

#include "games/mine/mine.h"

/* ---- the table ---- */

/* Does reach start at this card, whose tunnel it is as it lies? */
static bool
is_source(const struct game *g, const struct cell *c, uint8_t tunnel)
{
	const struct card_def *def;

	if (tunnel == 0) /* also what a view hides */
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
	m->n_front = board_reach_front(b, &m->grid, m->tunnel, m->reach, m->front);
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

	mine_survey(m, g);
	if (features == 0)
		return;
	for (unsigned i = 0; i < b->n; i++)
		if (m->tunnel[i] != 0 && (game_card(g, b->cell[i].card)->feature & features) != 0)
			m->tunnel[i] = tunnel_blind(m->tunnel[i]);
	mine_find_reach(m, g);
}

/* ---- what is kept ---- */

unsigned
mine_find_gaps(const struct game *g, const struct mine *m, struct gap gap[static FRONT_MAX])
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n_front; i++) {
		struct gap o = { .x = m->front[i].x, .y = m->front[i].y };
		unsigned k = n;

		if (!place_in_range(o.x, o.y))
			continue;
		o.fit = board_fit(&g->board, &m->grid, m->tunnel, o.x, o.y);
		for (unsigned e = 0; e < EDGES; e++) {
			unsigned j = grid_at(&m->grid, o.x + edge_dx[e], o.y + edge_dy[e]);

			const unsigned there = j != CELL_NONE;
			const unsigned reach = m->reach[j & (0u - there)]; /* no branch */

			o.from |= (uint8_t)((reach >> (e ^ 2u) & there) << e);
		}
		for (; k > 0 && place_rank(gap[k - 1].x, gap[k - 1].y) > place_rank(o.x, o.y); k--)
			gap[k] = gap[k - 1];
		gap[k] = o;
		n++;
	}
	return n;
}

/* What lies in the window where a goal lies face down: no tunnel is written so. */
enum { DOWN = TUNNEL(2, 2, 2, 2) };

/* From place to place in the window. */
static const int8_t window_step[EDGES] = {
	[EDGE_N] = -1, [EDGE_E] = WINDOW_HEIGHT, [EDGE_S] = 1, [EDGE_W] = -WINDOW_HEIGHT
};

/* The place in the window, if a card may lie there (O3); or WINDOW. */
static unsigned
place_in_window(const struct gaps *o, int x, int y)
{
	const unsigned dx = (unsigned)(x - o->x0), dy = (unsigned)(y - o->y0);

	return dx - 2 < WINDOW_WIDTH - 4 && dy - 2 < WINDOW_HEIGHT - 4 ? dx * WINDOW_HEIGHT + dy :
									 (unsigned)WINDOW;
}

/* The table comes to lie in its middle. */
static void
move_window(const struct board *b, struct gaps *o)
{
	int y0 = 0, y1 = 0;

	for (unsigned i = 0; i < b->n; i++) {
		y0 = b->cell[i].y < y0 ? b->cell[i].y : y0;
		y1 = b->cell[i].y > y1 ? b->cell[i].y : y1;
	}
	o->x0 = (int8_t)((b->cell[0].x + b->cell[b->n - 1].x - WINDOW_WIDTH) / 2);
	o->y0 = (int8_t)((y0 + y1 - WINDOW_HEIGHT) / 2);
}

/* False: the table is too large or does not lie in it, or a card lies face up that has no tunnel. */
static bool
fill_window(const struct game *g, struct gaps *o)
{
	memset(o->tunnel, 0, sizeof o->tunnel);
	o->n_down = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const uint8_t tunnel = cell_tunnel(g->rules->card, c);
		const unsigned at = place_in_window(o, c->x, c->y);

		if (at == WINDOW || (tunnel == 0 && (c->flags & CELL_DOWN) == 0))
			return false;
		o->tunnel[at] = tunnel != 0 ? tunnel : (uint8_t)DOWN;
		o->n_down = (uint8_t)(o->n_down + (tunnel == 0));
	}
	return true;
}

/* What is asked of a card at a place of the window [C5]. */
static struct fit
fit_in_window(const struct gaps *o, unsigned at)
{
	struct fit fit = { 0, 0 };

	for (unsigned e = 0; e < EDGES; e++) {
		const uint8_t tunnel = o->tunnel[at + (unsigned)window_step[e]];

		fit_ask(&fit, e, tunnel, (tunnel != 0) & (tunnel != DOWN));
	}
	return fit;
}

/* A search on its way through the window: what is reached of each place, of an empty one from where; what is still to
 * be crossed, a place and edges of it; and the empty places that were found. */
struct flood {
	uint8_t reach[WINDOW];
	unsigned n_todo, n_front;
	uint16_t todo[EDGES * CELLS_MAX], front[FRONT_MAX];
};

static void
flood_reaches(struct flood *f, unsigned at, unsigned edges, unsigned ahead)
{
	f->reach[at] |= (uint8_t)edges;
	f->todo[f->n_todo] = (uint16_t)(at << EDGES | ahead);
	f->n_todo += ahead != 0;
}

/* To an empty place, through its edge `back`; they are kept in order. */
static void
flood_comes_to(struct flood *f, unsigned at, unsigned back)
{
	unsigned i = f->n_front;

	f->n_front += f->reach[at] == 0;
	for (; i > 0 && f->reach[at] == 0 && f->front[i - 1] > at; i--)
		f->front[i] = f->front[i - 1];
	if (f->reach[at] == 0)
		f->front[i] = (uint16_t)at;
	f->reach[at] |= EDGE_BIT(back);
}

static void
flood_window(const struct game *g, struct flood *f)
{
	const struct gaps *o = &g->board.gaps;

	memset(f->reach, 0, sizeof f->reach);
	f->n_todo = f->n_front = 0;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const uint8_t tunnel = cell_tunnel(g->rules->card, c);

		if (is_source(g, c, tunnel))
			flood_reaches(f, place_in_window(o, c->x, c->y), tunnel_open(tunnel),
			    tunnel_open(tunnel));
	}
	while (f->n_todo > 0) {
		const unsigned todo = f->todo[--f->n_todo], from = todo >> EDGES;

		for (unsigned e = 0; e < EDGES; e++) {
			const unsigned at = from + (unsigned)window_step[e], back = e ^ 2u;
			const uint8_t tunnel = o->tunnel[at];
			unsigned joined;

			if ((todo >> e & 1) == 0)
				continue;
			if (tunnel == 0) {
				flood_comes_to(f, at, back);
				continue;
			}
			if (tunnel == DOWN || tunnel_side(tunnel, back) == 0 ||
			    (f->reach[at] >> back & 1) != 0)
				continue;
			joined = tunnel_joined(tunnel, back);
			flood_reaches(f, at, joined, joined & ~(unsigned)EDGE_BIT(back));
		}
	}
}

/* Of the window as it is. */
static void
find_gaps_in_window(struct game *g)
{
	struct gaps *o = &g->board.gaps;
	struct flood f;
	unsigned n = 0;

	flood_window(g, &f);
	for (unsigned i = 0; i < f.n_front && n < GAPS_KEPT; i++) {
		const unsigned at = f.front[i];
		const int x = o->x0 + (int)(at / WINDOW_HEIGHT),
			  y = o->y0 + (int)(at % WINDOW_HEIGHT);

		if (!place_in_range(x, y))
			continue;
		o->at[n++] = (struct gap){ (int8_t)x, (int8_t)y, fit_in_window(o, at),
			f.reach[at] };
	}
	o->n = (uint8_t)n;
	o->known = f.n_front <= GAPS_KEPT;
}

void
mine_search_gaps(struct game *g)
{
	g->board.gaps.known = false;
	move_window(&g->board, &g->board.gaps);
	if (fill_window(g, &g->board.gaps))
		find_gaps_in_window(g);
}

void
mine_search_gaps_without(struct game *g, int x, int y)
{
	g->board.gaps.tunnel[place_in_window(&g->board.gaps, x, y)] = 0;
	find_gaps_in_window(g);
}

bool
mine_gaps_are_ok(const struct game *g)
{
	const struct gaps *kept = &g->board.gaps;
	struct gaps anew = { .x0 = kept->x0, .y0 = kept->y0 };
	struct gap gap[FRONT_MAX];
	struct mine m;

	if (!kept->known)
		return true;
	mine_survey(&m, g);
	if (mine_find_gaps(g, &m, gap) != kept->n || !fill_window(g, &anew) ||
	    anew.n_down != kept->n_down ||
	    memcmp(anew.tunnel, kept->tunnel, sizeof anew.tunnel) != 0)
		return false;
	for (unsigned i = 0; i < kept->n; i++) {
		const struct gap *a = &kept->at[i], *b = &gap[i];

		if (a->x != b->x || a->y != b->y || a->fit.open != b->fit.open ||
		    a->fit.closed != b->fit.closed || a->from != b->from)
			return false;
	}
	return true;
}

/* ---- a card is laid ---- */

/* Where in the list are, or would be, a place and those west and east of it?  All in one walk: to stop at
 * each costs more than to go on, since nobody can foretell where. */
struct whereabouts {
	unsigned here, west, east;
};

static struct whereabouts
find_gaps(const struct gaps *o, int x, int y)
{
	const int here = place_rank(x, y), west = place_rank(x - 1, y), east = place_rank(x + 1, y);
	struct whereabouts at = { 0, 0, 0 };

	for (unsigned i = 0; i < o->n; i++) {
		const int rank = place_rank(o->at[i].x, o->at[i].y);

		at.here += rank < here;
		at.west += rank < west;
		at.east += rank < east;
	}
	return at;
}

static bool
is_gap(const struct gaps *o, unsigned i, int x, int y)
{
	const unsigned is = i < o->n;
	const struct gap *at = &o->at[i & (0u - is)];

	return is & (at->x == x) & (at->y == y);
}

/* Of the tunnels that come to this gap, do those that are not reached end right behind it?  Then a
 * card that joins them leads nowhere else. */
static bool
others_are_blind(const struct gaps *o, unsigned at, const struct gap *gap)
{
	unsigned others = gap->fit.open & ~(unsigned)gap->from;

	for (unsigned e = 0; others != 0; e++, others >>= 1) {
		const unsigned back = e ^ 2u;
		const uint8_t tunnel = o->tunnel[at + (unsigned)window_step[e]];

		if ((others & 1) != 0 && tunnel_joined(tunnel, back) != EDGE_BIT(back))
			return false;
	}
	return true;
}

/* The edges of a new card in this gap that are reached. */
static unsigned
reached_edges(const struct game *g, const struct cell *cell, uint8_t tunnel, const struct gap *here)
{
	unsigned reached = 0;

	/* From a ladder all is reached; mostly a card is one tunnel, and then so it is from any edge. */
	if ((game_card(g, cell->card)->feature & FEATURE_LADDER) != 0 || (tunnel & 0xaau) == 0)
		return tunnel_open(tunnel);
	for (unsigned e = 0; e < EDGES; e++)
		reached |= tunnel_joined(tunnel, e) & (0u - (here->from >> e & 1u));
	return reached;
}

/* Those of these edges of a new card behind which a gap is known: it is asked one edge more. */
static unsigned
ask_known(struct gaps *o, const unsigned at[static EDGES], const struct cell *cell, struct gap laid)
{
	unsigned known = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned back = e ^ 2u, open = laid.fit.open >> e & 1u;
		const unsigned is = is_gap(o, at[e], cell->x + edge_dx[e], cell->y + edge_dy[e]);
		struct gap in_vain = { 0 }, *gap = is ? &o->at[at[e]] : &in_vain;

		gap->fit.open |= (uint8_t)(open << back);
		gap->fit.closed |= (uint8_t)((open ^ 1u) << back);
		gap->from |= (uint8_t)((laid.from >> e & 1u) << back);
		known |= is << e;
	}
	return known;
}

/* Gap number `from` leaves its room, which becomes number `to`. */
static void
move_room(struct gaps *o, unsigned from, unsigned to)
{
	struct gap *at = o->at;

	if (to < from)
		memmove(&at[to + 1], &at[to], (from - to) * sizeof at[0]);
	else
		memmove(&at[from], &at[from + 1], (to - from) * sizeof at[0]);
}

/* New gaps behind these edges of a card that is laid at place `at` of the window, where gap number i was.  False: there
 * are too many, or a goal is reached. */
static bool
replace_gap(
    struct gaps *o, unsigned i, unsigned at, unsigned fresh, const unsigned index[static EDGES])
{
	/* From the back of the list to its front: a new gap moves none that is still to come. */
	static const uint8_t backwards[EDGES] = { EDGE_E, EDGE_S, EDGE_N, EDGE_W };
	const int x = o->at[i].x, y = o->at[i].y;
	unsigned room = i;

	for (unsigned k = 0; k < EDGES && fresh != 0; k++) {
		const unsigned e = backwards[k], there = at + (unsigned)window_step[e];
		const int nx = x + edge_dx[e], ny = y + edge_dy[e];

		if ((fresh >> e & 1) == 0 || !place_in_range(nx, ny))
			continue;
		if (room == GAPS_KEPT || o->tunnel[there] != 0)
			return false;
		move_room(o, room, index[e]);
		o->at[index[e]] = (struct gap){ (int8_t)nx, (int8_t)ny, fit_in_window(o, there),
			EDGE_BIT(e ^ 2u) };
		o->n = (uint8_t)(o->n + (room == o->n));
		room = o->n;
	}
	if (room < o->n) {
		o->n--;
		move_room(o, room, o->n);
	}
	return true;
}

bool
mine_extend_gaps(struct game *g, const struct cell *cell)
{
	struct gaps *o = &g->board.gaps;
	const uint8_t tunnel = cell_tunnel(g->rules->card, cell);
	const unsigned at = place_in_window(o, cell->x, cell->y);
	const struct whereabouts is = find_gaps(o, cell->x, cell->y);
	const unsigned i = is.here, lists[EDGES] = { i - 1, is.east, i + 1, is.west },
		       without[EDGES] = { i, is.east - 1, i, is.west };
	unsigned asked, fresh;
	struct gap laid;

	if (at == WINDOW || !is_gap(o, i, cell->x, cell->y))
		return false; /* or a ladder among tunnels that were cut off */
	laid = o->at[i];
	if (!others_are_blind(o, at, &laid))
		return false;
	asked = laid.fit.open | laid.fit.closed; /* from there cards lie face up */
	laid.from = (uint8_t)reached_edges(g, cell, tunnel, &laid);
	laid.fit.open = tunnel_open(tunnel);
	fresh = laid.from & ~asked & ~ask_known(o, lists, cell, laid);
	o->tunnel[at] = tunnel;
	o->known = replace_gap(o, i, at, fresh, without);
	return o->known;
}
