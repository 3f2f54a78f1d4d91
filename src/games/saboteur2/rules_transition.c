/*
 * Saboteur 2: guesses roles, gold and thieves that agree with the events (core/transition.h).
 */
#include "core/transition.h"
#include "games/saboteur2/internal.h"

enum { SOME_GOLD = 1000 }; /* more than can be stolen in a round */

static bool
has_gold(const struct game *known, unsigned seat)
{
	return (u16_get(&sb2_own(known)->has_gold) & SEEN_BY(seat)) != 0;
}

/* Guesses a new hat, if its role is shown in the same turn. */
static void
guess_roles(struct transition *f)
{
	struct sb2_state *sb2 = sb2_own(&f->guess);
	card_id any = game_any_card(f->guess.rules, MINE_CLASS(CARD_ROLE));
	const struct event *hat = transition_find(f, EVENT_ROLE, SEAT_NONE, 0), *shown;

	if (hat != NULL && hat->seat < f->guess.n_seats && sb2->n_pile > 0) {
		shown = transition_find(f, EVENT_SHOWN, hat->seat, 0);
		if (shown != NULL && shown->card < f->guess.rules->n_cards)
			transition_fill(sb2->pile, 1, shown->card);
	}
	transition_fill(sb2->pile, sb2->n_pile, any);
	transition_fill(sb2->hat, sb2->n_hats, any);
}

bool
sb2_guess(struct transition *f)
{
	struct sb2_state *sb2 = sb2_own(&f->guess);

	guess_roles(f);
	for (uint8_t s = 0; s < f->guess.n_seats; s++) {
		const struct event *stole = transition_find(f, EVENT_STOLE, s, 0);

		if (has_gold(f->before, s))
			f->guess.seat[s].gold = SOME_GOLD;
		sb2->n_steal[s] = stole != NULL && stole->to < f->guess.n_seats;
		sb2->steal[s][0] = sb2->n_steal[s] > 0 ? stole->to : 0;
	}
	u16_set(&sb2->has_gold, 0);
	return mine_guess_hands(f);
}

/* Settles whether a robbed seat has gold left and, when the game is over, all amounts. */
void
sb2_settle(struct transition *f)
{
	const struct event *stole;

	for (unsigned i = 0; (stole = transition_find(f, EVENT_STOLE, SEAT_NONE, i)) != NULL; i++)
		if (stole->to < f->guess.n_seats && has_gold(f->before, stole->to) &&
		    !has_gold(f->after, stole->to))
			f->guess.seat[stole->to].gold = 0;
	for (unsigned s = 0; s < f->guess.n_seats && f->after->phase == PHASE_OVER; s++)
		f->guess.seat[s].gold = f->after->seat[s].gold;
}
