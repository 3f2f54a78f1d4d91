#ifndef ADIT_GAMES_DUEL_ESTIMATE_H
#define ADIT_GAMES_DUEL_ESTIMATE_H

#include "games/duel/survey.h"

/*
 * What the gold of a round will be, estimated for the state after an order: a sum over what the
 * seat sees then, with weights from games (estimate_weight.c, counted by bench/duel-weights.c).
 *
 * A goal, or gold, counts by the distances of both sides from it: which entry of a table it is in.
 */

enum {
	ESTIMATE_EACH = 7, /* distances from 0 that have entries of their own */
	ESTIMATE_DISTANCES = ESTIMATE_EACH + 2, /* then: farther, and out of reach */
	ESTIMATE_PAIRS = ESTIMATE_DISTANCES * ESTIMATE_DISTANCES,
	ESTIMATE_STAGES = 2 /* of a round: while many cards are left, and later */
};

/* Cards in the own hand. */
enum estimate_class {
	ESTIMATE_BREAK,
	ESTIMATE_REPAIR, /* of a tool that is broken */
	ESTIMATE_SPARE,  /* of other tools */
	ESTIMATE_MAP,
	ESTIMATE_KEY,
	ESTIMATE_ROCKFALL,
	ESTIMATE_OWN_LADDER,
	ESTIMATE_LADDER,
	ESTIMATE_TROLL,
	ESTIMATE_GOLD,
	ESTIMATE_OWN_DOOR,
	ESTIMATE_DOOR,
	ESTIMATE_BLIND, /* with a dead end */
	ESTIMATE_PATH,
	ESTIMATE_FORK,
	ESTIMATE_CLASSES
};

/* Indices of the weights. */
enum {
	ESTIMATE_CLAIMS,                         /* times the claimed gold, in points */
	ESTIMATE_LOOK,                           /* a hidden goal is looked at */
	ESTIMATE_TWO,                            /* two cards are discarded */
	ESTIMATE_FRONT,                          /* times the places to build on, of each side */
	ESTIMATE_BROKEN = ESTIMATE_FRONT + 2,    /* by the number of broken tools, of each side */
	ESTIMATE_HAND = ESTIMATE_BROKEN + 2 * 4, /* times the cards of each class */
	ESTIMATE_GOAL = ESTIMATE_HAND + ESTIMATE_CLASSES, /* hidden goals, by stage and pair */
	/* times their gold: face-down goals that the seat has seen, and open gold, by pair */
	ESTIMATE_SEEN = ESTIMATE_GOAL + ESTIMATE_STAGES * ESTIMATE_PAIRS,
	ESTIMATE_OPEN = ESTIMATE_SEEN + ESTIMATE_PAIRS,
	ESTIMATE_SIZE = ESTIMATE_OPEN + ESTIMATE_PAIRS
};

extern const int16_t estimate_weight[ESTIMATE_SIZE];

struct estimate {
	struct survey_board board;
	const int16_t *weight;
	int16_t *count; /* NULL, or the counts of the state, which the caller zeroes */
	int sum;
	bool has_before;
	int before; /* the sum of the board before an order */
};

/* Starts with the view of a seat, which must stay valid, and estimate_weight. */
void estimate_start(struct estimate *e, const struct game *known, uint8_t seat);

/* Returns the estimate after a legal order of the seat. Adds to the counts, unless they are NULL. */
int estimate_after(struct estimate *e, const struct order *order);

#endif
