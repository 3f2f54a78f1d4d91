/*
 * The table.  Each card is a picture (draw_card.c); here they are laid out on a grid with
 * coordinates at all four sides, in panels that overlap by one column, so that every pair of
 * neighbours stands side by side in one of them.
 */
#include "draw/draw.h"

#include <assert.h>

#include "games/duel/duel.h"
#include "draw/card.h"

struct chart { /* what is drawn */
	const struct board *board;
	struct grid grid;
	struct reached reached[CELLS_MAX];
	uint8_t joins[CELLS_MAX]; /* edges that a card may be laid to */
	struct picture picture[CELLS_MAX], place;
	int x0, x1, y0, y1; /* the part shown, both ends in it */
	unsigned label;     /* width of the longest y coordinate */
};

/* Where the search from the start comes to [SAB 2.C.11]; ladders are joined to it [SB2 3.C.10]. */
static void
chart_reach(struct chart *c, const struct rules *rules)
{
	uint8_t tunnel[CELLS_MAX] = { 0 }, reach[CELLS_MAX] = { 0 };

	for (unsigned i = 0; i < c->board->n; i++) {
		const struct cell *cell = &c->board->cell[i];

		tunnel[i] = cell_tunnel(rules->card, cell);
		if (cell->card != CARD_HIDDEN &&
		    (rules->card[cell->card].class == CARD_START ||
			(rules->card[cell->card].feature & FEATURE_LADDER) != 0))
			reach[i] = tunnel_open(tunnel[i]);
	}
	board_reach(c->board, &c->grid, tunnel, reach);
	for (unsigned i = 0; i < c->board->n; i++)
		c->reached[i] = (struct reached){ .any = reach[i] };
}

/* The Duel: each side has its own [DUEL 4.C.6]. */
static void
chart_reach_duel(struct chart *c, const struct rules *rules)
{
	uint8_t green[CELLS_MAX], blue[CELLS_MAX];

	duel_reach(rules, c->board, &c->grid, SIDE_GREEN, green);
	duel_reach(rules, c->board, &c->grid, SIDE_BLUE, blue);
	for (unsigned i = 0; i < c->board->n; i++)
		c->reached[i] = (struct reached){ green[i] | blue[i], green[i], blue[i] };
}

/* The Dark Cave: cards may be laid anywhere [CAVE 5.D.16]; heavy is where the own dwarf can go. */
static void
chart_reach_cave(struct chart *c, const struct view *v)
{
	uint8_t reach[CELLS_MAX];

	for (unsigned i = 0; i < c->board->n; i++) {
		c->joins[i] = tunnel_open(cell_tunnel(v->known.rules->card, &c->board->cell[i]));
		reach[i] = c->reached[i].any;
	}
	draw_cave_reach(v, reach);
	for (unsigned i = 0; i < c->board->n; i++)
		c->reached[i].any = reach[i];
}

/* Could a card be laid here?  A tunnel that is reached must lead to the place [SAB 2.C.11]. */
static bool
chart_is_place(const struct chart *c, int x, int y)
{
	if (x < -COORD_MAX || x > COORD_MAX || y < -COORD_MAX || y > COORD_MAX ||
	    grid_at(&c->grid, x, y) != CELL_NONE)
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
		char text[12];

		(void)snprintf(text, sizeof text, "%d", x);
		pen_blanks(pen, left);
		pen_text(pen, PAINT_AXIS, text);
		pen_blanks(pen, PICTURE_W - left - w);
	}
	pen_end_line(pen);
}

static void
draw_y_label(int y, unsigned label, struct pen *pen)
{
	char text[12];

	(void)snprintf(text, sizeof text, "%*d", (int)label, y);
	pen_text(pen, PAINT_AXIS, text);
}

static void
draw_panel(const struct chart *c, int x0, int x1, struct pen *pen)
{
	draw_x_axis(x0, x1, c->label, pen);
	for (int y = c->y0; y <= c->y1; y++) {
		for (unsigned row = 0; row < PICTURE_H; row++) {
			if (row == PICTURE_H / 2)
				draw_y_label(y, c->label, pen);
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
				draw_y_label(y, c->label, pen);
			}
			pen_end_line(pen);
		}
	}
	draw_x_axis(x0, x1, c->label, pen);
}

void
draw_board_named(const struct view *v, const struct names *names, unsigned style, struct buf *out)
{
	const struct rules *rules = v->known.rules;
	struct chart c; /* large, and hardly ever used up: not cleared */
	struct pen pen = { .out = out, .style = style, .paint = PAINT_PLAIN };
	int room;

	c.board = &v->known.board;
	c.x0 = c.x1 = c.y0 = c.y1 = 0;
	if (c.board->n == 0)
		return;
	grid_make(&c.grid, c.board);
	if (rules->id == RULES_DUEL)
		chart_reach_duel(&c, rules);
	else
		chart_reach(&c, rules);
	for (unsigned i = 0; i < c.board->n; i++)
		c.joins[i] = c.reached[i].any;
	if (rules->id == RULES_DARK_CAVE)
		chart_reach_cave(&c, v);
	chart_bounds(&c);
	for (unsigned i = 0; i < c.board->n; i++)
		picture_cell(&c.picture[i], rules, &c.board->cell[i], c.reached[i]);
	if (rules->id == RULES_DARK_CAVE)
		draw_cave(v, names, &c.grid, c.picture);
	picture_place(&c.place);
	room = (int)((DRAW_COLUMNS - 2 * (c.label + 1)) / PICTURE_W);
	for (int x = c.x0;; x += room - 1) {
		int end = x + room - 1;

		draw_panel(&c, x, end < c.x1 ? end : c.x1, &pen);
		if (end >= c.x1)
			return;
		buf_chr(out, '\n');
	}
}

void
draw_board(const struct view *v, unsigned style, struct buf *out)
{
	draw_board_named(v, NULL, style, out);
}
