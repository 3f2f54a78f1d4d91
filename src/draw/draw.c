/*
 * The board. Each card is a picture (card.c). Here they are laid out on a grid with coordinates at
 * all four sides, in panels that overlap by two columns. So every pair of neighbours is adjacent in
 * one panel, together with a card beside it. No line is empty.
 */
#include "draw/draw.h"

#include <limits.h>
#include <stdlib.h>

#include "draw/board_layout.h"
#include "draw/plain.h"
#include "util/mem.h"

enum {
	OVERLAP = 2, /* columns shared by two panels */
	COLUMNS_MAX = 2 * COORD_MAX + 3,
};

struct sheet { /* the layout of the board */
	struct board_layout chart;
	unsigned label; /* width of the longest y coordinate */
	enum picture_size size;
	unsigned n_column, w; /* number and width of the columns */
	struct column {
		int x;
		unsigned skipped; /* number of empty columns from x on that this one replaces */
	} column[COLUMNS_MAX];
};

static unsigned
number_width(int n)
{
	return (n < 0) + (n <= -100 || n >= 100 ? 3u : n <= -10 || n >= 10 ? 2u : 1u);
}

static bool
sheet_is_empty(const struct sheet *s, int x)
{
	for (int y = s->chart.y0; y <= s->chart.y1; y++)
		if (board_layout_at(&s->chart, x, y) != NULL)
			return false;
	return true;
}

/* Lays out the columns. squeeze: one column replaces several empty ones. */
static void
sheet_lay_out(struct sheet *s, enum picture_size size, bool squeeze)
{
	s->size = size;
	s->w = picture_extent(size).w;
	s->n_column = 0;
	for (int x = s->chart.x0, next; x <= s->chart.x1; x = next) {
		next = x;
		while (squeeze && next <= s->chart.x1 && sheet_is_empty(s, next))
			next++;
		if (next - x < 2)
			next = x + 1;
		s->column[s->n_column++] = (struct column){ x,
			next > x + 1 ? (unsigned)(next - x) : 0 };
	}
}

/* Returns the number of columns that fit side by side. */
static unsigned
sheet_room(const struct sheet *s, unsigned columns)
{
	return (columns - 2 * (s->label + 1)) / s->w;
}

/* Returns the number of rows of the whole drawing, in which panels share columns. */
static unsigned
sheet_rows(const struct sheet *s, unsigned columns)
{
	const unsigned high = (unsigned)(s->chart.y1 - s->chart.y0 + 1);
	const unsigned panel = high * picture_extent(s->size).h + 2, room = sheet_room(s, columns);
	unsigned n = 1;

	for (unsigned to = room; to < s->n_column; to += room - OVERLAP)
		n++;
	return n * (panel + 1) - 1;
}

static void
sheet_fit_columns(
    struct sheet *s, unsigned columns, enum picture_size wide, enum picture_size narrow)
{
	sheet_lay_out(s, wide, false);
	if (s->n_column > sheet_room(s, columns))
		sheet_lay_out(s, wide, true);
	if (s->n_column > sheet_room(s, columns))
		sheet_lay_out(s, narrow, true);
}

/* Shrinks only as far as needed: first squeezes empty columns, then makes cards narrow. draw_panels
 * cuts the rest. Only if the drawing is too high, cards have one row. */
static void
sheet_fit(struct sheet *s, const struct picture_rules *own, unsigned columns, unsigned rows)
{
	if (own != NULL && own->is_wide && columns >= DRAW_WIDE_MIN) {
		sheet_lay_out(s, PICTURE_WIDE, false);
		if (s->n_column <= sheet_room(s, columns) && sheet_rows(s, columns) <= rows)
			return;
	}
	sheet_fit_columns(s, columns, PICTURE_LARGE, PICTURE_MEDIUM);
	if (sheet_rows(s, columns) > rows)
		sheet_fit_columns(s, columns, PICTURE_LOW, PICTURE_SMALL);
}

/* ---- the drawing -------------------------------------------------------------------------------- */

static const struct glyph gap_sign = { "┊", ';', PAINT_AXIS };

/* Writes a coordinate. The last digit of a short one is above the middle of its cards. If cards are
 * narrow, a longer one extends over the next column, and every other one is left out. */
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

/* Writes the number of skipped columns: "┊ 3 ┊" */
static void
draw_skipped(unsigned n, unsigned w, struct pen *pen)
{
	unsigned digits = number_width((int)n), inside = w - 2;

	if (digits < w)
		pen_glyph(pen, &gap_sign);
	pen_blanks(pen, digits < inside ? inside / 2 : 0);
	pen_fmt(pen, PAINT_AXIS, "%u", n);
	if (digits > inside)
		return; /* no room for the other glyph */
	pen_blanks(pen, inside - digits - (digits < inside ? inside / 2 : 0));
	pen_glyph(pen, &gap_sign);
}

static void
draw_x_axis(const struct sheet *s, unsigned from, unsigned to, struct pen *pen)
{
	pen_blanks(pen, s->label + 1);
	for (unsigned k = from; k < to; k++) {
		if (s->column[k].skipped > 0)
			draw_skipped(s->column[k].skipped, s->w, pen);
		else
			draw_x(s->column[k].x, s->w, pen);
	}
	pen_end_line(pen);
}

/* Draws one row of glyphs of one place. */
static void
draw_place(const struct sheet *s, const struct column *column, int y, unsigned row, struct pen *pen)
{
	const struct card_picture *p = board_layout_at(&s->chart, column->x, y);

	if (column->skipped > 0) {
		pen_blanks(pen, s->w / 2);
		pen_glyph(pen, &gap_sign);
		pen_blanks(pen, s->w / 2);
	} else if (p != NULL) {
		pen_picture_row(pen, p, row, s->size);
	} else {
		pen_blanks(pen, s->w);
	}
}

static void
draw_panel(const struct sheet *s, unsigned from, unsigned to, struct pen *pen)
{
	const unsigned height = picture_extent(s->size).h;

	draw_x_axis(s, from, to, pen);
	for (int y = s->chart.y0; y <= s->chart.y1; y++) {
		for (unsigned row = 0; row < height; row++) {
			bool middle = row == height / 2;

			if (middle)
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)s->label, y);
			else
				pen_blanks(pen, s->label);
			pen_blanks(pen, 1);
			for (unsigned k = from; k < to; k++)
				draw_place(s, &s->column[k], y, row, pen);
			if (middle) {
				pen_blanks(pen, 1);
				pen_fmt(pen, PAINT_AXIS, "%*d", (int)s->label, y);
			}
			pen_end_line(pen);
		}
	}
	draw_x_axis(s, from, to, pen);
}

/* Computes the layout. Returns false if the board is empty. */
static bool
sheet_make(struct sheet *s, const struct view *v, const struct names *names,
    const struct draw_board_options *options)
{
	if (!board_layout_make(&s->chart, v, names))
		return false;
	board_layout_mark(&s->chart, options->changes);
	s->label = number_width(s->chart.y0);
	if (s->label < number_width(s->chart.y1))
		s->label = number_width(s->chart.y1);
	sheet_fit(s, v->known.rules->picture, options->columns,
	    options->rows > 0 ? options->rows : UINT_MAX);
	return true;
}

static void
draw_panels(const struct sheet *s, unsigned columns, struct pen *pen)
{
	const unsigned room = sheet_room(s, columns);

	for (unsigned from = 0;; from += room - OVERLAP) {
		unsigned to = from + room;

		draw_panel(s, from, to < s->n_column ? to : s->n_column, pen);
		if (to >= s->n_column)
			return;
		pen_say(pen, PAINT_AXIS, MSG("board", "  columns %d and %d again:"),
		    s->column[to - 2].x, s->column[to - 1].x);
		pen_end_line(pen);
	}
}

void
draw_board(const struct language *lang, const struct view *v, const struct names *names,
    const struct draw_board_options *options, struct buf *out)
{
	struct pen pen = pen_for(lang, out, options->style);
	const unsigned columns = options->columns;
	struct sheet *s;

	if (options->style & DRAW_PLAIN) {
		plain_board(lang, v, names, columns, out);
		return;
	}
	/* Large and rarely used up: not cleared, and not on the stack, where all of it would be
	 * touched. */
	s = mem_new(sizeof *s);
	if (sheet_make(s, v, names, options))
		draw_panels(s, columns, &pen);
	free(s);
}
