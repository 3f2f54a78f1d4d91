/*
 * The Duel: guesses hidden goals and cards (core/transition.h).
 */
#include "core/transition.h"
#include "games/duel/duel.h"

/* The order may say which way a goal is turned: tries no flag, then either way. */
bool
duel_guess(struct transition *f)
{
	static const uint8_t flags[] = { 0, ORDER_TURN_KEEP, ORDER_TURN_FLIP };
	struct duel_state *duel = duel_own(&f->guess);

	transition_fill(
	    duel->goals, duel->n_goals, game_any_card(f->guess.rules, MINE_CLASS(CARD_GOAL)));
	if (f->attempt > 0 &&
	    (f->attempt >= sizeof flags ||
		transition_find(f, EVENT_TURNED_UP, SEAT_NONE, 0) == NULL))
		return false;
	f->order[0].flags = (uint8_t)(f->order[0].flags | flags[f->attempt]);
	return true;
}
