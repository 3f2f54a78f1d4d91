#ifndef ADIT_SHOW_HTML_NEWS_H
#define ADIT_SHOW_HTML_NEWS_H

#include "text/names.h"

/*
 * Appends news in the format of the terminal output. What a seat did in a row is one entry: "anna
 * lays ns at 1,0; draws a card". If there are more than HTML_NEWS_MAX entries, those before are folded
 * up. Places of the newest round are links (HTML_PLACES_LINKED), others are text.
 */
enum { HTML_NEWS_MAX = 12 };
void html_news(const struct names *names, const char *s, size_t n, struct buf *out);

#endif
