#include <criterion/criterion.h>

#include "few.h"
#include "games/duel/oracle.h"
#include "games/table.h"
#include "games/games.h"

/* Properties of every game of The Duel, over random and greedy play and all options. */

enum {
	TURNS_MAX = 3 * 52, /* a card is spent every turn */
	MUTATIONS = 8
};

static void
count_cards(const struct game *g, unsigned count[DUEL_CARDS])
{
	static const card_id broken[] = { DUEL_BREAK_CART, DUEL_BREAK_LAMP, DUEL_BREAK_PICKAXE };
	const struct duel_state *duel = duel_own(g);

	memset(count, 0, DUEL_CARDS * sizeof count[0]);
	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		count[g->deck[i]]++;
	for (unsigned i = 0; i < g->n_discard; i++)
		count[g->discard[i]]++;
	for (unsigned i = 0; i < g->n_aside; i++)
		count[g->aside[i]]++;
	for (unsigned i = 0; i < g->board.n; i++)
		count[g->board.cell[i].card]++;
	for (unsigned i = 0; i < duel->n_goals; i++)
		count[duel->goals[i]]++;
	for (unsigned i = 0; i < duel->n_out; i++)
		count[duel->out[i]]++;
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
	unsigned count[DUEL_CARDS], tokens = duel_own(g)->tokens;

	count_cards(g, count);
	for (unsigned c = 0; c < DUEL_CARDS; c++)
		cr_assert_eq(count[c], rules_duel.card[c].copies, "%s: card %s: %u", where,
		    duel_kind[c], count[c]);
	for (unsigned i = 0; i < g->board.n; i++)
		tokens += (g->board.cell[i].flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0;
	cr_assert_eq(tokens, DUEL_TOKENS, "%s: %u tokens", where, tokens);
}

static bool
is_listed(const struct order *legal, size_t n, const struct order *o)
{
	for (size_t i = 0; i < n; i++)
		if (same_order(&legal[i], o))
			return true;
	return false;
}

/* The path cards listed must equal those found by the slow oracle. */
static void
check_places(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	static struct order found[LEGAL_MAX];
	card_id kind[HAND_MAX];
	unsigned n_kinds = game_hand_kinds(g, g->to_move, kind);
	size_t n_found = 0, n_listed = 0;

	for (unsigned i = 0; i < n_kinds && g->seat[g->to_move].broken == 0; i++)
		if (rules_duel.card[kind[i]].class == CARD_PATH)
			n_found += oracle_places(
			    g, g->to_move, kind[i], found + n_found, LEGAL_MAX - n_found);
	for (size_t i = 0; i < n; i++)
		n_listed += legal[i].kind == ORDER_PLACE;
	for (size_t i = 0; i < n_found; i++)
		cr_assert(is_listed(legal, n, &found[i]), "%s: %s at %d,%d paying %d is not listed",
		    where, duel_kind[found[i].card[0]], found[i].at[0].x, found[i].at[0].y,
		    found[i].n_at - 1);
	cr_assert_eq(
	    n_listed, n_found, "%s: %zu places listed, %zu found", where, n_listed, n_found);
}

/* No reached goal is face down, and no reached gold is unclaimed while there are tokens [DUEL
 * 4.D.11, 4.D.12]. */
static void
check_explored(const struct game *g, const char *where)
{
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		oracle_lay_out(g, side, 0);
		for (unsigned i = 0; i < g->board.n; i++) {
			const struct cell *c = &g->board.cell[i];

			for (int e = 0; e < 4 && (c->flags & CELL_DOWN) != 0; e++)
				cr_assert_not(oracle_reaches(c->x + edge_dx[e], c->y + edge_dy[e],
						  (e + 2) % 4),
				    "%s: the goal at %d,%d is face down", where, c->x, c->y);
			cr_assert((c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0 ||
				!oracle_reaches_gold(c->x, c->y) || duel_own(g)->tokens == 0,
			    "%s: the gold at %d,%d is unclaimed", where, c->x, c->y);
		}
	}
}

/* The search of core/board.c. */
static unsigned
search(const struct game *g, enum side side, const struct grid *grid,
    uint8_t reach[static CELLS_MAX], struct place front[static FRONTIER_MAX + 1])
{
	uint8_t tunnel[CELLS_MAX];

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		tunnel[i] = duel_tunnel(g->rules, c, side);
		reach[i] = tunnel[i] != 0 && duel_is_reach_source(g->rules, c, side) ?
		    tunnel_open(tunnel[i]) :
		    0;
	}
	return board_reach_frontier(&g->board, grid, tunnel, reach, front);
}

/* The fast search must find the same reach and frontier as the plain one.
 * game_is_ok checks the cached reach; during play it is always valid. */
static void
check_reach(const struct game *g, const char *where)
{
	static uint8_t found[CELLS_MAX], reach[CELLS_MAX];
	static struct place near[FRONTIER_MAX + 1], front[FRONTIER_MAX + 1];
	struct duel_side_map sight;
	struct grid grid;

	grid_make(&grid, &g->board);
	cr_assert(g->board.cache_valid, "%s: reach is not kept", where);
	for (enum side side = SIDE_GREEN; side < SIDES; side++) {
		unsigned n;

		duel_side_map_make(&sight, g->rules, &g->board, side);
		n = duel_frontier(&sight, &grid, found, near);

		cr_assert_eq(search(g, side, &grid, reach, front), n, "%s: %u places", where, n);
		cr_assert_eq(memcmp(found, reach, g->board.n), 0, "%s: another reach", where);
		for (unsigned i = 0, k = 0; i < n; i++, k = 0) {
			while (k < n && (near[i].x != front[k].x || near[i].y != front[k].y))
				k++;
			cr_assert_lt(k, n, "%s: place %d,%d", where, near[i].x, near[i].y);
		}
	}
}

/* Legal orders depend only on what the seat can see. */
static void
check_view(const struct game *g, const struct order *legal, size_t n, const char *where)
{
	static struct order known[LEGAL_MAX];
	struct view v;

	game_view(g, g->to_move, &v);
	cr_assert_eq(game_legal(&v.known, known, LEGAL_MAX), n, "%s: lawful from the view", where);
	for (size_t i = 0; i < n; i++)
		cr_assert(same_order(&known[i], &legal[i]), "%s: lawful from the view", where);
}

/* Accepted variants of a listed order: another orientation of a goal, a flipped card that looks
 * the same, the only tool of a card named, trolls that need not be paid. */
static bool
is_as_good_as_listed(const struct order *legal, size_t n, struct order o)
{
	const struct card_def *def = &rules_duel.card[o.card[0]];

	o.flags &= ORDER_FLIPPED;
	if (o.kind == ORDER_PLACE && card_is_symmetric(def))
		o.flags = 0;
	if (o.kind == ORDER_ACT && (def->tools & (def->tools - 1)) == 0)
		o.what = 0;
	if (o.kind == ORDER_DISCARD || o.kind == ORDER_CLEAR) {
		struct order swapped = o;

		swapped.card[0] = o.card[1];
		swapped.card[1] = o.card[0];
		return is_listed(legal, n, &o) || (o.n_card == 2 && is_listed(legal, n, &swapped));
	}
	return o.n_at > 1 || is_listed(legal, n, &o);
}

static void
check_mutations(
    struct game *g, const struct order *legal, size_t n, struct rng *rng, const char *where)
{
	static struct events ev;

	for (unsigned i = 0; i < MUTATIONS; i++) {
		struct order o = legal[rng_draw(rng, (uint32_t)n)];
		struct game before = *g;

		table_mutate(&o, DUEL_CARDS, 2, rng);
		if (game_check(g, &o) == VERDICT_OK) {
			cr_assert(order_is_out_of_turn((enum order_kind)o.kind) ||
				is_as_good_as_listed(legal, n, o),
			    "%s: kind %u card %u accepted, not listed", where, o.kind, o.card[0]);
			continue;
		}
		ev.n = 0;
		cr_assert_neq(game_apply_all(g, &o, 1, rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
		cr_assert(
		    same_game(g, &before) && ev.n == 0, "%s: a refusal changed something", where);
	}
}

static void
check_position(struct game *g, const struct order *legal, size_t n, struct rng *rng, bool slow,
    const char *where)
{
	cr_assert(game_is_ok(g), "%s: not ok", where);
	cr_assert(n > 0, "%s: nothing lawful", where);
	for (size_t i = 0; i < n; i++) {
		cr_assert_eq(game_check(g, &legal[i]), VERDICT_OK, "%s: listed, refused", where);
		cr_assert_not(is_listed(legal, i, &legal[i]), "%s: listed twice", where);
	}
	check_conserved(g, where);
	table_check_packing(g, where);
	check_view(g, legal, n, where);
	check_mutations(g, legal, n, rng, where);
	check_explored(g, where);
	check_reach(g, where);
	if (slow)
		check_places(g, legal, n, where);
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
		check_position(g, legal, n, &choice.rng, turns % 5 == number % 5, where);
		o = table_choice(g, legal, n, number, &choice.rng);
		if (number % 2 == 1) {
			struct view v;

			game_view(g, g->to_move, &v);
			policy_complete(POLICY_GREEDY, &v, &o);
		}
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

Test(duel_random, every_game)
{
	for (unsigned i = 0; i < 24; i += is_few() ? 5 : 1) {
		struct options options = { .at[OPTION_FIRST] = (uint8_t)(i % 3),
			.at[DUEL_GREEN] = (uint8_t)(i / 3 % 3),
			.at[DUEL_GOALS_BOX] = i >> 1 & 1,
			.at[DUEL_LEAST_ROUND] = i >> 2 & 1 };
		char where[40];
		struct game g;

		(void)snprintf(where, sizeof where, "game %u", i);
		game_init(&g, &rules_duel, 2, &options);
		play_through(&g, i, i % 6 == 5 ? 40 : 0, where);
	}
}

/* Greedy play ends rounds in all ways and uses all cards. */
Test(duel_random, greedy_play_shows_everything)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { 0 };
	unsigned ends[OUTCOME_COUNT] = { 0 }, keys = 0, trolls = 0, ladders = 0, keep = 0, flip = 0;

	for (unsigned i = 0; i < 150; i++) {
		struct rng_fast rng, choice;
		struct game g;

		rng_fast_init(&rng, table_seed, i);
		rng_fast_init(&choice, table_seed, ~(uint64_t)i);
		game_init(&g, &rules_duel, 2, &options);
		game_deal(&g, &rng.rng, NULL);
		while (g.phase != PHASE_OVER) {
			size_t n = game_legal(&g, legal, LEGAL_MAX);
			struct order o = table_choice(&g, legal, n, 1, &choice.rng);
			const struct card_def *def = &rules_duel.card[o.card[0]];
			struct view v;

			game_view(&g, g.to_move, &v);
			policy_complete(POLICY_GREEDY, &v, &o);
			keys += o.kind == ORDER_ACT && def->action == ACTION_KEY;
			trolls += o.n_at > 1;
			ladders += o.kind == ORDER_PLACE &&
			    (def->feature & (FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE)) != 0;
			keep += (o.flags & ORDER_TURN_KEEP) != 0;
			flip += (o.flags & ORDER_TURN_FLIP) != 0;
			ev.n = 0;
			cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }),
			    VERDICT_OK, "game %u", i);
			for (unsigned e = 0; e < event_count(&ev, EVENT_ROUND_END); e++)
				ends[event_nth(&ev, EVENT_ROUND_END, e)->value]++;
		}
	}
	cr_expect_gt(ends[OUTCOME_GOALS], 0, "DUEL 4.F.18a never ended a round");
	cr_expect_gt(ends[OUTCOME_TOKENS], 0, "DUEL 4.F.18b never ended a round");
	cr_expect_gt(ends[OUTCOME_CARDS], 0, "DUEL 4.F.18c never ended a round");
	cr_expect(keys > 0 && trolls > 0 && ladders > 0, "%u keys, %u trolls, %u ladders", keys,
	    trolls, ladders);
	cr_expect(keep > 0 && flip > 0, "turn keep %u times, flip %u", keep, flip);
}

/* ---- secrets ---- */

/* Exchanges everything that `viewer` may not know [DUEL 4.G]. Discarded keys stay, since tokens
 * may show that they were played. */
static void
exchange_hidden(struct game *g, uint8_t viewer, struct rng *rng)
{
	card_id *at[2 * DECK_MAX];
	unsigned n = 0;

	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		at[n++] = &g->deck[i];
	for (unsigned i = 0; i < g->n_discard; i++)
		if (g->discard[i] != DUEL_KEY)
			at[n++] = &g->discard[i];
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_hand && s != viewer; i++)
			at[n++] = &g->seat[s].hand[i];
	table_shuffle(at, n, rng);
	n = 0;
	for (unsigned i = 0; i < duel_own(g)->n_goals; i++)
		at[n++] = &duel_own(g)->goals[i];
	for (unsigned i = 0; i < g->n_aside; i++)
		at[n++] = &g->aside[i];
	n += table_hidden_cells(g, viewer, at + n);
	table_shuffle(at, n, rng);
}

Test(duel_random, nothing_hidden_is_seen)
{
	static struct order legal[LEGAL_MAX];
	static struct events ea, eb;
	struct rng_fast mix;

	rng_fast_init(&mix, table_seed, 7);
	rng_open(&mix.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < 60; i++) {
		const struct options options = { .at[DUEL_GOALS_BOX] = i & 1 };
		struct rng_fast rng;
		struct game a, b, c;

		rng_fast_init(&rng, table_seed, i);
		game_init(&a, &rules_duel, 2, &options);
		game_deal(&a, &rng.rng, NULL);
		for (unsigned t = 0; t < 3 * i && a.phase != PHASE_OVER; t++) {
			size_t n = game_legal(&a, legal, LEGAL_MAX);
			struct order o = table_choice(&a, legal, n, 1, &mix.rng);

			game_play(&a, &o, &rng.rng, NULL);
		}
		for (unsigned who = 0; who < 3 && a.phase == PHASE_PLAY; who++) {
			uint8_t viewer = who < 2 ? (uint8_t)who : SEAT_NONE;
			struct order o, p;

			b = a;
			exchange_hidden(&b, viewer, &mix.rng);
			cr_assert(same_to(&a, &b, viewer), "game %u, viewer %u: view", i, who);
			if (viewer == a.to_move) /* it sees its own draws */
				continue;
			o = order_discard(a.to_move, a.seat[a.to_move].hand[0]);
			p = order_discard(b.to_move, b.seat[b.to_move].hand[0]);
			c = a;
			table_play(&c, o, &ea);
			table_play(&b, p, &eb);
			if (event_count(&ea, EVENT_ROUND_END) > 0)
				continue;
			cr_assert_eq(ea.n, eb.n, "game %u, viewer %u: events", i, who);
			for (unsigned e = 0; e < ea.n; e++) {
				struct event x = event_redact(&ea.at[e], viewer);
				struct event y = event_redact(&eb.at[e], viewer);

				cr_assert(same_event(&x, &y),
				    "game %u, viewer %u: event %u differs", i, who, x.kind);
			}
		}
	}
}
