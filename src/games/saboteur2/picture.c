/*
 * Drawings of Saboteur 2: cards in front of a seat besides broken tools, and its gold.
 */
#include "draw/picture.h"
#include "games/saboteur2/saboteur2.h"

/* Shows the amount of gold, or only that there is some [SB2 3.E.26]. */
static void
seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	unsigned gold = v->known.seat[s].gold;

	seat_notes_broken(v, s, notes);
	if (sb2_is_thief(&v->known, s))
		seat_notes_add(notes, PAINT_GOLD, "theft");
	if (sb2_is_trapped(&v->known, s))
		seat_notes_add(notes, PAINT_BLOCK, "trapped");
	if (gold > 0)
		seat_notes_add(notes, PAINT_GOLD, "gold %u", gold);
	else if ((u16_get(&sb2_own(&v->known)->has_gold) & SEEN_BY(s)) != 0)
		seat_notes_add(notes, PAINT_GOLD, "has gold");
}

/* [SB2 3.E.26] */
static void
gold(const struct view *v, uint8_t s, struct buf *out)
{
	unsigned pieces = v->known.seat[s].gold;

	if (pieces == 0 && (u16_get(&sb2_own(&v->known)->has_gold) & SEEN_BY(s)) != 0)
		buf_str(out, "some");
	else
		buf_fmt(out, "%u", pieces);
}

const struct picture_rules sb2_picture = {
	.gold = gold,
	.seat = seat,
};
