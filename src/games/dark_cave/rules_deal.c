/*
 * The setup of The Dark Cave [CAVE 5.A.1-6].
 */
#include <assert.h>
#include <string.h>

#include "games/dark_cave/cave.h"

enum { DECKS = 3, BOXED = 5, GOALS = 4, GOLD_ALL = 46, GOLD_EACH = 3 };

/* [CAVE 5.A.5] Number of cards of each deck in an initial hand. */
static const uint8_t hand_for[CAVE_SEATS_MAX + 1][DECKS] = { [2] = { 5, 0, 0 },
	[3] = { 5, 0, 0 },
	[4] = { 5, 0, 0 },
	[5] = { 4, 1, 0 },
	[6] = { 4, 1, 0 },
	[7] = { 3, 2, 0 },
	[8] = { 3, 2, 0 } };

/* [CAVE 5.A.1] Distance of the goals from the start, in both directions. */
static const int8_t goals_at[CAVE_SEATS_MAX + 1] = {
	[2] = 4, [3] = 4, [4] = 4, [5] = 4, [6] = 3, [7] = 3, [8] = 3
};
static const struct place corner[GOALS] = { { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } };

/* [CAVE 5.A.2] Clan cards in play. 3 and 4 players use those of one clan. */
static const struct {
	uint8_t loyal, saboteurs, clans;
} clans_for[CAVE_SEATS_MAX + 1] = { [2] = { 1, 0, 2 },
	[3] = { 2, 2, 1 },
	[4] = { 2, 2, 1 },
	[5] = { 3, 1, 2 },
	[6] = { 3, 1, 2 },
	[7] = { 3, 1, 2 },
	[8] = { 3, 1, 2 } };

/* ---- deal ---- */

unsigned
cave_role_copies(const struct game *g, card_id card)
{
	enum cave_clan only = g->options.at[CAVE_OPTION_CLAN] ? CAVE_CLAN_BLUE : CAVE_CLAN_YELLOW;
	enum role is = (enum role)game_card(g, card)->role;

	if (game_card(g, card)->class != CARD_ROLE ||
	    (clans_for[g->n_seats].clans == 1 && cave_clan_of(g->rules, card) != only))
		return 0;
	return is == ROLE_YELLOW_LOYAL || is == ROLE_BLUE_LOYAL ? clans_for[g->n_seats].loyal :
								  clans_for[g->n_seats].saboteurs;
}

unsigned
cave_role_cards(const struct game *g, card_id role[static 2 * CAVE_SEATS_MAX])
{
	unsigned n = 0;

	for (card_id c = 0; c < g->rules->n_cards; c++)
		for (unsigned copies = cave_role_copies(g, c); copies > 0; copies--)
			role[n++] = c;
	return n;
}

/* Shuffles the clan cards, yellow before blue as in the card list. Index i is dealt to seat i, the
 * rest is left over [CAVE 5.A.2]. */
static void
deal_clans(struct game *g, struct rng *rng, struct events *ev)
{
	struct cave_state *cave = cave_own(g);
	card_id role[2 * CAVE_SEATS_MAX];
	unsigned n = cave_role_cards(g, role);

	assert(n >= g->n_seats && n <= CAVE_SEATS_MAX);
	rng_open(rng, g->round, RNG_ROLES);
	rng_shuffle(rng, role, n);
	for (uint8_t s = 0; s < g->n_seats; s++)
		game_give_role(g, s, role[s], s, ev);
	cave->n_left = (uint8_t)(n - g->n_seats);
	memcpy(cave->left, role + g->n_seats, cave->n_left);
}

/* Shuffles all cards, deck by deck; n: number of cards of each. */
static void
shuffle_decks(const struct game *g, struct rng *rng, card_id pile[static DECKS][DECK_MAX],
    unsigned n[static DECKS])
{
	static const uint8_t stream[DECKS] = { RNG_DECK, RNG_DECK_II, RNG_DECK_III };

	memset(n, 0, DECKS * sizeof n[0]);
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		const struct card_def *def = game_card(g, c);
		const unsigned d = def->deck - 1u;

		if (def->class != CARD_PATH && def->class != CARD_ACTION)
			continue;
		assert(d < DECKS && n[d] + def->copies <= DECK_MAX);
		for (unsigned i = 0; i < def->copies; i++)
			pile[d][n[d]++] = c;
	}
	for (unsigned d = 0; d < DECKS; d++) {
		rng_open(rng, g->round, (enum rng_purpose)stream[d]);
		rng_shuffle(rng, pile[d], n[d]);
	}
}

/*
 * [CAVE 5.A.5] Puts the first five of each deck out of play. The pile begins with the hands in seat
 * order, each with its cards of deck I, then of II. Then follow the rest of I, of II and of III.
 */
static void
deal_cards(struct game *g, struct rng *rng, struct events *ev)
{
	card_id pile[DECKS][DECK_MAX];
	unsigned n[DECKS], top[DECKS], hand = 0;

	shuffle_decks(g, rng, pile, n);
	for (unsigned d = 0; d < DECKS; d++) {
		assert(n[d] >= BOXED + g->n_seats * (unsigned)hand_for[g->n_seats][d]);
		for (top[d] = 0; top[d] < BOXED; top[d]++)
			g->aside[g->n_aside++] = pile[d][top[d]];
		hand += hand_for[g->n_seats][d];
	}
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned d = 0; d < DECKS; d++)
			for (unsigned i = 0; i < hand_for[g->n_seats][d]; i++)
				g->deck[g->n_deck++] = pile[d][top[d]++];
	for (unsigned d = 0; d < DECKS; d++)
		while (top[d] < n[d])
			g->deck[g->n_deck++] = pile[d][top[d]++];
	for (uint8_t s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < hand; i++)
			(void)game_draw(g, s, ev);
}

/* [CAVE 5.A.1] */
static void
lay_table(struct game *g, struct rng *rng)
{
	card_id goal[CARDS_MAX];
	unsigned n = 0;

	g->board.n = 0;
	for (card_id c = 0; c < g->rules->n_cards; c++) {
		if (game_card(g, c)->class == CARD_START)
			(void)board_put(&g->board, (struct cell){ .card = c });
		for (unsigned i = 0;
		     game_card(g, c)->class == CARD_GOAL && i < game_card(g, c)->copies; i++)
			goal[n++] = c;
	}
	rng_open(rng, g->round, RNG_GOALS);
	rng_shuffle(rng, goal, n);
	assert(n >= GOALS);
	for (unsigned i = 0; i < GOALS; i++) {
		int far = goals_at[g->n_seats];

		(void)board_put(&g->board,
		    (struct cell){ .x = (int8_t)(corner[i].x * far),
			.y = (int8_t)(corner[i].y * far),
			.card = goal[i],
			.flags = CELL_DOWN });
	}
}

void
cave_deal(struct game *g, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };
	struct cave_state *cave = cave_own(g);
	uint8_t first;

	if (g->options.at[OPTION_FIRST] > 0) {
		first = (uint8_t)(g->options.at[OPTION_FIRST] - 1);
	} else { /* Q-CAVE-1 */
		rng_open(rng, g->round, RNG_FIRST);
		first = (uint8_t)rng_draw(rng, g->n_seats);
	}
	cave->first_out = cave->draw_to = SEAT_NONE;
	u16_set(&cave->pool, (unsigned)(GOLD_ALL - GOLD_EACH * g->n_seats));
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k].owner = SEAT_NONE;
	for (unsigned s = 0; s < g->n_seats; s++)
		g->seat[s].gold = GOLD_EACH;
	cave_emit_at(
	    &p, EVENT_ROUND, SEAT_NONE, CARD_NONE, (struct spot){ 0, 0, PART_WHOLE }, g->round);
	cave_emit(&p, EVENT_FIRST, first, CARD_NONE);
	deal_clans(g, rng, ev);
	deal_cards(g, rng, ev);
	lay_table(g, rng);
	cave_cache_build(g);
	g->phase = PHASE_PLAY;
	g->to_move = first;
}
