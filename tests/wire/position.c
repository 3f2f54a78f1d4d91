#include <criterion/criterion.h>

#include "wire/json_aid.h"
#include "few.h"
#include "wire/position.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"

/* ---- what is refused ------------------------------------------------------------------------- */

/* A patch of the small position, and the refusal. */
static const struct {
	const char *name, *patch, *want;
} refused[] = {
	{ "not an object", "{'=':[]}", "a position is an object" },
	{ "rules missing", "{'=':{}}", "rules: the name of a rules set expected" },
	{ "rules unknown", "{'rules':{'=':'chess'}}", "rules: no rules set \"chess\"" },
	{ "rules of another type", "{'rules':{'=':7}}", "rules: the name of a rules set expected" },
	{ "seats of another type", "{'seats':{'=':'anna'}}", "seats: a list of seats expected" },
	{ "too few seats", "{'seats':{'=':[{'name':'a'},{'name':'b'}]}}",
	    "seats: saboteur has 3 to 10 seats, not 2" },
	{ "name missing", "{'seats':{'1':{'=':{}}}}", "seats[1].name: a name expected" },
	{ "seat of another type", "{'seats':{'1':{'=':3}}}", "seats[1].name: a name expected" },
	{ "bad name", "{'seats':{'1':{'name':{'=':'Bob'}}}}",
	    "seats[1].name: \"Bob\" is no name for a seat" },
	{ "name twice", "{'seats':{'1':{'name':{'=':'anna'}}}}",
	    "seats[1].name: two seats are called \"anna\"" },
	{ "options of another type", "{'options':{'=':[]}}",
	    "options: an object of names and values expected" },
	{ "value of an option", "{'options':{'=':{'draft':true}}}",
	    "options: the value of an option is a string" },
	{ "unknown option", "{'options':{'=':{'colour':'blue'}}}", "options: " },
	{ "round 4 of 3", "{'round':{'=':4}}", "round: a whole number from 1 to 3 expected" },
	{ "round as a real", "{'round':{'=':1.0}}", "round: a whole number from 1 to 3 expected" },
	{ "other rounds", "{'rounds':{'=':4}}", "rounds: a whole number from 3 to 3 expected" },
	{ "turn 0", "{'turn':{'=':0}}", "turn: a whole number from 1 to 60000 expected" },
	{ "huge turn", "{'turn':{'=':9223372036854775807}}",
	    "turn: a whole number from 1 to 60000 expected" },
	{ "phase unknown", "{'phase':{'=':'nap'}}", "phase: no phase \"nap\" in saboteur" },
	{ "phase of another game", "{'phase':{'=':'walk'}}",
	    "phase: no phase \"walk\" in saboteur" },
	{ "phase before the deal", "{'phase':{'=':'setup'}}",
	    "phase: no phase \"setup\" in saboteur" },
	{ "phase of another type", "{'phase':{'=':null}}", "phase: the name of a phase expected" },
	{ "nobody to move", "{'to_move':{'=':null}}", "to_move: the name of a seat expected" },
	{ "unknown seat to move", "{'to_move':{'=':'eve'}}", "to_move: no seat \"eve\"" },
	{ "somebody to move when over", "{'phase':{'=':'over'}}",
	    "to_move: nobody is to move when the game is over" },
	{ "to move without cards", "{'to_move':{'=':'carl'}}",
	    "to_move: carl holds no card to play" },
	{ "unknown card", "{'deck':{'0':{'=':'nesx'}}}", "deck[0]: no card \"nesx\" in saboteur" },
	{ "card of another game", "{'deck':{'0':{'=':'ns+ew'}}}",
	    "deck[0]: no card \"ns+ew\" in saboteur" },
	{ "card of another type", "{'discard':{'0':{'=':['map']}}}",
	    "discard[0]: a kind of card expected" },
	{ "unprintable card", "{'deck':{'0':{'=':'a\\u001b[2J'}}}",
	    "deck[0]: no card \"...\" in saboteur" },
	{ "a goal in the deck", "{'deck':{'0':{'=':'goal-gold'}}}",
	    "deck[0]: goal cards do not belong here" },
	{ "a role in the hand", "{'seats':{'0':{'hand':{'0':{'=':'miner'}}}}}",
	    "seats[0].hand[0]: role cards do not belong here" },
	{ "a hidden card", "{'deck':{'0':{'=':'?'}}}",
	    "deck[0]: hidden cards cannot be played with" },
	{ "deck of another type", "{'deck':{'=':{}}}", "deck: a list expected" },
	{ "hand too long",
	    "{'seats':{'0':{'hand':{'=':['map','map','map','map','map','map','map','map',"
	    "'map','map','map','map','map','map','map','map','map']}}}}",
	    "seats[0].hand: at most 16 here, not 17" },
	{ "too much set aside",
	    "{'set_aside':{'=':['map','map','map','map','map','map','map','map','map',"
	    "'map','map','map','map','map','map','map','map']}}",
	    "set_aside: at most 16 here, not 17" },
	{ "cards after resigning", "{'seats':{'0':{'resigned':{'=':true}}}}",
	    "seats[0].hand: who has resigned holds no cards" },
	{ "resigned of another type", "{'seats':{'0':{'resigned':{'=':1}}}}",
	    "seats[0].resigned: true or false expected" },
	{ "no role", "{'seats':{'0':{'role':{'=':null}}}}",
	    "seats[0].role: a kind of card expected" },
	{ "a card for a role", "{'seats':{'0':{'role':{'=':'map'}}}}",
	    "seats[0].role: action cards do not belong here" },
	{ "unknown tool", "{'seats':{'1':{'broken':{'0':{'=':'drill'}}}}}",
	    "seats[1].broken[0]: a tool expected: cart, lamp or pickaxe" },
	{ "tool twice", "{'seats':{'1':{'broken':{'=':['lamp','lamp']}}}}",
	    "seats[1].broken[1]: lamp is there twice" },
	{ "four tools", "{'seats':{'1':{'broken':{'=':['lamp','lamp','cart','cart']}}}}",
	    "seats[1].broken: at most 3 here, not 4" },
	{ "nugget of 4", "{'seats':{'0':{'gold':{'0':{'=':4}}}}}",
	    "seats[0].gold[0]: no gold card of 4 in saboteur" },
	{ "nugget of another type", "{'gold_pile':{'0':{'=':'1'}}}",
	    "gold_pile[0]: the value of a gold card expected" },
	{ "33 nuggets",
	    "{'gold_pile':{'=':[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}}",
	    "gold_pile: more than 32 nugget cards in all" },
	{ "seen of another type", "{'seats':{'0':{'seen':{'=':{}}}}}",
	    "seats[0].seen: a list of cells expected" },
	{ "seen is no cell", "{'seats':{'0':{'seen':{'0':{'=':'8;0'}}}}}",
	    "seats[0].seen[0]: a cell such as \"8,0\" expected" },
	{ "seen twice", "{'seats':{'0':{'seen':{'=':['8,0','8,0']}}}}",
	    "seats[0].seen[1]: 8,0 is there twice" },
	{ "seen no goal", "{'seats':{'0':{'seen':{'0':{'=':'1,0'}}}}}",
	    "seats[0].seen: no goal at 1,0" },
	{ "seen nothing", "{'seats':{'0':{'seen':{'0':{'=':'8,2'}}}}}",
	    "seats[0].seen: no goal at 8,2" },
	{ "seen too much",
	    "{'seats':{'0':{'seen':{'=':['1,1','1,2','1,3','1,4','1,5','1,6','1,7']}}}}",
	    "seats[0].seen: at most 6 cells" },
	{ "unknown last path", "{'last_path':{'=':'eve'}}", "last_path: no seat \"eve\"" },
	{ "last play of another type", "{'last_play':{'=':1}}",
	    "last_play: the name of a seat or null expected" },
	{ "role left is a path", "{'role_left':{'=':'nesw'}}",
	    "role_left: path cards do not belong here" },
	{ "drafting in play", "{'drafting':{'=':[1]}}", "drafting: only in phase draft" },
	{ "draft without the option", "{'phase':{'=':'draft'},'drafting':{'=':[1]}}",
	    "phase: draft needs the option draft=ask" },
	{ "draft without nuggets", "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask'}}}",
	    "drafting: the values on offer expected" },
	{ "draft in disorder",
	    "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask'}},'drafting':{'=':[1,2]}}",
	    "drafting: highest value first" },
	{ "draft of a saboteur",
	    "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask'}},'drafting':{'=':[2]},'to_move':"
	    "{'=':'bob'}}",
	    "to_move: only miners choose nuggets" },
	{ "draft without a share [SAB 2.F.25]",
	    "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask','broken-tool-share':'no'}},"
	    "'drafting':{'=':[2]},'seats':{'0':{'broken':{'=':['cart']}}}}",
	    "to_move: a broken tool leaves no share" },
	{ "draft of one who resigned",
	    "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask'}},'drafting':{'=':[2]},"
	    "'seats':{'0':{'hand':{'=':[]},'resigned':{'=':true}}}}",
	    "to_move: who has resigned does not choose" },
	{ "a selfish dwarf without the option [Q-SAB-23]",
	    "{'seats':{'2':{'role':{'=':'selfish-miner'}}}}",
	    "seats: a selfish-miner needs the option dwarf=selfish" },
	{ "two selfish dwarfs",
	    "{'options':{'=':{'dwarf':'selfish'}},'seats':{'0':{'role':{'=':'selfish-miner'}},"
	    "'2':{'role':{'=':'selfish-miner'}}}}",
	    "seats: more than one selfish-miner" },
	{ "board missing", "{'board':{'=':null}}", "board: a list of cards expected" },
	{ "cell of another type", "{'board':{'1':{'=':'ew'}}}", "board[1]: an object expected" },
	{ "x missing", "{'board':{'1':{'=':{'y':0,'kind':'ew'}}}}",
	    "board[1].x: a whole number from -100 to 100 expected" },
	{ "y beyond the table", "{'board':{'1':{'y':{'=':101}}}}",
	    "board[1].y: a whole number from -100 to 100 expected" },
	{ "unknown card on the table", "{'board':{'1':{'kind':{'=':'nesx'}}}}",
	    "board[1].kind: no card \"nesx\" in saboteur" },
	{ "action card on the table", "{'board':{'1':{'kind':{'=':'map'}}}}",
	    "board[1].kind: action cards do not belong here" },
	{ "flipped of another type", "{'board':{'1':{'flipped':{'=':'no'}}}}",
	    "board[1].flipped: true or false expected" },
	{ "face unknown", "{'board':{'1':{'face':{'=':'left'}}}}",
	    "board[1].face: \"up\" or \"down\" expected" },
	{ "path face down", "{'board':{'1':{'face':{'=':'down'}}}}",
	    "board[1].face: only a goal lies face down" },
	{ "goal face down and flipped", "{'board':{'2':{'flipped':{'=':true}}}}",
	    "board[2].flipped: a goal face down is given as printed" },
	{ "links wrong", "{'board':{'1':{'links':{'=':'NS'}}}}",
	    "board[1].links: this card lies as \"EW\"" },
	{ "links of another type", "{'board':{'1':{'links':{'=':[]}}}}",
	    "board[1].links: this card lies as \"EW\"" },
	{ "two cards at a place", "{'board':{'1':{'x':{'=':8}}}}", "board[2]: two cards at 8,0" },
	{ "no start", "{'board':{'=':[]},'seats':{'0':{'seen':{'=':[]}}}}",
	    "board: no start at 0,0" },
	{ "start elsewhere", "{'board':{'0':{'x':{'=':5}}}}",
	    "board: the start lies at 0,0, not at 5,0" },
	{ "edges clash [C5]", "{'board':{'1':{'kind':{'=':'ns'}}}}",
	    "board: the east side of 0,0 does not fit the west side of 1,0" },
	{ "seven goals",
	    "{'board':{'=':[{'x':0,'y':0,'kind':'start'},{'x':8,'y':0,'kind':'goal-gold'},"
	    "{'x':10,'y':0,'kind':'goal-gold'},{'x':12,'y':0,'kind':'goal-gold'},"
	    "{'x':14,'y':0,'kind':'goal-gold'},{'x':16,'y':0,'kind':'goal-gold'},"
	    "{'x':18,'y':0,'kind':'goal-gold'},{'x':20,'y':0,'kind':'goal-gold'}]}}",
	    "board: at most 6 goals" },
};

Test(position, what_cannot_lie_on_a_table_is_refused_by_its_key)
{
	json_t *base = json_aid(json_aid_position);

	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		json_t *patch = json_aid(refused[i].patch),
		       *json = position_apply_patch(base, patch);
		struct err err = ERR_INIT;
		struct names names;
		struct game g;

		cr_assert_neq(json, NULL, "%s: the patch does not fit", refused[i].name);
		cr_expect_lt(position_parse(rules_all, NULL, json, false, &g, &names, &err), 0,
		    "%s", refused[i].name);
		cr_expect_eq(err.code,
		    strstr(err.msg, ": no card ") != NULL ||
			    strstr(err.msg, "options: ") == err.msg ?
			ERR_NOT_FOUND :
			ERR_SYNTAX,
		    "%s", refused[i].name);
		cr_expect_eq(strncmp(err.msg, refused[i].want, strlen(refused[i].want)), 0,
		    "%s: %s", refused[i].name, err.msg);
		json_decref(json);
		json_decref(patch);
	}
	json_decref(base);
}

Test(position, more_cards_than_the_table_has_room_for_are_refused)
{
	json_t *json = json_aid(json_aid_position), *deck = json_object_get(json, "deck");
	struct err err = ERR_INIT;
	struct names names;
	struct game g;

	/* The other 8 cards: board, hands, discard pile and a broken tool. */
	while (json_array_size(deck) < DECK_MAX - 9)
		(void)json_array_append_new(deck, json_string("map"));
	cr_expect_eq(
	    position_parse(rules_all, NULL, json, false, &g, &names, &err), 0, "%s", err.msg);
	(void)json_array_append_new(deck, json_string("map"));
	cr_expect_lt(position_parse(rules_all, NULL, json, false, &g, &names, &err), 0);
	cr_expect_eq(strncmp(err.msg, "129 cards are too many", 22), 0, "%s", err.msg);
	json_decref(json);
}

/* ---- what is taken --------------------------------------------------------------------------- */

/* A patch, and the value that the position then has under a key. */
static const struct {
	const char *name, *patch, *key, *want;
} taken[] = {
	{ "phase is play by default", "{}", "phase", "'play'" },
	{ "last_path may be missing", "{}", "last_path", "null" },
	{ "role_left may be missing", "{}", "role_left", "null" },
	{ "last_play may be given", "{'last_play':{'=':'bob'}}", "last_play", "'bob'" },
	{ "unknown keys are ignored", "{'mood':{'=':'good'}}", "turn", "5" },
	{ "rounds follow from the rules", "{}", "rounds", "3" },
	{ "a default option is not repeated", "{'options':{'=':{'draft':'auto'}}}", "options",
	    "{}" },
	{ "an option", "{'options':{'=':{'first':'bob'}}}", "options", "{'first':'bob'}" },
	{ "nobody is to move when over", "{'phase':{'=':'over'},'to_move':{'=':null}}", "to_move",
	    "null" },
	{ "draft",
	    "{'phase':{'=':'draft'},'options':{'=':{'draft':'ask'}},'drafting':{'=':[3,1,1]}}",
	    "drafting", "[3,1,1]" },
	{ "seats are completed, gold sorted", "{}", "seats",
	    "[{'name':'anna','hand':['nesw','map'],'role':'miner','broken':[],'gold':[1,3],'seen':["
	    "'8,0']},"
	    "{'name':'bob','hand':['ns'],'role':'saboteur','broken':['lamp'],'gold':[],'seen':[]},"
	    "{'name':'carl','hand':[],'role':'miner','broken':[],'gold':[],'seen':[]}]" },
	{ "tools and goals seen are sorted",
	    "{'seats':{'0':{'broken':{'=':['pickaxe','cart']},'seen':{'=':['8,0','8,-2']}},"
	    "'1':{'=':{'name':'bob','role':'miner'}},"
	    "'2':{'=':{'name':'carl','role':'miner','resigned':true}}}}",
	    "seats",
	    "[{'name':'anna','hand':['nesw','map'],'role':'miner','broken':['cart','pickaxe'],'"
	    "gold':[1,3],"
	    "'seen':['8,-2','8,0']},"
	    "{'name':'bob','hand':[],'role':'miner','broken':[],'gold':[],'seen':[]},"
	    "{'name':'carl','hand':[],'role':'miner','broken':[],'gold':[],'seen':[],'resigned':"
	    "true}]" },
	{ "the board is sorted, links are said", "{}", "board",
	    "[{'x':0,'y':0,'kind':'start','links':'NESW','flipped':false},"
	    "{'x':1,'y':0,'kind':'ew','links':'EW','flipped':false},"
	    "{'x':8,'y':-2,'kind':'goal-stone-ne','links':'NE','flipped':false,'face':'down'},"
	    "{'x':8,'y':0,'kind':'goal-gold','links':'NESW','flipped':false,'face':'down'}]" },
	{ "what looks the same both ways is not flipped; what does not, is",
	    "{'board':{'=':[{'x':0,'y':0,'kind':'start','flipped':true},"
	    "{'x':-1,'y':0,'kind':'nsw','flipped':true,'links':'NES','face':'up'}]},"
	    "'seats':{'0':{'seen':{'=':[]}}}}",
	    "board",
	    "[{'x':-1,'y':0,'kind':'nsw','links':'NES','flipped':true},"
	    "{'x':0,'y':0,'kind':'start','links':'NESW','flipped':false}]" },
	{ "a goal turned up may clash [C6]",
	    "{'board':{'=':[{'x':0,'y':0,'kind':'start'},{'x':1,'y':0,'kind':'goal-stone-ne'}]},"
	    "'seats':{'0':{'seen':{'=':[]}}}}",
	    "board",
	    "[{'x':0,'y':0,'kind':'start','links':'NESW','flipped':false},"
	    "{'x':1,'y':0,'kind':'goal-stone-ne','links':'NE','flipped':false}]" },
};

Test(position, defaults_and_canonical_form)
{
	json_t *base = json_aid(json_aid_position);

	for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
		json_t *patch = json_aid(taken[i].patch), *json = position_apply_patch(base, patch),
		       *again, *want;
		struct view v = { .seat = SEAT_OMNISCIENT };
		struct err err = ERR_INIT;
		struct names names;
		struct buf got = BUF_INIT;
		int rc = position_parse(rules_all, NULL, json, false, &v.known, &names, &err);

		json_decref(json);
		json_decref(patch);
		cr_assert_eq(rc, 0, "%s: %s", taken[i].name, err.msg);
		again = position_json(&v, &names, 0);
		want = json_aid(taken[i].want);
		position_text(json_object_get(again, taken[i].key), &got);
		cr_expect(json_equal(want, json_object_get(again, taken[i].key)), "%s: %s",
		    taken[i].name, got.p);
		json_decref(again);
		json_decref(want);
		buf_release(&got);
	}
	json_decref(base);
}

/* ---- properties over random play ------------------------------------------------------------- */

struct walk {
	struct names names;
	unsigned n; /* positions so far */
};

static void
expect_same(const char *what, unsigned n, const json_t *a, const json_t *b)
{
	struct buf as = BUF_INIT, bs = BUF_INIT;

	position_text(a, &as);
	position_text(b, &bs);
	cr_assert_str_eq(as.p, bs.p, "%s, position %u", what, n);
	buf_release(&as);
	buf_release(&bs);
}

/* json -> parse -> json is the identity, byte for byte. */
static void
round_trip(struct walk *w, const struct view *v, unsigned flags)
{
	struct view again = { .seat = v->seat };
	json_t *json = position_json(v, &w->names, flags), *second;
	struct err err = ERR_INIT;
	struct names names;

	cr_assert_eq(position_parse(rules_all, NULL, json, v->seat != SEAT_OMNISCIENT, &again.known,
			 &names, &err),
	    0, "position %u of seat %u: %s", w->n, v->seat, err.msg);
	second = position_json(&again, &names, flags);
	expect_same("round trip", w->n, json, second);
	json_decref(json);
	json_decref(second);
}

/* True for six of seven positions if only a few are wanted, for two of three in a quick run. */
static bool
is_left_out(unsigned n)
{
	return n % (is_few() ? 7 : is_quick() ? 3 : 1) != 0;
}

static void
try_round_trips(void *arg, const struct game *g)
{
	struct walk *w = arg;
	struct view v;

	if (is_left_out(++w->n))
		return;
	game_view(g, SEAT_OMNISCIENT, &v);
	round_trip(w, &v, 0);
	round_trip(w, &v, POSITION_BRIEF);
	game_view(g, SEAT_NONE, &v);
	round_trip(w, &v, 0);
	game_view(g, (uint8_t)(w->n % g->n_seats), &v);
	round_trip(w, &v, 0);
}

static void
walk_rules(const struct rules *rules, void (*each)(void *arg, const struct game *g), struct walk *w)
{
	static const struct options draft = { .at[SAB_DRAFT_ASK] = 1, .at[OPTION_FIRST] = 2 },
				    plain = { 0 };
	bool drafts = rules == &rules_saboteur;

	for (unsigned n = rules->seats_min; n <= rules->seats_max; n += few_step() > 1 ? 3 : 1) {
		w->names = (struct names){ 0 };
		for (unsigned i = 0; i < n; i++) {
			struct err err = ERR_INIT;
			char name[] = { 's', 'e', 'a', 't', (char)('a' + i) };

			cr_assert_eq(names_add(&w->names, name, sizeof name, &err), 0);
		}
		play_positions_of(
		    rules, n, n % 2 == 0 && drafts ? &draft : &plain, (uint8_t)n, each, w);
	}
}

static void
walk_all(void (*each)(void *arg, const struct game *g), struct walk *w)
{
	for (size_t i = 0; rules_all[i] != NULL; i++)
		walk_rules(rules_all[i], each, w);
}

Test(position, what_is_written_reads_back_the_same)
{
	struct walk w = { .n = 0 };

	walk_all(try_round_trips, &w);
	cr_expect_gt(w.n, 1000u);
}

/* ---- one wrong value ------------------------------------------------------------------------- */

/* A position, read with one value changed. */
struct wrong {
	json_t *whole;
	bool hidden_ok;
	unsigned n, read; /* tries, and those that were positions all the same */
};

/* Refused with the key, or a position that reads back the same. */
static void
try_wrong(struct wrong *w, const char *what)
{
	static struct view v, again;
	static struct names names;
	struct err err = ERR_INIT;

	w->n++;
	v.seat = w->hidden_ok ? SEAT_NONE : SEAT_OMNISCIENT;
	if (position_parse(rules_all, NULL, w->whole, w->hidden_ok, &v.known, &names, &err) == 0) {
		json_t *json = position_json(&v, &names, 0), *second;

		w->read++;
		cr_assert(w->hidden_ok || game_is_ok(&v.known), "%s: not ok", what);
		cr_assert_eq(
		    position_parse(rules_all, NULL, json, w->hidden_ok, &again.known, &names, &err),
		    0, "%s: read, and not again: %s", what, err.msg);
		again.seat = v.seat;
		second = position_json(&again, &names, 0);
		expect_same(what, w->n, json, second);
		json_decref(json);
		json_decref(second);
		return;
	}
	cr_assert(err.code == ERR_SYNTAX || err.code == ERR_NOT_FOUND, "%s: %s", what, err.msg);
	cr_assert_neq(err.msg[0], '\0', "%s", what);
}

static void
put(json_t *in, const char *key, size_t i, json_t *value)
{
	if (json_is_object(in))
		(void)json_object_set_new(in, key, value);
	else
		(void)json_array_set_new(in, i, value);
}

static void try_each(struct wrong *w, json_t *in);

/* Tries other values for a member or element, and none. */
static void
try_values(struct wrong *w, json_t *in, const char *key, size_t i, json_t *was)
{
	static const char *const other[] = { "null", "true", "false", "-1", "0", "1", "2", "7",
		"99", "70000", "'?'", "'x'", "'p1'", "'0,0'", "'1,0/e'", "[]", "['x']", "[0]",
		"['?']", "{}", "{'p1':1}", "{'x':0}" };

	json_incref(was);
	for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
		char what[80];

		(void)snprintf(what, sizeof what, "%s[%zu] %s", key, i, other[k]);
		put(in, key, i, json_aid(other[k]));
		try_wrong(w, what);
	}
	if (json_is_object(in)) {
		(void)json_object_del(in, key);
		try_wrong(w, key);
	} else {
		(void)json_array_set(in, i, was);
		(void)json_array_append(in, was);
		try_wrong(w, key);
		(void)json_array_remove(in, json_array_size(in) - 1);
	}
	put(in, key, i, was);
	try_each(w, was);
}

static void
try_each(struct wrong *w, json_t *in)
{
	json_t *before = json_copy(in); /* a member that comes back is the last one */
	const char *key;
	json_t *value;

	for (size_t i = 0; i < json_array_size(in); i++)
		try_values(w, in, "element", i, json_array_get(in, i));
	if (json_is_object(in))
		json_object_foreach(before, key, value) try_values(w, in, key, 0, value);
	json_decref(before);
}

static void
try_wrong_values(void *arg, const struct game *g)
{
	struct walk *w = arg;
	struct view v;

	if (w->n++ % (is_quick() ? 1409 : 701) != 61)
		return;
	for (int hidden = 0; hidden < 2; hidden++) {
		struct wrong wrong = { .hidden_ok = hidden != 0 };

		game_view(g, hidden ? (uint8_t)(w->n % g->n_seats) : SEAT_OMNISCIENT, &v);
		wrong.whole = position_json(&v, &w->names, POSITION_BRIEF);
		try_each(&wrong, wrong.whole);
		cr_expect(wrong.read > 0 && wrong.read < wrong.n);
		json_decref(wrong.whole);
	}
}

Test(position, each_value_may_be_wrong)
{
	struct walk w = { .n = 0 };

	walk_all(try_wrong_values, &w);
}

/* With keys that are rare in games. */
Test(position, each_rare_value_may_be_wrong)
{
	static const char *const rare[] = {
		"{'rules':'dark-cave','phase':'walk','to_move':'p1','turn':9,'seats':["
		"{'name':'p1','clan':'yellow','loyal':true,'hand':['1/ns','rat'],"
		"'hand_decks':['I','II'],'gold':3,'in_front':['battle-axe','battle-axe','boots'],"
		"'axes_new':1,'axe':{'goblin':'use','rat':'keep'},'agree':true,'knows':['p2']},"
		"{'name':'p2','clan':'blue','loyal':false,'hand':['2/ew'],'gold':1,'lying':true,"
		"'fell':true,'at':'1,0'},"
		"{'name':'p3','clan':'blue','loyal':true,'hand':[],'gold':0,'out':true,"
		"'revealed':true,'at':null}],"
		"'board':[{'kind':'start','x':0,'y':0},{'kind':'1/ew','x':1,'y':0},"
		"{'kind':'3/nsw:vein','x':0,'y':1,'gold':1},"
		"{'kind':'goal-hole','x':9,'y':9,'face':'down'}],"
		"'deck':['1/ne','2/ns','3/ew'],'pile':{'I':1,'II':1,'III':1},'draw':{'p1':1},"
		"'webs':[{'at':'0,0/e','count':2,'owner':'p2'}],"
		"'creatures':[{'kind':'rat','at':'1,0','owner':'p2'}],'pool':9,'first_out':'p3',"
		"'clan_left':['yellow-saboteur']}",
		"{'rules':'saboteur','options':{'draft':'ask'},'phase':'draft','to_move':'p2',"
		"'seats':[{'name':'p1','role':'miner','gold':[1]},"
		"{'name':'p2','role':'miner','gold':[]},{'name':'p3','role':'saboteur','gold':[2]}]"
		","
		"'board':[{'kind':'start','x':0,'y':0}],'drafting':[3,1],'gold_pile':[1,2],"
		"'role_left':'miner'}",
	};

	for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++) {
		for (int hidden = 0; hidden < 2; hidden++) {
			struct wrong w = { .whole = json_aid(rare[i]), .hidden_ok = hidden != 0 };
			struct err err = ERR_INIT;
			struct names names;
			struct game g;

			cr_assert_eq(
			    position_parse(rules_all, NULL, w.whole, false, &g, &names, &err), 0,
			    "%s", err.msg);
			try_each(&w, w.whole);
			cr_expect(w.read > 0 && w.read < w.n);
			json_decref(w.whole);
		}
	}
}

/* As in `adit referee`: the position that a seat sees gives the same view of that seat and of the
 * public. */
static void
try_views_of_views(void *arg, const struct game *g)
{
	struct walk *w = arg;
	const uint8_t seat = (uint8_t)(w->n++ % (g->n_seats + 1u));
	struct view own, pub, read, again;
	json_t *json, *second;
	struct err err = ERR_INIT;
	struct names names;

	if (is_left_out(w->n))
		return;
	game_view(g, seat, &own);
	game_view(g, SEAT_NONE, &pub);
	json = position_json(&own, &w->names, 0);
	cr_assert_eq(position_parse(rules_all, NULL, json, true, &read.known, &names, &err), 0,
	    "position %u: %s", w->n, err.msg);
	game_view(&read.known, seat, &again);
	second = position_json(&again, &names, 0);
	expect_same("the same seat", w->n, json, second);
	json_decref(json);
	json_decref(second);
	json = position_json(&pub, &w->names, 0);
	game_view(&read.known, SEAT_NONE, &again);
	second = position_json(&again, &names, 0);
	expect_same("everybody", w->n, json, second);
	json_decref(json);
	json_decref(second);
}

Test(position, a_view_of_a_view_adds_and_loses_nothing)
{
	struct walk w = { .n = 0 };

	walk_all(try_views_of_views, &w);
	cr_expect_gt(w.n, 1000u);
}

static void
try_patches(void *arg, const struct game *g)
{
	struct walk *w = arg;
	struct view pub, own;
	json_t *a, *b, *patch, *patched;

	w->n++;
	game_view(g, SEAT_NONE, &pub);
	game_view(g, (uint8_t)(w->n % g->n_seats), &own);
	a = position_json(&pub, &w->names, POSITION_BRIEF);
	b = position_json(&own, &w->names, POSITION_BRIEF);
	patch = position_patch(a, b);
	patched = position_apply_patch(a, patch);
	cr_assert(json_equal(patched, b), "position %u", w->n);
	json_decref(patched);
	json_decref(patch);
	patch = position_patch(b, a);
	patched = position_apply_patch(b, patch);
	cr_assert(json_equal(patched, a), "position %u, back", w->n);
	json_decref(patched);
	json_decref(patch);
	json_decref(a);
	json_decref(b);
}

Test(position, a_patch_makes_one_view_of_another)
{
	struct walk w = { .n = 0 };

	walk_all(try_patches, &w);
}

static void
expect_lines(unsigned n, json_t *json, size_t columns)
{
	struct buf text = BUF_INIT;
	json_error_t why;
	json_t *again;

	position_lines(json, columns, &text);
	for (const char *p = text.p, *end; *p != '\0'; p = end + 1) {
		end = strchr(p, '\n');
		cr_assert_neq(end, NULL, "position %u: no line end", n);
		cr_assert_leq(
		    (size_t)(end - p), columns, "position %u: %.*s", n, (int)(end - p), p);
		cr_assert(end > p && end[-1] != ' ', "position %u: blank at the end", n);
	}
	again = json_loadb(text.p, text.n, JSON_DECODE_ANY, &why);
	cr_assert_neq(again, NULL, "position %u: %s", n, why.text);
	expect_same("lines", n, json, again);
	json_decref(again);
	buf_release(&text);
}

static void
try_lines(void *arg, const struct game *g)
{
	struct walk *w = arg;
	struct view v;
	json_t *json;

	w->n++;
	game_view(g, w->n % 3 == 0 ? SEAT_NONE : SEAT_OMNISCIENT, &v);
	json = position_json(&v, &w->names, w->n % 2 == 0 ? POSITION_BRIEF : 0);
	expect_lines(w->n, json, 72);
	json_decref(json);
}

Test(position, lines_are_narrow_and_read_back_the_same)
{
	struct walk w = { .n = 0 };

	walk_all(try_lines, &w);
}

Test(position, lines_one_key_and_one_list_element_each)
{
	json_t *json = json_aid(
	    "{'a':1,'list':[{'x':1,'y':'long enough'},{'x':2}],'b':[1,2,3,4,5],'c':{}}");
	struct buf text = BUF_INIT, want = BUF_INIT;

	json_aid_text("{'a':1,\n 'list':[\n  {'x':1,\n   'y':'long enough'},\n  {'x':2}],\n"
		      " 'b':[1,2,3,4,5],\n 'c':{}}\n",
	    &want);
	position_lines(json, 22, &text);
	cr_expect_str_eq(text.p, want.p);
	json_decref(json);
	buf_release(&text);
	buf_release(&want);
}

/* ---- patches --------------------------------------------------------------------------------- */

static const struct {
	const char *name, *a, *b, *patch;
} differences[] = {
	{ "nothing differs", "{'a':[1,2]}", "{'a':[1,2]}", "{}" },
	{ "a value", "1", "2", "{'=':2}" },
	{ "a type", "{}", "[]", "{'=':[]}" },
	{ "a member", "{'a':1,'b':'some longer text'}", "{'a':2,'b':'some longer text'}",
	    "{'a':{'=':2}}" },
	{ "a new member", "{'b':'some longer text'}", "{'b':'some longer text','a':2}",
	    "{'a':{'=':2}}" },
	{ "a member that is gone", "{'a':1,'b':'some longer text'}", "{'b':'some longer text'}",
	    "{'=':{'b':'some longer text'}}" },
	{ "an element", "['some longer text',2,3]", "['some longer text',2,4]", "{'2':{'=':4}}" },
	{ "another length", "[1,2,3]", "[1,2]", "{'=':[1,2]}" },
	{ "all of it is shorter", "{'hand':['?','?','?'],'deck':['?','?','?','?','?']}",
	    "{'hand':['ns','ew','map'],'deck':['?','?','?','?','?']}",
	    "{'hand':{'=':['ns','ew','map']}}" },
	{ "deep", "{'a':{'b':[{'c':1,'d':'some longer text'},2]}}",
	    "{'a':{'b':[{'c':3,'d':'some longer text'},2]}}", "{'a':{'b':{'0':{'c':{'=':3}}}}}" },
	{ "a member called =", "{'=':1,'b':'some longer text'}", "{'=':2,'b':'some longer text'}",
	    "{'=':{'=':2,'b':'some longer text'}}" },
};

Test(position, a_patch_is_the_least_that_says_it)
{
	for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
		json_t *a = json_aid(differences[i].a), *b = json_aid(differences[i].b);
		json_t *want = json_aid(differences[i].patch), *patch = position_patch(a, b);
		json_t *patched = position_apply_patch(a, patch);
		struct buf got = BUF_INIT;

		position_text(patch, &got);
		cr_expect(json_equal(patch, want), "%s: %s", differences[i].name, got.p);
		cr_expect(json_equal(patched, b), "%s", differences[i].name);
		buf_release(&got);
		json_decref(patched);
		json_decref(patch);
		json_decref(want);
		json_decref(b);
		json_decref(a);
	}
}

static const struct {
	const char *name, *a, *patch;
} misfits[] = {
	{ "not an object", "{}", "[]" },
	{ "= and more", "{'a':1}", "{'=':1,'a':{'=':2}}" },
	{ "into a scalar", "{'a':1}", "{'a':{'b':{'=':1}}}" },
	{ "into what is not there", "{'a':1}", "{'c':{'b':{'=':1}}}" },
	{ "no change of what is not there", "{'a':1}", "{'c':{}}" },
	{ "an index that is none", "[1,2]", "{'x':{'=':1}}" },
	{ "an index beyond", "[1,2]", "{'2':{'=':1}}" },
	{ "an index with a zero", "[1,2]", "{'01':{'=':1}}" },
	{ "a negative index", "[1,2]", "{'-1':{'=':1}}" },
	{ "a patch of another type inside", "{'a':1}", "{'a':2}" },
};

Test(position, a_patch_that_does_not_fit_gives_nothing)
{
	for (size_t i = 0; i < sizeof misfits / sizeof misfits[0]; i++) {
		json_t *a = json_aid(misfits[i].a), *patch = json_aid(misfits[i].patch);

		cr_expect_eq(position_apply_patch(a, patch), NULL, "%s", misfits[i].name);
		json_decref(a);
		json_decref(patch);
	}
}
