#ifndef ADIT_SHOW_HTML_NEWS_H
#define ADIT_SHOW_HTML_NEWS_H

#include "show/html.h"
#include "text/names.h"

/*
 * Appends news in the format of the terminal output. What a seat did in a row is one entry: "anna
 * lays ns at 1,0; draws a card". `places` is what becomes of places of the newest round; others are text. If
 * places are links and there are more than HTML_NEWS_MAX entries, those before are folded up.
 */
enum { HTML_NEWS_MAX = 12 };
void html_news(const struct language *lang, const struct names *names, const char *s, size_t n,
    enum html_places places, struct buf *out);

#endif
