/*
 * A drawing in words, for screen readers. A card has a description of itself and its items; the
 * whole board has the sentences of the terminal (plain.h).
 */
#include "draw/plain.h"
#include "draw/svg_internal.h"
#include "text/shown.h"

/* Messages; of a creature the name of its card. */
static const char *const shape_word[SHAPE_COUNT] = {
	[SHAPE_HIDDEN] = MSG("picture", "face down"),
	[SHAPE_STONE] = MSG("picture", "face down"),
	[SHAPE_TOKEN_GREEN] = MSG("legend", "token of green"),
	[SHAPE_TOKEN_BLUE] = MSG("legend", "token of blue"),
	[SHAPE_KEY] = MSG("picture", "key, the door is open"),
	[SHAPE_VEIN_GOLD] = MSG("picture", "gold in the vein"),
	[SHAPE_SIDE_GREEN] = MSG("plain", "reached by green"),
	[SHAPE_SIDE_BLUE] = MSG("plain", "reached by blue"),
};

/* Writes a figure, with its space in a crossing: the drawing may not show it, since figures move
 * aside. */
static void
write_figure(const struct language *lang, const struct picture_item *t, const struct cell *cell,
    const struct names *names, struct buf *out)
{
	const struct spot spot = { cell->x, cell->y, t->where };
	struct buf what = BUF_INIT, space = BUF_INIT;

	plain_figure(lang, t, names, &what);
	if (t->on == ON_PART && t->where != PART_WHOLE) {
		spot_text(spot, &space);
		language_fmt(lang, out, MSG("picture", "%s at %s"), buf_cstr(&what), space.p);
	} else {
		buf_str(out, buf_cstr(&what));
	}
	buf_release(&what);
	buf_release(&space);
}

static void
write_item(const struct language *lang, const struct picture_item *t, const struct cell *cell,
    const struct names *names, struct buf *out)
{
	if (t->shape == SHAPE_WEB) {
		for (unsigned e = 0; e < EDGES; e++) {
			if (t->where != EDGE_BIT(e))
				continue;
			buf_str(out, ", ");
			language_fmt(lang, out, MSG("plain", "web that shows %c in the %s"),
			    t->letter, shown_edge(lang, e));
		}
	} else if (t->shape >= SHAPE_RAT) {
		buf_str(out, ", ");
		write_figure(lang, t, cell, names, out);
	} else if (shape_word[t->shape] != NULL) {
		buf_fmt(out, ", %s", language_text(lang, shape_word[t->shape]));
	}
}

void
svg_words(const struct language *lang, const struct view *v, const struct names *names,
    const struct board_layout *c, unsigned i, struct buf *out)
{
	const struct cell *cell = &c->board->cell[i];
	const struct card_picture *p = &c->picture[i];
	uint8_t open = tunnel_open(p->tunnel);
	char name[CARD_NAME_MAX];
	bool walk = false;

	card_name(v->known.rules, cell->card, name);
	buf_fmt(out, "%d,%d ", cell->x, cell->y);
	language_fmt(lang, out,
	    (cell->flags & CELL_FLIPPED) != 0 ? MSG("picture", "%s flipped") : "%s",
	    cell->card == CARD_HIDDEN ? language_text(lang, MSG("picture", "goal")) : name);
	if (open != 0 && (p->reached.any & open) == 0)
		buf_fmt(out, ", %s", language_text(lang, MSG("plain", "cut off")));
	else if ((open & ~(unsigned)p->reached.any) != 0)
		buf_fmt(out, ", %s", language_text(lang, MSG("picture", "reached in part")));
	for (unsigned k = 0; k < p->n_thing; k++) {
		walk = walk || p->thing[k].shape == SHAPE_WALK;
		write_item(lang, &p->thing[k], cell, names, out);
	}
	if (walk)
		buf_fmt(out, ", %s", language_text(lang, MSG("picture", "within your walk")));
	buf_chr(out, '.');
}

void
svg_board_words(
    const struct language *lang, const struct view *v, const struct names *names, struct buf *out)
{
	enum { NO_WRAP = 10000 };

	plain_board(lang, v, names, NO_WRAP, out);
}
