#include <criterion/criterion.h>

#include "games/table.h"

/* Action cards, passing, drawing, skipping, resigning. */

struct act_row {
	const char *name;
	uint8_t broken[3];
	struct cell cell; /* SAB_START: none */
	struct order order;
	enum verdict want;
};

#define TO(which, whom, tool)                                                               \
	{                                                                                   \
		.kind = ORDER_ACT, .n_card = 1, .card = { which }, .to = whom, .what = tool \
	}
#define AT(which, px, py)                                                                      \
	{                                                                                      \
		.kind = ORDER_ACT, .n_card = 1, .card = { which }, .to = SEAT_NONE, .n_at = 1, \
		.at = { { px, py, PART_WHOLE } }                                               \
	}

static const struct act_row act[] = {
	{ "SAB 2.D.13 break another's tool", .order = TO(SAB_BREAK_LAMP, 1, 0) },
	{ "SAB 2.D.13 Q-SAB-13 break one's own", .order = TO(SAB_BREAK_LAMP, 0, 0) },
	{ "SAB 2.D.13 a second of the same tool", { 0, TOOL_LAMP },
	    .order = TO(SAB_BREAK_LAMP, 1, 0), .want = VERDICT_TOOL_ALREADY_BROKEN },
	{ "SAB 2.D.13 a second of another tool", { 0, TOOL_CART },
	    .order = TO(SAB_BREAK_LAMP, 1, 0) },
	{ "SAB 2.D.13 a third", { 0, TOOL_CART | TOOL_PICKAXE },
	    .order = TO(SAB_BREAK_LAMP, 1, 0) },
	{ "SAB 2.D.13 a broken tool blocks paths only", { TOOL_CART },
	    .order = TO(SAB_BREAK_LAMP, 1, 0) },
	{ "SAB 2.D.13 no such seat", .order = TO(SAB_BREAK_LAMP, 3, 0),
	    .want = VERDICT_NO_SUCH_SEAT },
	{ "SAB 2.D.13 nobody named", .order = TO(SAB_BREAK_LAMP, SEAT_NONE, 0),
	    .want = VERDICT_NO_SUCH_SEAT },
	{ "SAB 2.D.13 the tool may be named", .order = TO(SAB_BREAK_LAMP, 1, TOOL_LAMP) },
	{ "SAB 2.D.13 but no other", .order = TO(SAB_BREAK_LAMP, 1, TOOL_CART),
	    .want = VERDICT_WRONG_TOOL },
	{ "SAB 2.D.14 repair another's", { 0, TOOL_LAMP }, .order = TO(SAB_REPAIR_LAMP, 1, 0) },
	{ "SAB 2.D.14 repair one's own", { TOOL_LAMP }, .order = TO(SAB_REPAIR_LAMP, 0, 0) },
	{ "SAB 2.D.14 nothing to repair", .order = TO(SAB_REPAIR_LAMP, 1, 0),
	    .want = VERDICT_TOOL_NOT_BROKEN },
	{ "SAB 2.D.14 another tool is broken", { 0, TOOL_CART }, .order = TO(SAB_REPAIR_LAMP, 1, 0),
	    .want = VERDICT_TOOL_NOT_BROKEN },
	{ "SAB 2.D.14 one of two, the first", { 0, TOOL_LAMP },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, TOOL_LAMP) },
	{ "SAB 2.D.14 one of two, the second", { 0, TOOL_PICKAXE },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, TOOL_PICKAXE) },
	{ "SAB 2.D.14 a double card always names its tool", { 0, TOOL_LAMP },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, 0), .want = VERDICT_NAME_A_TOOL },
	{ "SAB 2.D.14 not both", { 0, TOOL_LAMP | TOOL_PICKAXE },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, TOOL_LAMP | TOOL_PICKAXE),
	    .want = VERDICT_WRONG_TOOL },
	{ "SAB 2.D.14 a tool that is not on the card", { 0, TOOL_CART },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, TOOL_CART), .want = VERDICT_WRONG_TOOL },
	{ "SAB 2.D.14 a double card, that tool whole", { 0, TOOL_PICKAXE },
	    .order = TO(SAB_REPAIR_PICKAXE_LAMP, 1, TOOL_LAMP), .want = VERDICT_TOOL_NOT_BROKEN },
	{ "SAB 2.D.15 a path card", .cell = { 1, 0, SAB_EW, 0 }, .order = AT(SAB_ROCKFALL, 1, 0) },
	{ "SAB 2.D.15 a card cut off", .cell = { 5, 5, SAB_EW, 0 },
	    .order = AT(SAB_ROCKFALL, 5, 5) },
	{ "SAB 2.D.15 not the start", .order = AT(SAB_ROCKFALL, 0, 0),
	    .want = VERDICT_ROCKFALL_START },
	{ "SAB 2.D.15 not a goal face down", .order = AT(SAB_ROCKFALL, 8, 0),
	    .want = VERDICT_ROCKFALL_GOAL },
	{ "SAB 2.D.15 not a goal face up", .cell = { 8, 2, SAB_GOAL_NW, 0 },
	    .order = AT(SAB_ROCKFALL, 8, 2), .want = VERDICT_ROCKFALL_GOAL },
	{ "SAB 2.D.15 no card there", .order = AT(SAB_ROCKFALL, 1, 0),
	    .want = VERDICT_NO_CARD_THERE },
	{ "SAB 2.D.16 a goal face down", .order = AT(SAB_MAP, 8, 2) },
	{ "SAB 2.D.16 not face up", .cell = { 8, 2, SAB_GOAL_NW, 0 }, .order = AT(SAB_MAP, 8, 2),
	    .want = VERDICT_GOAL_IS_UP },
	{ "SAB 2.D.16 not a path card", .cell = { 1, 0, SAB_EW, 0 }, .order = AT(SAB_MAP, 1, 0),
	    .want = VERDICT_NOT_A_GOAL },
	{ "SAB 2.D.16 no card there", .order = AT(SAB_MAP, 1, 0), .want = VERDICT_NO_CARD_THERE },
	{ "SAB 2.D.16 too far out", .order = AT(SAB_MAP, 120, 0), .want = VERDICT_OUT_OF_RANGE },
};

Test(action, what_may_be_played)
{
	for (size_t i = 0; i < sizeof act / sizeof act[0]; i++) {
		const struct act_row *row = &act[i];
		enum verdict got;
		struct game g;

		table_init(&g, 3);
		if (row->cell.card != SAB_START)
			table_put(&g, row->cell);
		for (unsigned s = 0; s < 3; s++)
			g.seat[s].broken = row->broken[s];
		table_give(&g, 0, row->order.card[0]);
		table_give(&g, 1, SAB_MAP);
		cr_expect(game_is_ok(&g), "%s: position", row->name);
		got = game_check(&g, &row->order);
		cr_expect_eq(
		    got, row->want, "%s: verdict %d, not %d", row->name, (int)got, (int)row->want);
	}
}

struct refused_row {
	const char *name;
	struct order order;
	enum verdict want;
};

/* Seat 0 is to move and holds ew, map and break-lamp. */
static const struct refused_row refused[] = {
	{ "C8 seat 1 is not to move",
	    { .kind = ORDER_DISCARD, .seat = 1, .n_card = 1, .card = { SAB_MAP }, .to = SEAT_NONE },
	    VERDICT_NOT_YOUR_TURN },
	{ "C8 no such seat",
	    { .kind = ORDER_DISCARD, .seat = 7, .n_card = 1, .card = { SAB_MAP }, .to = SEAT_NONE },
	    VERDICT_NO_SUCH_SEAT },
	{ "C8 no such kind of order", { .kind = 200, .to = SEAT_NONE }, VERDICT_NOT_IN_RULES },
	{ "C8 no such card",
	    { .kind = ORDER_DISCARD, .n_card = 1, .card = { 99 }, .to = SEAT_NONE },
	    VERDICT_NOT_IN_HAND },
	{ "C8 more cards than an order has",
	    { .kind = ORDER_DISCARD, .n_card = 99, .to = SEAT_NONE }, VERDICT_DISCARD_COUNT },
	{ "C8 more places than an order has",
	    { .kind = ORDER_DISCARD, .n_card = 1, .card = { SAB_MAP }, .to = SEAT_NONE, .n_at = 9 },
	    VERDICT_BAD_TARGET },
	{ "C8 the card must be in hand: path",
	    { .kind = ORDER_PLACE,
		.n_card = 1,
		.card = { SAB_NS },
		.to = SEAT_NONE,
		.n_at = 1,
		.at = { { 0, 1, 0 } } },
	    VERDICT_NOT_IN_HAND },
	{ "C8 the card must be in hand: action",
	    { .kind = ORDER_ACT,
		.n_card = 1,
		.card = { SAB_ROCKFALL },
		.to = SEAT_NONE,
		.n_at = 1 },
	    VERDICT_NOT_IN_HAND },
	{ "C8 the card must be in hand: discard",
	    { .kind = ORDER_DISCARD, .n_card = 1, .card = { SAB_ROCKFALL }, .to = SEAT_NONE },
	    VERDICT_NOT_IN_HAND },
	{ "SAB 2.B.6 an action card is not laid",
	    { .kind = ORDER_PLACE,
		.n_card = 1,
		.card = { SAB_MAP },
		.to = SEAT_NONE,
		.n_at = 1,
		.at = { { 1, 0, 0 } } },
	    VERDICT_NOT_A_PATH },
	{ "SAB 2.B.6 a path card has no action",
	    { .kind = ORDER_ACT, .n_card = 1, .card = { SAB_EW }, .to = 1 },
	    VERDICT_NOT_AN_ACTION },
	{ "SAB 2.B.6 Q-SAB-19 not two cards",
	    { .kind = ORDER_DISCARD, .n_card = 2, .card = { SAB_MAP, SAB_EW }, .to = SEAT_NONE },
	    VERDICT_DISCARD_COUNT },
	{ "SAB 2.B.6 Q-SAB-19 not none", { .kind = ORDER_DISCARD, .to = SEAT_NONE },
	    VERDICT_DISCARD_COUNT },
	{ "SAB 2.B.6 no card twice",
	    { .kind = ORDER_DISCARD, .n_card = 2, .card = { SAB_MAP, SAB_MAP }, .to = SEAT_NONE },
	    VERDICT_NOT_IN_HAND },
	{ "Q-SAB-20 no walking", { .kind = ORDER_STAY, .to = SEAT_NONE }, VERDICT_NOT_IN_RULES },
	{ "Q-SAB-20 no clearing",
	    { .kind = ORDER_CLEAR, .n_card = 2, .card = { SAB_MAP, SAB_EW }, .to = SEAT_NONE },
	    VERDICT_NOT_IN_RULES },
	{ "Q-SAB-20 no agreeing, of any seat", { .kind = ORDER_AGREE, .seat = 1, .to = SEAT_NONE },
	    VERDICT_NOT_IN_RULES },
	{ "Q-SAB-12 nothing is on offer", { .kind = ORDER_TAKE, .what = 1, .to = SEAT_NONE },
	    VERDICT_WRONG_PHASE },
	{ "Q-SAB-20 a map names no seat",
	    { .kind = ORDER_ACT,
		.n_card = 1,
		.card = { SAB_MAP },
		.to = 1,
		.n_at = 1,
		.at = { { 8, 0, 0 } } },
	    VERDICT_BAD_TARGET },
	{ "Q-SAB-20 a map names one goal",
	    { .kind = ORDER_ACT,
		.n_card = 1,
		.card = { SAB_MAP },
		.to = SEAT_NONE,
		.n_at = 2,
		.at = { { 8, 0, 0 }, { 8, 2, 0 } } },
	    VERDICT_BAD_TARGET },
	{ "Q-SAB-20 a path names no side of a card",
	    { .kind = ORDER_PLACE,
		.n_card = 1,
		.card = { SAB_EW },
		.to = SEAT_NONE,
		.n_at = 1,
		.at = { { 1, 0, PART_N } } },
	    VERDICT_BAD_TARGET },
	{ "Q-SAB-20 goals are not turned by order",
	    { .kind = ORDER_PLACE,
		.n_card = 1,
		.card = { SAB_EW },
		.to = SEAT_NONE,
		.flags = ORDER_TURN_KEEP,
		.n_at = 1,
		.at = { { 1, 0, 0 } } },
	    VERDICT_BAD_TARGET },
};

Test(action, refused_and_nothing_changed)
{
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		const struct refused_row *row = &refused[i];
		struct events ev = { .n = 0 };
		struct rng_fast rng;
		struct game g, before;
		enum verdict got;

		table_init(&g, 3);
		table_give(&g, 0, SAB_EW);
		table_give(&g, 0, SAB_MAP);
		table_give(&g, 0, SAB_BREAK_LAMP);
		table_give(&g, 1, SAB_MAP);
		before = g;
		rng_fast_init(&rng, table_seed, 0);
		got = game_apply_all(&g, &row->order, 1, &rng.rng, &ev, &(unsigned){ 0 });
		cr_expect_eq(
		    got, row->want, "%s: verdict %d, not %d", row->name, (int)got, (int)row->want);
		cr_expect(same_game(&g, &before) && ev.n == 0, "%s: something changed", row->name);
	}
}

Test(action, cards_go_where_they_belong)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	for (uint8_t s = 0; s < 3; s++)
		table_give(&g, s, SAB_MAP);
	table_give(&g, 0, SAB_BREAK_CART);
	table_give(&g, 1, SAB_REPAIR_LAMP_CART);
	table_give(&g, 2, SAB_ROCKFALL);
	table_give(&g, 0, SAB_NE);
	table_put(&g, (struct cell){ 1, 0, SAB_NESW, 0 });
	for (unsigned i = 0; i < 20; i++)
		table_stack(&g, i % 2 == 0 ? SAB_NS : SAB_EW);

	table_play(&g, order_to(0, SAB_BREAK_CART, 1, 0), &ev);
	cr_expect_eq(g.seat[1].broken, TOOL_CART, "SAB 2.D.13 the tool is broken");
	cr_expect_eq(g.n_discard, 0, "SAB 2.D.13 the card stays in front of the player");
	cr_expect_eq(g.seat[0].hand[2], SAB_NS, "SAB 2.B.7 one card is drawn, and comes last");
	cr_expect_eq(event_nth(&ev, EVENT_DREW, 0)->index, 0, "SAB 2.B.7 index of the pile");

	table_play(&g, order_to(1, SAB_REPAIR_LAMP_CART, 1, TOOL_CART), &ev);
	cr_expect_eq(g.seat[1].broken, 0, "SAB 2.D.14 the tool is whole");
	cr_expect(g.n_discard == 2 && g.discard[0] == SAB_REPAIR_LAMP_CART &&
		g.discard[1] == SAB_BREAK_CART,
	    "SAB 2.D.14 both cards are discarded, in that order");

	table_play(&g, order_at(2, SAB_ROCKFALL, 1, 0), &ev);
	cr_expect_eq(
	    board_find(&g.board, 1, 0), (unsigned)CELL_NONE, "SAB 2.D.15 the card is gone");
	cr_expect(g.n_discard == 4 && g.discard[2] == SAB_ROCKFALL && g.discard[3] == SAB_NESW,
	    "SAB 2.D.15 rockfall, then what it removed, are discarded");

	table_play(&g, order_discard(0, SAB_MAP), &ev);
	cr_expect_eq(g.discard[4], SAB_MAP, "SAB 2.B.6 the card passed is discarded");
	cr_expect_eq(
	    event_nth(&ev, EVENT_DISCARDED, 0)->seen_by, SEEN_BY(0), "C10 and nobody sees it");

	table_play(&g, order_at(1, SAB_MAP, 8, 2), &ev);
	cr_expect_eq(
	    event_nth(&ev, EVENT_SAW_GOAL, 0)->card, SAB_GOAL_NW, "SAB 2.D.16 what is seen");
	cr_expect_eq(event_nth(&ev, EVENT_SAW_GOAL, 0)->seen_by, SEEN_BY(1), "SAB 2.D.16 by whom");
	cr_expect_eq(event_nth(&ev, EVENT_SAW_GOAL, 0)->index, 2, "SAB 2.D.16 index of the goals");
	table_give(&g, 2, SAB_MAP);
	g.to_move = 2;
	g.seat[2].n_seen = 0;
	table_play(&g, order_at(2, SAB_MAP, 8, 2), &ev);
	g.to_move = 2;
	table_play(&g, order_at(2, SAB_MAP, 8, 0), &ev);
	cr_expect(g.seat[2].n_seen == 2 && g.seat[2].seen[0].y == 0 && g.seat[2].seen[1].y == 2,
	    "SAB 2.D.16 goals seen are kept sorted");
	table_give(&g, 2, SAB_MAP);
	g.to_move = 2;
	table_play(&g, order_at(2, SAB_MAP, 8, 0), &ev);
	cr_expect_eq(g.seat[2].n_seen, 2, "Q-SAB-18 looking twice is lawful and kept once");
	cr_expect_eq(g.turn, 9, "a turn is counted for each order: %u", g.turn);
}

Test(action, rockfall_reveals_nothing)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	/* connected to the treasure already: only a path card would turn it up */
	table_tunnel(&g, 7);
	table_put(&g, (struct cell){ 0, 1, SAB_NS, 0 });
	table_give(&g, 0, SAB_ROCKFALL);
	table_give(&g, 1, SAB_NS);
	table_give(&g, 2, SAB_MAP);
	table_play(&g, order_at(0, SAB_ROCKFALL, 0, 1), &ev);
	cr_expect_eq(
	    event_count(&ev, EVENT_TURNED_UP), 0, "Q-SAB-6 Q-SAB-16 a rockfall turns nothing up");
	table_play(&g, order_place(1, SAB_NS, 0, 1, false), &ev);
	cr_expect_eq(event_count(&ev, EVENT_TURNED_UP), 1, "Q-SAB-6 the next path card does");
}

Test(action, who_has_no_card_is_skipped)
{
	struct events ev;
	struct game g;

	table_init(&g, 5);
	table_give(&g, 0, SAB_MAP);
	table_give(&g, 0, SAB_MAP);
	table_give(&g, 3, SAB_MAP);
	table_play(&g, order_discard(0, SAB_MAP), &ev);
	cr_expect_eq(g.to_move, 3, "SAB 2.B.8 C12 seats 1 and 2 are skipped: %u", g.to_move);
	cr_expect_eq(event_count(&ev, EVENT_SKIPPED), 2, "SAB 2.B.8 each with an event");
	cr_expect_eq(event_nth(&ev, EVENT_SKIPPED, 0)->seat, 1, "SAB 2.B.8 in order");
	cr_expect_eq(event_nth(&ev, EVENT_SKIPPED, 1)->seat, 2, "SAB 2.B.8 in order");
	cr_expect_eq(g.turn, 2, "SAB 2.B.8 without a turn's number");
	cr_expect_eq(event_count(&ev, EVENT_DREW), 0, "SAB 2.B.7 no card from an empty pile");
}

Test(action, resigning)
{
	struct events ev;
	struct order again = order_resign(1);
	struct game g;

	table_init(&g, 3);
	for (uint8_t s = 0; s < 3; s++) {
		table_give(&g, s, SAB_MAP);
		table_give(&g, s, SAB_EW);
	}
	table_play(&g, order_resign(1), &ev);
	cr_expect(g.to_move == 0 && g.turn == 1, "resign out of turn: the turn goes on");
	cr_expect(g.seat[1].n_hand == 0 && g.n_discard == 2, "resign: the hand is thrown in");
	cr_expect_eq(event_count(&ev, EVENT_DISCARDED), 2, "resign: card by card");
	cr_expect_eq(event_nth(&ev, EVENT_DISCARDED, 1)->seen_by, SEEN_BY(1), "resign: face down");
	cr_expect_eq(game_check(&g, &again), VERDICT_RESIGNED, "resign: once only");
	table_play(&g, order_resign(0), &ev);
	cr_expect(
	    g.to_move == 2 && g.turn == 2, "resign in turn: play passes on, skipping who resigned");
	g.seat[2].role = SAB_SABOTEUR;
	for (unsigned i = 0; i < 4; i++)
		table_pile(&g, SAB_GOLD_2);
	table_play(&g, order_resign(2), &ev);
	cr_expect_eq(
	    g.phase, PHASE_OVER, "resign: without players the rounds end as they are dealt");
	cr_expect_eq(event_count(&ev, EVENT_ROUND_END), 3, "resign: all three rounds");
	cr_expect_eq(event_count(&ev, EVENT_DREW), 0, "resign: no hand is dealt");
	cr_expect_eq(event_count(&ev, EVENT_ROLE), 6, "resign: the dwarf keeps playing");
}
