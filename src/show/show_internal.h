#ifndef ADIT_SHOW_SHOW_INTERNAL_H
#define ADIT_SHOW_SHOW_INTERNAL_H

#include "player/history.h"

/* Declarations shared by show.c, show_news.c and show_orders.c. */

struct show {
	const struct player_read *r;
	const struct history *story;
	const struct view *view; /* the own view, or the public one */
	const struct game *g;    /* the game in `view` */
	unsigned style, columns;
	struct buf *out;
	const struct language *lang;
	struct err *err;
	const struct changes *changes; /* to mark on the board */
};

/* The seat of the open view, or SEAT_NONE. */
uint8_t show_reader(const struct player_read *r);
/* Finds the newest digest of the news that ended a round, NULL: none, and sets *was to the one
 * before it if it is here, else NULL. Sets *events to its events. */
const struct player_read *show_find_ended(const struct history *story, const struct player_read *r,
    const struct player_read **was, struct digest_events *events);
/* The parts of enum show_part. Each appends its text and returns its heading. */
const char *show_put_first(const struct show *s), *show_put_news(const struct show *s),
    *show_put_talk(const struct show *s), *show_put_ended(const struct show *s),
    *show_put_summary(const struct show *s); /* show_news.c */
const char *show_put_signed(const struct show *s), *show_put_waiting(const struct show *s),
    *show_put_every(const struct show *s); /* show_orders.c */
/* Lists the orders that the seat can give, with a heading; nothing if there are none. */
void show_put_orders(const struct show *s);

#endif
