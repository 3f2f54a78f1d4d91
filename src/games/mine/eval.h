#ifndef ADIT_GAMES_MINE_EVAL_H
#define ADIT_GAMES_MINE_EVAL_H

#include "games/mine/mine.h"

/*
 * For the greedy players: how well the tunnels stand.  Every place where they could go on counts, and
 * half as much for each place more that lies between it and a goal that may hold the treasure.
 */
enum { MINE_FAR = 200, MINE_GAIN_MAX = 60 };

/* A place where cards may be laid: what one would join. */
struct mine_site {
	int x, y;
	unsigned from;    /* edges that connected tunnels come to */
	unsigned targets; /* edges behind which one lies */
	int here;         /* what the place is worth to the tunnels now, */
	int worth[EDGES]; /* and the empty place behind each edge, if they came there */
};

struct mine_eval {
	const struct game *g; /* as a seat knows it */
	unsigned closed;      /* FEATURE_ bits: these doors are walls to who is looking */
	bool gold_known;
	unsigned n_targets; /* goals face down that may hold the treasure */
	bool target[CELLS_MAX];
	unsigned gone;         /* the index of a card that is thought away; CELL_NONE: of none */
	int far;               /* places to fill until a target is reached; MINE_FAR: no way */
	int prospect;          /* how well the tunnels stand */
	struct mine_site site; /* asked for last; beyond the grid: none */
	const struct frontier
	    *kept; /* of g, which are where tunnels go on: then m has no tunnel and no reach */
	struct mine m;
	uint8_t away[GRID_MAX]; /* of each place of the grid: places from a target, or MINE_FAR */
};

/* For what the seat to move can play. */
void mine_eval_init(struct mine_eval *o, const struct game *g, unsigned closed);

/* How well the tunnels would stand with this card laid.  *reaches: a target at once. */
int mine_eval_with(struct mine_eval *o, const struct order *order, bool *reaches);

/* How well with the card at the order's place gone. */
int mine_eval_without(const struct mine_eval *o, const struct order *order);

/* Could that be a gain of more than this?  False: surely not, which is told without a search. */
bool mine_eval_may_exceed(const struct mine_eval *o, const struct order *order, int gain);

/* From -MINE_GAIN_MAX to MINE_GAIN_MAX: half of it if the tunnels stand twice as well. */
int mine_gain(int before, int after);

/* For their simulations: what the events of a round's end tell. */
struct mine_round_result {
	bool gold;               /* was it reached? */
	enum role by;            /* of who reached it */
	unsigned shown, winners; /* roles of seats, and of those that have won: bits 1 << role */
};
struct mine_round_result mine_round_result_of(const struct rules *rules, const struct events *ev);

#endif
