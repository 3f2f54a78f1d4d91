#ifndef ADIT_SHOW_HTML_ORDERS_H
#define ADIT_SHOW_HTML_ORDERS_H

#include "show/html_page.h"

/* Appends the private sections of a page: the hand; the legal orders, which the script composes
 * by clicks on cards, places and seats; other possible orders, as commands. */
void html_orders(const struct html_page *p, const char *subject, struct buf *out);

#endif
