#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"
#include "games/mine/eval.h"

/* The frontier is cached with the board. A packed and unpacked game has no cache, so
 * its orders come from a search: both must give the same list, in the same order. */

static void
check_same_as_searched(const struct game *g, const char *name)
{
	static struct order kept[LEGAL_MAX], searched[LEGAL_MAX];
	uint8_t p[PACK_MAX];
	struct game fresh;
	size_t n, m;

	cr_assert(game_is_ok(g), "%s: the cached frontier is that of the board (O1)", name);
	cr_assert_eq(game_unpack(&fresh, g->rules, p, game_pack(g, p)), 0, "%s: unpack", name);
	cr_assert(!fresh.board.frontier.known, "%s: the cache is not packed", name);
	n = game_legal(g, kept, LEGAL_MAX);
	m = game_legal(&fresh, searched, LEGAL_MAX);
	cr_assert_eq(n, m, "%s: %zu orders, searched %zu", name, n, m);
	for (size_t i = 0; i < n; i++)
		cr_assert(same_order(&kept[i], &searched[i]), "%s: order %zu", name, i);
}

/* What a path card connects again counts as it does in the position after it. */
static void
check_joining(const struct view *v, struct mine_eval *e, const struct order *o, const char *name)
{
	static struct mine_eval after;
	struct view bare = *v;
	const uint8_t flags = (o->flags & ORDER_FLIPPED) != 0 ? CELL_FLIPPED : 0;
	bool reaches, joins;
	const int prospect = mine_eval_with(e, o, &reaches);
	const int joined = mine_eval_joining(e, o, &joins);

	cr_assert(joins || !reaches, "%s: reaches", name);
	if (joined == prospect)
		return;
	(void)board_put(
	    &bare.known.board, (struct cell){ o->at[0].x, o->at[0].y, o->card[0], flags });
	mine_eval_init(&after, &bare.known, 0);
	cr_assert_eq(joined, after.prospect, "%s: joined", name);
}

/* The evaluation with the cached frontier of a view must equal that of searches, also after an
 * order was played. */
static void
check_outlook(const struct game *g, const struct order *legal, size_t n, const char *name)
{
	static struct mine_eval kept, searched, after;
	struct view v, bare;

	game_view(g, g->to_move, &v);
	cr_assert(mine_frontier_is_ok(&v.known), "%s: the frontier of the view", name);
	bare = v;
	bare.known.board.frontier.known = false;
	mine_eval_init(&kept, &v.known, 0);
	mine_eval_init(&searched, &bare.known, 0);
	cr_assert_eq(kept.prospect, searched.prospect, "%s: prospect", name);
	cr_assert_eq(kept.far, searched.far, "%s: far", name);
	for (size_t i = 0; i < n; i++) {
		const struct order *o = &legal[i];
		bool reaches[2];
		int prospect;

		if (o->kind == ORDER_PLACE) {
			prospect = mine_eval_with(&searched, o, &reaches[0]);
			cr_assert_eq(mine_eval_with(&kept, o, &reaches[1]), prospect,
			    "%s: order %zu", name, i);
			cr_assert_eq(reaches[1], reaches[0], "%s: order %zu reaches", name, i);
			check_joining(&v, &kept, o, name);
			continue;
		}
		if (o->kind != ORDER_ACT || game_card(g, o->card[0])->action != ACTION_ROCKFALL)
			continue;
		bare = v;
		board_remove(&bare.known.board, board_find(&g->board, o->at[0].x, o->at[0].y));
		mine_eval_init(&after, &bare.known, 0);
		cr_assert_eq(mine_eval_without(&kept, o), after.prospect, "%s: rockfall, order %zu",
		    name, i);
		for (int gain = 0; gain < MINE_GAIN_MAX; gain += 5)
			cr_assert(mine_eval_may_exceed(&kept, o, gain) ||
				mine_gain(kept.prospect, after.prospect) <= gain,
			    "%s: rockfall, order %zu gains more than %d", name, i, gain);
	}
}

/* The number also selects the policy (table_choice) and, among those allowed, the number of
 * players. */
static unsigned long
check_whole_game(const struct rules *rules, unsigned number)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { 0 };
	unsigned seats = rules->seats_min + number % (rules->seats_max - rules->seats_min + 1u);
	struct rng_fast rng, choice;
	unsigned long turns = 0;
	struct game g;
	char name[64];

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~(uint64_t)number);
	game_init(&g, rules, (uint8_t)seats, &options);
	game_deal(&g, &rng.rng, NULL);
	for (; g.phase != PHASE_OVER; turns++) {
		size_t n = game_legal(&g, legal, LEGAL_MAX);
		struct order o = table_choice(&g, legal, n, number, &choice.rng);

		(void)snprintf(
		    name, sizeof name, "rules %u, game %u, turn %u", rules->id, number, g.turn);
		cr_assert(g.board.frontier.known, "%s: cached since the deal", name);
		check_same_as_searched(&g, name);
		if (g.phase == PHASE_PLAY)
			check_outlook(&g, legal, n, name);
		game_play(&g, &o, &rng.rng, NULL);
	}
	return turns;
}

Test(gaps, of_whole_games)
{
	unsigned long turns = 0;

	for (unsigned number = 0; number < 48; number++)
		turns += check_whole_game(&rules_saboteur, number);
	for (unsigned number = 0; number < 24; number++)
		turns += check_whole_game(&rules_saboteur2, number);
	cr_expect_gt(turns, (48 + 24) * 3 * 20, "the games are played to their ends");
}

/* A custom deck with ladders, dead ends and second tunnels. */
Test(gaps, of_ladders_and_blind_arms)
{
	struct card_def card[CARDS_MAX];
	struct rules rules = rules_saboteur2;
	unsigned long turns = 0;

	memcpy(card, rules.card, rules.n_cards * sizeof card[0]);
	for (unsigned i = 0; i < rules.n_cards; i++) {
		if (card[i].class == CARD_PATH && i % 3 == 0)
			card[i].feature = FEATURE_LADDER;
		if (card[i].class == CARD_PATH && i % 3 != 1 && (card[i].tunnel & 0xaau) == 0)
			card[i].tunnel |= TUNNEL(
			    2, 2, 0, 0); /* 1 becomes 3, a dead end; 0 a second tunnel */
	}
	rules.card = card;
	for (unsigned number = 0; number < 24; number++)
		turns += check_whole_game(&rules, number);
	cr_expect_gt(turns, 24 * 3 * 20, "the games are played to their ends");
}

/* Crosses from -x,0 to the start card. */
static void
make_wide(struct game *g, int x)
{
	for (int i = 1; i <= x; i++)
		table_put(g, (struct cell){ .x = (int8_t)-i, .card = SAB_NESW });
}

static bool
is_legal(const struct game *g, const struct order *o)
{
	return game_check(g, o) == VERDICT_OK;
}

Test(gaps, more_than_are_kept)
{
	struct order o = order_place(0, SAB_NESW, 0, -1, false);
	struct events ev;
	struct game g;

	table_init(&g, 3);
	make_wide(&g, FRONTIER_CACHE_MAX / 2 - 1);
	table_give(&g, 0, SAB_NESW);
	table_give(&g, 1, SAB_NESW);
	table_give(&g, 2, SAB_NS);
	cr_assert(is_legal(&g, &o));
	table_play(&g, o, &ev);
	cr_expect(!g.board.frontier.known, "too many to keep");
	check_same_as_searched(&g, "too many");

	/* As many as the cache holds, then more. */
	table_init(&g, 3);
	make_wide(&g, FRONTIER_CACHE_MAX / 2 - 3);
	table_put(&g, (struct cell){ .x = 1, .card = SAB_NESW });
	table_give(&g, 0, SAB_NESW);
	table_give(&g, 1, SAB_NESW);
	table_give(&g, 2, SAB_NS);
	table_play(&g, o, &ev);
	cr_expect(g.board.frontier.known);
	cr_expect_eq(g.board.frontier.n, FRONTIER_CACHE_MAX, "%u gaps", g.board.frontier.n);
	check_same_as_searched(&g, "as many as are kept");
	table_play(&g, order_place(1, SAB_NESW, 0, -2, false), &ev);
	cr_expect(!g.board.frontier.known, "two more are too many");
	check_same_as_searched(&g, "one card more");
}

Test(gaps, of_tunnels_cut_off_and_joined_again)
{
	struct order behind = order_place(0, SAB_EW, 4, 0, false);
	struct events ev;
	struct game g;

	table_init(&g, 3);
	table_tunnel(&g, 2);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_ROCKFALL);
	table_give(&g, 2, SAB_EW);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_EW);
	table_play(&g, order_place(0, SAB_EW, 3, 0, false), &ev);
	cr_assert(g.board.frontier.known);
	table_play(&g, order_at(1, SAB_ROCKFALL, 2, 0), &ev);
	cr_assert(g.board.frontier.known, "SAB 2.D.15 searched again");
	check_same_as_searched(&g, "cut off");
	table_play(&g, order_place(2, SAB_EW, 2, 0, false), &ev);
	cr_assert(g.board.frontier.known);
	cr_expect(is_legal(&g, &behind), "SAB 2.C.11 what was cut off can be built on again");
	check_same_as_searched(&g, "joined again");
}

/* A goal that is turned up need not fit its neighbours: its tunnel also leads to that place once
 * the card there is removed. */
Test(gaps, beside_a_goal_that_does_not_fit)
{
	static const struct cell cells[] = { { 6, 0, SAB_NESW, 0 }, { 6, 1, SAB_NESW, 0 },
		{ 6, 2, SAB_NESW, 0 }, { 7, 1, SAB_EW, 0 }, { 8, 1, SAB_EW, 0 } };
	struct events ev;
	struct game g;

	table_init(&g, 3);
	table_tunnel(&g, 5);
	for (unsigned i = 0; i < sizeof cells / sizeof cells[0]; i++)
		table_put(&g, cells[i]);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_ROCKFALL);
	table_give(&g, 2, SAB_NE);
	table_give(&g, 0, SAB_NESW);
	table_play(&g, order_place(0, SAB_EW, 7, 2, false), &ev);
	cr_assert_eq(
	    event_count(&ev, EVENT_TURNED_UP), 1, "SAB 2.E.17 its west, and its north is open");
	cr_assert(g.board.frontier.known);
	check_same_as_searched(&g, "the goal is up");
	table_play(&g, order_at(1, SAB_ROCKFALL, 8, 1), &ev);
	cr_assert(g.board.frontier.known, "SAB 2.D.15 the end of a tunnel");
	check_same_as_searched(&g, "the card beside it is gone");
	table_play(&g, order_place(2, SAB_NE, 8, 1, true), &ev);
	check_same_as_searched(&g, "and another joins both");
}

/* Removes the end of a tunnel, and disconnected cards. */
Test(gaps, of_ends_that_fall)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	table_tunnel(&g, 2);
	for (uint8_t s = 0; s < 3; s++)
		table_give(&g, s, SAB_ROCKFALL);
	for (uint8_t s = 0; s < 3; s++)
		table_give(&g, s, SAB_NESW);
	table_give(&g, 0, SAB_NESW);
	table_put(&g, (struct cell){ .x = 5, .card = SAB_EW });
	g.to_move = 2;
	table_play(&g, order_place(2, SAB_NESW, 3, 0, false), &ev);
	cr_assert(g.board.frontier.known);
	table_play(&g, order_at(0, SAB_ROCKFALL, 3, 0), &ev);
	check_same_as_searched(&g, "the end, all whose gaps go with it");
	table_play(&g, order_at(1, SAB_ROCKFALL, 5, 0), &ev);
	check_same_as_searched(&g, "what was reached from nowhere");
	table_play(&g, order_at(2, SAB_ROCKFALL, 1, 0), &ev);
	check_same_as_searched(&g, "a tunnel is broken");
	table_play(&g, order_place(0, SAB_NESW, 1, 0, false), &ev);
	check_same_as_searched(&g, "and joined again");
}

/* A manual position may have a goal face down at a tunnel's end: the next path card turns it up,
 * wherever it is placed. */
Test(gaps, of_a_position_by_hand)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	table_tunnel(&g, 7);
	table_give(&g, 0, SAB_NS);
	table_give(&g, 1, SAB_ROCKFALL);
	table_give(&g, 2, SAB_NS);
	g.to_move = 1;
	table_play(&g, order_at(1, SAB_ROCKFALL, 3, 0), &ev);
	cr_expect_eq(event_count(&ev, EVENT_TURNED_UP), 0, "Q-SAB-6 a rockfall never reveals");

	table_init(&g, 3);
	table_tunnel(&g, 7);
	table_give(&g, 0, SAB_NS);
	table_play(&g, order_place(0, SAB_NS, 0, -1, false), &ev);
	cr_expect_eq(event_count(&ev, EVENT_TURNED_UP), 1, "Q-SAB-6 any path card reveals");
}
