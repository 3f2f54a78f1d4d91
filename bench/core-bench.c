/*
 * How fast the rules are: whole rounds of Saboteur by the random policy, seats 5, and the price of
 * a copy, in seconds of the processor.  Prints numbers; nothing timed is a test.
 *
 *   core-bench [GAMES [SEATS [greedy]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/game.h"
#include "core/policy.h"
#include "core/rng.h"

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* cannot fail for this clock */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
copies(const struct game *g)
{
	enum { N = 5000000 };
	static struct game to[64];
	double t = seconds();
	unsigned sum = 0;

	for (unsigned i = 0; i < N; i++) {
		to[i % 64] = *g;
		sum += to[(i * 7) % 64].n_seats;
	}
	printf("copy of a game: %zu bytes, %.1f ns (%u)\n", sizeof *g, (seconds() - t) / N * 1e9,
	    sum % 2);
}

int
main(int argc, char **argv)
{
	static const uint8_t seed[32] = { 1 };
	static struct order legal[LEGAL_MAX];
	static struct view v;
	const struct options options = { 0 };
	unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
	unsigned long seats = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
	enum policy policy = argc > 3 && strcmp(argv[3], "greedy") == 0 ? POLICY_GREEDY :
									  POLICY_RANDOM;
	unsigned long turns = 0, rounds = 0;
	double orders = 0, t = seconds();
	struct game g;

	for (unsigned long i = 0; i < games; i++) {
		struct rng_fast rng, choice;

		rng_fast_init(&rng, seed, 2 * i);
		rng_fast_init(&choice, seed, 2 * i + 1);
		game_init(&g, &rules_saboteur, (uint8_t)seats, &options);
		game_deal(&g, &rng.rng, NULL);
		while (g.phase != PHASE_OVER) {
			size_t n = game_legal(&g, legal, LEGAL_MAX), k;

			if (policy == POLICY_RANDOM) {
				k = policy_random(legal, n, &choice.rng);
			} else {
				game_view(&g, g.to_move, &v);
				k = policy_choose(policy, &v, legal, n, &choice.rng);
			}
			game_play(&g, &legal[k], &rng.rng, NULL);
			orders += (double)n;
		}
		turns += g.turn - 1u;
		rounds += g.round;
	}
	t = seconds() - t;
	printf("saboteur, %lu seats, %s: %.0f rounds/s, %.3f us a turn, %.1f turns a round, "
	       "%.1f legal orders a turn\n",
	    seats, policy == POLICY_RANDOM ? "random" : "greedy", (double)rounds / t,
	    t / (double)turns * 1e6, (double)turns / (double)rounds, orders / (double)turns);
	if (games > 1000)
		copies(&g);
	return 0;
}
