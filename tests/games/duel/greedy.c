#include <criterion/criterion.h>

#include "core/bot.h"
#include "few.h"
#include "games/duel/duel.h"
#include "games/duel/estimate.h"
#include "games/games.h"
#include "games/table.h"

/*
 * Second implementation of the greedy policy of The Duel, slow: every order that changes the board
 * is played on a copy of the view and evaluated by searches. The fast one must choose the same.
 */
enum { GOLD = 60, GOAL = 50, FAR = 100, FRONT = 6, LEAST = -100000 };

static bool
is_reached(const struct grid *grid, const uint8_t *reach, int x, int y)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned j = grid_at(grid, x + edge_dx[e], y + edge_dy[e]);

		if (j != CELL_NONE && (reach[j] & EDGE_BIT(e ^ 2u)) != 0)
			return true;
	}
	return false;
}

/* From a card to the nearest place to which tunnels lead. *n is the number of edges that lead
 * anywhere. */
static int
distance(const struct board *b, const struct grid *grid, const uint8_t *reach, const struct cell *c,
    int *n)
{
	int best = FAR;

	*n = 0;
	for (unsigned i = 0; i < b->n; i++)
		for (unsigned e = 0; e < EDGES; e++) {
			int x = b->cell[i].x + edge_dx[e], y = b->cell[i].y + edge_dy[e];
			int dx = x - c->x, dy = y - c->y;
			int d = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

			if ((reach[i] & EDGE_BIT(e)) == 0 || grid_at(grid, x, y) != CELL_NONE)
				continue;
			++*n;
			best = d < best ? d : best;
		}
	return best;
}

static int
prospects(const struct game *g, enum side side)
{
	static struct grid grid;
	uint8_t reach[CELLS_MAX];
	int points, n;

	grid_make(&grid, &g->board);
	duel_reach(g->rules, &g->board, &grid, side, reach);
	(void)distance(&g->board, &grid, reach, &g->board.cell[0], &n);
	points = n < FRONT ? n : (int)FRONT;
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		int d = distance(&g->board, &grid, reach, c, &n);

		if ((c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0)
			continue;
		if (c->card == CARD_HIDDEN)
			points += is_reached(&grid, reach, c->x, c->y) ? (int)GOAL : 48 / (1 + d);
		else if ((game_card(g, c->card)->feature & FEATURE_GOLD) != 0)
			points += 24 * game_card(g, c->card)->value / (1 + d);
	}
	return points;
}

static int
worth(const struct game *g, enum side mine)
{
	const enum side theirs = mine == SIDE_GREEN ? SIDE_BLUE : SIDE_GREEN;
	int points = prospects(g, mine) - prospects(g, theirs) / 2;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		int token = (c->flags & duel_token(mine)) != 0 ? 1 :
		    (c->flags & duel_token(theirs)) != 0       ? -1 :
								 0;

		if (token != 0)
			points += token *
			    (duel_is_troll_card(g, c) ? -GOLD / 2 :
							GOLD * game_card(g, c->card)->value);
	}
	return points;
}

static int
missed(const struct game *g, card_id card)
{
	const struct card_def *def = game_card(g, card);

	if (def->class == CARD_PATH)
		return tunnel_joined(def->tunnel, EDGE_N) == EDGE_BIT(EDGE_N) ? 4 : 2;
	if (def->action == ACTION_REPAIR)
		return 0;
	return def->action == ACTION_MAP ? 3 : -2;
}

static int
points_of(const struct view *v, const struct order *o)
{
	const struct game *g = &v->known;
	const struct card_def *def = game_card(g, o->card[0]);
	const enum side mine = duel_side(g, v->seat);
	struct game after = *g;
	int points = o->kind == ORDER_CLEAR ? 12 : 0;

	for (unsigned i = 0; o->kind == ORDER_DISCARD && i < o->n_card; i++)
		points += missed(g, o->card[i]) - 2;
	for (unsigned i = 0; o->kind == ORDER_CLEAR && i < o->n_card; i++)
		points += missed(g, o->card[i]) - 2;
	if (o->kind == ORDER_DISCARD || o->kind == ORDER_CLEAR)
		return points;
	if (o->kind == ORDER_ACT && def->action == ACTION_BREAK)
		return g->seat[o->to].broken == 0 ? 18 : 3;
	if (o->kind == ORDER_ACT && def->action == ACTION_REPAIR)
		return (g->seat[o->to].broken & (g->seat[o->to].broken - 1)) == 0 ? 30 : 20;
	if (o->kind == ORDER_ACT && def->action == ACTION_MAP)
		return g->board.cell[board_find(&g->board, o->at[0].x, o->at[0].y)].card ==
			CARD_HIDDEN ?
		    14 :
		    -5;
	duel_search_reach(&after);
	duel_play_on_board(&after, o, NULL);
	return worth(&after, mine) - worth(g, mine) - (o->kind == ORDER_ACT ? 4 : 0);
}

/* Returns the index of the chosen order; ties are drawn. */
static size_t
choose(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	static struct bot_best best;

	bot_best_start(&best, LEAST);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, points_of(v, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

static void
check_choice(const struct view *v, const struct order *legal, size_t n, struct rng_fast *rng,
    const char *where)
{
	struct rng_fast same = *rng;

	cr_assert_eq(rules_duel.bot->greedy(v, 1, NULL, legal, n, &rng->rng),
	    choose(v, legal, n, &same.rng), "%s: another choice of %zu", where, n);
	cr_assert_eq(rng_draw(&rng->rng, UINT32_MAX), rng_draw(&same.rng, UINT32_MAX),
	    "%s: other draws", where);
}

/* Compares choices among all orders, and among pairs: which is better, or neither. */
static void
check_choices(const struct view *v, struct rng_fast *rng, const char *where)
{
	static struct order legal[LEGAL_MAX];
	size_t n = game_legal(&v->known, legal, LEGAL_MAX);

	check_choice(v, legal, n, rng, where);
	for (unsigned i = 0; i < 8; i++) {
		struct order two[2];

		two[0] = legal[rng_draw(&rng->rng, (uint32_t)n)];
		two[1] = legal[rng_draw(&rng->rng, (uint32_t)n)];
		check_choice(v, two, 2, rng, where);
	}
}

/* With the actual hand, and with a rockfall and a key added, which are rare. */
static void
check_turn(const struct game *g, struct rng_fast *rng, const char *where)
{
	struct view v;

	game_view(g, g->to_move, &v);
	check_choices(&v, rng, where);
	if (v.known.seat[v.seat].n_hand < 2)
		return;
	v.known.seat[v.seat].hand[0] = DUEL_ROCKFALL;
	v.known.seat[v.seat].hand[1] = DUEL_KEY;
	check_choices(&v, rng, where);
}

Test(duel_greedy, chooses_as_slowly)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { 0 };

	for (unsigned number = 0; number < few(24); number++) {
		struct rng_fast rng, choice;
		char where[40];
		struct game g;

		rng_fast_init(&rng, table_seed, 1000 + number);
		rng_fast_init(&choice, table_seed, 2000 + number);
		game_init(&g, &rules_duel, 2, &options);
		for (game_deal(&g, &rng.rng, NULL); g.phase != PHASE_OVER;) {
			size_t n = game_legal(&g, legal, LEGAL_MAX);
			struct order o = table_choice(&g, legal, n, number, &choice.rng);

			(void)snprintf(where, sizeof where, "game %u, turn %u", number, g.turn);
			check_turn(&g, &choice, where);
			game_play(&g, &o, &rng.rng, NULL);
		}
	}
}

/* Another sum means that the policy chooses otherwise, and games with bots cannot be audited: it is another
 * revision. */
Test(duel_greedy, estimates_the_same_everywhere)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { 0 };
	uint32_t weights = 1, sum = 1;

	for (unsigned i = 0; i < ESTIMATE_SIZE; i++)
		weights = weights * 31 + (uint16_t)estimate_weight[i];
	cr_expect_eq(weights, 136314333, "the weights: %u", (unsigned)weights);
	for (unsigned number = 0; number < 8; number++) {
		struct rng_fast rng, choice;
		struct game g;

		rng_fast_init(&rng, table_seed, 1000 + number);
		rng_fast_init(&choice, table_seed, 2000 + number);
		game_init(&g, &rules_duel, 2, &options);
		for (game_deal(&g, &rng.rng, NULL); g.phase != PHASE_OVER;) {
			const size_t n = game_legal(&g, legal, LEGAL_MAX);
			const struct order o = table_choice(&g, legal, n, number, &choice.rng);
			struct estimate e;
			struct view v;

			game_view(&g, g.to_move, &v);
			estimate_start(&e, &v.known, g.to_move);
			for (size_t i = 0; i < n; i++)
				sum = sum * 31 + (uint32_t)estimate_after(&e, &legal[i]);
			game_play(&g, &o, &rng.rng, NULL);
		}
	}
	cr_expect_eq(sum, 2474694927, "the sums: %u", (unsigned)sum);
}
