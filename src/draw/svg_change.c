/* Marks of what the newest move changed, over the cards. Each differs in shape; a dark line around
 * a bright one is visible on every card, light and dark. */
#include <stdlib.h>

#include "draw/svg_internal.h"

/* Returns the position of a space in the drawing. */
static struct svg_xy
spot_xy(int x, int y, unsigned part)
{
	const struct svg_xy at = svg_part_xy(part);

	return (struct svg_xy){ x * SVG_CELL + at.x, y * SVG_CELL + at.y };
}

static void
write_at(const char *glyph, struct svg_xy at, unsigned turned, struct buf *out)
{
	if (turned == 0)
		buf_fmt(out, "<use href=\"#adit-%s\" x=\"%d\" y=\"%d\"/>", glyph, at.x, at.y);
	else
		buf_fmt(out, "<use href=\"#adit-%s\" transform=\"translate(%d %d) rotate(%u)\"/>",
		    glyph, at.x, at.y, turned);
}

/* Returns the direction from a to b in degrees, in steps of 45; 0: east. */
static unsigned
direction(struct svg_xy a, struct svg_xy b)
{
	const int dx = b.x - a.x, dy = b.y - a.y;
	const bool level = abs(dx) > 2 * abs(dy), upright = abs(dy) > 2 * abs(dx);

	if (level)
		return dx < 0 ? 180 : 0;
	if (upright)
		return dy < 0 ? 270 : 90;
	if (dx < 0)
		return dy < 0 ? 225 : 135;
	return dy < 0 ? 315 : 45;
}

/* Returns a position before `at` when one comes from that direction, so that an arrow there does not
 * hide who stands at `at`. */
static struct svg_xy
before_xy(struct svg_xy at, unsigned degrees)
{
	enum { STRAIGHT = 20, SLANTED = 15, EIGHTH = 45 };
	static const struct svg_xy off[] = { { STRAIGHT, 0 }, { SLANTED, SLANTED }, { 0, STRAIGHT },
		{ -SLANTED, SLANTED }, { -STRAIGHT, 0 }, { -SLANTED, -SLANTED }, { 0, -STRAIGHT },
		{ SLANTED, -SLANTED } };

	return (struct svg_xy){ at.x - off[degrees / EIGHTH].x, at.y - off[degrees / EIGHTH].y };
}

/* Draws the spaces of a walk as a line that ends in an arrow; a walk of one step as a ring. */
static void
write_walk(const struct changes *c, const struct change *walk, struct buf *out)
{
	const struct spot *s = &c->step[walk->from_index];
	struct svg_xy at = spot_xy(walk->x, walk->y, walk->part), before = at;
	struct buf line = BUF_INIT;
	unsigned degrees;

	if (walk->n_steps < 2) {
		write_at("stop", at, 0, out);
		return;
	}
	for (unsigned i = 0; i + 1 < walk->n_steps; i++) {
		before = spot_xy(s[i].x, s[i].y, s[i].part);
		buf_fmt(&line, "%s%d %d", i == 0 ? "M" : "L", before.x, before.y);
	}
	degrees = direction(before, at);
	at = before_xy(at, degrees);
	buf_fmt(&line, "L%d %d", at.x, at.y);
	buf_fmt(out, "<path class=\"a-mh\" d=\"%s\"/><path class=\"a-mk a-md\" d=\"%s\"/>", line.p,
	    line.p);
	write_at("arrow", at, degrees, out);
	buf_release(&line);
}

/* Returns where the mark of something on a card is: at the edge of its space. */
static struct svg_xy
put_xy(const struct change *ch)
{
	const bool at_edge = ch->part >= PART_N && ch->part <= PART_W;
	const struct svg_xy part = svg_part_xy(at_edge ? ch->part : PART_N);

	return (struct svg_xy){ ch->x * SVG_CELL + (part.x > 0) * 43 - (part.x < 0) * 43,
		ch->y * SVG_CELL + (part.y > 0) * 43 - (part.y < 0) * 43 };
}

/* is_empty: the place has no card, so what was put there left with it. */
static void
write_change(const struct changes *c, const struct change *ch, bool is_empty, struct buf *out)
{
	const struct svg_xy middle = { ch->x * SVG_CELL, ch->y * SVG_CELL };

	switch ((enum change_kind)ch->kind) {
	case CHANGE_PLACED:
	case CHANGE_TURNED_UP:
		write_at("new", middle, 0, out);
		break;
	case CHANGE_REMOVED:
		write_at("gone", middle, 0, out);
		break;
	case CHANGE_PUT:
		write_at(is_empty ? "gone" : "put", is_empty ? middle : put_xy(ch), 0, out);
		break;
	case CHANGE_MOVED:
		write_walk(c, ch, out);
		break;
	}
}

void
svg_changes(
    const struct board_layout *layout, const struct changes *c, bool anchors, struct buf *out)
{
	for (unsigned i = 0; i < c->n; i++) {
		const struct change *ch = &c->at[i];
		const bool is_empty = grid_at(&layout->grid, ch->x, ch->y) == CELL_NONE;
		bool is_first = anchors && is_empty;

		for (unsigned k = 0; k < i; k++)
			is_first &= c->at[k].x != ch->x || c->at[k].y != ch->y;
		if (is_first)
			buf_fmt(out, "<g id=\"at%d_%d\">", ch->x, ch->y);
		write_change(c, ch, is_empty, out);
		buf_str(out, is_first ? "</g>\n" : "\n");
	}
}
