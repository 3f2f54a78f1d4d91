#include "draw/picture.h"
#include "fifth/cairn.h"

static void
seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	seat_notes_add(
	    notes, PAINT_PLAIN, "turns left: %u", (unsigned)cairn_own(&v->known)->left[s]);
}

const struct picture_rules cairn_picture = { .seat = seat };
