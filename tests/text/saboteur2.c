#include <criterion/criterion.h>

#include "bot/policy.h"
#include "draw/draw.h"
#include "text/eventline.h"
#include "wire/json_aid.h"
#include "text/orderline.h"
#include "wire/position.h"
#include "bot/referee.h"
#include "text/verdict.h"
#include "util/mem.h"
#include "games/games.h"

/* Saboteur 2 in words, pictures and JSON. */

/* anna, a boss, is to move, with a theft and a broken lamp in front of her. bob is trapped, carl
 * has resigned. */
#define ANNA "'role':'boss','gold':3,'broken':['lamp'],'in_front':['theft']"
#define SEATS(anna)                                                                        \
	"'seats':[{'name':'anna','hand':['ns','map','ns','trapped']," anna "},"            \
	"{'name':'bob','role':'saboteur','hand':['new'],'in_front':['trapped'],'gold':2}," \
	"{'name':'carl','role':'geologist','resigned':true}]"
#define TWO_ROLES "'boss','profiteer'"
#define TEN_ROLES TWO_ROLES "," TWO_ROLES "," TWO_ROLES "," TWO_ROLES "," TWO_ROLES
#define BOARD                                                                 \
	"'board':[{'x':0,'y':0,'kind':'start'},{'x':1,'y':0,'kind':'ns+ew'}," \
	"{'x':2,'y':0,'kind':'ew:door-blue'},{'x':8,'y':0,'kind':'goal-gold','face':'down'}]"
#define POSITION(anna, more) \
	"'position':{'rules':'saboteur2','to_move':'anna'," more SEATS(anna) "," BOARD "}"

static void
ask(const char *request, struct buf *answer)
{
	struct buf line = BUF_INIT;

	json_aid_text(request, &line);
	referee_line(rules_all, NULL, line.p, line.n, answer);
	buf_release(&line);
}

/* has: parts of the answer. lacks: a text that must not be in it. */
static const struct {
	const char *name, *request, *has[4], *lacks;
} parts[] = {
	{ "legal: kinds of a discard sorted bytewise, each choice once",
	    "{'op':'legal'," POSITION(ANNA, "") "}",
	    { "['discard map','discard map ns','discard map ns ns','discard map ns to remove "
	      "break-lamp',"
	      "'discard map ns to remove theft','discard map ns trapped','discard map trapped',",
		"" },
	    "ns map" },
	{ "legal: discards and clears", "{'op':'legal'," POSITION(ANNA, "") "}",
	    { "'discard map ns to remove break-lamp','discard map ns to remove theft',"
	      "'discard map ns trapped',",
		"'discard trapped','map 8,0','trapped carl']", "" },
	    "steal" },
	{ "apply: discards go in the order named, then what they remove",
	    "{'op':'apply','order':'discard ns map to remove theft'," POSITION(ANNA, "") "}",
	    { "'discard':['ns','map','theft']", "'thieves':[]",
		"{'kind':'cleared','seat':'anna','card':'theft'}", "'last_play':'anna'" },
	    "error" },
	{ "apply: a standing order",
	    "{'op':'apply','seat':'bob','order':'steal anna'," POSITION(ANNA, "") "}",
	    { "'steal':['anna']", "{'kind':'standing'}", "'turn':1,", "'to_move':'anna'" },
	    "error" },
	{ "apply: steal none",
	    "{'op':'apply','seat':'bob','order':'steal none'," POSITION(ANNA, "") "}",
	    { "'steal':[]", "'steal':null", "" }, "error" },
	{ "apply: swapped hands keep their order",
	    "{'op':'apply','order':'swap-hands "
	    "bob','position':{'rules':'saboteur2','to_move':'anna',"
	    "'deck':['rockfall'],'seats':[{'name':'anna','role':'boss','hand':['ns','swap-hands','"
	    "map']},"
	    "{'name':'bob','role':'saboteur','hand':['new','ew']}]," BOARD "}}",
	    { "'hand':['new','ew']", "'hand':['ns','map','rockfall']",
		"{'kind':'received','seat':'anna','card':'new','to':'bob'}", "" },
	    "error" },
	{ "apply: hats",
	    "{'op':'apply','order':'swap-hats bob','position':{'rules':'saboteur2',"
	    "'to_move':'anna','role_pile':['profiteer','boss'],"
	    "'seats':[{'name':'anna','role':'boss','hand':['swap-hats','map']},"
	    "{'name':'bob','role':'saboteur'}]," BOARD "}}",
	    { "'role_pile':['boss']", "'hats':['saboteur'],'hats_from':['bob']",
		"{'name':'bob','hand':[],'role':'profiteer'",
		"{'kind':'role','seat':'bob','card':'profiteer'}" },
	    "error" },
	{ "apply: an inspection is remembered",
	    "{'op':'apply','order':'inspection bob','view':'anna','position':{'rules':'saboteur2',"
	    "'to_move':'anna','seats':[{'name':'anna','role':'boss','hand':['inspection','map']},"
	    "{'name':'bob','role':'saboteur','hand':['map']}]," BOARD "}}",
	    { "'knows':['bob']", "{'kind':'saw-role','seat':'anna','card':'saboteur','to':'bob'}",
		"{'name':'bob','hand':['?'],'role':'saboteur'", "" },
	    "error" },
	{ "view: how much gold is the owner's secret",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "") "}",
	    { "'gold':3,'has_gold':true", "'in_front':['trapped'],'has_gold':true",
		"'has_gold':false", "'thieves':['anna']" },
	    "'gold':2" },
	{ "view: whom one would rob too",
	    "{'op':'view','view':'bob'," POSITION(ANNA ",'steal':['bob']", "") "}",
	    { "'steal':null", "" }, "'steal':['bob']" },
	{ "thieves say the order",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'thieves':['anna'],") "}",
	    { "'thieves':['anna']", "'in_front':['theft']", "" }, "error" },
	{ "defaults", "{'op':'view','view':'anna'," POSITION(ANNA, "") "}",
	    { "'role_pile':[],'thieves':['anna'],'hats':[],'hats_from':[],'last_play':null",
		"'steal':null,'seen':[],'knows':[]", "" },
	    "error" },
	{ "score", "{'op':'score'," POSITION(ANNA, "") "}",
	    { "'scores':{'anna':3,'bob':2,'carl':0}", "" }, "error" },
	{ "new", "{'op':'new','rules':'saboteur2','players':12,'seed':'ab'}",
	    { "'rules':'saboteur2'", "'role_pile':[", "'p12'", "'thieves':[]" }, "error" },
	{ "a house of thirteen", "{'op':'new','rules':'saboteur2','players':13}", { "error", "" },
	    "position" },
	/* impossible positions */
	{ "two theft cards",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'thieves':['anna','anna'],") "}",
	    { "error", "thieves[1]", "" }, "position':{" },
	{ "a thief without a theft",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'thieves':['bob'],") "}",
	    { "error", "seats[0].in_front", "" }, "position':{" },
	{ "no such card in front",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','in_front':['map']", "") "}",
	    { "error", "in_front[0]: theft or trapped expected", "" }, "position':{" },
	{ "too much gold",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','gold':10000", "") "}",
	    { "error", "gold", "" }, "position':{" },
	{ "more gold than leaves room for that of three rounds",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','gold':9613", "") "}",
	    { "error", "seats[0].gold: a whole number from 0 to 9612 expected", "" },
	    "position':{" },
	{ "what is left of it in the last round",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','gold':9870", "'round':3,") "}",
	    { "'gold':9870", "" }, "error" },
	{ "whom one cannot rob",
	    "{'op':'view','view':'anna'," POSITION(ANNA ",'steal':['dora']", "") "}",
	    { "error", "seats[0].steal[0]", "" }, "position':{" },
	{ "a role that is none",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'role_pile':['map'],") "}",
	    { "error", "role_pile[0]", "" }, "position':{" },
	{ "roles of another game", "{'op':'view','view':'anna'," POSITION("'role':'miner'", "") "}",
	    { "error", "no card", "" }, "position':{" },
	{ "gold or none of another type",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','has_gold':1", "") "}",
	    { "error", "seats[0].has_gold: true or false expected", "" }, "position':{" },
	{ "thieves that are no list",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'thieves':{},") "}",
	    { "error", "thieves: a list of seats expected", "" }, "position':{" },
	{ "a thief who is no seat",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'thieves':['dora'],") "}",
	    { "error", "thieves[0]: no seat \\\"dora\\\"", "" }, "position':{" },
	{ "known seats that are no list",
	    "{'op':'view','view':'anna'," POSITION(ANNA ",'knows':'bob'", "") "}",
	    { "error", "seats[0].knows: a list of seats expected", "" }, "position':{" },
	{ "a known seat twice",
	    "{'op':'view','view':'anna'," POSITION(ANNA ",'knows':['bob','bob']", "") "}",
	    { "error", "seats[0].knows[1]: bob is there twice", "" }, "position':{" },
	{ "seats to rob that are no list",
	    "{'op':'view','view':'anna'," POSITION(ANNA ",'steal':'bob'", "") "}",
	    { "error", "seats[0].steal: a list of seats expected", "" }, "position':{" },
	{ "cards in front that are no list",
	    "{'op':'view','view':'anna'," POSITION("'role':'boss','in_front':'theft'", "") "}",
	    { "error", "seats[0].in_front: a list expected", "" }, "position':{" },
	{ "a card in front twice",
	    "{'op':'view','view':'anna'," POSITION(
		"'role':'boss','in_front':['theft','theft']", "") "}",
	    { "error", "seats[0].in_front[1]: theft is there twice", "" }, "position':{" },
	{ "a hat of no seat",
	    "{'op':'view','view':'anna'," POSITION(
		ANNA, "'hats':['boss'],'hats_from':['dora'],") "}",
	    { "error", "hats_from[0]: no seat \\\"dora\\\"", "" }, "position':{" },
	{ "seats of hats that are no list",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'hats':['boss'],'hats_from':'bob',") "}",
	    { "error", "hats_from: a list of as many seats as hats expected", "" }, "position':{" },
	{ "more roles than the box has",
	    "{'op':'view','view':'anna'," POSITION(
		ANNA, "'role_pile':[" TEN_ROLES "],'hats':[" TEN_ROLES "],") "}",
	    { "error", "hats: role pile and hats are at most 16 cards together", "" },
	    "position':{" },
	{ "hats of nobody",
	    "{'op':'view','view':'anna'," POSITION(ANNA, "'hats':['boss'],'hats_from':[],") "}",
	    { "error", "hats_from", "" }, "position':{" },
};

Test(saboteur2, referee)
{
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		struct buf got = BUF_INIT;

		ask(parts[i].request, &got);
		for (unsigned k = 0; k < 4 && parts[i].has[k] != NULL; k++) {
			struct buf want = BUF_INIT;

			json_aid_text(parts[i].has[k], &want);
			cr_expect(strstr(got.p, buf_cstr(&want)) != NULL, "%s: no %s in\n%s",
			    parts[i].name, buf_cstr(&want), got.p);
			buf_release(&want);
		}
		struct buf lacks = BUF_INIT;
		json_aid_text(parts[i].lacks, &lacks);
		cr_expect(
		    strstr(got.p, lacks.p) == NULL, "%s: %s in\n%s", parts[i].name, lacks.p, got.p);
		buf_release(&lacks);
		buf_release(&got);
	}
}

/* ---- words ------------------------------------------------------------------------------------- */

static void
small_game(struct game *g, struct names *names, const char *more)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	json_t *json;

	buf_str(&text, "{'rules':'saboteur2','to_move':'anna',");
	buf_str(&text, more);
	buf_str(&text, SEATS(ANNA) "," BOARD "}");
	json = json_aid(text.p);
	cr_assert_eq(
	    position_parse(rules_all, NULL, json, false, g, names, &err), 0, "%s", err.msg);
	json_decref(json);
	buf_release(&text);
}

/* Orders of bob, to move with all needed cards in hand, and the answers. */
static const struct {
	const char *order, *want;
} refusal[] = {
	{ "place new at 0,1", "you are trapped: no path card until you are freed" },
	{ "theft", "" },
	{ "hands-off bob", "there is no theft card in front of you" },
	{ "hands-off carl", "there is no theft card in front of carl" },
	{ "hands-off anna", "" },
	{ "trapped bob", "trapped is for another player than yourself" },
	{ "trapped anna", "" },
	{ "free-at-last anna", "there is no trapped card in front of anna" },
	{ "inspection bob", "inspection is for another player than yourself" },
	{ "swap-hands bob", "swap-hands is for another player than yourself" },
	{ "swap-hands carl", "carl has resigned and holds no cards" },
	{ "swap-hats anna", "no dwarf card is left to draw" },
	{ "discard theft new to remove theft", "there is no theft card in front of you" },
	{ "discard theft new to remove trapped", "" },
	{ "discard map", "you hold no map" },
	{ "steal anna,anna", "name each player once" },
};

Test(saboteur2, refusals)
{
	static const char *const hand[] = { "new", "theft", "hands-off", "trapped", "free-at-last",
		"inspection", "swap-hands", "swap-hats" };

	for (size_t i = 0; i < sizeof refusal / sizeof refusal[0]; i++) {
		struct buf got = BUF_INIT;
		struct err err = ERR_INIT;
		struct names names;
		struct order o;
		struct view v;
		struct game g;
		enum verdict verdict;

		small_game(&g, &names, "");
		g.to_move = 1;
		g.seat[1].n_hand = 0;
		for (size_t k = 0; k < sizeof hand / sizeof hand[0]; k++)
			g.seat[1].hand[g.seat[1].n_hand++] = card_find(
			    g.rules, hand[k], strlen(hand[k]));
		cr_assert_eq(orderline_parse(g.rules, &names, 1, refusal[i].order,
				 strlen(refusal[i].order), &o, &err),
		    0, "%s: %s", refusal[i].order, err.msg);
		verdict = game_check(&g, &o);
		game_view(&g, 1, &v);
		if (verdict != VERDICT_OK)
			verdict_text(NULL, &v, &names, &o, verdict, &got);
		cr_expect_str_eq(
		    buf_cstr(&got), refusal[i].want, "%s: %s", refusal[i].order, buf_cstr(&got));
		buf_release(&got);
	}
}

Test(saboteur2, refused_ladders)
{
	static const struct {
		const char *order, *want;
	} row[] = {
		{ "place n:ladder at 5,5",
		    "no tunnel of n:ladder at 5,5 meets a tunnel of a card that is no goal" },
		{ "place n:ladder at 8,1 flipped", "a ladder may not lie next to a goal" },
		{ "place n:ladder at 1,1", "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf got = BUF_INIT;
		struct err err = ERR_INIT;
		struct names names;
		struct order o;
		struct view v;
		struct game g;
		enum verdict verdict;

		small_game(&g, &names, "");
		g.seat[0].broken = 0;
		g.seat[0].hand[0] = card_find(g.rules, "n:ladder", 8);
		cr_assert_eq(orderline_parse(
				 g.rules, &names, 0, row[i].order, strlen(row[i].order), &o, &err),
		    0);
		verdict = game_check(&g, &o);
		game_view(&g, 0, &v);
		if (verdict != VERDICT_OK)
			verdict_text(NULL, &v, &names, &o, verdict, &got);
		cr_expect_str_eq(
		    buf_cstr(&got), row[i].want, "%s: %s", row[i].order, buf_cstr(&got));
		buf_release(&got);
	}
}

enum { SEAT_ANNA, SEAT_BOB, SEAT_CARL, NOBODY = SEAT_NONE };

static const struct {
	uint8_t kind, seat, to;
	const char *card; /* NULL: none; "?": hidden */
	uint16_t value;
	uint8_t you;
	const char *line, *sentence; /* sentence NULL: no words */
} event[] = {
	{ EVENT_RECEIVED, SEAT_ANNA, SEAT_BOB, "map", 0, SEAT_ANNA, "received anna map bob",
	    "you get map from bob" },
	{ EVENT_RECEIVED, SEAT_ANNA, SEAT_BOB, "?", 0, SEAT_CARL, "received anna ? bob", NULL },
	{ EVENT_CLEARED, SEAT_ANNA, NOBODY, "theft", 0, NOBODY, "cleared anna theft",
	    "anna removes theft from in front of themselves" },
	{ EVENT_CLEARED, SEAT_ANNA, NOBODY, "theft", 0, SEAT_ANNA, "cleared anna theft",
	    "you remove theft from in front of yourself" },
	{ EVENT_STANDING, NOBODY, NOBODY, NULL, 0, NOBODY, "standing",
	    "somebody gives a standing order" },
	{ EVENT_WAYS, NOBODY, NOBODY, NULL, 0, NOBODY, "ways none",
	    "doors of both colours shut out all diggers" },
	{ EVENT_WAYS, NOBODY, NOBODY, NULL, WAY_BLUE, NOBODY, "ways blue",
	    "the way is open for the blue diggers only" },
	{ EVENT_WAYS, NOBODY, NOBODY, NULL, WAY_GREEN, NOBODY, "ways green",
	    "the way is open for the green diggers only" },
	{ EVENT_WAYS, NOBODY, NOBODY, NULL, WAY_BLUE | WAY_GREEN, NOBODY, "ways both",
	    "the way is open for blue and green diggers" },
	{ EVENT_ROUND_WINNER, SEAT_ANNA, NOBODY, NULL, 0, SEAT_ANNA, "round-winner anna",
	    "you win the round" },
	{ EVENT_CRYSTALS, SEAT_ANNA, NOBODY, NULL, 2, NOBODY, "crystals anna 2",
	    "anna gets 2 gold for crystals" },
	{ EVENT_STOLE, SEAT_ANNA, SEAT_BOB, NULL, 1, SEAT_BOB, "stole anna bob 1",
	    "anna steals 1 gold from you" },
	{ EVENT_PLAYED, SEAT_ANNA, NOBODY, "theft", 0, NOBODY, "played anna theft",
	    "anna lays a theft card in front of themselves" },
	{ EVENT_PLAYED, SEAT_ANNA, SEAT_BOB, "swap-hats", 0, SEAT_BOB, "played anna swap-hats bob",
	    "anna changes your hat" },
	{ EVENT_SAW_ROLE, SEAT_ANNA, SEAT_BOB, "boss", 0, SEAT_ANNA, "saw-role anna boss bob",
	    "you see bob's role: boss" },
	{ EVENT_SAW_ROLE, SEAT_ANNA, SEAT_BOB, "?", 0, SEAT_CARL, "saw-role anna ? bob", NULL },
};

Test(saboteur2, events)
{
	struct names names;
	struct game g;

	small_game(&g, &names, "");
	for (size_t i = 0; i < sizeof event / sizeof event[0]; i++) {
		struct event e = { .kind = event[i].kind,
			.seat = event[i].seat,
			.to = event[i].to,
			.card = CARD_NONE,
			.value = event[i].value };
		struct buf line = BUF_INIT, sentence = BUF_INIT;
		const char *card = event[i].card;

		if (card != NULL)
			e.card = card[0] == '?' ? CARD_HIDDEN :
						  card_find(g.rules, card, strlen(card));
		eventline_text(g.rules, &names, &e, &line);
		cr_expect_str_eq(line.p, event[i].line, "%s: %s", event[i].line, line.p);
		cr_expect_eq(event_sentence(NULL, g.rules, &names, &e, event[i].you, &sentence),
		    event[i].sentence != NULL, "%s: words", event[i].line);
		if (event[i].sentence != NULL)
			cr_expect_str_eq(buf_cstr(&sentence), event[i].sentence, "%s: %s",
			    event[i].line, buf_cstr(&sentence));
		buf_release(&line);
		buf_release(&sentence);
	}
}

/* ---- drawings ---------------------------------------------------------------------------------- */

/* clang-format off */
static const char *const board_want[2] = {
	"    -1    0    1    2    3    4    5    6    7    8\n"
	"\n"
	"-1        ∙                                           -1\n"
	"\n"
	"        ╔═┃═╗ ░│░  ░░░                          ╔═══╗\n"
	" 0   ∙  ━━S━━━╸│╺━━━B━━  ∙         ∙            ║ ? ║  0\n"
	"        ╚═┃═╝ ░│░  ░░░                          ╚═══╝\n"
	"              ░│░                 ░┃░  ░░*\n"
	" 1        ∙  ░░G╳─               ░░┗━━━━┳━━  ∙         1\n"
	"              ░│░                 H░░  ░┃░\n"
	"\n"
	" 2                                      ∙              2\n"
	"\n"
	"                        ░│░\n"
	" 3                     ░░G╳─                           3\n"
	"                        ░│░\n"
	"    -1    0    1    2    3    4    5    6    7    8\n",
	"    -1    0    1    2    3    4    5    6    7    8\n"
	"\n"
	"-1        _                                           -1\n"
	"\n"
	"        .=|=. #:#  ###                          .===.\n"
	" 0   _  --S----:----B--  _         _            [ ? ]  0\n"
	"        '=|=' #:#  ###                          '==='\n"
	"              #:#                 #|#  ##*\n"
	" 1        _  ##Gx.               ##+----+--  _         1\n"
	"              #:#                 H##  #|#\n"
	"\n"
	" 2                                      _              2\n"
	"\n"
	"                        #:#\n"
	" 3                     ##Gx.                           3\n"
	"                        #:#\n"
	"    -1    0    1    2    3    4    5    6    7    8\n",
};
/* clang-format on */

/* An island with a ladder, a bridge, doors, crystals, the goal beyond. */
#define SIGHTS                                                                                \
	"'board':[{'x':0,'y':0,'kind':'start'},{'x':1,'y':0,'kind':'ns+ew'},"                 \
	"{'x':2,'y':0,'kind':'ew:door-blue'},{'x':1,'y':1,'kind':'ns+e:door-green'},"         \
	"{'x':5,'y':1,'kind':'ne:ladder'},{'x':6,'y':1,'kind':'new:crystal','flipped':true}," \
	"{'x':3,'y':3,'kind':'ns+e:door-green'},{'x':8,'y':0,'kind':'goal-gold','face':'down'}]"

static void
expect_drawn(const char *what, unsigned style, const struct buf *got, const char *want)
{
	cr_expect_str_eq(buf_cstr(got), want, "%s, style %u:\n%s", what, style, buf_cstr(got));
}

Test(saboteur2, board)
{
	json_t *json = json_aid(
	    "{'rules':'saboteur2','to_move':'anna'," SEATS(ANNA) "," SIGHTS "}");
	struct err err = ERR_INIT;
	struct names names;
	struct game g;
	struct view v;

	cr_assert_eq(
	    position_parse(rules_all, NULL, json, false, &g, &names, &err), 0, "%s", err.msg);
	json_decref(json);
	game_view(&g, SEAT_NONE, &v);
	for (unsigned i = 0; i < 2; i++) {
		struct buf got = BUF_INIT;

		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){
			.style = i == 0 ? 0 : DRAW_ASCII, .columns = DRAW_COLUMNS },
		    &got);
		expect_drawn("board", i, &got, board_want[i]);
		buf_release(&got);
	}
}

static const char *const seats_want = "> anna   4 cards  you  boss  broken: lamp  theft  gold 3\n"
				      "  bob    1 card   trapped  has gold\n"
				      "  carl   0 cards  resigned\n"
				      "  deck 0, discards 0\n";

Test(saboteur2, seats)
{
	struct buf got = BUF_INIT;
	struct names names;
	struct game g;
	struct view v;

	small_game(&g, &names, "");
	game_view(&g, SEAT_ANNA, &v);
	draw_seats(NULL, &v, &names, DRAW_ASCII, &got);
	expect_drawn("seats", DRAW_ASCII, &got, seats_want);
	buf_release(&got);
}
