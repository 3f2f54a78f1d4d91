#ifndef ADIT_CORE_BOARD_H
#define ADIT_CORE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/card.h"

/*
 * The table: a list of cards sorted by (x, y), so that equal tables are equal lists.  There is no
 * edge [C2] but COORD_MAX, which no deck can reach in play.  x grows east, y south.
 */
enum { CELLS_MAX = 128, COORD_MAX = 100 };

enum {                         /* cell.flags */
	CELL_FLIPPED = 1 << 0, /* turned by 180 degrees; never set on a symmetric card */
	CELL_DOWN = 1 << 1,    /* a goal still face down */
	CELL_TOKEN_GREEN = 1 << 2,
	CELL_TOKEN_BLUE = 1 << 3, /* The Duel */
	CELL_KEY = 1 << 4,
	CELL_VEIN = 1 << 5 /* The Dark Cave: the vein still holds its gold */
};

struct place {
	int8_t x, y;
};

/* May a card lie there at all? */
static inline bool
place_in_range(int x, int y)
{
	return x >= -COORD_MAX && x <= COORD_MAX && y >= -COORD_MAX && y <= COORD_MAX;
}

/* Grows from place to place in the order of (x, y), also one step beyond the range. */
static inline int
place_rank(int x, int y)
{
	return x * 512 + y;
}

/* Ascending by (x, y): the order of whatever is a list of places. */
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
 * What its face-up neighbours ask of a card at a place [C5]: `open` edges that must be open, `closed`
 * edges that must be closed.  Other edges are free.
 */
struct fit {
	uint8_t open, closed;
};

/* What a neighbour on edge e with this tunnel asks, if it asks anything. */
static inline void
fit_require(struct fit *fit, unsigned e, uint8_t tunnel, bool asks)
{
	bool open = tunnel_side(tunnel, e ^ 2u) != 0;

	fit->open |= (uint8_t)((asks & open) << e);
	fit->closed |= (uint8_t)((asks & !open) << e);
}

/* An empty place that the tunnels open to, within COORD_MAX. */
struct frontier_cell {
	int8_t x, y;
	struct fit fit;
	uint8_t from; /* the edges that reached tunnels come to: some of fit.open */
};

/*
 * All of them, and what lies in a window around the table, place by place, column by column.  Derived from the cells and
 * kept by a rules set that lays card upon card (games/mine/frontier.c), to spare it a search a turn; no part of a game's
 * bytes.
 */
enum {
	FRONTIER_CACHE_MAX = 32, /* with more of them, which hardly happens, nothing is kept */
	FRONTIER_CACHE_ROOM = 2 * FRONTIER_CACHE_MAX +
	    8 /* to move all of them without asking how many there are */
};
enum { WINDOW_WIDTH = 28, WINDOW_HEIGHT = 24, WINDOW = WINDOW_WIDTH * WINDOW_HEIGHT };
struct frontier {
	bool known;
	uint8_t n;
	uint8_t n_down;                  /* cards that lie face down */
	int8_t x0, y0;                   /* the place of number 0 of the window */
	int16_t at[FRONTIER_CACHE_ROOM]; /* numbers of places, ascending; INT16_MAX behind them */
	uint64_t
	    takes[2]; /* how many gaps take a card with these open edges: see frontier_fit_count */
	uint8_t tunnel[WINDOW]; /* of a card as it lies */
	uint8_t asked[WINDOW];  /* what would be asked of a card: closed edges << 4 | open edges */
	uint8_t
	    reach[WINDOW]; /* edges of a card that are reached; of an empty place, as gap.from */
};

/* How many take a card with these open edges.  A byte each, even and odd ones apart. */
static inline unsigned
frontier_fit_count(const struct frontier *o, unsigned open)
{
	return (unsigned)(o->takes[open & 1] >> 4 * (open & ~1u)) & 0xff;
}

/* Number i of the list. */
static inline struct place
frontier_place(const struct frontier *o, unsigned i)
{
	return (struct place){ (int8_t)(o->x0 + o->at[i] / WINDOW_HEIGHT),
		(int8_t)(o->y0 + o->at[i] % WINDOW_HEIGHT) };
}

struct board {
	uint8_t n;
	struct cell cell[CELLS_MAX];
	/* Does what a rules set keeps of the table in its own room hold?  Not after board_put and board_remove, nor are
	 * gaps known then. */
	bool kept;
	struct frontier gaps;
};

enum { CELL_NONE = 0xff }; /* no index */

/* Is that card there, and does it lie at x,y? */
static inline bool
cell_is_at(const struct board *b, unsigned index, int x, int y)
{
	const unsigned is = index < b->n; /* all by masks: nobody could foretell a branch */
	const struct cell *c = &b->cell[index & (0u - is)];

	return is & (c->x == x) & (c->y == y);
}

/* Index of the card at x,y, or CELL_NONE. */
unsigned board_find(const struct board *b, int x, int y);

/* Put a card on an empty place; false if the board is full or x,y beyond COORD_MAX. */
bool board_put(struct board *b, struct cell cell);

void board_remove(struct board *b, unsigned index);

/* The tunnels of a cell as it lies; 0 for a card face down (its edges are nobody's business [C5])
 * and for CARD_HIDDEN. */
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
 * A grid over the part in use and GRID_MARGIN places around it, to look neighbours up in constant
 * time, those of the places beside a card too.  Derived, short-lived, made by whoever needs it;
 * holds until the board changes.
 */
enum {
	GRID_MARGIN = 2,
	GRID_SIDE = 2 * (COORD_MAX + GRID_MARGIN) + 1,
	GRID_MAX = GRID_SIDE * GRID_SIDE
};

struct grid {
	int x0, y0; /* the place of at[0] */
	int w, h;
	uint8_t at[GRID_MAX]; /* index of the cell, or CELL_NONE; only w * h are set */
};

void grid_make(struct grid *grid, const struct board *b);

/* Any x,y; outside the grid there is nothing. */
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
 * Reach [SAB 2.C.11, DUEL 4.C.6]: search along open edges that face each other and through the
 * tunnels of each card.  tunnel[i] is what counts as the tunnels of cell i for this search (a
 * rules set closes doors and trolls by making arms blind; face-down cards have 0).
 * In: reach[i] holds the edges (EDGE_BITs) where the search starts, 0 elsewhere.
 * Out: reach[i] holds every edge of cell i that is reached, each the end of a tunnel that the
 * search walked.
 */
void board_reach(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], uint8_t reach[static CELLS_MAX]);

/*
 * The same, and where it leads: the empty places that reached edges open to, each once, in no
 * particular order but always the same; how many.  Only there can a card be connected.
 */
enum { FRONTIER_MAX = EDGES * CELLS_MAX };
unsigned board_reach_frontier(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], uint8_t reach[static CELLS_MAX],
    struct place front[static FRONTIER_MAX]);

/* What is asked of a card at x,y, which may lie anywhere. */
struct fit board_fit(const struct board *b, const struct grid *grid,
    const uint8_t tunnel[static CELLS_MAX], int x, int y);

/*
 * The edges that clash with what is asked, of up to FIT_WAYS cards at once: a nibble each, with the
 * open edges of a card in it, and in the result those that should not be as they are.
 */
enum { FIT_WAYS = 16 };
#define FIT_EACH UINT64_C(0x1111111111111111) /* bit 0 of each nibble */
static inline uint64_t
fit_conflicts(struct fit fit, uint64_t open)
{
	return (open ^ fit.open * FIT_EACH) & (fit.open | fit.closed) * FIT_EACH;
}

static inline bool
fit_allows(struct fit fit, uint8_t tunnel)
{
	return (fit_conflicts(fit, tunnel_open(tunnel)) & 0x0f) == 0;
}

#endif
