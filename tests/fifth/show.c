#include "draw/picture.h"
#include "fifth/cairn.h"
#include "text/text_rules.h"
#include "wire/position_rules.h"

static const struct refusal_words refusal[] = {
	{ VERDICT_OUT_OF_RANGE, "a stone goes to the end of your own row" },
	{ VERDICT_OK, NULL },
};

const struct text_rules cairn_words = { ORDER_BIT(ORDER_PLACE) | ORDER_BIT(ORDER_DISCARD),
	.refusal = refusal };

static void
show_seat(const struct view *v, uint8_t s, struct seat_notes *notes)
{
	seat_notes_add(notes, PAINT_PLAIN, "turns left: %d", cairn_own(&v->known)->left[s]);
}

const struct picture_rules cairn_picture = { .seat = show_seat };

static const struct position_row seat[] = {
	{ "left", ROW_NUMBER, IN_OWN(struct cairn_state, left), .step = 1, .limit = CAIRN_TURNS },
	{ .key = NULL },
};

const struct position_rules cairn_position = { 1 << PHASE_PLAY | 1 << PHASE_OVER, .seat = seat };
