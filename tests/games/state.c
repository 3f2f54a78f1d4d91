#include <criterion/criterion.h>

#include "games/table.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/mine/mine.h"

/* Refused positions, and packing without loss. */

/* A byte of a game, by its offset. */
#define AT(field)  offsetof(struct game, field)
#define OWN(field) (offsetof(struct game, ext) + offsetof(struct sab_state, field))

struct poke_row {
	const char *name;
	size_t at;
	uint8_t value;
};

static void
poke(struct game *g, const struct poke_row *row)
{
	((unsigned char *)g)[row->at] = row->value;
}

/* Every seat holds a map, has a nugget and has seen the goal at 8,0; each pile has one card. */
static void
full_table(struct game *g)
{
	table_init(g, 3);
	for (uint8_t s = 0; s < 3; s++) {
		table_give(g, s, SAB_MAP);
		table_own(g, s, SAB_GOLD_1);
		table_own(g, s, SAB_GOLD_2);
		g->seat[s].n_seen = 2;
		g->seat[s].seen[0] = (struct place){ 8, 0 };
		g->seat[s].seen[1] = (struct place){ 8, 2 };
	}
	table_stack(g, SAB_NS);
	table_pile(g, SAB_GOLD_3);
	g->discard[g->n_discard++] = SAB_EW;
	table_put(g, (struct cell){ 1, 0, SAB_EW, 0 }); /* cell 1; the goals are 2 to 4 */
}

static const struct poke_row bad[] = {
	{ "G1 no such phase", AT(phase), 9 },
	{ "G1 too few seats", AT(n_seats), 2 },
	{ "G1 too many seats", AT(n_seats), 11 },
	{ "G1 nobody to move", AT(to_move), SEAT_NONE },
	{ "G1 no such seat to move", AT(to_move), 3 },
	{ "G1 over, and somebody to move", AT(phase), PHASE_OVER },
	{ "G1 round 0", AT(round), 0 },
	{ "G1 round 4", AT(round), 4 },
	{ "G1 first is no seat", AT(options.at[OPTION_FIRST]), 4 },
	{ "G2 no such card in a hand", AT(seat[1].hand[0]), SAB_CARDS },
	{ "G2 a hidden card in a hand", AT(seat[1].hand[0]), CARD_HIDDEN },
	{ "G2 a nugget in a hand", AT(seat[1].hand[0]), SAB_GOLD_1 },
	{ "G2 a goal in the deck", AT(deck[0]), SAB_GOAL_NE },
	{ "G2 no such card in the deck", AT(deck[0]), 200 },
	{ "G2 a role on the discard pile", AT(discard[0]), SAB_MINER },
	{ "G2 an action card on the table", AT(board.cell[1].card), SAB_MAP },
	{ "G2 no such card on the table", AT(board.cell[1].card), 99 },
	{ "G2 no such tool", AT(seat[0].broken), 8 },
	{ "G2 a path card as role", AT(seat[0].role), SAB_NS },
	{ "G3 a hand too long", AT(seat[2].n_hand), HAND_MAX + 1 },
	{ "G3 too many nuggets owned", AT(seat[2].n_gold), GOLD_MAX + 1 },
	{ "G3 too many goals seen", AT(seat[2].n_seen), SEEN_MAX + 1 },
	{ "G3 a deck too long", AT(n_deck), DECK_MAX + 1 },
	{ "G3 more drawn than there was", AT(deck_top), 2 },
	{ "G3 a discard pile too long", AT(n_discard), DECK_MAX + 1 },
	{ "G3 too many cells", AT(board.n), CELLS_MAX + 1 },
	{ "G3 nuggets not sorted", AT(seat[1].gold_card[0]), SAB_GOLD_3 },
	{ "G4 cells not sorted", AT(board.cell[1].x), 9 },
	{ "G4 two cards on a place", AT(board.cell[1].x), 0 },
	{ "G4 out of range", AT(board.cell[4].x), COORD_MAX + 1 },
	{ "G4 a path card face down", AT(board.cell[1].flags), CELL_DOWN },
	{ "G4 a symmetric card flipped", AT(board.cell[1].flags), CELL_FLIPPED },
	{ "G4 a goal face down and flipped", AT(board.cell[2].flags), CELL_DOWN | CELL_FLIPPED },
	{ "G5 no room for all cards", AT(n_discard), DECK_MAX - 2 },
	{ "G6 no goal there to see", AT(seat[0].seen[1].x), 9 },
	{ "G6 a path card seen", AT(seat[0].seen[0].x), 1 },
	{ "G6 goals seen not sorted", AT(seat[0].seen[1].y), 0 },
	{ "resigned with a hand", AT(seat[0].resigned), 1 },
	{ "S1 no start", AT(board.cell[0].card), SAB_NESW },
	{ "S1 start elsewhere", AT(board.cell[0].x), 0xff },
	{ "S1 two starts", AT(board.cell[1].card), SAB_START },
	{ "S2 no role", AT(seat[1].role), CARD_NONE },
	{ "Q-SAB-23 a selfish dwarf without the option", AT(seat[1].role), SAB_SELFISH },
	{ "Q-SAB-23 a selfish dwarf left over without the option", OWN(role_left), SAB_SELFISH },
	{ "S2 what is left over is no role", OWN(role_left), SAB_MAP },
	{ "S3 no nugget in the pile", OWN(pile[0]), SAB_MAP },
	{ "S3 no nugget owned", AT(seat[0].gold_card[0]), SAB_START },
	{ "S3 a pile too long", OWN(n_pile), NUGGETS_MAX + 1 },
	{ "S4 nuggets on offer in play", OWN(n_draft), 1 },
	{ "S4 a draft without nuggets", AT(phase), PHASE_DRAFT },
	{ "S4 more on offer than nuggets", OWN(n_draft), NUGGETS_MAX + 1 },
	{ "S4 no walking here", AT(phase), PHASE_WALK },
	{ "S5 last path by no seat", OWN(last_path), 3 },
	{ "S5 last play by no seat", OWN(last_play), 3 },
};

Test(state, positions_refused)
{
	struct game g;

	full_table(&g);
	cr_assert(game_is_ok(&g), "the position itself");
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		full_table(&g);
		memset(g.discard, SAB_EW, sizeof g.discard);
		memset(sab_own(&g)->draft, SAB_GOLD_1, sizeof sab_own(&g)->draft);
		poke(&g, &bad[i]);
		cr_expect_not(game_is_ok(&g), "%s", bad[i].name);
	}
}

/* Seat 0, a miner, chooses between two nuggets. */
static void
full_draft(struct game *g)
{
	full_table(g);
	g->phase = PHASE_DRAFT;
	for (uint8_t s = 0; s < 3; s++)
		g->seat[s].n_hand = 0;
	sab_own(g)->n_draft = 2;
	sab_own(g)->draft[0] = SAB_GOLD_3;
	sab_own(g)->draft[1] = SAB_GOLD_2;
	memset(sab_own(g)->pile, SAB_GOLD_1, sizeof sab_own(g)->pile);
}

static const struct poke_row bad_draft[] = {
	{ "S3 no nugget on offer", OWN(draft[1]), SAB_MAP },
	{ "S3 more nuggets than the box has", OWN(n_pile), NUGGETS_MAX - 1 },
	{ "S4 the highest comes last", OWN(draft[0]), SAB_GOLD_1 },
	{ "S4 a saboteur chooses", AT(seat[0].role), SAB_SABOTEUR },
	{ "S4 who has resigned chooses", AT(seat[0].resigned), 1 },
};

Test(state, drafts_refused)
{
	struct game g;

	full_draft(&g);
	cr_assert(game_is_ok(&g), "the draft itself");
	for (size_t i = 0; i < sizeof bad_draft / sizeof bad_draft[0]; i++) {
		full_draft(&g);
		poke(&g, &bad_draft[i]);
		cr_expect_not(game_is_ok(&g), "%s", bad_draft[i].name);
	}
}

/* S3: a list of cards has nuggets of 1 to 3. */
Test(state, nuggets_of_no_value)
{
	for (uint8_t value = 0; value <= 4; value++) {
		struct card_def card[CARDS_MAX];
		struct rules rules = rules_saboteur;
		struct game g;

		memcpy(card, rules.card, rules.n_cards * sizeof card[0]);
		card[SAB_GOLD_3].value = value;
		rules.card = card;
		full_table(&g);
		g.rules = &rules;
		cr_expect_eq(game_is_ok(&g), value >= 1 && value <= 3, "a nugget of %u", value);
	}
}

/* (O1) A cached frontier is that of the board. */
Test(state, gaps_that_are_not_there)
{
	static const struct poke_row row[] = {
		{ "one less", AT(board.frontier.n), 1 },
		{ "another place", AT(board.frontier.cell[0].x), 50 },
	};
	struct mine m;
	struct game g;

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		full_table(&g);
		mine_survey(&m, &g);
		mine_frontier_cache(&g, &m);
		cr_assert(g.board.frontier.known && game_is_ok(&g), "the cache itself");
		poke(&g, &row[i]);
		cr_expect_not(game_is_ok(&g), "O1 %s", row[i].name);
	}
}

/* [C2] No card is laid outside of the coordinates. */
Test(state, gaps_at_the_edge_of_coordinates)
{
	static struct order legal[LEGAL_MAX];
	struct game g;
	size_t n;

	full_table(&g);
	for (int8_t x = 2; x <= COORD_MAX; x++)
		if (x != 8)
			table_put(&g, (struct cell){ x, 0, SAB_EW, 0 });
	table_put(&g, (struct cell){ 8, 0, SAB_GOAL_GOLD, 0 });
	table_give(&g, 0, SAB_EW);
	table_give(&g, 0, SAB_NESW);
	n = game_legal_plays(&g, legal, LEGAL_MAX);
	cr_expect_gt(n, 1);
	for (size_t i = 0; i < n; i++)
		cr_expect(legal[i].kind != ORDER_PLACE || legal[i].at[0].x <= COORD_MAX, "at %d",
		    legal[i].at[0].x);
}

/* Each changed member gives different bytes. */
static const struct poke_row field[] = {
	{ "phase", AT(phase), PHASE_OVER },
	{ "n_seats", AT(n_seats), 4 },
	{ "round", AT(round), 2 },
	{ "to_move", AT(to_move), 1 },
	{ "turn, low byte", AT(turn), 77 },
	{ "turn, high byte", AT(turn) + 1, 77 },
	{ "first", AT(options.at[OPTION_FIRST]), 1 },
	{ "gold_players", AT(options.at[SAB_GOLD_PLAYERS]), 1 },
	{ "broken_no_share", AT(options.at[SAB_BROKEN_NO_SHARE]), 1 },
	{ "draft_ask", AT(options.at[SAB_DRAFT_ASK]), 1 },
	{ "goals_box", AT(options.at[DUEL_GOALS_BOX]), 1 },
	{ "least_round", AT(options.at[DUEL_LEAST_ROUND]), 1 },
	{ "green", AT(options.at[DUEL_GREEN]), 1 },
	{ "clan_blue", AT(options.at[CAVE_OPTION_CLAN]), 1 },
	{ "deck_top", AT(deck_top), 1 },
	{ "n_discard", AT(n_discard), 0 },
	{ "n_aside", AT(n_aside), 1 },
	{ "deck", AT(deck[0]), SAB_NE },
	{ "discard", AT(discard[0]), SAB_NE },
	{ "n_hand", AT(seat[1].n_hand), 0 },
	{ "hand", AT(seat[1].hand[0]), SAB_NE },
	{ "role", AT(seat[1].role), SAB_SABOTEUR },
	{ "broken", AT(seat[1].broken), TOOL_LAMP },
	{ "resigned", AT(seat[1].resigned), 1 },
	{ "n_gold", AT(seat[1].n_gold), 1 },
	{ "gold_card", AT(seat[1].gold_card[1]), SAB_GOLD_3 },
	{ "gold", AT(seat[1].gold), 9 },
	{ "n_seen", AT(seat[1].n_seen), 1 },
	{ "seen x", AT(seat[1].seen[0].x), 0xf0 },
	{ "seen y", AT(seat[1].seen[0].y), 0xf0 },
	{ "knows", AT(seat[1].knows), 4 },
	{ "board.n", AT(board.n), 4 },
	{ "cell x", AT(board.cell[1].x), 0xf0 },
	{ "cell y", AT(board.cell[1].y), 0xf0 },
	{ "cell card", AT(board.cell[1].card), SAB_NE },
	{ "cell flags", AT(board.cell[1].flags), CELL_FLIPPED },
	{ "role_left", OWN(role_left), SAB_SABOTEUR },
	{ "last_path", OWN(last_path), 1 },
	{ "last_play", OWN(last_play), 1 },
	{ "n_pile", OWN(n_pile), 0 },
	{ "pile", OWN(pile[0]), SAB_GOLD_1 },
	{ "n_draft", OWN(n_draft), 1 },
};

Test(state, every_field_is_packed)
{
	for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
		struct game g, other;

		full_table(&g);
		other = g;
		poke(&other, &field[i]);
		cr_expect_not(same_game(&g, &other), "%s is not packed", field[i].name);
	}
}

Test(state, events_as_others_know_them)
{
	const struct event drew = { .kind = EVENT_DREW,
		.seat = 1,
		.to = SEAT_NONE,
		.card = SAB_NE,
		.index = 17,
		.seen_by = SEEN_BY(1) };
	const struct event nugget = { .kind = EVENT_NUGGET,
		.seat = 1,
		.to = SEAT_NONE,
		.card = CARD_NONE,
		.value = 3,
		.seen_by = SEEN_BY(1) };
	struct event e = event_redact(&drew, 2);

	cr_expect(
	    e.card == CARD_HIDDEN && e.index == 0, "SAB 2.B.7 another's card, no index either");
	e = event_redact(&drew, SEAT_NONE);
	cr_expect(e.card == CARD_HIDDEN && e.index == 0, "SAB 2.B.7 the public's");
	e = event_redact(&drew, 1);
	cr_expect(e.card == SAB_NE && e.index == 17, "SAB 2.B.7 the own card");
	e = event_redact(&drew, SEAT_OMNISCIENT);
	cr_expect(e.card == SAB_NE && e.index == 17, "SAB 2.B.7 the referee's");
	e = event_redact(&nugget, 0);
	cr_expect(
	    e.value == 0 && e.card == CARD_NONE && e.seat == 1, "SAB 2.F.26 another's nugget");
	e = event_redact(&nugget, 1);
	cr_expect_eq(e.value, 3, "SAB 2.F.26 the own nugget");
}

/* A view that shows what its seat may not see is none. */
Test(state, views_are_redacted)
{
	struct view v;
	struct game g;

	full_table(&g);
	game_view(&g, 0, &v);
	cr_expect(view_is_redacted(&v));
	v.known.seat[1].hand[0] = SAB_NE;
	cr_expect_not(view_is_redacted(&v), "a card of another hand");
	game_view(&g, 0, &v);
	game_record_seen_goal(&v.known, 0, (struct place){ 8, 2 });
	cr_expect_eq(
	    view_is_redacted(&v), g.seat[0].n_seen == v.known.seat[0].n_seen, "another length");
}
