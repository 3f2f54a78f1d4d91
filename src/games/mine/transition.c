/*
 * The mine, as everybody sees it: what the hands may hold (core/transition.h).
 */
#include "core/transition.h"
#include "games/mine/mine.h"

/* Path and action cards: the n-th of the card list, or CARD_NONE. */
static card_id
nth_card(const struct rules *rules, unsigned n)
{
	for (card_id c = 0; c < rules->n_cards; c++)
		if ((rules->card[c].class == CARD_PATH || rules->card[c].class == CARD_ACTION) &&
		    n-- == 0)
			return c;
	return CARD_NONE;
}

/*
 * Whether a round goes on when the pile is empty hangs on what is in the hands.  If it has ended, nothing
 * that can be played; if not, something that somebody can play: one kind after the other is tried.
 */
bool
mine_guess_hands(struct transition *f)
{
	const struct event *end = transition_find(f, EVENT_ROUND_END, SEAT_NONE, 0);

	if (end != NULL) {
		f->hold = transition_any_card(f->guess.rules, MINE_CLASS(CARD_ROLE));
		return f->attempt == 0;
	}
	if (f->attempt == 0)
		return true;
	f->hold = nth_card(f->guess.rules, f->attempt - 1);
	return game_deck_left(f->after) == 0 && f->hold != CARD_NONE;
}
