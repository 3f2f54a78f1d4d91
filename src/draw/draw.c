/*
 * The table.  Each card is a picture (card.c); here they are laid out on a grid with
 * coordinates at all four sides, in panels that overlap by two columns, so that every pair of
 * neighbours stands side by side in one of them, and one of each beside it.  No line is empty.
 */
#include "draw/draw.h"
#include "draw/picture.h"

enum { OVERLAP = 2 }; /* columns that two panels share */

struct chart { /* what is drawn */
	const struct board *board;
	struct grid grid;
	struct reached reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges that a card may be laid to */
	struct picture picture[CELLS_MAX], place;
	int x0, x1, y0, y1; /* the part shown, both ends in it */
	unsigned label;     /* width of the longest y coordinate */
};

void
picture_reach(
    const struct view *v, const struct grid *grid, struct reached reached[static CELLS_MAX])
{
	const struct board *b = &v->known.board;
	uint8_t tunnel[CELLS_MAX] = { 0 }, reach[CELLS_MAX] = { 0 };

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *cell = &b->cell[i];
		const struct card_def *card = v->known.rules->card;

		tunnel[i] = cell_tunnel(card, cell);
		if (cell->card != CARD_HIDDEN &&
		    (card[cell->card].class == CARD_START ||
			(card[cell->card].feature & FEATURE_LADDER) != 0))
			reach[i] = tunnel_open(tunnel[i]);
	}
	board_reach(b, grid, tunnel, reach);
	for (unsigned i = 0; i < b->n; i++)
		reached[i] = (struct reached){ .any = reach[i] };
}

/* Could a card be laid here?  A tunnel that is reached must lead to the place [SAB 2.C.11]. */
static bool
chart_is_place(const struct chart *c, int x, int y)
{
	if (!place_in_range(x, y) || grid_at(&c->grid, x, y) != CELL_NONE)
		return false;
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned i = grid_at(&c->grid, x + edge_dx[e], y + edge_dy[e]);

		if (i != CELL_NONE && c->joins[i] & EDGE_BIT(e ^ 2))
			return true;
	}
	return false;
}

static unsigned
number_width(int n)
{
	return (n < 0) + (n <= -100 || n >= 100 ? 3u : n <= -10 || n >= 10 ? 2u : 1u);
}

/* Shown is what has a card or takes one. */
static void
chart_bounds(struct chart *c)
{
	bool any = false;

	for (int y = c->grid.y0; y < c->grid.y0 + c->grid.h; y++) {
		for (int x = c->grid.x0; x < c->grid.x0 + c->grid.w; x++) {
			if (grid_at(&c->grid, x, y) == CELL_NONE && !chart_is_place(c, x, y))
				continue;
			if (!any || x < c->x0)
				c->x0 = x;
			if (!any || x > c->x1)
				c->x1 = x;
			if (!any)
				c->y0 = y;
			c->y1 = y;
			any = true;
		}
	}
	c->label = number_width(c->y0);
	if (c->label < number_width(c->y1))
		c->label = number_width(c->y1);
}

/* The x coordinates of a panel, the last digit of short ones over the middle of their cards. */
static void
draw_x_axis(int x0, int x1, unsigned label, struct pen *pen)
{
	pen_blanks(pen, label + 1);
	for (int x = x0; x <= x1; x++) {
		unsigned w = number_width(x), left = w < 3 ? 3 - w : w < 5 ? 1 : 0;

		pen_blanks(pen, left);
		pen_fmt(pen, PAINT_AXIS, "%d", x);
		pen_blanks(pen, PICTURE_W - left - w);
	}
	pen_end_line(pen);
}

static void
draw_panel(const struct chart *c, int x0, int x1, struct pen *pen)
{
	draw_x_axis(x0, x1, c->label, pen);
	for (int y = c->y0; y <= c->y1; y++) {
		for (unsigned row = 0; row < PICTURE_H; row++) {
			if (row == PICTURE_H / 2)
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)c->label, y);
			else
				pen_blanks(pen, c->label);
			pen_blanks(pen, 1);
			for (int x = x0; x <= x1; x++) {
				unsigned i = grid_at(&c->grid, x, y);

				if (i != CELL_NONE)
					pen_picture_row(pen, &c->picture[i], row);
				else if (chart_is_place(c, x, y))
					pen_picture_row(pen, &c->place, row);
				else
					pen_blanks(pen, PICTURE_W);
			}
			if (row == PICTURE_H / 2) {
				pen_blanks(pen, 1);
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)c->label, y);
			}
			pen_end_line(pen);
		}
	}
	draw_x_axis(x0, x1, c->label, pen);
}

/* What the rules set draws, over cards as they are drawn in all. */
static void
chart_fill(struct chart *c, const struct view *v, const struct names *names)
{
	static const struct picture_rules none = { .reach = NULL };
	const struct rules *rules = v->known.rules;
	const struct picture_rules *own = rules->picture != NULL ? rules->picture : &none;

	(own->reach != NULL ? own->reach : picture_reach)(v, &c->grid, c->reached);
	for (unsigned i = 0; i < c->board->n; i++) {
		const struct cell *cell = &c->board->cell[i];

		c->joins[i] = own->joins_all ? tunnel_open(cell_tunnel(rules->card, cell)) :
					       c->reached[i].any;
		picture_cell(&c->picture[i], rules, cell, c->reached[i]);
	}
	if (own->cover != NULL)
		own->cover(v, names, &c->grid, c->picture);
	picture_place(&c->place);
}

void
draw_board_named(const struct view *v, const struct names *names, unsigned style, struct buf *out)
{
	struct chart c; /* large, and hardly ever used up: not cleared */
	struct pen pen = pen_for(out, style);
	int room;

	c.board = &v->known.board;
	c.x0 = c.x1 = c.y0 = c.y1 = 0;
	if (c.board->n == 0)
		return;
	grid_make(&c.grid, c.board);
	chart_fill(&c, v, names);
	chart_bounds(&c);
	room = (int)((DRAW_COLUMNS - 2 * (c.label + 1)) / PICTURE_W);
	for (int x = c.x0;; x += room - OVERLAP) {
		int end = x + room - 1;

		draw_panel(&c, x, end < c.x1 ? end : c.x1, &pen);
		if (end >= c.x1)
			return;
		pen_fmt(&pen, PAINT_AXIS, "  columns %d and %d again:", end - 1, end);
		pen_end_line(&pen);
	}
}

void
draw_board(const struct view *v, unsigned style, struct buf *out)
{
	draw_board_named(v, NULL, style, out);
}
