#ifndef ADIT_GAMES_MINE_EVAL_H
#define ADIT_GAMES_MINE_EVAL_H

#include "games/mine/mine.h"

/*
 * Evaluation for the greedy policies: an estimate of the tunnels. Each frontier place contributes;
 * the contribution halves with each further place between it and a goal that may have the treasure.
 */
enum { MINE_FAR = 200, MINE_GAIN_MAX = 60 };

/* A place for a path card, and what the card would join. */
struct mine_site {
	int x, y;
	unsigned from;    /* edges at which connected tunnels arrive */
	unsigned targets; /* edges next to a target */
	int here;         /* current contribution of the place; */
	int worth[EDGES]; /* contribution of the empty place at each edge, if tunnels reached it */
};

struct mine_eval {
	const struct game *g; /* view of a seat */
	unsigned closed;      /* FEATURE_ bits: doors that are closed to the viewer */
	bool gold_known;
	unsigned n_targets; /* face-down goals that may have the treasure */
	bool target[CELLS_MAX];
	unsigned gone;         /* index of a card that is ignored; CELL_NONE: none */
	int far;               /* places to fill until a target is reached; MINE_FAR: no route */
	int prospect;          /* value of the evaluation */
	struct mine_site site; /* cache of the last site; beyond the grid: none */
	struct mine m;
	/* for each place of the grid: distance from a target, or MINE_FAR */
	uint8_t away[GRID_MAX];
};

/* Evaluates the view of the seat to move. `closed`: doors that are walls to it. */
void mine_eval_init(struct mine_eval *o, const struct game *g, unsigned closed);

/* Returns the evaluation of any view, without a seat and its doors. */
int mine_eval_tunnels(const struct game *g);

/* Returns the evaluation after this path card is placed. *reaches: the card reaches a target. */
int mine_eval_with(struct mine_eval *o, const struct order *order, bool *reaches);

/* The same, and follows tunnels that were not connected and that the card connects. */
int mine_eval_joining(struct mine_eval *o, const struct order *order, bool *reaches);

/* Returns the evaluation after the card at the order's place is removed. */
int mine_eval_without(const struct mine_eval *o, const struct order *order);

/* False if removing the card certainly gains no more than `gain`. Needs no search. */
bool mine_eval_may_exceed(const struct mine_eval *o, const struct order *order, int gain);

/* Returns the relative gain, from -MINE_GAIN_MAX to MINE_GAIN_MAX. A doubled evaluation gives half
 * of the maximum. */
int mine_gain(int before, int after);

/* For simulations: the result of a round, from its final events. */
struct mine_round_result {
	bool gold;               /* the gold was reached */
	enum role by;            /* role of the player who reached it */
	unsigned shown, winners; /* roles of all seats, and of the winners: bits 1 << role */
};
struct mine_round_result mine_round_result_of(const struct rules *rules, const struct events *ev);

#endif
