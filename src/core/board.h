#ifndef ADIT_CORE_BOARD_H
#define ADIT_CORE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/card.h"

/*
 * The board: a list of cards sorted by (x, y), so that equal boards are equal lists. The board has
 * no edge [C2] except COORD_MAX, which no deck reaches in play. x grows east, y grows south.
 */
enum { CELLS_MAX = 128, COORD_MAX = 100 };

enum {                         /* cell.flags */
	CELL_FLIPPED = 1 << 0, /* rotated by 180 degrees; never set on a symmetric card */
	CELL_DOWN = 1 << 1,    /* a goal that is still face down */
	CELL_TOKEN_GREEN = 1 << 2,
	CELL_TOKEN_BLUE = 1 << 3, /* The Duel */
	CELL_KEY = 1 << 4,
	CELL_VEIN = 1 << 5 /* The Dark Cave: the vein still has its gold */
};

struct place {
	int8_t x, y;
};

/* True if a card may have the coordinates x,y. */
static inline bool
place_in_range(int x, int y)
{
	return x >= -COORD_MAX && x <= COORD_MAX && y >= -COORD_MAX && y <= COORD_MAX;
}

/* Returns a number that grows in the order of (x, y). Also valid one step beyond the range. */
static inline int
place_rank(int x, int y)
{
	return x * 512 + y;
}

/* True if a comes before b. Every list of places is in this ascending (x, y) order. */
static inline bool
place_is_before(struct place a, struct place b)
{
	return (a.x < b.x) | ((a.x == b.x) & (a.y < b.y));
}

struct cell {
	int8_t x, y;
	card_id card; /* CARD_HIDDEN: a goal that the seat of this view has not seen */
	uint8_t flags;
};

/*
 * Constraint of the face-up neighbours on a card at one place [C5]. Edges in `open` must be open,
 * edges in `closed` must be closed. Other edges are unconstrained.
 */
struct fit {
	uint8_t open, closed;
};

/* Adds the constraint of the neighbour on edge e, which has these tunnels. Adds nothing unless
 * `asks`. */
static inline void
fit_require(struct fit *fit, unsigned e, uint8_t tunnel, bool asks)
{
	bool open = tunnel_side(tunnel, e ^ 2u) != 0;

	fit->open |= (uint8_t)((asks & open) << e);
	fit->closed |= (uint8_t)((asks & !open) << e);
}

/* An empty place, within COORD_MAX, that a reached tunnel opens to. */
struct frontier_cell {
	int8_t x, y;
	struct fit fit;
};

/*
 * Cache of the frontier, ascending by (x, y). Derived from the cells; a rules set computes it after
 * each change of the board (games/mine/frontier.c). It is not part of the packed bytes of a game.
 */
enum { FRONTIER_CACHE_MAX = 32 }; /* a longer frontier is rare and is not cached */
struct frontier {
	bool known;
	uint8_t n;
	struct frontier_cell cell[FRONTIER_CACHE_MAX];
	/* number of places that allow a card, by its open edges: see frontier_fit_count */
	uint64_t counts[2];
};

/* Returns the number of places that allow a card with these open edges. Each count is one byte;
 * even and odd values of `open` are in separate words. */
static inline unsigned
frontier_fit_count(const struct frontier *o, unsigned open)
{
	return (unsigned)(o->counts[open & 1] >> 4 * (open & ~1u)) & 0xff;
}

struct board {
	uint8_t n;
	struct cell cell[CELLS_MAX];
	/* True if the data that a rules set caches about the board is valid. board_put and
	 * board_remove clear this flag and frontier.known. */
	bool cache_valid;
	struct frontier frontier;
};

enum { CELL_NONE = 0xff }; /* not an index */

/* True if `index` is valid and its card is at x,y. */
static inline bool
cell_is_at(const struct board *b, unsigned index, int x, int y)
{
	const unsigned is = index < b->n; /* Branch-free: the branch would be mispredicted. */
	const struct cell *c = &b->cell[index & (0u - is)];

	return is & (c->x == x) & (c->y == y);
}

/* Returns the index of the card at x,y, or CELL_NONE. */
unsigned board_find(const struct board *b, int x, int y);

/* Puts a card on an empty place. Returns its index, or CELL_NONE if the board is full or x,y is
 * beyond COORD_MAX. */
unsigned board_put(struct board *b, struct cell cell);

void board_remove(struct board *b, unsigned index);

/* Returns the tunnels of a cell as it is placed. Returns 0 for CARD_HIDDEN and for a face-down
 * card, whose edges do not count [C5]. */
static inline uint8_t
cell_tunnel(const struct card_def *card, const struct cell *cell)
{
	uint8_t way[2];

	if ((cell->flags & CELL_DOWN) != 0 || cell->card == CARD_HIDDEN)
		return 0;
	way[0] = card[cell->card].tunnel;
	way[1] = tunnel_rotated(way[0]);
	return way[cell->flags & CELL_FLIPPED];
}

/*
 * A grid over the used part of the board and GRID_MARGIN places around it. It gives the neighbours
 * of a card, and their neighbours, in constant time. Derived and short-lived; invalid after any
 * change of the board.
 */
enum {
	GRID_MARGIN = 2,
	GRID_SIDE = 2 * (COORD_MAX + GRID_MARGIN) + 1,
	GRID_MAX = GRID_SIDE * GRID_SIDE
};

struct grid {
	int x0, y0; /* the place of at[0] */
	int w, h;
	uint8_t at[GRID_MAX]; /* index of the cell, or CELL_NONE; only w * h entries are set */
};

void grid_make(struct grid *grid, const struct board *b);

/* Returns the cell index at x,y, or CELL_NONE. x,y may be outside the grid. */
static inline unsigned
grid_at(const struct grid *grid, int x, int y)
{
	int dx = x - grid->x0, dy = y - grid->y0;

	if (dx < 0 || dy < 0 || dx >= grid->w || dy >= grid->h)
		return CELL_NONE;
	return grid->at[dy * grid->w + dx];
}

extern const int8_t edge_dx[EDGES], edge_dy[EDGES];

/*
 * Reach [SAB 2.C.11, DUEL 4.C.6]: searches along open edges that face each other and through the
 * tunnels of each card. tunnel[i] is what counts as the tunnels of cell i for this search. A rules
 * set closes doors and trolls by making arms blind; face-down cards have 0.
 *
 * - In: reach[i] is the set of edges (EDGE_BITs) where the search starts, else 0.
 * - Out: reach[i] is the set of edges of cell i that were reached.
 */
void board_reach(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], uint8_t reach[static CELLS_MAX]);

/*
 * Like board_reach, and fills `front` with the empty places that reached edges open to. Each place
 * occurs once. The order is deterministic but unspecified. Returns their number. A card is
 * connected only at these places.
 */
enum { FRONTIER_MAX = EDGES * CELLS_MAX };
unsigned board_reach_frontier(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], uint8_t reach[static CELLS_MAX],
    struct place front[static FRONTIER_MAX + 1]);

/* Returns the constraint on a card at x,y, which may be any coordinates. */
struct fit board_fit(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], int x, int y);

/*
 * Returns the edges that conflict with the constraint, for up to FIT_WAYS cards at once. `open` has
 * one nibble per card with its open edges. Each nibble of the result has the edges that violate
 * `fit`.
 */
enum { FIT_WAYS = 16 };
#define FIT_EACH UINT64_C(0x1111111111111111) /* bit 0 of each nibble */
static inline uint64_t
fit_conflicts(struct fit fit, uint64_t open)
{
	return (open ^ fit.open * FIT_EACH) & (fit.open | fit.closed) * FIT_EACH;
}

/* Like fit_conflicts, but returns bit 0 of the nibble of each card that satisfies `fit`. Other bits
 * are unspecified. */
static inline uint64_t
fit_allowed(struct fit fit, uint64_t open)
{
	uint64_t conflicts = fit_conflicts(fit, open);

	conflicts |= conflicts >> 2;
	return ~(conflicts | conflicts >> 1);
}

static inline bool
fit_allows(struct fit fit, uint8_t tunnel)
{
	return (fit_conflicts(fit, tunnel_open(tunnel)) & 0x0f) == 0;
}

#endif
