/*
 * The mine: where a path card may go.
 *
 * A search of the whole table for each turn would be most of the work of a simulation.  But a card
 * laid changes little: its own place is an gap no more, those around it are asked one edge more,
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

static bool
is_before(const struct gap *o, int x, int y)
{
	return (o->x < x) | ((o->x == x) & (o->y < y));
}

unsigned
mine_find_gaps(const struct game *g, const struct mine *m, struct gap gap[static FRONT_MAX])
{
	for (unsigned i = 0; i < m->n_front; i++) {
		struct gap o = { .x = m->front[i].x, .y = m->front[i].y };
		unsigned k = i;

		o.fit = board_fit(&g->board, &m->grid, m->tunnel, o.x, o.y);
		for (unsigned e = 0; e < EDGES; e++) {
			unsigned j = grid_at(&m->grid, o.x + edge_dx[e], o.y + edge_dy[e]);

			if (j != CELL_NONE && (m->reach[j] & EDGE_BIT(e ^ 2u)) != 0)
				o.from |= EDGE_BIT(e);
		}
		for (; k > 0 && !is_before(&gap[k - 1], o.x, o.y); k--)
			gap[k] = gap[k - 1];
		gap[k] = o;
	}
	return m->n_front;
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

/* The cells at most NEAR places from one in the middle, as a little grid: their indices or
 * CELL_NONE.  The last row and the last column take those that lie elsewhere: to sort them out by
 * branches, which nobody could foretell, costs more. */
enum { NEAR = 2, NEAR_SIDE = 2 * NEAR + 1, NEAR_W = NEAR_SIDE + 1 };
enum { NEAR_MIDDLE = NEAR * NEAR_W + NEAR };
struct near {
	uint8_t at[NEAR_W * NEAR_W];
};
static const int near_step[EDGES] = {
	[EDGE_N] = -NEAR_W, [EDGE_E] = 1, [EDGE_S] = NEAR_W, [EDGE_W] = -1
};

static void
find_near(const struct board *b, int x, int y, struct near *near)
{
	memset(near->at, CELL_NONE, sizeof near->at);
	for (unsigned i = 0; i < b->n; i++) {
		unsigned dx = (unsigned)(b->cell[i].x - x + NEAR);
		unsigned dy = (unsigned)(b->cell[i].y - y + NEAR);

		dx = dx < NEAR_SIDE ? dx : NEAR_SIDE;
		dy = dy < NEAR_SIDE ? dy : NEAR_SIDE;
		near->at[dy * NEAR_W + dx] = (uint8_t)i;
	}
}

/* What is asked of a card at place `at` of the little grid. */
static struct fit
fit_near(const struct game *g, const struct near *near, int at)
{
	unsigned open = 0, asked = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = near->at[at + near_step[e]];
		const struct cell *c = &g->board.cell[j == CELL_NONE ? 0 : j];
		unsigned tunnel = cell_tunnel(g->rules->card, c);
		bool asks = (j != CELL_NONE) & ((c->flags & CELL_DOWN) == 0); /* [C5] */

		asked |= (unsigned)asks << e;
		open |= (unsigned)(asks & (tunnel_side((uint8_t)tunnel, e ^ 2u) != 0)) << e;
	}
	return (struct fit){ .open = (uint8_t)open, .closed = (uint8_t)(asked & ~open) };
}

/* The first gap that is not before x,y. */
static unsigned
find_opening(const struct gaps *o, int x, int y)
{
	unsigned n = 0;

	for (unsigned i = 0; i < o->n; i++)
		n += is_before(&o->at[i], x, y);
	return n;
}

static bool
is_opening(const struct gaps *o, unsigned i, int x, int y)
{
	return i < o->n && o->at[i].x == x && o->at[i].y == y;
}

/* The new card has an edge against edge `back` of this empty place; false: too many gaps. */
static bool
open_up(struct gaps *o, struct gap place, enum edge back, bool open, bool reached)
{
	unsigned i = find_opening(o, place.x, place.y);

	if (is_opening(o, i, place.x, place.y)) {
		struct gap *known = &o->at[i];

		if (open)
			known->fit.open |= EDGE_BIT(back);
		else
			known->fit.closed |= EDGE_BIT(back);
		if (reached)
			known->from |= EDGE_BIT(back);
		return true;
	}
	if (!reached)
		return true;
	if (o->n == GAPS_KEPT)
		return false;
	memmove(&o->at[i + 1], &o->at[i], (o->n - i) * sizeof o->at[0]);
	o->at[i] = place;
	o->n++;
	return true;
}

/* Of the tunnels that come to this gap, do those that are not reached end right behind it?  Then a
 * card that joins them leads nowhere else. */
static bool
others_are_blind(const struct game *g, const struct near *near, const struct gap *o)
{
	unsigned others = o->fit.open & ~(unsigned)o->from;

	for (unsigned e = 0; others != 0; e++, others >>= 1) {
		unsigned j = near->at[NEAR_MIDDLE + near_step[e]];

		if ((others & 1) != 0 &&
		    tunnel_joined(cell_tunnel(g->rules->card, &g->board.cell[j]), e ^ 2u) !=
			EDGE_BIT(e ^ 2u))
			return false;
	}
	return true;
}

bool
mine_extend_gaps(struct game *g, const struct cell *cell)
{
	struct gaps *o = &g->board.gaps;
	uint8_t tunnel = cell_tunnel(g->rules->card, cell), reached = 0, asked;
	unsigned i = find_opening(o, cell->x, cell->y);
	struct near near;
	struct gap here;

	if (!is_opening(o, i, cell->x, cell->y))
		return false; /* a ladder among tunnels that were cut off */
	find_near(&g->board, cell->x, cell->y, &near);
	here = o->at[i];
	if (!others_are_blind(g, &near, &here))
		return false;
	asked = here.fit.open | here.fit.closed;
	for (unsigned e = 0; e < EDGES; e++)
		if ((here.from & EDGE_BIT(e)) != 0)
			reached |= tunnel_joined(tunnel, e);
	if ((game_card(g, cell->card)->feature & FEATURE_LADDER) != 0)
		reached = tunnel_open(tunnel); /* as from every ladder */
	o->n--;
	memmove(&o->at[i], &o->at[i + 1], (o->n - i) * sizeof o->at[0]);
	for (unsigned e = 0; e < EDGES; e++) {
		int at = NEAR_MIDDLE + near_step[e];
		bool is_reached = (reached & EDGE_BIT(e)) != 0;
		struct gap place = { .x = (int8_t)(cell->x + edge_dx[e]),
			.y = (int8_t)(cell->y + edge_dy[e]) };

		if ((asked & EDGE_BIT(e)) != 0) /* a card face up */
			continue;
		if (near.at[at] != CELL_NONE) { /* a goal face down */
			if (is_reached)
				return false;
			continue;
		}
		if (is_reached) {
			place.fit = fit_near(g, &near, at);
			place.from = EDGE_BIT(e ^ 2u);
		}
		if (!open_up(
			o, place, (enum edge)(e ^ 2u), tunnel_side(tunnel, e) != 0, is_reached))
			return false;
	}
	o->known = true;
	return true;
}
