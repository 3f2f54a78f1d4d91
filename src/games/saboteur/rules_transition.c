/*
 * Saboteur: guesses roles and nuggets that agree with the events (core/transition.h).
 */
#include <string.h>

#include "core/transition.h"
#include "games/mine/mine.h"
#include "games/saboteur/saboteur.h"

static card_id
nugget_worth(const struct rules *rules, unsigned value)
{
	for (card_id c = 0; c < rules->n_cards; c++)
		if (rules->card[c].class == CARD_GOLD && rules->card[c].value == value)
			return c;
	return CARD_NONE;
}

/* Puts n cards worth `value` together on the pile, in the order in which a saboteur gets them:
 * [Q-SAB-11] the largest first. */
static void
make_up(struct sab_state *sab, const struct rules *rules, unsigned *at, unsigned value, unsigned n)
{
	for (; n > 0 && value > 0 && *at < sab->n_pile; n--) {
		unsigned most = value - (n - 1) < 3 ? value - (n - 1) : 3;
		card_id nugget = nugget_worth(rules, most);

		if (nugget != CARD_NONE)
			sab->pile[*at] = nugget;
		value -= most;
		(*at)++;
	}
}

/*
 * Guesses the pile. Only the number of nuggets that leave the pile is known, not how many each seat
 * gets. A seat that is paid late finds fewer large nuggets and gets more cards.
 */
static void
guess_pile(struct transition *f)
{
	struct sab_state *sab = sab_own(&f->guess);
	card_id one = nugget_worth(f->guess.rules, 1);
	unsigned at = 0, paid = 0, taken = 0, more[SAB_SEATS_MAX] = { 0 };
	const struct event *e;

	if (one == CARD_NONE)
		one = game_any_card(f->guess.rules, MINE_CLASS(CARD_GOLD));
	transition_fill(sab->draft, sab->n_draft, one);
	transition_fill(sab->pile, sab->n_pile, one);
	for (; (e = transition_find(f, EVENT_GOLD, SEAT_NONE, paid)) != NULL; paid++)
		taken += (e->value + 2u) / 3;
	if (paid > SAB_SEATS_MAX)
		return;
	for (unsigned i = paid; i-- > 0;) {
		const unsigned value = transition_find(f, EVENT_GOLD, SEAT_NONE, i)->value;

		while (more[i] < value - (value + 2) / 3 &&
		    taken + sab_own(f->after)->n_pile < sab->n_pile) {
			more[i]++;
			taken++;
		}
	}
	for (unsigned i = 0; i < paid; i++) {
		const unsigned value = transition_find(f, EVENT_GOLD, SEAT_NONE, i)->value;

		make_up(sab, f->guess.rules, &at, value, (value + 2) / 3 + more[i]);
	}
}

/* [SAB 2.A.1] True if the shown roles, if any, agree with the deal. */
static bool
roles_are_ok(const struct transition *f)
{
	const struct event *e;
	unsigned saboteurs = 0, n = 0;

	for (; (e = transition_find(f, EVENT_SHOWN, SEAT_NONE, n)) != NULL; n++)
		if (e->card < f->guess.rules->n_cards)
			saboteurs += game_card(&f->guess, e->card)->role == ROLE_SABOTEUR;
	return n == 0 || saboteurs == sab_saboteurs_for[f->guess.n_seats];
}

bool
sab_guess(struct transition *f)
{
	struct sab_state *sab = sab_own(&f->guess);
	const struct event *e;

	if (!roles_are_ok(f))
		return false;
	for (unsigned i = 0; (e = transition_find(f, EVENT_SHOWN, SEAT_NONE, i)) != NULL; i++)
		if (e->seat == SEAT_NONE && e->card < f->guess.rules->n_cards)
			transition_fill(&sab->role_left, 1, e->card);
	transition_fill(&sab->role_left, 1, game_any_card(f->guess.rules, MINE_CLASS(CARD_ROLE)));
	guess_pile(f);
	if (f->n_orders > 0 && f->order[0].kind == ORDER_TAKE && sab->n_draft > 0)
		f->order[0].what = game_card(&f->guess, sab->draft[0])->value;
	return mine_guess_hands(f);
}

/* Until the game is over nobody sees the nuggets of others: takes them from f->after. */
void
sab_settle(struct transition *f)
{
	for (unsigned s = 0; s < f->guess.n_seats; s++) {
		struct seat *to = &f->guess.seat[s];

		to->n_gold = f->after->seat[s].n_gold;
		memcpy(to->gold_card, f->after->seat[s].gold_card, sizeof to->gold_card);
	}
}
