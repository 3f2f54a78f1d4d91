#ifndef ADIT_PLAYER_ORDER_INPUT_H
#define ADIT_PLAYER_ORDER_INPUT_H

#include "player/player.h"

/* An order as typed. The lines of `order` point into `text`. */
struct order_input {
	struct buf text; /* each line ends with NUL */
	struct player_order order;
};

/* Splits w->text into lines, trimmed, without empty ones. An address gets the form that orders have
 * (text/mail_line.h). ERR_USAGE: too many lines. */
int order_input_lines(struct order_input *w, struct err *err);

/* Parses --until: a day, which is the last one, or a time; NULL: none. */
int order_input_until(struct player_order *o, const char *until, struct err *err);

#endif
