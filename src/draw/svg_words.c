/*
 * A drawing in words, for screen readers. A card has a description of itself and its items; the
 * whole board has the sentences of the terminal (plain.h).
 */
#include "draw/plain.h"
#include "draw/svg_internal.h"

static const char *const shape_word[SHAPE_COUNT] = {
	[SHAPE_HIDDEN] = "face down",
	[SHAPE_STONE] = "face down",
	[SHAPE_TOKEN_GREEN] = "token of green",
	[SHAPE_TOKEN_BLUE] = "token of blue",
	[SHAPE_KEY] = "key, the door is open",
	[SHAPE_VEIN_GOLD] = "gold in the vein",
	[SHAPE_SIDE_GREEN] = "reached by green",
	[SHAPE_SIDE_BLUE] = "reached by blue",
	[SHAPE_RAT] = "rat",
	[SHAPE_LINDWORM] = "lindworm",
	[SHAPE_GOBLIN] = "goblin",
};

/* Writes the space of a figure in a crossing. The drawing may not show it, since figures move
 * aside. */
static void
write_space(const struct picture_item *t, const struct cell *cell, struct buf *out)
{
	const struct spot spot = { cell->x, cell->y, t->where };

	if (t->shape < SHAPE_RAT || t->on != ON_PART || t->where == PART_WHOLE)
		return;
	buf_str(out, " at ");
	spot_text(spot, out);
}

static void
write_item(const struct picture_item *t, const struct names *names, struct buf *out)
{
	if (t->shape == SHAPE_WEB) {
		for (unsigned e = 0; e < EDGES; e++)
			if (t->where == EDGE_BIT(e))
				buf_fmt(
				    out, ", web that shows %c in the %s", t->letter, edge_name(e));
	} else if (t->shape == SHAPE_DWARF) {
		if (names != NULL)
			buf_fmt(out, ", dwarf of %s", names_seat(names, t->seat));
		else
			buf_fmt(out, ", dwarf %c", t->letter);
	} else if (shape_word[t->shape] != NULL) {
		buf_fmt(out, ", %s", shape_word[t->shape]);
	}
}

void
svg_words(const struct view *v, const struct names *names, const struct board_layout *c, unsigned i,
    struct buf *out)
{
	const struct cell *cell = &c->board->cell[i];
	const struct card_picture *p = &c->picture[i];
	uint8_t open = tunnel_open(p->tunnel);
	char name[CARD_NAME_MAX];
	bool walk = false;

	card_name(v->known.rules, cell->card, name);
	buf_fmt(out, "%d,%d %s", cell->x, cell->y, cell->card == CARD_HIDDEN ? "goal" : name);
	if ((cell->flags & CELL_FLIPPED) != 0)
		buf_str(out, " flipped");
	if (open != 0 && (p->reached.any & open) == 0)
		buf_str(out, ", cut off");
	else if ((open & ~(unsigned)p->reached.any) != 0)
		buf_str(out, ", reached in part");
	for (unsigned k = 0; k < p->n_thing; k++) {
		walk = walk || p->thing[k].shape == SHAPE_WALK;
		write_item(&p->thing[k], names, out);
		write_space(&p->thing[k], cell, out);
	}
	buf_str(out, walk ? ", within your walk." : ".");
}

void
svg_board_words(const struct view *v, const struct names *names, struct buf *out)
{
	enum { NO_WRAP = 10000 };

	plain_board(v, names, NO_WRAP, out);
}
