#ifndef ADIT_MAIL_PLAIN_LIST_H
#define ADIT_MAIL_PLAIN_LIST_H

#include "wire/private_view.h"

/*
 * The numbered list of orders in a mail to a plain seat: the groups of private_view_orders, cut at
 * their bars. Each line is one order with a number from 1, or stands for several discards and has
 * no number.
 */

/*
 * Calls `each` for every line, in order. number >= 1: `order` is this canonical order. number 0:
 * `order` stands for several discards ("discard 1 to 3 of map nesw ns"). `head`: the line begins a
 * group, which is a card in most cases. `order` is borrowed until `each` returns.
 */
void plain_list_each(const struct private_view *v, const struct names *names,
    void (*each)(void *arg, unsigned number, bool head, const char *order), void *arg);

#endif
