#ifndef ADIT_DRAW_BOARD_LAYOUT_H
#define ADIT_DRAW_BOARD_LAYOUT_H

#include "draw/picture.h"

/* What is drawn of a table, whichever pen draws it: a picture for each card, and which part is shown. */
struct board_layout {
	const struct board *board;
	struct grid grid;
	struct card_reach reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges that a card may be laid to */
	struct card_picture picture[CELLS_MAX], place;
	int x0, x1, y0, y1; /* the part shown, both ends in it */
};

/* false: nothing lies there.  A chart is large, and hardly ever used up: it need not be cleared before. */
bool board_layout_make(struct board_layout *c, const struct view *v, const struct names *names);

/* Could a card be laid here?  A tunnel that is reached must lead to the place [SAB 2.C.11]. */
bool board_layout_is_place(const struct board_layout *c, int x, int y);

#endif
