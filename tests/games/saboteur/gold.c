#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"

/* The deal, the end of a round, gold, the end of the game. */

struct deal_row {
	unsigned seats, saboteurs, hand;
};

static const struct deal_row deal[] = {
	{ 3, 1, 6 },
	{ 4, 1, 6 },
	{ 5, 2, 6 },
	{ 6, 2, 5 },
	{ 7, 3, 5 },
	{ 8, 3, 4 },
	{ 9, 3, 4 },
	{ 10, 4, 4 },
};

static void
check_deal(const struct deal_row *row, const struct game *g, const struct events *ev)
{
	unsigned saboteurs = sab_own(g)->role_left == SAB_SABOTEUR, treasures = 0;

	for (unsigned s = 0; s < row->seats; s++) {
		const struct event *role = event_nth(ev, EVENT_ROLE, s);

		saboteurs += g->seat[s].role == SAB_SABOTEUR;
		cr_expect(role->seat == s && role->index == s && role->card == g->seat[s].role &&
			role->seen_by == SEEN_BY(s),
		    "SAB 2.A.1 %u seats: role of seat %u", row->seats, s);
		cr_expect_eq(g->seat[s].n_hand, row->hand, "SAB 2.A.3 %u seats: hand", row->seats);
	}
	for (unsigned i = 0; i < row->seats * row->hand; i++) {
		const struct event *e = event_nth(ev, EVENT_DREW, i);

		cr_expect(e->index == i && e->seat == i / row->hand &&
			e->seen_by == SEEN_BY(i / row->hand),
		    "SAB 2.A.3 %u seats: card %u of the pile", row->seats, i);
	}
	cr_expect_eq(
	    saboteurs, row->saboteurs, "SAB 2.A.1 %u seats: %u saboteurs", row->seats, saboteurs);
	cr_expect_eq(g->n_deck, 67, "SAB 2.A.3 %u seats: pile of 40 + 27", row->seats);
	cr_expect_eq(g->deck_top, row->seats * row->hand, "SAB 2.A.3 %u seats: drawn", row->seats);
	cr_expect_eq(sab_own(g)->n_pile, 28, "SAB 2.A.4 %u seats: nuggets", row->seats);
	cr_expect_eq(g->board.n, 4, "SAB 2.A.2 %u seats: table", row->seats);
	cr_expect_eq(g->board.cell[0].card, SAB_START, "SAB 2.A.2 %u seats: start", row->seats);
	for (unsigned i = 1; i < 4; i++) {
		const struct cell *c = &g->board.cell[i];

		cr_expect(c->x == 8 && c->y == 2 * (int)i - 4 && c->flags == CELL_DOWN,
		    "SAB 2.A.2 %u seats: goal %u", row->seats, i);
		treasures += c->card == SAB_GOAL_GOLD;
	}
	cr_expect_eq(treasures, 1, "SAB 2.A.2 %u seats: one treasure", row->seats);
	cr_expect_eq(
	    g->to_move, event_nth(ev, EVENT_FIRST, 0)->seat, "SAB 2.A.5 %u seats", row->seats);
}

Test(gold, deal)
{
	for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++) {
		struct options options = {
			.at[OPTION_FIRST] = (uint8_t)(i % 3 == 0 ? deal[i].seats : 0)
		};
		struct events ev = { .n = 0 };
		struct rng_fast rng;
		struct game g;

		rng_fast_init(&rng, table_seed, i);
		game_init(&g, &rules_saboteur, (uint8_t)deal[i].seats, &options);
		game_deal(&g, &rng.rng, &ev);
		check_deal(&deal[i], &g, &ev);
		cr_expect(options.at[OPTION_FIRST] == 0 || g.to_move == deal[i].seats - 1,
		    "Q-SAB-1 %u seats: first=NAME", deal[i].seats);
	}
}

/* How often each role is dealt and left over, by options. */
Test(gold, deal_of_variants)
{
	for (unsigned i = 0; i < 8 * 4 * 50; i++) {
		uint8_t seats = (uint8_t)(3 + i % 8);
		unsigned no_spare = i / 8 % 2, selfish = i / 16 % 2;
		struct options options = { .at[SAB_NO_SPARE] = (uint8_t)no_spare,
			.at[SAB_SELFISH_DWARF] = (uint8_t)selfish };
		struct events ev = { .n = 0 };
		unsigned n[SAB_CARDS] = { 0 };
		struct rng_fast rng;
		struct view all;
		struct game g;

		rng_fast_init(&rng, table_seed, i);
		game_init(&g, &rules_saboteur, seats, &options);
		game_deal(&g, &rng.rng, &ev);
		cr_assert(game_is_ok(&g), "game %u", i);
		for (unsigned s = 0; s < seats; s++)
			n[g.seat[s].role]++;
		cr_expect_eq(n[SAB_SELFISH], selfish, "Q-SAB-23 he is always dealt, and one");
		cr_expect_eq(
		    sab_own(&g)->role_left == CARD_NONE, no_spare, "Q-SAB-21 none is left over");
		if (!no_spare)
			n[sab_own(&g)->role_left]++;
		cr_expect_eq(n[SAB_SABOTEUR], deal[seats - 3].saboteurs, "SAB 2.A.1");
		cr_expect_eq(n[SAB_MINER] + n[SAB_SELFISH],
		    seats + 1 - no_spare - deal[seats - 3].saboteurs, "Q-SAB-21 one miner less");
		game_view(&g, SEAT_NONE, &all);
		cr_expect_eq(sab_own(&all.known)->role_left, no_spare ? CARD_NONE : CARD_HIDDEN,
		    "Q-SAB-21 that none is left over is public");
	}
}

/* The selfish dwarf is equally likely for every seat. */
Test(gold, selfish_is_anybody)
{
	struct options options = { .at[SAB_SELFISH_DWARF] = 1 };
	unsigned n[4] = { 0 };

	for (unsigned i = 0; i < 4000; i++) {
		struct rng_fast rng;
		struct game g;

		rng_fast_init(&rng, table_seed, i);
		game_init(&g, &rules_saboteur, 4, &options);
		game_deal(&g, &rng.rng, NULL);
		for (unsigned s = 0; s < 4; s++)
			n[s] += g.seat[s].role == SAB_SELFISH;
	}
	for (unsigned s = 0; s < 4; s++)
		cr_expect(n[s] > 880 && n[s] < 1120, "Q-SAB-23 seat %u: %u of 4000", s, n[s]);
}

/* [Q-SAB-22] Saboteurs know each other. No other seat knows them, or that there are others. */
Test(gold, saboteurs_know_each_other)
{
	for (unsigned i = 0; i < 8 * 40; i++) {
		uint8_t seats = (uint8_t)(3 + i % 8);
		struct options options = { .at[SAB_KNOWN] = i / 8 % 4 != 0 };
		struct events ev = { .n = 0 };
		struct rng_fast rng;
		struct game g;
		struct view v, again;

		rng_fast_init(&rng, table_seed, i);
		game_init(&g, &rules_saboteur, seats, &options);
		game_deal(&g, &rng.rng, &ev);
		for (uint8_t s = 0; s < seats; s++) {
			bool me = g.seat[s].role == SAB_SABOTEUR && options.at[SAB_KNOWN];

			game_view(&g, s, &v);
			game_view(&v.known, s, &again);
			for (uint8_t t = 0; t < seats; t++) {
				bool shown = t == s || (me && g.seat[t].role == SAB_SABOTEUR);

				cr_expect_eq(v.known.seat[t].role,
				    shown ? g.seat[t].role : CARD_HIDDEN, "Q-SAB-22 game %u", i);
				cr_expect_eq(again.known.seat[t].role, v.known.seat[t].role,
				    "Q-SAB-22 a view of a view");
			}
		}
		cr_expect_eq(event_count(&ev, EVENT_SAW_ROLE), 0, "Q-SAB-22 no event tells");
		game_view(&g, SEAT_NONE, &v);
		for (uint8_t t = 0; t < seats; t++)
			cr_expect_eq(v.known.seat[t].role, CARD_HIDDEN, "Q-SAB-22 not public");
	}
}

Test(gold, same_dice_same_deal)
{
	const struct options options = { 0 };
	struct game a, b, c;

	table_played(&a, 5, &options, 2, 0);
	table_played(&b, 5, &options, 2, 0);
	table_played(&c, 5, &options, 4, 0);
	cr_expect(same_game(&a, &b), "C9 the dice alone decide");
	cr_expect_not(same_game(&a, &c), "C9 other dice, another deal");
}

Test(gold, card_list)
{
	unsigned paths = 0, actions = 0, nuggets = 0, roles = 0;

	for (unsigned c = 0; c < rules_saboteur.n_cards; c++) {
		const struct card_def *def = &rules_saboteur.card[c];

		paths += def->class == CARD_PATH ? def->copies : 0;
		actions += def->class == CARD_ACTION ? def->copies : 0;
		nuggets += def->class == CARD_GOLD ? def->copies : 0;
		roles += def->class == CARD_ROLE ? def->copies : 0;
	}
	cr_expect_eq(paths, 40, "SAB 2.A.3 paths: %u", paths);
	cr_expect_eq(actions, 27, "SAB 2.A.3 actions: %u", actions);
	cr_expect_eq(nuggets, 28, "SAB 2.A.4 nuggets: %u", nuggets);
	cr_expect_eq(roles, 11, "SAB 2.A.1 dwarfs: %u", roles);
}

enum { GOLD_SEATS = 5, GOLD_ROUND = 3 };

struct gold_row {
	const char *name;
	const char *roles;  /* m, s and S for selfish, seat by seat */
	const char *pile;   /* values, top first */
	uint8_t reached_by; /* SEAT_NONE: nobody */
	struct options options;
	uint8_t broken;  /* bit s: seat s has a broken tool */
	const char *got; /* gold of each seat */
	unsigned left;   /* nuggets in the pile */
};

static const struct gold_row gold[] = {
	{ "SAB 2.F.23 highest first, counter-clockwise", "mmmmm", "123111", 2, { { 0 } }, 0,
	    "12311", 1 },
	{ "SAB 2.F.23 as many cards as miners", "msmsm", "1123", 4, { { 0 } }, 0, "10102", 1 },
	{ "SAB 2.F.23 Q-SAB-10 a saboteur reached it: the next miner counter-clockwise", "msmsm",
	    "321", 3, { { 0 } }, 0, "20301", 0 },
	{ "SAB 2.F.23 the same round the corner", "smmmm", "3211", 0, { { 0 } }, 0, "01123", 0 },
	{ "Q-SAB-2 gold=players: as many as players, passed round", "msmsm", "32111", 0,
	    { .at[SAB_GOLD_PLAYERS] = 1 }, 0, "40103", 0 },
	{ "SAB 2.F.25 broken tools have no influence", "mmmss", "321", 3, { { 0 } }, 0x07, "12300",
	    0 },
	{ "SAB 2.F.25 broken-tool-share=no", "mmmss", "321", 3, { .at[SAB_BROKEN_NO_SHARE] = 1 },
	    0x02, "20300", 1 },
	{ "SAB 2.F.25 broken-tool-share=no, nobody is left", "mmmss", "321", 3,
	    { .at[SAB_BROKEN_NO_SHARE] = 1 }, 0x07, "00000", 3 },
	{ "SAB 2.F.25 broken-tool-share=no, gold=players", "mmmss", "11111", 3,
	    { .at[SAB_BROKEN_NO_SHARE] = 1, .at[SAB_GOLD_PLAYERS] = 1 }, 0x02, "20300", 0 },
	{ "SAB 2.F.24 no saboteur among the players", "mmmmm", "3333", SEAT_NONE, { { 0 } }, 0,
	    "00000", 4 },
	{ "SAB 2.F.24 one saboteur gets 4", "mmsmm", "1233", SEAT_NONE, { { 0 } }, 0, "00400", 2 },
	{ "SAB 2.F.24 two get 3 each", "smmms", "1331", SEAT_NONE, { { 0 } }, 0, "30003", 2 },
	{ "SAB 2.F.24 three get 3 each", "ssmms", "333", SEAT_NONE, { { 0 } }, 0, "33003", 0 },
	{ "SAB 2.F.24 four get 2 each", "sssms", "11222", SEAT_NONE, { { 0 } }, 0, "22202", 0 },
	{ "Q-SAB-11 largest first", "mmsmm", "1122113", SEAT_NONE, { { 0 } }, 0, "00400", 5 },
	{ "Q-SAB-11 smaller ones where the largest do not go", "mmsmm", "3322", SEAT_NONE,
	    { { 0 } }, 0, "00400", 2 },
	{ "Q-SAB-23 the selfish miner reached it: 4 for him alone", "mmSms", "12311", 2,
	    { .at[SAB_SELFISH_DWARF] = 1 }, 0, "00400", 3 },
	{ "Q-SAB-23 another did: he gets none, one nugget less is drawn", "mmSms", "12311", 1,
	    { .at[SAB_SELFISH_DWARF] = 1 }, 0, "23010", 2 },
	{ "Q-SAB-23 a saboteur did: the same", "mmSms", "12311", 4, { .at[SAB_SELFISH_DWARF] = 1 },
	    0, "12030", 2 },
	{ "Q-SAB-23 gold=players: one less than players, passed round", "mmSms", "11111", 0,
	    { .at[SAB_SELFISH_DWARF] = 1, .at[SAB_GOLD_PLAYERS] = 1 }, 0, "21010", 1 },
	{ "Q-SAB-23 the gold is not reached: nothing for him", "mmSmm", "1111", SEAT_NONE,
	    { .at[SAB_SELFISH_DWARF] = 1 }, 0, "00000", 4 },
	{ "Q-SAB-11 ones alone", "mmsmm", "111111", SEAT_NONE, { { 0 } }, 0, "00400", 2 },
};

static void
gold_position(struct game *g, const struct gold_row *row)
{
	table_init(g, GOLD_SEATS);
	g->options = row->options;
	g->round = GOLD_ROUND;
	g->to_move = row->reached_by == SEAT_NONE ? 0 : row->reached_by;
	for (unsigned s = 0; s < GOLD_SEATS; s++) {
		g->seat[s].role = row->roles[s] == 'm' ? SAB_MINER :
		    row->roles[s] == 's'               ? SAB_SABOTEUR :
							 SAB_SELFISH;
		g->seat[s].broken = (row->broken >> s & 1) != 0 ? TOOL_CART : 0;
	}
	for (const char *p = row->pile; *p != '\0'; p++)
		table_pile(g, *p == '1' ? SAB_GOLD_1 : *p == '2' ? SAB_GOLD_2 : SAB_GOLD_3);
	table_tunnel(g, 6);
	table_give(g, g->to_move, SAB_EW);
}

Test(gold, who_gets_what)
{
	for (size_t i = 0; i < sizeof gold / sizeof gold[0]; i++) {
		const struct gold_row *row = &gold[i];
		struct order o;
		struct rng_fast rng;
		struct events ev = { .n = 0 };
		uint16_t got[SEATS_MAX];
		struct game g;

		gold_position(&g, row);
		o = row->reached_by == SEAT_NONE ?
		    order_discard(0, SAB_EW) :
		    order_place(row->reached_by, SAB_EW, 7, 0, false);
		rng_fast_init(&rng, table_seed, i);
		cr_assert_eq(game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: refused", row->name);
		game_score(&g, got);
		for (unsigned s = 0; s < GOLD_SEATS; s++)
			cr_expect_eq(
			    got[s], row->got[s] - '0', "%s: seat %u got %u", row->name, s, got[s]);
		cr_expect_eq(
		    sab_own(&g)->n_pile, row->left, "%s: %u left", row->name, sab_own(&g)->n_pile);
		cr_expect_eq(g.phase, PHASE_OVER, "%s: the last round is over", row->name);
		for (unsigned e = 0; e < ev.n; e++)
			cr_expect(ev.at[e].kind != EVENT_NUGGET ||
				ev.at[e].seen_by == SEEN_BY(ev.at[e].seat),
			    "SAB 2.F.26 %s: a miner's nugget is secret", row->name);
	}
}

Test(gold, nine_cards_for_ten_players)
{
	struct events ev;
	struct game g;

	table_init(&g, 10);
	g.options.at[SAB_GOLD_PLAYERS] = 1;
	g.round = 3;
	for (unsigned i = 0; i < 12; i++)
		table_pile(&g, SAB_GOLD_1);
	table_tunnel(&g, 6);
	table_give(&g, 0, SAB_EW);
	table_play(&g, order_place(0, SAB_EW, 7, 0, false), &ev);
	cr_expect_eq(event_count(&ev, EVENT_NUGGET), 9, "Q-SAB-2 only 9 with 10 players");
	cr_expect_eq(g.seat[1].n_gold, 0, "Q-SAB-2 the tenth gets none");
}

Test(gold, draft)
{
	struct order legal[8], o = order_take(2, 2);
	struct events ev;
	struct game g;

	table_init(&g, 4);
	g.options.at[SAB_DRAFT_ASK] = 1;
	g.seat[3].role = SAB_SABOTEUR;
	g.seat[1].resigned = 1;
	for (unsigned i = 0; i < 5; i++)
		table_pile(&g, i == 1 ? SAB_GOLD_3 : SAB_GOLD_1);
	table_tunnel(&g, 6);
	table_give(&g, 2, SAB_EW);
	g.to_move = 2;
	table_play(&g, order_place(2, SAB_EW, 7, 0, false), &ev);
	cr_assert_eq(g.phase, PHASE_DRAFT, "Q-SAB-12 draft=ask: the round waits");
	cr_expect(g.to_move == 2 && g.turn == 2, "Q-SAB-12 who reached the treasure chooses first");
	cr_expect_eq(event_nth(&ev, EVENT_DRAFT, 0)->seat, 2, "Q-SAB-12 and is told");
	cr_expect_eq(game_legal(&g, legal, 8), 2, "Q-SAB-12 each value once");
	cr_expect(legal[0].what == 3 && legal[1].what == 1, "Q-SAB-12 the values on offer");
	cr_expect_eq(game_check(&g, &o), VERDICT_NOT_ON_OFFER, "Q-SAB-12 no other value");
	o = order_discard(2, SAB_EW);
	cr_expect_eq(game_check(&g, &o), VERDICT_WRONG_PHASE, "Q-SAB-12 nothing else is asked");
	table_play(&g, order_take(2, 1), &ev);
	cr_expect_eq(g.seat[2].gold_card[0], SAB_GOLD_1, "SAB 2.F.23 at his choice");
	cr_expect_eq(g.seat[1].gold_card[0], SAB_GOLD_3, "who has resigned takes the highest");
	cr_expect(g.to_move == 0 && g.turn == 3, "Q-SAB-12 then the next, counter-clockwise");
	cr_expect_eq(game_legal(&g, legal, 8), 1, "Q-SAB-12 the last nugget is asked for too");
	table_play(&g, order_take(0, 1), &ev);
	cr_expect(g.phase == PHASE_PLAY && g.round == 2, "SAB 2.G.27 the next round is dealt");
	cr_expect_eq(sab_own(&g)->n_pile, 2, "SAB 2.G.27 with the nuggets that remain");
}

/* Four seats; seat 3 is the saboteur, and seat 2 has reached the treasure: nuggets of 3, 1 and 1. */
static void
begin_draft(struct game *g)
{
	struct events ev;

	table_init(g, 4);
	g->options.at[SAB_DRAFT_ASK] = 1;
	g->seat[3].role = SAB_SABOTEUR;
	for (unsigned i = 0; i < 5; i++)
		table_pile(g, i == 1 ? SAB_GOLD_3 : SAB_GOLD_1);
	table_tunnel(g, 6);
	table_give(g, 2, SAB_EW);
	g->to_move = 2;
	table_play(g, order_place(2, SAB_EW, 7, 0, false), &ev);
	cr_assert(g->phase == PHASE_DRAFT && g->to_move == 2);
}

/* Who resigns in a draft keeps the share, and takes the highest. */
Test(gold, who_resigns_in_a_draft)
{
	struct events ev;
	struct game g;

	begin_draft(&g);
	table_play(&g, order_resign(1), &ev);
	cr_expect(g.phase == PHASE_DRAFT && g.to_move == 2 && g.turn == 2, "another one chooses");
	cr_expect_eq(event_count(&ev, EVENT_NUGGET), 0, "nothing is handed out yet");
	table_play(&g, order_resign(2), &ev);
	cr_expect_eq(g.seat[2].gold_card[0], SAB_GOLD_3, "who was to choose takes the highest");
	cr_expect_eq(g.seat[1].gold_card[0], SAB_GOLD_1, "and the next, who has resigned, too");
	cr_expect(g.phase == PHASE_DRAFT && g.to_move == 0 && g.turn == 3, "then who has not");
	cr_expect(game_is_ok(&g));
	table_play(&g, order_resign(0), &ev);
	cr_expect_eq(g.seat[0].gold_card[0], SAB_GOLD_1, "the last one, too");
	cr_expect(g.phase == PHASE_PLAY && g.round == 2, "SAB 2.G.27 the next round is dealt");
	cr_expect(game_is_ok(&g));
}

/* A game that is stopped in a draft gives the nuggets on offer to nobody. */
Test(gold, a_draft_that_is_stopped)
{
	struct events ev = { .n = 0 };
	struct game g;

	begin_draft(&g);
	rules_saboteur.stop(&g, &ev);
	cr_expect(sab_own(&g)->n_draft == 0 && sab_own(&g)->n_pile == 5, "all lie in the pile");
	cr_expect_eq(event_count(&ev, EVENT_SHOWN), 0, "the roles were shown when the round ended");
	for (unsigned s = 0; s < 4; s++)
		cr_expect_eq(g.seat[s].n_gold, 0, "seat %u", s);
}

/* Seat 1 plays the last card of a round without treasure. */
static void
last_card(struct game *g, unsigned round, card_id card)
{
	table_init(g, 4);
	g->round = (uint8_t)round;
	g->to_move = 1;
	g->seat[2].role = SAB_SABOTEUR;
	for (unsigned i = 0; i < 8; i++)
		table_pile(g, i % 2 == 0 ? SAB_GOLD_1 : SAB_GOLD_3);
	table_own(g, 0, SAB_GOLD_1);
	table_own(g, 3, SAB_GOLD_2);
	table_own(g, 3, SAB_GOLD_2);
	table_give(g, 1, card);
	g->seat[0].broken = TOOL_CART;
	g->seat[3].n_seen = 1;
	g->seat[3].seen[0] = (struct place){ 8, 0 };
}

/* A manual position need not conserve nuggets: owned ones beyond the box must not return. */
Test(gold, more_nuggets_than_the_box_holds)
{
	struct events ev;
	struct game g;

	last_card(&g, 1, SAB_MAP);
	for (unsigned i = 0; i < 20; i++)
		table_own(&g, 0, SAB_GOLD_3);
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_expect_eq(g.round, 2, "SAB 2.G.27 round 2");
	cr_expect_eq(
	    sab_own(&g)->n_pile, 6, "SAB 2.G.27 those that remain: %u", sab_own(&g)->n_pile);
	cr_expect(game_is_ok(&g), "SAB 2.G.27 the state is sound");
}

Test(gold, next_round)
{
	struct events ev;
	struct game g;

	last_card(&g, 1, SAB_MAP);
	sab_own(&g)->last_path = 3;
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_expect_eq(
	    event_nth(&ev, EVENT_ROUND_END, 0)->value, OUTCOME_NO_GOLD, "SAB 2.F.21 round over");
	cr_expect_eq(event_count(&ev, EVENT_SHOWN), 5, "SAB 2.F.22 roles, and the one left over");
	cr_expect_eq(
	    event_nth(&ev, EVENT_SHOWN, 4)->seat, SEAT_NONE, "SAB 2.F.22 the one left over");
	cr_expect(
	    event_nth(&ev, EVENT_GOLD, 0)->seat == 2 && event_nth(&ev, EVENT_GOLD, 0)->value == 4,
	    "SAB 2.F.24 a saboteur's gain is public");
	cr_expect_eq(g.round, 2, "SAB 2.G.27 round 2");
	cr_expect_eq(g.turn, 2, "turns count on through the rounds");
	cr_expect(
	    g.board.n == 4 && g.n_discard == 0 && g.n_deck == 67, "SAB 2.G.27 all is dealt anew");
	cr_expect(g.seat[0].broken == 0 && g.seat[3].n_seen == 0,
	    "SAB 2.G.27 nothing lies before anybody");
	cr_expect(g.seat[0].n_gold == 1 && g.seat[3].n_gold == 2 && g.seat[2].n_gold == 2,
	    "SAB 2.G.27 nuggets are kept");
	cr_expect_eq(
	    sab_own(&g)->n_pile, 6, "SAB 2.G.27 those that remain: %u", sab_own(&g)->n_pile);
	cr_expect_eq(
	    event_nth(&ev, EVENT_FIRST, 0)->seat, 0, "SAB 2.G.28 left of the last path card");
	cr_expect_eq(sab_own(&g)->last_path, SEAT_NONE, "SAB 2.G.28 no path card yet");
	last_card(&g, 2, SAB_MAP);
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_expect_eq(
	    event_nth(&ev, EVENT_FIRST, 0)->seat, 2, "Q-SAB-3 no path card: left of the last play");
}

Test(gold, next_round_by_the_last_card)
{
	struct events ev;
	struct game g;

	last_card(&g, 1, SAB_MAP);
	g.options.at[SAB_NEXT_LAST_CARD] = 1;
	sab_own(&g)->last_path = 3;
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_expect_eq(event_nth(&ev, EVENT_FIRST, 0)->seat, 2,
	    "Q-SAB-3 next=last-card: left of the last card of any kind");
}

Test(gold, fewer_rounds)
{
	for (uint8_t fewer = 0; fewer < 3; fewer++) {
		for (uint8_t round = 1; round <= 3 - fewer; round++) {
			struct events ev;
			struct game g;

			last_card(&g, round, SAB_MAP);
			g.options.at[OPTION_ROUNDS] = fewer;
			table_play(&g, order_discard(1, SAB_MAP), &ev);
			cr_expect_eq(g.phase == PHASE_OVER, round == 3 - fewer,
			    "SAB 2.G.29 rounds=%d, round %d", 3 - fewer, round);
		}
	}
}

Test(gold, end_of_game)
{
	struct events ev;
	struct game g;

	last_card(&g, 3, SAB_MAP);
	table_play(&g, order_discard(1, SAB_MAP), &ev);
	cr_expect(
	    g.phase == PHASE_OVER && g.to_move == SEAT_NONE, "SAB 2.G.29 over after three rounds");
	cr_expect_eq(event_count(&ev, EVENT_SCORE), 4, "SAB 2.G.29 a score each");
	cr_expect_eq(
	    event_nth(&ev, EVENT_SCORE, 3)->value, 4, "SAB 2.G.29 nuggets count their value");
	cr_expect_eq(game_winners(&g), SEEN_BY(2) | SEEN_BY(3), "SAB 2.G.29 ties all win");
	cr_expect_eq(event_count(&ev, EVENT_WINNER), 2, "SAB 2.G.29 winners");
	cr_expect(g.seat[0].broken == TOOL_CART, "SAB 2.G.29 the table stays as it is");
}

struct end_row {
	const char *name;
	card_id hand[3]; /* of seats 1, 2, 3: one card each; SAB_START: none */
	uint8_t broken[4];
	uint8_t deck;
	bool goes_on;
};

/* Seat 0 has just discarded its last card; the board has start and goals. */
static const struct end_row end[] = {
	{ "Q-SAB-9 nobody holds a card", { SAB_START }, { 0 }, 0, false },
	{ "Q-SAB-9 a path card that fits", { SAB_EW }, { 0 }, 0, true },
	{ "Q-SAB-9 his own broken tool", { SAB_EW }, { 0, TOOL_LAMP }, 0, false },
	{ "Q-SAB-9 another's broken tool", { SAB_EW }, { TOOL_LAMP, 0, TOOL_LAMP }, 0, true },
	{ "Q-SAB-9 another's repair card", { SAB_EW, SAB_REPAIR_LAMP }, { 0, TOOL_LAMP }, 0, true },
	{ "Q-SAB-9 nothing to repair", { SAB_REPAIR_LAMP, SAB_REPAIR_CART }, { 0 }, 0, false },
	{ "Q-SAB-9 a tool to break", { SAB_START, SAB_START, SAB_BREAK_CART }, { 0 }, 0, true },
	{ "Q-SAB-9 all of that tool broken", { SAB_BREAK_CART },
	    { TOOL_CART, TOOL_CART, TOOL_CART, TOOL_CART }, 0, false },
	{ "Q-SAB-9 nothing to fall", { SAB_ROCKFALL }, { 0 }, 0, false },
	{ "Q-SAB-9 a map while a goal is face down", { SAB_START, SAB_MAP }, { 0 }, 0, true },
	{ "SAB 2.F.21 cards in the pile", { SAB_ROCKFALL }, { 0 }, 3, true },
};

Test(gold, end_of_round)
{
	for (size_t i = 0; i < sizeof end / sizeof end[0]; i++) {
		const struct end_row *row = &end[i];
		struct events ev;
		struct game g;

		table_init(&g, 4);
		g.round = 3;
		table_give(&g, 0, SAB_NS);
		for (unsigned s = 0; s < 4; s++) {
			g.seat[s].broken = row->broken[s];
			if (s > 0 && row->hand[s - 1] != SAB_START)
				table_give(&g, (uint8_t)s, row->hand[s - 1]);
		}
		for (unsigned d = 0; d < row->deck; d++)
			table_stack(&g, SAB_ROCKFALL);
		table_play(&g, order_discard(0, SAB_NS), &ev);
		cr_expect_eq(g.phase == PHASE_PLAY, row->goes_on, "%s", row->name);
	}
}

Test(gold, no_draw_behind_the_treasure)
{
	struct events ev;
	struct game g;

	table_init(&g, 3);
	g.round = 3;
	table_tunnel(&g, 6);
	table_give(&g, 0, SAB_EW);
	table_give(&g, 1, SAB_MAP);
	table_stack(&g, SAB_NS);
	table_play(&g, order_place(0, SAB_EW, 7, 0, false), &ev);
	cr_expect_eq(event_count(&ev, EVENT_DREW), 0, "Q-SAB-17 the round is over at once");
	cr_expect_eq(g.seat[1].n_hand, 1, "SAB 2.F.21 hands left over do not move");
	cr_expect_eq(sab_own(&g)->last_path, 0, "SAB 2.G.28 who played the last path card");
}
