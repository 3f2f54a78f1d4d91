/* Plays turns of received and of queued orders. */

#include "host/votes.h"

#include "host/admission.h"
#include "util/mem.h"
#include "wire/late.h"

/*
 * Turns of recurring orders in one command. If all seats have one, players still get a chance to
 * change something. The next command continues, also command_exec_recurring. For away seats
 * there is no limit: their order is played, which ends their being away.
 */
enum { REPEATED_MAX = 64 };

/* Sets the private note of a seat. A dropped order has priority. */
static void
set_own_note(struct digest_cause *cause, uint8_t seat, enum note_kind kind)
{
	uint8_t *note = &cause->own_note[seat];

	if (*note == NOTE_NONE || *note == NOTE_QUEUED)
		*note = (uint8_t)kind;
}

/* Checks whether the queued order of the seat that is to move is legal now. The seat must have
 * one. Returns 1 with *turn, and its cause in *next; 0; -1. *ended: its time is over. */
static int
try_queued(const struct command *w, enum store_queue queue, struct turn *turn,
    struct digest_cause *next, bool *ended, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;
	struct err why = ERR_INIT;
	struct order_block b;
	struct drbg dice;
	int chosen;

	*next = (struct digest_cause){
		.has_order = true,
		.keep = "",
	};
	if (command_get_queued(w, queue, seat, &b, &next->order, err) < 0)
		return -1;
	*ended = b.until != 0 && b.until <= w->now;
	if (*ended)
		return 0;
	if (queue == STORE_QUEUE_EVERY)
		next->plays_every = (uint16_t)(1u << seat);
	command_dice(w, &dice);
	chosen = admission_choose(&w->t, &w->hs, seat, &b, &dice, turn, &why);
	drbg_wipe(&dice);
	return chosen == 0;
}

/*
 * Takes the queued order of the seat that is to move. Returns 1: *turn is legal, its cause is in
 * *next. 0: there is none, or it is illegal, which a note in `cause` reports to the seat.
 * Removes the order from the store unless it is recurring.
 */
static int
take_queued(struct command *w, enum store_queue queue, struct digest_cause *cause,
    struct turn *turn, struct digest_cause *next, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;
	bool ended;
	int more;

	if (!command_has_queued(w, queue, seat))
		return 0;
	more = try_queued(w, queue, turn, next, &ended, err);
	if (more >= 0 && (queue == STORE_QUEUE_NEXT || ended) &&
	    command_drop_queued(w, queue, seat, err) < 0)
		return -1;
	if (more != 0)
		return more;
	if (ended)
		set_own_note(cause, seat, NOTE_ENDED);
	else
		set_own_note(cause, seat, queue == STORE_QUEUE_EVERY ? NOTE_IDLE : NOTE_UNPLAYABLE);
	return 0;
}

int
command_next_recurring(const struct command *w, struct command_step *s, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;
	bool ended;

	*s = (struct command_step){ .goes_on = false };
	if (seat == SEAT_NONE || undo_request_blocks_play(&w->hs.undo_request) ||
	    !command_has_queued(w, STORE_QUEUE_EVERY, seat))
		return 0;
	return try_queued(w, STORE_QUEUE_EVERY, &s->turn, &s->cause, &ended, err);
}

int
command_exec_recurring(struct command *w, const void *what, struct err *err)
{
	struct command_step first;
	int more = command_next_recurring(w, &first, err);

	(void)what;
	if (more == 0)
		return err_set(err, ERR_STALE, "no order for every turn is possible now");
	return more < 0 ? -1 : command_play(w, &first.turn, &first.cause, err);
}

/* The order for the next turn has priority over the recurring one. */
static int
take_next(struct command *w, struct digest_cause *cause, struct turn *turn,
    struct digest_cause *next, struct err *err)
{
	int more;

	if (w->hs.g.to_move == SEAT_NONE || undo_request_blocks_play(&w->hs.undo_request))
		return 0;
	more = take_queued(w, STORE_QUEUE_NEXT, cause, turn, next, err);
	if (more == 0 &&
	    (w->repeated < REPEATED_MAX ||
		late_plays_at_once(&w->t.clock, &w->hs.people, &w->hs.g)))
		more = take_queued(w, STORE_QUEUE_EVERY, cause, turn, next, err);
	return more;
}

/* Plays a legal turn. */
static void
play_turn(struct command *w, const struct turn *turn, struct events *ev)
{
	struct drbg dice;
	struct deal_recorder recorder;
	unsigned refused = 0;

	command_dice(w, &dice);
	deal_recorder_init(&recorder, &dice.rng, w->dealt);
	if (game_apply_all(&w->hs.g, turn->step, turn->n, &recorder.rng, ev, &refused) !=
	    VERDICT_OK)
		BUG("a turn that was legal is not");
	deal_record_finish(w->dealt, &recorder, &w->hs.g, ev);
	command_rng_used(w, &dice);
}

/* Plays a step. A seat whose order is played is not away any more. */
static int
play_step(struct command *w, struct command_step *s, struct events *ev, struct err *err)
{
	w->searched = false;
	if (s->turn.n > 0)
		w->hs.people.missed[s->turn.step[0].seat] = 0;
	else if (command_late_play(w, s, err) < 0)
		return -1;
	play_turn(w, &s->turn, ev);
	return 0;
}

int
command_play(
    struct command *w, const struct turn *first, const struct digest_cause *why, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct game *before = mem_new(sizeof *before);
	struct command_step step[2], *now = &step[0], *next = &step[1];
	int more = first != NULL;

	*now = (struct command_step){ .cause = *why };
	if (more)
		now->turn = *first;
	w->dealt = mem_zero(1, sizeof *w->dealt);
	do {
		struct command_step *then = now;

		ev->n = 0;
		*before = w->hs.g;
		now->cause.round = w->hs.g.round;
		now->cause.before = before;
		if (more && play_step(w, now, ev, err) < 0) {
			more = -1;
			break;
		}
		if (!more && now->cause.act != NULL && now->cause.act->kind == HOST_ACTION_END)
			game_abort(&w->hs.g, ev);
		w->hs.played = (uint16_t)(w->hs.played | now->cause.plays_every);
		w->repeated += now->cause.plays_every != 0;
		proposals_settle(w, ev, &now->cause);
		more = 0;
		if (!proposals_are_due(w))
			more = take_next(w, &now->cause, &next->turn, &next->cause, err);
		if (more == 0)
			more = command_late_next(w, now, next, err);
		w->next = more > 0 && next->cause.has_order ? &next->cause.order : NULL;
		if (more >= 0 && command_add_digest(w, ev, &now->cause, err) < 0)
			more = -1;
		now = next;
		next = then;
	} while (more > 0);
	seal_wipe(w->dealt, sizeof *w->dealt);
	free(w->dealt);
	w->dealt = NULL;
	seal_wipe(ev, sizeof *ev);
	free(ev);
	seal_wipe(before, sizeof *before);
	free(before);
	return more;
}
