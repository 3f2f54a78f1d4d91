#include <criterion/criterion.h>
#include <stdlib.h>

#include "games/dark_cave/cards.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/table.h"
#include "text/names.h"

/* What may happen, but never or hardly ever does in games that policies play. */

static const struct options no_options = { .at[OPTION_FIRST] = 0 };

/* ---- choices ---------------------------------------------------------------------------------- */

/* Always returns the same number. */
struct always {
	struct move_picker chooser;
	size_t wanted;
};

static bool
passes(struct move_picker *self)
{
	(void)self;
	return false;
}

static size_t
which(struct move_picker *self, size_t n)
{
	(void)n;
	return ((struct always *)self)->wanted;
}

/* Each number picks the order at that place of the list; the next one picks none. */
static void
check_picks(const struct game *g, const char *name)
{
	static struct order list[2][LEGAL_MAX], room[LEGAL_MAX];
	const size_t n[2] = { game_legal_plays(g, list[0], LEGAL_MAX),
		game_legal_discards(g, list[1], LEGAL_MAX) };

	for (unsigned i = 0; i < 2; i++)
		for (size_t k = 0; k <= n[i]; k++) {
			struct always who = { { passes, which }, k };
			struct order o;
			bool picked = i == 0 ? game_pick_play(g, &who.chooser, room, &o) :
					       game_pick_discard(g, &who.chooser, room, &o);

			cr_assert_eq(picked, k < n[i], "%s, list %u: %zu of %zu", name, i, k, n[i]);
			cr_assert(
			    !picked || same_order(&o, &list[i][k]), "%s, list %u: %zu", name, i, k);
		}
}

Test(rare, every_choice_or_none)
{
	static const struct options draft = { .at[SAB_DRAFT_ASK] = 1 };
	unsigned seen[PHASE_OVER] = { 0 };

	for (unsigned r = 0; rules_all[r] != NULL; r++)
		for (unsigned turns = 1; turns < 70; turns++) {
			const struct rules *rules = rules_all[r];
			struct game g;

			table_played_of(&g, rules, (uint8_t)(rules->seats_max / 2 + 1),
			    rules == &rules_saboteur ? &draft : &no_options, 2 * turns + 1, turns);
			if (g.phase == PHASE_OVER)
				continue;
			seen[g.phase]++;
			check_picks(&g, rules->name);
		}
	cr_expect(seen[PHASE_PLAY] > 0 && seen[PHASE_WALK] > 0 && seen[PHASE_DRAFT] > 0);
}

/* Gives the seat to move one of each path card, as many as a hand has room for. */
static void
give_all_paths(struct game *g)
{
	struct seat *me = &g->seat[g->to_move];

	me->n_hand = 0;
	for (unsigned c = g->rules->n_cards; c-- > 0 && me->n_hand < HAND_MAX;)
		if (g->rules->card[c].class == CARD_PATH && !card_is_symmetric(&g->rules->card[c]))
			me->hand[me->n_hand++] = (card_id)c;
}

/* Hands with more ways to lie than fit into a word (games/dark_cave/rules_place.c,
 * games/duel/rules_place.c): what is listed is what may be laid. */
Test(rare, more_ways_than_a_word_has)
{
	static const struct rules *const rules[] = { &rules_dark_cave, &rules_duel };
	static struct order legal[LEGAL_MAX];

	for (unsigned r = 0; r < 2; r++) {
		struct game g;
		size_t n, lawful = 0;

		for (unsigned turns = 0; turns == 0 || g.phase != PHASE_PLAY; turns++)
			table_played_of(&g, rules[r], 2, &no_options, 2, turns);
		give_all_paths(&g);
		check_picks(&g, rules[r]->name);
		n = game_legal_plays(&g, legal, LEGAL_MAX);
		for (unsigned i = 0; i < g.seat[g.to_move].n_hand; i++)
			for (int x = -20; x <= 20; x++)
				for (int y = -20; y <= 20; y++)
					for (unsigned f = 0; f < 2; f++) {
						const struct order o = order_place(g.to_move,
						    g.seat[g.to_move].hand[i], x, y, f != 0);

						lawful += game_check(&g, &o) == VERDICT_OK;
					}
		cr_expect_gt(lawful, 16, "%s: %zu", rules[r]->name, lawful);
		for (size_t i = 0; i < n; i++) /* the same with trolls to pay is another order */
			lawful -= legal[i].kind == ORDER_PLACE && legal[i].n_at == 1;
		cr_expect_eq(lawful, 0, "%s: %zu are not listed", rules[r]->name, lawful);
	}
}

/* ---- The Dark Cave ---------------------------------------------------------------------------- */

/* Q-CAVE-10: standing orders against all creatures, or one. */
Test(rare, orders_to_use_the_axe)
{
	static const struct {
		const char *name;
		struct order order;
		enum verdict want;
		uint8_t axe[CAVE_CREATURES]; /* afterwards */
	} row[] = {
		{ "all", { .to = SEAT_NONE, .flags = ORDER_AXE_YES }, VERDICT_OK,
		    { ORDER_AXE_YES, ORDER_AXE_YES, ORDER_AXE_YES } },
		{ "the rat", { .to = SEAT_NONE, .flags = ORDER_AXE_NO, .what = ACTION_RAT },
		    VERDICT_OK, { ORDER_AXE_NO, ORDER_AXE_YES, ORDER_AXE_YES } },
		{ "the goblin", { .to = SEAT_NONE, .flags = ORDER_AXE_NO, .what = ACTION_GOBLIN },
		    VERDICT_OK, { ORDER_AXE_NO, ORDER_AXE_YES, ORDER_AXE_NO } },
		{ "no creature", { .to = SEAT_NONE, .flags = ORDER_AXE_NO, .what = ACTION_BOOTS },
		    VERDICT_BAD_TARGET, { 0 } },
		{ "no action", { .to = SEAT_NONE, .flags = ORDER_AXE_NO, .what = 200 },
		    VERDICT_BAD_TARGET, { 0 } },
		{ "use and keep", { .to = SEAT_NONE, .flags = ORDER_AXE_YES | ORDER_AXE_NO },
		    VERDICT_BAD_TARGET, { 0 } },
		{ "neither", { .to = SEAT_NONE }, VERDICT_BAD_TARGET, { 0 } },
		{ "with a card", { .to = SEAT_NONE, .n_card = 1, .flags = ORDER_AXE_YES },
		    VERDICT_BAD_TARGET, { 0 } },
		{ "at a place", { .to = SEAT_NONE, .n_at = 1, .flags = ORDER_AXE_YES },
		    VERDICT_BAD_TARGET, { 0 } },
		{ "of a seat", { .to = 1, .flags = ORDER_AXE_YES }, VERDICT_BAD_TARGET, { 0 } },
	};
	struct events ev;
	struct game g;

	table_played_of(&g, &rules_dark_cave, 3, &no_options, 1, 3);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct order o = row[i].order;

		o.kind = ORDER_AXE;
		o.seat = 1;
		cr_expect_eq(game_check(&g, &o), row[i].want, "Q-CAVE-10 %s", row[i].name);
		if (row[i].want != VERDICT_OK)
			continue;
		table_play(&g, o, &ev);
		cr_expect_arr_eq(cave_own(&g)->seat[1].axe, row[i].axe, sizeof row[i].axe,
		    "Q-CAVE-10 %s", row[i].name);
	}
}

/* Lets seat 0 hold this card alone and be to move, in a game of three in its first turn. */
static void
cave_with(struct game *g, card_id card)
{
	const struct options first = { .at[OPTION_FIRST] = 1 };

	table_played_of(g, &rules_dark_cave, 3, &first, 1, 0);
	cr_assert_eq(g->to_move, 0);
	g->seat[0].n_hand = 0;
	table_give(g, 0, card);
}

/* [CAVE 5.D.18] A vein gets a gold piece of the pool, if there is one. */
Test(rare, a_vein_gets_the_last_gold)
{
	for (unsigned pool = 0; pool < 2; pool++) {
		static struct order legal[LEGAL_MAX];
		struct events ev;
		struct game g;

		cave_with(&g, DARK_CAVE_3_NSW_VEIN);
		u16_set(&cave_own(&g)->pool, pool);
		cr_assert_gt(game_legal_plays(&g, legal, LEGAL_MAX), 0);
		table_play(&g, legal[0], &ev);
		cr_expect_eq(
		    (g.board.cell[board_find(&g.board, legal[0].at[0].x, legal[0].at[0].y)].flags &
			CELL_VEIN) != 0,
		    pool > 0, "CAVE 5.D.18 a pool of %u", pool);
		cr_expect_eq(u16_get(&cave_own(&g)->pool), 0);
		cr_expect(game_is_ok(&g));
	}
}

/* [CAVE 5.I.38] Whose clan has left the cave ends the game with a card, too: such a table can be
 * laid by hand. */
Test(rare, a_clan_that_is_out_before_the_turn)
{
	static struct order legal[LEGAL_MAX];
	struct events ev;
	struct game g;

	cave_with(&g, DARK_CAVE_1_NS);
	g.seat[0].role = DARK_CAVE_BLUE_LOYAL;
	for (unsigned s = 1; s < 3; s++) {
		g.seat[s].role = DARK_CAVE_YELLOW_LOYAL;
		cave_own(&g)->seat[s] = (struct cave_seat){ .out = 1, .revealed = 1 };
	}
	cave_own(&g)->first_out = 1;
	cr_assert(game_is_ok(&g));
	cr_assert_gt(game_legal_discards(&g, legal, LEGAL_MAX), 0);
	table_play(&g, legal[0], &ev);
	cr_expect_eq(g.phase, PHASE_OVER, "CAVE 5.I.38a");
	cr_expect_eq(event_nth(&ev, EVENT_ROUND_END, 0)->value, OUTCOME_CLAN_OUT);
}

/* [CAVE 5.I.39] What a side has is the gold that its members have taken out of the cave. */
Test(rare, gold_of_a_side)
{
	struct knowledge_side side[KNOWLEDGE_SIDES_MAX];
	static struct view v;
	struct game g;

	cave_with(&g, DARK_CAVE_1_NS);
	for (unsigned s = 0; s < 3; s++) {
		g.seat[s].role = s == 2 ? DARK_CAVE_BLUE_SABOTEUR : DARK_CAVE_BLUE_LOYAL;
		g.seat[s].gold = (uint8_t)(s + 1);
		cave_own(&g)->seat[s] = (struct cave_seat){
			.out = s != 0, .revealed = s != 0, .at = { 0, 0, 0 }
		};
	}
	game_view(&g, SEAT_NONE, &v);
	cr_assert_eq(rules_dark_cave.know->sides(&v.known, side), 2);
	for (unsigned i = 0; i < 2; i++)
		cr_expect_eq(side[i].gold, side[i].name == CAVE_CLAN_BLUE ? 2 : 3,
		    "CAVE 5.I.39 side %u has %u", side[i].name, side[i].gold);
}

/* Spaces are in the order of their names. */
Test(rare, spaces_by_name)
{
	static const int8_t at[] = { -COORD_MAX, -99, -11, -10, -9, -2, -1, 0, 1, 2, 9, 10, 11, 19,
		20, 99, COORD_MAX };
	enum { N = sizeof at / sizeof at[0] };

	for (unsigned i = 0; i < N * N; i++)
		for (unsigned j = 0; j < N * N; j++) {
			const struct spot a = { at[i / N], at[i % N], PART_N },
					  b = { at[j / N], at[j % N], PART_N };
			struct buf x = BUF_INIT, y = BUF_INIT;
			int want, is = cave_spot_compare(a, b);

			spot_text(a, &x);
			spot_text(b, &y);
			want = strcmp(buf_cstr(&x), buf_cstr(&y));
			cr_assert((want > 0) - (want < 0) == (is > 0) - (is < 0), "%s and %s",
			    buf_cstr(&x), buf_cstr(&y));
			buf_release(&x);
			buf_release(&y);
		}
}

/* A card outside of what the cache has room for (games/dark_cave/rules_cache.c). */
Test(rare, a_card_outside_of_the_cache)
{
	struct game g;

	cave_with(&g, DARK_CAVE_1_EW);
	cave_cache_build(&g);
	for (int8_t x = 1; x < 40; x++) {
		const bool was = g.board.cache_valid;

		if (board_find(&g.board, x, 0) != CELL_NONE)
			continue;
		cave_put(&g, (struct cell){ x, 0, DARK_CAVE_1_EW, 0 });
		cr_assert(game_is_ok(&g), "at %d", x);
		cr_assert(was || !g.board.cache_valid, "at %d", x);
	}
	cr_assert_not(g.board.cache_valid);
	g.board.cache_valid = true;
	cr_expect_not(game_is_ok(&g), "a cache of a board that is too wide");
}

/* ---- The Duel --------------------------------------------------------------------------------- */

/* [DUEL 4.C.10] */
Test(rare, what_is_no_troll_to_pay)
{
	static const struct {
		const char *name;
		struct spot at;
	} row[] = {
		{ "out of range", { COORD_MAX + 1, 0, PART_WHOLE } },
		{ "no card", { 3, 3, PART_WHOLE } },
		{ "a start", { 0, 0, PART_WHOLE } },
		{ "a goal face down", { 0, 0, PART_WHOLE } },
	};
	static struct order legal[LEGAL_MAX];
	struct game g;
	struct order o;
	size_t n;

	table_played_of(&g, &rules_duel, 2, &no_options, 1, 0);
	n = game_legal_plays(&g, legal, LEGAL_MAX);
	for (o = legal[0]; o.kind != ORDER_PLACE && n > 0; o = legal[--n])
		continue;
	cr_assert_eq(o.kind, ORDER_PLACE);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		o.n_at = 2;
		o.at[1] = row[i].at;
		for (unsigned k = 0; k < g.board.n && i >= 2; k++)
			if (((g.board.cell[k].flags & CELL_DOWN) != 0) == (i == 3))
				o.at[1] = (struct spot){ g.board.cell[k].x, g.board.cell[k].y,
					PART_WHOLE };
		cr_expect_eq(
		    game_check(&g, &o), VERDICT_NOT_A_TROLL, "DUEL 4.C.10 %s", row[i].name);
	}
}

/* ---- what a result is worth --------------------------------------------------------------------- */

Test(rare, worth_of_a_round)
{
	static const struct {
		const char *name;
		uint8_t value, seat, role;
		int want; /* to seat 0 */
	} row[] = {
		{ "gold, to a miner", OUTCOME_GOLD, SEAT_NONE, SAB_MINER, BOT_WORTH_MAX },
		{ "gold, to a saboteur", OUTCOME_GOLD, SEAT_NONE, SAB_SABOTEUR, 0 },
		{ "no gold, to a miner", OUTCOME_NO_GOLD, SEAT_NONE, SAB_MINER, 0 },
		{ "no gold, to a saboteur", OUTCOME_NO_GOLD, SEAT_NONE, SAB_SABOTEUR,
		    BOT_WORTH_MAX },
		{ "Q-SAB-23 to the selfish dwarf", OUTCOME_SELFISH, 0, SAB_SELFISH, BOT_WORTH_MAX },
		{ "Q-SAB-23 to others", OUTCOME_SELFISH, 1, SAB_MINER, 0 },
	};
	struct game g;

	table_init(&g, 3);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct events ev = { .n = 0 };

		g.seat[0].role = row[i].role;
		cr_expect_eq(rules_saboteur.bot->worth(&g, &ev, &g, 0, 1), 0, "%s: not over yet",
		    row[i].name);
		event_add_public(&ev, EVENT_ROUND_END, row[i].seat, row[i].value);
		cr_expect_eq(
		    rules_saboteur.bot->worth(&g, &ev, &g, 0, 1), row[i].want, "%s", row[i].name);
	}
}

/* [CAVE 5.I.40] Nobody is out: nobody wins. */
Test(rare, worth_of_a_draw_in_the_cave)
{
	struct events ev = { .n = 0 };
	struct game g;

	table_played_of(&g, &rules_dark_cave, 3, &no_options, 1, 0);
	cr_expect_eq(rules_dark_cave.bot->worth(&g, &ev, &g, 0, 1), 200);
	cr_expect_eq(rules_dark_cave.bot->worth(&g, &ev, &g, 0, 2), 200);
	cr_expect_eq(rules_dark_cave.bot->worth(&g, &ev, &g, 0, 3), 0);
}

/* No result is worth more than victory. */
Test(rare, worth_of_much_gold)
{
	struct events ev = { .n = 0 };
	struct game g, from;

	table_played_of(&from, &rules_saboteur2, 3, &no_options, 1, 0);
	g = from;
	g.seat[0].gold = UINT8_MAX;
	cr_expect_leq(rules_saboteur2.bot->worth(&g, &ev, &from, 0, 1), BOT_WORTH_MAX);
	cr_expect_gt(rules_saboteur2.bot->worth(&g, &ev, &from, 0, 1), 0);
	cr_expect_lt(rules_saboteur2.bot->worth(&g, &ev, &from, 1, 1), 0);
}

/* ---- packed bytes ------------------------------------------------------------------------------- */

/* Every byte of a game, changed: it is refused, or another game that may be. */
Test(rare, unpack_of_each_byte_changed)
{
	static const uint8_t value[] = { 0, 1, 3, 17, 127, 200, 255 };

	for (unsigned r = 0; rules_all[r] != NULL; r++)
		for (unsigned turns = 0; turns < 40; turns += 13) {
			uint8_t p[PACK_MAX];
			struct game g, back;
			unsigned refused = 0;
			size_t n;

			table_played_of(
			    &g, rules_all[r], rules_all[r]->seats_min, &no_options, 3, turns);
			n = game_pack(&g, p);
			for (size_t i = 0; i < n; i++)
				for (unsigned k = 0; k < sizeof value; k++) {
					const uint8_t was = p[i];

					p[i] = value[k];
					if (game_unpack(&back, rules_all[r], p, n) < 0)
						refused++;
					else
						cr_assert(game_is_ok(&back), "%s: byte %zu",
						    rules_all[r]->name, i);
					p[i] = was;
				}
			cr_expect_gt(refused, n, "%s", rules_all[r]->name);
		}
}
