#include <criterion/criterion.h>

#include "few.h"
#include "games/dark_cave/cards.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/games.h"
#include "games/saboteur2/saboteur2.h"
#include "games/small.h"

/* Hidden cards are dealt so that every consistent state occurs with the right frequency. */

static void
begin_saboteur(struct small *r, uint8_t n_seats)
{
	small_begin(r, &rules_saboteur);
	small_table(r, n_seats);
	small_give(r, 0, SAB_EW);
	small_give(r, 0, SAB_MAP);
	small_give(r, 1, SAB_NESW);
	small_give(r, 2, SAB_MAP);
	small_stack(r, SAB_BREAK_LAMP);
	small_discard(r, SAB_NS);
	r->g.seat[1].role = SAB_SABOTEUR;
	sab_own(&r->g)->role_left = SAB_MINER;
}

Test(sample, saboteur_all_states)
{
	static struct small r;

	begin_saboteur(&r, 3);
	small_stack(&r, SAB_NESW);
	game_record_seen_goal(&r.g, 0, (struct place){ 8, 0 });
	small_see(&r, 0, NULL);
	small_hidden(&r, 0, 0);
	small_check(&r, true, "saboteur");
}

/* From a group of nine, four are drawn at once. */
Test(sample, saboteur_four_at_once)
{
	static struct small r;

	small_begin(&r, &rules_saboteur);
	small_table(&r, 3);
	small_give(&r, 0, SAB_MAP);
	small_give(&r, 2, SAB_MAP);
	for (unsigned i = 0; i < 4; i++) {
		small_give(&r, 1, SAB_NS);
		small_stack(&r, SAB_EW);
	}
	r.g.seat[1].role = SAB_SABOTEUR;
	game_record_seen_goal(&r.g, 0, (struct place){ 8, -2 });
	game_record_seen_goal(&r.g, 0, (struct place){ 8, 0 });
	small_see(&r, 0, NULL);
	small_hidden(&r, 0, 0);
	small_check(&r, false, "nine");
}

/* Each seat has played a card, and one card is known to a seat alone. */
Test(sample, saboteur_what_was_seen)
{
	static struct small r;
	static struct events ev, more;

	begin_saboteur(&r, 3);
	small_give(&r, 0, SAB_ROCKFALL);
	small_give(&r, 1, SAB_BREAK_CART);
	small_see(&r, 0, NULL);
	table_play(&r.g, order_discard(0, SAB_ROCKFALL), &ev);
	small_see(&r, 0, &ev);
	table_play(&r.g, order_to(1, SAB_BREAK_CART, 0, 0), &more);
	small_see(&r, 0, &more);
	small_places(&r, 0, r.g.discard, 1); /* but not the rockfall after it */
	small_hidden(&r, 0, r.g.n_discard);
	small_check(&r, true, "played");
}

Test(sample, saboteur_nuggets)
{
	static struct small r;

	begin_saboteur(&r, 3);
	r.card[SAB_GOLD_1].copies = 2;
	r.card[SAB_GOLD_2].copies = r.card[SAB_GOLD_3].copies = 1;
	table_own(&r.g, 1, SAB_GOLD_1);
	table_own(&r.g, 1, SAB_GOLD_3);
	table_pile(&r.g, SAB_GOLD_2);
	table_pile(&r.g, SAB_GOLD_1);
	game_record_seen_goal(&r.g, 0, (struct place){ 8, 0 });
	small_see(&r, 0, NULL);
	small_hidden(&r, 0, 0);
	small_places(&r, 3, r.g.seat[1].gold_card, 2);
	small_places(&r, 3, sab_own(&r.g)->pile, 2);
	small_check(&r, true, "nuggets");
}

/* A seat holds a playable card. */
Test(sample, saboteur_without_a_pile)
{
	static struct small r;

	small_begin(&r, &rules_saboteur);
	small_table(&r, 3);
	small_give(&r, 0, SAB_REPAIR_LAMP);
	small_give(&r, 1, SAB_MAP);
	small_give(&r, 1, SAB_REPAIR_CART);
	small_give(&r, 2, SAB_REPAIR_PICKAXE);
	small_discard(&r, SAB_ROCKFALL);
	small_discard(&r, SAB_REPAIR_LAMP);
	small_discard(&r, SAB_NS);
	r.g.seat[2].role = SAB_SABOTEUR;
	sab_own(&r.g)->role_left = SAB_MINER;
	game_record_seen_goal(&r.g, 0, (struct place){ 8, 2 });
	small_see(&r, 0, NULL);
	small_hidden(&r, 0, 0);
	small_check(&r, false, "no pile");
}

Test(sample, saboteur_roles)
{
	for (unsigned i = 0; i < 8; i++) {
		static struct small r;
		bool selfish = i % 2 == 1, known = (i & 2) != 0, spare = i < 4;
		char name[40];

		(void)snprintf(name, sizeof name, "roles %u", i);
		small_begin(&r, &rules_saboteur);
		small_table(&r, 5);
		small_give(&r, 0, SAB_EW);
		r.g.options.at[SAB_SELFISH_DWARF] = selfish;
		r.g.options.at[SAB_KNOWN] = known;
		r.g.options.at[SAB_NO_SPARE] = !spare;
		r.g.seat[0].role = SAB_SABOTEUR;
		r.g.seat[3].role = selfish ? SAB_SELFISH : SAB_MINER;
		if (!spare)
			r.g.seat[4].role = SAB_SABOTEUR;
		sab_own(&r.g)->role_left = spare ? SAB_SABOTEUR : CARD_NONE;
		small_see(&r, 0, NULL);
		small_goals(&r);
		small_roles(&r);
		if (!spare)
			r.group[2].n--; /* none is left over */
		small_check(&r, true, name);
	}
}

/* ---- Saboteur 2 ------------------------------------------------------------------------------ */

static void
begin_saboteur2(struct small *r)
{
	static const card_id role[] = { SB2_GREEN, SB2_BOSS, SB2_BLUE, SB2_GEOLOGIST,
		SB2_SABOTEUR };
	struct sb2_state *sb2 = sb2_own(&r->g);

	small_begin(r, &rules_saboteur2);
	for (unsigned c = SB2_GREEN; c <= SB2_SABOTEUR; c++)
		r->card[c].copies = c != SB2_PROFITEER;
	small_table(r, 3);
	small_lay(r, 0, 0, SAB_START, 0);
	small_lay(r, 8, -2, SAB_GOAL_NE, CELL_DOWN);
	small_lay(r, 8, 0, SAB_GOAL_GOLD, CELL_DOWN);
	small_lay(r, 8, 2, SAB_GOAL_NW, CELL_DOWN);
	sb2->last_play = SEAT_NONE;
	sb2->n_pile = 2;
	memcpy(sb2->pile, role + 3, 2);
	for (unsigned s = 0; s < 3; s++) {
		r->g.seat[s].role = role[s];
		sb2->n_steal[s] = STEAL_DEFAULT;
	}
	small_give(r, 0, SB2_INSPECTION);
	small_give(r, 0, SAB_EW);
	small_give(r, 1, SB2_SWAP_HANDS);
	small_give(r, 1, SAB_MAP);
	small_give(r, 2, SB2_SWAP_HATS);
	small_give(r, 2, SAB_NS);
	small_stack(r, SAB_NE);
	small_stack(r, SAB_NESW);
	small_stack(r, SAB_NSW);
	small_stack(r, SAB_NSW);
	r->card[SAB_BLIND_N].copies = 1;
	r->g.aside[r->g.n_aside++] = SAB_BLIND_N;
}

Test(sample, saboteur2_all_states)
{
	static struct small r;
	static struct events ev;

	begin_saboteur2(&r);
	small_see(&r, 0, NULL);
	table_play(&r.g, order_to(0, SB2_INSPECTION, 1, 0), &ev);
	small_see(&r, 0, &ev);
	table_play(&r.g, order_to(1, SB2_SWAP_HANDS, 0, 0), &ev);
	small_see(&r, 0, &ev);
	table_play(&r.g, order_to(2, SB2_SWAP_HATS, 1, 0), &ev);
	small_see(&r, 0, &ev);
	cr_assert(r.k.n_hat == 1 && r.k.held[1][SAB_EW] == 1, "what was seen");
	small_cards(&r, 0, r.g.n_discard);
	small_places(&r, 0, r.g.aside, 1);
	small_goals(&r);
	small_roles(&r);
	small_places(&r, 2, sb2_own(&r.g)->pile, sb2_own(&r.g)->n_pile);
	small_places(&r, 2, sb2_own(&r.g)->hat, 1);
	small_check(&r, true, "saboteur2");
}

/* ---- The Duel -------------------------------------------------------------------------------- */

/* Three goals on the board, one of them seen; one among those left, one in the box. */
Test(sample, duel_all_states)
{
	static const card_id goal[] = { DUEL_GOAL_3_NSW, DUEL_GOAL_0_NESW, DUEL_GOAL_1_NS,
		DUEL_GOAL_2_NW, DUEL_GOAL_2_NE };
	static struct small r;
	struct duel_state *duel = duel_own(&r.g);

	small_begin(&r, &rules_duel);
	for (unsigned c = DUEL_GOAL_0_NESW; c < DUEL_CARDS; c++)
		r.card[c].copies = 0;
	for (unsigned i = 0; i < 5; i++)
		r.card[goal[i]].copies = 1;
	small_table(&r, 2);
	r.g.options.at[DUEL_GOALS_BOX] = 1;
	duel->tokens = DUEL_TOKENS;
	small_lay(&r, 0, -1, DUEL_START_BLUE, 0);
	small_lay(&r, 0, 1, DUEL_START_GREEN, 0);
	small_lay(&r, 5, -2, goal[0], CELL_DOWN);
	small_lay(&r, 5, 0, goal[1], CELL_DOWN);
	small_lay(&r, 5, 2, goal[2], CELL_DOWN);
	duel->goals[duel->n_goals++] = goal[3];
	r.g.aside[r.g.n_aside++] = goal[4];
	game_record_seen_goal(&r.g, 1, (struct place){ 5, 0 });
	small_give(&r, 0, DUEL_NS);
	small_give(&r, 0, DUEL_EW);
	small_give(&r, 1, DUEL_NW);
	small_stack(&r, DUEL_NESW_TROLL);
	small_stack(&r, DUEL_EW);
	small_discard(&r, DUEL_KEY);
	small_see(&r, 1, NULL);
	small_cards(&r, 1, 0);
	small_goals(&r);
	small_places(&r, 1, duel->goals, 1);
	small_places(&r, 1, r.g.aside, 1);
	small_check(&r, true, "duel");
}

/* ---- The Dark Cave --------------------------------------------------------------------------- */

/* Cards of each deck that seat 0 does not see, by their places: the first five in the box, one in
 * the hand of seat 1 (deck I) or in the pile, the others among the discards. */
enum { BOXED = 5, DECK_CARDS = 8, PLAYED = 4 };
struct cave_scene {
	const char *name;
	unsigned n[3];
	card_id deck[3][DECK_CARDS];
	card_id played[PLAYED]; /* the known discards, by seat 1 */
	unsigned n_played;
};

static const struct cave_scene cave_scene[] = {
	{ "one of each", { 7, 7, 7 },
	    { { DARK_CAVE_1_NS, DARK_CAVE_1_NS, DARK_CAVE_1_NS, DARK_CAVE_1_RAT, DARK_CAVE_1_RAT,
		  DARK_CAVE_1_INFORMATION, DARK_CAVE_1_NS },
		{ DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_RAT,
		    DARK_CAVE_2_INFORMATION, DARK_CAVE_2_NS, DARK_CAVE_2_INFORMATION },
		{ DARK_CAVE_3_NS, DARK_CAVE_3_NS, DARK_CAVE_3_NS, DARK_CAVE_3_NS,
		    DARK_CAVE_3_GOBLIN, DARK_CAVE_3_RAT, DARK_CAVE_3_NS } },
	    { DARK_CAVE_1_RAT, DARK_CAVE_1_INFORMATION }, 2 },
	/* The goblin is certain: only deck III has it. A deck can lose two cards of one kind. */
	{ "two of a kind", { 8, 7, 8 },
	    { { DARK_CAVE_1_NS, DARK_CAVE_1_NS, DARK_CAVE_1_INFORMATION, DARK_CAVE_1_RAT,
		  DARK_CAVE_1_RAT, DARK_CAVE_1_NS, DARK_CAVE_1_RAT, DARK_CAVE_1_INFORMATION },
		{ DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_INFORMATION,
		    DARK_CAVE_2_RAT, DARK_CAVE_2_RAT, DARK_CAVE_2_NS },
		{ DARK_CAVE_3_NS, DARK_CAVE_3_NS, DARK_CAVE_3_INFORMATION, DARK_CAVE_3_RAT,
		    DARK_CAVE_3_RAT, DARK_CAVE_3_NS, DARK_CAVE_3_GOBLIN, DARK_CAVE_3_NS } },
	    { DARK_CAVE_3_GOBLIN, DARK_CAVE_1_RAT, DARK_CAVE_1_RAT, DARK_CAVE_1_INFORMATION }, 4 },
	/* Deck I has no information, which comes first of the kinds. */
	{ "a kind that a deck has not", { 7, 7, 7 },
	    { { DARK_CAVE_1_NS, DARK_CAVE_1_NS, DARK_CAVE_1_NS, DARK_CAVE_1_RAT, DARK_CAVE_1_NS,
		  DARK_CAVE_1_NS, DARK_CAVE_1_RAT },
		{ DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_RAT, DARK_CAVE_2_INFORMATION,
		    DARK_CAVE_2_NS, DARK_CAVE_2_NS, DARK_CAVE_2_INFORMATION },
		{ DARK_CAVE_3_NS, DARK_CAVE_3_NS, DARK_CAVE_3_INFORMATION, DARK_CAVE_3_NS,
		    DARK_CAVE_3_RAT, DARK_CAVE_3_NS, DARK_CAVE_3_INFORMATION } },
	    { DARK_CAVE_1_RAT, DARK_CAVE_2_INFORMATION, DARK_CAVE_2_INFORMATION }, 3 },
};

static void
deal_cave(struct game *g, const struct cave_scene *c, card_id deck[3][DECK_CARDS])
{
	g->n_discard = 0;
	for (unsigned d = 0; d < 3; d++) {
		memcpy(g->aside + (size_t)BOXED * d, deck[d], BOXED);
		for (unsigned i = BOXED + 1; i < c->n[d]; i++)
			g->discard[g->n_discard++] = deck[d][i];
	}
	g->seat[1].hand[0] = deck[0][BOXED];
	g->deck[0] = deck[1][BOXED];
	g->deck[1] = deck[2][BOXED];
}

static void
begin_cave(struct small *r, const struct cave_scene *c)
{
	static struct events ev;
	struct cave_state *cave = cave_own(&r->g);
	card_id deck[3][DECK_CARDS];

	small_begin(r, &rules_dark_cave);
	small_table(r, 2);
	small_lay(r, 0, 0, DARK_CAVE_START, 0);
	r->g.seat[0].role = DARK_CAVE_YELLOW_LOYAL;
	r->g.seat[1].role = DARK_CAVE_BLUE_LOYAL;
	cave->first_out = cave->draw_to = SEAT_NONE;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k].owner = SEAT_NONE;
	small_give(r, 0, DARK_CAVE_1_NW);
	memcpy(deck, c->deck, sizeof deck);
	for (unsigned d = 0; d < 3; d++)
		for (unsigned i = 0; i < c->n[d]; i++)
			r->card[deck[d][i]].copies++;
	r->g.n_aside = 3 * BOXED;
	r->g.seat[1].n_hand = 1;
	r->g.n_deck = 2;
	deal_cave(&r->g, c, deck);
	small_see(r, 0, NULL);
	ev.n = 0;
	for (unsigned i = 0; i < c->n_played; i++)
		event_add(&ev, event_make(EVENT_PLAYED, 1, c->played[i]));
	small_see(r, 0, &ev);
}

/* Returns in how many ways the known discards can be those of the kinds that were played. The order
 * of discards is no part of a state. */
static unsigned
count_ways(const struct small *r, const struct cave_scene *c, const struct game *g)
{
	unsigned n[ACTION_COUNT] = { 0 }, ways = 1;

	for (unsigned i = 0; i < g->n_discard; i++)
		n[r->card[g->discard[i]].action]++;
	for (unsigned i = 0; i < c->n_played && ways > 0; i++)
		ways *= n[r->card[c->played[i]].action]--;
	return ways;
}

/* Shuffles each deck until the known discards can be as they were played. */
static void
shuffle_many(const struct small *r, const struct cave_scene *c, struct states *all)
{
	struct rng_fast rng;
	struct game g = r->g;

	rng_fast_init(&rng, table_seed, 20);
	for (unsigned n = 0; n < SAMPLES;) {
		card_id deck[3][DECK_CARDS];
		unsigned ways;

		memcpy(deck, c->deck, sizeof deck);
		for (unsigned d = 0; d < 3; d++)
			rng_shuffle(&rng.rng, deck[d], c->n[d]);
		deal_cave(&g, c, deck);
		ways = count_ways(r, c, &g);
		if (ways == 0)
			continue;
		states_add(all, &g, ways);
		n++;
	}
}

/* What is left of the played kinds in each deck, as one number. */
enum { LEFT_MAX = 1 << 12 };

static unsigned
left_in_decks(const struct small *r, const struct game *g)
{
	unsigned key = 0;

	for (unsigned i = 0; i < 3 * BOXED + 3; i++) {
		const card_id card = i < 3 * BOXED ? g->aside[i] :
		    i < 3 * BOXED + 2              ? g->deck[i - 3 * BOXED] :
						     g->seat[1].hand[0];
		const struct card_def *def = &r->card[card];

		key += def->action == ACTION_RAT ? 1u << 4 * (def->deck - 1u) : 0;
		key += def->action == ACTION_INFORMATION ? 4u << 4 * (def->deck - 1u) : 0;
	}
	return key % LEFT_MAX;
}

/* Few numbers, so that small errors of their frequencies are seen. */
static void
check_left(const struct small *r, const struct cave_scene *c)
{
	static double want[LEFT_MAX], got[LEFT_MAX];
	struct rng_fast rng;
	struct game g = r->g;
	double n = 0, chi = 0;
	unsigned keys = 0;

	memset(want, 0, sizeof want);
	memset(got, 0, sizeof got);
	rng_fast_init(&rng, table_seed, 21);
	for (unsigned i = 0; i < 60 * SAMPLES; i++) {
		card_id deck[3][DECK_CARDS];
		unsigned ways;

		memcpy(deck, c->deck, sizeof deck);
		for (unsigned d = 0; d < 3; d++)
			rng_shuffle(&rng.rng, deck[d], c->n[d]);
		deal_cave(&g, c, deck);
		ways = count_ways(r, c, &g);
		want[left_in_decks(r, &g)] += ways;
		n += ways;
	}
	for (unsigned i = 0; i < SAMPLES; i++) {
		cr_assert(game_sample(&r->v, &r->k, &rng.rng, &g), "nothing fits");
		got[left_in_decks(r, &g)]++;
	}
	for (unsigned k = 0; k < LEFT_MAX; k++) {
		double expected = want[k] / n * SAMPLES, off = got[k] - expected;

		cr_assert(expected > 0 || got[k] < 1, "%s: %03x cannot be", c->name, k);
		if (expected > 0)
			chi += off * off / expected;
		keys += expected > 0;
	}
	/* Five standard deviations. */
	cr_assert((chi - keys) * (chi - keys) < 50.0 * keys, "%s: chi square %g of %u numbers",
	    c->name, chi, keys);
}

Test(sample, dark_cave_decks)
{
	static struct small r;
	static struct states want, got;

	for (size_t k = 0; k < sizeof cave_scene / sizeof cave_scene[0]; k++) {
		const char *name = cave_scene[k].name;
		double chi = 0;

		if (few_without(k))
			continue;
		memset(&r, 0, sizeof r);
		begin_cave(&r, &cave_scene[k]);
		check_left(&r, &cave_scene[k]);
		want.n = got.n = 0;
		shuffle_many(&r, &cave_scene[k], &want);
		states_settle(&want);
		small_try_many(&r, &got);
		states_settle(&got);
		cr_assert_eq(got.n, want.n, "%s: %zu states, not %zu", name, got.n, want.n);
		for (size_t i = 0; i < want.n; i++) {
			double off = got.at[i].weight - want.at[i].weight;

			cr_assert_eq(got.at[i].hash, want.at[i].hash, "%s: another state", name);
			chi += off * off / (got.at[i].weight + want.at[i].weight) * SAMPLES;
		}
		cr_assert((chi - (double)want.n) * (chi - (double)want.n) < 50 * (double)want.n,
		    "%s: chi square %g of %zu states", name, chi, want.n);
	}
}
