/*
 * The Duel as JSON: positions, the referee, the length of private views, drawings.
 */
#include <criterion/criterion.h>

#include "core/pack.h"
#include "bot/policy.h"
#include "draw/draw.h"
#include "text/duel_aid.h"
#include "wire/json_aid.h"
#include "text/orderline.h"
#include "wire/position.h"
#include "bot/referee.h"
#include "util/mem.h"
#include "games/games.h"

/* ---- over whole games ---- */

static void
expect_round_trip(const struct game *g, uint8_t seat, unsigned flags)
{
	struct view v;
	struct game back;
	struct names read;
	struct err err = ERR_INIT;
	json_t *json, *again;

	game_view(g, seat, &v);
	json = position_json(&v, &duel_names, flags);
	cr_assert_eq(
	    position_parse(rules_all, NULL, json, seat != SEAT_OMNISCIENT, &back, &read, &err), 0,
	    "turn %u: %s", g->turn, err.msg);
	if (seat == SEAT_OMNISCIENT) {
		uint8_t p[PACK_MAX], q[PACK_MAX];
		struct game now = *g;
		size_t n;

		/* A position does not contain the cards drawn before. */
		memmove(now.deck, now.deck + now.deck_top, game_deck_left(g));
		now.n_deck = (uint8_t)game_deck_left(g);
		now.deck_top = 0;
		n = game_pack(&now, p);
		cr_assert(game_pack(&back, q) == n && memcmp(p, q, n) == 0, "turn %u", g->turn);
	}
	v.known = back;
	again = position_json(&v, &duel_names, flags);
	cr_assert(json_equal(json, again), "turn %u, seat %u", g->turn, seat);
	json_decref(again);
	json_decref(json);
}

Test(duel_position, whole_games)
{
	static const uint8_t seed[32] = { 'p' };
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	struct events *ev = mem_zero(1, sizeof *ev);
	struct game g;

	duel_set_up(&g, NULL); /* and names */
	for (unsigned i = 0; i < 8; i++) {
		const struct options options = { .at[DUEL_GOALS_BOX] = i & 1,
			.at[DUEL_LEAST_ROUND] = i >> 1 & 1 };
		struct rng_fast rng, choice;

		rng_fast_init(&rng, seed, i);
		rng_fast_init(&choice, seed, ~(uint64_t)i);
		game_init(&g, &rules_duel, 2, &options);
		game_deal(&g, &rng.rng, ev);
		while (g.phase != PHASE_OVER) {
			size_t n;
			struct order o;
			struct view v;

			expect_round_trip(&g, SEAT_OMNISCIENT, 0);
			expect_round_trip(&g, SEAT_OMNISCIENT, POSITION_BRIEF);
			expect_round_trip(&g, (uint8_t)(i % 2), POSITION_BRIEF);
			expect_round_trip(&g, SEAT_NONE, POSITION_BRIEF);
			n = game_legal(&g, legal, LEGAL_MAX);
			game_view(&g, g.to_move, &v);
			o = legal[policy_choose(
			    i < 4 ? POLICY_RANDOM : POLICY_GREEDY, &v, legal, n, &choice.rng)];
			ev->n = 0;
			game_play(&g, &o, &rng.rng, ev);
		}
		expect_round_trip(&g, SEAT_OMNISCIENT, 0);
		expect_round_trip(&g, SEAT_NONE, 0);
	}
	free(ev);
	free(legal);
}

/* ---- positions refused ---- */

static const char *const small =
    "{'rules':'duel','to_move':'ann','tokens_left':6,'goals_left':['goal-2-nw'],"
    "'out_of_game':['goal-0-nesw','ew+s:gold@s'],'set_aside':['goal-2-ne'],'seats':["
    "{'name':'ann','side':'green','hand':['ew'],'broken':['lamp'],"
    "'gold':['goal-2-ne','goal-1-n+w:gold@w'],'seen':['5,0']},"
    "{'name':'bob','side':'blue','hand':['map']}],'board':["
    "{'x':0,'y':-1,'kind':'start-blue'},{'x':0,'y':1,'kind':'start-green'},"
    "{'x':1,'y':1,'kind':'nesw:door-blue@s','key':true},"
    "{'x':2,'y':1,'kind':'nesw:troll','token':'blue'},"
    "{'x':3,'y':1,'kind':'ew+s:gold@s','token':'green'},"
    "{'x':5,'y':0,'kind':'goal-3-n+e:gold@n','face':'down'}]}";

static const struct json_refusal refused[] = {
	{ "as it is", "{}", NULL },
	{ "no side", "{'seats':{'0':{'side':{'=':null}}}}",
	    "seats[0].side: \"green\" or \"blue\" expected" },
	{ "two greens", "{'seats':{'1':{'side':{'=':'green'}}}}",
	    "seats[1].side: both seats have the same side" },
	{ "a third seat", "{'seats':{'=':[{'name':'a'},{'name':'b'},{'name':'c'}]}}",
	    "seats: duel has 2 seats, not 3" },
	{ "no start of blue", "{'board':{'=':[{'x':0,'y':1,'kind':'start-green'}]}}",
	    "board: start-blue at 0,-1 and start-green at 0,1 expected" },
	{ "a start elsewhere", "{'board':{'0':{'x':{'=':1}}}}",
	    "board: start-blue lies at 0,-1, not at 1,-1" },
	{ "a token on a plain card", "{'board':{'2':{'token':{'=':'blue'}}}}",
	    "board[2].token: a token lies on gold or on a troll" },
	{ "a token of another colour", "{'board':{'3':{'token':{'=':'red'}}}}",
	    "board[3].token: \"green\" or \"blue\" expected" },
	{ "a token on a goal face down", "{'board':{'5':{'token':{'=':'blue'}}}}",
	    "board[5].token: a token lies on gold or on a troll" },
	{ "a key on a troll", "{'board':{'3':{'key':{'=':true}}}}",
	    "board[3].key: a key lies on a door" },
	{ "a key of another type", "{'board':{'2':{'key':{'=':1}}}}",
	    "board[2].key: true or false expected" },
	{ "more than eight tokens", "{'tokens_left':{'=':7}}",
	    "tokens_left: with those on the table more than 8 tokens" },
	{ "nine tokens", "{'tokens_left':{'=':9}}",
	    "tokens_left: a whole number from 0 to 8 expected" },
	{ "a path card among the goals left", "{'goals_left':{'=':['ew']}}",
	    "goals_left[0]: path cards do not belong here" },
	{ "a worthless goal owned", "{'seats':{'0':{'gold':{'=':['goal-0-nesw']}}}}",
	    "seats[0].gold[0]: a card without gold does not belong here" },
	{ "a plain card out of the game", "{'out_of_game':{'=':['ns']}}",
	    "out_of_game[0]: a card without gold does not belong here" },
	{ "more gold than a round can leave",
	    "{'seats':{'0':{'gold':{'=':['goal-2-ne','goal-2-ne','goal-2-ne','goal-2-ne',"
	    "'goal-2-ne','goal-2-ne','goal-2-ne','goal-2-ne','goal-2-ne']}}}}",
	    "seats[0].gold: at most 8 cards in this round" },
	{ "as much gold as a round can leave",
	    "{'seats':{'0':{'gold':{'=':['goal-2-ne','goal-2-ne','goal-2-ne','goal-2-ne',"
	    "'goal-2-ne','goal-2-ne','goal-2-ne','goal-2-ne']}}}}",
	    NULL },
	{ "seen where no goal is", "{'seats':{'0':{'seen':{'=':['1,1']}}}}",
	    "seats[0].seen: no goal at 1,1" },
	{ "a phase of another game", "{'phase':{'=':'walk'}}", "phase: no phase \"walk\" in duel" },
	{ "more trolls than an order can pay",
	    "{'deck':{'=':['new:troll','new:troll','new:troll','new:troll','new:troll','new:troll',"
	    "'new:troll']}}",
	    "board: with those in hands and deck more than 7 trolls: one order could not pay them "
	    "all" },
	{ "seven goals",
	    "{'board':{'=':[{'x':0,'y':-1,'kind':'start-blue'},{'x':0,'y':1,'kind':'start-green'},"
	    "{'x':10,'y':0,'kind':'goal-2-ne','face':'down'},{'x':12,'y':0,'kind':'goal-2-ne',"
	    "'face':'down'},{'x':14,'y':0,'kind':'goal-2-ne','face':'down'},{'x':16,'y':0,"
	    "'kind':'goal-2-ne','face':'down'},{'x':18,'y':0,'kind':'goal-2-ne','face':'down'},"
	    "{'x':20,'y':0,'kind':'goal-2-ne','face':'down'},{'x':22,'y':0,'kind':'goal-2-ne',"
	    "'face':'down'}]},'seats':{'0':{'seen':{'=':[]}}}}",
	    "board: at most 6 goals" },
	{ "a third key on a door",
	    "{'board':{'2':{'=':{'x':1,'y':1,'kind':'nesw:door-blue@s','key':true}},"
	    "'3':{'=':{'x':2,'y':1,'kind':'new:door-blue@e','key':true}},"
	    "'4':{'=':{'x':3,'y':1,'kind':'nsw:door-blue@n','key':true}}}}",
	    "board: with those in hands and deck more than 2 keys: the box has no more" },
	{ "two keys in a hand beside one on a door",
	    "{'seats':{'0':{'hand':{'=':['key','ew','key']}}}}",
	    "board: with those in hands and deck more than 2 keys: the box has no more" },
	{ "one key in the pile, one on a door", "{'deck':{'=':['key','ns']}}", NULL },
};

Test(duel_position, what_cannot_lie_on_a_table_is_refused_by_its_key)
{
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
		json_aid_refused(small, &refused[i], false);
}

/* Gold that has left the game, and that of both seats, leaves room for what later rounds add. */
Test(duel_position, gold_leaves_room_for_later_rounds)
{
	json_t *json = json_aid(small), *out = json_object_get(json, "out_of_game");
	struct names read;
	struct err err = ERR_INIT;
	struct game g;
	unsigned n = 2;

	while (position_parse(rules_all, NULL, json, false, &g, &read, &err) == 0 && n < 200) {
		(void)json_array_append_new(out, json_string("ew+s:gold@s"));
		n++;
	}
	/* Three rounds add 8 cards for tokens and 6 goals each; ann has two cards. */
	cr_expect_eq(n + 2 + 3 * (8 + 6), DUEL_OUT_MAX + 1);
	cr_expect_str_eq(err.msg, "out_of_game: too many cards, with the gold of both seats");
	json_decref(json);
}

static const struct json_refusal views[] = {
	{ "hidden gold of a seat", "{'seats':{'0':{'gold':{'0':{'=':'?'}}}}}",
	    "seats[0].gold[0]: this card is no secret" },
	{ "hidden gold out of the game", "{'out_of_game':{'1':{'=':'?'}}}",
	    "out_of_game[1]: this card is no secret" },
	{ "hidden goals left", "{'goals_left':{'=':['?']}}", NULL },
	{ "a token on a card that is hidden",
	    "{'board':{'5':{'kind':{'=':'?'},'token':{'=':'blue'}}}}",
	    "board[5].token: a token lies on gold or on a troll" },
};

Test(duel_position, what_a_view_leaves_open)
{
	for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
		json_aid_refused(small, &views[i], true);
}

Test(duel_position, what_is_left_out)
{
	json_t *json = json_aid(small);
	struct names read;
	struct err err = ERR_INIT;
	struct game g;

	(void)json_object_del(json, "tokens_left");
	(void)json_object_del(json, "goals_left");
	(void)json_object_del(json, "out_of_game");
	cr_assert_eq(
	    position_parse(rules_all, NULL, json, false, &g, &read, &err), 0, "%s", err.msg);
	cr_expect_eq(duel_own(&g)->tokens, 6, "the tokens that are not on the table");
	cr_expect(duel_own(&g)->n_goals == 0 && duel_own(&g)->n_out == 0, "nothing aside");
	json_decref(json);
}

/* ---- the referee ---- */

#define STARTS "{'x':0,'y':-1,'kind':'start-blue'},{'x':0,'y':1,'kind':'start-green'},"
#define FAR    "{'x':9,'y':9,'kind':'goal-0-nesw','face':'down'}"
#define BOB    "{'name':'bob','side':'blue','hand':['map']}]"
#define ASK(op, order, hand, board)                                           \
	"{'op':'" op "'" order                                                \
	",'position':{'rules':'duel','to_move':'ann','seats':[{'name':'ann'," \
	"'side':'green','hand':" hand "}," BOB ",'board':[" STARTS board FAR "]}}"

static const struct {
	const char *name, *request, *has[3];
} asked[] = {
	{ "legal: keys and trolls",
	    ASK("legal", "", "['key','ew']",
		"{'x':1,'y':1,'kind':'nesw:troll'},{'x':5,'y':5,'kind':'nesw:door-blue@s'},"),
	    { "'discard ew key'", "'key 5,5','place ew at -1,1','place ew at 2,1 pay 1,1'" } },
	{ "apply: a troll paid",
	    ASK("apply", ",'order':'place ew at 2,1 pay 1,1'", "['ew']",
		"{'x':1,'y':1,'kind':'nesw:troll'},"),
	    { "'tokens_left':7",
		"'kind':'nesw:troll','links':'NESW','flipped':false,'token':'green'",
		"{'kind':'paid','seat':'ann','at':'1,1'}" } },
	{ "apply: a key",
	    ASK("apply", ",'order':'key 5,5'", "['key','ew']",
		"{'x':5,'y':5,'kind':'nesw:door-blue@s'},"),
	    { "'discard':['key']",
		"'kind':'nesw:door-blue@s','links':'NESW','flipped':false,'key':true",
		"{'kind':'played','seat':'ann','card':'key','at':'5,5'}" } },
	{ "apply: turn flip",
	    ASK("apply", ",'order':'place ns at 0,2 turn flip'", "['ns','ew']",
		"{'x':0,'y':3,'kind':'goal-1-nsw:door-blue@w','face':'down'},"),
	    { "{'kind':'turned-up','card':'goal-1-nsw:door-blue@w','at':'0,3','flipped':true}",
		"{'kind':'claimed','seat':'ann','card':'goal-1-nsw:door-blue@w','at':'0,3'}",
		"'links':'NES','flipped':true,'token':'green'" } },
	{ "apply: the ways to pay are told",
	    ASK("apply", ",'order':'place ns+ew at 1,2'", "['ns+ew']",
		"{'x':1,'y':1,'kind':'nesw:troll'},{'x':0,'y':2,'kind':'nesw:troll'},"),
	    { "'code':'troll-unpaid'", "add pay 0,2 or pay 1,1" } },
	{ "new", "{'op':'new','rules':'duel','players':2,'seed':'07'}",
	    { "'tokens_left':8,'goals_left':[",
		"{'kind':'side','seat':'p1','side':", "{'kind':'first','seat':'p" } },
	{ "new: options",
	    "{'op':'new','rules':'duel','names':['a','b'],'options':{'green':'b','goals':'box',"
	    "'least':'round'}}",
	    { "'options':{'goals':'box','least':'round','green':'b'}", "'to_move':'b'",
		"{'kind':'side','seat':'a','side':'blue'}" } },
};

Test(duel_position, the_referee)
{
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		struct buf request = BUF_INIT, answer = BUF_INIT, want = BUF_INIT;

		json_aid_text(asked[i].request, &request);
		referee_line(rules_all, NULL, request.p, request.n, &answer);
		for (unsigned k = 0; k < 3 && asked[i].has[k] != NULL; k++) {
			buf_clear(&want);
			json_aid_text(asked[i].has[k], &want);
			cr_expect_not_null(strstr(buf_cstr(&answer), buf_cstr(&want)),
			    "%s: no %s in %s", asked[i].name, buf_cstr(&want), buf_cstr(&answer));
		}
		buf_release(&want);
		buf_release(&answer);
		buf_release(&request);
	}
}

/* ---- drawings ---- */

static const struct {
	const char *name, *table;
	const char *want[2]; /* unicode, ASCII */
} drawing[] = {
	{ "two sides apart: doors, a key, trolls, gold",
	    "ew 1,1; nesw:door-blue@s 2,1; nesw:troll 3,1; new:door-green@n 1,-1 key; "
	    "nesw:troll 2,-1 blue; ew+s:gold@s 3,-1 blue; "
	    "ns 0,2; nw+es:gold@es 0,3 green; ns+ew 0,-2",
	    { "    -1    0    1    2    3    4\n"
	      "\n"
	      "-3        ∙                       -3\n"
	      "\n"
	      "         b┃░\n"
	      "-2      ─╴┃╶─  ∙    ∙             -2\n"
	      "         ░┃░\n"
	      "        ╔b┃═╗ bGk  b┃T  ░░░b\n"
	      "-1   ∙  ━━s━━━━┻━━━━╋━━━━━━━  ∙   -1\n"
	      "        ╚═┃═╝ ░░░  ░┃p  ░$p\n"
	      "\n"
	      " 0        ∙         ∙              0\n"
	      "\n"
	      "        ╔g┃═╗ ░░░g g┃░ g░│░\n"
	      " 1   ∙  ━━S━━━━━━━━━╋━━━━T──       1\n"
	      "        ╚═┃═╝ ░░░  ░B░  ░│░\n"
	      "         g┃░\n"
	      " 2      ░░┃░░                      2\n"
	      "         ░┃░\n"
	      "         g┛░\n"
	      " 3   ∙  ━┛░$─                      3\n"
	      "         ░┌P\n"
	      "    -1    0    1    2    3    4\n",
		"    -1    0    1    2    3    4\n"
		"\n"
		"-3        _                       -3\n"
		"\n"
		"         b|#\n"
		"-2      ..|..  _    _             -2\n"
		"         #|#\n"
		"        .b|=. bGk  b|T  ###b\n"
		"-1   _  --s----+----+-------  _   -1\n"
		"        '=|=' ###  #|p  #$p\n"
		"\n"
		" 0        _         _              0\n"
		"\n"
		"        .g|=. ###g g|# g#:#\n"
		" 1   _  --S---------+----T..       1\n"
		"        '=|=' ###  #B#  #:#\n"
		"         g|#\n"
		" 2      ##|##                      2\n"
		"         #|#\n"
		"         g|#\n"
		" 3   _  -/#$.                      3\n"
		"         #:P\n"
		"    -1    0    1    2    3    4\n" } },
	{ "joined", "ns 0,0; ew 1,1; goal-2-nw 2,1 green; ew 4,4; nw:ladder-blue 5,4",
	    { "    -1    0    1    2    3    4    5\n"
	      "\n"
	      "-2        ∙                            -2\n"
	      "\n"
	      "        ╔═┃═╗\n"
	      "-1   ∙  ━━s━━  ∙                       -1\n"
	      "        ╚═┃═╝\n"
	      "         ░┃░\n"
	      " 0      ░░┃░░       ∙                   0\n"
	      "         ░┃░\n"
	      "        ╔═┃═╗ ░░░ ╔═┃═╗\n"
	      " 1   ∙  ━━S━━━━━━━━━$ ║                 1\n"
	      "        ╚═┃═╝ ░░░ ╚══P╝\n"
	      "\n"
	      " 2        ∙                             2\n"
	      "\n"
	      "\n"
	      " 3                                 ∙    3\n"
	      "\n"
	      "                             ░░░b b┃h\n"
	      " 4                       ∙  ━━━━━━━┛░░  4\n"
	      "                             ░░░  ░░░\n"
	      "    -1    0    1    2    3    4    5\n",
		"    -1    0    1    2    3    4    5\n"
		"\n"
		"-2        _                            -2\n"
		"\n"
		"        .=|=.\n"
		"-1   _  --s--  _                       -1\n"
		"        '=|='\n"
		"         #|#\n"
		" 0      ##|##       _                   0\n"
		"         #|#\n"
		"        .=|=. ### .=|=.\n"
		" 1   _  --S---------$ ]                 1\n"
		"        '=|=' ### '==P'\n"
		"\n"
		" 2        _                             2\n"
		"\n"
		"\n"
		" 3                                 _    3\n"
		"\n"
		"                             ###b b|h\n"
		" 4                       _  -------+##  4\n"
		"                             ###  ###\n"
		"    -1    0    1    2    3    4    5\n" } },
};

Test(duel_position, drawings)
{
	for (size_t i = 0; i < sizeof drawing / sizeof drawing[0]; i++) {
		for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
			const char *want = drawing[i].want[style == DRAW_ASCII];
			struct buf got = BUF_INIT;
			struct game g;
			struct view v;

			duel_set_up(&g, drawing[i].table);
			game_view(&g, SEAT_NONE, &v);
			draw_board(NULL, &v, NULL,
			    &(struct draw_board_options){ .style = style, .columns = DRAW_COLUMNS },
			    &got);
			cr_expect_str_eq(
			    buf_cstr(&got), want, "%s:\n%s", drawing[i].name, buf_cstr(&got));
			buf_release(&got);
		}
	}
}
