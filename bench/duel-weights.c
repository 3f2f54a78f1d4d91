/*
 * Counts the weights of greedy 2 in The Duel (src/games/duel/estimate_weight.c).
 *
 *   duel-weights [GAMES [FIRST]]
 *
 * Plays rounds of deals from number FIRST and fits the weights to them by least squares: what a
 * state after an order counts, and the gold that its seat got from then to the end of the round,
 * less a part of the opponent's. The first fit learns from the policy greedy. Each later one learns
 * also from the policies of the fits before it, at one seat and at both. In every game a part of
 * the orders is random, so that rare states are seen. Prints the last fit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/policy.h"
#include "core/bot.h"
#include "games/duel/estimate.h"
#include "games/games.h"

static const uint8_t seed[32] = { 0x39 };

enum {
	FITS = 4,
	TIMES = 3, /* 1, and the cards left, and their square: all orders of a turn have the same */
	SIZE = ESTIMATE_SIZE + TIMES,
	STATES = 1000, /* of a round, at most */
	RANDOM = 150,  /* random orders in a thousand */
	SCALE = 16,    /* units of a weight in a point */
	PRIOR = 30     /* states in which a weight is 0: rare ones stay small */
};

/* The share of the opponent's gold that a seat minds. With 1 both sides only block each other. */
static const double rival = 0.7;

static int16_t weight[FITS][ESTIMATE_SIZE];
static double square[SIZE][SIZE], product[SIZE], fitted[SIZE];
static unsigned n_states;
static struct {
	uint8_t seat, left; /* cards in pile and hands */
	int16_t count[ESTIMATE_SIZE];
} state[STATES];

static void
learn(unsigned i, double worth)
{
	unsigned at[SIZE], n = 0;
	double count[SIZE];

	for (unsigned k = 0; k < SIZE; k++) {
		double c = 1;

		if (k < ESTIMATE_SIZE)
			c = state[i].count[k];
		for (unsigned power = ESTIMATE_SIZE; power < k; power++)
			c *= state[i].left;
		if (c != 0) {
			at[n] = k;
			count[n++] = c;
		}
	}
	for (unsigned a = 0; a < n; a++) {
		for (unsigned b = 0; b < n; b++)
			square[at[a]][at[b]] += count[a] * count[b];
		product[at[a]] += count[a] * worth;
	}
}

/* Returns the index of the order with the highest estimate by these weights. */
static size_t
choose(const struct view *v, const int16_t *weights, const struct order *legal, size_t n,
    struct rng *rng)
{
	static struct estimate e;
	struct bot_best best;

	estimate_start(&e, &v->known, v->seat);
	e.weight = weights;
	bot_best_start(&best, INT32_MIN);
	for (size_t i = 0; i < n; i++)
		bot_best_add(&best, i, estimate_after(&e, &legal[i]));
	return bot_best_draw(&best, legal, 0, rng);
}

/* Keeps what the state after the order counts. */
static void
keep(const struct view *v, const struct order *o)
{
	static struct estimate e;

	if (n_states == STATES)
		return;
	memset(&state[n_states], 0, sizeof state[0]);
	estimate_start(&e, &v->known, v->seat);
	e.count = state[n_states].count;
	(void)estimate_after(&e, o);
	state[n_states].left = (uint8_t)(game_deck_left(&v->known) + v->known.seat[0].n_hand +
	    v->known.seat[1].n_hand);
	state[n_states++].seat = v->seat;
}

/* Plays a game. weights: of each seat; NULL: greedy. */
static void
play(uint64_t number, const int16_t *const weights[static 2])
{
	static struct order legal[LEGAL_MAX];
	static struct game g;
	static struct events ev;
	static struct view v;
	const struct options options = { 0 };
	struct rng_fast rng, choices;
	uint16_t before[SEATS_MAX] = { 0 }, gold[SEATS_MAX];

	rng_fast_init(&rng, seed, 2 * number);
	rng_fast_init(&choices, seed, 2 * number + 1);
	rng_open(&choices.rng, 1, RNG_FIRST);
	game_init(&g, &rules_duel, 2, &options);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	n_states = 0;
	while (g.phase != PHASE_OVER) {
		size_t n, i;
		struct order o;

		game_view(&g, g.to_move, &v);
		n = game_legal(&v.known, legal, LEGAL_MAX);
		if (rng_draw(&choices.rng, 1000) < RANDOM)
			i = policy_random(legal, n, &choices.rng);
		else if (weights[g.to_move] != NULL)
			i = choose(&v, weights[g.to_move], legal, n, &choices.rng);
		else
			i = policy_choose(POLICY_GREEDY, &v, legal, n, &choices.rng);
		o = legal[i];
		keep(&v, &o);
		policy_complete(POLICY_GREEDY, &v, &o);
		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
		if (!events_end_round(&ev))
			continue;
		game_score(&g, gold);
		for (unsigned k = 0; k < n_states; k++) {
			const uint8_t s = state[k].seat, other = 1 - s;

			learn(k,
			    SURVEY_GOLD *
				((gold[s] - before[s]) - rival * (gold[other] - before[other])));
		}
		memcpy(before, gold, sizeof before);
		n_states = 0;
	}
}

/* Solves the equations of the fit by elimination with the largest pivot. */
static void
fit(void)
{
	static double m[SIZE][SIZE + 1];

	for (unsigned i = 0; i < SIZE; i++) {
		memcpy(m[i], square[i], sizeof square[i]);
		m[i][i] += PRIOR;
		m[i][SIZE] = product[i];
	}
	for (unsigned p = 0; p < SIZE; p++) {
		unsigned best = p;

		for (unsigned i = p + 1; i < SIZE; i++)
			best = fabs(m[i][p]) > fabs(m[best][p]) ? i : best;
		for (unsigned k = 0; k <= SIZE; k++) {
			const double x = m[p][k];

			m[p][k] = m[best][k];
			m[best][k] = x;
		}
		for (unsigned i = 0; i < SIZE; i++) {
			const double x = m[i][p] / m[p][p];

			for (unsigned k = p; i != p && x != 0 && k <= SIZE; k++)
				m[i][k] -= x * m[p][k];
		}
	}
	for (unsigned i = 0; i < SIZE; i++)
		fitted[i] = m[i][SIZE] / m[i][i];
}

static void
print(const int16_t *w)
{
	static const struct {
		unsigned at;
		const char *what;
	} part[] = {
		{ ESTIMATE_CLAIMS, "claims, look, two" },
		{ ESTIMATE_FRONT, "places to build on: own, the opponent's" },
		{ ESTIMATE_BROKEN,
		    "broken tools: none to three own, none to three of the opponent" },
		{ ESTIMATE_HAND, "cards, by class" },
		{ ESTIMATE_GOAL,
		    "hidden goals: a row for each own distance, a column for each of the "
		    "opponent" },
		{ ESTIMATE_GOAL + ESTIMATE_PAIRS, "hidden goals, late" },
		{ ESTIMATE_SEEN, "goals that the seat has seen" },
		{ ESTIMATE_OPEN, "open gold" },
	};
	unsigned next = 0;

	printf("/* The Duel: weights of estimates, made by bench/duel-weights.c. */\n"
	       "#include \"games/duel/estimate.h\"\n\n"
	       "const int16_t estimate_weight[ESTIMATE_SIZE] = {\n\t/* clang-format off */");
	for (unsigned i = 0; i < ESTIMATE_SIZE; i++) {
		const bool heads = next < sizeof part / sizeof part[0] && i == part[next].at;
		const bool row = i >= ESTIMATE_GOAL &&
		    (i - ESTIMATE_GOAL) % ESTIMATE_DISTANCES == 0;

		if (heads)
			printf("\n\t/* %s */", part[next++].what);
		printf("%s%d,", heads || row ? "\n\t" : " ", w[i]);
	}
	printf("\n\t/* clang-format on */\n};\n");
}

int
main(int argc, char **argv)
{
	const unsigned games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 4000;
	uint64_t number = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;

	for (unsigned f = 0; f < FITS; f++) {
		memset(square, 0, sizeof square);
		memset(product, 0, sizeof product);
		for (unsigned i = 0; i < games; i++)
			play(number++, (const int16_t *const[]){ NULL, NULL });
		for (unsigned k = 0; k < f; k++) {
			for (unsigned i = 0; i < games; i++) {
				const int16_t *const one[] = { i % 2 ? weight[k] : NULL,
					i % 2 ? NULL : weight[k] };

				play(number++, one);
				play(number++, (const int16_t *const[]){ weight[k], weight[k] });
			}
		}
		fit();
		for (unsigned i = 0; i < ESTIMATE_SIZE; i++)
			weight[f][i] = (int16_t)lrint(SCALE * fitted[i]);
	}
	print(weight[FITS - 1]);
	return 0;
}
