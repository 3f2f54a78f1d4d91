#ifndef ADIT_TEXT_DRAW_H
#define ADIT_TEXT_DRAW_H

#include "text/names.h"

/*
 * Drawings for people: the table, hands as little cards.  They take views, so they cannot show what
 * a seat may not know.  At most DRAW_COLUMNS columns; a wider table is drawn in several
 * panels, left to right.  Lines have no trailing blanks and end with \n.
 */
enum { DRAW_COLUMNS = 72 };

enum {                          /* style bits */
	DRAW_ASCII = 1 << 0,    /* 7-bit */
	DRAW_COLOR = 1 << 1     /* SGR colours; never in digests */
};

/* The table: cards whose tunnels really join, dead ends visibly blocked, start, goals (hidden,
 * stone, gold), coordinates on both axes, only the part in use and the places around it where a
 * card could be laid.  What the search from the start reaches is drawn heavier than what is cut off. */
void draw_board(const struct view *v, unsigned style, struct buf *out);

/* A hand as little cards side by side with their kinds below, path cards that are not symmetric
 * in both positions ("flipped"). */
void draw_hand(const struct rules *rules, const card_id *card, unsigned n, unsigned style, struct buf *out);

/* What the signs mean, a few lines: for read --help and README. */
void draw_legend(const struct rules *rules, unsigned style, struct buf *out);

/* The seats, one a line: name, number of cards, broken tools, ... and a mark at the one to move. */
void draw_table(const struct view *v, const struct names *names, unsigned style, struct buf *out);

#endif
