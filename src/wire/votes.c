#include "wire/votes.h"

#include "text/since.h"
#include "wire/asked.h"
#include "wire/late.h"
#include "wire/standby.h"

const struct ballot *
votes_find(const struct ballots *b, const struct vote *vote)
{
	for (unsigned i = 0; i < b->n; i++)
		if (vote_same_subject(&b->at[i].on, vote))
			return &b->at[i];
	return NULL;
}

const struct ballot *
votes_second(const struct ballots *b, const struct vote *vote, uint8_t by)
{
	for (unsigned i = 0; i < b->n && votes_find(b, vote) == NULL; i++)
		if (b->at[i].on.kind == vote->kind && b->at[i].by == by)
			return &b->at[i];
	return NULL;
}

const struct ballot *
votes_carried(const struct ballots *b)
{
	const struct ballot *first = NULL;

	for (unsigned i = 0; i < b->n; i++)
		if (asked_number(b->at[i].yes) >= b->at[i].need &&
		    (first == NULL || b->at[i].on.kind < first->on.kind))
			first = &b->at[i];
	return first;
}

uint16_t
votes_seats(const struct vote *on, const struct votes_step *step)
{
	unsigned seats = asked_seats(step->now);

	for (uint8_t s = 0; s < step->now->n_seats && on->kind != VOTE_UNDO; s++)
		if (s == on->seat || late_is_away(step->clock, step->people, s))
			seats &= ~(1u << s);
	return (uint16_t)seats;
}

/* Is the seat that is to move due since so long that it may be skipped? */
static bool
is_late(const struct votes_step *step)
{
	const uint8_t seat = step->now->to_move;

	return seat != SEAT_NONE && step->clock->limit_s >= 0 &&
	    step->time >= clock_due(step->clock, step->people, seat) + step->clock->grace_s;
}

static bool
lapses(const struct ballot *b, const struct votes_step *step)
{
	if ((step->done != NULL && vote_same_subject(&b->on, step->done)) ||
	    step->n - b->since >= BALLOT_DIGESTS || step->now->phase == PHASE_OVER)
		return true;
	switch (b->on.kind) {
	case VOTE_UNDO:
		return step->undoes || step->ends_round;
	case VOTE_SKIP:
		return step->anew || !is_late(step);
	case VOTE_EXTEND:
		return step->anew;
	case VOTE_REPLACE:
		return standby_vote_wrong(
			   step->clock, step->people, step->now, b->on.seat, step->time) != NULL;
	case VOTE_KEYS:
	case VOTE_END:
	case VOTE_KINDS:
		break;
	}
	return false;
}

static void
cast(struct ballots *b, const struct votes_step *step)
{
	const unsigned bit = 1u << step->by;
	struct ballot *at = NULL;

	for (unsigned i = 0; i < b->n && at == NULL; i++)
		if (vote_same_subject(&b->at[i].on, step->vote))
			at = &b->at[i];
	if (at == NULL && (!step->vote->yes || b->n == BALLOTS_MAX))
		return;
	if (at == NULL) {
		at = &b->at[b->n++];
		*at = (struct ballot){ .on = *step->vote, .since = step->n, .by = step->by };
		at->on.yes = false;
	}
	at->yes = (uint16_t)(step->vote->yes ? at->yes | bit : at->yes & ~bit);
	at->no = (uint16_t)(step->vote->yes ? at->no & ~bit : at->no | bit);
}

void
votes_follow(struct ballots *b, const struct votes_step *step)
{
	unsigned n = 0;

	if (step->vote != NULL)
		cast(b, step);
	for (unsigned i = 0; i < b->n; i++) {
		struct ballot at = b->at[i];
		unsigned seats = votes_seats(&at.on, step);

		at.need = (uint8_t)asked_need((uint16_t)seats);
		if (step->replaced != SEAT_NONE)
			seats &= ~(1u << step->replaced);
		if (at.on.kind == VOTE_UNDO)
			seats &= ~(unsigned)asked_given(step->given, at.on.n);
		at.yes = (uint16_t)(at.yes & seats);
		at.no = (uint16_t)(at.no & seats);
		if (at.yes != 0 && !lapses(&at, step))
			b->at[n++] = at;
	}
	while (b->n > n)
		b->at[--b->n] = (struct ballot){ .since = 0 };
}

void
votes_words(const struct ballots *b, const struct names *names, struct buf *out)
{
	struct buf on = BUF_INIT, line = BUF_INIT;

	for (unsigned i = 0; i < b->n; i++) {
		const struct ballot *at = &b->at[i];

		buf_clear(&on);
		buf_clear(&line);
		vote_on_text(names, &at->on, &on);
		buf_fmt(&line, "\"%s\" has %u of the %u votes that it needs", buf_cstr(&on),
		    asked_number(at->yes), at->need);
		if (asked_number(at->yes) < at->need)
			buf_fmt(&line, " (vote %s yes|no)", buf_cstr(&on));
		since_line(buf_cstr(&line), out);
	}
	buf_release(&on);
	buf_release(&line);
}
