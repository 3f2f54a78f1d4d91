#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"

/* Bridges, double curves, ladders, doors, crystals [SB2 3.C]. */

struct path_row {
	const char *name;
	struct cell cell[4]; /* SAB_START: none */
	card_id card;
	int x, y;
	bool flipped;
	enum verdict want;
};

static const struct path_row path[] = {
	{ "SB2 3.C.9 a bridge joined at one of its tunnels", .card = SB2_BRIDGE, .x = 1, .y = 0 },
	{ "SB2 3.C.9 a double curve joined at one", .card = SB2_CURVES_NW_ES, .x = 1, .y = 0 },
	{ "SB2 3.C.9 Q-SAB-6 on over a bridge", { { 1, 0, SB2_BRIDGE, 0 } }, SAB_EW, 2, 0, false,
	    VERDICT_OK },
	{ "SB2 3.C.9 but not round its corner", { { 1, 0, SB2_BRIDGE, 0 } }, SAB_NS, 1, 1, false,
	    VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.9 round the corner of a curve", { { 1, 0, SB2_CURVES_NW_ES, 0 } }, SAB_NS, 1, -1,
	    false, VERDICT_OK },
	{ "SB2 3.C.9 not the other curve", { { 1, 0, SB2_CURVES_NW_ES, 0 } }, SAB_EW, 2, 0, false,
	    VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.9 the other curves", { { 1, 0, SB2_CURVES_NE_SW, 0 } }, SAB_NS, 1, 1, false,
	    VERDICT_OK },
	{ "SB2 3.C.9 a bridge with neither joined", { { 5, 5, SAB_NESW, 0 } }, SB2_BRIDGE, 5, 6,
	    false, VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.10 a ladder at the start", .card = SB2_LADDER_N, .x = 0, .y = 1 },
	{ "SB2 3.C.10 Q-SB2-2 at an island", { { 5, 5, SAB_NESW, 0 } }, SB2_LADDER_N, 5, 6, false,
	    VERDICT_OK },
	{ "SB2 3.C.10 turned", { { 5, 5, SAB_NESW, 0 } }, SB2_LADDER_N, 5, 4, true, VERDICT_OK },
	{ "SB2 3.C.10 Q-SB2-2 through a pair of open edges", { { 5, 5, SAB_EW, 0 } }, SB2_LADDER_E,
	    5, 6, false, VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.10 at a blind arm", { { 5, 5, SAB_BLIND_N, 0 } }, SB2_LADDER_N, 5, 4, true,
	    VERDICT_OK },
	{ "SB2 3.C.10 at another ladder", { { 5, 5, SB2_LADDER_E, 0 } }, SB2_LADDER_E, 6, 5, true,
	    VERDICT_OK },
	{ "SB2 3.C.10 nothing there", .card = SB2_LADDER_N, .x = 5, .y = 5,
	    .want = VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.10 C5 edges must fit", .card = SB2_LADDER_N, .x = 1, .y = 0,
	    .want = VERDICT_EDGES_CLASH },
	{ "SB2 3.C.10 not beside a goal face down", { { 6, 0, SAB_EW, 0 } }, SB2_LADDER_E, 7, 0,
	    true, VERDICT_BAD_TARGET },
	{ "SB2 3.C.10 Q-SB2-2 nor on any other side of it", { { 7, 1, SAB_NESW, 0 } }, SB2_LADDER_E,
	    8, 1, true, VERDICT_BAD_TARGET },
	{ "SB2 3.C.10 nor beside a goal face up", { { 8, 2, SAB_GOAL_NW, 0 }, { 6, 2, SAB_EW, 0 } },
	    SB2_LADDER_NW, 7, 2, false, VERDICT_EDGES_CLASH },
	{ "SB2 3.C.10 nor where a turned-up goal would join it", { { 8, 2, SAB_GOAL_NW, 0 } },
	    SB2_LADDER_E, 7, 2, false, VERDICT_BAD_TARGET },
	{ "SB2 3.C.10 nor on its closed side", { { 8, 2, SAB_GOAL_NW, 0 }, { 9, 3, SAB_NESW, 0 } },
	    SB2_LADDER_E, 8, 3, false, VERDICT_BAD_TARGET },
	{ "SB2 3.C.10 reach starts from ladders", { { 5, 5, SB2_LADDER_E, 0 } }, SAB_EW, 6, 5,
	    false, VERDICT_OK },
	{ "SB2 3.C.10 all arms of a ladder", { { 5, 5, SB2_LADDER_NE, 0 } }, SAB_NS, 5, 4, false,
	    VERDICT_OK },
	{ "SB2 3.C.10 an island without a ladder", { { 5, 5, SAB_NESW, 0 } }, SAB_EW, 6, 5, false,
	    VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.11 a door is built on", { { 1, 0, SB2_DOOR_BLUE_EW, 0 } }, SAB_EW, 2, 0, false,
	    VERDICT_OK },
	{ "SB2 3.C.11 by its through tunnel", { { 0, 1, SB2_DOOR_GREEN_NS_E, 0 } }, SAB_NS, 0, 2,
	    false, VERDICT_OK },
	{ "SB2 3.C.11 not by its blind arm", { { 0, 1, SB2_DOOR_GREEN_NS_E, 0 } }, SAB_EW, 1, 1,
	    false, VERDICT_NOT_CONNECTED },
	{ "SB2 3.C.12 crystals change nothing", { { 1, 0, SB2_CRYSTAL_NEW, 0 } }, SAB_EW, 2, 0,
	    false, VERDICT_OK },
	{ "SB2 3.C a mixed card: its tunnel goes on", { { 0, 1, SB2_NW_S, CELL_FLIPPED } }, SAB_EW,
	    1, 1, false, VERDICT_NOT_CONNECTED },
	{ "SB2 3.C a mixed card: its blind arm does not", { { 0, 1, SB2_NS_W, 0 } }, SAB_EW, -1, 1,
	    false, VERDICT_NOT_CONNECTED },
	{ "SB2 3.C a mixed card: straight on", { { 0, 1, SB2_NS_W, 0 } }, SAB_NS, 0, 2, false,
	    VERDICT_OK },
	{ "C5 start and path cards alike", { { 1, 0, SAB_EW, 0 } }, SB2_BRIDGE, 1, 1, false,
	    VERDICT_EDGES_CLASH },
	{ "SB2 3.C.10 no place beyond the coordinates", .card = SB2_LADDER_N, .x = 101, .y = 0,
	    .want = VERDICT_OUT_OF_RANGE },
	{ "C2 a place that is taken", { { 1, 0, SAB_EW, 0 } }, SB2_LADDER_E, 1, 0, false,
	    VERDICT_SPACE_TAKEN },
};

static void
lay(struct game *g, const struct path_row *row)
{
	sb2_init(g, 3);
	for (unsigned i = 0; i < 4; i++)
		if (row->cell[i].card != SAB_START)
			table_put(g, row->cell[i]);
	table_give(g, 0, row->card);
	table_give(g, 1, SAB_MAP);
	table_stack(g, SAB_NS);
}

Test(sb2_path, what_may_be_laid)
{
	for (size_t i = 0; i < sizeof path / sizeof path[0]; i++) {
		const struct path_row *row = &path[i];
		struct order o = order_place(0, row->card, row->x, row->y, row->flipped);
		static struct order legal[LEGAL_MAX];
		enum verdict got;
		struct game g;

		lay(&g, row);
		cr_expect(game_is_ok(&g), "%s: position", row->name);
		got = game_check(&g, &o);
		cr_expect_eq(
		    got, row->want, "%s: verdict %d, not %d", row->name, (int)got, (int)row->want);
		cr_expect_eq(table_is_listed(g.rules, legal, game_legal(&g, legal, LEGAL_MAX), o),
		    row->want == VERDICT_OK, "%s: listed", row->name);
	}
}

struct blocked_row {
	const char *name;
	uint8_t broken;
	bool trapped;
	enum verdict want;
};

static const struct blocked_row blocked[] = {
	{ "SB2 3.C.13 nothing in front", 0, false, VERDICT_OK },
	{ "SB2 3.C.13 a broken tool", TOOL_CART, false, VERDICT_TOOL_BROKEN },
	{ "SB2 3.C.13 trapped", 0, true, VERDICT_TRAPPED },
	{ "SB2 3.C.13 both", TOOL_LAMP, true, VERDICT_TRAPPED },
};

Test(sb2_path, who_may_build)
{
	static const card_id card[] = { SAB_NESW, SB2_LADDER_N };

	for (size_t i = 0; i < 2 * sizeof blocked / sizeof blocked[0]; i++) {
		const struct blocked_row *row = &blocked[i / 2];
		struct order o = order_place(0, card[i % 2], 0, 1, false);
		struct game g;

		sb2_init(&g, 2);
		table_give(&g, 0, card[i % 2]);
		g.seat[0].broken = row->broken;
		if (row->trapped)
			sb2_set_trap(&g, 0);
		cr_expect_eq(game_check(&g, &o), row->want, "%s, card %zu", row->name, i % 2);
	}
}

struct goal_row {
	const char *name;
	struct cell cell[3];
	struct order order;
	unsigned turned_up;
	bool gold;
};

#define LAY(which, px, py, f)                                                                     \
	{                                                                                         \
		.kind = ORDER_PLACE, .n_card = 1, .card = { which }, .to = SEAT_NONE, .flags = f, \
		.n_at = 1,                                                                        \
		.at = { { px, py, PART_WHOLE } }                                                  \
	}

static const struct goal_row goal[] = {
	{ "SB2 3.C.11 doors do not hide a goal", { { 6, 0, SB2_LADDER_E, 0 } },
	    LAY(SB2_DOOR_GREEN_EW, 7, 0, 0), 1, true },
	{ "Q-SAB-6 a ladder joins an island that touches a goal",
	    { { 7, 0, SAB_EW, 0 }, { 6, 0, SAB_EW, 0 } }, LAY(SB2_LADDER_E, 5, 0, 0), 1, true },
	{ "Q-SAB-6 a bridge passes over to a goal", { { 6, 0, SB2_LADDER_E, 0 } },
	    LAY(SB2_BRIDGE, 7, 0, 0), 1, true },
	{ "Q-SAB-8 a blind arm does not reach", { { 6, 0, SB2_LADDER_E, 0 } },
	    LAY(SB2_NS_E_W, 7, 0, 0), 0, false },
	{ "SB2 3.C.10 a ladder far away turns up a stone", { { 7, 2, SAB_EW, 0 } },
	    LAY(SB2_LADDER_E, 6, 2, 0), 1, false },
	{ "SAB 2.E.19 two at once",
	    { { 7, 1, SAB_NSW, 0 }, { 7, 0, SAB_NESW, 0 }, { 7, 2, SAB_NESW, 0 } },
	    LAY(SB2_LADDER_E, 6, 1, 0), 2, true },
};

Test(sb2_path, goals)
{
	for (size_t i = 0; i < sizeof goal / sizeof goal[0]; i++) {
		const struct goal_row *row = &goal[i];
		struct events ev;
		struct game g;

		sb2_init(&g, 3);
		for (unsigned k = 0; k < 3; k++)
			if (row->cell[k].card != SAB_START)
				table_put(&g, row->cell[k]);
		table_give(&g, 0, row->order.card[0]);
		for (uint8_t s = 0; s < 3; s++)
			table_give(&g, s, SAB_MAP);
		table_stack(&g, SAB_NS);
		cr_assert_eq(game_check(&g, &row->order), VERDICT_OK, "%s: lawful", row->name);
		table_play(&g, row->order, &ev);
		cr_expect_eq(
		    event_count(&ev, EVENT_TURNED_UP), row->turned_up, "%s: turned up", row->name);
		cr_expect_eq(event_count(&ev, EVENT_ROUND_END), row->gold, "%s: end", row->name);
		cr_expect_eq(g.round, row->gold ? 2 : 1, "%s: round", row->name);
	}
}
