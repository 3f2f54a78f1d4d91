/*
 * Checks the proposals, by public facts.
 *
 * (V1) Which proposals are open, and what each needs, follows from digest 0, the previous digest
 *      and this one: the host uses the same function (wire/votes.h).
 */

#include "record/verifier_standby.h"
#include "record/verifier_votes.h"

#include <string.h>

#include "wire/votes.h"

bool
verifier_deadline_restarts(
    const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	return j->pub.to_move == SEAT_NONE || d->pub.known.turn != j->pub.turn ||
	    undo_request_blocks_play(&j->undo_request) ||
	    (act != NULL && act->kind == HOST_ACTION_UNDO) ||
	    (verifier_fills_seat(act) && host_action_replaces(act, &d->names) == j->pub.to_move);
}

bool
verifier_goes_on(const struct verifier *j)
{
	return j->late_turn > 0 && j->late_turn == j->pub.turn && j->pub.to_move != SEAT_NONE;
}

const struct proposal *
verifier_due_proposal(const struct verifier *j)
{
	return verifier_goes_on(j) || undo_request_blocks_play(&j->undo_request) ?
	    NULL :
	    proposals_next_carried(&j->people.proposals, j->custody);
}

/* Checks that exactly the carried proposal is executed, at once and before anything else. */
static const char *
check_executed(const struct verifier *j, const struct digest *d, const struct host_action *act)
{
	const struct proposal *carried = verifier_due_proposal(j);
	struct vote done;
	/* The rest of a turn that is skipped has its vote already. */
	const bool does = act != NULL && !(act->kind == HOST_ACTION_SKIP && verifier_goes_on(j)) &&
	    host_action_vote(act, &d->names, &done);

	if (carried == NULL)
		/* A seat may be free without a vote: record/verifier_standby.h. */
		return does && done.kind != VOTE_REPLACE ?
		    "the host does what the seats have not voted for" :
		    NULL;
	if (!does || !vote_same_subject(&carried->on, &done))
		return "what the seats have voted for is not done";
	if (act->kind == HOST_ACTION_EXTEND && act->turn != j->pub.turn)
		return "another turn is extended than the seats have voted on";
	return d->time == j->time ? NULL : "what the seats have voted for is not done at once";
}

static const char *
check_extended(
    const struct verifier *j, const struct digest *d, const struct host_action *act, bool restarts)
{
	int64_t want = restarts ? 0 : j->people.extended_s;

	if (act != NULL && act->kind == HOST_ACTION_EXTEND)
		want += act->to;
	return d->people.extended_s == want ?
	    NULL :
	    "the limit of a turn is extended otherwise than by votes";
}

static bool
same_proposals(const struct names *names, const struct proposals *a, const struct proposals *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same;

	proposals_text(a, names, &x);
	proposals_text(b, names, &y);
	same = x.n == y.n && (x.n == 0 || memcmp(x.p, y.p, x.n) == 0);
	buf_release(&x);
	buf_release(&y);
	return same;
}

/* (V1) */
static const char *
check_count(const struct verifier *j, const struct digest *d, const struct digest_events *events,
    struct proposals_step *step)
{
	const struct note *voted = note_find(&events->notes, NOTE_VOTED);
	struct proposals want = j->people.proposals;
	const struct proposal *on;
	struct err none = ERR_INIT;
	struct vote vote;

	for (uint32_t i = 0; i < events->ev.n; i++)
		step->ends_round = step->ends_round || event_bounds_round(&events->ev.at[i]);
	if (voted != NULL) {
		if (vote_on_parse(&d->names, voted->text.s, voted->text.n, &vote, &none) < 0 ||
		    vote.kind == VOTE_KEYS || vote.seat == voted->seat)
			return "a seat votes on what no table votes on";
		vote.yes = voted->yes;
		step->vote = &vote;
		step->by = voted->seat;
		if (!vote.yes && proposals_find(&want, &vote) == NULL)
			return "a seat votes no on what nobody has proposed";
		if (votes_second(&want, &vote, voted->seat) != NULL)
			return "a seat proposes a second of a kind";
	}
	proposals_update(&want, step);
	if (!same_proposals(&d->names, &want, &d->people.proposals))
		return "votes are left out, invented or counted wrongly";
	on = step->vote != NULL && step->vote->yes ? proposals_find(&want, step->vote) : NULL;
	return step->vote != NULL && step->vote->yes &&
		(on == NULL || ((unsigned)on->yes >> step->by & 1u) == 0) ?
	    "a seat votes that has no vote on that" :
	    NULL;
}

/* Checks that the right seats can vote on a new undo request, for the right time. */
static const char *
check_new_request(const struct verifier *j, const struct digest *d)
{
	const struct undo_request *a = &d->undo_request;
	const uint16_t known = undo_request_given(j->given, a->to);
	const bool knows_all = j->has_last && j->n == d->n - 1 && j->first <= a->to + 1;

	if (j->has_clock && a->until != undo_request_until(&j->clock, d->time))
		return "the time to vote on going back is another than the limit";
	return (known & ~(unsigned)a->none) != 0 || (knows_all && known != a->none) ?
	    "other seats have a vote on going back than can have one" :
	    NULL;
}

const char *
verifier_check_votes(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before)
{
	int64_t given[SEATS_MAX];
	struct proposals_step step = { .n = d->n,
		.time = d->time,
		.now = &d->pub.known,
		.clock = &j->clock,
		.people = &d->people,
		.given = given,
		.custody = new_keys_custody(&d->new_keys, d->custody),
		.bots = d->bots,
		.replaced = act != NULL ? host_action_replaces(act, &d->names) : SEAT_NONE };
	struct vote done;
	const char *wrong;

	if (d->n == 0)
		return people_vote(&d->people) ? "votes before there was a table" : NULL;
	wrong = act != NULL && act->kind == HOST_ACTION_ASK ? check_new_request(j, d) : NULL;
	if (wrong != NULL)
		return wrong;
	if (!before || !j->has_clock)
		return NULL;
	memcpy(given, j->given, sizeof given);
	if (step.replaced != SEAT_NONE)
		given[step.replaced] = d->n;
	step.limit_restarts = verifier_deadline_restarts(j, d, act) ||
	    undo_request_blocks_play(&d->undo_request);
	step.undoes = act != NULL && act->kind == HOST_ACTION_UNDO;
	if (act != NULL && host_action_vote(act, &d->names, &done))
		step.done = &done;
	wrong = check_executed(j, d, act);
	if (wrong == NULL)
		wrong = check_extended(j, d, act, step.limit_restarts);
	return wrong != NULL ? wrong : check_count(j, d, events, &step);
}
