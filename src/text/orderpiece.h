#ifndef ADIT_TEXT_ORDERPIECE_H
#define ADIT_TEXT_ORDERPIECE_H

#include "text/orderword.h"

/*
 * What stands behind a verb or an action card is a row of pieces: reading a piece stands beside
 * writing it.
 */

/* An order being written. */
struct writer {
	const struct rules *rules;
	const struct names *names;
	struct buf *out;
};

struct piece {
	/* 0, or -1 with the error set */
	int (*read)(struct line *l, struct order *o);
	void (*write)(const struct writer *w, const struct order *o);
};

extern const struct piece piece_placed;       /* CARD at X,Y [flipped] */
extern const struct piece piece_discarded;    /* cards, and what two of them remove */
extern const struct piece piece_nugget;       /* the nugget taken */
extern const struct piece piece_robbed;       /* seats, or none */
extern const struct piece piece_walk;         /* where a dwarf goes */
extern const struct piece piece_cuts;         /* cut EDGE ... */
extern const struct piece piece_axe;          /* a creature or all, use|keep */
extern const struct piece piece_pay_and_turn; /* pay X,Y ... turn keep|flip */
extern const struct piece piece_target;       /* a seat */
extern const struct piece piece_tool;         /* which tool, of two */
extern const struct piece piece_place;        /* X,Y */
extern const struct piece piece_door;         /* X,Y of a door, pay and turn behind it */
extern const struct piece piece_goal_or_seat; /* goal X,Y, or a seat */
extern const struct piece piece_edge;         /* X,Y/n */
extern const struct piece piece_spaces;       /* spaces up to the end */

#endif
