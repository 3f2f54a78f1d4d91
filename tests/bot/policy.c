#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"

/* Whole games of every rules set and number of players: lists of orders, and the random policy,
 * which lists only what it needs. */

static void
check_choice(const struct game *g, const struct rng_fast *choice, struct order chosen)
{
	static struct order legal[LEGAL_MAX], discards[LEGAL_MAX], some[LEGAL_MAX];
	struct rng_fast again = *choice;
	size_t n = game_legal(g, legal, LEGAL_MAX);
	size_t n_discards = game_legal_discards(g, discards, LEGAL_MAX), plays = n - n_discards;
	const unsigned id = g->rules->id, seats = g->n_seats, turn = g->turn;

	cr_assert_eq(game_legal_plays(g, some, LEGAL_MAX), plays,
	    "rules %u, %u seats, turn %u: no order is lost", id, seats, turn);
	cr_assert_eq(n_discards > 0, g->phase == PHASE_PLAY,
	    "rules %u, %u seats, turn %u: one may always pass with cards, else never", id, seats,
	    turn);
	for (size_t i = 0; i < n; i++) {
		bool discard = legal[i].kind == ORDER_DISCARD || legal[i].kind == ORDER_CLEAR;

		cr_assert_eq(discard, i >= plays, "rules %u, %u seats, turn %u: order %zu", id,
		    seats, turn, i);
		cr_assert(same_order(&legal[i], discard ? &discards[i - plays] : &some[i]),
		    "rules %u, %u seats, turn %u: order %zu", id, seats, turn, i);
	}
	/* Limits that end inside either half of the list. */
	for (size_t max = 0; max <= n; max += n / 3 + 1)
		cr_assert_eq(game_legal(g, some, max), max,
		    "rules %u, %u seats, turn %u: at most %zu", id, seats, turn, max);
	cr_assert(same_order(&legal[policy_random(legal, n, &again.rng)], &chosen),
	    "rules %u, %u seats, turn %u: the same choice from the whole list", id, seats, turn);
}

Test(policy, chooses_alike_with_and_without_the_list)
{
	static struct order legal[LEGAL_MAX];
	static const struct options options = { .at[SAB_DRAFT_ASK] = 1 };
	unsigned walks = 0, drafts = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned seats = (*r)->seats_min; seats <= (*r)->seats_max; seats++) {
			struct rng_fast rng, choice;
			struct game g;

			rng_fast_init(&rng, table_seed, seats);
			rng_fast_init(&choice, table_seed, ~(uint64_t)seats);
			rng_open(&choice.rng, 1, RNG_FIRST);
			game_init(&g, *r, (uint8_t)seats, &options);
			game_deal(&g, &rng.rng, NULL);
			while (g.phase != PHASE_OVER) {
				const struct rng_fast before = choice;
				struct order o = policy_random_pick(&g, legal, &choice.rng);

				check_choice(&g, &before, o);
				walks += g.phase == PHASE_WALK;
				drafts += g.phase == PHASE_DRAFT;
				/* Greedy players in every second game, since random play rarely
				 * finds gold. */
				if (seats % 2 == 0)
					o = table_choice(&g, legal,
					    game_legal(&g, legal, LEGAL_MAX), 1, &choice.rng);
				game_play(&g, &o, &rng.rng, NULL);
			}
		}
	}
	cr_expect(walks > 100 && drafts > 20, "%u walks and %u drafts", walks, drafts);
}
