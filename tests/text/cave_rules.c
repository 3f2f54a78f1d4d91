/*
 * The Dark Cave, rule by rule: a short position, an order, the events or the refusal, and the
 * position after it. The names of the rows contain the rules of adit(6).
 */
#include <criterion/criterion.h>

#include "core/transition.h"
#include "text/eventline.h"
#include "wire/json_aid.h"
#include "text/orderline.h"
#include "wire/position.h"
#include "text/turnline.h"
#include "text/verdict.h"
#include "util/mem.h"
#include "games/games.h"

struct row {
	const char *name;
	const char *board;   /* besides the start: "KIND x,y [flipped] [down] [gold]; ..." */
	const char *p1, *p2; /* keys of the seats, with ' for " */
	const char *more;    /* keys of the position; p1 is to move by default */
	const char *order;
	const char *want; /* event lines joined by " / ", or "! verdict" */
	const char *then; /* some keys of the position after it, or NULL */
};

#define WALK  "'phase':'walk'"
#define IN(s) "'at':'" s "'"

static const struct row row[] = {
	/* ---- A, B: turns ---- */
	{ "CAVE 8i a creature leaves when its owner's turn begins", "1/nsw:hole 1,0",
	    "'hand':['1/ns']", "'hand':['1/ew'],'in_front':['rat']",
	    "'creatures':[{'kind':'rat','at':'1,0','owner':'p2'}]", "discard 1/ns",
	    "discarded p1 1/ns", "'creatures':[{'kind':'rat','at':'1,0','owner':'p2'}]" },
	{ "CAVE 8i and its card is discarded", "1/nsw:hole 1,0", "'hand':[]", "'hand':['1/ew']",
	    WALK ",'creatures':[{'kind':'rat','at':'1,0','owner':'p2'}]", "stay", "vanished p2 rat",
	    "'creatures':[],'discard':['rat'],'to_move':'p2','turn':2,'phase':'play'" },
	{ "CAVE 8ii a web wears from 2 to 1", "", "'hand':[]", "'hand':['1/ew']",
	    WALK ",'webs':[{'at':'0,0/n','count':2,'owner':'p2'}]", "stay", "web 0,0/n 1",
	    "'webs':[{'at':'0,0/n','count':1,'owner':'p2'}],'discard':[]" },
	{ "CAVE 8ii and from 1 to nothing", "", "'hand':[]", "'hand':['1/ew']",
	    WALK ",'webs':[{'at':'0,0/n','count':1,'owner':'p2'}]", "stay", "web 0,0/n 0",
	    "'webs':[],'discard':['spiderweb']" },
	{ "CAVE 8iii, Q-CAVE-26 an empty hand is skipped, the web wears all the same", "",
	    "'hand':['1/ew']", "'hand':[],'lying':true",
	    WALK ",'webs':[{'at':'0,0/n','count':2,'owner':'p2'}]", "stay",
	    "web 0,0/n 1 / stood-up p2 / skipped p2", "'to_move':'p1','turn':2" },
	{ "CAVE 9 pass with two cards, draw two", "", "'hand':['rat','1/ns','1/ew']",
	    "'hand':['1/ew']", "'deck':['1/ne','1/nw','1/new']", "discard 1/ns rat; stay",
	    "discarded p1 1/ns / discarded p1 rat / drew p1 1/ne / drew p1 1/nw",
	    "'discard':['1/ns','rat'],'deck':['1/new']" },
	{ "CAVE 9 not with three", "", "'hand':['rat','1/ns','1/ew']", "", "",
	    "discard rat 1/ns 1/ew", "! discard-count", NULL },
	{ "CAVE 10 a lying dwarf is stood up and stays", "", "'hand':['1/ns'],'lying':true",
	    "'hand':['1/ew']", "'deck':['1/ne']", "discard 1/ns",
	    "discarded p1 1/ns / stood-up p1 / drew p1 1/ne", "'to_move':'p2','phase':'play'" },
	{ "CAVE 10 and cannot walk", "", "'hand':['1/ns'],'lying':true", "'hand':['1/ew']", "",
	    "discard 1/ns; stay", "! no-walk", NULL },
	{ "CAVE 10 who has left has no second step", "",
	    "'hand':['1/ns'],'out':true,'revealed':true,'at':null",
	    "'hand':['1/ew'],'clan':'yellow'", "", "discard 1/ns", "discarded p1 1/ns",
	    "'to_move':'p2'" },
	{ "CAVE 10 three steps", "1/ew 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0", "", "", WALK,
	    "walk 1,0 2,0 3,0", "walked p1 1,0 / walked p1 2,0 / walked p1 3,0", NULL },
	{ "CAVE 10 a walk without a step is none", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", "walk cut 0,0/e",
	    "! bad-target", NULL },
	{ "CAVE 10 not four", "1/ew 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0", "", "", WALK,
	    "walk 1,0 2,0 3,0 4,0", "! too-far", NULL },
	{ "CAVE 30 four with boots", "1/ew 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0",
	    "'in_front':['boots']", "", WALK, "walk to 4,0",
	    "walked p1 1,0 / walked p1 2,0 / walked p1 3,0 / walked p1 4,0", NULL },
	{ "CAVE 11 the pile is empty: no draw", "", "'hand':['1/ns','1/ew']", "'hand':['1/ew']", "",
	    "discard 1/ns; stay", "discarded p1 1/ns", NULL },
	{ "CAVE 11 what step three will deal stands in the position", "", "'hand':['1/ns','1/ew']",
	    "", "'deck':['1/ne']", "discard 1/ew 1/ns", "discarded p1 1/ew / discarded p1 1/ns",
	    "'phase':'walk','draw':{'p1':1},'turn':1" },
	{ "Q-CAVE-32 no walk before the card", "1/ew 1,0", "'hand':['1/ns']", "", "", "walk 1,0",
	    "! wrong-phase", NULL },
	/* ---- C: spaces ---- */
	{ "CAVE 12 level 2 takes two steps", "2/ew 1,0; 2/ew 2,0", "", "", WALK, "walk to 2,0/w",
	    "walked p1 1,0/w / walked p1 1,0/e / walked p1 2,0/w", NULL },
	{ "CAVE 12 level 3 takes three", "3/ew 1,0; 3/ew 2,0", "", "", WALK, "walk to 1,0/e",
	    "walked p1 1,0/w / walked p1 1,0/c / walked p1 1,0/e", NULL },
	{ "CAVE 13 a bridge joins no ways", "1/ns+ew:bridge 1,0; 1/ns 1,-1", "", "", WALK,
	    "walk 1,0/e 1,-1", "! no-step", NULL },
	{ "CAVE 13 any edge of its group names a level-1 space", "1/ns+ew:bridge 1,0", "", "", WALK,
	    "walk 1,0/w", "walked p1 1,0/e", "'to_move':'p2'" },
	{ "CAVE 13 a tunnel joins both bends", "1/nw+es:tunnel 1,0", "'gold':0", "", WALK,
	    "walk 1,0/n 1,0/t 1,0/s", "walked p1 1,0/n / walked p1 1,0/t / walked p1 1,0/e", NULL },
	{ "CAVE 14 ladders are one step apart, islands too", "1/ne:ladder 5,5", "", "", WALK,
	    "walk 5,5", "walked p1 5,5", NULL },
	{ "Q-CAVE-9 not into a goal face down", "goal-ladder 4,4 down", "", "", WALK, "walk 4,4/c",
	    "! no-such-space", NULL },
	{ "Q-CAVE-9 but when it is turned up", "goal-ladder 4,4", "", "", WALK, "walk to 4,4/n",
	    "walked p1 4,4/c / walked p1 4,4/n", NULL },
	{ "CAVE 13 a blind arm with a ladder has an inner end on level 3", "3/e:ladder -1,0", "",
	    "", WALK, "walk -1,0/c -1,0/e", "walked p1 -1,0/c / walked p1 -1,0/e", NULL },
	{ "CAVE 13 a blind arm is one space on level 2", "2/n+e+w 0,1", "", "", WALK,
	    "walk 0,1/n 0,1/e", "! no-step", NULL },
	/* ---- D: path cards ---- */
	{ "CAVE 16 beside any card face up", "1/ne:ladder 5,5", "'hand':['1/ns']", "", "",
	    "place 1/ns at 5,4", "placed p1 1/ns 5,4", NULL },
	{ "Q-CAVE-5 also on an island", "1/ew 5,5", "'hand':['1/ew']", "", "", "place 1/ew at 6,5",
	    "placed p1 1/ew 6,5", NULL },
	{ "CAVE 16 not without a joint", "", "'hand':['1/ns']", "", "", "place 1/ns at 5,5",
	    "! not-connected", NULL },
	{ "C5 edges must match", "", "'hand':['1/ew']", "", "", "place 1/ew at 0,-1",
	    "! edges-clash", NULL },
	{ "CAVE 17 a goal face down asks nothing",
	    "1/ew 1,0; 1/ew 2,0; 1/ew 3,0; goal-ladder 4,1 down", "'hand':['1/ew']", "", "",
	    "place 1/ew at 4,0", "placed p1 1/ew 4,0", NULL },
	{ "CAVE 17 nor does it join", "goal-exit 4,4 down", "'hand':['1/ns']", "", "",
	    "place 1/ns at 4,3", "! not-connected", NULL },
	{ "CAVE 17 turned up it joins", "goal-exit 4,4", "'hand':['1/ns']", "", "",
	    "place 1/ns at 4,3", "placed p1 1/ns 4,3", NULL },
	{ "CAVE 18 a vein gets a gold from the pool", "", "'hand':['2/new:vein']", "", "'pool':5",
	    "place 2/new:vein at 0,1", "placed p1 2/new:vein 0,1", "'pool':4" },
	{ "C1 a card that looks the same both ways is not flipped", "", "'hand':['1/ew']", "", "",
	    "place 1/ew at 1,0 flipped", "placed p1 1/ew 1,0", NULL },
	{ "a level-2 feature turns with the card", "", "'hand':['2/nesw:hole']", "", "",
	    "place 2/nesw:hole at 1,0 flipped", "placed p1 2/nesw:hole 1,0 flipped", NULL },
	/* ---- E: walking ---- */
	{ "CAVE 19 not across a web", "1/ew 1,0", "", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "walk 1,0", "! no-step", NULL },
	{ "CAVE 20 entering a bridge costs a card", "1/ns+ew:bridge 0,-1", "'hand':['1/ns']", "",
	    WALK, "walk 0,-1/n", "walked p1 0,-1/n / lost p1 1/ns", "'discard':['1/ns']" },
	{ "CAVE 20 but not the way below it", "1/ns+ew:bridge 1,0", "'hand':['1/ns']", "", WALK,
	    "walk 1,0/e", "walked p1 1,0/e", "'discard':[]" },
	{ "CAVE 20 nothing to lose, nothing lost", "1/ns+ew:bridge 0,-1", "'hand':[]",
	    "'hand':['1/ns']", WALK, "walk 0,-1/n", "walked p1 0,-1/n", NULL },
	{ "Q-CAVE-6 staying on the bridge costs once", "2/ns+ew:bridge 0,-1",
	    "'hand':['1/ns','1/ns']", "", WALK, "walk 0,-1/s 0,-1/n 0,-1/s",
	    "walked p1 0,-1/s / lost p1 1/ns / walked p1 0,-1/n / walked p1 0,-1/s", NULL },
	{ "Q-CAVE-6 entering again costs again", "1/ns+ew:bridge 0,-1",
	    "'hand':['1/ns','1/ns','1/ns']", "", WALK, "walk 0,-1/n 0,0 0,-1/n",
	    "walked p1 0,-1/n / lost p1 1/ns / walked p1 0,0 / walked p1 0,-1/n / lost p1 1/ns",
	    NULL },
	{ "CAVE 21 a tunnel costs a gold", "1/nw+es:tunnel 1,0", "'gold':2", "", WALK ",'pool':7",
	    "walk to 1,0/t", "walked p1 1,0/n / walked p1 1,0/t / lost-gold p1 1", "'pool':8" },
	{ "CAVE 22 a creature ends the walk and attacks", "1/ew 1,0; 1/ew 2,0", "'gold':2", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / attacked p1 goblin / lost-gold p1 1", NULL },
	{ "CAVE 22 no step further", "1/ew 1,0; 1/ew 2,0", "", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p2'}]", "walk 1,0 2,0",
	    "! walk-is-over", NULL },
	{ "CAVE 35 two creatures attack in order, toll first", "1/ns+ew:bridge 0,-1",
	    "'gold':1,'hand':['1/ns']", "'hand':['1/ew']",
	    WALK ",'creatures':[{'kind':'goblin','at':'0,-1/n','owner':'p2'},"
		 "{'kind':'lindworm','at':'0,-1/n','owner':'p1'},{'kind':'rat','at':'0,-1/"
		 "n','owner':'p1'}]",
	    "walk 0,-1/n",
	    "walked p1 0,-1/n / lost p1 1/ns / attacked p1 rat / attacked p1 lindworm / fell p1"
	    " / attacked p1 goblin / lost-gold p1 1 / vanished p2 goblin",
	    NULL },
	{ "CAVE 23 a walk that ends on a vein takes its gold and shows the clan card",
	    "3/nsw:vein 1,0 gold", "'gold':1", "", WALK, "walk to 1,0/c",
	    "walked p1 1,0/w / walked p1 1,0/c / gold p1 1 / shown p1 yellow-loyal", NULL },
	{ "CAVE 23 not one that only passes", "3/nsw:vein 1,0 gold", "", "", WALK, "walk to 1,0/s",
	    "walked p1 1,0/w / walked p1 1,0/c / walked p1 1,0/s", NULL },
	{ "Q-CAVE-7 who does not move takes nothing", "3/nsw:vein 1,0 gold", IN("1,0/c"), "", WALK,
	    "stay", "", NULL },
	{ "Q-CAVE-7 out and back is a movement", "3/nsw:vein 1,0 gold", IN("1,0/c"), "", WALK,
	    "walk 1,0/w 1,0/c",
	    "walked p1 1,0/w / walked p1 1,0/c / gold p1 1 / shown p1 yellow-loyal", NULL },
	{ "Q-CAVE-7 the creature comes before the gold", "3/nsw:vein 1,0 gold", "'gold':1", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0/c','owner':'p1'}]", "walk to 1,0/c",
	    "walked p1 1,0/w / walked p1 1,0/c / attacked p1 goblin / lost-gold p1 1 / gold p1 1"
	    " / shown p1 yellow-loyal",
	    NULL },
	{ "CAVE 24 a goal is turned so that it is open at the entry", "goal-ladder 0,1 down", "",
	    "", WALK, "walk to 0,1/n", "turned-up goal-ladder 0,1 / walked p1 0,1/n", NULL },
	{ "CAVE 24 flipped if need be", "goal-ladder 0,-1 down", "", "", WALK, "walk 0,-1/s",
	    "turned-up goal-ladder 0,-1 flipped / walked p1 0,-1/s", NULL },
	{ "CAVE 24 and so that all neighbours match", "goal-hole 0,1 down; 1/nesw 1,0; 1/nw 1,1",
	    "", "", WALK, "walk 0,1/n", "turned-up goal-hole 0,1 flipped / walked p1 0,1/n", NULL },
	{ "CAVE 24 in the east, too", "goal-hole 0,1 down; 1/nesw 1,1", "", "", WALK, "walk 0,1/n",
	    "turned-up goal-hole 0,1 flipped / walked p1 0,1/n", NULL },
	{ "CAVE 24 and in the west", "goal-hole 0,1 down; 1/ns -1,1", "", "", WALK, "walk 0,1/n",
	    "turned-up goal-hole 0,1 flipped / walked p1 0,1/n", NULL },
	{ "CAVE 24 only the side that touches counts",
	    "1/nesw 0,-1; 1/ns 0,-2; 1/new 1,-1; goal-hole 1,-2 down", IN("1,-1"), "", WALK,
	    "walk 1,-2/s", "turned-up goal-hole 1,-2 flipped / walked p1 1,-2/s", NULL },
	{ "Q-CAVE-8 the order may choose between two that fit", "goal-hole 0,1 down", "", "", WALK,
	    "walk 0,1/n turn flip", "turned-up goal-hole 0,1 flipped / walked p1 0,1/n", NULL },
	{ "Q-CAVE-8 default keep", "goal-hole 0,1 down", "", "", WALK, "walk 0,1/n",
	    "turned-up goal-hole 0,1 / walked p1 0,1/n", NULL },
	{ "Q-CAVE-8 the choice is void where only one fits", "goal-ladder 0,1 down", "", "", WALK,
	    "walk 0,1/n turn flip", "turned-up goal-ladder 0,1 / walked p1 0,1/n", NULL },
	{ "CAVE 24 movement ends in the goal", "goal-exit 0,1 down", "", "", WALK,
	    "walk 0,1/n 0,1/c", "! no-such-space", NULL },
	{ "CAVE 24 not across a web", "goal-exit 0,1 down", "", "",
	    WALK ",'webs':[{'at':'0,0/s','count':1,'owner':'p1'}]", "walk 0,1/n", "! no-step",
	    NULL },
	{ "CAVE 18 a goal with a vein gets its gold", "goal-vein 0,1 down", "", "",
	    WALK ",'pool':9", "walk 0,1/n", "turned-up goal-vein 0,1 / walked p1 0,1/n",
	    "'pool':8" },
	{ "CAVE 25 the exit: out, shown, left-over cards seen", "goal-exit 0,1",
	    IN("0,1/n") ",'gold':4", "'clan':'yellow'", WALK ",'clan_left':['yellow-saboteur']",
	    "walk 0,1/c",
	    "walked p1 0,1/c / left p1 0,1/c 4 / shown p1 yellow-loyal / saw-left p1 "
	    "yellow-saboteur",
	    "'first_out':'p1','to_move':'p2'" },
	{ "Q-CAVE-17 step three happens after the exit", "goal-exit 0,1", IN("0,1/n"),
	    "'clan':'yellow'", WALK ",'deck':['1/ns'],'draw':{'p1':1},'first_out':null",
	    "walk 0,1/c",
	    "walked p1 0,1/c / left p1 0,1/c 3 / shown p1 yellow-loyal / drew p1 1/ns", NULL },
	{ "CAVE 25 only the first sees them", "goal-exit 0,1", IN("0,1/n"),
	    "'loyal':false,'out':true,'revealed':true,'at':null,'clan':'blue'",
	    WALK ",'first_out':'p2','clan_left':['yellow-saboteur']", "walk 0,1/c",
	    "walked p1 0,1/c / left p1 0,1/c 3 / shown p1 yellow-loyal / round-end clan-out"
	    " / shown yellow-saboteur / game-over / score p1 3 / score p2 3 / winner p1 / winner "
	    "p2",
	    NULL },
	/* ---- F: action cards ---- */
	{ "CAVE 26 a goal", "goal-exit 4,4 down", "'hand':['secret-information']", "", "",
	    "secret-information goal 4,4",
	    "played p1 secret-information 4,4 / saw-goal p1 goal-exit 4,4", NULL },
	{ "CAVE 26 a clan card", "", "'hand':['secret-information']", "", "",
	    "secret-information p2", "played p1 secret-information p2 / saw-role p1 blue-loyal p2",
	    NULL },
	{ "CAVE 26 another's", "", "'hand':['secret-information']", "", "", "secret-information p1",
	    "! bad-target", NULL },
	{ "Q-CAVE-27 not one that is turned up", "", "'hand':['secret-information']",
	    "'revealed':true", "", "secret-information p2", "! is-shown", NULL },
	{ "CAVE 26 not a goal that is up", "goal-exit 4,4", "'hand':['secret-information']", "", "",
	    "secret-information goal 4,4", "! goal-is-up", NULL },
	{ "CAVE 27 rockfall", "3/nsw:vein 1,0 gold", "'hand':['rockfall']", "", "'pool':3",
	    "rockfall 1,0", "played p1 rockfall 1,0 / removed 3/nsw:vein 1,0",
	    "'discard':['rockfall','3/nsw:vein'],'pool':4" },
	{ "CAVE 27 not under a dwarf", "1/ew 1,0", "'hand':['rockfall']", IN("1,0"), "",
	    "rockfall 1,0", "! occupied", NULL },
	{ "CAVE 27 not under a creature", "1/ew 1,0", "'hand':['rockfall']", "",
	    "'creatures':[{'kind':'rat','at':'1,0','owner':'p2'}]", "rockfall 1,0", "! occupied",
	    NULL },
	{ "CAVE 27 not the start", "", "'hand':['rockfall']", "", "", "rockfall 0,0",
	    "! rockfall-start", NULL },
	{ "CAVE 27 not a goal", "goal-exit 4,4", "'hand':['rockfall']", "", "", "rockfall 4,4",
	    "! rockfall-goal", NULL },
	{ "CAVE 27 a web on its open end goes", "1/ew 1,0", "'hand':['rockfall']", "",
	    "'webs':[{'at':'1,0/e','count':2,'owner':'p2'}]", "rockfall 1,0",
	    "played p1 rockfall 1,0 / removed 1/ew 1,0 / web 1,0/e 0",
	    "'webs':[],'discard':['rockfall','1/ew','spiderweb']" },
	{ "CAVE 27, Q-CAVE-25 a web between two cards stays", "1/ew 1,0", "'hand':['rockfall']", "",
	    "'webs':[{'at':'1,0/w','count':2,'owner':'p2'}]", "rockfall 1,0",
	    "played p1 rockfall 1,0 / removed 1/ew 1,0",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]" },
	{ "CAVE 28 swap the rest of the hands; the other draws", "", "'hand':['swap-cards','1/ns']",
	    "'hand':['1/ew','1/ne']", "'deck':['1/nw']", "swap-cards p2; stay",
	    "played p1 swap-cards p2 / received p1 1/ew p2 / received p1 1/ne p2 / "
	    "received p2 1/ns p1 / drew p2 1/nw",
	    "'discard':['swap-cards']" },
	{ "Q-CAVE-29 he draws in step three", "", "'hand':['swap-cards','1/ns']",
	    "'hand':['1/ew','1/ne']", "'deck':['1/nw']", "swap-cards p2",
	    "played p1 swap-cards p2 / received p1 1/ew p2 / received p1 1/ne p2 / received p2 "
	    "1/ns p1",
	    "'draw':{'p2':1},'phase':'walk','deck':['1/nw']" },
	{ "Q-CAVE-28 with empty hands too", "", "'hand':['swap-cards']", "'hand':[]",
	    "'deck':['1/nw']", "swap-cards p2; stay", "played p1 swap-cards p2 / drew p2 1/nw",
	    "'to_move':'p2'" },
	{ "CAVE 29 a web on an open end", "", "'hand':['spiderweb']", "", "", "spiderweb 0,0/n",
	    "played p1 spiderweb 0,0/n",
	    "'webs':[{'at':'0,0/n','count':2,'owner':'p1'}],'discard':[]" },
	{ "CAVE 29 between two cards, by either name", "1/ew 1,0", "'hand':['spiderweb']", "", "",
	    "spiderweb 1,0/w", "played p1 spiderweb 0,0/e",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p1'}]" },
	{ "CAVE 29 not where one lies", "1/ew 1,0", "'hand':['spiderweb']", "",
	    "'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", "spiderweb 1,0/w", "! web-there",
	    NULL },
	{ "CAVE 29 not on a wall", "1/ew 1,0", "'hand':['spiderweb']", "", "", "spiderweb 1,0/n",
	    "! not-open", NULL },
	{ "Q-CAVE-24 towards a goal face down", "goal-exit 0,1 down", "'hand':['spiderweb']", "",
	    "", "spiderweb 0,1/n", "played p1 spiderweb 0,0/s", NULL },
	{ "CAVE 29, Q-CAVE-25 one may build from a webbed end", "", "'hand':['1/ew']", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "place 1/ew at 1,0",
	    "placed p1 1/ew 1,0", NULL },
	{ "CAVE 30 boots before any player without", "", "'hand':['boots']", "", "", "boots p2",
	    "played p1 boots p2", NULL },
	{ "CAVE 30 one pair each", "", "'hand':['boots']", "'in_front':['boots']", "", "boots p2",
	    "! has-boots", NULL },
	{ "CAVE 30 at once if for oneself", "1/ew 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0",
	    "'hand':['boots']", "'hand':['rat']", "", "boots p1; walk to 4,0",
	    "played p1 boots p1 / walked p1 1,0 / walked p1 2,0 / walked p1 3,0 / walked p1 4,0",
	    NULL },
	{ "Q-CAVE-27 tools before one who has left", "", "'hand':['boots']",
	    "'out':true,'revealed':true,'at':null,'loyal':false,'clan':'blue'", "", "boots p2",
	    "played p1 boots p2", NULL },
	{ "CAVE 31, Q-CAVE-13 any number of axes", "", "'hand':['battle-axe']",
	    "'in_front':['battle-axe']", "", "battle-axe p2", "played p1 battle-axe p2",
	    "'discard':[]" },
	{ "CAVE 31a an axe cuts a web", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", "walk cut 0,0/e 1,0",
	    "cut p1 0,0/e / web 0,0/e 0 / walked p1 1,0", "'discard':['battle-axe','spiderweb']" },
	{ "Q-CAVE-13 two axes cut a fresh one", "1/ew 1,0",
	    "'in_front':['battle-axe','battle-axe']", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p1'}]", "walk cut 1,0/w cut 1,0/w 1,0",
	    "cut p1 1,0/w / web 0,0/e 1 / cut p1 1,0/w / web 0,0/e 0 / walked p1 1,0", NULL },
	{ "CAVE 31a only beside it", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'webs':[{'at':'1,0/e','count':1,'owner':'p1'}]", "stay cut 1,0/e", "! no-step",
	    NULL },
	{ "CAVE 31a without a step", "", "'in_front':['battle-axe']", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "stay cut 0,0/e",
	    "cut p1 0,0/e / web 0,0/e 1 / web 0,0/e 0", NULL },
	{ "CAVE 31a no axe", "", "", "", WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]",
	    "stay cut 0,0/e", "! no-axe", NULL },
	{ "Q-CAVE-11 not in the turn in which it was played", "", "'hand':['battle-axe']", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "battle-axe p1; stay cut 0,0/e",
	    "! no-axe", NULL },
	{ "CAVE 31a at any point, also where a creature has ended the walk", "1/nesw 1,0",
	    "'in_front':['battle-axe']", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}],"
		 "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]",
	    "walk 1,0 cut 1,0/e axe no",
	    "walked p1 1,0 / attacked p1 goblin / lost-gold p1 1 / cut p1 1,0/e / web 1,0/e 0",
	    "'webs':[],'discard':['battle-axe','spiderweb']" },
	{ "CAVE 31a with another axe than that which drove it off", "1/nesw 1,0",
	    "'in_front':['battle-axe','battle-axe']", "",
	    WALK ",'creatures':[{'kind':'lindworm','at':'1,0','owner':'p1'}],"
		 "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]",
	    "walk 1,0 cut 1,0/e",
	    "walked p1 1,0 / drove-off p1 lindworm / vanished p1 lindworm / cut p1 1,0/e / "
	    "web 1,0/e 0",
	    NULL },
	{ "CAVE 31a not with the same", "1/nesw 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}],"
		 "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]",
	    "walk 1,0 cut 1,0/e", "! no-axe", NULL },
	{ "CAVE 31a not with an axe left by a creature that the first one met", "1/nesw 1,0",
	    "'in_front':['battle-axe'],'hand':['1/ns']", "",
	    WALK ",'creatures':[{'kind':'rat','at':'1,0','owner':'p1'},"
		 "{'kind':'goblin','at':'1,0','owner':'p1'}],"
		 "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]",
	    "walk 1,0 cut 1,0/e", "! no-axe", NULL },
	{ "CAVE 31a, CAVE 20 the toll comes first and leaves the rat nothing",
	    "1/ns 0,1; 1/ns+ew:bridge 0,2", IN("0,1") ",'in_front':['battle-axe'],'hand':['1/ns']",
	    "'hand':['1/ew']",
	    WALK ",'creatures':[{'kind':'rat','at':'0,2/n','owner':'p1'}],"
		 "'webs':[{'at':'0,2/s','count':1,'owner':'p2'}]",
	    "walk 0,2/n cut 0,2/s",
	    "walked p1 0,2/n / lost p1 1/ns / attacked p1 rat / cut p1 0,2/s / web 0,2/s 0", NULL },
	{ "CAVE 31a, CAVE 21 and the goblin nothing", "1/nw+es:tunnel 0,-1",
	    "'in_front':['battle-axe'],'gold':1", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'0,-1/n','owner':'p1'}],"
		 "'webs':[{'at':'0,-1/n','count':1,'owner':'p2'}]",
	    "walk 0,-1/e 0,-1/t 0,-1/n cut 0,-1/n",
	    "walked p1 0,-1/e / walked p1 0,-1/t / lost-gold p1 1 / walked p1 0,-1/n / "
	    "attacked p1 goblin / cut p1 0,-1/n / web 0,-1/n 0",
	    NULL },
	{ "CAVE 31a also one that was just knocked down", "1/nesw 1,0", "'in_front':['battle-axe']",
	    "",
	    WALK ",'creatures':[{'kind':'lindworm','at':'1,0','owner':'p1'}],"
		 "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]",
	    "walk 1,0 cut 1,0/e axe no",
	    "walked p1 1,0 / attacked p1 lindworm / fell p1 / cut p1 1,0/e / web 1,0/e 0",
	    "'to_move':'p2'" },
	{ "CAVE 31a before the card", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "cut 0,0/e",
	    "cut p1 0,0/e / web 0,0/e 1", "'phase':'play','to_move':'p1','turn':1" },
	{ "CAVE 31a, 13 two axes before the card, and the walk", "1/ew 1,0",
	    "'in_front':['battle-axe','battle-axe']", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]",
	    "cut 0,0/e; cut 1,0/w; discard 1/nesw; walk 1,0",
	    "cut p1 0,0/e / web 0,0/e 1 / cut p1 1,0/w / web 0,0/e 0 / "
	    "discarded p1 1/nesw / walked p1 1,0",
	    "'to_move':'p2'" },
	{ "CAVE 31a it frees a creature's way", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['lindworm','1/ns'],'in_front':['battle-axe']", "",
	    "'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", "cut 0,0/e; lindworm 1,0 0,0",
	    "cut p1 0,0/e / web 0,0/e 0 / played p1 lindworm 0,0 / crept lindworm 0,0 / "
	    "attacked p1 lindworm / fell p1 / attacked p2 lindworm / fell p2",
	    "'to_move':'p2'" },
	{ "CAVE 31a no axe, no cut before the card", "1/ew 1,0", "", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "cut 0,0/e", "! no-axe", NULL },
	{ "CAVE 31a no web there", "1/ew 1,0", "'in_front':['battle-axe']", "", "", "cut 0,0/e",
	    "! no-web", NULL },
	{ "CAVE 31a not beside it", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    "'webs':[{'at':'1,0/e','count':2,'owner':'p2'}]", "cut 1,0/e", "! no-step", NULL },
	{ "CAVE 31a in step two it stands behind a step", "1/ew 1,0", "'in_front':['battle-axe']",
	    "", WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "cut 0,0/e",
	    "! wrong-phase", NULL },
	{ "CAVE 10, 31a who lies beside a web with an axe is asked", "1/ew 1,0",
	    "'in_front':['battle-axe'],'lying':true", "",
	    "'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "discard 1/nesw",
	    "discarded p1 1/nesw", "'phase':'walk','to_move':'p1'" },
	{ "CAVE 10, 31a and cuts, and stands up", "1/ew 1,0",
	    "'in_front':['battle-axe'],'lying':true", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "stay cut 0,0/e",
	    "cut p1 0,0/e / web 0,0/e 1 / stood-up p1 / web 0,0/e 0", "'to_move':'p2'" },
	{ "CAVE 10 or only stands up", "1/ew 1,0", "'in_front':['battle-axe'],'lying':true", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "stay",
	    "stood-up p1 / web 0,0/e 1", "'to_move':'p2'" },
	{ "CAVE 10 but does not walk", "1/ew 1,0", "'in_front':['battle-axe'],'lying':true", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "walk to 1,0", "! no-walk",
	    NULL },
	{ "Q-CAVE-22 who fell in this turn lies on", "1/ew 1,0",
	    "'in_front':['battle-axe'],'lying':true,'fell':true", "",
	    WALK ",'webs':[{'at':'0,0/e','count':2,'owner':'p2'}]", "stay cut 0,0/e",
	    "cut p1 0,0/e / web 0,0/e 1 / web 0,0/e 0", "'to_move':'p2'" },
	{ "CAVE 31a nor does who is behind a goal that was face down", "goal-hole 1,0 down",
	    "'in_front':['battle-axe']", "", WALK ",'webs':[{'at':'0,0/n','count':1,'owner':'p2'}]",
	    "walk 1,0/w cut 0,0/n", "! walk-is-over", NULL },
	{ "CAVE 31a nor who has left", "goal-exit 1,0", IN("1,0/w") ",'in_front':['battle-axe']",
	    "", WALK ",'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", "walk 1,0/c cut 0,0/e",
	    "! walk-is-over", NULL },
	{ "CAVE 31b the axe drives a creature off", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / drove-off p1 goblin / vanished p1 goblin",
	    "'creatures':[],'discard':['battle-axe','goblin']" },
	{ "Q-CAVE-12 and no step further", "1/ew 1,0; 1/ew 2,0", "'in_front':['battle-axe']", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0 2,0",
	    "! walk-is-over", NULL },
	{ "Q-CAVE-10 axe no keeps it", "1/ew 1,0", "'in_front':['battle-axe']", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0 axe no",
	    "walked p1 1,0 / attacked p1 goblin / lost-gold p1 1", NULL },
	{ "Q-CAVE-10 kept where nothing can be lost", "1/ew 1,0",
	    "'in_front':['battle-axe'],'gold':0", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / attacked p1 goblin", NULL },
	{ "Q-CAVE-10 axe yes spends it all the same", "1/ew 1,0",
	    "'in_front':['battle-axe'],'gold':0", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0 axe yes",
	    "walked p1 1,0 / drove-off p1 goblin / vanished p1 goblin", NULL },
	{ "Q-CAVE-10 a standing keep", "1/ew 1,0",
	    "'in_front':['battle-axe'],'axe':{'goblin':'keep'}", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / attacked p1 goblin / lost-gold p1 1", NULL },
	{ "Q-CAVE-10 a standing use", "1/ew 1,0",
	    "'in_front':['battle-axe'],'gold':0,'axe':{'goblin':'use'}", "",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / drove-off p1 goblin / vanished p1 goblin", NULL },
	{ "Q-CAVE-10 the order to keep", "", "", "", "", "axe all keep", "standing", NULL },
	{ "Q-CAVE-20 only the newcomer's axe counts", "1/ew 1,0", "",
	    IN("1,0") ",'in_front':['battle-axe']",
	    WALK ",'creatures':[{'kind':'goblin','at':'1,0','owner':'p1'}]", "walk 1,0",
	    "walked p1 1,0 / attacked p1 goblin / lost-gold p1 1", NULL },
	/* ---- G: creatures ---- */
	{ "CAVE 32 put on a dark hole", "1/nsw:hole 1,0", "'hand':['rat']", "", "", "rat 1,0",
	    "played p1 rat 1,0",
	    "'creatures':[{'kind':'rat','at':'1,0','owner':'p1'}],'discard':[]" },
	{ "CAVE 32 only there", "1/nsw 1,0", "'hand':['rat']", "", "", "rat 1,0", "! not-a-hole",
	    NULL },
	{ "CAVE 32 the rat's three steps", "1/nesw:hole 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0",
	    "'hand':['rat']", "", "", "rat 1,0 2,0 3,0 4,0",
	    "played p1 rat 4,0 / crept rat 2,0 / crept rat 3,0 / crept rat 4,0", NULL },
	{ "CAVE 32 not four", "1/nesw:hole 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0; 1/ew 5,0",
	    "'hand':['rat']", "", "", "rat 1,0 2,0 3,0 4,0 5,0", "! too-far", NULL },
	{ "CAVE 32 the lindworm's four", "1/nesw:hole 1,0; 1/ew 2,0; 1/ew 3,0; 1/ew 4,0; 1/ew 5,0",
	    "'hand':['lindworm']", "", "", "lindworm 1,0 2,0 3,0 4,0 5,0",
	    "played p1 lindworm 5,0 / crept lindworm 2,0 / crept lindworm 3,0 / crept lindworm 4,0"
	    " / crept lindworm 5,0",
	    NULL },
	{ "CAVE 32 the goblin's five, back and forth", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['goblin']", "", "", "goblin 1,0 2,0 1,0 2,0 1,0 2,0",
	    "played p1 goblin 2,0 / crept goblin 2,0 / crept goblin 1,0 / crept goblin 2,0"
	    " / crept goblin 1,0 / crept goblin 2,0",
	    NULL },
	{ "CAVE 32, Q-CAVE-23 one on the table begins where it stands", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['rat']", "", "'creatures':[{'kind':'rat','at':'2,0','owner':'p2'}]", "rat 1,0",
	    "! creature-elsewhere", NULL },
	{ "Q-CAVE-23 the old card is discarded", "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['rat']", "",
	    "'creatures':[{'kind':'rat','at':'2,0','owner':'p2'}]", "rat 2,0", "played p1 rat 2,0",
	    "'creatures':[{'kind':'rat','at':'2,0','owner':'p1'}],'discard':['rat']" },
	{ "CAVE 33 not across webs", "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['rat']", "",
	    "'webs':[{'at':'1,0/e','count':1,'owner':'p2'}]", "rat 1,0 2,0", "! no-step", NULL },
	{ "CAVE 33 not onto a goal face down", "1/nesw:hole 1,0; goal-exit 2,0 down",
	    "'hand':['rat']", "", "", "rat 1,0 2,0/w", "! no-such-space", NULL },
	{ "CAVE 33, Q-CAVE-18 not into the exit, but beside it", "1/nesw:hole 1,0; goal-exit 2,0",
	    "'hand':['rat']", "", "", "rat 1,0 2,0/w 2,0/c", "! no-step", NULL },
	{ "CAVE 33 over a bridge without a toll", "1/nesw:hole 1,0; 1/ns+ew:bridge 1,1",
	    "'hand':['rat','1/ns']", "", "", "rat 1,0 1,1/n",
	    "played p1 rat 1,1/n / crept rat 1,1/n", NULL },
	{ "CAVE 34, 36 it stops and attacks all", "1/nesw:hole 1,0; 1/ew 2,0; 1/ew 3,0",
	    "'hand':['rat','1/ns']," IN("2,0"), IN("2,0") ",'hand':['1/ew']", "", "rat 1,0 2,0",
	    "played p1 rat 2,0 / crept rat 2,0 / attacked p1 rat / lost p1 1/ns / attacked p2 rat"
	    " / lost p2 1/ew",
	    NULL },
	{ "CAVE 34 and goes no further", "1/nesw:hole 1,0; 1/ew 2,0; 1/ew 3,0", "'hand':['rat']",
	    IN("2,0"), "", "rat 1,0 2,0 3,0", "! walk-is-over", NULL },
	{ "CAVE 34 who stands where it starts is not attacked", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['rat']", IN("1,0") ",'hand':['1/ew']", "", "rat 1,0 2,0",
	    "played p1 rat 2,0 / crept rat 2,0", NULL },
	{ "CAVE 34 unless it comes back", "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['rat']",
	    IN("1,0") ",'hand':['1/ew']", "", "rat 1,0 2,0 1,0",
	    "played p1 rat 1,0 / crept rat 2,0 / crept rat 1,0 / attacked p2 rat / lost p2 1/ew",
	    NULL },
	{ "Q-CAVE-19 being put there is no attack", "1/nesw:hole 1,0", "'hand':['rat']",
	    IN("1,0") ",'hand':['1/ew']", "", "rat 1,0", "played p1 rat 1,0", NULL },
	{ "CAVE 31b, Q-CAVE-10 of several holders the first from the active player spends one",
	    "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['goblin']",
	    IN("2,0") ",'in_front':['battle-axe']", "", "goblin 1,0 2,0",
	    "played p1 goblin 2,0 / crept goblin 2,0 / drove-off p2 goblin / vanished p1 goblin",
	    "'discard':['battle-axe','goblin']" },
	{ "CAVE 36, Q-CAVE-22 a lindworm knocks down once", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['lindworm']", IN("2,0") ",'lying':true", "", "lindworm 1,0 2,0",
	    "played p1 lindworm 2,0 / crept lindworm 2,0 / attacked p2 lindworm", NULL },
	{ "Q-CAVE-21 one's own dwarf too; Q-CAVE-22 it does not stand up in this turn",
	    "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['lindworm','1/ns']," IN("2,0"), "'hand':['1/ew']",
	    "", "lindworm 1,0 2,0",
	    "played p1 lindworm 2,0 / crept lindworm 2,0 / attacked p1 lindworm / fell p1",
	    "'to_move':'p2'" },
	{ "CAVE 36 a goblin takes a gold to the pool", "1/nesw:hole 1,0; 1/ew 2,0",
	    "'hand':['goblin']", IN("2,0") ",'gold':1", "'pool':2", "goblin 1,0 2,0",
	    "played p1 goblin 2,0 / crept goblin 2,0 / attacked p2 goblin / lost-gold p2 1",
	    "'pool':3" },
	{ "C8 a step that depends on another's standing order cannot be joined",
	    "1/nesw:hole 1,0; 1/ew 2,0", "'hand':['goblin']",
	    IN("2,0") ",'in_front':['battle-axe']", "", "goblin 1,0 2,0; stay", "! not-joined",
	    NULL },
	/* ---- I: the end ---- */
	{ "CAVE 38a all who work for one clan are out", "goal-exit 0,1", IN("0,1/n") ",'gold':5",
	    "", WALK ",'deck':['1/ns'],'draw':{'p1':1}", "walk 0,1/c",
	    "walked p1 0,1/c / left p1 0,1/c 5 / shown p1 yellow-loyal / round-end clan-out"
	    " / shown p2 blue-loyal / game-over / score p1 5 / score p2 0 / winner p1",
	    "'to_move':null,'phase':'over','deck':['1/ns']" },
	{ "CAVE 38b no cards: a draw if nobody is out [CAVE 5.I.40]", "", "'hand':['1/ns']",
	    "'hand':[]", "", "discard 1/ns; stay",
	    "discarded p1 1/ns / round-end cards-out / shown p1 yellow-loyal / shown p2 blue-loyal"
	    " / game-over / score p1 0 / score p2 0 / winner p1 / winner p2",
	    NULL },
	{ "Q-CAVE-15 all agree", "", "", "'agree':true", "", "agree",
	    "agreed p1 / round-end agreed / shown p1 yellow-loyal / shown p2 blue-loyal / game-over"
	    " / score p1 0 / score p2 0 / winner p1 / winner p2",
	    NULL },
	{ "Q-CAVE-15 not yet", "", "", "", "", "agree", "agreed p1",
	    "'phase':'play','to_move':'p1'" },
	{ "Q-CAVE-15 taken back", "", "'agree':true", "", "", "disagree", "disagreed p1", NULL },
	{ "CAVE 40, Q-CAVE-36 a tie goes to the first out", "goal-exit 0,1",
	    IN("0,1/n") ",'gold':0", "'clan':'blue'", WALK, "walk 0,1/c",
	    "walked p1 0,1/c / left p1 0,1/c 0 / shown p1 yellow-loyal / round-end clan-out"
	    " / shown p2 blue-loyal / game-over / score p1 0 / score p2 0 / winner p1",
	    NULL },
	/* ---- clarifications ---- */
	{ "walk to: fewest steps, then the least lost",
	    "1/ns+ew:bridge 0,-1; 1/nesw 0,-2; 1/nesw 1,0;"
	    " 1/nesw 1,-1; 1/nesw 1,-2",
	    "'in_front':['boots']", "", WALK, "walk to 0,-2",
	    "walked p1 0,-1/n / lost p1 1/nesw / walked p1 0,-2", NULL },
	{ "walk to: of two ways as long the one without a toll",
	    "1/ns+ew:bridge 0,-1;"
	    " 1/new 0,-2 flipped; 1/ne -1,0; 1/nsw -1,-1 flipped; 1/nw -1,-2 flipped",
	    "", "", WALK, "walk to -1,-2", "walked p1 -1,0 / walked p1 -1,-1 / walked p1 -1,-2",
	    NULL },
	{ "walk to: of two ways as dear the first by name", "1/nesw 1,0; 1/nesw 1,-1; 1/nesw 0,-1",
	    "", "", WALK, "walk to 1,-1", "walked p1 0,-1 / walked p1 1,-1", NULL },
	{ "walk to: not to one's own space", "", "", "", WALK, "walk to 0,0", "! no-step", NULL },
	{ "walk to: out of reach", "1/ew 5,0", "", "", WALK, "walk to 5,0", "! too-far", NULL },
	{ "of equal cards in a hand the first leaves, whatever its deck", "",
	    "'hand':['rat','1/ns','rat'],'hand_decks':['II','I','I']", "", "", "discard rat",
	    "discarded p1 rat", NULL },
};

enum { ROWS = sizeof row / sizeof row[0] };

static json_t *
load(const char *keys)
{
	struct buf text = BUF_INIT;
	json_t *out;

	buf_fmt(&text, "{%s}", keys);
	out = json_aid(buf_cstr(&text));
	buf_release(&text);
	return out;
}

/* Reads the next word of s and moves s after it. Returns false at the end or at a semicolon. */
static bool
next_word(const char **s, char word[static CARD_NAME_MAX])
{
	size_t n;

	*s += strspn(*s, " ");
	n = strcspn(*s, " ;");
	cr_assert_lt(n, CARD_NAME_MAX);
	memcpy(word, *s, n);
	word[n] = '\0';
	*s += n;
	return n > 0;
}

/* Parses "1/ew 1,0 flipped". */
static json_t *
load_cell(const char **s)
{
	json_t *out = json_object();
	char word[CARD_NAME_MAX];
	int x, y;

	(void)next_word(s, word);
	(void)json_object_set_new(out, "kind", json_string(word));
	(void)next_word(s, word);
	cr_assert_eq(place_parse(word, strlen(word), &x, &y), 0, "%s", word);
	(void)json_object_set_new(out, "x", json_integer(x));
	(void)json_object_set_new(out, "y", json_integer(y));
	while (next_word(s, word)) {
		if (strcmp(word, "down") == 0)
			(void)json_object_set_new(out, "face", json_string("down"));
		else if (strcmp(word, "gold") == 0)
			(void)json_object_set_new(out, "gold", json_integer(1));
		else
			(void)json_object_set_new(out, word, json_true());
	}
	*s += **s == ';';
	return out;
}

static json_t *
load_board(const char *board)
{
	json_t *out = json_array();
	const char *start = "start 0,0";

	(void)json_array_append_new(out, load_cell(&start));
	while (*board != '\0')
		(void)json_array_append_new(out, load_cell(&board));
	return out;
}

static json_t *
load_seat(const char *name, const char *clan, const char *keys)
{
	json_t *seat = load("'gold':3,'loyal':true,'hand':['1/nesw']"), *own = load(keys);

	(void)json_object_set_new(seat, "name", json_string(name));
	(void)json_object_set_new(seat, "clan", json_string(clan));
	(void)json_object_update(seat, own);
	json_decref(own);
	return seat;
}

static json_t *
load_position(const struct row *r)
{
	json_t *out = load("'rules':'dark-cave','to_move':'p1'"), *more = load(r->more);
	json_t *seats = json_array();

	(void)json_array_append_new(seats, load_seat("p1", "yellow", r->p1));
	(void)json_array_append_new(seats, load_seat("p2", "blue", r->p2));
	(void)json_object_set_new(out, "seats", seats);
	(void)json_object_set_new(out, "board", load_board(r->board));
	(void)json_object_update(out, more);
	json_decref(more);
	return out;
}

/* The public events of an order that was carried out must explain what changed for the public. */
static void
check_explained(
    const struct row *r, const struct game *before, const struct game *after, struct events *ev)
{
	static struct view was, is;
	static struct transition f;
	struct transition_reason why;

	for (uint32_t i = 0; i < ev->n; i++)
		ev->at[i] = event_redact(&ev->at[i], SEAT_NONE);
	game_view(before, SEAT_NONE, &was);
	game_view(after, SEAT_NONE, &is);
	f = (struct transition){ .before = &was.known, .after = &is.known, .ev = ev };
	cr_expect(transition_check(&f, &why), "%s: fault %d, event %u of %u, what %d", r->name,
	    (int)why.fault, why.event, ev->n, (int)why.what);
}

/* A refusal has words, also where they name a space, a goal or a way in. */
static void
check_words(const struct row *r, const struct game *g, const struct names *names,
    const struct order *o, enum verdict verdict)
{
	static struct view v;
	struct buf text = BUF_INIT;

	game_view(g, g->to_move, &v);
	verdict_text(NULL, &v, names, o, verdict, &text);
	cr_expect(text.n > 0 && strpbrk(text.p, "@{|}") == NULL && strstr(text.p, "  ") == NULL,
	    "%s: %s", r->name, buf_cstr(&text));
	buf_release(&text);
}

static void
happen(const struct row *r, struct game *g, const struct names *names, struct buf *out)
{
	static const uint8_t seed[32] = { 7 };
	static struct events ev;
	const struct game before = *g;
	struct rng_fast rng;
	struct err err = ERR_INIT;
	struct turn turn;
	enum verdict verdict;
	unsigned refused = 0;

	cr_assert_eq(turnline_parse(g->rules, names, 0, r->order, strlen(r->order), &turn, &err), 0,
	    "%s: %s", r->name, err.msg);
	ev.n = 0;
	rng_fast_init(&rng, seed, 0);
	verdict = game_apply_all(g, turn.step, turn.n, &rng.rng, &ev, &refused);
	if (verdict != VERDICT_OK)
		buf_fmt(out, "! %s", verdict_name(verdict));
	if (verdict != VERDICT_OK && refused == 0)
		check_words(r, g, names, &turn.step[0], verdict);
	for (uint32_t i = 0; i < ev.n; i++) {
		buf_str(out, i > 0 ? " / " : "");
		eventline_text(g->rules, names, &ev.at[i], out);
	}
	if (verdict == VERDICT_OK)
		check_explained(r, &before, g, &ev);
}

Test(cave_rules, each_rule)
{
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &row[i];
		json_t *position = load_position(r), *after, *then, *value;
		struct buf got = BUF_INIT;
		struct err err = ERR_INIT;
		struct names names;
		struct view v;
		const char *key;

		cr_assert_eq(
		    position_parse(rules_all, NULL, position, false, &v.known, &names, &err), 0,
		    "%s: %s", r->name, err.msg);
		happen(r, &v.known, &names, &got);
		cr_expect_str_eq(buf_cstr(&got), r->want, "%s:\n got %s\nwant %s", r->name,
		    buf_cstr(&got), r->want);
		v.seat = SEAT_OMNISCIENT;
		after = position_json(&v, &names, 0);
		then = load(r->then != NULL ? r->then : "");
		json_object_foreach(then, key, value)
		{
			struct buf is = BUF_INIT;

			position_text(json_object_get(after, key), &is);
			cr_expect(json_equal(json_object_get(after, key), value), "%s: %s is %s",
			    r->name, key, buf_cstr(&is));
			buf_release(&is);
		}
		json_decref(then);
		json_decref(after);
		json_decref(position);
		buf_release(&got);
	}
}

/* A position from which play could not continue is refused. */
Test(cave_rules, gold_is_counted_together)
{
	static const struct row most = { .name = "CAVE 6",
		.board = "3/nsw:vein 1,0 gold",
		.p1 = "'gold':500",
		.p2 = "'gold':399",
		.more = WALK ",'pool':100",
		.order = "walk to 1,0/c" };
	struct row more = most;
	json_t *position = load_position(&most);
	struct err err = ERR_INIT;
	struct names names;
	struct buf got = BUF_INIT;
	struct game g;

	cr_assert_eq(
	    position_parse(rules_all, NULL, position, false, &g, &names, &err), 0, "%s", err.msg);
	happen(&most, &g, &names, &got);
	cr_expect_eq(g.seat[0].gold, 501, "%s", buf_cstr(&got));
	json_decref(position);
	more.more = WALK ",'pool':101";
	position = load_position(&more);
	cr_expect_eq(position_parse(rules_all, NULL, position, false, &g, &names, &err), -1);
	cr_expect_str_eq(err.msg, "pool: with that of seats and veins more than 1000 gold");
	json_decref(position);
	buf_release(&got);
}

/* The box has three webs: board, hands and pile together have at most three. */
Test(cave_rules, webs_are_counted_together)
{
	static const struct {
		const char *hand, *theirs, *more;
		bool is_ok;
	} webs[] = {
		{ "'hand':['spiderweb','spiderweb']", "", "", true },
		{ "'hand':['spiderweb','spiderweb']", "'hand':['spiderweb','spiderweb']", "",
		    false },
		{ "'hand':['spiderweb']", "'hand':['spiderweb']",
		    "'webs':[{'at':'0,0/e','count':1,'owner':'p2'}]", true },
		{ "'hand':['spiderweb']", "'hand':['spiderweb']",
		    "'webs':[{'at':'0,0/e','count':1,'owner':'p2'},"
		    "{'at':'0,0/n','count':1,'owner':'p2'}]",
		    false },
		{ "'hand':['spiderweb']", "", "'deck':['spiderweb','1/ns','spiderweb','spiderweb']",
		    false },
	};

	for (size_t i = 0; i < sizeof webs / sizeof webs[0]; i++) {
		const struct row what = { .name = "CAVE 29",
			.board = "",
			.p1 = webs[i].hand,
			.p2 = webs[i].theirs,
			.more = webs[i].more };
		json_t *position = load_position(&what);
		struct err err = ERR_INIT;
		struct names names;
		struct game g;

		cr_expect_eq(position_parse(rules_all, NULL, position, false, &g, &names, &err),
		    webs[i].is_ok ? 0 : -1, "%zu: %s", i, err.msg);
		if (!webs[i].is_ok)
			cr_expect_str_eq(err.msg,
			    "webs: with those in hands and deck more than 3 webs: the box has no "
			    "more");
		json_decref(position);
	}
}

/* Of equal cards the first is removed, whatever its deck, also if a random draw chooses the
 * kind. */
Test(cave_rules, a_lost_card_is_the_first_of_its_kind)
{
	static const struct row loss = { .name = "CAVE 36, Q-CAVE-30",
		.board = "1/nsw:hole 0,1",
		.p1 = "'hand':['rat','1/ns']",
		.p2 = "'hand':['boots','1/ns','boots'],'hand_decks':['I','I','III']",
		.more = "",
		.order = "rat 0,1 0,0" };
	struct order o;
	unsigned boots = 0, path = 0;

	for (unsigned k = 0; k < 60; k++) {
		json_t *position = load_position(&loss);
		struct err err = ERR_INIT;
		struct names names;
		struct rng_fast rng;
		const struct seat *p2;
		uint8_t seed[32] = { (uint8_t)k };
		struct game g;
		card_id last;

		cr_assert_eq(position_parse(rules_all, NULL, position, false, &g, &names, &err), 0,
		    "%s", err.msg);
		cr_assert_eq(
		    orderline_parse(g.rules, &names, 0, loss.order, strlen(loss.order), &o, &err),
		    0, "%s", err.msg);
		last = g.seat[1].hand[2];
		cr_assert_neq(g.seat[1].hand[0], last, "boots of two decks");
		rng_fast_init(&rng, seed, 0);
		cr_assert_eq(
		    game_apply_all(&g, &o, 1, &rng.rng, NULL, &(unsigned){ 0 }), VERDICT_OK);
		p2 = &g.seat[1];
		cr_assert_eq(p2->n_hand, 2);
		cr_expect_eq(p2->hand[1], last, "%s: the boots that came last stay", loss.name);
		if (g.rules->card[p2->hand[0]].class == CARD_PATH)
			boots++;
		else
			path++;
		json_decref(position);
	}
	cr_expect(boots > path && path > 0, "%s: boots %u times, the path %u times", loss.name,
	    boots, path);
}
