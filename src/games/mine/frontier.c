/*
 * The mine: its tunnels, their reach, and where a path card may be placed.
 *
 * (O1) A known frontier equals a recomputed one, including its order. Legality and listing
 * therefore depend only on the cells.
 */
#include <string.h>

#include "games/mine/mine.h"
#include "core/unset.h"

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
	m->reach[CELL_NONE] = 0;
	m->n_front = board_reach_frontier(b, &m->grid, m->tunnel, m->reach, m->front);
}

void
mine_lay_out(struct mine *m, const struct game *g)
{
	const struct board *b = &g->board;

	grid_make(&m->grid, b);
	m->requires[CELL_NONE] = 0;
	for (unsigned i = 0; i < b->n; i++) {
		m->tunnel[i] = m->requires[i] = 0;
		if ((b->cell[i].flags & CELL_DOWN) == 0)
			mine_set_tunnel(m, i, cell_tunnel(g->rules->card, &b->cell[i]));
	}
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

unsigned
mine_frontier_compute(const struct mine *m, struct frontier_cell *gap)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n_front; i++) {
		const int x = m->front[i].x, y = m->front[i].y;
		unsigned k = n;

		if (!place_in_range(x, y))
			continue;
		for (; k > 0 && place_rank(gap[k - 1].x, gap[k - 1].y) > place_rank(x, y); k--)
			gap[k] = gap[k - 1];
		gap[k] = (struct frontier_cell){ (int8_t)x, (int8_t)y,
			mine_fit(m, mine_at(m, x, y)) };
		n++;
	}
	return n;
}

#define ALL_EDGES UINT64_C(0xfedcba9876543210) /* each set of open edges in its nibble */
#define BYTES     UINT64_C(0x0f0f0f0f0f0f0f0f)

void
mine_frontier_cache(struct game *g, const struct mine *m)
{
	struct frontier *cached = &g->board.frontier;

	cached->known = m->n_front <= FRONTIER_CACHE_MAX;
	if (!cached->known)
		return;
	cached->n = (uint8_t)mine_frontier_compute(m, cached->cell);
	cached->counts[0] = cached->counts[1] = 0;
	for (unsigned i = 0; i < cached->n; i++) {
		const uint64_t allowed = fit_allowed(cached->cell[i].fit, ALL_EDGES) & FIT_EACH;

		cached->counts[0] += allowed & BYTES;
		cached->counts[1] += allowed >> 4 & BYTES;
	}
}

bool
mine_frontier_is_ok(const struct game *g)
{
	const struct frontier *cached = &g->board.frontier;
	struct frontier_cell gap[FRONTIER_MAX];
	UNSET struct mine m;

	if (!cached->known)
		return true;
	mine_survey(&m, g);
	return mine_frontier_compute(&m, gap) == cached->n &&
	    memcmp(gap, cached->cell, cached->n * sizeof gap[0]) == 0;
}
