#ifndef ADIT_TEXT_ORDERLIST_H
#define ADIT_TEXT_ORDERLIST_H

#include "text/orderline.h"

/* Calls `each` with n orders in words, sorted bytewise. */
void orders_each(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg);

/*
 * Lists the same orders in fewer lines, those of a card together (adit(5), ORDERS BY CARD):
 *
 * 	place nesw at 3,-2 | 4,1 | 4,1 flipped
 * 	discard 1 to 3 of map nesw nesw ns
 * 	discard 2 of map nesw to remove break-lamp | trapped
 *
 * The text after a bar replaces the text after the head of the line. The head is "place KIND at",
 * "walk to" or the first word. "discard A to B of" stands for every different choice of A to B of
 * the named cards. No order has a bar or discards a number, so neither can be confused with an
 * order.
 */
void orders_grouped(const struct rules *rules, const struct names *names, const struct order *order,
    size_t n, void (*each)(void *arg, const char *line), void *arg);

/* Returns the length of the head of a line, with the blank after it; 0: nothing follows it. */
size_t orders_head(const char *line);

/*
 * Lists every order that the seat of a view can give, in groups or one by one; none unless it is to
 * move. Returns their number. each NULL: only counts.
 */
size_t orders_of(const struct view *v, const struct names *names, bool grouped,
    void (*each)(void *arg, const char *line), void *arg);

#endif
