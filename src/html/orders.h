#ifndef ADIT_HTML_ORDERS_H
#define ADIT_HTML_ORDERS_H

#include "html/page.h"

/*
 * What is only on a private page: the hand; the orders that the seat can give, one by one, which the script puts
 * together by clicks on cards, places and seats; what can be ordered besides, as commands.
 */
void html_orders(const struct html_page *p, struct buf *out);

#endif
