#ifndef ADIT_GAMES_DUEL_SURVEY_H
#define ADIT_GAMES_DUEL_SURVEY_H

#include "games/duel/duel.h"

/*
 * What a policy looks at on a board of The Duel: claimed and open gold, hidden goals, and the places
 * where the tunnels of each side can go on. A hidden goal stays face down.
 *
 * (P1) The board is surveyed only if an order changes it. Edges that led to cards before the order
 *      are skipped.
 */

enum { SURVEY_GOLD = 60, /* points for a gold of value 1 */ SURVEY_FAR = 100 };

/* Edges of a side that lead to empty places, by the place. Padded to a multiple of SURVEY_LANES,
 * which lets a compiler compute that many distances at once. */
enum { SURVEY_LANES = 8 };
struct survey_front {
	size_t n;
	int16_t x[FRONTIER_MAX + SURVEY_LANES], y[FRONTIER_MAX + SURVEY_LANES];
};

/* A board, as far as policies depend on it. */
struct survey {
	int claims;              /* points of the seat, less those of the opponent */
	uint32_t touched[SIDES]; /* hidden goals that are reached, as bits */
	struct survey_front front[SIDES];
	unsigned n_gold;
	struct survey_gold {
		int16_t x, y;
		int16_t value; /* without padding, to be compared */
	} gold[CELLS_MAX];     /* open gold without a token */
};

struct survey_board {
	const struct game *known; /* the view of the seat */
	enum side mine, theirs;
	bool is_made;     /* (P1) the rest is set, since an order needs it */
	struct game g;    /* the view, with its reach cached */
	struct grid grid; /* which places have cards, with the card of the order */
	/* (P1) By place in the grid: at least the edges of its card that lead to empty places and
	 * hidden goals, and a bit more if the card may have points. */
	uint8_t look[GRID_MAX];
	uint32_t goal[CELL_NONE + 1]; /* by index in the grid: the bit of a hidden goal, or 0 */
	unsigned n_hidden;
	struct place hidden[SEEN_MAX];
	struct survey before, after; /* before and after an order */
};

/* Starts with the view of a seat, which must stay valid. Surveys nothing yet. */
void survey_start(struct survey_board *b, const struct game *known, uint8_t seat);

/* Sets `before`. */
void survey_make(struct survey_board *b);

/* Sets `after` to the board after an order that places or removes a card or unlocks a door. `before`
 * must be set. */
void survey_play(struct survey_board *b, const struct order *order);

/* True if the order left as it was all that a side can reach, and all open gold. */
bool survey_is_same(const struct survey_board *b, enum side side);

/* Returns the distance of a place from the nearest edge, at most SURVEY_FAR. */
int survey_distance(const struct survey_front *f, int16_t tx, int16_t ty);

#endif
