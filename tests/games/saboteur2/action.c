#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"
#include "games/games.h"

/* The deal, action cards, passing, clearing [SB2 3.A, 3.B, 3.D]. */

Test(sb2_action, the_box)
{
	unsigned deck = 0, roles = 0, gold = 0, rockfalls = 0;

	for (unsigned c = 0; c < rules_saboteur2.n_cards; c++) {
		const struct card_def *def = &rules_saboteur2.card[c];

		deck += def->class == CARD_PATH || def->class == CARD_ACTION ? def->copies : 0u;
		roles += def->class == CARD_ROLE ? def->copies : 0u;
		gold += def->class == CARD_GOLD ? def->copies : 0u;
		rockfalls += def->action == ACTION_ROCKFALL ? def->copies : 0u;
	}
	cr_expect_eq(deck, 40 + 27 + 30 + 21, "SB2 3.A.2 %u path and action cards", deck);
	cr_expect_eq(roles, 15, "SB2 3.A.1 %u dwarf cards", roles);
	cr_expect_eq(gold, 32, "SB2 3.A.3 %u tokens", gold);
	cr_expect_eq(rockfalls, 4, "Q-SB2-1 the 21st action card");
}

Test(sb2_action, deal)
{
	for (uint8_t seats = 2; seats <= 12; seats++) {
		struct options options = { .at[OPTION_FIRST] = seats % 3 == 0 ? seats : 0 };
		struct events ev = { .n = 0 };
		struct rng_fast rng;
		struct game g;
		unsigned count[SB2_CARDS] = { 0 };

		rng_fast_init(&rng, table_seed, seats);
		game_init(&g, &rules_saboteur2, seats, &options);
		game_deal(&g, &rng.rng, &ev);
		cr_expect_eq(
		    sb2_own(&g)->n_pile, 15 - seats, "SB2 3.A.1 %u seats: role pile", seats);
		cr_expect(g.n_aside == 10 && g.n_deck == 118 && g.deck_top == 10 + 6 * seats,
		    "SB2 3.A.2 %u seats: ten aside, six for each", seats);
		for (unsigned i = 0; i < 6u * seats; i++) {
			const struct event *e = event_nth(&ev, EVENT_DREW, i);

			cr_expect(
			    e->index == 10 + i && e->seat == i / 6 && e->seen_by == SEEN_BY(i / 6),
			    "SB2 3.A.2 %u seats: card %u", seats, i);
		}
		for (uint8_t s = 0; s < seats; s++) {
			const struct event *e = event_nth(&ev, EVENT_ROLE, s);

			cr_expect(e->seat == s && e->index == s && e->seen_by == SEEN_BY(s) &&
				e->card == g.seat[s].role,
			    "SB2 3.A.1 %u seats: role of seat %u", seats, s);
			count[g.seat[s].role]++;
			cr_expect_eq(
			    sb2_own(&g)->n_steal[s], STEAL_DEFAULT, "Q-SB2-10 default rule");
		}
		for (unsigned i = 0; i < sb2_own(&g)->n_pile; i++)
			count[sb2_own(&g)->pile[i]]++;
		for (unsigned c = SB2_GREEN; c <= SB2_SABOTEUR; c++)
			cr_expect_eq(count[c], rules_saboteur2.card[c].copies,
			    "SB2 3.A.1 %u seats: role %u", seats, c);
		cr_expect_eq(g.board.n, 4, "SB2 3.A.3 %u seats: table", seats);
		cr_expect_eq(
		    g.to_move, event_nth(&ev, EVENT_FIRST, 0)->seat, "SB2 3.A.4 %u seats", seats);
		cr_expect(options.at[OPTION_FIRST] == 0 || g.to_move == seats - 1,
		    "Q-SAB-1 %u seats: first=NAME", seats);
	}
}

struct act_row {
	const char *name;
	const char *front; /* t: seat 0 trapped, T: seat 1; h: seat 0 a thief, H: seat 1 */
	struct order order;
	enum verdict want;
};

#define TO(which, whom)                                                       \
	{                                                                     \
		.kind = ORDER_ACT, .n_card = 1, .card = { which }, .to = whom \
	}

static const struct act_row act[] = {
	{ "SB2 3.D.14 theft", "", TO(SB2_THEFT, SEAT_NONE), VERDICT_OK },
	{ "SB2 3.D.14 Q-SB2-20 not a second", "h", TO(SB2_THEFT, SEAT_NONE),
	    VERDICT_HAS_ONE_ALREADY },
	{ "SB2 3.D.14 another's does not matter", "H", TO(SB2_THEFT, SEAT_NONE), VERDICT_OK },
	{ "SB2 3.D.14 Q-SB2-9 also when trapped", "t", TO(SB2_THEFT, SEAT_NONE), VERDICT_OK },
	{ "SB2 3.D.14 in front of oneself, nobody is named", "", TO(SB2_THEFT, 1),
	    VERDICT_BAD_TARGET },
	{ "SB2 3.D.15 hands off another's theft", "H", TO(SB2_HANDS_OFF, 1), VERDICT_OK },
	{ "SB2 3.D.15 also one's own", "h", TO(SB2_HANDS_OFF, 0), VERDICT_OK },
	{ "SB2 3.D.15 there must be one", "h", TO(SB2_HANDS_OFF, 1), VERDICT_NOT_IN_FRONT },
	{ "SB2 3.D.15 not a trapped card", "T", TO(SB2_HANDS_OFF, 1), VERDICT_NOT_IN_FRONT },
	{ "SB2 3.D.15 somebody is named", "H", TO(SB2_HANDS_OFF, SEAT_NONE), VERDICT_NO_SUCH_SEAT },
	{ "SB2 3.D.16 trap another", "", TO(SB2_TRAPPED, 1), VERDICT_OK },
	{ "SB2 3.D.16 not oneself", "", TO(SB2_TRAPPED, 0), VERDICT_ONLY_OTHERS },
	{ "SB2 3.D.16 Q-SB2-20 not twice", "T", TO(SB2_TRAPPED, 1), VERDICT_HAS_ONE_ALREADY },
	{ "SB2 3.D.16 who is trapped may", "t", TO(SB2_TRAPPED, 1), VERDICT_OK },
	{ "SB2 3.D.17 free another", "T", TO(SB2_FREE, 1), VERDICT_OK },
	{ "SB2 3.D.17 free oneself", "t", TO(SB2_FREE, 0), VERDICT_OK },
	{ "SB2 3.D.17 there must be a card", "tH", TO(SB2_FREE, 1), VERDICT_NOT_IN_FRONT },
	{ "SB2 3.D.18 swap hands", "", TO(SB2_SWAP_HANDS, 1), VERDICT_OK },
	{ "SB2 3.D.18 with another", "", TO(SB2_SWAP_HANDS, 0), VERDICT_ONLY_OTHERS },
	{ "SB2 3.D.18 not with who has resigned", "", TO(SB2_SWAP_HANDS, 2),
	    VERDICT_TARGET_RESIGNED },
	{ "SB2 3.D.19 inspect another", "", TO(SB2_INSPECTION, 1), VERDICT_OK },
	{ "SB2 3.D.19 not oneself", "", TO(SB2_INSPECTION, 0), VERDICT_ONLY_OTHERS },
	{ "SB2 3.D.20 another's hat", "", TO(SB2_SWAP_HATS, 1), VERDICT_OK },
	{ "SB2 3.D.20 also one's own", "", TO(SB2_SWAP_HATS, 0), VERDICT_OK },
	{ "SB2 3.D.20 no such seat", "", TO(SB2_SWAP_HATS, 3), VERDICT_NO_SUCH_SEAT },
	{ "SB2 3.D.20 nothing else is named", "",
	    { .kind = ORDER_ACT, .n_card = 1, .card = { SB2_SWAP_HATS }, .to = 1, .what = 1 },
	    VERDICT_BAD_TARGET },
	{ "SB2 3.D.21 repair as in Saboteur", "", TO(SAB_REPAIR_LAMP, 1), VERDICT_TOOL_NOT_BROKEN },
	{ "SB2 3.D no card that is not held", "",
	    { .kind = ORDER_ACT, .n_card = 1, .card = { SAB_NEW }, .to = 1 },
	    VERDICT_NOT_AN_ACTION },
};

static void
put_front(struct game *g, const char *front)
{
	for (; *front != '\0'; front++) {
		uint8_t seat = *front == 'T' || *front == 'H';

		if (*front == 't' || *front == 'T')
			sb2_set_trap(g, seat);
		else
			sb2_thief(g, seat);
	}
}

Test(sb2_action, what_may_be_played)
{
	static struct order legal[LEGAL_MAX];

	for (size_t i = 0; i < sizeof act / sizeof act[0]; i++) {
		const struct act_row *row = &act[i];
		enum verdict got;
		struct game g;

		sb2_init(&g, 3);
		put_front(&g, row->front);
		g.seat[2].resigned = 1;
		table_give(&g, 0, row->order.card[0]);
		table_give(&g, 1, SAB_MAP);
		cr_expect(game_is_ok(&g), "%s: position", row->name);
		got = game_check(&g, &row->order);
		cr_expect_eq(
		    got, row->want, "%s: verdict %d, not %d", row->name, (int)got, (int)row->want);
		cr_expect_eq(
		    table_is_listed(g.rules, legal, game_legal(&g, legal, LEGAL_MAX), row->order),
		    row->want == VERDICT_OK, "%s: listed", row->name);
	}
}

struct pass_row {
	const char *name;
	struct order order;
	enum verdict want;
};

#define PASS(n, ...)                                                                         \
	{                                                                                    \
		.kind = ORDER_DISCARD, .n_card = n, .card = { __VA_ARGS__ }, .to = SEAT_NONE \
	}
#define CLEAR(n, removes, ...)                                                              \
	{                                                                                   \
		.kind = ORDER_CLEAR, .n_card = n, .card = { __VA_ARGS__ }, .to = SEAT_NONE, \
		.what = removes                                                             \
	}

/* Seat 0 holds ns, ns, map; it has a broken lamp and a theft; seat 1 is trapped. */
static const struct pass_row pass[] = {
	{ "SB2 3.B.7 one card", PASS(1, SAB_MAP), VERDICT_OK },
	{ "SB2 3.B.7 two", PASS(2, SAB_MAP, SAB_NS), VERDICT_OK },
	{ "SB2 3.B.7 two alike", PASS(2, SAB_NS, SAB_NS), VERDICT_OK },
	{ "SB2 3.B.7 three in any order", PASS(3, SAB_NS, SAB_MAP, SAB_NS), VERDICT_OK },
	{ "SB2 3.B.7 not none", PASS(0, 0), VERDICT_DISCARD_COUNT },
	{ "SB2 3.B.7 not four", PASS(4, SAB_NS), VERDICT_DISCARD_COUNT },
	{ "SB2 3.B.7 not more than held", PASS(3, SAB_NS, SAB_NS, SAB_NS), VERDICT_NOT_IN_HAND },
	{ "SB2 3.B.7 not what is not held", PASS(2, SAB_NS, SAB_EW), VERDICT_NOT_IN_HAND },
	{ "SB2 3.B.6 a broken tool", CLEAR(2, SAB_BREAK_LAMP, SAB_NS, SAB_MAP), VERDICT_OK },
	{ "SB2 3.B.6 Q-SB2-18 his own theft", CLEAR(2, SB2_THEFT, SAB_NS, SAB_NS), VERDICT_OK },
	{ "SB2 3.B.6 Q-SB2-18 not another's card", CLEAR(2, SB2_TRAPPED, SAB_NS, SAB_NS),
	    VERDICT_NOT_IN_FRONT },
	{ "SB2 3.B.6 not another tool", CLEAR(2, SAB_BREAK_CART, SAB_NS, SAB_NS),
	    VERDICT_NOT_IN_FRONT },
	{ "SB2 3.B.6 not what never lies there", CLEAR(2, SAB_MAP, SAB_NS, SAB_NS),
	    VERDICT_NOT_IN_FRONT },
	{ "SB2 3.B.6 no card at all", CLEAR(2, 250, SAB_NS, SAB_NS), VERDICT_NOT_IN_FRONT },
	{ "SB2 3.B.6 not for one card", CLEAR(1, SAB_BREAK_LAMP, SAB_NS), VERDICT_DISCARD_COUNT },
	{ "SB2 3.B.6 not for three", CLEAR(3, SAB_BREAK_LAMP, SAB_NS, SAB_NS, SAB_MAP),
	    VERDICT_DISCARD_COUNT },
	{ "SB2 3.B.6 not for what is not held", CLEAR(2, SAB_BREAK_LAMP, SAB_NS, SAB_EW),
	    VERDICT_NOT_IN_HAND },
	{ "SB2 3.B no order of another game", { .kind = ORDER_TAKE, .to = SEAT_NONE, .what = 1 },
	    VERDICT_NOT_IN_RULES },
	{ "SB2 3.B no walking", { .kind = ORDER_STAY, .to = SEAT_NONE }, VERDICT_NOT_IN_RULES },
};

static void
hold_three(struct game *g)
{
	sb2_init(g, 2);
	table_give(g, 0, SAB_NS);
	table_give(g, 0, SAB_NS);
	table_give(g, 0, SAB_MAP);
	table_give(g, 1, SAB_NEW);
	g->seat[0].broken = TOOL_LAMP;
	sb2_thief(g, 0);
	sb2_set_trap(g, 1);
}

Test(sb2_action, discards)
{
	for (size_t i = 0; i < sizeof pass / sizeof pass[0]; i++) {
		enum verdict got;
		struct game g;

		hold_three(&g);
		got = game_check(&g, &pass[i].order);
		cr_expect_eq(got, pass[i].want, "%s: verdict %d", pass[i].name, (int)got);
	}
}

Test(sb2_action, every_discard_is_listed_once)
{
	static struct order legal[LEGAL_MAX];
	unsigned discards = 0, clears = 0;
	struct game g;
	size_t n;

	hold_three(&g);
	n = game_legal(&g, legal, LEGAL_MAX);
	for (size_t i = 0; i < n; i++) {
		discards += legal[i].kind == ORDER_DISCARD;
		clears += legal[i].kind == ORDER_CLEAR;
		cr_expect_not(
		    table_is_listed(g.rules, legal, i, legal[i]), "SB2 3.B.7 order %zu twice", i);
	}
	cr_expect_eq(discards, 5, "SB2 3.B.7 ns, map, ns ns, ns map, ns ns map: %u", discards);
	cr_expect_eq(clears, 4, "SB2 3.B.6 two pairs for two cards: %u", clears);
	/* Six different cards. */
	g.seat[0].n_hand = 0;
	for (unsigned i = 0; i < 6; i++)
		table_give(&g, 0, (card_id)(SAB_BLIND_NESW + i));
	n = game_legal(&g, legal, LEGAL_MAX);
	for (size_t i = discards = clears = 0; i < n; i++) {
		discards += legal[i].kind == ORDER_DISCARD;
		clears += legal[i].kind == ORDER_CLEAR;
	}
	cr_expect_eq(discards, 6 + 15 + 20, "SB2 3.B.7 of six: %u", discards);
	cr_expect_eq(clears, 2 * 15, "SB2 3.B.6 of six: %u", clears);
}

static void
expect_discard(const struct game *g, const char *name, unsigned n, card_id a, card_id b, card_id c)
{
	const card_id want[] = { a, b, c };

	cr_assert_eq(g->n_discard, n, "%s: %u cards on the discard pile", name, g->n_discard);
	for (unsigned i = 0; i < n; i++)
		cr_expect_eq(
		    g->discard[i], want[i], "%s: discard %u is card %u", name, i, g->discard[i]);
}

Test(sb2_action, passing_draws_as_many)
{
	struct events ev;
	struct game g;

	hold_three(&g);
	for (unsigned i = 0; i < 4; i++)
		table_stack(&g, SAB_EW);
	table_play(&g, sb2_discard(0, 3, SAB_NS, SAB_MAP, SAB_NS), &ev);
	cr_expect_eq(event_count(&ev, EVENT_DREW), 3, "SB2 3.B.7 three for three");
	expect_discard(&g, "SB2 3.B.7 in the order named", 3, SAB_NS, SAB_MAP, SAB_NS);
	cr_expect_eq(event_nth(&ev, EVENT_DISCARDED, 1)->seen_by, SEEN_BY(0), "C10 face down");
	cr_expect_eq(g.to_move, 1, "SB2 3.B.5 one thing a turn");
	cr_expect_eq(g.turn, 2, "one turn");

	hold_three(&g);
	table_stack(&g, SAB_EW);
	table_play(&g, sb2_discard(0, 2, SAB_NS, SAB_NS, 0), &ev);
	cr_expect_eq(g.seat[0].n_hand, 2, "SB2 3.B.8 Q-SB2-19 draw what is there");
}

Test(sb2_action, clearing)
{
	struct events ev;
	struct game g;

	hold_three(&g);
	table_stack(&g, SAB_EW);
	table_stack(&g, SAB_EW);
	table_play(&g, sb2_clear(0, SAB_MAP, SAB_NS, SAB_BREAK_LAMP), &ev);
	cr_expect_eq(g.seat[0].broken, 0, "SB2 3.B.6 the tool is whole");
	cr_expect(sb2_is_thief(&g, 0), "SB2 3.B.6 one card only");
	cr_expect_eq(g.seat[0].n_hand, 2, "SB2 3.B.6 draws one");
	expect_discard(
	    &g, "SB2 3.B.6 the two, then what they remove", 3, SAB_MAP, SAB_NS, SAB_BREAK_LAMP);
	cr_expect_eq(event_nth(&ev, EVENT_CLEARED, 0)->card, SAB_BREAK_LAMP, "SB2 3.B.6 public");

	hold_three(&g);
	table_play(&g, sb2_clear(0, SAB_NS, SAB_NS, SB2_THEFT), &ev);
	cr_expect_not(sb2_is_thief(&g, 0), "Q-SB2-18 the own theft");
	cr_expect_eq(g.discard[2], SB2_THEFT, "Q-SB2-18 discarded");

	hold_three(&g);
	sb2_set_trap(&g, 0);
	table_play(&g, sb2_clear(0, SAB_NS, SAB_NS, SB2_TRAPPED), &ev);
	cr_expect_not(sb2_is_trapped(&g, 0), "SB2 3.B.6 free");
	cr_expect(sb2_is_trapped(&g, 1), "SB2 3.B.6 the other is not");
}

Test(sb2_action, cards_in_front)
{
	struct events ev;
	struct game g;

	hold_three(&g);
	table_give(&g, 1, SB2_HANDS_OFF);
	table_stack(&g, SAB_EW);
	table_stack(&g, SAB_EW);
	table_play(&g, sb2_discard(0, 1, SAB_MAP, 0, 0), &ev);
	table_play(&g, order_to(1, SB2_HANDS_OFF, 0, 0), &ev);
	cr_expect_eq(sb2_own(&g)->n_thieves, 0, "SB2 3.D.15");
	expect_discard(
	    &g, "SB2 3.D.15 card played, card removed", 3, SAB_MAP, SB2_HANDS_OFF, SB2_THEFT);

	hold_three(&g);
	table_give(&g, 0, SB2_FREE);
	table_give(&g, 0, SB2_THEFT);
	table_stack(&g, SAB_EW);
	table_play(&g, order_to(0, SB2_FREE, 1, 0), &ev);
	cr_expect_eq(u16_get(&sb2_own(&g)->trapped), 0, "SB2 3.D.17");
	expect_discard(&g, "SB2 3.D.17 card played, card removed", 2, SB2_FREE, SB2_TRAPPED, 0);

	hold_three(&g);
	sb2_own(&g)->thief[0] = 1;
	table_give(&g, 0, SB2_THEFT);
	table_stack(&g, SAB_EW);
	table_play(&g, sb2_act(0, SB2_THEFT), &ev);
	cr_expect(sb2_own(&g)->n_thieves == 2 && sb2_own(&g)->thief[1] == 0,
	    "SB2 3.D.14 in the order played");
	cr_expect_eq(g.n_discard, 0, "SB2 3.D.14 it stays in front of him");
	cr_expect_eq(g.seat[0].n_hand, 4, "SB2 3.B.5 draws one");

	hold_three(&g);
	u16_set(&sb2_own(&g)->trapped, 0);
	table_give(&g, 0, SB2_TRAPPED);
	table_play(&g, order_to(0, SB2_TRAPPED, 1, 0), &ev);
	cr_expect(sb2_is_trapped(&g, 1), "SB2 3.D.16");
}

Test(sb2_action, swap_hands)
{
	struct events ev;
	struct game g;
	static struct view v;

	hold_three(&g);
	table_give(&g, 0, SB2_SWAP_HANDS);
	table_stack(&g, SAB_EW);
	table_stack(&g, SAB_NW);
	table_play(&g, order_to(0, SB2_SWAP_HANDS, 1, 0), &ev);
	cr_expect(g.seat[0].n_hand == 1 && g.seat[0].hand[0] == SAB_NEW,
	    "Q-SB2-12 who plays it draws none");
	cr_expect(g.seat[1].n_hand == 4 && g.seat[1].hand[0] == SAB_NS &&
		g.seat[1].hand[2] == SAB_MAP && g.seat[1].hand[3] == SAB_EW,
	    "SB2 3.D.18 the other draws, his hand in its order");
	expect_discard(&g, "SB2 3.D.18 it is discarded", 1, SB2_SWAP_HANDS, 0, 0);
	cr_expect_eq(event_count(&ev, EVENT_RECEIVED), 4, "SB2 3.F each sees his new hand");
	cr_expect_eq(event_nth(&ev, EVENT_RECEIVED, 0)->seen_by, SEEN_BY(0), "SB2 3.F he alone");
	cr_expect_eq(
	    event_nth(&ev, EVENT_RECEIVED, 1)->seen_by, SEEN_BY(1), "SB2 3.F the other alone");
	game_view(&g, 0, &v);
	cr_expect(v.known.seat[1].n_hand == 4 && v.known.seat[1].hand[0] == CARD_HIDDEN,
	    "SB2 3.F the hand given away is not watched any more");

	sb2_init(&g, 2);
	table_give(&g, 0, SB2_SWAP_HANDS);
	table_give(&g, 1, SAB_MAP);
	table_play(&g, order_to(0, SB2_SWAP_HANDS, 1, 0), &ev);
	cr_expect(
	    g.seat[0].n_hand == 1 && g.seat[1].n_hand == 0, "SB2 3.D.18 an empty hand is fine");
	cr_expect_eq(g.to_move, 0, "SB2 3.B.8 who has none is skipped");
	cr_expect_eq(event_count(&ev, EVENT_SKIPPED), 1, "SB2 3.B.8 skipped");
}

Test(sb2_action, roles)
{
	struct events ev;
	struct game g;
	static struct view v;

	hold_three(&g);
	for (unsigned i = 0; i < 3; i++)
		table_stack(&g, SAB_EW);
	g.seat[1].role = SB2_SABOTEUR;
	table_give(&g, 0, SB2_INSPECTION);
	table_give(&g, 0, SB2_SWAP_HATS);
	table_give(&g, 1, SB2_INSPECTION);
	table_play(&g, order_to(0, SB2_INSPECTION, 1, 0), &ev);
	cr_expect_eq(event_nth(&ev, EVENT_SAW_ROLE, 0)->card, SB2_SABOTEUR, "SB2 3.D.19");
	cr_expect_eq(event_nth(&ev, EVENT_SAW_ROLE, 0)->seen_by, SEEN_BY(0), "SB2 3.D.19 secretly");
	cr_expect_eq(event_nth(&ev, EVENT_SAW_ROLE, 0)->index, 1, "the dwarf card of seat 1");
	game_view(&g, 0, &v);
	cr_expect_eq(v.known.seat[1].role, SB2_SABOTEUR, "SB2 3.D.19 he knows");
	game_view(&g, SEAT_NONE, &v);
	cr_expect_eq(v.known.seat[1].role, CARD_HIDDEN, "SB2 3.F nobody else");
	cr_expect_eq(
	    v.known.seat[0].knows, SEEN_BY(1), "SB2 3.F who was inspected by whom is public");

	sb2_own(&g)->pile[0] = SB2_BOSS;
	g.to_move = 0;
	table_play(&g, order_to(0, SB2_SWAP_HATS, 1, 0), &ev);
	cr_expect_eq(g.seat[1].role, SB2_BOSS, "SB2 3.D.20 the top of the role pile");
	cr_expect(sb2_own(&g)->n_hats == 1 && sb2_own(&g)->hat[0] == SB2_SABOTEUR &&
		sb2_own(&g)->n_pile == 2,
	    "SB2 3.D.20 the old hat leaves the round");
	cr_expect(event_nth(&ev, EVENT_ROLE, 0)->seen_by == SEEN_BY(1) &&
		event_nth(&ev, EVENT_ROLE, 0)->index == 2,
	    "SB2 3.D.20 only he sees it");
	game_view(&g, 0, &v);
	cr_expect_eq(v.known.seat[1].role, CARD_HIDDEN, "Q-SB2-13 what was seen is stale");
	cr_expect_eq(sb2_own(&v.known)->hat[0], CARD_HIDDEN, "SB2 3.F discarded hats are secret");
	game_view(&g, 1, &v);
	cr_expect_eq(sb2_own(&v.known)->hat[0], SB2_SABOTEUR, "but not to who wore them");
	cr_expect(sb2_is_trapped(&g, 1), "Q-SB2-13 cards in front stay");

	g.to_move = 0;
	table_give(&g, 0, SB2_INSPECTION);
	table_play(&g, order_to(0, SB2_INSPECTION, 1, 0), &ev);
	cr_expect_eq(event_nth(&ev, EVENT_SAW_ROLE, 0)->index, 2, "the dwarf card drawn last");

	sb2_own(&g)->n_pile = 0;
	g.to_move = 0;
	table_give(&g, 0, SB2_SWAP_HATS);
	cr_expect_eq(game_check(&g, &(struct order)TO(SB2_SWAP_HATS, 1)), VERDICT_NO_ROLE_LEFT,
	    "Q-SB2-14 never in a game");
}

Test(sb2_action, standing_orders)
{
	static const struct pass_row row[] = {
		{ "Q-SB2-10 a list",
		    { .kind = ORDER_STEAL,
			.seat = 1,
			.to = SEAT_NONE,
			.n_at = 2,
			.to_seat = { 2, 0 } },
		    VERDICT_OK },
		{ "Q-SB2-10 none", { .kind = ORDER_STEAL, .seat = 1, .to = SEAT_NONE },
		    VERDICT_OK },
		{ "Q-SB2-10 each once",
		    { .kind = ORDER_STEAL,
			.seat = 1,
			.to = SEAT_NONE,
			.n_at = 2,
			.to_seat = { 2, 2 } },
		    VERDICT_BAD_TARGET },
		{ "Q-SB2-10 seats of this game",
		    { .kind = ORDER_STEAL,
			.seat = 1,
			.to = SEAT_NONE,
			.n_at = 1,
			.to_seat = { 3 } },
		    VERDICT_NO_SUCH_SEAT },
		{ "Q-SB2-10 nothing else", { .kind = ORDER_STEAL, .seat = 1, .to = 2, .n_at = 0 },
		    VERDICT_BAD_TARGET },
		{ "Q-SB2-10 no flags",
		    { .kind = ORDER_STEAL, .seat = 1, .to = SEAT_NONE, .flags = ORDER_FLIPPED },
		    VERDICT_BAD_TARGET },
	};
	struct events ev;
	struct game g;
	static struct view v;

	sb2_init(&g, 3);
	table_give(&g, 0, SAB_MAP);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_eq(game_check(&g, &row[i].order), row[i].want, "%s", row[i].name);
	table_play(&g, row[0].order, &ev);
	cr_expect(
	    sb2_own(&g)->n_steal[1] == 2 && sb2_own(&g)->steal[1][0] == 2, "Q-SB2-10 out of turn");
	cr_expect(g.turn == 1 && g.to_move == 0, "Q-SB2-22 no turn is spent");
	cr_expect_eq(event_nth(&ev, EVENT_STANDING, 0)->seat, SEAT_NONE, "whose it is is secret");
	game_view(&g, 1, &v);
	cr_expect_eq(sb2_own(&v.known)->n_steal[1], 2, "the own list is known");
	game_view(&g, 0, &v);
	cr_expect_eq(sb2_own(&v.known)->n_steal[1], STEAL_DEFAULT, "another's is not");
	table_play(&g, row[1].order, &ev);
	cr_expect_eq(sb2_own(&g)->n_steal[1], 0, "Q-SB2-10 changed at any time");
}

Test(sb2_action, resigning)
{
	struct events ev;
	struct game g;

	hold_three(&g);
	table_stack(&g, SAB_EW);
	table_play(&g, order_resign(1), &ev);
	cr_expect(g.seat[1].resigned && g.n_discard == 1 && g.to_move == 0, "out of turn");
	table_play(&g, order_resign(0), &ev);
	cr_expect_eq(g.phase, PHASE_OVER, "when all have resigned the rounds run out");

	hold_three(&g);
	table_stack(&g, SAB_EW);
	table_play(&g, order_resign(0), &ev);
	cr_expect(g.to_move == 1 && g.turn == 2 && g.phase == PHASE_PLAY, "in one's own turn");
}
