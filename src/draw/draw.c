/*
 * The table.  Each card is a picture (card.c); here they are laid out on a grid with
 * coordinates at all four sides, in panels that overlap by two columns, so that every pair of
 * neighbours stands side by side in one of them, and one of each beside it.  No line is empty.
 */
#include "draw/draw.h"
#include "draw/picture.h"

enum {
	OVERLAP = 2, /* columns that two panels share */
	COLUMNS_MAX = 2 * COORD_MAX + 3,
};

struct chart { /* what is drawn */
	const struct board *board;
	struct grid grid;
	struct reached reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges that a card may be laid to */
	struct picture picture[CELLS_MAX], place;
	int x0, x1, y0, y1;   /* the part shown, both ends in it */
	unsigned label;       /* width of the longest y coordinate */
	unsigned n_column, w; /* as they are laid out, each so wide */
	struct column {
		int x;
		unsigned skipped; /* it stands for so many from x on, which are empty */
	} column[COLUMNS_MAX];
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

static bool
chart_is_empty(const struct chart *c, int x)
{
	for (int y = c->y0; y <= c->y1; y++)
		if (grid_at(&c->grid, x, y) != CELL_NONE || chart_is_place(c, x, y))
			return false;
	return true;
}

/* The columns; squeeze: where several are empty one stands for all. */
static void
chart_lay_out(struct chart *c, unsigned w, bool squeeze)
{
	c->w = w;
	c->n_column = 0;
	for (int x = c->x0, next; x <= c->x1; x = next) {
		next = x;
		while (squeeze && next <= c->x1 && chart_is_empty(c, next))
			next++;
		if (next - x < 2)
			next = x + 1;
		c->column[c->n_column++] = (struct column){ x,
			next > x + 1 ? (unsigned)(next - x) : 0 };
	}
}

/* How many fit beside each other. */
static unsigned
chart_room(const struct chart *c, unsigned columns)
{
	return (columns - 2 * (c->label + 1)) / c->w;
}

/* No smaller than need be: first empty columns are squeezed, then cards shrink; then it is cut. */
static void
chart_fit(struct chart *c, unsigned columns)
{
	chart_lay_out(c, PICTURE_W, false);
	if (c->n_column > chart_room(c, columns))
		chart_lay_out(c, PICTURE_W, true);
	if (c->n_column > chart_room(c, columns))
		chart_lay_out(c, PICTURE_NARROW, true);
}

/* ---- the drawing -------------------------------------------------------------------------------- */

static const struct sign gap_sign = { "┊", ';', PAINT_AXIS };

/* The last digit of a short coordinate stands over the middle of its cards; longer ones go on over the next
 * column where cards are narrow, and every other one is left out. */
static void
draw_x(int x, unsigned w, struct pen *pen)
{
	unsigned digits = number_width(x), left = digits < w / 2 + 1 ? w / 2 + 1 - digits : 0;

	if (digits > 2 && w == PICTURE_W)
		left = 1;
	if (digits > w || (digits == w && w < PICTURE_W)) {
		if (x % 2 != 0) {
			pen_blanks(pen, w > digits - w ? w - (digits - w) : 0);
			return;
		}
		left = 0;
	}
	pen_blanks(pen, left);
	pen_fmt(pen, PAINT_AXIS, "%d", x);
	pen_blanks(pen, left + digits < w ? w - left - digits : 0);
}

/* How many columns are missing: "┊ 3 ┊" */
static void
draw_skipped(unsigned n, unsigned w, struct pen *pen)
{
	unsigned digits = number_width((int)n), inside = w - 2;

	if (digits < w)
		pen_sign(pen, &gap_sign);
	pen_blanks(pen, digits < inside ? inside / 2 : 0);
	pen_fmt(pen, PAINT_AXIS, "%u", n);
	if (digits > inside)
		return; /* there is no room for the other */
	pen_blanks(pen, inside - digits - (digits < inside ? inside / 2 : 0));
	pen_sign(pen, &gap_sign);
}

static void
draw_x_axis(const struct chart *c, unsigned from, unsigned to, struct pen *pen)
{
	pen_blanks(pen, c->label + 1);
	for (unsigned k = from; k < to; k++) {
		if (c->column[k].skipped > 0)
			draw_skipped(c->column[k].skipped, c->w, pen);
		else
			draw_x(c->column[k].x, c->w, pen);
	}
	pen_end_line(pen);
}

/* One row of signs of one place. */
static void
draw_place(const struct chart *c, const struct column *column, int y, unsigned row, struct pen *pen)
{
	unsigned i = grid_at(&c->grid, column->x, y);

	if (column->skipped > 0) {
		pen_blanks(pen, c->w / 2);
		pen_sign(pen, &gap_sign);
		pen_blanks(pen, c->w / 2);
	} else if (i != CELL_NONE) {
		pen_picture_row(pen, &c->picture[i], row, c->w);
	} else if (chart_is_place(c, column->x, y)) {
		pen_picture_row(pen, &c->place, row, c->w);
	} else {
		pen_blanks(pen, c->w);
	}
}

static void
draw_panel(const struct chart *c, unsigned from, unsigned to, struct pen *pen)
{
	draw_x_axis(c, from, to, pen);
	for (int y = c->y0; y <= c->y1; y++) {
		for (unsigned row = 0; row < PICTURE_H; row++) {
			bool middle = row == PICTURE_H / 2;

			if (middle)
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)c->label, y);
			else
				pen_blanks(pen, c->label);
			pen_blanks(pen, 1);
			for (unsigned k = from; k < to; k++)
				draw_place(c, &c->column[k], y, row, pen);
			if (middle) {
				pen_blanks(pen, 1);
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)c->label, y);
			}
			pen_end_line(pen);
		}
	}
	draw_x_axis(c, from, to, pen);
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

/* false: nothing lies there. */
static bool
chart_make(struct chart *c, const struct view *v, const struct names *names)
{
	c->board = &v->known.board;
	c->x0 = c->x1 = c->y0 = c->y1 = 0;
	if (c->board->n == 0)
		return false;
	grid_make(&c->grid, c->board);
	chart_fill(c, v, names);
	chart_bounds(c);
	return true;
}

void
draw_board_named(const struct view *v, const struct names *names, unsigned style, unsigned columns,
    struct buf *out)
{
	struct chart c; /* large, and hardly ever used up: not cleared */
	struct pen pen = pen_for(out, style);
	unsigned room;

	if (!chart_make(&c, v, names))
		return;
	chart_fit(&c, columns);
	room = chart_room(&c, columns);
	for (unsigned from = 0;; from += room - OVERLAP) {
		unsigned to = from + room;

		draw_panel(&c, from, to < c.n_column ? to : c.n_column, &pen);
		if (to >= c.n_column)
			return;
		pen_fmt(&pen, PAINT_AXIS, "  columns %d and %d again:", c.column[to - 2].x,
		    c.column[to - 1].x);
		pen_end_line(&pen);
	}
}

void
draw_board(const struct view *v, unsigned style, struct buf *out)
{
	draw_board_named(v, NULL, style, DRAW_COLUMNS, out);
}

void
board_each_sign(const struct view *v, const struct names *names,
    void (*see)(void *arg, const struct sign *sign), void *arg)
{
	struct chart c;

	if (!chart_make(&c, v, names))
		return;
	chart_lay_out(&c, PICTURE_W, false);
	for (unsigned i = 0; i < c.board->n; i++)
		for (unsigned k = 0; k < PICTURE_H * PICTURE_W; k++)
			see(arg, &c.picture[i].at[k / PICTURE_W][k % PICTURE_W]);
	for (unsigned k = 0; k < c.n_column; k++)
		for (int y = c.y0; y <= c.y1; y++)
			if (chart_is_place(&c, c.column[k].x, y))
				see(arg, &c.place.at[PICTURE_H / 2][PICTURE_W / 2]);
}
