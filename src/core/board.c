/*
 * The board: a sorted list of cards, the grid over it, and the search along its tunnels.
 *
 * (B1) Cells ascend strictly by (x, y): no place has two cards, and equal boards are equal lists.
 * (B2) A grid has indices of cells, so it is valid only while the list of cells does not change.
 * (B3) The frontier cache is known only while the list of cells does not change.
 */
#include <assert.h>
#include <string.h>

#include "core/board.h"
#include "core/unset.h"

const int8_t edge_dx[EDGES] = { [EDGE_N] = 0, [EDGE_E] = 1, [EDGE_S] = 0, [EDGE_W] = -1 };
const int8_t edge_dy[EDGES] = { [EDGE_N] = -1, [EDGE_E] = 0, [EDGE_S] = 1, [EDGE_W] = 0 };

/* Returns the first index whose card is not before x,y, or b->n. Binary search without data-dependent
 * branches, which would be mispredicted. */
static unsigned
board_lower_bound(const struct board *b, int x, int y)
{
	const int rank = place_rank(x, y);
	unsigned low = 0, n = b->n;

	while (n > 0) {
		unsigned half = (n + 1) / 2;
		const struct cell *last = &b->cell[low + half - 1];

		low += half & (0u - (place_rank(last->x, last->y) < rank));
		n -= half;
	}
	return low;
}

unsigned
board_find(const struct board *b, int x, int y)
{
	unsigned i = board_lower_bound(b, x, y);

	return cell_is_at(b, i, x, y) ? i : (unsigned)CELL_NONE;
}

unsigned
board_put(struct board *b, struct cell cell)
{
	unsigned i = board_lower_bound(b, cell.x, cell.y);

	if (b->n >= CELLS_MAX || !place_in_range(cell.x, cell.y))
		return CELL_NONE;
	assert(!cell_is_at(b, i, cell.x, cell.y));
	memmove(&b->cell[i + 1], &b->cell[i], (b->n - i) * sizeof b->cell[0]);
	b->cell[i] = cell;
	b->n++;
	b->frontier.known = b->cache_valid = false;
	return i;
}

void
board_remove(struct board *b, unsigned index)
{
	assert(index < b->n);
	b->frontier.known = b->cache_valid = false;
	b->n--;
	memmove(&b->cell[index], &b->cell[index + 1], (b->n - index) * sizeof b->cell[0]);
}

void
grid_make(struct grid *grid, const struct board *b)
{
	int x1, y0 = 0, y1 = 0;

	/* sorted by x: the first and last cell give the range */
	grid->x0 = b->n > 0 ? b->cell[0].x : 0;
	x1 = b->n > 0 ? b->cell[b->n - 1].x : 0;
	if (b->n > 0)
		y0 = y1 = b->cell[0].y;
	for (unsigned i = 0; i < b->n; i++) {
		y0 = b->cell[i].y < y0 ? b->cell[i].y : y0;
		y1 = b->cell[i].y > y1 ? b->cell[i].y : y1;
	}
	grid->x0 -= GRID_MARGIN;
	grid->y0 = y0 - GRID_MARGIN;
	grid->w = x1 + GRID_MARGIN - grid->x0 + 1;
	grid->h = y1 + GRID_MARGIN - grid->y0 + 1;
	memset(grid->at, CELL_NONE, (size_t)(grid->w * grid->h));
	for (unsigned i = 0; i < b->n; i++)
		grid->at[(b->cell[i].y - grid->y0) * grid->w + b->cell[i].x - grid->x0] = (uint8_t)
		    i;
}

/*
 * Searches as board_reach says. `front` has one spare entry for a branch-free write. Returns the
 * number of places in front.
 *
 * Simulations spend much of their time here, on mispredicted branches. So `fresh` has a row for
 * CELL_NONE with all edges, and a single test decides whether an edge leads to something new.
 */
static unsigned
search(const struct board *b, const struct grid *grid, const uint8_t *tunnel, uint8_t *reach,
    struct place *front)
{
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};
	uint8_t fresh[CELL_NONE + 1]; /* open edges not yet reached */
	/* cells with edges to cross; one spare entry for a branch-free write */
	UNSET uint16_t todo[EDGES * CELLS_MAX + 1];
	UNSET uint8_t listed[GRID_MAX / 8 + 1]; /* the places in front, one bit each */
	unsigned n_todo = 0, n_front = 0;

	memset(listed, 0, (size_t)(grid->w * grid->h / 8 + 1));
	fresh[CELL_NONE] = 0x0f;
	for (unsigned i = 0; i < b->n; i++) {
		fresh[i] = (uint8_t)(tunnel_open(tunnel[i]) & ~reach[i]);
		todo[n_todo] = (uint16_t)(i << EDGES | reach[i]);
		n_todo += reach[i] != 0;
	}
	while (n_todo > 0) {
		const unsigned edges = todo[--n_todo] & 0x0f, i = todo[n_todo] >> EDGES;
		/* The grid has a margin, so one step from a card stays inside. */
		const uint8_t *here =
		    &grid->at[(b->cell[i].y - grid->y0) * grid->w + b->cell[i].x - grid->x0];

		for (unsigned e = 0; e < EDGES; e++) {
			unsigned back = e ^ 2u, j = here[step[e]];
			uint8_t joined;

			if ((edges & EDGE_BIT(e)) == 0 || (fresh[j] & EDGE_BIT(back)) == 0)
				continue;
			if (j == CELL_NONE) {
				const unsigned at = (unsigned)(here + step[e] - grid->at);
				const unsigned was = listed[at / 8] >> at % 8 & 1;

				front[n_front] = (struct place){ (int8_t)(b->cell[i].x +
								     edge_dx[e]),
					(int8_t)(b->cell[i].y + edge_dy[e]) };
				n_front += was ^ 1;
				listed[at / 8] |= (uint8_t)(1u << at % 8);
				continue;
			}
			/* Most cards have one tunnel, so all of its open edges are fresh. */
			joined = (tunnel[j] & 0xaau) == 0 ? fresh[j] :
							    tunnel_joined(tunnel[j], back);
			fresh[j] &= (uint8_t)~joined;
			reach[j] |= joined;
			joined &= (uint8_t)~EDGE_BIT(back); /* this edge leads back */
			todo[n_todo] = (uint16_t)(j << EDGES | joined);
			n_todo += joined != 0;
		}
	}
	return n_front;
}

void
board_reach(const struct board *b, const struct grid *grid, const uint8_t tunnel[static CELLS_MAX],
    uint8_t reach[static CELLS_MAX])
{
	struct place front[FRONTIER_MAX + 1];

	(void)search(b, grid, tunnel, reach, front);
}

unsigned
board_reach_frontier(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], uint8_t reach[static CELLS_MAX],
    struct place front[static FRONTIER_MAX + 1])
{
	return search(b, grid, tunnel, reach, front);
}

struct fit
board_fit(const struct board *b, const struct grid *grid, const uint8_t tunnel[static CELLS_MAX],
    int x, int y)
{
	const int step[EDGES] = {
		[EDGE_N] = -grid->w, [EDGE_E] = 1, [EDGE_S] = grid->w, [EDGE_W] = -1
	};
	struct fit fit = { 0, 0 };
	int dx = x - grid->x0, dy = y - grid->y0;

	/* On or beyond the outermost ring there are no neighbours: the margin is two places
	 * wide. */
	if (dx < 1 || dy < 1 || dx >= grid->w - 1 || dy >= grid->h - 1)
		return fit;
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid->at[dy * grid->w + dx + step[e]], there = j != CELL_NONE;
		unsigned i = j & (0u - there); /* branch-free */

		/* [C5] A face-down goal gives no constraint, which would reveal its edges. */
		fit_require(&fit, e, tunnel[i], there & ((b->cell[i].flags & CELL_DOWN) == 0));
	}
	return fit;
}
