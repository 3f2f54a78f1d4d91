#ifndef ADIT_TEXT_ORDER_ARG_H
#define ADIT_TEXT_ORDER_ARG_H

#include "text/order_reader.h"

/*
 * Arguments of an order: after a verb or action card follows a row of arguments. Each has a reader
 * and a writer.
 */

/* Parameters for writing an order. */
struct order_writer {
	const struct rules *rules;
	const struct names *names;
	struct buf *out;
};

struct order_arg {
	/* Returns 0, or -1 with the error set. */
	int (*read)(struct order_reader *l, struct order *o);
	void (*write)(const struct order_writer *w, const struct order *o);
};

extern const struct order_arg piece_placed;       /* CARD at X,Y [flipped] */
extern const struct order_arg piece_discarded;    /* cards, and the card that two of them remove */
extern const struct order_arg piece_nugget;       /* the nugget taken */
extern const struct order_arg piece_robbed;       /* seats, or none */
extern const struct order_arg piece_walk;         /* the way of a dwarf */
extern const struct order_arg piece_cuts;         /* cut EDGE ... */
extern const struct order_arg piece_axe;          /* a creature or all, use|keep */
extern const struct order_arg piece_pay_and_turn; /* pay X,Y ... turn keep|flip */
extern const struct order_arg piece_target;       /* a seat */
extern const struct order_arg piece_tool;         /* the tool, if the card has two */
extern const struct order_arg piece_place;        /* X,Y */
extern const struct order_arg piece_door;         /* X,Y of a door, then pay and turn */
extern const struct order_arg piece_goal_or_seat; /* goal X,Y, or a seat */
extern const struct order_arg piece_edge;         /* X,Y/n */
extern const struct order_arg piece_spaces;       /* spaces up to the end of the line */

#endif
