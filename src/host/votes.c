/*
 * Updates the proposals for the next digest.
 *
 * (O1) The result follows from digest 0, the digests before and the time of this one
 *      (wire/votes.h).
 */

#include "host/custody.h"
#include "host/votes.h"

#include "wire/standby.h"
#include "wire/votes.h"

/* (O1) */
static void
follow_standby(struct command *w, const struct digest_cause *cause)
{
	const struct note *say = note_find(&cause->notes, NOTE_LEAVES);
	const struct host_action *act = cause->act;
	const struct standby_step step = { .n = w->hs.n + 1,
		.time = w->now,
		.now = &w->hs.g,
		.clock = &w->t.clock,
		.act = act,
		.replaced = act != NULL ? host_action_replaces(act, &w->t.names) : SEAT_NONE,
		.say = say != NULL ? say : note_find(&cause->notes, NOTE_STAYS) };

	standby_update(&w->hs.people, &step);
}

/* (O1) */
void
proposals_settle(struct command *w, const struct events *ev, const struct digest_cause *cause)
{
	struct host_state *hs = &w->hs;
	const struct note *voted = note_find(&cause->notes, NOTE_VOTED);
	struct err none = ERR_INIT;
	struct people people;
	struct vote vote, done;
	struct proposals_step step = { .n = hs->n + 1,
		.time = w->now,
		.now = &hs->g,
		.clock = &w->t.clock,
		.people = &people,
		.given = hs->given,
		.custody = custody_agreed(hs),
		.bots = hs->bots,
		.limit_restarts = hs->due_turn != hs->g.turn ||
		    cause->before->to_move == SEAT_NONE ||
		    undo_request_blocks_play(&hs->undo_request),
		.replaced = SEAT_NONE };

	if (step.limit_restarts)
		hs->people.extended_s = 0;
	follow_standby(w, cause);
	if (hs->people.proposals.n == 0 && voted == NULL)
		return;
	people = hs->people;
	if (step.limit_restarts)
		people.began = w->now;
	for (uint32_t i = 0; i < ev->n; i++)
		step.ends_round = step.ends_round || event_bounds_round(&ev->at[i]);
	if (cause->act != NULL) {
		step.undoes = cause->act->kind == HOST_ACTION_UNDO;
		step.replaced = host_action_replaces(cause->act, &w->t.names);
		if (host_action_vote(cause->act, &w->t.names, &done))
			step.done = &done;
	}
	if (voted != NULL &&
	    vote_on_parse(&w->t.names, voted->text.s, voted->text.n, &vote, &none) == 0) {
		vote.yes = voted->yes;
		step.vote = &vote;
		step.by = voted->seat;
	}
	proposals_update(&hs->people.proposals, &step);
}

uint8_t
proposals_free_seat(const struct command *w)
{
	return undo_request_blocks_play(&w->hs.undo_request) ?
	    SEAT_NONE :
	    standby_free_seat(&w->t.clock, &w->hs.people, &w->hs.g, w->now);
}

bool
proposals_are_due(const struct command *w)
{
	return !undo_request_blocks_play(&w->hs.undo_request) &&
	    (proposals_next_carried(&w->hs.people.proposals, w->hs.custody) != NULL ||
		proposals_free_seat(w) != SEAT_NONE);
}
