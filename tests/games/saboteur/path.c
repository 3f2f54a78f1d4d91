#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"

/* Legal placements, and goals when they are reached. */

enum { ROW_CELLS = 8 };

struct place_row {
	const char *name;
	struct cell cell[ROW_CELLS]; /* besides start and goals; up to the first SAB_START */
	uint8_t broken;
	card_id card;
	int x, y;
	bool flipped;
	enum verdict want;
};

static const struct place_row place[] = {
	{ "C1 SAB 2.C.10 a curve as printed clashes", .card = SAB_NE, .x = 1,
	    .want = VERDICT_EDGES_CLASH },
	{ "C1 SAB 2.C.10 the same turned by 180 degrees fits", .card = SAB_NE, .x = 1,
	    .flipped = true },
	{ "C1 a symmetric card may be named flipped", .card = SAB_EW, .x = 1, .flipped = true },
	{ "C2 behind the start", .card = SAB_EW, .x = -1 },
	{ "C2 above the start", .card = SAB_NS, .y = -1 },
	{ "C2 behind the goals",
	    { { 1, 0, SAB_EW, 0 }, { 2, 0, SAB_EW, 0 }, { 3, 0, SAB_EW, 0 }, { 4, 0, SAB_EW, 0 },
		{ 5, 0, SAB_EW, 0 }, { 6, 0, SAB_EW, 0 }, { 7, 0, SAB_EW, 0 },
		{ 8, 0, SAB_GOAL_GOLD, 0 } },
	    .card = SAB_EW, .x = 9 },
	{ "C2 no further than the last coordinate", .card = SAB_EW, .x = 101,
	    .want = VERDICT_OUT_OF_RANGE },
	{ "C2 nor below the first", .card = SAB_EW, .x = -101, .want = VERDICT_OUT_OF_RANGE },
	{ "C5 rock against a tunnel", .card = SAB_NS, .x = 1, .want = VERDICT_EDGES_CLASH },
	{ "C5 rock against rock", { { 0, 1, SAB_NESW, 0 }, { 1, 0, SAB_EW, 0 } }, .card = SAB_EW,
	    .x = 1, .y = 1 },
	{ "C5 a tunnel against rock", { { 0, 1, SAB_NESW, 0 }, { 1, 0, SAB_EW, 0 } },
	    .card = SAB_NEW, .x = 1, .y = 1, .want = VERDICT_EDGES_CLASH },
	{ "C5 a card cut off still asks", { { 2, 0, SAB_NS, 0 } }, .card = SAB_EW, .x = 1,
	    .want = VERDICT_EDGES_CLASH },
	{ "C5 Q-SAB-4 rock against a goal face down",
	    { { 1, 0, SAB_EW, 0 }, { 2, 0, SAB_EW, 0 }, { 3, 0, SAB_EW, 0 }, { 4, 0, SAB_EW, 0 },
		{ 5, 0, SAB_EW, 0 }, { 6, 0, SAB_EW, 0 } },
	    .card = SAB_NW, .x = 7 },
	{ "C5 a tunnel against a goal face down", { { 1, -1, SAB_GOAL_GOLD, CELL_DOWN } },
	    .card = SAB_NESW, .y = -1 },
	{ "C5 a tunnel against the rock of a goal face up",
	    { { 0, 1, SAB_NESW, 0 }, { 1, 0, SAB_GOAL_NW, 0 } }, .card = SAB_NEW, .x = 1, .y = 1,
	    .want = VERDICT_EDGES_CLASH },
	{ "C5 rock against the rock of a goal face up",
	    { { 0, 1, SAB_NESW, 0 }, { 1, 0, SAB_GOAL_NW, 0 } }, .card = SAB_EW, .x = 1, .y = 1 },
	{ "C5 C6 a goal that lies mismatched is matched as it lies",
	    { { 1, 0, SAB_GOAL_NE, 0 }, { 0, -1, SAB_NESW, 0 }, { 1, -1, SAB_NSW, 0 } },
	    .card = SAB_EW, .x = 2 },
	{ "C5 C6 rock against the tunnel of such a goal",
	    { { 1, 0, SAB_GOAL_NE, 0 }, { 0, -1, SAB_NESW, 0 }, { 1, -1, SAB_NSW, 0 } },
	    .card = SAB_NS, .x = 2, .want = VERDICT_EDGES_CLASH },
	{ "C7 diagonal contact is nothing", .card = SAB_NESW, .x = 1, .y = 1,
	    .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.9 no path with a broken tool", .broken = TOOL_LAMP, .card = SAB_EW, .x = 1,
	    .want = VERDICT_TOOL_BROKEN },
	{ "SAB 2.C.9 the tool is named before the place", .broken = TOOL_CART, .card = SAB_EW,
	    .want = VERDICT_TOOL_BROKEN },
	{ "SAB 2.C.9 whole tools", .card = SAB_EW, .x = 1 },
	{ "SAB 2.C.10 the start is taken", .card = SAB_NESW, .want = VERDICT_SPACE_TAKEN },
	{ "SAB 2.C.10 a path is taken", { { 1, 0, SAB_EW, 0 } }, .card = SAB_EW, .x = 1,
	    .want = VERDICT_SPACE_TAKEN },
	{ "SAB 2.C.10 a goal is taken", .card = SAB_NESW, .x = 8, .want = VERDICT_SPACE_TAKEN },
	{ "SAB 2.C.11 an island does not count", { { 4, 4, SAB_NESW, 0 } }, .card = SAB_NS, .x = 4,
	    .y = 5, .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.11 an island connected again does", { { 1, 0, SAB_EW, 0 }, { 2, 0, SAB_EW, 0 } },
	    .card = SAB_EW, .x = 3 },
	{ "SAB 2.C.11 the gap of an island may be filled", { { 2, 0, SAB_EW, 0 } }, .card = SAB_EW,
	    .x = 1 },
	{ "SAB 2.C.11 a blind arm may meet a tunnel", .card = SAB_BLIND_EW, .x = 1 },
	{ "SAB 2.C.11 nothing goes on behind a blind arm", { { 1, 0, SAB_BLIND_EW, 0 } },
	    .card = SAB_EW, .x = 2, .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.11 nor aside in a blocked crossing", { { 1, 0, SAB_BLIND_NESW, 0 } },
	    .card = SAB_NS, .x = 1, .y = 1, .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.11 the other side of a blind card",
	    { { 1, 0, SAB_BLIND_NEW, 0 }, { 0, -1, SAB_NESW, 0 } }, .card = SAB_NESW, .x = 1,
	    .y = -1, .want = VERDICT_OK },
	{ "SAB 2.C.11 Q-SAB-5 through a stone that is up", { { 1, 0, SAB_GOAL_NW, 0 } },
	    .card = SAB_NS, .x = 1, .y = -1 },
	{ "SAB 2.C.11 not through a goal face down", { { 1, 0, SAB_GOAL_GOLD, CELL_DOWN } },
	    .card = SAB_EW, .x = 2, .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.11 a detour reaches", { { 0, 1, SAB_NE, 0 }, { 1, 1, SAB_NW, 0 } },
	    .card = SAB_NESW, .x = 1 },
	{ "SAB 2.C.12 rock against rock alone does not connect", { { 1, 0, SAB_EW, 0 } },
	    .card = SAB_EW, .x = 1, .y = 1, .want = VERDICT_NOT_CONNECTED },
	{ "SAB 2.C.12 a goal face down alone does not connect", .card = SAB_NESW, .x = 7,
	    .want = VERDICT_NOT_CONNECTED },
};

Test(path, where_a_card_may_be_laid)
{
	for (size_t i = 0; i < sizeof place / sizeof place[0]; i++) {
		const struct place_row *row = &place[i];
		struct game g;
		struct order o = order_place(0, row->card, row->x, row->y, row->flipped);
		enum verdict got;

		table_init(&g, 3);
		for (unsigned c = 0; c < ROW_CELLS && row->cell[c].card != SAB_START; c++)
			table_put(&g, row->cell[c]);
		g.seat[0].broken = row->broken;
		table_give(&g, 0, row->card);
		table_give(&g, 1, SAB_MAP);
		cr_expect(game_is_ok(&g), "%s: position", row->name);
		got = game_check(&g, &o);
		cr_expect_eq(
		    got, row->want, "%s: verdict %d, not %d", row->name, (int)got, (int)row->want);
	}
}

struct goal_row {
	const char *name;
	struct cell cell[ROW_CELLS];
	card_id card;
	int x, y;
	bool flipped;
	struct cell want[3]; /* cells expected at these places afterwards; 0,0: end */
	enum outcome end;    /* of the round */
};

/* In every row a tunnel leads along y = 0 from 1 to 5. */
static const struct goal_row goal[] = {
	{ "SAB 2.E.17 a goal is reached", { { 6, 0, SAB_EW, 0 } }, SAB_EW, 7, 0, false,
	    { { 8, 0, SAB_GOAL_GOLD, 0 } }, OUTCOME_GOLD },
	{ "SAB 2.E.17 rock does not reach it", { { 6, 0, SAB_EW, 0 } }, SAB_NW, 7, 0, false,
	    { { 8, 0, SAB_GOAL_GOLD, CELL_DOWN } }, OUTCOME_NONE },
	{ "SAB 2.E.17 Q-SAB-8 a blind arm does not reach it", { { 6, 0, SAB_EW, 0 } }, SAB_BLIND_EW,
	    7, 0, false, { { 8, 0, SAB_GOAL_GOLD, CELL_DOWN } }, OUTCOME_NONE },
	{ "SAB 2.E.17 an island does not reach it", { { 7, 0, SAB_EW, 0 } }, SAB_NS, 0, 1, false,
	    { { 8, 0, SAB_GOAL_GOLD, CELL_DOWN } }, OUTCOME_NONE },
	{ "Q-SAB-6 a gap filled reaches a goal that the card does not touch",
	    { { 7, 0, SAB_EW, 0 } }, SAB_EW, 6, 0, false, { { 8, 0, SAB_GOAL_GOLD, 0 } },
	    OUTCOME_GOLD },
	{ "Q-SAB-15 no least length",
	    { { 2, 0, SAB_GOAL_GOLD, CELL_DOWN }, { 0, 1, SAB_NE, 0 }, { 1, 1, SAB_EW, 0 } },
	    SAB_NW, 2, 1, false, { { 2, 0, SAB_GOAL_GOLD, 0 } }, OUTCOME_GOLD },
	{ "SAB 2.E.18 a stone from the west lies flipped",
	    { { 6, 0, SAB_EW, 0 }, { 8, 0, SAB_GOAL_NE, CELL_DOWN },
		{ 8, -2, SAB_GOAL_GOLD, CELL_DOWN } },
	    SAB_EW, 7, 0, false, { { 8, 0, SAB_GOAL_NE, CELL_FLIPPED } }, OUTCOME_NONE },
	{ "SAB 2.E.18 the other stone from the west lies as printed",
	    { { 6, 0, SAB_EW, 0 }, { 8, 0, SAB_GOAL_NW, CELL_DOWN },
		{ 8, 2, SAB_GOAL_GOLD, CELL_DOWN } },
	    SAB_EW, 7, 0, false, { { 8, 0, SAB_GOAL_NW, 0 } }, OUTCOME_NONE },
	{ "SAB 2.E.18 C6 the edge that reaches counts, not the rock elsewhere",
	    { { 6, 0, SAB_EW, 0 }, { 8, 0, SAB_GOAL_NE, CELL_DOWN }, { 8, 1, SAB_EW, 0 },
		{ 8, -2, SAB_GOAL_GOLD, CELL_DOWN } },
	    SAB_EW, 7, 0, false, { { 8, 0, SAB_GOAL_NE, CELL_FLIPPED } }, OUTCOME_NONE },
	{ "SAB 2.E.18 reached by another card: some reached edge",
	    { { 7, 0, SAB_EW, 0 }, { 8, 0, SAB_GOAL_NE, CELL_DOWN },
		{ 8, -2, SAB_GOAL_GOLD, CELL_DOWN } },
	    SAB_EW, 6, 0, false, { { 8, 0, SAB_GOAL_NE, CELL_FLIPPED } }, OUTCOME_NONE },
	{ "SAB 2.E.18 both positions join, neither matches: as printed",
	    { { 7, 0, SAB_NSW, 0 }, { 7, -1, SAB_NW, CELL_FLIPPED },
		{ 8, -1, SAB_NE, CELL_FLIPPED }, { 7, 1, SAB_NE, 0 }, { 8, 1, SAB_NW, 0 },
		{ 8, 0, SAB_GOAL_NW, CELL_DOWN }, { 8, 2, SAB_GOAL_GOLD, CELL_DOWN } },
	    SAB_EW, 6, 0, false, { { 8, 0, SAB_GOAL_NW, 0 } }, OUTCOME_NONE },
	{ "SAB 2.E.19 Q-SAB-7 two goals at once",
	    { { 6, 0, SAB_NW, 0 }, { 6, -1, SAB_NESW, 0 }, { 7, -1, SAB_EW, 0 } }, SAB_NSW, 8, -1,
	    false, { { 8, 0, SAB_GOAL_GOLD, 0 }, { 8, -2, SAB_GOAL_NE, CELL_FLIPPED } },
	    OUTCOME_GOLD },
	{ "SAB 2.E.19 a stone leads on to the next goal",
	    { { 6, 0, SAB_EW, 0 }, { 8, 0, SAB_GOAL_NE, CELL_DOWN }, { 8, 1, SAB_NS, 0 },
		{ 8, 2, SAB_GOAL_GOLD, CELL_DOWN }, { 8, -2, SAB_GOAL_NW, CELL_DOWN } },
	    SAB_EW, 7, 0, false,
	    { { 8, 0, SAB_GOAL_NE, CELL_FLIPPED }, { 8, 2, SAB_GOAL_GOLD, 0 } }, OUTCOME_GOLD },
	{ "SAB 2.E.19 the treasure leads on to a stone",
	    { { 6, 0, SAB_EW, 0 }, { 8, 1, SAB_NS, 0 } }, SAB_EW, 7, 0, false,
	    { { 8, 0, SAB_GOAL_GOLD, 0 }, { 8, 2, SAB_GOAL_NW, 0 } }, OUTCOME_GOLD },
	{ "SAB 2.E.20 a stone does not end the round",
	    { { 6, 0, SAB_EW, 0 }, { 7, 0, SAB_NSW, 0 }, { 7, 1, SAB_NS, 0 } }, SAB_NE, 7, 2, false,
	    { { 8, 2, SAB_GOAL_NW, 0 } }, OUTCOME_NONE },
};

Test(path, goals_that_are_reached)
{
	for (size_t i = 0; i < sizeof goal / sizeof goal[0]; i++) {
		const struct goal_row *row = &goal[i];
		struct order o = order_place(0, row->card, row->x, row->y, row->flipped);
		struct rng_fast rng;
		struct events ev = { .n = 0 };
		const struct event *end;
		struct game g;

		table_init(&g, 3);
		g.round = 3; /* the board stays as it is */
		table_tunnel(&g, row->cell[0].x == 2 ? 0 : 5);
		for (unsigned c = 0; c < ROW_CELLS && row->cell[c].card != SAB_START; c++)
			table_put(&g, row->cell[c]);
		table_give(&g, 0, row->card);
		table_give(&g, 1, SAB_MAP);
		for (unsigned n = 0; n < 3; n++)
			table_pile(&g, SAB_GOLD_1);
		rng_fast_init(&rng, table_seed, 0);
		cr_assert(game_is_ok(&g), "%s: position", row->name);
		cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: refused", row->name);
		for (unsigned w = 0; w < 3 && row->want[w].card != SAB_START; w++) {
			unsigned at = board_find(&g.board, row->want[w].x, row->want[w].y);
			const struct cell *c = &g.board.cell[at];

			cr_expect(c->card == row->want[w].card && c->flags == row->want[w].flags,
			    "%s: %d,%d is card %d flags %d", row->name, c->x, c->y, c->card,
			    c->flags);
		}
		end = event_nth(&ev, EVENT_ROUND_END, 0);
		cr_expect_eq(end == NULL ? OUTCOME_NONE : end->value, row->end, "%s: end of round",
		    row->name);
		cr_expect(end == NULL || end->seat == 0, "%s: who reached it", row->name);
	}
}

/* No original goal has a choice; in a custom deck a stone open to three sides has one. */
Test(path, goal_that_could_lie_both_ways)
{
	struct card_def card[SAB_CARDS];
	struct rules house = rules_saboteur;
	struct events ev;
	struct game g;

	memcpy(card, house.card, sizeof card);
	card[SAB_GOAL_NW].tunnel = TUNNEL(1, 1, 0, 1);
	house.card = card;
	table_init(&g, 3);
	g.rules = &house;
	table_tunnel(&g, 6);
	table_put(&g, (struct cell){ 8, 0, SAB_GOAL_NW, CELL_DOWN });
	table_put(&g, (struct cell){ 8, -1, SAB_EW, 0 });
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_MAP);
	table_play(&g, order_place(0, SAB_EW, 7, 0, false), &ev);
	cr_expect_eq(g.board.cell[board_find(&g.board, 8, 0)].flags, CELL_FLIPPED,
	    "SAB 2.E.18 of two positions that join, the one that matches");
}

Test(path, laid_flipped_only_where_it_shows)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_NE);
	table_give(&g, 2, SAB_MAP);
	table_play(&g, order_place(0, SAB_EW, 1, 0, true), &ev);
	cr_expect_eq(
	    g.board.cell[board_find(&g.board, 1, 0)].flags, 0, "C1 symmetric: not flipped");
	cr_expect_eq(event_nth(&ev, EVENT_PLACED, 0)->value, 0, "C1 symmetric: event not flipped");
	table_play(&g, order_place(1, SAB_NE, 2, 0, true), &ev);
	cr_expect_eq(
	    g.board.cell[board_find(&g.board, 2, 0)].flags, CELL_FLIPPED, "C1 curve: flipped");
	cr_expect_eq(event_nth(&ev, EVENT_PLACED, 0)->value, 1, "C1 curve: event flipped");
}

struct tunnel_row {
	const char *name;
	uint8_t tunnel, turned;
	unsigned edge;
	uint8_t joined;
};

/* [C3, C4] also shapes that Saboteur does not have */
static const struct tunnel_row tunnel[] = {
	{ "nesw", TUNNEL(1, 1, 1, 1), TUNNEL(1, 1, 1, 1), EDGE_N, 0x0f },
	{ "nsw", TUNNEL(1, 0, 1, 1), TUNNEL(1, 1, 1, 0), EDGE_W, 0x0d },
	{ "ns", TUNNEL(1, 0, 1, 0), TUNNEL(1, 0, 1, 0), EDGE_S, 0x05 },
	{ "ns+ew, one way", TUNNEL(1, 2, 1, 2), TUNNEL(1, 2, 1, 2), EDGE_N, 0x05 },
	{ "ns+ew, the other", TUNNEL(1, 2, 1, 2), TUNNEL(1, 2, 1, 2), EDGE_W, 0x0a },
	{ "nw+es", TUNNEL(1, 2, 2, 1), TUNNEL(1, 2, 2, 1), EDGE_S, 0x06 },
	{ "ne+sw", TUNNEL(1, 1, 2, 2), TUNNEL(1, 1, 2, 2), EDGE_E, 0x03 },
	{ "n+e+s+w", TUNNEL(3, 3, 3, 3), TUNNEL(3, 3, 3, 3), EDGE_E, 0x02 },
	{ "nsw+e", TUNNEL(1, 3, 1, 1), TUNNEL(1, 1, 1, 3), EDGE_E, 0x02 },
	{ "nsw+e, joined", TUNNEL(1, 3, 1, 1), TUNNEL(1, 1, 1, 3), EDGE_S, 0x0d },
	{ "n+ew", TUNNEL(3, 1, 0, 1), TUNNEL(0, 1, 3, 1), EDGE_W, 0x0a },
	{ "e", TUNNEL(0, 3, 0, 0), TUNNEL(0, 0, 0, 3), EDGE_E, 0x02 },
};

Test(path, tunnels_of_a_card)
{
	for (size_t i = 0; i < sizeof tunnel / sizeof tunnel[0]; i++) {
		const struct tunnel_row *row = &tunnel[i];

		cr_expect_eq(tunnel_rotated(row->tunnel), row->turned, "C1 %s: turned %#x",
		    row->name, (unsigned)tunnel_rotated(row->tunnel));
		cr_expect_eq(
		    tunnel_rotated(row->turned), row->tunnel, "C1 %s: turned twice", row->name);
		cr_expect_eq(tunnel_joined(row->tunnel, row->edge), row->joined,
		    "C4 %s: joined %#x", row->name,
		    (unsigned)tunnel_joined(row->tunnel, row->edge));
	}
}
