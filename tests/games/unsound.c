#include <criterion/criterion.h>

#include "games/dark_cave/cards.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur2/sb2.h"

/*
 * States that no game can reach, for the validators of packed states: Saboteur 2, The Duel, The
 * Dark Cave. (Saboteur: state.c.) Each row differs from a sound state only in what its name says.
 * Rows for sound states are the nearest neighbours of unsound ones.
 */

/* A byte of a game, by its offset. */
#define AT(field)   offsetof(struct game, field)
#define SB2(field)  (offsetof(struct game, ext) + offsetof(struct sb2_state, field))
#define DUEL(field) (offsetof(struct game, ext) + offsetof(struct duel_state, field))
#define CAVE(field) (offsetof(struct game, ext) + offsetof(struct cave_state, field))
#define BYTE(at, value)              \
	{                            \
		at, (uint8_t)(value) \
	}

struct byte {
	size_t at; /* 0: no more bytes */
	uint8_t value;
};

struct row {
	const char *name;
	void (*first)(struct game *g); /* or NULL */
	struct byte byte[5];
};

static void
check_rows(void (*init)(struct game *), const struct row *row, size_t n, bool sound)
{
	struct game g;

	init(&g);
	cr_assert(game_is_ok(&g), "the state itself");
	for (size_t i = 0; i < n; i++) {
		init(&g);
		if (row[i].first != NULL)
			row[i].first(&g);
		for (unsigned k = 0; k < 5 && row[i].byte[k].at != 0; k++)
			((unsigned char *)&g)[row[i].byte[k].at] = row[i].byte[k].value;
		cr_expect_eq(game_is_ok(&g), sound, "%s", row[i].name);
	}
}

#define CHECK_ROWS(init, row, sound) check_rows(init, row, sizeof(row) / sizeof(row)[0], sound)

/* Fills the discard pile: all cards together are `less` fewer than fit into it. */
static void
fill_discards(struct game *g, card_id card, unsigned less)
{
	unsigned n = game_cards_out(g) + less;

	for (; n < DECK_MAX; n++)
		g->discard[g->n_discard++] = card;
}

/* ---- Saboteur 2 ------------------------------------------------------------------------------ */

/* A hat of seat 1 is discarded, seat 2 is a thief, seat 1 trapped; seat 0 robs 1, then 2. */
static void
sb2_full(struct game *g)
{
	struct sb2_state *sb2 = sb2_own(g);

	sb2_init(g, 3);
	for (uint8_t s = 0; s < 3; s++)
		table_give(g, s, SAB_MAP);
	sb2->hat[sb2->n_hats++] = SB2_BLUE;
	sb2->hat_from[0] = 1;
	sb2_thief(g, 2);
	sb2_set_trap(g, 1);
	sb2->n_steal[0] = 2;
	sb2->steal[0][0] = 1;
	sb2->steal[0][1] = 2;
}

/* Fills the role pile up to one card. */
static void
sb2_roles(struct game *g)
{
	struct sb2_state *sb2 = sb2_own(g);

	while (sb2->n_pile + sb2->n_hats < ROLES_MAX)
		sb2->pile[sb2->n_pile++] = SB2_BLUE;
	sb2->hat[sb2->n_hats] = SB2_BLUE;
}

static void
sb2_four_goals(struct game *g)
{
	for (int8_t y = 3; g->board.n < SEEN_MAX + 1; y++)
		table_put(g, (struct cell){ 8, y, SAB_GOAL_NE, CELL_DOWN });
}

static void
sb2_all_goals(struct game *g)
{
	sb2_four_goals(g);
	table_put(g, (struct cell){ 9, 0, SAB_GOAL_NE, CELL_DOWN });
}

/* The thief and the trap count. */
static void
sb2_all_cards(struct game *g)
{
	fill_discards(g, SAB_EW, 2);
}

static void
sb2_trap_beyond(struct game *g)
{
	sb2_set_trap(g, 3);
}

static void
sb2_gold_seen(struct game *g)
{
	u16_set(&sb2_own(g)->has_gold, 1);
}

static void
sb2_knows_beyond(struct game *g)
{
	g->seat[0].knows = SEEN_BY(3);
}

static void
sb2_knows(struct game *g)
{
	g->seat[0].knows = SEEN_BY(2);
}

static const struct row sb2_unsound[] = {
	{ "S1 no start", NULL, { BYTE(AT(board.cell[0].card), SAB_NESW) } },
	{ "S1 start elsewhere", NULL, { BYTE(AT(board.cell[0].x), -1) } },
	{ "S1 too many goals", sb2_all_goals, { { 0 } } },
	{ "too many roles", sb2_roles, { BYTE(SB2(n_hats), 2) } },
	{ "a path card in the role pile", NULL, { BYTE(SB2(pile[2]), SAB_NS) } },
	{ "no such card in the role pile", NULL, { BYTE(SB2(pile[0]), 200) } },
	{ "a path card among the hats", NULL, { BYTE(SB2(hat[0]), SAB_NS) } },
	{ "a hat of no seat", NULL, { BYTE(SB2(hat_from[0]), 3) } },
	{ "more thieves than seats", NULL, { BYTE(SB2(n_thieves), SEATS_MAX + 1) } },
	{ "T3 a thief of no seat", NULL, { BYTE(SB2(thief[0]), 3) } },
	{ "T3 a thief twice", NULL, { BYTE(SB2(n_thieves), 2), BYTE(SB2(thief[1]), 2) } },
	{ "no such seat trapped", sb2_trap_beyond, { { 0 } } },
	{ "gold of a view", sb2_gold_seen, { { 0 } } },
	{ "last play by no seat", NULL, { BYTE(SB2(last_play), 3) } },
	{ "no role", NULL, { BYTE(AT(seat[1].role), CARD_NONE) } },
	{ "a role known by no seat", sb2_knows_beyond, { { 0 } } },
	{ "more to rob than seats", NULL, { BYTE(SB2(n_steal[0]), SEATS_MAX + 1) } },
	{ "four to rob of three", NULL,
	    { BYTE(SB2(n_steal[0]), 4), BYTE(SB2(steal[0][2]), 0), BYTE(SB2(steal[0][3]), 3) } },
	{ "nobody to rob", NULL, { BYTE(SB2(steal[0][1]), 3) } },
	{ "to rob twice", NULL, { BYTE(SB2(steal[0][1]), 1) } },
	{ "no room for a thief's card", sb2_all_cards,
	    { BYTE(SB2(n_thieves), 2), BYTE(SB2(thief[1]), 0) } },
	{ "no room for a trap card", sb2_all_cards, { BYTE(SB2(trapped.low), 3) } },
	{ "no walking here", NULL, { BYTE(AT(phase), PHASE_WALK) } },
	{ "no draft here", NULL, { BYTE(AT(phase), PHASE_DRAFT) } },
};

static const struct row sb2_sound[] = {
	{ "as many goals as can be seen", sb2_four_goals, { { 0 } } },
	{ "all roles", sb2_roles, { { 0 } } },
	{ "a hat of an unknown seat", NULL, { BYTE(SB2(hat_from[0]), SEAT_NONE) } },
	{ "all are thieves", NULL,
	    { BYTE(SB2(n_thieves), 3), BYTE(SB2(thief[1]), 1), BYTE(SB2(thief[2]), 0) } },
	{ "a role known", sb2_knows, { { 0 } } },
	{ "last play by a seat", NULL, { BYTE(SB2(last_play), 2) } },
	{ "robs nobody", NULL, { BYTE(SB2(n_steal[0]), 0) } },
	{ "robs by default", NULL, { BYTE(SB2(n_steal[0]), STEAL_DEFAULT) } },
	{ "robs all", NULL, { BYTE(SB2(n_steal[0]), 3), BYTE(SB2(steal[0][2]), 0) } },
	{ "all cards", sb2_all_cards, { { 0 } } },
	{ "over", NULL, { BYTE(AT(phase), PHASE_OVER), BYTE(AT(to_move), SEAT_NONE) } },
};

Test(unsound, saboteur2)
{
	CHECK_ROWS(sb2_full, sb2_unsound, false);
	CHECK_ROWS(sb2_full, sb2_sound, true);
}

/* ---- The Duel -------------------------------------------------------------------------------- */

/* Cells 0 and 1 are the starts, 2 a path, 3 and 4 paid trolls, 5 a door with its key; the goals are
 * 6 to 8. */
static void
duel_full(struct game *g)
{
	struct duel_state *duel = duel_own(g);
	const struct options options = { 0 };

	game_init(g, &rules_duel, 2, &options);
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 1;
	g->to_move = 0;
	duel->tokens = DUEL_TOKENS - 2;
	table_put(g, (struct cell){ 0, -1, DUEL_START_BLUE, 0 });
	table_put(g, (struct cell){ 0, 1, DUEL_START_GREEN, 0 });
	table_put(g, (struct cell){ 1, -1, DUEL_NS_EW, 0 });
	table_put(g, (struct cell){ 2, -1, DUEL_NESW_TROLL, CELL_TOKEN_BLUE });
	table_put(g, (struct cell){ 2, 1, DUEL_NESW_TROLL, CELL_TOKEN_GREEN });
	table_put(g, (struct cell){ 3, 1, DUEL_NESW_DOOR_BLUE, CELL_KEY });
	table_put(g, (struct cell){ 5, -2, DUEL_GOAL_1_NS, CELL_DOWN });
	table_put(g, (struct cell){ 5, 0, DUEL_GOAL_0_NESW, CELL_DOWN });
	table_put(g, (struct cell){ 5, 2, DUEL_GOAL_2_NW, CELL_DOWN });
	duel->goals[duel->n_goals++] = DUEL_GOAL_3_NSW;
	duel->out[duel->n_out++] = DUEL_GOAL_0_BLIND_NSW;
	duel->out[duel->n_out++] = DUEL_NSW_GOLD_E;
	for (uint8_t s = 0; s < 2; s++) {
		table_give(g, s, DUEL_NS);
		table_own(g, s, DUEL_GOAL_2_NE);
	}
	table_stack(g, DUEL_EW);
	memset(duel->goals + 1, DUEL_GOAL_1_NS, sizeof duel->goals - 1);
	memset(duel->out + 2, DUEL_GOAL_1_NS, sizeof duel->out - 2);
	for (uint8_t s = 0; s < 2; s++)
		memset(g->seat[s].gold_card + 1, DUEL_GOAL_2_NE, GOLD_MAX - 1);
}

static void
duel_seen_goals(struct game *g)
{
	for (int8_t x = 6; g->board.n < 6 + SEEN_MAX; x++)
		table_put(g, (struct cell){ x, 0, DUEL_GOAL_1_NS, CELL_DOWN });
}

static void
duel_all_goals(struct game *g)
{
	duel_seen_goals(g);
	table_put(g, (struct cell){ 5, 4, DUEL_GOAL_1_NS, CELL_DOWN });
}

/* All trolls: on the board two, the others in the hands and the deck. */
static void
duel_all_trolls(struct game *g)
{
	table_give(g, 0, DUEL_NEW_TROLL);
	table_give(g, 1, DUEL_NEW_TROLL);
	while (duel_trolls(g) < DUEL_TROLLS_MAX)
		table_stack(g, DUEL_NSW_TROLL);
}

/* Values above the limit are only in lists of cards of one's own. */
static void
duel_rich(struct game *g)
{
	static struct card_def card[DUEL_CARDS];
	static struct rules rules;

	rules = rules_duel;
	memcpy(card, rules.card, sizeof card);
	card[DUEL_NSW_GOLD_E].value = DUEL_GOLD_VALUE_MAX + 1;
	rules.card = card;
	g->rules = &rules;
}

static void
duel_wrong_reach(struct game *g)
{
	struct events ev = { .n = 0 };

	duel_resolve_reached(g, 0, NULL, 0, &ev);
	cr_assert(g->board.cache_valid && game_is_ok(g), "the reach is cached");
	duel_own(g)->reach[2] ^= 0x0f;
}

/* Blue reaches gold that nobody has claimed. */
static void
duel_unclaimed(struct game *g)
{
	table_put(g, (struct cell){ 1, -1, DUEL_NSW_GOLD_E, CELL_FLIPPED });
	duel_search_reach(g);
}

/* Blue reaches a goal that is face down. */
static void
duel_unturned(struct game *g)
{
	table_put(g, (struct cell){ 0, -2, DUEL_GOAL_3_NSW, CELL_DOWN });
	duel_search_reach(g);
}

static const struct row duel_unsound[] = {
	{ "no walking here", NULL, { BYTE(AT(phase), PHASE_WALK) } },
	{ "no draft here", NULL, { BYTE(AT(phase), PHASE_DRAFT) } },
	{ "D1 blue starts further west", NULL, { BYTE(AT(board.cell[0].x), -1) } },
	{ "D1 blue starts further north", NULL, { BYTE(AT(board.cell[0].y), -2) } },
	{ "D1 green starts further west", NULL,
	    { BYTE(AT(board.cell[0].card), DUEL_START_GREEN), BYTE(AT(board.cell[0].x), -1),
		BYTE(AT(board.cell[0].y), 1), BYTE(AT(board.cell[1].card), DUEL_START_BLUE),
		BYTE(AT(board.cell[1].y), -1) } },
	{ "D1 green starts further south", NULL, { BYTE(AT(board.cell[1].y), 2) } },
	{ "D1 green at the start of blue", NULL,
	    { BYTE(AT(board.cell[0].card), DUEL_START_GREEN) } },
	{ "D1 blue at the start of green", NULL,
	    { BYTE(AT(board.cell[1].card), DUEL_START_BLUE) } },
	{ "D1 one start", NULL, { BYTE(AT(board.cell[0].card), DUEL_NS) } },
	{ "D1 too many goals", duel_all_goals, { { 0 } } },
	{ "D2 too many tokens", NULL, { BYTE(DUEL(tokens), DUEL_TOKENS - 1) } },
	{ "D2 two tokens on a card", NULL,
	    { BYTE(AT(board.cell[3].flags), CELL_TOKEN_BLUE | CELL_TOKEN_GREEN) } },
	{ "D2 a token on a plain card", NULL,
	    { BYTE(AT(board.cell[2].flags), CELL_TOKEN_BLUE), BYTE(DUEL(tokens), 0) } },
	{ "D2 a token on a goal face down", NULL,
	    { BYTE(AT(board.cell[6].flags), CELL_DOWN | CELL_TOKEN_BLUE), BYTE(DUEL(tokens), 0) } },
	{ "D3 a key on a plain card", NULL, { BYTE(AT(board.cell[2].flags), CELL_KEY) } },
	{ "D3 a key on a goal face down", NULL,
	    { BYTE(AT(board.cell[6].flags), CELL_DOWN | CELL_KEY) } },
	{ "D6 too many trolls in a deck", duel_all_trolls, { BYTE(AT(deck[0]), DUEL_NSW_TROLL) } },
	{ "D6 too many trolls in a hand", duel_all_trolls,
	    { BYTE(AT(seat[1].hand[0]), DUEL_NSW_TROLL) } },
	{ "D6 too many trolls on the board", duel_all_trolls,
	    { BYTE(AT(board.cell[2].card), DUEL_NSW_TROLL) } },
	{ "D7 too many keys in hands", NULL,
	    { BYTE(AT(seat[0].hand[0]), DUEL_KEY), BYTE(AT(seat[1].hand[0]), DUEL_KEY) } },
	{ "D7 too many keys, one in the deck", NULL,
	    { BYTE(AT(deck[0]), DUEL_KEY), BYTE(AT(seat[1].hand[0]), DUEL_KEY) } },
	{ "D7 too many keys on doors", NULL,
	    { BYTE(AT(board.cell[2].card), DUEL_NEW_DOOR_BLUE),
		BYTE(AT(board.cell[2].flags), CELL_KEY), BYTE(AT(deck[0]), DUEL_KEY) } },
	{ "green is no seat", NULL, { BYTE(DUEL(green), 2) } },
	{ "too many goals left", NULL, { BYTE(DUEL(n_goals), DUEL_GOALS_MAX - 2) } },
	{ "too many cards out of the game", NULL, { BYTE(DUEL(n_out), DUEL_OUT_MAX + 1) } },
	{ "D4 no such card out of the game", NULL, { BYTE(DUEL(out[1]), DUEL_CARDS) } },
	{ "D4 a plain card out of the game", NULL, { BYTE(DUEL(out[1]), DUEL_NS) } },
	{ "D4 too much gold on a card", duel_rich, { { 0 } } },
	{ "no such goal left", NULL, { BYTE(DUEL(goals[0]), DUEL_CARDS) } },
	{ "a path among the goals left", NULL, { BYTE(DUEL(goals[0]), DUEL_NS) } },
	{ "D4 a goal without gold is owned", NULL,
	    { BYTE(AT(seat[1].gold_card[0]), DUEL_GOAL_0_NESW) } },
	{ "a seat can own too much", NULL, { BYTE(AT(seat[1].n_gold), GOLD_MAX - 23) } },
	{ "more can leave the game than there is room for", NULL, { BYTE(DUEL(n_out), 21) } },
	{ "more can be owned than there is room for", NULL,
	    { BYTE(DUEL(n_out), 20), BYTE(AT(seat[1].n_gold), 2) } },
	{ "more than there is room for in round 2", NULL,
	    { BYTE(AT(round), 2), BYTE(DUEL(n_out), 35) } },
	{ "more than there is room for at the end", NULL,
	    { BYTE(AT(phase), PHASE_OVER), BYTE(AT(to_move), SEAT_NONE),
		BYTE(DUEL(n_out), DUEL_OUT_MAX - 1) } },
	{ "the cached reach is wrong", duel_wrong_reach, { { 0 } } },
	{ "the reach is cached, with gold to claim", duel_unclaimed,
	    { BYTE(AT(board.cache_valid), 1) } },
	{ "the reach is cached, with a goal to turn up", duel_unturned,
	    { BYTE(AT(board.cache_valid), 1) } },
};

static const struct row duel_sound[] = {
	{ "gold to claim", duel_unclaimed, { { 0 } } },
	{ "a goal to turn up", duel_unturned, { { 0 } } },
	{ "as many goals as can be seen", duel_seen_goals, { { 0 } } },
	{ "an unpaid troll", NULL, { BYTE(AT(board.cell[3].flags), 0) } },
	{ "a token on gold", NULL,
	    { BYTE(AT(board.cell[2].card), DUEL_NSW_GOLD_E),
		BYTE(AT(board.cell[2].flags), CELL_TOKEN_GREEN), BYTE(DUEL(tokens), 0) } },
	{ "a key on a door of green", NULL,
	    { BYTE(AT(board.cell[2].card), DUEL_NEW_DOOR_GREEN),
		BYTE(AT(board.cell[2].flags), CELL_KEY) } },
	{ "all trolls", duel_all_trolls, { { 0 } } },
	{ "all keys", NULL, { BYTE(AT(seat[0].hand[0]), DUEL_KEY) } },
	{ "all goals left", NULL, { BYTE(DUEL(n_goals), DUEL_GOALS_MAX - 3) } },
	{ "gold for all rounds", NULL, { BYTE(AT(seat[1].n_gold), GOLD_MAX - 24) } },
	{ "room for all rounds", NULL, { BYTE(DUEL(n_out), 20) } },
	{ "room for two rounds", NULL, { BYTE(AT(round), 2), BYTE(DUEL(n_out), 34) } },
	{ "all are out of the game", NULL,
	    { BYTE(AT(phase), PHASE_OVER), BYTE(AT(to_move), SEAT_NONE),
		BYTE(DUEL(n_out), DUEL_OUT_MAX - 2) } },
};

Test(unsound, duel)
{
	CHECK_ROWS(duel_full, duel_unsound, false);
	CHECK_ROWS(duel_full, duel_sound, true);
}

/* ---- The Dark Cave --------------------------------------------------------------------------- */

/* Cells: 0 the start, 1 a tunnel, 2 a vein with gold, 3 the exit, 4 a goal face down. The rat is on
 * the tunnel, a web at its east edge. Seat 2 has left. */
static void
cave_full(struct game *g)
{
	struct cave_state *cave = cave_own(g);
	const struct options options = { 0 };

	game_init(g, &rules_dark_cave, 3, &options);
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 1;
	g->to_move = 0;
	table_put(g, (struct cell){ 0, 0, DARK_CAVE_START, 0 });
	table_put(g, (struct cell){ 1, 0, DARK_CAVE_1_EW, 0 });
	table_put(g, (struct cell){ 2, 0, DARK_CAVE_3_NSW_VEIN, CELL_VEIN });
	table_put(g, (struct cell){ 7, 0, DARK_CAVE_GOAL_EXIT, 0 });
	table_put(g, (struct cell){ 8, 0, DARK_CAVE_GOAL_VEIN, CELL_DOWN });
	for (uint8_t s = 0; s < 3; s++) {
		g->seat[s].role = DARK_CAVE_YELLOW_LOYAL;
		table_give(g, s, DARK_CAVE_1_NS);
	}
	table_stack(g, DARK_CAVE_2_NS);
	table_stack(g, DARK_CAVE_2_NS);
	table_stack(g, DARK_CAVE_2_NS);
	cave->seat[2].out = cave->seat[2].revealed = 1;
	cave->first_out = 2;
	cave->draw_to = SEAT_NONE;
	cave->left[cave->n_left++] = DARK_CAVE_BLUE_SABOTEUR;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k].owner = SEAT_NONE;
	cave->creature[0] = (struct cave_creature){ 1, { 1, 0, PART_WHOLE } };
	cave->web[cave->n_web++] = (struct cave_web){ 1, 0, EDGE_E, 2, 0 };
	cave->web[1] = (struct cave_web){ 0, 0, EDGE_S, 1, 1 };
	cave->web[2] = (struct cave_web){ 2, 0, EDGE_S, 1, 1 };
	memset(cave->left + 1, DARK_CAVE_BLUE_LOYAL, CAVE_LEFT_MAX - 1);
	memset(g->seat[1].hand + 1, DARK_CAVE_1_NS, HAND_MAX - 1);
}

/* Seat 0 is to walk, then seat 1 draws two cards. */
static void
cave_walk(struct game *g)
{
	g->phase = PHASE_WALK;
	cave_own(g)->draw_to = 1;
	cave_own(g)->draw_n = 2;
}

static void
cave_seen_goals(struct game *g)
{
	for (int8_t y = 1; g->board.n < 3 + SEEN_MAX; y++)
		table_put(g, (struct cell){ 8, y, DARK_CAVE_GOAL_HOLE, CELL_DOWN });
}

static void
cave_all_goals(struct game *g)
{
	cave_seen_goals(g);
	table_put(g, (struct cell){ 9, 0, DARK_CAVE_GOAL_HOLE, CELL_DOWN });
}

/* The rat and the web count. */
static void
cave_all_cards(struct game *g)
{
	fill_discards(g, DARK_CAVE_1_NS, 2);
}

/* All gold: in the pool, of seat 1, and one in the vein. */
static void
cave_all_gold(struct game *g)
{
	g->seat[1].gold = 300;
	u16_set(&cave_own(g)->pool, CAVE_GOLD_MAX - 301);
}

static void
cave_more_gold_of_seat(struct game *g)
{
	cave_all_gold(g);
	g->seat[0].gold = 1;
}

static void
cave_more_gold_in_vein(struct game *g)
{
	cave_all_gold(g);
	u16_set(&cave_own(g)->pool, CAVE_GOLD_MAX - 300);
}

static void
cave_wrong_cache(struct game *g)
{
	cave_cache_build(g);
	cr_assert(g->board.cache_valid && game_is_ok(g), "the spaces are cached");
}

static const struct row cave_unsound[] = {
	{ "too many webs", NULL, { BYTE(CAVE(n_web), CAVE_WEBS_MAX + 1) } },
	{ "too many clan cards left", NULL, { BYTE(CAVE(n_left), CAVE_LEFT_MAX + 1) } },
	{ "C1 no start", NULL, { BYTE(AT(board.cell[0].card), DARK_CAVE_1_NESW) } },
	{ "C1 start further west", NULL, { BYTE(AT(board.cell[0].x), -1) } },
	{ "C1 start further south", NULL, { BYTE(AT(board.cell[0].y), 1) } },
	{ "C1 two starts", NULL, { BYTE(AT(board.cell[1].card), DARK_CAVE_START) } },
	{ "C1 too many goals", cave_all_goals, { { 0 } } },
	{ "C1 no such flag of a card", NULL, { BYTE(AT(board.cell[1].flags), CELL_KEY) } },
	{ "C1 gold on a card without a vein", NULL, { BYTE(AT(board.cell[1].flags), CELL_VEIN) } },
	{ "C1 gold on a vein face down", NULL,
	    { BYTE(AT(board.cell[4].flags), CELL_DOWN | CELL_VEIN) } },
	{ "C1 a seat without a clan card", NULL, { BYTE(AT(seat[0].role), CARD_NONE) } },
	{ "no such clan card left", NULL, { BYTE(CAVE(left[0]), DARK_CAVE_CARDS) } },
	{ "a path among the clan cards left", NULL, { BYTE(CAVE(left[0]), DARK_CAVE_1_NS) } },
	{ "out, and more", NULL, { BYTE(CAVE(seat[2].out), 2) } },
	{ "lying, and more", NULL, { BYTE(CAVE(seat[0].lying), 2) } },
	{ "knocked down and not lying", NULL, { BYTE(CAVE(seat[0].fell), 1) } },
	{ "turned up, and more", NULL, { BYTE(CAVE(seat[0].revealed), 2) } },
	{ "agrees, and more", NULL, { BYTE(CAVE(seat[0].agree), 2) } },
	{ "two pairs of boots", NULL, { BYTE(CAVE(seat[0].boots), 2) } },
	{ "a new axe that is not there", NULL, { BYTE(CAVE(seat[0].fresh), 1) } },
	{ "the axe used and kept", NULL,
	    { BYTE(CAVE(seat[0].axe[2]), ORDER_AXE_YES | ORDER_AXE_NO) } },
	{ "no such use of the axe", NULL, { BYTE(CAVE(seat[0].axe[0]), 1) } },
	{ "C2 a dwarf without a card", NULL, { BYTE(CAVE(seat[0].at.x), 9) } },
	{ "C2 a dwarf on a card face down", NULL, { BYTE(CAVE(seat[0].at.x), 8) } },
	{ "C2 a dwarf on the exit", NULL, { BYTE(CAVE(seat[0].at.x), 7) } },
	{ "C2 a dwarf on no space", NULL,
	    { BYTE(CAVE(seat[0].at.x), 1), BYTE(CAVE(seat[0].at.part), PART_N) } },
	{ "C2 a dwarf in the middle of the exit", NULL,
	    { BYTE(CAVE(seat[0].at.x), 7), BYTE(CAVE(seat[0].at.part), PART_C) } },
	{ "C2 a dwarf on no part", NULL, { BYTE(CAVE(seat[0].at.part), CAVE_PARTS) } },
	{ "C2 a dwarf on no part of a cached card", cave_wrong_cache,
	    { BYTE(CAVE(seat[0].at.part), CAVE_PARTS) } },
	{ "C2 a dwarf on a space by another name", NULL,
	    { BYTE(CAVE(seat[0].at.x), 1), BYTE(CAVE(seat[0].at.part), PART_E) } },
	{ "C2 out, its clan card face down", NULL, { BYTE(CAVE(seat[2].revealed), 0) } },
	{ "C2 out and lying", NULL, { BYTE(CAVE(seat[2].lying), 1) } },
	{ "C2 out, and still there", NULL, { BYTE(CAVE(seat[2].at.x), 1) } },
	{ "C2 the rat without a card", NULL, { BYTE(CAVE(creature[0].at.x), 9) } },
	{ "C2 the goblin on the exit", NULL,
	    { BYTE(CAVE(creature[2].owner), 1), BYTE(CAVE(creature[2].at.x), 7) } },
	{ "the rat of no seat", NULL, { BYTE(CAVE(creature[0].owner), 3) } },
	{ "the first one out is no seat", NULL,
	    { BYTE(CAVE(first_out), 3), BYTE(CAVE(seat[3].out), 1) } },
	{ "the first one out is in", NULL, { BYTE(CAVE(first_out), 0) } },
	{ "C3 a web at a north edge", NULL,
	    { BYTE(CAVE(web[0].x), 0), BYTE(CAVE(web[0].edge), EDGE_N) } },
	{ "C3 a web at a west edge", NULL,
	    { BYTE(CAVE(web[0].x), 0), BYTE(CAVE(web[0].edge), EDGE_W) } },
	{ "C3 a web of strength 0", NULL, { BYTE(CAVE(web[0].count), 0) } },
	{ "C3 a web of strength 3", NULL, { BYTE(CAVE(web[0].count), 3) } },
	{ "C3 a web of no seat", NULL, { BYTE(CAVE(web[0].owner), 3) } },
	{ "C3 a web on rock", NULL, { BYTE(CAVE(web[0].edge), EDGE_S) } },
	{ "C3 a web on a web", NULL,
	    { BYTE(CAVE(n_web), 2), BYTE(CAVE(web[1].x), 1), BYTE(CAVE(web[1].edge), EDGE_E) } },
	{ "C3 too many webs, in the deck", NULL,
	    { BYTE(AT(deck[0]), DARK_CAVE_1_SPIDERWEB), BYTE(AT(deck[1]), DARK_CAVE_2_SPIDERWEB),
		BYTE(AT(deck[2]), DARK_CAVE_3_SPIDERWEB) } },
	{ "C3 too many webs, the first card drawn", NULL,
	    { BYTE(AT(deck_top), 1), BYTE(AT(deck[1]), DARK_CAVE_2_SPIDERWEB),
		BYTE(AT(deck[2]), DARK_CAVE_3_SPIDERWEB),
		BYTE(AT(seat[1].hand[0]), DARK_CAVE_1_SPIDERWEB) } },
	{ "C3 too many webs, in hands", NULL,
	    { BYTE(AT(seat[0].hand[0]), DARK_CAVE_1_SPIDERWEB),
		BYTE(AT(seat[1].hand[0]), DARK_CAVE_1_SPIDERWEB),
		BYTE(AT(seat[2].hand[0]), DARK_CAVE_1_SPIDERWEB) } },
	{ "C3 too many webs, on the board", NULL,
	    { BYTE(CAVE(n_web), 2), BYTE(AT(deck[1]), DARK_CAVE_2_SPIDERWEB),
		BYTE(AT(seat[1].hand[0]), DARK_CAVE_1_SPIDERWEB) } },
	{ "C6 no room for the card of a web", cave_all_cards, { BYTE(CAVE(n_web), 2) } },
	{ "C6 no room for boots", cave_all_cards, { BYTE(CAVE(seat[1].boots), 1) } },
	{ "C6 no room for an axe", cave_all_cards, { BYTE(CAVE(seat[1].axes), 1) } },
	{ "C6 no room for the goblin", cave_all_cards, { BYTE(CAVE(creature[2].owner), 1) } },
	{ "C4 no card to play", NULL, { BYTE(AT(seat[0].n_hand), 0) } },
	{ "no draft here", NULL, { BYTE(AT(phase), PHASE_DRAFT) } },
	{ "C5 a card to draw before the walk", NULL,
	    { BYTE(CAVE(draw_to), 0), BYTE(CAVE(draw_n), 1) } },
	{ "C5 a card to draw at the end", NULL,
	    { BYTE(AT(phase), PHASE_OVER), BYTE(AT(to_move), SEAT_NONE), BYTE(CAVE(draw_to), 0),
		BYTE(CAVE(draw_n), 1) } },
	{ "C5 nobody draws a card", cave_walk, { BYTE(CAVE(draw_to), SEAT_NONE) } },
	{ "C5 a seat draws no card", cave_walk, { BYTE(CAVE(draw_n), 0) } },
	{ "C5 no such seat draws", cave_walk, { BYTE(CAVE(draw_to), 3) } },
	{ "C5 more drawn than there is", cave_walk, { BYTE(CAVE(draw_n), 4) } },
	{ "C5 a seat that has resigned draws", cave_walk,
	    { BYTE(AT(seat[1].resigned), 1), BYTE(AT(seat[1].n_hand), 0) } },
	{ "C5 more drawn than a hand has room for", cave_walk,
	    { BYTE(AT(seat[1].n_hand), HAND_MAX - 1) } },
	{ "C4 a dwarf that is out walks", cave_walk, { BYTE(AT(to_move), 2) } },
	{ "C4 a seat that has resigned walks", cave_walk,
	    { BYTE(AT(seat[0].resigned), 1), BYTE(AT(seat[0].n_hand), 0) } },
	{ "C4 a dwarf that is lying walks", cave_walk, { BYTE(CAVE(seat[0].lying), 1) } },
	{ "C7 too much gold in the pool", NULL, { BYTE(CAVE(pool.high), 0x7f) } },
	{ "C7 too much gold of a seat", cave_more_gold_of_seat, { { 0 } } },
	{ "C7 too much gold, with a vein", cave_more_gold_in_vein, { { 0 } } },
	{ "the cached place is wrong", cave_wrong_cache, { BYTE(CAVE(cache.at[1]), CELL_NONE) } },
	{ "the cached fit is wrong", cave_wrong_cache, { BYTE(CAVE(cache.fit[1].open), 0) } },
	{ "the cached card is wrong", cave_wrong_cache, { BYTE(CAVE(cache.card[4].open), 15) } },
};

static const struct row cave_sound[] = {
	{ "as many goals as can be seen", cave_seen_goals, { { 0 } } },
	{ "two webs", NULL, { BYTE(CAVE(n_web), 2) } },
	{ "three webs", NULL, { BYTE(CAVE(n_web), 3) } },
	{ "all webs", NULL,
	    { BYTE(AT(deck[1]), DARK_CAVE_2_SPIDERWEB),
		BYTE(AT(seat[1].hand[0]), DARK_CAVE_1_SPIDERWEB) } },
	{ "all clan cards left", NULL, { BYTE(CAVE(n_left), CAVE_LEFT_MAX) } },
	{ "a card flipped", NULL, { BYTE(AT(board.cell[2].flags), CELL_FLIPPED | CELL_VEIN) } },
	{ "a vein without gold", NULL, { BYTE(AT(board.cell[2].flags), 0) } },
	{ "knocked down", NULL, { BYTE(CAVE(seat[0].lying), 1), BYTE(CAVE(seat[0].fell), 1) } },
	{ "the axe to use", NULL, { BYTE(CAVE(seat[0].axe[1]), ORDER_AXE_YES) } },
	{ "the axe to keep", NULL, { BYTE(CAVE(seat[0].axe[1]), ORDER_AXE_NO) } },
	{ "a new axe", NULL, { BYTE(CAVE(seat[0].axes), 1), BYTE(CAVE(seat[0].fresh), 1) } },
	{ "boots, and agrees", NULL,
	    { BYTE(CAVE(seat[0].boots), 1), BYTE(CAVE(seat[0].agree), 1) } },
	{ "a card was drawn", NULL, { BYTE(AT(deck[0]), CARD_NONE), BYTE(AT(deck_top), 1) } },
	{ "nobody was first", NULL, { BYTE(CAVE(first_out), SEAT_NONE) } },
	{ "all cards", cave_all_cards, { { 0 } } },
	{ "all gold", cave_all_gold, { { 0 } } },
	{ "over", NULL, { BYTE(AT(phase), PHASE_OVER), BYTE(AT(to_move), SEAT_NONE) } },
	{ "a walk", cave_walk, { { 0 } } },
	{ "a walk, with nothing to draw", cave_walk,
	    { BYTE(CAVE(draw_to), SEAT_NONE), BYTE(CAVE(draw_n), 0) } },
	{ "all cards drawn", cave_walk, { BYTE(CAVE(draw_n), 3) } },
	{ "a hand filled", cave_walk, { BYTE(AT(seat[1].n_hand), HAND_MAX - 2) } },
	{ "a dwarf that is lying cuts", cave_walk,
	    { BYTE(CAVE(seat[0].lying), 1), BYTE(CAVE(seat[0].at.x), 1),
		BYTE(CAVE(seat[0].axes), 1) } },
};

Test(unsound, dark_cave)
{
	CHECK_ROWS(cave_full, cave_unsound, false);
	CHECK_ROWS(cave_full, cave_sound, true);
}

/* Flags say how to walk, so a dwarf that stays has none. */
Test(unsound, stay_with_flags)
{
	static const uint8_t flag[] = { ORDER_FLIPPED, ORDER_TURN_KEEP, ORDER_TURN_FLIP,
		ORDER_TURN_BEST, ORDER_AXE_YES, ORDER_AXE_NO };
	struct order stay = { .kind = ORDER_STAY, .seat = 0, .to = SEAT_NONE };
	struct game g;

	cave_full(&g);
	cave_walk(&g);
	cr_expect_eq(game_check(&g, &stay), VERDICT_OK);
	for (unsigned i = 0; i < sizeof flag; i++) {
		stay.flags = flag[i];
		cr_expect_eq(game_check(&g, &stay), VERDICT_BAD_TARGET, "flag %u", flag[i]);
	}
}

/* To resign is to name nothing. */
Test(unsound, resign_with_arguments)
{
	static const struct order row[] = {
		{ .kind = ORDER_RESIGN, .to = SEAT_NONE, .n_card = 1 },
		{ .kind = ORDER_RESIGN, .to = SEAT_NONE, .n_at = 1 },
		{ .kind = ORDER_RESIGN, .to = 1 },
		{ .kind = ORDER_RESIGN, .to = SEAT_NONE, .what = 1 },
		{ .kind = ORDER_RESIGN, .to = SEAT_NONE, .flags = ORDER_FLIPPED },
	};
	const struct order resign = { .kind = ORDER_RESIGN, .to = SEAT_NONE };
	struct game g;

	cave_full(&g);
	cr_expect_eq(game_check(&g, &resign), VERDICT_OK);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_eq(game_check(&g, &row[i]), VERDICT_BAD_TARGET, "%u", i);
}

/* The cache has room for 16 places a side, the free ones around the board included. */
Test(unsound, cave_cache_of_wide_boards)
{
	static const struct {
		int8_t x, y;
		bool fits;
	} row[] = {
		{ 13, 0, true },
		{ 14, 0, false },
		{ -5, 0, true },
		{ -6, 0, false },
		{ 4, 13, true },
		{ 4, 14, false },
		{ 4, -13, true },
		{ 4, -14, false },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct game g;

		cave_full(&g);
		table_put(&g, (struct cell){ row[i].x, row[i].y, DARK_CAVE_1_EW, 0 });
		cave_cache_build(&g);
		cr_expect_eq(g.board.cache_valid, row[i].fits, "%d,%d", row[i].x, row[i].y);
		cr_expect(game_is_ok(&g), "%d,%d", row[i].x, row[i].y);
	}
}
