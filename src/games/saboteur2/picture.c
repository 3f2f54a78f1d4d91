/*
 * Drawings of Saboteur 2: cards in front of a seat besides broken tools, and its gold.
 */
#include "draw/picture.h"
#include "games/saboteur2/saboteur2.h"
#include "text/shown.h"

/* Shows the amount of gold, or only that there is some [SB2 3.E.26]. */
static void
seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	unsigned gold = v->known.seat[s].gold;

	seat_notes_broken(v, s, notes);
	if (sb2_is_thief(&v->known, s))
		seat_notes_add(notes, PAINT_GOLD, "%s", shown_word(notes->pen->lang, "theft"));
	if (sb2_is_trapped(&v->known, s))
		seat_notes_add(notes, PAINT_BLOCK, MSG("seat", "trapped"));
	if (notes->without_gold)
		return;
	if (gold > 0)
		seat_notes_add(notes, PAINT_GOLD, MSG("seat", "gold %u"), gold);
	else if ((u16_get(&sb2_own(&v->known)->has_gold) & SEEN_BY(s)) != 0)
		seat_notes_add(notes, PAINT_GOLD, MSG("seat", "has gold"));
}

/* [SB2 3.E.26] */
static void
gold(const struct language *lang, const struct view *v, uint8_t s, struct buf *out)
{
	unsigned pieces = v->known.seat[s].gold;

	if (pieces == 0 && (u16_get(&sb2_own(&v->known)->has_gold) & SEEN_BY(s)) != 0)
		buf_str(out, language_text(lang, MSG("seat", "some")));
	else
		buf_fmt(out, "%u", pieces);
}

static const struct seat_mark marks[] = {
	{ "theft", MSG("mark", "may steal"), "bag", NULL, false },
	{ "trapped", MSG("mark", "trapped"), "cage", NULL, false },
	{ NULL, NULL, NULL, NULL, false },
};

static bool
has_mark(const struct view *v, uint8_t s, unsigned i)
{
	return i == 0 ? sb2_is_thief(&v->known, s) : sb2_is_trapped(&v->known, s);
}

const struct picture_rules sb2_picture = {
	.gold = gold,
	.marks = marks,
	.has_mark = has_mark,
	.seat = seat,
};
