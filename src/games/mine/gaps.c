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
 */
#include <string.h>

#include "games/mine/mine.h"

/* ---- the table ---- */

void
mine_find_reach(struct mine *m, const struct game *g)
{
	const struct board *b = &g->board;

	for (unsigned i = 0; i < b->n; i++) {
		const struct card_def *def;

		m->reach[i] = 0;
		if (m->tunnel[i] == 0) /* also what a view hides */
			continue;
		def = game_card(g, b->cell[i].card);
		if (def->class == CARD_START || (def->feature & FEATURE_LADDER) != 0)
			m->reach[i] = tunnel_open(m->tunnel[i]);
	}
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

void
mine_keep_gaps(struct game *g, const struct mine *m)
{
	struct gaps *kept = &g->board.gaps;
	struct gap gap[FRONT_MAX];
	unsigned n = mine_find_gaps(g, m, gap);

	kept->known = n <= GAPS_KEPT;
	if (!kept->known)
		return;
	kept->n = (uint8_t)n;
	memcpy(kept->at, gap, n * sizeof gap[0]);
}

void
mine_search_gaps(struct game *g)
{
	struct mine m;

	mine_survey(&m, g);
	mine_keep_gaps(g, &m);
}

bool
mine_gaps_are_ok(const struct game *g)
{
	const struct gaps *kept = &g->board.gaps;
	struct gap gap[FRONT_MAX];
	struct mine m;

	if (!kept->known)
		return true;
	mine_survey(&m, g);
	if (mine_find_gaps(g, &m, gap) != kept->n)
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

/* Which cards lie around a place, column by column: two places in each direction are all that a card laid
 * there can concern.  One walk of the table fills it, where a search for each of them would be many. */
enum { NEAR = 2, NEAR_SIDE = 2 * NEAR + 1, NEAR_PLACES = NEAR_SIDE * NEAR_SIDE };
enum { NEAR_MIDDLE = NEAR * NEAR_SIDE + NEAR };
struct near {
	uint8_t cell[NEAR_PLACES + 1]; /* or CELL_NONE; one to write in vain */
};

static const int8_t near_step[EDGES] = {
	[EDGE_N] = -1, [EDGE_E] = NEAR_SIDE, [EDGE_S] = 1, [EDGE_W] = -NEAR_SIDE
};

static void
look_around(struct near *near, const struct board *b, int x, int y)
{
	memset(near->cell, CELL_NONE, sizeof near->cell);
	for (unsigned i = 0; i < b->n; i++) {
		const unsigned dx = (unsigned)(b->cell[i].x - x + NEAR);
		const unsigned dy = (unsigned)(b->cell[i].y - y + NEAR);
		const unsigned in = (dx < NEAR_SIDE) & (dy < NEAR_SIDE); /* no branch */
		const unsigned at = dx * NEAR_SIDE + dy;

		near->cell[(at & (0u - in)) | (NEAR_PLACES & (in - 1u))] = (uint8_t)i;
	}
}

/* What is asked of a card at a place beside the middle. */
static struct fit
fit_near(const struct game *g, const struct near *near, unsigned at)
{
	struct fit fit = { 0, 0 };

	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = near->cell[at + (unsigned)near_step[e]], there = j != CELL_NONE;
		const struct cell *c = &g->board.cell[j & (0u - there)]; /* no branch */

		/* [C5] a goal face down asks nothing: whatever it asked would tell its edges */
		fit_ask(
		    &fit, e, cell_tunnel(g->rules->card, c), there & ((c->flags & CELL_DOWN) == 0));
	}
	return fit;
}

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
others_are_blind(const struct game *g, const struct near *near, const struct gap *o)
{
	unsigned others = o->fit.open & ~(unsigned)o->from;

	for (unsigned e = 0; others != 0; e++, others >>= 1) {
		const unsigned j = near->cell[NEAR_MIDDLE + (unsigned)near_step[e]];

		if ((others & 1) != 0 &&
		    tunnel_joined(cell_tunnel(g->rules->card, &g->board.cell[j]), e ^ 2u) !=
			EDGE_BIT(e ^ 2u))
			return false;
	}
	return true;
}

/* The edges of a new card in this gap that are reached. */
static unsigned
reached_edges(const struct game *g, const struct cell *cell, const struct gap *here)
{
	uint8_t tunnel = cell_tunnel(g->rules->card, cell);
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

/* A new gap behind edge e of the card that lies in the middle, number i. */
static void
insert_gap(const struct game *g, struct gaps *o, const struct near *near, struct place p,
    unsigned e, unsigned i)
{
	struct gap gap = { .x = p.x, .y = p.y, .from = EDGE_BIT(e ^ 2u) };

	gap.fit = fit_near(g, near, NEAR_MIDDLE + (unsigned)near_step[e]);
	memmove(&o->at[i + 1], &o->at[i], (o->n - i) * sizeof o->at[0]);
	o->at[i] = gap;
	o->n++;
}

bool
mine_extend_gaps(struct game *g, const struct cell *cell)
{
	/* From the back of the list to its front: a new gap moves none that is still to come. */
	static const enum edge backwards[EDGES] = { EDGE_E, EDGE_S, EDGE_N, EDGE_W };
	struct gaps *o = &g->board.gaps;
	const struct whereabouts at = find_gaps(o, cell->x, cell->y);
	const unsigned i = at.here, lists[EDGES] = { i - 1, at.east, i + 1, at.west },
		       without[EDGES] = { i, at.east - 1, i, at.west };
	unsigned asked, fresh;
	struct gap laid;
	struct near near;

	if (!is_gap(o, i, cell->x, cell->y))
		return false; /* a ladder among tunnels that were cut off */
	laid = o->at[i];
	look_around(&near, &g->board, cell->x, cell->y);
	if (!others_are_blind(g, &near, &laid))
		return false;
	asked = laid.fit.open | laid.fit.closed; /* from there cards lie face up */
	laid.from = (uint8_t)reached_edges(g, cell, &laid);
	laid.fit.open = tunnel_open(cell_tunnel(g->rules->card, cell));
	fresh = laid.from & ~asked & ~ask_known(o, lists, cell, laid);
	o->n--;
	memmove(&o->at[i], &o->at[i + 1], (o->n - i) * sizeof o->at[0]);
	for (unsigned k = 0; k < EDGES; k++) {
		const enum edge e = backwards[k];
		const int x = cell->x + edge_dx[e], y = cell->y + edge_dy[e];

		if ((fresh >> e & 1) == 0 || !place_in_range(x, y))
			continue;
		if (o->n == GAPS_KEPT || near.cell[NEAR_MIDDLE + near_step[e]] != CELL_NONE)
			return false; /* too many, or a goal is reached */
		insert_gap(g, o, &near, (struct place){ (int8_t)x, (int8_t)y }, e, without[e]);
	}
	o->known = true;
	return true;
}
