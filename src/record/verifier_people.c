/*
 * Checks deadlines and absences, by public facts.
 *
 * (P1) A deadline follows from the time control of digest 0, the time of the digest that began the
 *      turn, and the absences in this digest.
 */

#include "record/verifier_people.h"
#include "record/verifier_standby.h"
#include "record/verifier_votes.h"

#include <string.h>

struct check {
	const struct verifier *j;
	const struct digest *d;
	const struct digest_events *events;
	const struct host_action *act;    /* or NULL */
	bool before;                      /* j is of the previous digest */
	const struct time_control *clock; /* of digest 0, or NULL if that is missing */
};

/* ---- deadline --------------------------------------------------------------------------------- */

/* True if a turn begins in this digest, or begins again. */
static bool
begins(const struct check *h)
{
	return verifier_deadline_restarts(h->j, h->d, h->act);
}

static bool
same_absences(const struct people *a, const struct people *b, uint8_t seat)
{
	return a->n_absent[seat] == b->n_absent[seat] &&
	    memcmp(a->absent[seat], b->absent[seat],
		a->n_absent[seat] * sizeof a->absent[seat][0]) == 0;
}

/* Checks the time from which the limit runs, if the digest has it. */
static bool
has_begun(const struct check *h)
{
	int64_t began = h->d->people.began;

	if (h->d->n == 0 || (h->before && begins(h)))
		return began == h->d->time;
	/* If only a vote requires the section, it says since when; the deadline must not change. */
	if (h->before && h->j->has_people)
		return began == h->j->people.began;
	return began >= 0 && began <= h->d->time && (!h->before || h->d->due == h->j->due);
}

/* True unless the deadline has changed without a visible reason. Needs no digest 0. */
static bool
keeps_deadline(const struct check *h, uint8_t seat)
{
	const struct digest *d = h->d;

	return !h->before || begins(h) || d->due == h->j->due ||
	    d->people.extended_s != h->j->people.extended_s ||
	    (d->has_people && !same_absences(&d->people, &h->j->people, seat));
}

/* (P1) */
static bool
is_due(const struct check *h)
{
	const struct digest *d = h->d;
	const uint8_t seat = d->pub.known.to_move;
	struct people p = d->people;
	int64_t due;

	if (seat == SEAT_NONE || undo_request_blocks_play(&d->undo_request))
		return d->due < 0 && (!d->has_people || p.began < 0);
	if (h->clock == NULL)
		return keeps_deadline(h, seat) &&
		    (!d->has_people || (d->due < 0 ? p.began < 0 : has_begun(h)));
	if (h->clock->limit_s < 0 || d->due < 0)
		return h->clock->limit_s < 0 && d->due < 0 && (!d->has_people || p.began < 0);
	if (d->has_people)
		return has_begun(h) && d->due == time_control_due(h->clock, &p, seat);
	p.began = d->time;
	due = time_control_due(h->clock, &p, seat);
	if (!h->before)
		return d->n == 0 ? d->due == due : d->due <= due;
	return d->due == (begins(h) ? due : h->j->due);
}

/* ---- absences --------------------------------------------------------------------------------- */

/* True if the order of this digest could announce this absence. */
static bool
is_absence(const struct check *h, const struct people *then, uint8_t seat, const struct absence *a)
{
	const struct time_control *c = h->clock;

	if (a->from < h->d->time || a->until <= a->from)
		return false;
	if (c == NULL)
		return then->n_absent[seat] < PEOPLE_ABSENCES_MAX;
	return time_control_check_absence(c, then, seat, a) == NULL &&
	    (a->from == h->d->time || time_control_is_day_start(c, a->from)) &&
	    time_control_is_day_start(c, a->until);
}

static const char *
check_absences(const struct check *h)
{
	static const struct people nobody;
	const struct note *note = note_find(&h->events->notes, NOTE_ABSENT);
	struct people then = h->d->n == 0 ? nobody : h->j->people;

	if (note != NULL) {
		const struct absence a = { note->n, note->to };

		if (!is_absence(h, &then, note->seat, &a))
			return "a seat is absent when it cannot be";
		people_add(&then, note->seat, &a);
	}
	if (verifier_fills_seat(h->act)) {
		uint8_t seat = host_action_replaces(h->act, &h->d->names);

		if (seat != SEAT_NONE)
			then.n_absent[seat] = 0;
	}
	for (uint8_t i = 0; i < h->d->names.n; i++)
		if (!same_absences(&h->d->people, &then, i))
			return "a seat is absent that has not said so, or has said so and is not";
	return NULL;
}

const char *
verifier_check_people(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before)
{
	struct check h = { .j = j, .d = d, .events = events, .act = act, .before = before };

	if (d->n == 0)
		h.clock = &d->clock;
	else if (j->has_clock)
		h.clock = &j->clock;
	if ((h.clock != NULL &&
		(time_control_has_people(h.clock) || people_vote(&d->people)) != d->has_people) ||
	    (h.clock == NULL && before && j->has_people != d->has_people &&
		!people_vote(&d->people) && !people_vote(&j->people)))
		return "the section people: is there or not against digest 0";
	if (h.clock != NULL && h.clock->no_press && note_find(&events->notes, NOTE_SAID) != NULL)
		return "somebody says something, and digest 0 lets nobody";
	if (!d->has_people && note_find(&events->notes, NOTE_ABSENT) != NULL)
		return "a seat is absent when it cannot be";
	if (!is_due(&h))
		return "an order is due at a time that is not due";
	return (before || d->n == 0) && d->has_people ? check_absences(&h) : NULL;
}
