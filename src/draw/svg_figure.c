/*
 * Dwarves and creatures on a card.
 *
 * (F1) A figure always has the same size. Its body has the shape of its seat, its colour and its
 * hat are those of its clan.
 * (F2) The figures of a space stand in a row, those at the east and west in a column. Those that
 * do not fit are counted: "+3".
 */
#include "draw/svg_internal.h"

enum { SEAT_SHAPES = 8, FIGURE_HALF = 15, CARD_HALF = SVG_CELL / 2 - 1, PARTS = PART_T + 1 };

/* The figures of one space in lines of `per`, along x or, if upright, along y. */
struct crowd {
	unsigned n, shown, per, step;
	bool upright;
	struct svg_xy at;
};

static int
within(int at, int half)
{
	const int most = CARD_HALF - half;

	if (half > CARD_HALF)
		return 0;
	return at < -most ? -most : at > most ? most : at;
}

/* alone: no other space of the card has figures, so they may use all of it. */
static struct crowd
crowd_of(unsigned part, unsigned n, bool alone)
{
	const bool inside = part < PART_N || part > PART_W;
	const bool upright = part == PART_E || part == PART_W;
	const unsigned most = alone ? 8 : inside || upright ? 2 : 3;
	struct crowd c = { .n = n, .shown = n <= most ? n : most - 1, .per = alone ? 4 : most };
	const unsigned slots = c.shown + (n > c.shown), lines = (slots + c.per - 1) / c.per;
	const unsigned longest = slots < c.per ? slots : c.per;
	int along, across;

	c.step = alone ? 23 : inside ? 18 : 22;
	c.upright = upright;
	c.at = svg_part_xy(part);
	if (slots == 0)
		return c;
	along = (int)((longest - 1) * c.step / 2) + FIGURE_HALF;
	across = (int)lines * FIGURE_HALF;
	c.at.x = within(c.at.x, c.upright ? across : along);
	c.at.y = within(c.at.y, c.upright ? along : across);
	return c;
}

static struct svg_xy
slot_xy(const struct crowd *c, unsigned k)
{
	const unsigned slots = c->shown + (c->n > c->shown), line = k / c->per;
	const unsigned lines = (slots + c->per - 1) / c->per;
	const unsigned here = line + 1 < lines ? c->per : slots - line * c->per;
	const int along = ((int)(2 * (k % c->per)) - (int)here + 1) * (int)c->step / 2;
	const int across = ((int)(2 * line) - (int)lines + 1) * FIGURE_HALF;

	return (struct svg_xy){ c->at.x + (c->upright ? across : along),
		c->at.y + (c->upright ? along : across) };
}

static void
write_figure(const struct picture_item *t, struct svg_xy at, struct buf *out)
{
	static const char *const clan[PICTURE_CLANS] = { "", "y", "b" };

	buf_fmt(out, "<g transform=\"translate(%d %d)\">", at.x, at.y);
	if (t->shape == SHAPE_DWARF) {
		const char letter[2] = { t->letter, '\0' };

		buf_fmt(out, "<use href=\"#adit-dwarf%u%s\"/>", (unsigned)t->seat % SEAT_SHAPES,
		    clan[t->clan]);
		buf_str(out, "<text class=\"a-tk a-fg\" y=\"12\">");
		svg_text(letter, out);
		buf_str(out, "</text>");
	} else {
		buf_fmt(out, "<use href=\"#adit-%s\"/>", svg_glyph_of[t->shape]);
	}
	buf_str(out, "</g>");
}

/* Draws the last figure first: the one above it covers its hat, never its letter. */
static void
write_crowd(const struct card_picture *p, unsigned part, const struct crowd *c, struct buf *out)
{
	unsigned k = c->n;

	if (c->shown < c->n) {
		const struct svg_xy at = slot_xy(c, c->shown);

		buf_fmt(out,
		    "<g transform=\"translate(%d %d)\"><use href=\"#adit-more\"/><text "
		    "class=\"a-tk a-sm\" y=\"9\">+%u</text></g>",
		    at.x, at.y, c->n - c->shown);
	}
	for (unsigned i = p->n_thing; i-- > 0;)
		if (p->thing[i].shape >= SHAPE_RAT && p->thing[i].where == part && --k < c->shown)
			write_figure(&p->thing[i], slot_xy(c, k), out);
}

void
svg_figures(const struct card_picture *p, struct buf *out)
{
	unsigned n[PARTS] = { 0 }, spaces = 0;

	for (unsigned i = 0; i < p->n_thing; i++)
		if (p->thing[i].shape >= SHAPE_RAT)
			spaces += n[p->thing[i].where]++ == 0;
	for (unsigned part = 0; part < PARTS; part++) {
		const struct crowd c = crowd_of(part, n[part], spaces == 1);

		if (n[part] > 0)
			write_crowd(p, part, &c, out);
	}
}
