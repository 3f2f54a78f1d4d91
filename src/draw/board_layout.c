/*
 * The content of a drawing of a board: the pictures of its cards (card.c), and the drawings of the
 * rules set over them. It covers the used part with every place for a card. The pens are in draw.c
 * and svg.c.
 */
#include "draw/board_layout.h"

/* Computes the reach from the start [SAB 2.C.11]; ladders are connected to it [SB2 3.C.10]. */
static void
picture_reach(
    const struct view *v, const struct grid *grid, struct card_reach reached[static CELLS_MAX])
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
		reached[i] = (struct card_reach){ .any = reach[i] };
}

bool
board_layout_is_place(const struct board_layout *c, int x, int y)
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

/* Computes the visible part: all places that have a card or can get one. */
static void
layout_bounds(struct board_layout *c)
{
	bool any = false;

	for (int y = c->grid.y0; y < c->grid.y0 + c->grid.h; y++) {
		for (int x = c->grid.x0; x < c->grid.x0 + c->grid.w; x++) {
			if (grid_at(&c->grid, x, y) == CELL_NONE && !board_layout_is_place(c, x, y))
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
}

/* Draws the cards, then the drawings of the rules set over them. */
static void
layout_fill(struct board_layout *c, const struct view *v, const struct names *names)
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

bool
board_layout_make(struct board_layout *c, const struct view *v, const struct names *names)
{
	c->board = &v->known.board;
	c->x0 = c->x1 = c->y0 = c->y1 = 0;
	if (c->board->n == 0)
		return false;
	grid_make(&c->grid, c->board);
	c->changes = NULL;
	layout_fill(c, v, names);
	layout_bounds(c);
	return true;
}

void
board_layout_mark(struct board_layout *c, const struct changes *changes)
{
	c->changes = changes;
	c->gone = c->place;
	c->gone.is_new = true;
	for (unsigned i = 0; changes != NULL && i < changes->n; i++) {
		const unsigned cell = grid_at(&c->grid, changes->at[i].x, changes->at[i].y);

		if (cell != CELL_NONE)
			c->picture[cell].is_new = true;
	}
}

const struct card_picture *
board_layout_at(const struct board_layout *c, int x, int y)
{
	const unsigned cell = grid_at(&c->grid, x, y);

	if (cell != CELL_NONE)
		return &c->picture[cell];
	if (c->changes != NULL && changes_at(c->changes, x, y) != NULL)
		return &c->gone;
	return board_layout_is_place(c, x, y) ? &c->place : NULL;
}

void
board_each_glyph(const struct view *v, const struct names *names,
    void (*see)(void *arg, const struct glyph *sign), void *arg)
{
	struct board_layout c;

	if (!board_layout_make(&c, v, names))
		return;
	for (unsigned i = 0; i < c.board->n; i++)
		for (unsigned k = 0; k < PICTURE_H * PICTURE_W; k++)
			see(arg, &c.picture[i].at[k / PICTURE_W][k % PICTURE_W]);
	for (int x = c.x0; x <= c.x1; x++)
		for (int y = c.y0; y <= c.y1; y++)
			if (board_layout_is_place(&c, x, y))
				see(arg, &c.place.at[PICTURE_H / 2][PICTURE_W / 2]);
}
