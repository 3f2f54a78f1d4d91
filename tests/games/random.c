#include <criterion/criterion.h>

#include "few.h"
#include "games/games.h"
#include "games/table.h"

/* Properties of every game, over random play of every number of players and all options. */

enum {
	TURNS_MAX = 3 * (67 + 9) + 1 /* a card is played every turn; nuggets are taken at the end */
};

static void
count_cards(const struct game *g, unsigned count[SAB_CARDS])
{
	static const card_id broken[] = { SAB_BREAK_CART, SAB_BREAK_LAMP, SAB_BREAK_PICKAXE };

	memset(count, 0, SAB_CARDS * sizeof count[0]);
	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		count[g->deck[i]]++;
	for (unsigned i = 0; i < g->n_discard; i++)
		count[g->discard[i]]++;
	for (unsigned i = 0; i < g->board.n; i++)
		count[g->board.cell[i].card]++;
	for (unsigned i = 0; i < sab_own(g)->n_pile; i++)
		count[sab_own(g)->pile[i]]++;
	for (unsigned i = 0; i < sab_own(g)->n_draft; i++)
		count[sab_own(g)->draft[i]]++;
	for (unsigned s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			count[g->seat[s].hand[i]]++;
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			count[g->seat[s].gold_card[i]]++;
		for (unsigned t = 0; t < 3; t++)
			count[broken[t]] += g->seat[s].broken >> t & 1u;
	}
}

static void
check_conserved(const struct game *g, const char *where)
{
	unsigned count[SAB_CARDS];

	count_cards(g, count);
	for (unsigned c = 0; c < SAB_CARDS; c++)
		if (rules_saboteur.card[c].class != CARD_ROLE)
			cr_assert_eq(count[c], rules_saboteur.card[c].copies, "%s: card %u: %u",
			    where, c, count[c]);
}

static void
play_through(struct game *g, uint64_t number, unsigned resign_in, const char *where)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct rng_fast rng, choice;
	unsigned turns = 0;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_deal(g, &rng.rng, NULL);
	for (; g->phase != PHASE_OVER; turns++) {
		size_t n = game_legal(g, legal, LEGAL_MAX);
		struct order o;

		cr_assert_lt(turns, TURNS_MAX, "%s: no end", where);
		cr_assert(game_is_ok(g), "%s: not ok", where);
		cr_assert(n > 0, "%s: nothing lawful", where);
		for (size_t i = 0; i < n; i++) {
			cr_assert_eq(
			    game_check(g, &legal[i]), VERDICT_OK, "%s: listed, refused", where);
			cr_assert(table_is_listed(g->rules, legal, i + 1, legal[i]),
			    "%s: listed in another form", where);
			cr_assert_not(table_is_listed(g->rules, legal, i, legal[i]),
			    "%s: listed twice", where);
		}
		check_conserved(g, where);
		table_check_packing(g, where);
		table_check_mutations(g, legal, n, &choice.rng, where);
		o = table_choice(g, legal, n, number, &choice.rng);
		if (resign_in > 0 && rng_draw(&choice.rng, resign_in) == 0)
			o = order_resign((uint8_t)rng_draw(&choice.rng, g->n_seats));
		if (game_check(g, &o) == VERDICT_RESIGNED)
			continue;
		ev.n = 0;
		cr_assert_eq(game_apply_all(g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
	}
	check_conserved(g, where);
	table_check_packing(g, where);
	cr_assert_neq(game_winners(g), 0, "%s: nobody won", where);
	cr_assert_eq(game_legal(g, legal, LEGAL_MAX), 0, "%s: lawful orders when over", where);
}

Test(random, every_game)
{
	for (unsigned i = 0; i < 8 * 8; i++) {
		uint8_t seats = (uint8_t)(3 + i % 8);
		/* Seats and options change with another period than the policy, which i % 2
		 * selects. */
		struct options options = { .at[OPTION_FIRST] = (uint8_t)(i % 3),
			.at[SAB_GOLD_PLAYERS] = i >> 3 & 1,
			.at[SAB_BROKEN_NO_SHARE] = i >> 4 & 1,
			.at[SAB_DRAFT_ASK] = (i + (i >> 3)) >> 1 & 1,
			.at[SAB_NEXT_LAST_CARD] = (i >> 5 ^ i) & 1,
			.at[SAB_NO_SPARE] = (i >> 4 ^ i >> 1) & 1,
			.at[SAB_KNOWN] = (i >> 3 ^ i >> 2) & 1,
			.at[SAB_SELFISH_DWARF] = (i >> 5 ^ i >> 1) & 1,
			.at[OPTION_ROUNDS] = (uint8_t)(i / 7 % 3) };
		unsigned resign_in = i % 5 == 0 ? 40 : 0;
		char where[80];
		struct game g;

		(void)snprintf(
		    where, sizeof where, "game %u, %u seats, resign %u", i, seats, resign_in);
		game_init(&g, &rules_saboteur, seats, &options);
		play_through(&g, i + (i >> 3), resign_in, where);
	}
}

static size_t
first_of(struct move_picker *self, size_t n)
{
	(void)self, (void)n;
	return 0;
}

/* Before the deal and after the end nothing is listed or picked. */
static void
check_no_orders(const struct game *g, const char *when)
{
	static struct order room[LEGAL_MAX];
	struct move_picker who = { .which = first_of };
	struct order o;

	cr_expect_eq(game_legal(g, room, LEGAL_MAX), 0, "%s", when);
	cr_expect_not(game_pick_play(g, &who, room, &o), "%s", when);
	cr_expect_not(game_pick_discard(g, &who, room, &o), "%s", when);
}

Test(random, refused_when_over)
{
	const struct options options = { 0 };
	struct order o = order_discard(0, SAB_MAP);
	struct game g;

	game_init(&g, &rules_saboteur, 3, &options);
	cr_expect_eq(game_check(&g, &o), VERDICT_WRONG_PHASE, "before the deal");
	check_no_orders(&g, "before the deal");
	table_played(&g, 3, &options, 5, TURNS_MAX);
	cr_assert_eq(g.phase, PHASE_OVER);
	cr_expect_eq(game_check(&g, &o), VERDICT_GAME_OVER, "SAB 2.G.29 over is over");
	o = order_resign(0);
	cr_expect_eq(game_check(&g, &o), VERDICT_GAME_OVER, "also for resigning");
	check_no_orders(&g, "over");
}

/* ---- changed orders --------------------------------------------------------------------------- */

/* Changes one argument of an order. */
static void
change(struct order *o, unsigned how, struct rng *rng)
{
	static const int8_t far[] = { COORD_MAX + 1, -COORD_MAX - 1, COORD_MAX, 50, 0, 1 };
	const unsigned i = rng_draw(rng, ORDER_SPOTS);

	switch (how) {
	case 0:
		o->n_card = (uint8_t)rng_draw(rng, ORDER_CARDS + 1);
		break;
	case 1:
		o->n_at = (uint8_t)rng_draw(rng, ORDER_SPOTS + 1);
		break;
	case 2:
		o->to = (uint8_t)rng_draw(rng, 5);
		break;
	case 3:
		o->to = SEAT_NONE;
		break;
	case 4:
		o->what = (uint8_t)rng_draw(rng, 40);
		break;
	case 5:
		o->flags = (uint8_t)rng_draw(rng, 64);
		break;
	case 6:
		o->at[0].x = far[rng_draw(rng, sizeof far)];
		break;
	case 7:
		o->at[0].y = far[rng_draw(rng, sizeof far)];
		break;
	case 8:
		o->at[i].part = (uint8_t)rng_draw(rng, 24);
		break;
	case 9:
		o->at[0].part = (uint8_t)(rng_draw(rng, 16) | SPOT_CUT);
		break;
	case 10:
		o->kind = (uint8_t)rng_draw(rng, ORDER_KIND_COUNT);
		break;
	case 11:
		o->seat = (uint8_t)rng_draw(rng, 4);
		break;
	case 12:
		o->at[i] = o->at[0];
		break;
	case 13:
		o->card[0] = (card_id)rng_draw(rng, 60);
		break;
	}
}

enum { CHANGES = 14 };

/* What is not refused can be played, in any game. */
static void
try_changed(const struct game *g, struct order o, struct rng *rng)
{
	static struct events ev;
	struct game copy = *g;

	for (unsigned n = 1 + rng_draw(rng, 2); n > 0; n--)
		change(&o, rng_draw(rng, CHANGES), rng);
	if (o.n_card > 0 && o.card[0] >= g->rules->n_cards)
		return;
	ev.n = 0;
	if (game_apply_all(&copy, &o, 1, rng, &ev, &(unsigned){ 0 }) == VERDICT_OK)
		cr_assert(game_is_ok(&copy), "%s, turn %u", g->rules->name, g->turn);
	else
		cr_assert(same_game(&copy, g), "%s, turn %u: changed", g->rules->name, g->turn);
}

Test(random, changed_orders)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { 0 };

	for (unsigned r = 0; rules_all[r] != NULL; r++)
		for (unsigned k = 0; k < few(6); k++) {
			struct rng_fast rng;
			struct game g;

			rng_fast_init(&rng, table_seed, k);
			game_init(&g, rules_all[r],
			    (uint8_t)(rules_all[r]->seats_min + (k & r & 1)), &options);
			game_deal(&g, &rng.rng, NULL);
			while (g.phase != PHASE_OVER) {
				const size_t n = game_legal(&g, legal, LEGAL_MAX);

				for (unsigned i = 0; i < 20; i++)
					try_changed(
					    &g, legal[rng_draw(&rng.rng, (uint32_t)n)], &rng.rng);
				game_play(
				    &g, &legal[rng_draw(&rng.rng, (uint32_t)n)], &rng.rng, NULL);
			}
		}
}

/* Arbitrary bytes are refused, or are a playable game. */
Test(random, unpack_of_mutated_bytes)
{
	struct options options = { .at[SAB_DRAFT_ASK] = 1 };
	struct rng_fast rng;
	unsigned accepted = 0;

	rng_fast_init(&rng, table_seed, 99);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < 4000; i++) {
		struct game g;
		char where[16];

		table_played(&g, (uint8_t)(3 + i % 8), &options, i % 64, i % 190);
		(void)snprintf(where, sizeof where, "game %u", i);
		accepted += table_check_bytes(&g, 1 + i % 3, &rng.rng, where);
	}
	cr_expect_gt(accepted, 100, "a test that refuses everything shows nothing");
}

/* ---- perft: numbers of sequences of legal orders --------------------------------------------- */

static const struct table_perft perft_row[] = {
	{ "3 seats, fresh", 3, 2, 0, { 25, 627, 13280 } },
	{ "5 seats, fresh", 5, 4, 0, { 27, 722, 11510 } },
	{ "5 seats, half way", 5, 16, 25, { 30, 429, 3003 } },
	{ "10 seats, late", 10, 8, 40, { 24, 48, 776 } },
};

Test(random, perft)
{
	for (size_t i = 0; i < sizeof perft_row / sizeof perft_row[0]; i++)
		table_check_perft(&rules_saboteur, &perft_row[i]);
}
