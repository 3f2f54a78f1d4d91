#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"

/* The end of a round: who wins, the division, geologists, thieves [SB2 3.E]. */

/* ---- ways to the gold ------------------------------------------------------------------------ */

/* A tunnel from the start to 7,0 with a door of each kind (SAB_EW: none), and a way around the
 * first door through 3,1 (SAB_START: none). */
static void
dig(struct game *g, card_id main, card_id second, card_id round)
{
	table_tunnel(g, 6);
	table_put(g, (struct cell){ 3, 0, main, 0 });
	table_put(g, (struct cell){ 5, 0, second, 0 });
	if (round == SAB_START)
		return;
	table_put(g, (struct cell){ 2, 0, SAB_NESW, 0 });
	table_put(g, (struct cell){ 4, 0, SAB_NESW, 0 });
	table_put(g, (struct cell){ 2, 1, SAB_NE, 0 });
	table_put(g, (struct cell){ 3, 1, round, 0 });
	table_put(g, (struct cell){ 4, 1, SAB_NW, 0 });
}

struct ways_row {
	const char *name;
	card_id main, second, round;
	unsigned want;
};

static const struct ways_row ways[] = {
	{ "SB2 3.E.23 no doors", SAB_EW, SAB_EW, SAB_START, WAY_BLUE | WAY_GREEN },
	{ "SB2 3.E.23 a blue door", SB2_DOOR_BLUE_EW, SAB_EW, SAB_START, WAY_BLUE },
	{ "SB2 3.E.23 a green door", SB2_DOOR_GREEN_EW, SAB_EW, SAB_START, WAY_GREEN },
	{ "SB2 3.E.23 Q-SB2-16 both in a row", SB2_DOOR_BLUE_EW, SB2_DOOR_GREEN_EW, SAB_START, 0 },
	{ "SB2 3.E.23 two of a colour", SB2_DOOR_BLUE_EW, SB2_DOOR_BLUE_EW, SAB_START, WAY_BLUE },
	{ "SB2 3.E.23 Q-SB2-4 a way round a door", SB2_DOOR_BLUE_EW, SAB_EW, SAB_EW,
	    WAY_BLUE | WAY_GREEN },
	{ "SB2 3.E.23 Q-SB2-4 each by his own door", SB2_DOOR_BLUE_EW, SAB_EW, SB2_DOOR_GREEN_EW,
	    WAY_BLUE | WAY_GREEN },
	{ "SB2 3.E.23 round, then a door", SB2_DOOR_BLUE_EW, SB2_DOOR_GREEN_EW, SAB_EW, WAY_GREEN },
	{ "SB2 3.E.23 a ladder behind a door", SB2_DOOR_BLUE_EW, SB2_LADDER_E, SAB_START,
	    WAY_BLUE | WAY_GREEN },
	{ "SB2 3.E.23 blind arms are no way", SAB_BLIND_EW, SAB_EW, SB2_DOOR_GREEN_EW, WAY_GREEN },
	{ "SB2 3.E.23 crystals are no doors", SB2_CRYSTAL_N_EW, SAB_EW, SAB_START,
	    WAY_BLUE | WAY_GREEN },
};

Test(sb2_gold, ways)
{
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		const struct ways_row *row = &ways[i];
		struct game g;

		sb2_init(&g, 3);
		dig(&g, row->main, row->second, row->round);
		table_put(&g, (struct cell){ 7, 0, SAB_EW, 0 });
		cr_expect_eq(saboteur2_ways(&g), 0, "%s: face down", row->name);
		table_put(&g, (struct cell){ 8, 0, SAB_GOAL_GOLD, 0 });
		cr_expect_eq(
		    saboteur2_ways(&g), row->want, "%s: %u", row->name, saboteur2_ways(&g));
	}
}

Test(sb2_gold, the_blind_arm_of_a_door_card_has_no_door)
{
	struct game g;

	/* From a ladder at 6,1 through the north-south tunnel of the green door at 7,1 to the gold. */
	sb2_init(&g, 3);
	table_put(&g, (struct cell){ 8, 0, SAB_GOAL_GOLD, 0 });
	table_put(&g, (struct cell){ 8, 1, SB2_DOOR_GREEN_NS_E, 0 });
	table_put(&g, (struct cell){ 9, 1, SB2_LADDER_E, CELL_FLIPPED });
	cr_expect_eq(saboteur2_ways(&g), 0, "Q-SB2-4 the arm does not lead through");
	table_put(&g, (struct cell){ 8, 2, SB2_LADDER_N, 0 });
	cr_expect_eq(saboteur2_ways(&g), WAY_GREEN, "Q-SB2-4 the tunnel does, through the door");
}

/* ---- winners --------------------------------------------------------------------------------- */

enum { BLUE, GREEN, BOSS, PROFITEER, GEOLOGIST, TRAITOR, N_ROLES };

static const card_id role_card[N_ROLES] = { SB2_BLUE, SB2_GREEN, SB2_BOSS, SB2_PROFITEER,
	SB2_GEOLOGIST, SB2_SABOTEUR };

struct winner_row {
	const char *name;
	unsigned completed_by;
	const char *want[4]; /* by WAY_ bits: the winners, of b g B P */
};

static const struct winner_row winner[] = {
	{ "SB2 3.E.23 a blue digger", BLUE, { "BP", "bBP", "gBP", "bBP" } },
	{ "SB2 3.E.23 a green digger", GREEN, { "BP", "bBP", "gBP", "gBP" } },
	{ "SB2 3.E.23 the boss", BOSS, { "BP", "bBP", "gBP", "bgBP" } },
	{ "SB2 3.E.23 the profiteer", PROFITEER, { "BP", "bBP", "gBP", "bgBP" } },
	{ "SB2 3.E.23 a geologist", GEOLOGIST, { "BP", "bBP", "gBP", "bgBP" } },
	{ "SB2 3.E.23 Q-SB2-3 a saboteur", TRAITOR, { "BP", "bBP", "gBP", "bgBP" } },
};

/* Seat s has role s; the seat to move completes the tunnel. */
static void
complete(struct game *g, unsigned by, unsigned way, struct events *ev)
{
	static const card_id door[4][2] = { { SB2_DOOR_BLUE_EW, SB2_DOOR_GREEN_EW },
		{ SB2_DOOR_BLUE_EW, SAB_EW }, { SAB_EW, SB2_DOOR_GREEN_EW }, { SAB_EW, SAB_EW } };

	dig(g, door[way][0], door[way][1], SAB_START);
	g->to_move = (uint8_t)by;
	table_give(g, g->to_move, SAB_EW);
	table_play(g, order_place(g->to_move, SAB_EW, 7, 0, false), ev);
	cr_assert_eq(event_nth(ev, EVENT_WAYS, 0)->value, way);
}

static void
expect_winners(const struct events *ev, const char *name, unsigned way, const char *want)
{
	static const char letter[N_ROLES + 1] = "bgBP..";
	char got[N_ROLES + 1] = "";
	unsigned n = event_count(ev, EVENT_ROUND_WINNER);

	for (unsigned i = 0; i < n; i++)
		got[i] = letter[event_nth(ev, EVENT_ROUND_WINNER, i)->seat];
	cr_expect_str_eq(got, want, "%s, ways %u: %s, not %s", name, way, got, want);
}

Test(sb2_gold, the_table_of_winners)
{
	for (size_t i = 0; i < sizeof winner / sizeof winner[0]; i++)
		for (unsigned way = 0; way < 4; way++) {
			struct events ev;
			struct game g;

			sb2_init(&g, N_ROLES);
			for (unsigned s = 0; s < N_ROLES; s++)
				g.seat[s].role = role_card[s];
			complete(&g, winner[i].completed_by, way, &ev);
			expect_winners(&ev, winner[i].name, way, winner[i].want[way]);
			cr_expect_eq(
			    event_nth(&ev, EVENT_ROUND_END, 0)->seat, winner[i].completed_by);
		}
}

Test(sb2_gold, the_gold_is_not_reached)
{
	struct events ev;
	struct game g;

	sb2_init(&g, N_ROLES);
	for (unsigned s = 0; s < N_ROLES; s++)
		g.seat[s].role = role_card[s];
	g.seat[GREEN].role = SB2_SABOTEUR;
	table_give(&g, 0, SAB_MAP);
	table_play(&g, sb2_discard(0, 1, SAB_MAP, 0, 0), &ev);
	cr_expect_eq(
	    event_count(&ev, EVENT_ROUND_WINNER), 3, "SB2 3.E.23 saboteurs and the profiteer");
	cr_expect_eq(g.seat[TRAITOR].gold, 3, "SB2 3.E.24 three winners, three for each");
	cr_expect_eq(g.seat[GREEN].gold, 3, "SB2 3.E.24");
	cr_expect_eq(g.seat[PROFITEER].gold, 1, "SB2 3.E.24 the profiteer two less");
	cr_expect_eq(event_count(&ev, EVENT_WAYS), 0, "no ways to speak of");
}

/* ---- the division ---- */

struct share_row {
	const char *name;
	unsigned blues, others; /* blue diggers; 1 boss, 2 and profiteer */
	unsigned want_blue, want_boss, want_profiteer;
};

static const struct share_row share[] = {
	{ "SB2 3.E.24 one winner", 1, 0, 5, 0, 0 },
	{ "SB2 3.E.24 two", 2, 0, 4, 0, 0 },
	{ "SB2 3.E.24 three with the boss", 2, 1, 3, 2, 0 },
	{ "SB2 3.E.24 three with both", 1, 2, 3, 2, 1 },
	{ "SB2 3.E.24 four with both", 2, 2, 2, 1, 0 },
	{ "SB2 3.E.24 Q-SB2-17 five: never below 0, still counted", 3, 2, 1, 0, 0 },
	{ "SB2 3.E.24 six", 4, 2, 1, 0, 0 },
	{ "SB2 3.E.24 Q-SB2-15 the boss alone", 0, 1, 0, 4, 0 },
	{ "SB2 3.E.24 no winner", 0, 0, 0, 0, 0 },
};

Test(sb2_gold, shares)
{
	for (size_t i = 0; i < sizeof share / sizeof share[0]; i++) {
		const struct share_row *row = &share[i];
		struct events ev;
		struct game g;
		unsigned n = row->blues + row->others;

		/* A saboteur completes it, so that the way of each seat counts. */
		sb2_init(&g, 8);
		for (unsigned s = 0; s < 8; s++)
			g.seat[s].role = s < row->blues ? SB2_BLUE : SB2_SABOTEUR;
		if (row->others > 0)
			g.seat[row->blues].role = SB2_BOSS;
		if (row->others > 1)
			g.seat[row->blues + 1].role = SB2_PROFITEER;
		complete(&g, 7, 3, &ev);
		for (unsigned s = 0; s < 8; s++) {
			unsigned want = s < row->blues ? row->want_blue :
			    s >= n                     ? 0 :
			    s == row->blues            ? row->want_boss :
							 row->want_profiteer;

			cr_expect_eq(g.seat[s].gold, want, "%s: seat %u has %u", row->name, s,
			    g.seat[s].gold);
		}
	}
}

Test(sb2_gold, trapped_winners_are_not_counted)
{
	struct events ev;
	struct game g;

	sb2_init(&g, 4);
	for (unsigned s = 0; s < 3; s++)
		g.seat[s].role = SB2_BLUE;
	g.seat[3].role = SB2_BOSS;
	sb2_set_trap(&g, 0);
	sb2_set_trap(&g, 3);
	complete(&g, 1, 3, &ev);
	cr_expect(
	    g.seat[0].gold == 0 && g.seat[3].gold == 0, "SB2 3.E.24 the trapped are no winners");
	cr_expect(g.seat[1].gold == 4 && g.seat[2].gold == 4, "SB2 3.E.24 two are left");
}

/* ---- geologists ---- */

struct crystal_row {
	const char *name;
	unsigned crystals, geologists;
	const char *trapped; /* seats */
	unsigned want[2];
};

static const struct crystal_row crystal[] = {
	{ "SB2 3.E.25 one gets all", 5, 1, "", { 5, 0 } },
	{ "SB2 3.E.25 two get half each, rounded down", 5, 2, "", { 2, 2 } },
	{ "SB2 3.E.25 none", 0, 2, "", { 0, 0 } },
	{ "SB2 3.E.25 one for two", 1, 2, "", { 0, 0 } },
	{ "SB2 3.E.25 Q-SB2-5 a trapped one gets nothing, the other all", 5, 2, "0", { 0, 5 } },
	{ "SB2 3.E.25 Q-SB2-5 both trapped", 5, 2, "01", { 0, 0 } },
};

Test(sb2_gold, geologists)
{
	for (size_t i = 0; i < sizeof crystal / sizeof crystal[0]; i++) {
		const struct crystal_row *row = &crystal[i];
		struct events ev;
		struct game g;

		sb2_init(&g, 3);
		for (unsigned s = row->geologists; s < 3; s++)
			g.seat[s].role = SB2_GREEN;
		for (const char *p = row->trapped; *p != '\0'; p++)
			sb2_set_trap(&g, (uint8_t)(*p - '0'));
		/* [Q-SB2-6] most of them far from the tunnels */
		for (unsigned k = 0; k < row->crystals; k++)
			table_put(&g,
			    (struct cell){
				(int8_t)(k == 0 ? 1 : 20), (int8_t)(2 * k), SB2_CRYSTAL_NEW, 0 });
		table_give(&g, 0, SAB_MAP);
		table_play(&g, sb2_discard(0, 1, SAB_MAP, 0, 0), &ev);
		for (unsigned s = 0; s < 2; s++)
			cr_expect_eq(g.seat[s].gold, row->want[s], "%s Q-SB2-7: seat %u has %u",
			    row->name, s, g.seat[s].gold);
	}
}

/* ---- thieves ---- */

struct theft_row {
	const char *name;
	const char *thieves, *trapped; /* seats; thieves in the order played */
	unsigned before[4];            /* gold of earlier rounds */
	const char *steal;             /* list of seat 0; "-": default, "": none */
	unsigned want[4];
};

/* Seat 1 and 2 are blue diggers and get 4 each; seats 0 and 3 are green and get nothing. */
static const struct theft_row theft[] = {
	{ "SB2 3.E.27 the default: the first of those who gained most", "0", "", { 0, 0, 0, 0 },
	    "-", { 1, 3, 4, 0 } },
	{ "Q-SB2-10 clockwise from the thief", "2", "", { 0, 0, 0, 0 }, "-", { 0, 3, 5, 0 } },
	{ "Q-SB2-10 who gained, not who has most", "0", "", { 0, 0, 0, 9 }, "-", { 1, 3, 4, 9 } },
	{ "Q-SB2-10 the first on the list", "0", "", { 0, 0, 0, 0 }, "21", { 1, 4, 3, 0 } },
	{ "Q-SB2-10 who has gold", "0", "", { 0, 0, 0, 0 }, "321", { 1, 4, 3, 0 } },
	{ "Q-SB2-10 not himself", "0", "", { 7, 0, 0, 0 }, "02", { 8, 4, 3, 0 } },
	{ "Q-SB2-10 the default when nothing applies", "0", "", { 0, 0, 0, 0 }, "3",
	    { 1, 3, 4, 0 } },
	{ "Q-SB2-10 steal none", "0", "", { 0, 0, 0, 0 }, "", { 0, 4, 4, 0 } },
	{ "SB2 3.E.27 gold from earlier rounds", "0", "", { 0, 0, 0, 5 }, "3", { 1, 4, 4, 4 } },
	{ "SB2 3.D.16 a trapped thief does not", "0", "0", { 0, 0, 0, 0 }, "-", { 0, 4, 4, 0 } },
	{ "SB2 3.E.27 Q-SB2-11 from another thief", "30", "", { 0, 0, 0, 0 }, "-", { 1, 2, 4, 1 } },
	{ "SB2 3.E.27 first who played it last, then clockwise", "123", "", { 0, 0, 0, 0 }, "-",
	    { 0, 3, 4, 1 } },
	{ "SB2 3.E.27 of those who may", "13", "3", { 0, 0, 0, 0 }, "-", { 0, 5, 3, 0 } },
	{ "SB2 3.E.27 nobody has anything but the thief", "0", "12", { 3, 0, 0, 0 }, "-",
	    { 3, 0, 0, 0 } },
	{ "Q-SB2-10 none gained: the first with any gold", "0", "12", { 0, 0, 0, 2 }, "-",
	    { 1, 0, 0, 1 } },
};

Test(sb2_gold, thieves)
{
	for (size_t i = 0; i < sizeof theft / sizeof theft[0]; i++) {
		const struct theft_row *row = &theft[i];
		struct events ev;
		struct game g;

		sb2_init(&g, 5);
		g.seat[0].role = g.seat[3].role = SB2_GREEN;
		g.seat[1].role = g.seat[2].role = SB2_BLUE;
		for (const char *p = row->thieves; *p != '\0'; p++)
			sb2_thief(&g, (uint8_t)(*p - '0'));
		for (const char *p = row->trapped; *p != '\0'; p++)
			sb2_set_trap(&g, (uint8_t)(*p - '0'));
		for (unsigned s = 0; s < 4; s++)
			g.seat[s].gold = (uint16_t)row->before[s];
		if (row->steal[0] != '-') {
			sb2_own(&g)->n_steal[0] = (uint8_t)strlen(row->steal);
			for (unsigned k = 0; k < sb2_own(&g)->n_steal[0]; k++)
				sb2_own(&g)->steal[0][k] = (uint8_t)(row->steal[k] - '0');
		}
		g.round = 3;
		complete(&g, 4, 1, &ev); /* a geologist, by a blue door */
		for (unsigned s = 0; s < 4; s++)
			cr_expect_eq(g.seat[s].gold, row->want[s], "%s: seat %u has %u", row->name,
			    s, g.seat[s].gold);
		cr_expect_eq(sb2_own(&g)->n_thieves, 0, "%s: theft cards are discarded", row->name);
		cr_expect_eq(g.n_discard, strlen(row->thieves), "%s: all of them", row->name);
	}
}

/* ---- the examples of the rules ---- */

Test(sb2_gold, first_example)
{
	struct events ev;
	struct game g;

	/* One blue and two green diggers, boss, profiteer, two saboteurs. The boss completes the
	 * tunnel with a blue door in it; both saboteurs are thieves, one of them is trapped. */
	sb2_init(&g, 7);
	g.seat[0].role = SB2_BLUE;
	g.seat[1].role = g.seat[2].role = SB2_GREEN;
	g.seat[3].role = SB2_BOSS;
	g.seat[4].role = SB2_PROFITEER;
	g.seat[5].role = g.seat[6].role = SB2_SABOTEUR;
	sb2_thief(&g, 5);
	sb2_thief(&g, 6);
	sb2_set_trap(&g, 6);
	sb2_own(&g)->n_steal[5] = 1;
	sb2_own(&g)->steal[5][0] = 0;
	g.round = 3;
	complete(&g, 3, WAY_BLUE, &ev);
	cr_expect_eq(event_nth(&ev, EVENT_GOLD, 0)->value, 3, "example 1: blue 3");
	cr_expect_eq(event_nth(&ev, EVENT_GOLD, 1)->value, 2, "example 1: boss 2");
	cr_expect_eq(event_nth(&ev, EVENT_GOLD, 2)->value, 1, "example 1: profiteer 1");
	cr_expect_eq(event_count(&ev, EVENT_GOLD), 3, "example 1: nobody else");
	cr_expect_eq(event_count(&ev, EVENT_STOLE), 1, "example 1: one thief is trapped");
	cr_expect(g.seat[5].gold == 1 && g.seat[0].gold == 2, "example 1: the free one takes 1");
	cr_expect_eq(g.seat[6].gold, 0, "example 1: the other nothing");
}

Test(sb2_gold, second_example)
{
	struct events ev;
	struct game g;

	/* A green and a blue digger, boss, saboteur, two geologists, five crystals. A geologist
	 * reaches the gold through a green door; the green digger is trapped. */
	sb2_init(&g, 6);
	g.seat[0].role = SB2_GREEN;
	g.seat[1].role = SB2_BLUE;
	g.seat[2].role = SB2_BOSS;
	g.seat[3].role = SB2_SABOTEUR;
	sb2_set_trap(&g, 0);
	for (int k = 0; k < 5; k++)
		table_put(&g, (struct cell){ 20, (int8_t)(2 * k), SB2_CRYSTAL_NEW, 0 });
	g.round = 3;
	complete(&g, 4, WAY_GREEN, &ev);
	cr_expect_eq(event_count(&ev, EVENT_ROUND_WINNER), 1, "example 2: the boss alone wins");
	cr_expect_eq(g.seat[2].gold, 4, "example 2: and gets 4");
	cr_expect(g.seat[4].gold == 2 && g.seat[5].gold == 2, "example 2: the geologists 2 each");
	cr_expect(g.seat[0].gold == 0 && g.seat[1].gold == 0 && g.seat[3].gold == 0,
	    "example 2: the rest nothing");
}

/* ---- the end of rounds and of the game ---- */

struct end_row {
	const char *name;
	card_id hand[2][2]; /* of seats 0 and 1; 0: none */
	uint8_t broken;     /* of seat 1 */
	bool trapped;       /* seat 1 */
	unsigned piled;
	bool over;
};

/* Seat 0 discards its first card, a map. */
static const struct end_row end[] = {
	{ "SB2 3.E.22 nobody has a card", { { SAB_MAP, 0 }, { 0, 0 } }, 0, false, 0, true },
	{ "SB2 3.E.22 somebody can play", { { SAB_MAP, 0 }, { SAB_NS, 0 } }, 0, false, 0, false },
	{ "SB2 3.E.22 nobody can", { { SAB_MAP, 0 }, { SAB_NS, 0 } }, TOOL_LAMP, false, 0, true },
	{ "SB2 3.E.22 a trapped player can not lay", { { SAB_MAP, 0 }, { SAB_NS, 0 } }, 0, true, 0,
	    true },
	{ "SB2 3.E.22 but there are cards to draw", { { SAB_MAP, 0 }, { SAB_NS, 0 } }, 0, true, 1,
	    false },
	{ "SB2 3.E.22 two cards to clear one away", { { SAB_MAP, 0 }, { SAB_NS, SAB_NS } },
	    TOOL_LAMP, false, 0, false },
	{ "SB2 3.E.22 a trapped player too", { { SAB_MAP, 0 }, { SAB_NS, SAB_NS } }, 0, true, 0,
	    false },
	{ "SB2 3.E.22 hands-off without a theft", { { SAB_MAP, 0 }, { SB2_HANDS_OFF, 0 } }, 0,
	    false, 0, true },
	{ "SB2 3.E.22 theft can be played", { { SAB_MAP, 0 }, { SB2_THEFT, 0 } }, 0, true, 0,
	    false },
	{ "SB2 3.E.22 a ladder can be laid", { { SAB_MAP, 0 }, { SB2_LADDER_N, 0 } }, 0, false, 0,
	    false },
	{ "SB2 3.E.22 a card of the first", { { SAB_MAP, SB2_SWAP_HANDS }, { 0, 0 } }, 0, false, 0,
	    false },
};

Test(sb2_gold, ends)
{
	for (size_t i = 0; i < sizeof end / sizeof end[0]; i++) {
		const struct end_row *row = &end[i];
		struct events ev;
		struct game g;

		sb2_init(&g, 2);
		for (uint8_t s = 0; s < 2; s++)
			for (unsigned k = 0; k < 2; k++)
				if (row->hand[s][k] != 0)
					table_give(&g, s, row->hand[s][k]);
		g.seat[1].broken = row->broken;
		if (row->trapped)
			sb2_set_trap(&g, 1);
		for (unsigned k = 0; k < row->piled; k++)
			table_stack(&g, SAB_NS);
		table_play(&g, sb2_discard(0, 1, SAB_MAP, 0, 0), &ev);
		cr_expect_eq(event_count(&ev, EVENT_ROUND_END), row->over, "%s", row->name);
		if (row->over) {
			cr_expect_eq(
			    event_count(&ev, EVENT_SHOWN), 2, "%s: all roles are shown", row->name);
			cr_expect_eq(g.to_move, 1, "SB2 3.E.28 Q-SB2-8 %s: left of the last player",
			    row->name);
			cr_expect_eq(sb2_own(&g)->n_pile, 13, "SB2 3.A.1 %s: all dwarf cards anew",
			    row->name);
			cr_expect_eq(g.n_aside, 10,
			    "SB2 3.A.2 %s: the ten come back, ten others go", row->name);
		}
	}
}

Test(sb2_gold, next_round)
{
	struct events ev;
	struct game g;

	sb2_init(&g, 3);
	sb2_thief(&g, 0);
	sb2_set_trap(&g, 1);
	g.seat[2].broken = TOOL_CART;
	g.seat[0].gold = 4;
	g.seat[1].knows = SEEN_BY(2);
	sb2_own(&g)->n_steal[1] = 1;
	g.to_move = 2;
	table_give(&g, 2, SAB_MAP);
	table_play(&g, sb2_discard(2, 1, SAB_MAP, 0, 0), &ev);
	cr_expect(g.round == 2 && g.to_move == 0, "SB2 3.E.28 left of who discarded last");
	cr_expect(sb2_own(&g)->n_thieves == 0 && u16_get(&sb2_own(&g)->trapped) == 0 &&
		g.seat[2].broken == 0 && g.seat[1].knows == 0 && sb2_own(&g)->n_hats == 0,
	    "SB2 3.E.28 nothing is left in front");
	cr_expect_eq(g.seat[0].gold, 4, "SB2 3.E.28 gold is kept");
	cr_expect_eq(sb2_own(&g)->n_steal[1], 1, "Q-SB2-10 lists are kept");
}

Test(sb2_gold, end_of_the_game)
{
	struct events ev;
	struct game g;
	static struct view v;

	sb2_init(&g, 3);
	g.round = 3;
	g.seat[0].gold = g.seat[2].gold = 7;
	g.seat[1].gold = 5;
	table_give(&g, 0, SAB_MAP);
	game_view(&g, 1, &v);
	cr_expect_eq(v.known.seat[0].gold, 0, "SB2 3.E.26 how much is secret");
	cr_expect_eq(u16_get(&sb2_own(&v.known)->has_gold), SEEN_BY(0) | SEEN_BY(2),
	    "SB2 3.E.26 that he has some is not");
	cr_expect_eq(v.known.seat[1].gold, 5, "SB2 3.E.26 his own");
	table_play(&g, sb2_discard(0, 1, SAB_MAP, 0, 0), &ev);
	cr_expect_eq(g.phase, PHASE_OVER, "SB2 3.E.29 after round 3");
	cr_expect_eq(game_winners(&g), SEEN_BY(0) | SEEN_BY(2), "SB2 3.E.29 ties all win");
	game_view(&g, SEAT_NONE, &v);
	cr_expect(v.known.seat[1].gold == 5 && v.known.seat[1].role == SB2_GEOLOGIST,
	    "all is shown at the end");
}
