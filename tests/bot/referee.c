#include <criterion/criterion.h>

#include "util/mem.h"
#include "wire/deck.h"
#include "wire/position.h"
#include "wire/json_aid.h"
#include "bot/referee.h"
#include "games/games.h"

/* Replaces each %P by the small position of tests/wire/json_aid.c, and ' by ". */
static void
make_request(const char *text, struct buf *out)
{
	const char *at;

	while ((at = strstr(text, "%P")) != NULL) {
		char *head = strndup(text, (size_t)(at - text));

		json_aid_text(head, out);
		json_aid_text(json_aid_position, out);
		free(head);
		text = at + 2;
	}
	json_aid_text(text, out);
}

static void
ask(const char *request, struct buf *answer)
{
	struct buf line = BUF_INIT;

	make_request(request, &line);
	referee_line(rules_all, NULL, line.p, line.n, answer);
	buf_release(&line);
}

/* ---- whole answers --------------------------------------------------------------------------- */

#define ANNA_SEES                                                                       \
	"{'name':'anna','hand':['nesw','map'],'role':'miner','broken':[],'gold':[1,3]," \
	"'seen':['8,0']}"
#define HEAD                                                                              \
	"'rules':'saboteur','options':{},'round':2,'rounds':3,'turn':5,'to_move':'anna'," \
	"'phase':'play'"
#define TABLE                                                          \
	"{'x':0,'y':0,'kind':'start','links':'NESW','flipped':false}," \
	"{'x':1,'y':0,'kind':'ew','links':'EW','flipped':false},"

static const struct {
	const char *name, *request, *want;
} answers[] = {
	{ "legal, sorted", "{'id':1,'op':'legal','position':%P}",
	    "{'id':1,'legal':['discard map','discard nesw','map 8,-2','map 8,0','place nesw at "
	    "-1,0',"
	    "'place nesw at 0,-1','place nesw at 0,1','place nesw at 2,0']}" },
	{ "legal for a view of who is to move",
	    "{'op':'legal','view':'anna','position':%P,'id':'x'}",
	    "{'id':'x','legal':['discard map','discard nesw','map 8,-2','map 8,0','place nesw at "
	    "-1,0',"
	    "'place nesw at 0,-1','place nesw at 0,1','place nesw at 2,0']}" },
	{ "legal tells another seat nothing", "{'op':'legal','view':'bob','position':%P}",
	    "{'legal':[]}" },
	{ "apply: a map", "{'id':[1],'op':'apply','position':%P,'order':'map 8,-2'}",
	    "{'id':[1],'position':{'rules':'saboteur','options':{},'round':2,'rounds':3,'turn':6,"
	    "'to_move':'bob','phase':'play','deck':[],'discard':['rockfall','map'],'set_aside':[],"
	    "'role_left':null,'gold_pile':[1,2,3],'last_path':null,'last_play':'anna','seats':["
	    "{'name':'anna','hand':['nesw','map'],'role':'miner','broken':[],'gold':[1,3],"
	    "'seen':['8,-2','8,0']},"
	    "{'name':'bob','hand':['ns'],'role':'saboteur','broken':['lamp'],'gold':[],'seen':[]},"
	    "{'name':'carl','hand':[],'role':'miner','broken':[],'gold':[],'seen':[]}],'board':"
	    "[" TABLE
	    "{'x':8,'y':-2,'kind':'goal-stone-ne','links':'NE','flipped':false,'face':'down'},"
	    "{'x':8,'y':0,'kind':'goal-gold','links':'NESW','flipped':false,'face':'down'}]},"
	    "'events':[{'kind':'played','seat':'anna','card':'map','at':'8,-2'},"
	    "{'kind':'saw-goal','seat':'anna','card':'goal-stone-ne','at':'8,-2'},"
	    "{'kind':'drew','seat':'anna','card':'map'}]}" },
	{ "view of a seat", "{'op':'view','position':%P,'view':'anna'}",
	    "{'position':{" HEAD ",'deck':['?'],'discard':['?'],'set_aside':[],'role_left':'?',"
	    "'gold_pile':['?','?','?'],'last_path':null,'last_play':null,'seats':[" ANNA_SEES ","
	    "{'name':'bob','hand':['?'],'role':'?','broken':['lamp'],'seen':[]},"
	    "{'name':'carl','hand':[],'role':'?','broken':[],'seen':[]}],'board':[" TABLE
	    "{'x':8,'y':-2,'kind':'?','flipped':false,'face':'down'},"
	    "{'x':8,'y':0,'kind':'goal-gold','links':'NESW','flipped':false,'face':'down'}]}}" },
	{ "view of everybody", "{'op':'view','position':%P,'view':'*'}",
	    "{'position':{" HEAD ",'deck':['?'],'discard':['?'],'set_aside':[],'role_left':'?',"
	    "'gold_pile':['?','?','?'],'last_path':null,'last_play':null,'seats':["
	    "{'name':'anna','hand':['?','?'],'role':'?','broken':[],'seen':['8,0']},"
	    "{'name':'bob','hand':['?'],'role':'?','broken':['lamp'],'seen':[]},"
	    "{'name':'carl','hand':[],'role':'?','broken':[],'seen':[]}],'board':[" TABLE
	    "{'x':8,'y':-2,'kind':'?','flipped':false,'face':'down'},"
	    "{'x':8,'y':0,'kind':'?','flipped':false,'face':'down'}]}}" },
	{ "legal from a view",
	    "{'op':'legal','position':{" HEAD ",'deck':['?'],'discard':['?'],"
	    "'role_left':'?','gold_pile':['?'],'seats':[{'name':'anna','hand':['map'],'role':'"
	    "miner'},"
	    "{'name':'bob','hand':['?'],'role':'?'},{'name':'carl','hand':['?']}],'board':["
	    "{'x':0,'y':0,'kind':'start'},{'x':8,'y':0,'kind':'?','face':'down'}]}}",
	    "{'legal':['discard map','map 8,0']}" },
	{ "score", "{'op':'score','position':%P}",
	    "{'scores':{'anna':4,'bob':0,'carl':0},'winners':[]}" },
	{ "score, as far as a seat knows", "{'op':'score','position':%P,'view':'bob'}",
	    "{'scores':{'bob':0},'winners':[]}" },
	{ "id null", "{'op':'score','position':%P,'id':null,'view':'*'}",
	    "{'id':null,'scores':{},'winners':[]}" },
};

Test(referee, answers)
{
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		struct buf got = BUF_INIT, want = BUF_INIT;

		json_aid_text(answers[i].want, &want);
		buf_chr(&want, '\n');
		ask(answers[i].request, &got);
		cr_expect_str_eq(
		    got.p, want.p, "%s:\ngot  %swant %s", answers[i].name, got.p, want.p);
		buf_release(&got);
		buf_release(&want);
	}
}

/* ---- parts of answers ------------------------------------------------------------------------ */

/* The answer must contain all of `has` and must not contain `lacks`. */
static const struct {
	const char *name, *request, *has[3], *lacks;
} parts[] = {
	{ "another's draw is hidden",
	    "{'op':'apply','position':%P,'order':'map 8,-2','view':'bob'}",
	    { "{'kind':'drew','seat':'anna','card':'?'}",
		"'saw-goal','seat':'anna','card':'?','at':'8,-2'", "'hand':['ns']" },
	    "goal-stone" },
	{ "one's own draw is not", "{'op':'apply','position':%P,'order':'map 8,-2','view':'anna'}",
	    { "{'kind':'drew','seat':'anna','card':'map'}", "'card':'goal-stone-ne'", "" },
	    "goal-gold'}" },
	{ "who is flipped",
	    "{'op':'apply','order':'place nsw at -1,0 flipped','position':{'rules':'saboteur',"
	    "'to_move':'a','seats':[{'name':'a','role':'miner','hand':['nsw','map']},"
	    "{'name':'b','role':'miner'},{'name':'c','role':'miner'}],"
	    "'board':[{'x':0,'y':0,'kind':'start'},{'x':8,'y':0,'kind':'goal-gold','face':'down'}]}"
	    "}",
	    { "{'kind':'placed','seat':'a','card':'nsw','at':'-1,0','flipped':true}",
		"{'x':-1,'y':0,'kind':'nsw','links':'NES','flipped':true}", "'last_path':'a'" },
	    "error" },
	{ "a symmetric card is never flipped",
	    "{'op':'apply','order':'place nesw at 2,0 flipped','position':%P}",
	    { "{'kind':'placed','seat':'anna','card':'nesw','at':'2,0'}",
		"{'x':2,'y':0,'kind':'nesw','links':'NESW','flipped':false}", "" },
	    "true" },
	{ "standing orders of any seat",
	    "{'op':'apply','seat':'bob','order':'resign','position':%P}",
	    { "{'kind':'resigned','seat':'bob'}", "'resigned':true", "'to_move':'anna'" },
	    "error" },
	{ "new", "{'op':'new','rules':'saboteur','players':5,'seed':'ab'}",
	    { "'turn':1,", "'phase':'play'",
		"'events':[{'kind':'round','value':1},{'kind':'first'" },
	    "?" },
	{ "new with names, options, view",
	    "{'op':'new','rules':'saboteur','names':['anna','bob','carl'],'players':3,"
	    "'options':{'first':'carl','draft':'ask'},'view':'bob'}",
	    { "'options':{'first':'carl','draft':'ask'}", "'to_move':'carl'", "'role':'?'" },
	    "'face':'down','" },
	{ "the end of the game",
	    "{'op':'apply','order':'discard map','position':{'rules':'saboteur','round':3,"
	    "'to_move':'a','seats':[{'name':'a','role':'saboteur','hand':['map']},"
	    "{'name':'b','role':'miner','gold':[3,3]},{'name':'c','role':'miner'}],'gold_pile':[3,"
	    "1],"
	    "'board':[{'x':0,'y':0,'kind':'start'}]},'view':'c'}",
	    { "'to_move':null,'phase':'over'", "{'kind':'round-end','outcome':'no-gold'}",
		"{'kind':'winner','seat':'b'}" },
	    "error" },
};

Test(referee, parts_of_answers)
{
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		struct buf got = BUF_INIT, text = BUF_INIT;

		ask(parts[i].request, &got);
		for (size_t k = 0; k < 3; k++) {
			if (parts[i].has[k] == NULL || parts[i].has[k][0] == '\0')
				continue;
			buf_clear(&text);
			json_aid_text(parts[i].has[k], &text);
			cr_expect_neq(strstr(got.p, text.p), NULL, "%s: no %s in %s", parts[i].name,
			    text.p, got.p);
		}
		buf_clear(&text);
		json_aid_text(parts[i].lacks, &text);
		cr_expect_eq(
		    strstr(got.p, text.p), NULL, "%s: %s in %s", parts[i].name, text.p, got.p);
		buf_release(&text);
		buf_release(&got);
	}
}

Test(referee, chooses_an_order)
{
	static const struct {
		const char *request, *want;
	} row[] = {
		{ "{'op':'choose','position':%P}", "{\"order\":\"" },
		{ "{'op':'choose','policy':'search:40','position':%P}", "\"tried\":[{\"order\":" },
		{ "{'op':'choose','policy':'greedy:2','position':%P}", "{\"order\":\"" },
		{ "{'op':'choose','policy':'greedy:3','position':%P}",
		    "policy: random, greedy, greedy:2 or search:N expected" },
		{ "{'op':'choose','policy':'random','seed':'07','position':%P}", "{\"order\":\"" },
		{ "{'op':'choose','policy':'search:0','position':%P}",
		    "policy: random, greedy, greedy:2 or search:N expected" },
		{ "{'op':'choose','policy':'search:1000000000','position':%P}",
		    "policy: random, greedy, greedy:2 or search:N expected" },
		{ "{'op':'choose','policy':7,'position':%P}", "policy: a string expected" },
		{ "{'op':'choose'}", "position: an object expected" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf answer = BUF_INIT;

		ask(row[i].request, &answer);
		cr_expect_not_null(strstr(buf_cstr(&answer), row[i].want), "%s: %s", row[i].request,
		    buf_cstr(&answer));
		buf_release(&answer);
	}
}

/* The orders of both revisions of greedy in a position. */
static void
expect_choices(const char *what, const char *position, const char *const want[static 2])
{
	static const char *const policy[] = { "greedy", "greedy:2" };

	for (unsigned k = 0; k < 2; k++) {
		struct buf request = BUF_INIT, answer = BUF_INIT, order = BUF_INIT;

		buf_fmt(&request, "{'op':'choose','policy':'%s','seed':'07','position':%s}",
		    policy[k], position);
		buf_fmt(&order, "{\"order\":\"%s\"}", want[k]);
		ask(buf_cstr(&request), &answer);
		cr_expect_not_null(strstr(buf_cstr(&answer), buf_cstr(&order)), "%s, %s: %s", what,
		    policy[k], buf_cstr(&answer));
		buf_release(&order);
		buf_release(&answer);
		buf_release(&request);
	}
}

/* The two revisions of greedy in The Dark Cave, for a dwarf at the start. */
Test(referee, chooses_a_route_in_the_cave)
{
	static const struct {
		const char *what, *phase, *board, *hand, *want[2];
	} row[] = {
		{ "looks for the exit, then builds", "play",
		    ",{'x':4,'y':4,'kind':'goal-exit','face':'down'},"
		    "{'x':-4,'y':4,'kind':'goal-hole','face':'down'}",
		    "'secret-information','1/nesw'",
		    { "place 1/nesw at 1,0", "secret-information goal 4,4" } },
		{ "one goal is left", "play", ",{'x':4,'y':0,'kind':'goal-exit','face':'down'}",
		    "'secret-information','1/nesw'",
		    { "place 1/nesw at 1,0", "place 1/nesw at 1,0" } },
		{ "joins a tunnel from the exit", "play",
		    ",{'x':4,'y':0,'kind':'goal-exit'},{'x':3,'y':0,'kind':'1/ew'},"
		    "{'x':2,'y':0,'kind':'1/ew'}",
		    "'1/ns','1/ew'", { "discard 1/ew", "place 1/ew at 1,0" } },
		{ "builds on from the exit", "play",
		    ",{'x':4,'y':1,'kind':'goal-exit'},{'x':4,'y':0,'kind':'1/ns'},"
		    "{'x':1,'y':0,'kind':'1/n+e+s+w'},{'x':0,'y':1,'kind':'1/n+e+s+w'}",
		    "'1/ew'", { "discard 1/ew", "place 1/ew at 3,1" } },
		{ "walks to the tunnel from the exit", "walk",
		    ",{'x':1,'y':0,'kind':'1/ew'},{'x':3,'y':0,'kind':'1/nw'},"
		    "{'x':3,'y':-1,'kind':'1/ns'},{'x':3,'y':-2,'kind':'1/ns'},"
		    "{'x':3,'y':-3,'kind':'1/ne','flipped':true},"
		    "{'x':4,'y':-3,'kind':'goal-exit'},{'x':0,'y':-1,'kind':'1/ns'},"
		    "{'x':0,'y':-2,'kind':'1/nesw'}",
		    "'1/ns'", { "walk to 0,-2", "walk to 1,0" } },
		{ "no routes on a very large board", "play",
		    ",{'x':40,'y':40,'kind':'goal-exit'},{'x':3,'y':0,'kind':'1/ew'},"
		    "{'x':2,'y':0,'kind':'1/ew'}",
		    "'1/ew'", { "discard 1/ew", "discard 1/ew" } },
	};
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf position = BUF_INIT;

		buf_fmt(&position,
		    "{'rules':'dark-cave','to_move':'anna','phase':'%s',"
		    "'board':[{'x':0,'y':0,'kind':'start'}%s],"
		    "'seats':[{'name':'anna','clan':'yellow','loyal':true,'at':'0,0','hand':[%s]},"
		    "{'name':'bob','clan':'blue','loyal':true,'at':'0,0','hand':['1/ns']}]}",
		    row[i].phase, row[i].board, row[i].hand);
		expect_choices(row[i].what, buf_cstr(&position), row[i].want);
		buf_release(&position);
	}
}

/* The same in The Duel: a tunnel that both share leads from 0,0 to 3,1. */
Test(referee, chooses_in_the_duel)
{
	static const struct {
		const char *what, *hand, *want[2];
	} row[] = {
		{ "takes a goal before the other side does", "'ew','break-cart'",
		    { "break-cart bob", "place ew at 4,1" } },
		{ "cuts the other side off", "'rockfall','map'", { "map 7,1", "rockfall 0,0" } },
		{ "draws two cards and keeps the key", "'key','map','break-lamp'",
		    { "break-lamp bob", "discard break-lamp map" } },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf position = BUF_INIT;

		buf_fmt(&position,
		    "{'rules':'duel','to_move':'anna','board':["
		    "{'x':0,'y':-1,'kind':'start-blue'},{'x':0,'y':1,'kind':'start-green'},"
		    "{'x':0,'y':0,'kind':'ns'},{'x':1,'y':1,'kind':'ew'},{'x':2,'y':1,'kind':'ew'},"
		    "{'x':3,'y':1,'kind':'ew'},{'x':5,'y':1,'kind':'?','face':'down'},"
		    "{'x':7,'y':1,'kind':'?','face':'down'}],'seats':["
		    "{'name':'anna','side':'green','hand':[%s]},"
		    "{'name':'bob','side':'blue','hand':['map','ew','ns','nw','ne','rockfall']}]}",
		    row[i].hand);
		expect_choices(row[i].what, buf_cstr(&position), row[i].want);
		buf_release(&position);
	}
}

/* Asks for the order of a search in this position, as the referee or a seat knows it. */
static void
choose_as(const struct game *g, uint8_t seat, struct buf *answer)
{
	struct view *v = mem_new(sizeof *v);
	struct buf line = BUF_INIT;
	struct names names;
	json_t *request = json_pack("{s:s,s:s}", "op", "choose", "policy", "search:12");

	simulate_names(g->n_seats, &names);
	game_view(g, seat, v);
	(void)json_object_set_new(request, "position", position_json(v, &names, 0));
	position_text(request, &line);
	referee_line(rules_all, NULL, line.p, line.n, answer);
	json_decref(request);
	buf_release(&line);
	free(v);
}

/* The order is legal, and follows from what its seat sees. */
static void
check_chosen(void *arg, const struct game *g)
{
	struct buf whole = BUF_INIT, seen = BUF_INIT;

	if (++*(unsigned *)arg % 9 != 0 && g->phase != PHASE_OVER)
		return;
	choose_as(g, SEAT_OMNISCIENT, &whole);
	if (g->phase == PHASE_OVER) {
		cr_expect_not_null(strstr(buf_cstr(&whole), "nobody is to move"), "%s", whole.p);
	} else {
		choose_as(g, g->to_move, &seen);
		cr_expect_str_eq(buf_cstr(&whole), buf_cstr(&seen));
		cr_expect_not_null(strstr(buf_cstr(&seen), "\"order\":"), "%s", seen.p);
		buf_clear(&seen);
		choose_as(g, (uint8_t)((g->to_move + 1) % g->n_seats), &seen);
		cr_expect(
		    strstr(buf_cstr(&seen), "nor what") != NULL || g->seat[g->to_move].n_hand == 0,
		    "%s", seen.p);
	}
	buf_release(&whole);
	buf_release(&seen);
}

Test(referee, chooses_from_what_a_seat_sees)
{
	static const struct options options;
	unsigned n = 0;

	for (const struct rules *const *r = rules_all; *r != NULL; r++)
		play_positions_of(
		    *r, (*r)->seats_max < 4 ? (*r)->seats_max : 4, &options, 9, check_chosen, &n);
}

Test(referee, the_same_seed_and_game_deal_the_same)
{
	struct buf a = BUF_INIT, b = BUF_INIT, c = BUF_INIT, d = BUF_INIT;

	ask("{'op':'new','rules':'saboteur','players':4,'seed':'AB'}", &a);
	ask("{'op':'new','rules':'saboteur','players':4,'seed':'ab00','game':0}", &b);
	ask("{'op':'new','rules':'saboteur','players':4,'seed':'ac'}", &c);
	ask("{'op':'new','rules':'saboteur','players':4,'seed':'ab','game':1}", &d);
	cr_expect_str_eq(a.p, b.p);
	cr_expect_str_neq(a.p, c.p);
	cr_expect_str_neq(a.p, d.p);
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
	buf_release(&d);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The beginning of the answer. */
static const struct {
	const char *name, *request, *want;
} errors[] = {
	{ "no JSON", "legal please", "{'error':{'code':'syntax','message':'column " },
	{ "too big a number keeps the id", "{'id':1,'players':1180591620717411303424}",
	    "{'id':1,'error':{'code':'syntax','message':'column " },
	{ "something behind keeps the id", "{'id':-3} x", "{'id':-3,'error':{'code':'syntax'," },
	{ "a NUL keeps the id and is named", "{'id':'a','op':'legal\\u0000'}",
	    "{'id':'a','error':{'code':'syntax','message':'column 28: a string with \\\\u0000 in "
	    "it'" },
	{ "nothing", "", "{'error':{'code':'syntax','message':'column " },
	{ "no object", "[1,2]", "{'error':{'code':'syntax','message':'a request is an object'" },
	{ "a bare number", "7", "{'error':{'code':'syntax','message':'a request is an object'" },
	{ "a key twice", "{'op':'legal','op':'legal'}",
	    "{'error':{'code':'syntax','message':'column " },
	{ "something behind", "{'op':'legal'} x", "{'error':{'code':'syntax'," },
	{ "no op", "{'id':3}", "{'id':3,'error':{'code':'usage','message':'op: legal, apply, " },
	{ "unknown op", "{'id':{'a':1},'op':'fly'}",
	    "{'id':{'a':1},'error':{'code':'usage','message':'op: " },
	{ "op of another type", "{'op':1}",
	    "{'error':{'code':'usage','message':'op: a string expected'" },
	{ "no position", "{'op':'legal'}",
	    "{'error':{'code':'usage','message':'position: an object expected'" },
	{ "a bad position", "{'op':'score','position':{}}",
	    "{'error':{'code':'syntax','message':'rules: the name of a rules set expected'" },
	{ "an unknown view", "{'op':'score','position':%P,'view':'eve'}",
	    "{'error':{'code':'not-found','message':'view: no seat " },
	{ "a view of another type", "{'op':'score','position':%P,'view':null}",
	    "{'error':{'code':'usage','message':'view: a string expected'" },
	{ "op view without a view", "{'op':'view','position':%P}",
	    "{'error':{'code':'usage','message':'view: the name of a seat, or " },
	{ "no order", "{'op':'apply','position':%P}",
	    "{'error':{'code':'usage','message':'order: a string expected'" },
	{ "an order that cannot be read", "{'op':'apply','position':%P,'order':'eat nesw'}",
	    "{'error':{'code':'syntax','message':" },
	{ "an order of an unknown seat",
	    "{'op':'apply','position':%P,'order':'resign','seat':'eve'}",
	    "{'error':{'code':'not-found','message':'seat: no seat " },
	{ "a refused order", "{'id':9,'op':'apply','position':%P,'order':'discard ns'}",
	    "{'id':9,'error':{'code':'not-in-hand','message':" },
	{ "a clash of edges", "{'op':'apply','position':%P,'order':'place nesw at 1,0'}",
	    "{'error':{'code':'space-taken','message':" },
	{ "out of turn", "{'op':'apply','position':%P,'order':'discard ns','seat':'bob'}",
	    "{'error':{'code':'not-your-turn','message':" },
	{ "apply to a view",
	    "{'op':'apply','order':'map 8,0','position':{'rules':'saboteur','to_move':'a',"
	    "'seats':[{'name':'a','role':'miner','hand':['?']},{'name':'b','role':'?'},{'name':'c'}"
	    "],"
	    "'board':[]}}",
	    "{'error':{'code':'syntax','message':'seats[0].hand[0]: hidden cards" },
	{ "an order after the end",
	    "{'op':'apply','order':'discard map','position':{'rules':'saboteur',"
	    "'phase':'over','seats':[{'name':'a','role':'miner','hand':['map']},{'name':'b','role':"
	    "'miner'},"
	    "{'name':'c','role':'miner'}],'board':[{'x':0,'y':0,'kind':'start'}]}}",
	    "{'error':{'code':'game-over','message':" },
	{ "a turn behind the last that positions count",
	    "{'op':'apply','order':'discard map','position':{'rules':'saboteur',"
	    "'turn':60000,'to_move':'a','seats':[{'name':'a','role':'miner','hand':['map']},"
	    "{'name':'b','role':'miner','hand':['map']},"
	    "{'name':'c','role':'miner'}],'board':[{'x':0,'y':0,'kind':'start'}]}}",
	    "{'error':{'code':'syntax','message':'turn: 60000 is the last that there is'" },
	{ "a seat's view of what another sees",
	    "{'op':'view','view':'b','position':{'rules':'saboteur','to_move':'a',"
	    "'seats':[{'name':'a','role':'miner','hand':['map']},{'name':'b','role':'?','hand':['?'"
	    "]},"
	    "{'name':'c','role':'?'}],'board':[{'x':0,'y':0,'kind':'start'}]}}",
	    "{'error':{'code':'usage','message':'view: the position is not the referee" },
	{ "nor of one without cards",
	    "{'op':'view','view':'c','position':{'rules':'saboteur','to_move':'a',"
	    "'seats':[{'name':'a','role':'miner','hand':['map']},{'name':'b','role':'?','hand':['?'"
	    "]},"
	    "{'name':'c','role':'?'}],'board':[{'x':0,'y':0,'kind':'start'}]}}",
	    "{'error':{'code':'usage','message':'view: the position is not the referee" },
	{ "a seed that is no hex", "{'op':'apply','position':%P,'order':'map 8,0','seed':'xy'}",
	    "{'error':{'code':'usage','message':'seed: 1 to 64 hex digits expected'" },
	{ "an empty seed", "{'op':'new','rules':'saboteur','players':3,'seed':''}",
	    "{'error':{'code':'usage','message':'seed: 1 to 64 hex digits expected'" },
	{ "a seed of another type", "{'op':'new','rules':'saboteur','players':3,'seed':5}",
	    "{'error':{'code':'usage','message':'seed: a string expected'" },
	{ "a negative game", "{'op':'new','rules':'saboteur','players':3,'game':-1}",
	    "{'error':{'code':'usage','message':'game: a whole number expected'" },
	{ "new without rules", "{'op':'new','players':3}",
	    "{'error':{'code':'usage','message':'rules: a string expected'" },
	{ "new with unknown rules", "{'op':'new','rules':'chess','players':3}",
	    "{'error':{'code':'not-found','message':'rules: no rules set " },
	{ "new without players", "{'op':'new','rules':'saboteur'}",
	    "{'error':{'code':'usage','message':'players: a whole number expected'" },
	{ "new with too many players", "{'op':'new','rules':'saboteur','players':11}",
	    "{'error':{'code':'usage','message':'players: saboteur has 3 to 10 seats'" },
	{ "names of another type", "{'op':'new','rules':'saboteur','names':{'a':1}}",
	    "{'error':{'code':'usage','message':'names: a list of names expected'" },
	{ "a name of another type", "{'op':'new','rules':'saboteur','names':['a','b',3]}",
	    "{'error':{'code':'usage','message':'names: a list of names expected'" },
	{ "a name twice", "{'op':'new','rules':'saboteur','names':['a','b','a']}",
	    "{'error':{'code':'usage','message':'names[2]: two seats are called " },
	{ "names and players differ",
	    "{'op':'new','rules':'saboteur','names':['a','b','c'],'players':4}",
	    "{'error':{'code':'usage','message':'players: the list of names is of another "
	    "length'" },
	{ "a bad option", "{'op':'new','rules':'saboteur','players':3,'options':{'draft':'maybe'}}",
	    "{'error':{'code':'syntax','message':'options: " },
};

Test(referee, errors_have_a_code_and_an_id)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
		struct buf got = BUF_INIT, want = BUF_INIT;

		json_aid_text(errors[i].want, &want);
		ask(errors[i].request, &got);
		cr_expect_eq(strncmp(got.p, want.p, want.n), 0, "%s: %s", errors[i].name, got.p);
		cr_expect_eq(
		    strchr(got.p, '\n'), got.p + got.n - 1, "%s: not one line", errors[i].name);
		buf_release(&got);
		buf_release(&want);
	}
}

Test(referee, bytes_that_are_no_text_and_lines_too_long)
{
	struct buf line = BUF_INIT, got = BUF_INIT;

	referee_line(rules_all, NULL, "\xff\xfe\0{", 4, &got);
	cr_expect_eq(strncmp(got.p, "{\"error\":{\"code\":\"syntax\"", 25), 0, "%s", got.p);
	buf_clear(&got);
	buf_fill(&line, ' ', REFEREE_LINE_MAX + 1);
	referee_line(rules_all, NULL, line.p, line.n, &got);
	cr_expect_str_eq(got.p,
	    "{\"error\":{\"code\":\"syntax\",\"message\":"
	    "\"a request has at most 1048576 bytes\"}}\n");
	buf_clear(&got);
	buf_clear(&line);
	buf_fill(&line, '[', REFEREE_LINE_MAX);
	referee_line(rules_all, NULL, line.p, line.n, &got);
	cr_expect_eq(strncmp(got.p, "{\"error\":{\"code\":\"syntax\"", 25), 0, "%s", got.p);
	buf_release(&line);
	buf_release(&got);
}

/* ---- custom decks ---------------------------------------------------------------------------- */

/* Uses the cards of saboteur with other crossings. *deck and the answer belong to the caller. */
static void
ask_house(struct house_deck *deck, const char *request, struct buf *answer)
{
	struct buf list = BUF_INIT, line = BUF_INIT;
	struct err err = ERR_INIT;
	const struct rules *base = rules_find(rules_all, "saboteur", 8);
	char *nesw;

	deck_text(base, "", &list);
	nesw = strstr(buf_cstr(&list), "nesw 5");
	cr_assert_not_null(nesw);
	memcpy(nesw, "nesw 0", 6);
	buf_str(&list, "n+esw 5\n");
	cr_assert_eq(deck_parse(deck, base, list.p, list.n, &err), 0, "%s", err.msg);
	make_request(request, &line);
	referee_line(rules_all, &deck->rules, line.p, line.n, answer);
	buf_release(&list);
	buf_release(&line);
}

Test(referee, a_house_deck_is_the_only_one_there_is)
{
	static const struct {
		const char *name, *request, *want;
	} rows[] = {
		{ "its cards",
		    "{'op':'legal','position':{'rules':'saboteur','to_move':'a','seats':["
		    "{'name':'a','role':'miner','hand':['n+esw']},{'name':'b','role':'miner'},"
		    "{'name':'c','role':'miner'}],'board':[{'x':0,'y':0,'kind':'start'}]}}",
		    "{'legal':['discard n+esw','place n+esw at -1,0','place n+esw at -1,0 flipped',"
		    "'place n+esw at 0,-1','place n+esw at 0,-1 flipped','place n+esw at 0,1',"
		    "'place n+esw at 0,1 flipped','place n+esw at 1,0','place n+esw at 1,0 "
		    "flipped']}\n" },
		{ "not those of the rules set that it left out", "{'op':'legal','position':%P}",
		    "{'error':{'code':'syntax','message':'seats[0].hand[0]: no card \\'nesw\\' in "
		    "saboteur'}}\n" },
		{ "nor another rules set", "{'op':'legal','position':{'rules':'duel'}}",
		    "{'error':{'code':'syntax','message':'rules: saboteur expected'}}\n" },
		{ "also for a new game", "{'op':'new','rules':'duel','players':2}",
		    "{'error':{'code':'usage','message':'rules: saboteur expected'}}\n" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct house_deck deck;
		struct buf got = BUF_INIT, want = BUF_INIT;

		ask_house(&deck, rows[i].request, &got);
		json_aid_text(rows[i].want, &want);
		cr_expect_str_eq(buf_cstr(&got), buf_cstr(&want), "%s", rows[i].name);
		buf_release(&got);
		buf_release(&want);
	}
}

/* ---- cards ----------------------------------------------------------------------------------- */

Test(referee, cards_are_those_of_the_box)
{
	static const struct {
		const char *class;
		unsigned kinds, cards;
	} want[] = {
		{ "start", 1, 1 },
		{ "goal", 3, 3 },
		{ "path", 16, 40 },
		{ "action", 11, 27 },
		{ "gold", 3, 28 },
		{ "role", 2, 11 },
	};
	struct buf text = BUF_INIT;
	unsigned kinds[6] = { 0 }, n[6] = { 0 };

	referee_cards(&rules_saboteur, &text);
	for (const char *line = text.p, *end; line < text.p + text.n; line = end + 1) {
		json_t *card;

		end = strchr(line, '\n');
		cr_assert_not_null(end, "the last line has no end");
		card = json_loadb(line, (size_t)(end - line), 0, NULL);
		cr_assert_not_null(card, "%.80s", line);
		for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
			if (strcmp(json_string_value(json_object_get(card, "class")),
				want[i].class) != 0)
				continue;
			kinds[i]++;
			n[i] += (unsigned)json_integer_value(json_object_get(card, "count"));
		}
		json_decref(card);
	}
	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
		cr_expect_eq(kinds[i], want[i].kinds, "%s: %u kinds", want[i].class, kinds[i]);
		cr_expect_eq(n[i], want[i].cards, "%s: %u cards", want[i].class, n[i]);
	}
	cr_expect_eq(strncmp(text.p,
			 "{\"kind\":\"start\",\"class\":\"start\",\"links\":\"NESW\","
			 "\"count\":1,\"features\":[]}\n",
			 68),
	    0, "%.80s", text.p);
	buf_release(&text);
}

Test(referee, seeds)
{
	static const struct {
		const char *hex;
		int rc;
		uint8_t first, second;
	} row[] = {
		{ "ab", 0, 0xab, 0 },
		{ "ABc", 0, 0xab, 0xc0 },
		{ "", -1, 0, 0 },
		{ "g", -1, 0, 0 },
		{ "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", 0, 0x01,
		    0x23 },
		{ "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0", -1, 0, 0 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		uint8_t seed[32] = { 0 };

		cr_expect_eq(bot_seed_parse(row[i].hex, strlen(row[i].hex), seed), row[i].rc, "%s",
		    row[i].hex);
		cr_expect_eq(seed[0], row[i].first, "%s", row[i].hex);
		cr_expect_eq(seed[1], row[i].second, "%s", row[i].hex);
	}
}
