/* The lessons. Their texts are about one deal each, which tests/play/lesson.py plays. */
#include "session/lesson.h"

#include <string.h>

#define STEPS(row) sizeof(row) / sizeof(row)[0], row

static const struct lesson_step saboteur[] = {
	{ "place new at 1,0",
	    MSG("lesson",
		"You are a miner: one of the goals at 8,-2, 8,0 and 8,2 is the treasure, and a "
		"tunnel from the start S has to reach it. In each turn you lay a path card, play "
		"an action card or discard a card; then you draw one."),
	    MSG("lesson",
		"new joins north, east and west, so at 1,0 it continues the tunnel of the start to "
		"the east.") },
	{ "map 8,0",
	    MSG("lesson",
		"greedy has dug to the north, and greedy2 has discarded a card that nobody saw. "
		"You have two maps: a map shows one goal to you alone, and everybody learns which "
		"goal it was."),
	    MSG("lesson", "8,0 lies straight ahead, and nobody has looked at it.") },
	{ "place ns at 0,-1",
	    MSG("lesson",
		"The goal at 8,0 is the treasure, drawn as $, and only you know that. A card goes "
		"on a place with a dot: it must continue a tunnel of the start, and where it "
		"touches other cards, open edges must meet open edges and walls must meet walls."),
	    MSG("lesson",
		"ns does not fit on the way to the east, so lay it where it does no harm, and draw "
		"another card.") },
	{ "repair-lamp-cart player lamp",
	    MSG("lesson",
		"greedy2 has broken your lamp, as a saboteur would. With a broken tool you cannot "
		"lay path cards, but you can play action cards and discard."),
	    MSG("lesson",
		"repair-lamp-cart repairs a lamp or a cart of any player; the order names the "
		"player and the tool.") },
	{ "place new at 2,0 flipped",
	    MSG("lesson",
		"Your lamp is whole again, and the tunnel ends at 1,0, open to the east. A path "
		"card can be laid as printed or flipped, which is turned by 180 degrees."),
	    MSG("lesson",
		"Flipped, new joins west, south and east: it leads on to the east and leaves a way "
		"to the south.") },
	{ "place ew at 3,0",
	    MSG("lesson",
		"The others have discarded, and you drew ew. `hand` shows your cards again, "
		"`moves` lists every order that you can give, and TAB completes an order."),
	    MSG("lesson", "ew is a straight tunnel: it brings you one place nearer to 8,0.") },
	{ "place nw at 4,-1 flipped",
	    MSG("lesson",
		"greedy has laid a crossing at 4,0 and seems to be a miner, too. Of your path "
		"cards only nw leads on: e and n+s have dead ends."),
	    MSG("lesson",
		"Flipped, nw joins south and east: at 4,-1 it opens a second way, so that one bad "
		"card cannot stop you.") },
	{ "rockfall 5,0",
	    MSG("lesson",
		"greedy2 has laid n+e+s+w at 5,0: four dead ends, so that no tunnel leads through "
		"it. The player who broke your lamp now blocks your way."),
	    MSG("lesson",
		"A rockfall takes a path card from the board; only the start and the goals are "
		"safe from it.") },
	{ "place nsw at 5,-1",
	    MSG("lesson",
		"The place 5,0 is free again, and tunnels lead to it and to 5,-1. A card has to "
		"fit on all sides: at 5,-1 a tunnel comes from the west."),
	    MSG("lesson",
		"nsw is open to the west, and leads on to the south, into the row of the "
		"treasure.") },
	{ "place ne at 4,1",
	    MSG("lesson",
		"You have two ne, curves from north to east. At 5,0 they fit neither way, because "
		"a wall would meet the tunnel of 4,0 or of 5,-1."),
	    MSG("lesson",
		"At 4,1 the north edge meets the crossing at 4,0, and the east edge opens a way "
		"along row 1.") },
	{ "discard e",
	    MSG("lesson",
		"greedy digs along row 1 and has laid a card at 5,1. You have no card that brings "
		"the tunnel nearer to the treasure, and passing is always allowed: you discard a "
		"card, which nobody sees, and draw one."),
	    MSG("lesson", "e is a dead end, for which a miner has no use.") },
	{ "discard n+e",
	    MSG("lesson",
		"greedy has dug on to 6,1, while greedy2 has laid a card in the west, where no "
		"goal is. You drew n+e, which has two dead ends."),
	    MSG("lesson", "Discard it, and hope for a better card.") },
	{ "break-lamp greedy2",
	    MSG("lesson",
		"greedy is at 7,1, next to the goals, and greedy2 has laid dead ends at 5,-2. You "
		"drew break-lamp: a player whose lamp is broken cannot lay path cards until it is "
		"repaired."),
	    MSG("lesson", "greedy2 works against you and could still block the way.") },
};

static const struct lesson_step saboteur2[] = {
	{ "place new:crystal at 1,0",
	    MSG("lesson",
		"You are a green digger: you win if a tunnel from the start S reaches the treasure "
		"under one of the three goals and its doors let green pass. In each turn you lay a "
		"path card, play an action card, or discard one to three cards; then you draw."),
	    MSG("lesson",
		"new joins north, east and west and leads on to the east; after the colon stands "
		"what else the card shows, a crystal, which pays geologists.") },
	{ "place n+ew:crystal at 2,0",
	    MSG("lesson",
		"greedy has looked at two of the goals, and greedy2 has discarded three cards "
		"twice. Each player works for a role that nobody else knows."),
	    MSG("lesson",
		"n+ew has a straight tunnel from east to west, which leads on, and a dead end in "
		"the north.") },
	{ "place nw at 3,-1 flipped",
	    MSG("lesson",
		"greedy has laid a crossing at 3,0, and greedy2 has a theft card in front of them: "
		"at the end of the round, a thief takes one piece of gold from another player. "
		"`rules theft` prints the rule of that card, and `rules` those of the whole game."),
	    MSG("lesson",
		"No card of yours leads straight on, but nw, flipped, joins south and east and "
		"opens a second way at 3,-1.") },
	{ "place ew at 4,0",
	    MSG("lesson",
		"The others have discarded, and you drew ew. The crossing at 3,0 is still open to "
		"the east."),
	    MSG("lesson",
		"ew is a straight tunnel: it brings you one place nearer to the goals.") },
	{ "place nw:ladder at 4,-1",
	    MSG("lesson",
		"greedy has laid a card with a door of blue at 3,1: a route through it does not "
		"count for green. You drew a ladder, which is connected with the start and with "
		"every other ladder; it may not lie beside a goal."),
	    MSG("lesson",
		"At 4,-1 its west edge meets the tunnel of 3,-1, and its north edge opens another "
		"way.") },
	{ "place nesw at 5,0",
	    MSG("lesson",
		"greedy has taken the theft card of greedy2 away. You drew nesw, a crossing that "
		"joins all four edges."),
	    MSG("lesson",
		"At 5,0 it leads on to the east, and from there the way to every goal is open.") },
	{ "repair-pickaxe-cart player pickaxe",
	    MSG("lesson",
		"greedy2 has broken your pickaxe, and with a broken tool you cannot lay path "
		"cards. A repair card mends it; without one you could discard any two cards and "
		"remove the broken tool."),
	    MSG("lesson",
		"The card repairs a pickaxe or a cart; the order names the player and the tool.") },
	{ "place nw at 7,-1 flipped",
	    MSG("lesson",
		"The tunnel has come to 7,0, to a card with a door of green, which lets your team "
		"pass and not the blue one. That card does not lead into the goal at 8,0 but turns "
		"to the north."),
	    MSG("lesson", "Flipped, nw joins south and east: it leads on past the goal.") },
	{ "place ne at 9,-1 flipped",
	    MSG("lesson",
		"greedy2 has laid another door of green at 8,-1, between two goals. The tunnel "
		"passes both of them, because it touches them with its walls."),
	    MSG("lesson",
		"Flipped, ne joins west and south: from 9,-1 the way leads down to 9,0, beside the "
		"goal at 8,0.") },
	{ "place nw+s at 9,0",
	    MSG("lesson",
		"greedy has trapped greedy2, who has discarded two cards to be free again. You "
		"drew nw+s: a curve from north to west, and a dead end in the south."),
	    MSG("lesson", "At 9,0 the curve leads from 9,-1 into the goal at 8,0.") },
};

static const struct lesson_step duel[] = {
	{ "repair-pickaxe player",
	    MSG("lesson",
		"You are blue and dig from the start s at 0,-1, greedy is green and digs from S at "
		"0,1; gold lies in tunnels and under the six goals. greedy has broken your "
		"pickaxe, and with a broken tool you cannot lay path cards."),
	    MSG("lesson",
		"repair-pickaxe takes the broken tool away; the order names the player, here "
		"yourself.") },
	{ "break-lamp greedy",
	    MSG("lesson",
		"greedy has laid ns+ew at 1,1, a bridge: two tunnels that do not meet. Small "
		"letters b and g at an edge mark what only blue or only green has reached."),
	    MSG("lesson",
		"Break a tool of greedy, so that green cannot lay path cards until it is "
		"repaired.") },
	{ "break-cart greedy",
	    MSG("lesson",
		"greedy has discarded two cards to remove the broken lamp, and draws only one for "
		"them. You can do the same when a tool of yours is broken."),
	    MSG("lesson", "A second broken tool costs greedy two more cards.") },
	{ "map 9,0",
	    MSG("lesson",
		"greedy has only four cards left. A map shows one goal to you alone, and the "
		"number in the name of a goal is its gold."),
	    MSG("lesson",
		"9,0 is the goal that is farthest away: look whether it is worth the way.") },
	{ "place nesw:door-blue@s at 0,0",
	    MSG("lesson",
		"The goal at 9,0 has 1 gold and a door of green, and greedy has claimed the gold "
		"at 0,2. Your nesw:door-blue@s is a crossing with a door in its south arm, which "
		"only blue can pass."),
	    MSG("lesson",
		"Between the two starts, it leads you into the tunnels of green and keeps green "
		"out of yours.") },
	{ "place new:door-green@n at 2,1 flipped",
	    MSG("lesson",
		"Through your door you have reached the tunnels of green, up to the east end of "
		"the bridge at 1,1. Flipped, new:door-green@n has its door of green in the south, "
		"and west and east are free."),
	    MSG("lesson", "So you dig on to the east, and the door closes only a side arm.") },
	{ "place new:door-blue@e at 4,1 flipped",
	    MSG("lesson",
		"greedy has laid a tunnel at 3,1, which you both use. Flipped, new:door-blue@e has "
		"its door of blue in the west."),
	    MSG("lesson",
		"You pass that door and greedy does not, so that what comes after it is yours.") },
	{ "place nw+es:gold@es at 5,1 flipped",
	    MSG("lesson",
		"greedy has opened the door at 4,1 with a key, drawn as k. You drew a card with "
		"two curves that do not meet and with gold in one of them."),
	    MSG("lesson",
		"Flipped, the curve with the gold leads from 4,1 to the goal at 5,0, and you claim "
		"the gold of both.") },
	{ "place nesw:door-green@w at 7,0 flipped",
	    MSG("lesson",
		"The goal at 5,0 has 2 gold, and each p beside gold is a token of yours. greedy "
		"has laid a tunnel at 6,0, which leads away from that goal."),
	    MSG("lesson",
		"At 7,0 a crossing lies between two goals and turns both of them up; flipped, its "
		"door of green is on the other side, in the east.") },
	{ "place ne+sw at 4,2",
	    MSG("lesson",
		"You have claimed the gold of both goals, and greedy has laid a troll at 6,1, "
		"which nobody passes before it is paid. Your ne+sw has two curves that do not "
		"meet."),
	    MSG("lesson",
		"At 4,2 the curve from north to east leads from 4,1 to the goal at 5,2.") },
	{ "rockfall 6,0",
	    MSG("lesson",
		"The goal at 5,2 has no gold. greedy can still go through the door of green at 7,0 "
		"and dig to the goal at 9,0."),
	    MSG("lesson",
		"A rockfall at 6,0 cuts that way off, and what you have claimed stays yours.") },
};

static const struct lesson_step dark_cave[] = {
	{ "place 1/nesw at 1,0",
	    MSG("lesson",
		"You are yellow and loyal, your dwarf is P, and you have to carry gold out of the "
		"cave: the exit is one of the four goals in the corners. A turn has two orders: "
		"first lay a card, play one or discard; then walk up to three steps."),
	    MSG("lesson",
		"nesw joins all four edges and opens a way to the east; the 1 before the slash is "
		"its level, the number of steps that it takes to cross it.") },
	{ "walk to 1,0",
	    MSG("lesson",
		"Now your dwarf may walk: `walk to` names the space, and `stay` ends the turn "
		"without a step. Any number of dwarves may stand in a space."),
	    MSG("lesson", "Go where the next card can be laid.") },
	{ "place 1/nw+es:tunnel at 1,-2",
	    MSG("lesson",
		"greedy has laid a card at 1,-1 and walked there: everybody uses all tunnels. A "
		"card may be laid wherever one of its open edges meets an open edge of a card that "
		"is face up."),
	    MSG("lesson",
		"At 1,-2 the curve from south to east leads on toward the corner at 4,-4; the "
		"passage between the two curves would cost a gold, and you need not enter it.") },
	{ "walk to 1,-2/e",
	    MSG("lesson",
		"A card with several spaces needs a letter after its place: 1,-2/e is the curve "
		"with the east edge. From 1,0 it is two steps away."),
	    MSG("lesson", "It is the end of the way to the east.") },
	{ "place 1/nsw at 2,-3 flipped",
	    MSG("lesson",
		"greedy has laid 1/nesw at 2,-2 and stands there. You can build on from that card, "
		"too."),
	    MSG("lesson",
		"Flipped, nsw joins north, south and east: it leads toward the row of the "
		"corner.") },
	{ "walk to 2,-3",
	    MSG("lesson",
		"2,-3 is two steps away, across the space where greedy stands. `walk to` takes the "
		"shortest way."),
	    MSG("lesson", "Now you are ahead of greedy.") },
	{ "battle-axe player",
	    MSG("lesson",
		"greedy has laid a ladder at 2,-4 and walked past you. You drew a goblin: "
		"creatures come out of dark holes, such as those on two of your cards, and rob "
		"those whom they meet."),
	    MSG("lesson",
		"A battle-axe in front of you drives off one creature that meets your dwarf.") },
	{ "walk to 2,-4",
	    MSG("lesson",
		"The card at 2,-4 is open to the east, toward the goal at 4,-4. No card lies there "
		"yet."),
	    MSG("lesson", "Be there when the next card is laid.") },
	{ "boots player",
	    MSG("lesson",
		"greedy has laid a card at 3,-4 and turned up the goal at 4,-4: it is the exit. "
		"Its middle is three steps away for you, and the walk of greedy ended at its "
		"edge."),
	    MSG("lesson",
		"Boots give you one more step in each of your turns, and no other card of yours "
		"helps more.") },
	{ "walk to 4,-4/c",
	    MSG("lesson",
		"The exit is in the middle of its card, and 3,-4, 4,-4/w and 4,-4/c are three "
		"steps. A dwarf that enters the exit leaves the cave with its gold."),
	    MSG("lesson",
		"When all who work for a clan have left, the game ends, and the clan with the "
		"greater treasure wins.") },
};

static const struct lesson lesson[] = {
	{ "saboteur", "greedy,greedy", "4a", "rounds=1", STEPS(saboteur),
	    MSG("lesson",
		"greedy has reached the treasure, so the miners win the round, and each of them "
		"gets a nugget. A whole game has three rounds with new roles, and most gold wins: "
		"adit play --rules saboteur --against greedy,random") },
	{ "saboteur2", "greedy,greedy", "2b", "rounds=1", STEPS(saboteur2),
	    MSG("lesson",
		"The goal at 8,0 was the treasure. Each way to it has a door of green, so only "
		"green diggers win: you get 5 gold, and the geologist gets 2 for the crystals. A "
		"whole game has three rounds: adit play --rules saboteur2 --against "
		"greedy,random") },
	{ "duel", "greedy", "24", "rounds=1", STEPS(duel),
	    MSG("lesson",
		"This is the end of the lesson, and the round goes on: it is over when all goals "
		"are face up, all eight tokens are on the board, or all cards are used up. A whole "
		"game has three rounds: adit play --rules duel --against greedy") },
	{ "dark-cave", "greedy", "9", NULL, STEPS(dark_cave),
	    MSG("lesson",
		"You have left with 3 gold, and blue has brought out nothing, so yellow wins. "
		"Longer games have gold veins, webs, creatures and dwarves who work for the other "
		"clan: adit play --rules dark-cave --against greedy,greedy,random") },
};

const struct lesson *
lesson_find(const char *rules)
{
	for (size_t i = 0; i < sizeof lesson / sizeof lesson[0]; i++)
		if (strcmp(lesson[i].rules, rules) == 0)
			return &lesson[i];
	return NULL;
}
