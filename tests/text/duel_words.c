/*
 * The Duel: the deal, orders listed, refusals in words.
 */
#include <criterion/criterion.h>

#include "text/duel_aid.h"
#include "text/orderline.h"
#include "text/verdict.h"
#include "games/games.h"

static unsigned
count_kind(const struct game *g, unsigned class)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->board.n; i++)
		n += game_card(g, g->board.cell[i].card)->class == class;
	return n;
}

Test(duel, the_deal)
{
	static const struct place goal_at[] = { { 5, -2 }, { 5, 0 }, { 5, 2 }, { 7, -1 }, { 7, 1 },
		{ 9, 0 } };
	static const uint8_t seed[32] = { 'd' };

	for (uint8_t i = 0; i < 6; i++) {
		const struct options options = { .at[DUEL_GREEN] = i % 3,
			.at[OPTION_FIRST] = (uint8_t)(i / 3) };
		struct rng_fast rng;
		struct game g;

		rng_fast_init(&rng, seed, i);
		game_init(&g, &rules_duel, 2, &options);
		game_deal(&g, &rng.rng, NULL);
		for (unsigned k = 0; k < 6; k++) {
			unsigned c = board_find(&g.board, goal_at[k].x, goal_at[k].y);

			cr_expect(c != CELL_NONE && (g.board.cell[c].flags & CELL_DOWN) != 0,
			    "DUEL 4.A.1 goal %u", k);
			cr_expect_eq(duel_goal_index(NULL, goal_at[k].x, goal_at[k].y), k,
			    "index of goal %u", k);
		}
		cr_expect(count_kind(&g, CARD_START) == 2 && count_kind(&g, CARD_GOAL) == 6,
		    "DUEL 4.A.1 starts and goals");
		cr_expect_eq(duel_own(&g)->n_goals, 12, "DUEL 4.A.1 the other goals stay aside");
		cr_expect(game_deck_left(&g) == 40 && g.n_deck == 52 && g.seat[0].n_hand == 6 &&
			g.seat[1].n_hand == 6,
		    "DUEL 4.A.2 six cards each of 52");
		cr_expect_eq(duel_own(&g)->tokens, 8, "DUEL 4.A.2 Q-DUEL-5 eight tokens");
		if (options.at[DUEL_GREEN] > 0)
			cr_expect_eq(duel_own(&g)->green, options.at[DUEL_GREEN] - 1,
			    "Q-DUEL-19 option green");
		cr_expect_eq(g.to_move,
		    options.at[OPTION_FIRST] > 0 ? options.at[OPTION_FIRST] - 1 :
						   duel_own(&g)->green,
		    "DUEL 4.A.3 green begins, or first=");
	}
}

Test(duel, goals_that_stay_face_down)
{
	const struct rule base = { .name = "goals",
		.table = "goal-2-nw 7,8 down; goal-0-nesw 7,9",
		.order = "discard ew",
		.last_card = true };

	for (unsigned box = 0; box < 2; box++) {
		struct rule r = base;
		struct rng_fast rng;
		struct order o;
		struct game g;

		r.goals_box = box != 0;
		duel_set_up_rule(&g, &r, &o);
		duel_own(&g)->goals[duel_own(&g)->n_goals++] = DUEL_GOAL_2_NE;
		rng_fast_init(&rng, (const uint8_t[32]){ 1 }, 0);
		cr_assert_eq(
		    game_apply_all(&g, &o, 1, &rng.rng, NULL, &(unsigned){ 0 }), VERDICT_OK);
		cr_expect_eq(count_kind(&g, CARD_GOAL), box ? 1 : 2,
		    "DUEL 4.F.20 Q-DUEL-8 goals=%s: those left are dealt",
		    box ? "box" : "reshuffle");
		cr_expect_eq(g.n_aside, box, "Q-DUEL-8 the box");
		cr_expect(duel_own(&g)->n_out == 1 && duel_own(&g)->out[0] == DUEL_GOAL_0_NESW,
		    "DUEL 4.F.20 nobody's goal is out of the game");
	}
}

static bool
lists(const struct game *g, const char *line)
{
	static struct order legal[LEGAL_MAX];
	size_t n = game_legal(g, legal, LEGAL_MAX);
	struct buf text = BUF_INIT;
	bool found = false;

	for (size_t i = 0; i < n && !found; i++) {
		buf_clear(&text);
		orderline_sort(g->rules, &legal[i]);
		orderline_text(g->rules, &duel_names, &legal[i], &text);
		found = strcmp(buf_cstr(&text), line) == 0;
	}
	buf_release(&text);
	return found;
}

Test(duel, trolls_listed)
{
	struct game g;

	duel_set_up(&g, "nesw:troll 1,1; nesw:troll 0,2");
	duel_give(&g, 0, DUEL_NW);
	duel_give(&g, 1, DUEL_MAP);
	cr_expect(lists(&g, "place nw at 1,2 pay 0,2"), "each smallest set: one");
	cr_expect(lists(&g, "place nw at 1,2 pay 1,1"), "each smallest set: the other");
	cr_expect_not(lists(&g, "place nw at 1,2 pay 0,2 1,1"), "no larger set");
	cr_expect_not(lists(&g, "place nw at 1,2"), "not bare");
	cr_expect(lists(&g, "place nw at -1,1 flipped") || lists(&g, "place nw at 1,0") ||
		lists(&g, "place nw at 0,0 flipped"),
	    "bare where it is lawful so");
	cr_expect_not(lists(&g, "place nw at 0,0 flipped pay 0,2"), "and then only bare");
	duel_own(&g)->tokens = 0;
	cr_expect_not(lists(&g, "place nw at 1,2 pay 0,2"), "not without tokens");
}

struct saying {
	const char *table, *order, *text;
	uint8_t tokens_gone;
};

static const struct saying saying[] = {
	{ "nesw:troll 1,1; nesw:troll 0,2", "place nw at 1,2",
	    "nw at 1,2 is connected only if trolls are paid: add pay 0,2 or pay 1,1", 0 },
	{ "nesw:troll 1,1; nesw:troll 2,1", "place ew at 3,1",
	    "ew at 3,1 is connected only if trolls are paid: add pay 1,1 2,1", 0 },
	{ "nesw:troll 1,1; nesw:troll 2,1", "place ew at 3,1 pay 1,1 2,1",
	    "only 1 token is left to pay trolls with", 7 },
	{ "nesw:troll 1,1", "place ew at 2,1 pay 1,1", "no token is left to pay a troll with", 8 },
	{ "nesw:troll 1,1", "place ew at 2,1 pay 1,1 4,4", "there is no troll to pay at 4,4", 0 },
	{ "nesw:troll 1,1", "place ew at 2,1 pay 1,1 0,1", "there is no troll to pay at 0,1", 0 },
	{ "nesw:troll 0,2", "place nesw:troll at 1,1 pay 1,1 4,4 0,2",
	    "there is no troll to pay at 4,4", 0 },
	{ "nesw:troll 1,1; nesw:troll 0,2", "place ew at 2,1 pay 1,1 1,1 0,2",
	    "the troll at 1,1 is paid already", 0 },
	{ "nesw:troll 1,1 green", "place ew at 2,1 pay 1,1", "the troll at 1,1 is paid already",
	    0 },
	{ "nesw:troll 5,5", "place ew at 1,1 pay 5,5",
	    "your tunnels do not come to all the trolls you would pay", 0 },
	{ NULL, "place nw:ladder-blue at 5,5",
	    "no tunnel of nw:ladder-blue at 5,5 meets a tunnel of another card", 0 },
	{ NULL, "place nw:ladder-blue at -1,1 flipped",
	    "a ladder may not lie next to a goal, a start card or gold", 0 },
	{ NULL, "place ew at 1,-1",
	    "no tunnel of ew at 1,-1 meets one that leads back to your start", 0 },
	{ "ew+s:gold@s 1,1", "rockfall 1,1", "rockfall cannot remove a card with gold, as at 1,1",
	    0 },
	{ "nesw:troll 1,1", "rockfall 1,1", "rockfall cannot remove a troll, as at 1,1", 0 },
	{ "nesw:door-green@w 1,1", "key 1,1", "the door at 1,1 is your own and open to you", 0 },
	{ "nesw:door-blue@s 1,1 key", "key 1,1", "the door at 1,1 is open already", 0 },
	{ NULL, "key 0,1", "there is no door at 0,1", 0 },
	{ NULL, "break-lamp ann", "break-lamp cannot be used on yourself", 0 },
	{ NULL, "repair-lamp bob", "repair-lamp cannot be used on bob", 0 },
	{ NULL, "discard ew ns to remove break-cart", "there is no break-cart card in front of you",
	    0 },
};

Test(duel, refusals_in_words)
{
	for (size_t i = 0; i < sizeof saying / sizeof saying[0]; i++) {
		const struct saying *row = &saying[i];
		struct rule r = { .name = row->order,
			.table = row->table,
			.order = row->order,
			.tokens_gone = row->tokens_gone };
		struct buf text = BUF_INIT;
		struct order o;
		struct game g;
		struct view v;
		enum verdict verdict;

		duel_set_up_rule(&g, &r, &o);
		verdict = game_check(&g, &o);
		game_view(&g, 0, &v);
		cr_expect_eq(game_check(&v.known, &o), verdict, "%s: from the view", row->order);
		verdict_text(NULL, &v, &duel_names, &o, verdict, &text);
		cr_expect_str_eq(buf_cstr(&text), row->text, "%s: %s", row->order, buf_cstr(&text));
		buf_release(&text);
	}
}
