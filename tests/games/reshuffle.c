#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"
#include "games/saboteur2/saboteur2.h"

/* [adit(5), Taking back] Unseen cards are shuffled again, and nothing else changes. */

enum { KINDS = 256 };

static void
count(const card_id *card, unsigned n, unsigned kind[KINDS])
{
	for (unsigned i = 0; i < n; i++)
		kind[card[i]]++;
}

static bool
is_seen(const struct game *g, const struct cell *c)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_seen; i++)
			if (g->seat[s].seen[i].x == c->x && g->seat[s].seen[i].y == c->y)
				return true;
	return false;
}

static void
shuffle(struct game *g, uint64_t seed)
{
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, seed);
	game_reshuffle(g, &rng.rng);
}

/* Restores in b the order of a for cards that may be shuffled. */
static void
put_back(struct game *b, const struct game *a)
{
	memcpy(b->deck, a->deck, sizeof b->deck);
	if (a->rules == &rules_saboteur2)
		memcpy(sb2_own(b)->pile, sb2_own(a)->pile, sizeof sb2_own(b)->pile);
	for (unsigned i = 0; i < a->board.n; i++)
		if ((a->board.cell[i].flags & CELL_DOWN) != 0 && !is_seen(a, &a->board.cell[i]))
			b->board.cell[i].card = a->board.cell[i].card;
}

Test(reshuffle, only_what_nobody_has_seen_moves_and_no_card_is_lost)
{
	struct options options = { 0 };
	unsigned n_rules = 0, goals_moved = 0, decks_moved = 0, piles_moved = 0, seen = 0;

	while (rules_all[n_rules] != NULL)
		n_rules++;
	for (uint64_t number = 0; number < 240; number++) {
		unsigned before[KINDS] = { 0 }, after[KINDS] = { 0 };
		struct game a, b, again;

		const struct rules *rules = rules_all[number % n_rules];

		table_played_of(&a, rules,
		    (uint8_t)(rules->seats_min +
			number % (rules->seats_max - rules->seats_min + 1u)),
		    &options, number / 2, (unsigned)(number % 40));
		if (a.phase != PHASE_PLAY)
			continue;
		b = again = a;
		shuffle(&b, number);
		shuffle(&again, number);
		cr_assert(same_game(&b, &again), "game %u: the same dice, another result",
		    (unsigned)number);
		cr_assert(game_is_ok(&b), "game %u", (unsigned)number);
		count(a.deck + a.deck_top, game_deck_left(&a), before);
		count(b.deck + b.deck_top, game_deck_left(&b), after);
		if (a.rules == &rules_saboteur2) {
			count(sb2_own(&a)->pile, sb2_own(&a)->n_pile, before);
			count(sb2_own(&b)->pile, sb2_own(&b)->n_pile, after);
			piles_moved += memcmp(sb2_own(&a)->pile, sb2_own(&b)->pile,
					   sizeof sb2_own(&a)->pile) != 0;
		}
		for (unsigned i = a.deck_top; i < a.n_deck; i++)
			cr_assert_eq(game_card(&a, a.deck[i])->deck, game_card(&b, b.deck[i])->deck,
			    "game %u: another back at %u", (unsigned)number, i);
		decks_moved += memcmp(a.deck, b.deck, sizeof a.deck) != 0;
		for (unsigned i = 0; i < a.board.n; i++) {
			const struct cell *c = &a.board.cell[i], *d = &b.board.cell[i];

			before[c->card]++;
			after[d->card]++;
			goals_moved += c->card != d->card;
			seen += (c->flags & CELL_DOWN) != 0 && is_seen(&a, c);
		}
		cr_expect_arr_eq(before, after, sizeof before, "game %u: cards", (unsigned)number);
		put_back(&b, &a);
		cr_expect(same_game(&a, &b), "game %u: something else moved", (unsigned)number);
	}
	cr_expect_gt(decks_moved, 50);
	cr_expect_gt(goals_moved, 20);
	cr_expect_gt(piles_moved, 20);
	cr_expect_gt(seen, 10, "no game had a goal that was looked at");
}

/* The result must not depend on the order before, which may be known to somebody. */
Test(reshuffle, the_order_before_does_not_count)
{
	struct options options = { 0 };
	struct game a, b;
	card_id card;

	table_played(&a, 5, &options, 3, 8);
	b = a;
	card = b.deck[b.deck_top];
	b.deck[b.deck_top] = b.deck[b.n_deck - 1];
	b.deck[b.n_deck - 1] = card;
	cr_assert_not(same_game(&a, &b));
	shuffle(&a, 9);
	shuffle(&b, 9);
	cr_expect(same_game(&a, &b));
}
