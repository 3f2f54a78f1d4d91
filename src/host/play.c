/* Turns that are played, by an order that has come or by one that was kept for when its turn comes. */

#include "host/work.h"

#include "host/step.h"
#include "util/mem.h"

/*
 * Is there a stored order for the seat that is to move now?  It leaves the store.  1: it can be
 * played, *turn; its cause is in *next.  0: there is none, or none that can be played any more,
 * which the seat is told in the digest being made (cause).
 */
static int
take_waiting(
    struct work *w, struct cause *cause, struct turn *turn, struct cause *next, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;
	struct store_order row = { .n = 0 };
	struct err why = ERR_INIT;
	struct block b;
	struct dice dice;
	int chosen;

	if (seat == SEAT_NONE || !work_is_waiting(w, seat) || asked_holds(&w->hs.asked))
		return 0;
	if (store_get_waiting(w->h->st, seat, &row, err) < 0)
		return -1;
	*next = (struct cause){
		.has_order = true,
		.keep = "",
	};
	memcpy(next->order.b, row.hash, HASH_BYTES);
	store_order_release(&row);
	if (work_get_waiting(w, seat, &b, err) < 0 || work_drop_waiting(w, seat, err) < 0)
		return -1;
	work_dice(w, &dice);
	chosen = step_choose(&w->t, &w->hs, seat, &b, &dice, turn, &why);
	dice_wipe(&dice);
	if (chosen == 0)
		return 1;
	cause->own_note[seat] = NOTE_UNPLAYABLE;
	return 0;
}

/* Carry out a legal turn. */
static void
play_turn(struct work *w, const struct turn *turn, struct events *ev)
{
	struct dice dice;
	struct recorder recorder;
	unsigned refused = 0;

	work_dice(w, &dice);
	recorder_init(&recorder, &dice.rng, w->dealt);
	if (game_apply_all(&w->hs.g, turn->step, turn->n, &recorder.rng, ev, &refused) !=
	    VERDICT_OK)
		BUG("a turn that was legal is not");
	dealt_finish(w->dealt, &recorder, &w->hs.g, ev);
	work_thrown(w, &dice);
}

/* Carry it out: nobody who orders is away any more. */
static void
play_step(struct work *w, struct work_step *s, struct events *ev)
{
	if (s->turn.n == 0)
		late_play(w, s);
	else
		w->hs.people.missed[s->turn.step[0].seat] = 0;
	play_turn(w, &s->turn, ev);
}

int
work_play(struct work *w, const struct turn *first, const struct cause *why, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct game *before = mem_new(sizeof *before);
	struct work_step step[2], *now = &step[0], *next = &step[1];
	int more = first != NULL;

	*now = (struct work_step){ .cause = *why };
	if (more)
		now->turn = *first;
	w->dealt = mem_zero(1, sizeof *w->dealt);
	do {
		struct work_step *then = now;

		ev->n = 0;
		*before = w->hs.g;
		now->cause.round = w->hs.g.round;
		now->cause.before = before;
		if (more)
			play_step(w, now, ev);
		more = take_waiting(w, &now->cause, &next->turn, &next->cause, err);
		if (more == 0)
			more = late_next(w, now, next, err);
		w->next = more > 0 && next->cause.has_order ? &next->cause.order : NULL;
		if (more >= 0 && work_add_digest(w, ev, &now->cause, err) < 0)
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
