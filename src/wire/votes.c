#include "wire/votes.h"

#include "core/bits.h"
#include "text/since.h"
#include "wire/custody.h"
#include "wire/late.h"
#include "wire/standby.h"
#include "wire/undo_request.h"

const struct proposal *
proposals_find(const struct proposals *b, const struct vote *vote)
{
	for (unsigned i = 0; i < b->n; i++)
		if (vote_same_subject(&b->at[i].on, vote))
			return &b->at[i];
	return NULL;
}

const struct proposal *
votes_second(const struct proposals *b, const struct vote *vote, uint8_t by)
{
	for (unsigned i = 0; i < b->n && proposals_find(b, vote) == NULL; i++)
		if (b->at[i].on.kind == vote->kind && b->at[i].by == by)
			return &b->at[i];
	return NULL;
}

const struct proposal *
proposals_next_carried(const struct proposals *b, uint16_t custody)
{
	const struct proposal *first = NULL;

	for (unsigned i = 0; i < b->n; i++)
		if (custody_carries(b->at[i].yes, custody, b->at[i].need, b->at[i].own) &&
		    (first == NULL || b->at[i].on.kind < first->on.kind))
			first = &b->at[i];
	return first;
}

/* Returns the seats of which more than half carry the proposal. For an undo: all that have not
 * resigned. Else also without the away seats and the seat that it is about. */
static uint16_t
proposals_voters(const struct vote *on, const struct proposals_step *step)
{
	unsigned seats = undo_request_seats(step->now, step->bots);

	for (uint8_t s = 0; s < step->now->n_seats && on->kind != VOTE_UNDO; s++)
		if (s == on->seat || late_is_away(step->clock, step->people, s))
			seats &= ~(1u << s);
	return (uint16_t)seats;
}

/* True if the seat that is to move is late, so that it may be skipped. */
static bool
is_late(const struct proposals_step *step)
{
	const uint8_t seat = step->now->to_move;

	return seat != SEAT_NONE && step->clock->limit_s >= 0 &&
	    step->time >= time_control_due(step->clock, step->people, seat) + step->clock->grace_s;
}

static bool
lapses(const struct proposal *b, const struct proposals_step *step)
{
	if ((step->done != NULL && vote_same_subject(&b->on, step->done)) ||
	    step->n - b->since >= PROPOSAL_DIGESTS || step->now->phase == PHASE_OVER)
		return true;
	switch (b->on.kind) {
	case VOTE_UNDO:
		return step->undoes || step->ends_round;
	case VOTE_SKIP:
		return step->limit_restarts || !is_late(step);
	case VOTE_EXTEND:
		return step->limit_restarts;
	case VOTE_REPLACE:
		return standby_check_vote(
			   step->clock, step->people, step->now, b->on.seat, step->time) != NULL;
	case VOTE_KEYS:
	case VOTE_END:
	case VOTE_KINDS:
		break;
	}
	return false;
}

static void
cast(struct proposals *b, const struct proposals_step *step)
{
	const unsigned bit = 1u << step->by;
	struct proposal *at = NULL;

	for (unsigned i = 0; i < b->n && at == NULL; i++)
		if (vote_same_subject(&b->at[i].on, step->vote))
			at = &b->at[i];
	if (at == NULL && (!step->vote->yes || b->n == PROPOSALS_MAX))
		return;
	if (at == NULL) {
		at = &b->at[b->n++];
		*at = (struct proposal){ .on = *step->vote, .since = step->n, .by = step->by };
		at->on.yes = false;
	}
	at->yes = (uint16_t)(step->vote->yes ? at->yes | bit : at->yes & ~bit);
	at->no = (uint16_t)(step->vote->yes ? at->no & ~bit : at->no | bit);
}

void
proposals_update(struct proposals *b, const struct proposals_step *step)
{
	unsigned n = 0;

	if (step->vote != NULL)
		cast(b, step);
	for (unsigned i = 0; i < b->n; i++) {
		struct proposal at = b->at[i];
		unsigned seats = proposals_voters(&at.on, step);

		at.need = (uint8_t)undo_request_need((uint16_t)seats);
		at.own = (uint8_t)custody_own_need(
		    (uint16_t)seats, step->custody, undo_request_seats(step->now, step->bots));
		if (step->replaced != SEAT_NONE)
			seats &= ~(1u << step->replaced);
		if (at.on.kind == VOTE_UNDO)
			seats &= ~(unsigned)undo_request_given(step->given, at.on.n);
		at.yes = (uint16_t)(at.yes & seats);
		at.no = (uint16_t)(at.no & seats);
		if (at.yes != 0 && !lapses(&at, step))
			b->at[n++] = at;
	}
	while (b->n > n)
		b->at[--b->n] = (struct proposal){ .since = 0 };
}
