/*
 * The mine: guesses of hands for core/transition.h.
 */
#include "core/transition.h"
#include "games/mine/mine.h"

/* Returns the n-th path or action card of the card list, or CARD_NONE. */
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
 * If the pile is empty, the hands decide whether the round goes on. If it has ended, guesses hands
 * that cannot be played. If not, tries one kind of card after the other.
 */
bool
mine_guess_hands(struct transition *f)
{
	const struct event *end = transition_find(f, EVENT_ROUND_END, SEAT_NONE, 0);

	if (end != NULL) {
		f->hold = game_any_card(f->guess.rules, MINE_CLASS(CARD_ROLE));
		return f->attempt == 0;
	}
	if (f->attempt == 0)
		return true;
	f->hold = nth_card(f->guess.rules, f->attempt - 1);
	return game_deck_left(f->after) == 0 && f->hold != CARD_NONE;
}
