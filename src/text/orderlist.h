#ifndef ADIT_TEXT_ORDERLIST_H
#define ADIT_TEXT_ORDERLIST_H

#include "text/orderline.h"

/* n orders in words, sorted bytewise, each given to a function. */
void orders_each(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg);

/*
 * The same orders in fewer lines, those of a card together (adit(5), ORDERS BY CARD):
 *
 *	place nesw at 3,-2 | 4,1 | 4,1 flipped
 *	discard 1 to 3 of map nesw nesw ns
 *	discard 2 of map nesw to remove break-lamp | trapped
 *
 * What is behind a bar stands in place of what is behind the head of the line, which is "place KIND at",
 * "walk to" or the first word.  "discard A to B of" stands for every different choice of A to B of
 * the cards named.  No order holds a bar or is a discard of a number, so neither is taken for one.
 */
void orders_grouped(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg);

/*
 * Every order that the seat of a view can give, in groups or each by itself; none unless it is to move.
 * Returns how many there are; each NULL: only that.
 */
size_t orders_of(const struct view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg);

#endif
