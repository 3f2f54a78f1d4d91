/* Checks of seats in custody (adit(5), "Plain seats"). */

#include "record/verifier_custody.h"

#include "record/verifier_notes.h"
#include "wire/host_action.h"

static uint16_t
all_seats(const struct digest *d)
{
	return (uint16_t)((1u << d->names.n) - 1);
}

/* The seats in custody after this digest. */
static uint16_t
custody_after(const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const uint8_t seat = act != NULL ? host_action_replaces(act, &d->names) : SEAT_NONE;

	if (seat == SEAT_NONE)
		return j->custody;
	return (uint16_t)(act->custody ? j->custody | 1u << seat : j->custody & ~(1u << seat));
}

/* A seat that gets other keys is no bot any more. */
static uint16_t
bots_after(const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const uint8_t seat = act != NULL ? host_action_replaces(act, &d->names) : SEAT_NONE;

	return (uint16_t)(seat == SEAT_NONE ? j->bots : j->bots & ~(1u << seat));
}

/* Returns the lowest of these bits. */
static uint16_t
first_of(unsigned seats)
{
	return (uint16_t)(seats & (~seats + 1));
}

/* While seats in custody have to join or to confirm, the next digest does that, at the same time. A
 * host that gives up a lost digest may have lost one of these. */
static const char *
check_share(const struct verifier *j, const struct digest *d)
{
	const bool joining = j->joined != all_seats(d);
	const uint16_t done = joining ? j->joined : j->confirmed;
	const uint16_t due = first_of((unsigned)j->custody & ~(unsigned)done);
	const uint16_t now = joining ? verifier_joined(d) : verifier_confirmed(d);

	if (due == 0)
		return NULL;
	if (d->attempt != j->attempt || now != (done | due))
		return joining ? "a seat in custody does not join first" :
				 "a seat in custody does not confirm first";
	return d->time == j->time ? NULL : "a seat in custody does not join or confirm at once";
}

const char *
verifier_check_custody(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool next)
{
	const struct note *rotated = note_find(&events->notes, NOTE_ROTATED);

	if (d->dealing == DIGEST_DEALING_OPEN && d->custody == all_seats(d))
		return "no seat has keys of its own, and the dealing is said to be open";
	if ((d->bots & ~(unsigned)d->custody) != 0)
		return "a bot is said to have keys of its own";
	if (d->n == 0 && d->bots != bots_seats(&d->clock.bots))
		return "other seats are bots than it sets up";
	if (!next)
		return NULL;
	if (d->bots != bots_after(j, d, act))
		return "other seats are bots than before";
	if (d->custody != custody_after(j, d, act))
		return "other seats are in custody than before";
	if (rotated != NULL && ((unsigned)j->custody >> rotated->seat & 1u) != 0)
		return "a seat in custody changes its keys itself";
	return j->dealing == DIGEST_DEALING_OPEN && (act == NULL || act->kind != HOST_ACTION_LOST) ?
	    check_share(j, d) :
	    NULL;
}
