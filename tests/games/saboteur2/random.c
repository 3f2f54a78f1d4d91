#include <criterion/criterion.h>

#include "few.h"
#include "games/saboteur2/sb2.h"
#include "games/games.h"

/* Properties of every game of Saboteur 2, over random and greedy play of every number of
 * players: nothing leaks, and every end occurs. */

enum { TURNS_MAX = 3 * 108 + 1 }; /* a card is played every turn */

static void
check_conserved(const struct game *g, const char *where)
{
	static const card_id broken[] = { SAB_BREAK_CART, SAB_BREAK_LAMP, SAB_BREAK_PICKAXE };
	const struct sb2_state *sb2 = sb2_own(g);
	unsigned count[SB2_CARDS] = { 0 };

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		count[g->deck[i]]++;
	for (unsigned i = 0; i < g->n_discard; i++)
		count[g->discard[i]]++;
	for (unsigned i = 0; i < g->n_aside; i++)
		count[g->aside[i]]++;
	for (unsigned i = 0; i < g->board.n; i++)
		count[g->board.cell[i].card]++;
	for (unsigned i = 0; i < sb2->n_pile; i++)
		count[sb2->pile[i]]++;
	for (unsigned i = 0; i < sb2->n_hats; i++)
		count[sb2->hat[i]]++;
	count[SB2_THEFT] += sb2->n_thieves;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			count[g->seat[s].hand[i]]++;
		for (unsigned t = 0; t < 3; t++)
			count[broken[t]] += g->seat[s].broken >> t & 1u;
		count[SB2_TRAPPED] += sb2_is_trapped(g, s);
		count[g->seat[s].role]++;
	}
	for (unsigned c = 0; c < SB2_CARDS; c++)
		if (rules_saboteur2.card[c].class != CARD_GOLD)
			cr_assert_eq(count[c], rules_saboteur2.card[c].copies, "%s: card %u: %u",
			    where, c, count[c]);
}

static void
check_legal(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	cr_assert(n > 0, "%s: nothing lawful", where);
	for (size_t i = 0; i < n; i++)
		cr_assert_eq(game_check(g, &legal[i]), VERDICT_OK, "%s: listed, refused", where);
}

/* A standing order or a resignation at times, else the order of the policy. */
static struct order
next_order(const struct game *g, const struct order *legal, size_t n, uint64_t number, bool resigns,
    struct rng *choice)
{
	uint8_t seat = (uint8_t)rng_draw(choice, g->n_seats),
		a = (uint8_t)rng_draw(choice, g->n_seats);
	uint32_t which = rng_draw(choice, 60);
	struct order o = sb2_steal(seat, (unsigned)(which > 56), a, 0, 0);

	if (g->seat[seat].resigned == 0 && which == 0 && resigns)
		return order_resign(seat);
	if (g->seat[seat].resigned == 0 && which > 55)
		return o;
	return table_choice(g, legal, n, number, choice);
}

static void
play_through(uint8_t seats, uint64_t number, const char *where)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { .at[OPTION_FIRST] = (uint8_t)(number % 3) };
	struct rng_fast rng, choice;
	struct game g;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_init(&g, &rules_saboteur2, seats, &options);
	game_deal(&g, &rng.rng, NULL);
	while (g.phase != PHASE_OVER) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o;

		cr_assert_lt(g.turn, TURNS_MAX, "%s: no end", where);
		cr_assert(game_is_ok(&g), "%s: not ok", where);
		check_legal(&g, legal, n, where);
		check_conserved(&g, where);
		table_check_packing(&g, where);
		table_check_mutations(&g, legal, n, &choice.rng, where);
		o = next_order(&g, legal, n, number, number % 5 == 0, &choice.rng);
		ev.n = 0;
		cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
	}
	check_conserved(&g, where);
	table_check_packing(&g, where);
	cr_assert_neq(game_winners(&g), 0, "%s: nobody won", where);
	cr_assert_eq(game_legal(&g, legal, LEGAL_MAX), 0, "%s: lawful orders when over", where);
}

Test(sb2_random, every_game)
{
	for (unsigned i = 0; i < 4 * 11; i++) {
		uint8_t seats = (uint8_t)(2 + i % 11);
		char where[40];

		(void)snprintf(where, sizeof where, "game %u, %u seats", i, seats);
		play_through(seats, i + i / 11, where);
	}
}

Test(sb2_random, unpack_of_mutated_bytes)
{
	const struct options options = { 0 };
	struct rng_fast rng;
	unsigned accepted = 0;

	rng_fast_init(&rng, table_seed, 98);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < 2000; i++) {
		struct game g;
		char where[16];

		table_played_of(
		    &g, &rules_saboteur2, (uint8_t)(2 + i % 11), &options, 2 * (i % 64), i % 250);
		(void)snprintf(where, sizeof where, "game %u", i);
		accepted += table_check_bytes(&g, 1 + i % 3, &rng.rng, where);
	}
	cr_expect_gt(accepted, 50, "a test that refuses everything shows nothing: %u", accepted);
}

/* ---- secrets ---- */

/* Exchanges everything that `viewer` may not know. */
static void
exchange_hidden(struct game *g, uint8_t viewer, struct rng *rng)
{
	struct sb2_state *sb2 = sb2_own(g);
	card_id *at[DECK_MAX + SEATS_MAX * HAND_MAX];
	unsigned n = 0;

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		at[n++] = &g->deck[i];
	for (unsigned i = 0; i < g->n_discard; i++)
		at[n++] = &g->discard[i];
	for (unsigned i = 0; i < g->n_aside; i++)
		at[n++] = &g->aside[i];
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand && s != viewer; i++)
			at[n++] = &g->seat[s].hand[i];
	table_shuffle(at, n, rng);
	n = 0;
	for (unsigned i = 0; i < sb2->n_pile; i++)
		at[n++] = &sb2->pile[i];
	for (unsigned i = 0; i < sb2->n_hats; i++)
		if (sb2->hat_from[i] != viewer)
			at[n++] = &sb2->hat[i];
	for (unsigned s = 0; s < g->n_seats; s++) {
		bool known = viewer != SEAT_NONE && (g->seat[viewer].knows & SEEN_BY(s)) != 0;

		if (s != viewer && !known)
			at[n++] = &g->seat[s].role;
		if (s == viewer)
			continue;
		if (g->seat[s].gold > 0)
			g->seat[s].gold = (uint16_t)(1 + rng_draw(rng, 20));
		sb2->n_steal[s] = rng_draw(rng, 2) == 0 ? 0 : STEAL_DEFAULT;
	}
	table_shuffle(at, n, rng);
	n = 0;
	n += table_hidden_cells(g, viewer, at + n);
	table_shuffle(at, n, rng);
}

static bool
same_view(const struct game *a, const struct game *b, uint8_t seat)
{
	static struct view v, w;

	game_view(a, seat, &v);
	game_view(b, seat, &w);
	return same_to(a, b, seat) &&
	    u16_get(&sb2_own(&v.known)->has_gold) == u16_get(&sb2_own(&w.known)->has_gold);
}

/* The seat to move plays `card`, whatever it holds. The viewer must see the same in both games. */
static void
check_events(struct game a, struct game b, uint8_t viewer, card_id card, const char *where)
{
	static struct events ea, eb;
	uint8_t to = (uint8_t)((a.to_move + 1) % a.n_seats);
	struct order o = order_to(a.to_move, card, to, 0);

	a.seat[a.to_move].hand[0] = b.seat[b.to_move].hand[0] = card;
	if (card == SAB_MAP)
		o = order_discard(a.to_move, card);
	if (game_check(&a, &o) != VERDICT_OK)
		return;
	table_play(&a, o, &ea);
	table_play(&b, o, &eb);
	/* The end of a round depends on hands and shows roles. */
	if (event_count(&ea, EVENT_ROUND_END) + event_count(&eb, EVENT_ROUND_END) > 0)
		return;
	cr_assert_eq(ea.n, eb.n, "%s: another number of events", where);
	for (unsigned i = 0; i < ea.n; i++) {
		struct event e = event_redact(&ea.at[i], viewer),
			     f = event_redact(&eb.at[i], viewer);

		cr_assert(same_event(&e, &f), "%s: event %u differs", where, e.kind);
	}
	cr_assert(same_view(&a, &b, viewer), "%s: view after the turn", where);
}

Test(sb2_random, nothing_hidden_is_seen)
{
	static const card_id card[] = { SAB_MAP, SB2_SWAP_HANDS, SB2_INSPECTION, SB2_SWAP_HATS,
		SB2_TRAPPED };
	const struct options options = { 0 };
	struct rng_fast rng;

	rng_fast_init(&rng, table_seed, 7);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < 120; i++) {
		uint8_t seats = (uint8_t)(2 + i % 11);
		struct game g;

		table_played_of(&g, &rules_saboteur2, seats, &options, i, 7 * i % 200);
		if (g.phase != PHASE_PLAY)
			continue;
		for (unsigned s = 0; s <= seats; s++) {
			uint8_t viewer = s < seats ? (uint8_t)s : SEAT_NONE;
			struct game other = g;
			char where[64];

			(void)snprintf(where, sizeof where, "game %u, viewer %u", i, viewer);
			exchange_hidden(&other, viewer, &rng.rng);
			cr_assert(game_is_ok(&other), "%s: exchange", where);
			cr_assert(same_view(&g, &other, viewer), "%s: view", where);
			for (unsigned c = 0; c < sizeof card && viewer != g.to_move; c++) {
				/* After a swap of hands the viewer knows its new hand; a role
				 * once seen stays known. */
				if (viewer == (g.to_move + 1) % seats && c > 0)
					continue;
				check_events(g, other, viewer, card[c], where);
			}
		}
	}
}

Test(sb2_random, own_view_is_enough_to_play)
{
	static struct order legal[LEGAL_MAX], known[LEGAL_MAX];
	const struct options options = { 0 };

	for (unsigned i = 0; i < 200; i++) {
		static struct view v;
		struct game g;
		size_t n, m;

		table_played_of(&g, &rules_saboteur2, (uint8_t)(2 + i % 11), &options, i, i);
		if (g.phase == PHASE_OVER)
			continue;
		game_view(&g, g.to_move, &v);
		n = game_legal(&g, legal, LEGAL_MAX);
		m = game_legal(&v.known, known, LEGAL_MAX);
		cr_assert_eq(n, m, "C8 game %u: %zu orders, %zu in the view", i, n, m);
		for (size_t k = 0; k < n; k++) {
			cr_assert(same_order(&legal[k], &known[k]), "C8 game %u: order %zu", i, k);
			cr_assert_eq(
			    game_check(&v.known, &legal[k]), VERDICT_OK, "C8 game %u: check", i);
		}
	}
}

/* ---- ends ---- */

/* Counts the ends of rounds in one greedy game by the role that completed the tunnel and by the
 * ways. */
static void
count_ends(uint64_t number, unsigned row[ROLE_COUNT][4], unsigned *no_gold)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { 0 };
	struct rng_fast rng, choice;
	struct game g;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_init(&g, &rules_saboteur2, (uint8_t)(5 + number % 6), &options);
	game_deal(&g, &rng.rng, NULL);
	while (g.phase != PHASE_OVER) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o = table_choice(&g, legal, n, 1, &choice.rng);
		const struct event *end, *shown;

		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
		end = event_nth(&ev, EVENT_ROUND_END, 0);
		if (end == NULL)
			continue;
		if (end->value != OUTCOME_GOLD) {
			++*no_gold;
			continue;
		}
		shown = event_nth(&ev, EVENT_SHOWN, end->seat);
		row[rules_saboteur2.card[shown->card].role][event_nth(&ev, EVENT_WAYS, 0)->value]++;
	}
}

Test(sb2_random, greedy_play_ends_in_every_way)
{
	static const enum role role[] = { ROLE_BLUE, ROLE_GREEN, ROLE_BOSS, ROLE_PROFITEER,
		ROLE_GEOLOGIST, ROLE_SABOTEUR };
	unsigned row[ROLE_COUNT][4] = { { 0 } }, no_gold = 0;

	for (uint64_t i = 0; i < few(3000); i++)
		count_ends(i, row, &no_gold);
	if (is_few())
		return;
	cr_expect_gt(no_gold, 0, "SB2 3.E.22 the gold is not reached");
	for (size_t i = 0; i < sizeof role / sizeof role[0]; i++)
		for (unsigned way = 0; way < 4; way++)
			cr_expect_gt(
			    row[role[i]][way], 0, "SB2 3.E.23 role %d, ways %u", (int)role[i], way);
}

/* ---- perft ---- */

static const struct table_perft perft_row[] = {
	{ "2 seats, fresh", 2, 2, 0, { 56, 3408, 208785 } },
	{ "5 seats, half way", 5, 7, 25, { 47, 3213, 214859 } },
	{ "12 seats, late", 12, 12, 70, { 14, 41, 205 } },
};

Test(sb2_random, perft)
{
	for (size_t i = 0; i < sizeof perft_row / sizeof perft_row[0]; i++)
		table_check_perft(&rules_saboteur2, &perft_row[i]);
}
