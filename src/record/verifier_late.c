/*
 * Checks what the host plays for late and away seats, by public facts.
 *
 * (L1) Hidden cards are checked by re-execution (audit/play.c).
 */

#include "record/verifier_late.h"
#include "record/verifier_notes.h"
#include "record/verifier_standby.h"
#include "record/verifier_votes.h"

#include <string.h>

#include "wire/late.h"

struct check {
	const struct verifier *j;
	const struct digest *d;
	const struct digest_events *events;
	const struct host_action *act; /* host action that plays, or NULL */
	bool before;                   /* j is of the previous digest */
	bool goes_on;                  /* the host has begun this turn and must end it */
	bool at_once;                  /* the host must play this turn at once */
	uint8_t seated;                /* seat that the host gives to a standby; or SEAT_NONE */
	bool loses;                    /* the host gives up a lost digest */
	bool deals;                    /* the last confirmation has dealt */
};

/* ---- play --------------------------------------------------------------------------------------- */

static unsigned
count_events(const struct events *ev, enum event_kind kind, uint8_t seat)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < ev->n; i++)
		n += ev->at[i].kind == kind && ev->at[i].seat == seat;
	return n;
}

/* True if the policy could have played this. check_events has verified the effects. */
static bool
fits_policy(const struct check *h)
{
	const struct events *ev = &h->events->ev;
	const struct event *first = ev->n > 0 ? &ev->at[0] : NULL;
	const struct game *before = &h->j->pub, *now = &h->d->pub.known;
	const uint8_t seat = before->to_move, sender = verifier_sender(h->events);

	if (first == NULL && before->turn == now->turn && before->phase == now->phase)
		return false;
	if (first != NULL &&
	    (first->kind == EVENT_RESIGNED || first->kind == EVENT_STANDING ||
		first->kind == EVENT_AGREED || first->kind == EVENT_DISAGREED))
		return false;
	if (sender != SEAT_NONE && sender != seat)
		return false;
	if (h->act->kind != HOST_ACTION_SKIP && strcmp(h->act->by, "discard") != 0)
		return true;
	if (before->phase == PHASE_WALK)
		return count_events(ev, EVENT_WALKED, seat) + count_events(ev, EVENT_CUT, seat) ==
		    0;
	if (before->phase == PHASE_DRAFT)
		return first != NULL && first->kind == EVENT_NUGGET;
	return first != NULL && first->kind == EVENT_DISCARDED &&
	    count_events(ev, EVENT_DISCARDED, seat) == 1;
}

static const char *
check_time(const struct check *h)
{
	const struct verifier *j = h->j;
	const bool away = h->act->kind == HOST_ACTION_AWAY;

	if (h->goes_on)
		return h->d->time == j->time && h->act->kind == j->late_kind ?
		    NULL :
		    "a turn is not played to its end as it was begun";
	if (!j->has_clock || h->act->kind == HOST_ACTION_SKIP)
		return NULL;
	if (away != h->at_once)
		return away ? "the host plays for a seat as if it were away" :
			      "the host waits for a seat that is away";
	if (away)
		return h->d->time == j->time || j->n_away >= LATE_AWAY_TURNS_MAX ?
		    NULL :
		    "the turn of a seat that is away is not played at once";
	return j->due < 0 || h->d->time < j->due + j->clock.grace_s ?
	    "the host plays for a seat that is not late yet" :
	    NULL;
}

static const char *
check_play(const struct check *h)
{
	const struct verifier *j = h->j;
	const struct host_action *a = h->act;

	if (a->kind != HOST_ACTION_SKIP && j->has_clock &&
	    (j->clock.late[0] == '\0' || strcmp(a->by, j->clock.late) != 0))
		return "the host plays by another policy than that of digest 0";
	if (!h->before)
		return NULL;
	if (j->pub.to_move == SEAT_NONE || a->turn != j->pub.turn ||
	    strcmp(a->seat, j->names.seat[j->pub.to_move]) != 0)
		return "the host plays for a seat that is not to move";
	if (undo_request_blocks_play(&j->undo_request))
		return "the host plays, though the seats have not voted on going back";
	return !fits_policy(h) ? "the host plays what its policy does not" : check_time(h);
}

/* Checks a digest in which the host does not play. */
static const char *
check_other(const struct check *h)
{
	const struct verifier *j = h->j;
	const uint8_t sender = verifier_sender(h->events);

	if (!h->before || !(h->goes_on || (h->at_once && j->n_away < LATE_AWAY_TURNS_MAX)))
		return NULL;
	return !h->d->has_order || note_find(&h->events->notes, NOTE_QUEUED) != NULL ||
		(sender != SEAT_NONE && sender != j->pub.to_move) ?
	    "a turn that is to be played at once is not" :
	    NULL;
}

/* ---- bots --------------------------------------------------------------------------------------- */

/* True if the turn of a bot is the next thing to happen. A host that gives up a lost digest may have
 * lost one with such a turn. */
static bool
bot_is_due(const struct check *h)
{
	const struct verifier *j = h->j;

	return h->before && j->pub.to_move != SEAT_NONE &&
	    ((unsigned)j->bots >> j->pub.to_move & 1u) != 0 &&
	    !undo_request_blocks_play(&j->undo_request) && verifier_due_proposal(j) == NULL &&
	    verifier_free_seat(j) == SEAT_NONE && !h->loses;
}

/* Checks that a bot plays at once, and does nothing else. */
static const char *
check_bot(const struct check *h)
{
	const uint8_t sender = h->d->has_order ? verifier_sender(h->events) : SEAT_NONE;
	const bool is_bot = sender != SEAT_NONE && ((unsigned)h->d->bots >> sender & 1u) != 0;

	if (is_bot && h->d->pub.known.phase != PHASE_SETUP && !h->deals && h->events->notes.n > 0)
		return "a bot does something else than to play";
	if (!bot_is_due(h))
		return NULL;
	/* A walk does not tell whose it is. */
	return h->d->has_order && h->events->notes.n == 0 && h->d->time == h->j->time &&
		(sender == h->j->pub.to_move ||
		    (sender == SEAT_NONE && h->j->pub.phase == PHASE_WALK)) ?
	    NULL :
	    "the turn of a bot is not played at once";
}

/* ---- missed turns --------------------------------------------------------------------------------- */

static const char *
check_missed(const struct check *h)
{
	static const char wrong[] = "a seat has missed more or fewer turns than it says";
	const struct people *now = &h->d->people;
	struct people want = { .began = -1 };
	const uint8_t sender = h->d->has_order ? verifier_sender(h->events) : SEAT_NONE;
	unsigned unknown = h->d->has_order && sender == SEAT_NONE;

	if (h->d->n > 0)
		memcpy(want.missed, h->j->people.missed, sizeof want.missed);
	if (h->act != NULL && !h->goes_on && h->j->pub.to_move != SEAT_NONE &&
	    (h->act->kind != HOST_ACTION_SKIP || h->j->clock.late[0] != '\0'))
		want.missed[h->j->pub.to_move]++;
	if (sender != SEAT_NONE)
		want.missed[sender] = 0;
	if (h->seated != SEAT_NONE)
		want.missed[h->seated] = 0;
	for (unsigned i = 0; i < h->d->names.n; i++) {
		if (now->missed[i] == want.missed[i])
			continue;
		if (now->missed[i] > 0 || unknown-- == 0)
			return wrong;
	}
	return NULL;
}

const char *
verifier_check_late(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before)
{
	struct check h = { .j = j,
		.d = d,
		.events = events,
		.act = act != NULL && host_action_plays(act) ? act : NULL,
		.before = before,
		.seated = verifier_fills_seat(act) ? host_action_replaces(act, &d->names) :
						     SEAT_NONE,
		.loses = act != NULL && act->kind == HOST_ACTION_LOST,
		.deals = d->has_seats };
	const char *wrong;

	if (before) {
		h.goes_on = verifier_goes_on(j);
		h.at_once = j->has_clock && !undo_request_blocks_play(&j->undo_request) &&
		    verifier_due_proposal(j) == NULL && verifier_free_seat(j) == SEAT_NONE &&
		    late_plays_at_once(&j->clock, &j->people, &j->pub);
	}
	wrong = check_bot(&h);
	if (wrong == NULL)
		wrong = h.act != NULL ? check_play(&h) : check_other(&h);
	return wrong == NULL && (before || d->n == 0) ? check_missed(&h) : wrong;
}
