/*
 * Events: the list, and what one seat may know of an event.
 */
#include <assert.h>

#include "core/game.h"

void
event_add(struct events *ev, struct event e)
{
	if (ev == NULL)
		return;
	assert(ev->n < EVENTS_MAX);
	ev->at[ev->n++] = e;
}

void
event_tell(struct events *ev, enum event_kind kind, uint8_t seat, unsigned value)
{
	struct event e = event_of(kind, seat, CARD_NONE);

	e.value = (uint16_t)value;
	event_add(ev, e);
}

void
event_whisper(struct events *ev, enum event_kind kind, uint8_t seat, card_id card, unsigned index)
{
	struct event e = event_of(kind, seat, card);

	e.index = (uint8_t)index;
	e.seen_by = SEEN_BY(seat);
	event_add(ev, e);
}

int
event_hides_value(enum event_kind kind)
{
	return kind == EVENT_NUGGET;
}

struct event
event_for(const struct event *e, uint8_t seat)
{
	struct event known = *e;

	if (e->seen_by == SEEN_ALL || seat == SEAT_REFEREE ||
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
