/*
 * Events, and the redaction of an event for one seat.
 */
#include "core/game.h"

int
event_hides_value(enum event_kind kind)
{
	return kind == EVENT_NUGGET;
}

struct event
event_redact(const struct event *e, uint8_t seat)
{
	struct event known = *e;

	if (e->seen_by == SEEN_ALL || seat == SEAT_OMNISCIENT ||
	    (seat < SEATS_MAX && (e->seen_by & SEEN_BY(seat)) != 0))
		return known;
	if (event_hides_value((enum event_kind)e->kind)) {
		known.value = 0;
	} else {
		known.card = CARD_HIDDEN;
		known.index = 0;
	}
	return known;
}
