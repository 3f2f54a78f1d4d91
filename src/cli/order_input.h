#ifndef ADIT_CLI_ORDER_INPUT_H
#define ADIT_CLI_ORDER_INPUT_H

#include "player/player.h"

/* What is to be ordered: its lines stand in text. */
struct order_input {
	struct buf text; /* each line ended by NUL */
	struct player_order order;
};

/* Take the lines of w->text without blanks around them; empty ones are none.  ERR_USAGE: they are too many. */
int order_input_lines(struct order_input *w, struct err *err);

/* A day, the last one on which it is played, or the time from which it is not; NULL: none. */
int order_input_until(struct player_order *o, const char *until, struct err *err);

#endif
