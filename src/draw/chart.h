#ifndef ADIT_DRAW_CHART_H
#define ADIT_DRAW_CHART_H

#include "draw/picture.h"

/* What is drawn of a table, whichever pen draws it: a picture for each card, and which part is shown. */
struct chart {
	const struct board *board;
	struct grid grid;
	struct reached reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges that a card may be laid to */
	struct picture picture[CELLS_MAX], place;
	int x0, x1, y0, y1; /* the part shown, both ends in it */
};

/* false: nothing lies there.  A chart is large, and hardly ever used up: it need not be cleared before. */
bool chart_make(struct chart *c, const struct view *v, const struct names *names);

/* Could a card be laid here?  A tunnel that is reached must lead to the place [SAB 2.C.11]. */
bool chart_is_place(const struct chart *c, int x, int y);

#endif
