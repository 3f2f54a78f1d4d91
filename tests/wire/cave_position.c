#include <criterion/criterion.h>

#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "wire/json_aid.h"
#include "wire/position.h"

/* Positions of The Dark Cave: what cannot lie on a table is refused by its key. */

static const char *const small =
    "{'rules':'dark-cave','to_move':'ann','pool':9,'deck':['rat','2/ns'],'seats':["
    "{'name':'ann','clan':'yellow','loyal':true,'at':'1,0/c','gold':3,'hand':['1/ns','2/ew'],"
    "'in_front':['boots','battle-axe','spiderweb','rat'],'knows':['bob']},"
    "{'name':'bob','clan':'blue','loyal':false,'hand':['1/ew'],'lying':true}],"
    "'webs':[{'at':'0,0/n','count':1,'owner':'ann'}],"
    "'creatures':[{'kind':'rat','at':'0,1','owner':'ann'}],'board':["
    "{'x':0,'y':0,'kind':'start'},{'x':1,'y':0,'kind':'3/nsw:vein','gold':1},"
    "{'x':0,'y':1,'kind':'1/new:hole'},{'x':6,'y':0,'kind':'goal-exit'},"
    "{'x':6,'y':4,'kind':'goal-vein','face':'down'}]}";

#define ANN(patch)  "{'seats':{'0':{" patch "}}}"
#define BOB(patch)  "{'seats':{'1':{" patch "}}}"
#define OUT         "'at':{'=':null},'out':{'=':true}"
#define CELL(patch) "{'board':{" patch "}}"
#define WALK        "'phase':{'=':'walk'}"

static const struct json_refusal refused[] = {
	{ "as it is", "{}", NULL },
	{ "decks of a hand that are no list", ANN("'hand_decks':{'=':'I'}"),
	    "seats[0].hand_decks: a list as long as hand expected" },
	{ "too few decks", ANN("'hand_decks':{'=':['I']}"),
	    "seats[0].hand_decks: a list as long as hand expected" },
	{ "a deck that there is not", ANN("'hand_decks':{'=':['I','IV']}"),
	    "seats[0].hand_decks[1]: I, II or III expected" },
	{ "an unknown deck of a known card", ANN("'hand_decks':{'=':['I','?']}"),
	    "seats[0].hand_decks[1]: I, II or III expected" },
	{ "a card of another deck", ANN("'hand_decks':{'=':['II','II']}"),
	    "seats[0].hand_decks[0]: deck II has no such card" },
	{ "no clan", ANN("'clan':{'=':'green'}"), "seats[0].clan: yellow or blue expected" },
	{ "clan of another type", ANN("'clan':{'=':1}"), "seats[0].clan: yellow or blue expected" },
	{ "neither loyal nor not", ANN("'loyal':{'=':'yes'}"),
	    "seats[0].loyal: true or false expected" },
	{ "fallen of another type", BOB("'fell':{'=':1}"),
	    "seats[1].fell: true or false expected" },
	{ "fallen and standing", ANN("'fell':{'=':true}"),
	    "seats[0].fell: the dwarf does not lie" },
	{ "fallen and lying", BOB("'fell':{'=':true}"), NULL },
	{ "fallen, with a web to cut",
	    "{" WALK ",'to_move':{'=':'bob'},'seats':{'1':{'fell':{'=':true},"
	    "'in_front':{'=':['battle-axe']}}}}",
	    NULL },
	{ "cards in front that are no list", BOB("'in_front':{'=':'boots'}"),
	    "seats[1].in_front: a list of cards expected" },
	{ "a path card in front", BOB("'in_front':{'=':['1/ns']}"),
	    "seats[1].in_front[0]: path cards do not belong here" },
	{ "two pairs of boots", BOB("'in_front':{'=':['boots','boots']}"),
	    "seats[1].in_front[1]: nobody has two pairs of boots" },
	{ "a rat that belongs to another seat", BOB("'in_front':{'=':['rat']}"),
	    "seats[1].in_front: rat lies here, but nothing on the table belongs to it" },
	{ "more fresh axes than axes", ANN("'fresh_axes':{'=':2}"),
	    "seats[0].fresh_axes: a whole number from 0 to 1 expected" },
	{ "as many fresh axes as axes", ANN("'fresh_axes':{'=':1}"), NULL },
	{ "standing orders of another type", ANN("'axe':{'=':'use'}"),
	    "seats[0].axe: an object of creatures and use or keep expected" },
	{ "a standing order against no creature", ANN("'axe':{'=':{'boots':'use'}}"),
	    "seats[0].axe: rat, lindworm or goblin expected" },
	{ "a standing order that is neither", ANN("'axe':{'=':{'rat':'maybe'}}"),
	    "seats[0].axe.rat: use or keep expected" },
	{ "standing orders", ANN("'axe':{'=':{'rat':'use','goblin':'keep'}}"), NULL },
	{ "knows nobody's name", ANN("'knows':{'=':['eve']}"),
	    "seats[0].knows[0]: no seat \"eve\"" },
	{ "out and on the table", ANN("'out':{'=':true}"),
	    "seats[0].at: null expected exactly if the dwarf is out" },
	{ "in and nowhere", ANN("'at':{'=':null}"),
	    "seats[0].at: null expected exactly if the dwarf is out" },
	{ "out, the card not shown", ANN(OUT), "seats[0].revealed: whose dwarf is out is known" },
	{ "out and lying", BOB(OUT ",'revealed':{'=':true}"), "seats[1].lying: the dwarf is out" },
	{ "out", BOB(OUT ",'revealed':{'=':true},'lying':{'=':false}"), NULL },
	{ "no space", ANN("'at':{'=':'1,0,c'}"),
	    "seats[0].at: a space such as \"2,0/c\" expected" },
	{ "space of another type", ANN("'at':{'=':10}"),
	    "seats[0].at: a space such as \"2,0/c\" expected" },
	{ "a space without a card", ANN("'at':{'=':'1,1'}"),
	    "seats[0].at: no such space on the table" },
	{ "a space face down", ANN("'at':{'=':'6,4'}"), "seats[0].at: no such space on the table" },
	{ "in the exit", ANN("'at':{'=':'6,0/c'}"), "seats[0].at: nobody stands in the exit" },
	{ "gold in a vein of another type", CELL("'1':{'gold':{'=':true}}"),
	    "board[1].gold: a whole number from 0 to 1 expected" },
	{ "gold where no vein is", CELL("'2':{'gold':{'=':1}}"),
	    "board[2].gold: no gold vein lies open here" },
	{ "gold in a goal face down", CELL("'4':{'gold':{'=':1}}"),
	    "board[4].gold: no gold vein lies open here" },
	{ "webs that are no list", "{'webs':{'=':{}}}", "webs: a list of webs expected" },
	{ "a web on no space", "{'webs':{'0':{'at':{'=':'north'}}}}",
	    "webs[0].at: a space such as \"2,0/c\" expected" },
	{ "a web of three", "{'webs':{'0':{'count':{'=':3}}}}",
	    "webs[0].count: a whole number from 1 to 2 expected" },
	{ "a web of nobody", "{'webs':{'0':{'owner':{'=':null}}}}",
	    "webs[0].owner: the name of a seat expected" },
	{ "a web in the middle", "{'webs':{'0':{'at':{'=':'0,0/c'}}}}",
	    "webs[0].at: an edge such as \"2,0/e\" expected" },
	{ "a web on a whole card", "{'webs':{'0':{'at':{'=':'0,0'}}}}",
	    "webs[0].at: an edge such as \"2,0/e\" expected" },
	{ "a web beside no card", "{'webs':{'0':{'at':{'=':'3,3/n'}}}}",
	    "webs[0].at: no card is open there" },
	{ "two webs on an edge",
	    "{'webs':{'=':[{'at':'0,0/e','count':1,'owner':'ann'},"
	    "{'at':'1,0/w','count':1,'owner':'ann'}]}}",
	    "webs[1].at: two webs on one edge" },
	{ "a creature that is none", "{'creatures':{'0':{'kind':{'=':'boots'}}}}",
	    "creatures[0].kind: rat, lindworm or goblin expected" },
	{ "a hidden creature", "{'creatures':{'0':{'kind':{'=':'1/ns'}}}}",
	    "creatures[0].kind: path cards do not belong here" },
	{ "two rats",
	    "{'creatures':{'=':[{'kind':'rat','at':'0,1','owner':'ann'},"
	    "{'kind':'rat','at':'0,1','owner':'ann'}]}}",
	    "creatures[1]: there is only one of each kind" },
	{ "a rat nowhere", "{'creatures':{'0':{'at':{'=':null}}}}",
	    "creatures[0].at: a space such as \"2,0/c\" expected" },
	{ "a rat in the exit", "{'creatures':{'0':{'at':{'=':'6,0/c'}}}}",
	    "creatures[0].at: nobody stands in the exit" },
	{ "a rat of nobody", "{'creatures':{'0':{'owner':{'=':'eve'}}}}",
	    "creatures[0].owner: no seat \"eve\"" },
	{ "draws of another type", "{" WALK ",'draw':{'=':[]}}",
	    "draw: an object of at most one seat expected" },
	{ "draws of two seats", "{" WALK ",'draw':{'=':{'ann':1,'bob':1}}}",
	    "draw: an object of at most one seat expected" },
	{ "a draw in step one", "{'draw':{'=':{'ann':1}}}", "draw: only in phase walk" },
	{ "a draw of three", "{" WALK ",'draw':{'=':{'ann':3}}}",
	    "draw.ann: a whole number from 0 to 2 expected" },
	{ "a draw of nobody", "{" WALK ",'draw':{'=':{'eve':1}}}", "draw: no such seat" },
	{ "a draw of more than the pile has",
	    "{" WALK ",'draw':{'=':{'ann':2}},'deck':{'=':['1/ns']}}",
	    "draw.ann: the pile has only 1" },
	{ "a draw for a full hand",
	    "{" WALK ",'draw':{'=':{'ann':1}},'seats':{'0':{'hand':{'=':['rat','rat','rat','rat',"
	    "'rat','rat','rat','rat','rat','rat','rat','rat','rat','rat','rat','rat']}}}}",
	    "draw.ann: a hand has at most 16 cards" },
	{ "a draw of none", "{" WALK ",'draw':{'=':{'eve':0}}}", NULL },
	{ "a draw", "{" WALK ",'draw':{'=':{'ann':2}}}", NULL },
	{ "a pile of another type", "{'pile':{'=':[]}}",
	    "pile.I: a whole number from 0 to 128 expected" },
	{ "a pile of another size", "{'pile':{'=':{'I':1,'II':1,'III':1}}}",
	    "pile: the deck has 2 cards" },
	{ "a pile in another order",
	    "{'deck':{'=':['rat','rockfall']},'pile':{'=':{'I':0,'II':1,'III':1}}}", NULL },
	{ "a pile with a card of another deck",
	    "{'deck':{'=':['swap-cards','2/ns']},'pile':{'=':{'I':1,'II':1,'III':0}}}",
	    "deck[0]: deck I has no such card" },
	{ "a pile", "{'pile':{'=':{'I':1,'II':1,'III':0}}}", NULL },
	{ "a walk of one who lies", "{" WALK ",'to_move':{'=':'bob'}}",
	    "phase: the dwarf of bob does not walk" },
	{ "a walk of one who is out", "{" WALK ",'seats':{'0':{" OUT ",'revealed':{'=':true}}}}",
	    "phase: the dwarf of ann does not walk" },
	{ "a walk of one who resigned",
	    "{" WALK ",'seats':{'0':{'hand':{'=':[]},'resigned':{'=':true}}}}",
	    "phase: the dwarf of ann does not walk" },
	{ "first out and in", "{'first_out':{'=':'bob'}}",
	    "first_out: the dwarf of bob is in the cave" },
	{ "first out",
	    "{'first_out':{'=':'bob'},'seats':{'1':{" OUT
	    ",'revealed':{'=':true},'lying':{'=':false}}}}",
	    NULL },
	{ "more gold than counts", "{'pool':{'=':997}}",
	    "pool: with that of seats and veins more than 1000 gold" },
	{ "as much gold as counts", "{'pool':{'=':996}}", NULL },
	{ "webs in hands and on the table",
	    BOB("'hand':{'=':['spiderweb','spiderweb','spiderweb']}"),
	    "webs: with those in hands and deck more than 3 webs: the box has no more" },
};

Test(cave_position, what_cannot_lie_on_a_table_is_refused_by_its_key)
{
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
		json_aid_refused(small, &refused[i], false);
}

/* What a reader of a view may leave open, and what is public for all. */
static const struct json_refusal views[] = {
	{ "nobody says who is loyal",
	    "{'seats':{'0':{'=':{'name':'ann','clan':'yellow','hand':['?'],'hand_decks':['II']}},"
	    "'1':{'=':{'name':'bob','clan':'blue','hand':['?'],'hand_decks':['?']}}},"
	    "'webs':{'=':[]},'creatures':{'=':[]}}",
	    NULL },
	{ "a hidden card in front", BOB("'in_front':{'=':['?']}"),
	    "seats[1].in_front[0]: what lies in front of a seat is public" },
	{ "a hidden creature", "{'creatures':{'0':{'kind':{'=':'?'}}}}",
	    "creatures[0].kind: rat, lindworm or goblin expected" },
	{ "a deck that there is not", ANN("'hand':{'=':['?']},'hand_decks':{'=':['IV']}"),
	    "seats[0].hand_decks[0]: I, II or III expected" },
	{ "a hidden pile", "{'deck':{'=':['?','?','?']},'pile':{'=':{'I':0,'II':1,'III':2}}}",
	    NULL },
};

Test(cave_position, what_a_view_leaves_open)
{
	for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
		json_aid_refused(small, &views[i], true);
}

/* Where a kind is in several decks, the nearest later card says the deck, else the nearest before. */
Test(cave_position, a_pile_without_decks)
{
	static const uint8_t deck[] = { 1, 1, 2, 2, 3, 3 };
	json_t *json = json_aid(small),
	       *cards = json_aid("['rat','1/ns','rat','2/ns','3/ns','rat']");
	struct err err = ERR_INIT;
	struct names names;
	struct game g;

	(void)json_object_set_new(json, "deck", cards);
	cr_assert_eq(
	    position_parse(rules_all, NULL, json, false, &g, &names, &err), 0, "%s", err.msg);
	cr_assert_eq(game_deck_left(&g), sizeof deck);
	for (unsigned i = 0; i < sizeof deck; i++)
		cr_expect_eq(game_card(&g, g.deck[i])->deck, deck[i], "card %u", i);
	json_decref(json);
}
