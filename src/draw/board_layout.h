#ifndef ADIT_DRAW_BOARD_LAYOUT_H
#define ADIT_DRAW_BOARD_LAYOUT_H

#include "core/changes.h"
#include "draw/picture.h"

/* The content of a drawing of a board, for every pen: a picture for each card, and the visible
 * part. */
struct board_layout {
	const struct board *board;
	struct grid grid;
	struct card_reach reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges at which a card may be placed */
	struct card_picture picture[CELLS_MAX], place, gone;
	const struct changes *changes; /* those of board_layout_mark, or NULL */
	int x0, x1, y0, y1;            /* the visible part, inclusive */
};

/* Computes *c. Returns false if the board is empty. The struct is large and rarely used up, so it
 * need not be cleared. */
bool board_layout_make(struct board_layout *c, const struct view *v, const struct names *names);

/* True if a card could be placed here: a reached tunnel must lead to the place [SAB 2.C.11]. */
bool board_layout_is_place(const struct board_layout *c, int x, int y);

/* Marks what was changed: as brackets, also where a card was removed. changes: borrowed, or NULL. */
void board_layout_mark(struct board_layout *c, const struct changes *changes);

/* Returns the picture at a place: of its card, of a removed card, of an empty place where a card
 * could be placed; or NULL. */
const struct card_picture *board_layout_at(const struct board_layout *c, int x, int y);

#endif
