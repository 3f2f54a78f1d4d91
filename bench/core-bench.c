/*
 * How fast the rules are: whole rounds of Saboteur, against the same rules as a throw-away loop
 * (plain.c), and the price of a copy, in seconds of the processor.  Both sides play in one process,
 * slice after slice in turn, and each slice is compared with its neighbour: so a busy machine slows
 * both.  Medians are printed; nothing timed is a test.
 *
 *   core-bench [SLICES [SEATS [greedy]]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/game.h"
#include "bot/policy.h"
#include "core/rng.h"
#include "plain.h"
#include "games/games.h"

enum { SLICES_MAX = 1000, GAMES = 100 }; /* so many games a slice */

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

/* What one side did: totals, and the speed of each slice. */
struct side {
	struct plain_count total;
	double speed[SLICES_MAX]; /* rounds a second */
};

/* A game with all its events, as a simulation plays it. */
static void
play_game(
    unsigned seats, enum policy policy, uint64_t number, struct game *g, struct plain_count *count)
{
	static const uint8_t seed[32] = { 1 };
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	static struct view v;
	const struct options options = { 0 };
	struct rng_fast rng, choice;

	rng_fast_init(&rng, seed, 2 * number);
	rng_fast_init(&choice, seed, 2 * number + 1);
	game_init(g, &rules_saboteur, (uint8_t)seats, &options);
	game_deal(g, &rng.rng, NULL);
	while (g->phase != PHASE_OVER) {
		size_t n = game_legal(g, legal, LEGAL_MAX), k;

		if (policy == POLICY_RANDOM) {
			k = policy_random(legal, n, &choice.rng);
		} else {
			game_view(g, g->to_move, &v);
			k = policy_choose(policy, &v, legal, n, &choice.rng);
		}
		ev.n = 0;
		game_play(g, &legal[k], &rng.rng, &ev);
		for (unsigned i = 0; i < ev.n; i++)
			count->gold += ev.at[i].kind == EVENT_ROUND_END &&
			    ev.at[i].value == OUTCOME_GOLD;
		count->orders += (double)n;
	}
	count->turns += g->turn - 1u;
	count->rounds += g->round;
}

static int
compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Sorts them. */
static double
median(double *p, unsigned n)
{
	qsort(p, n, sizeof p[0], compare);
	return p[n / 2];
}

static void
print_side(const char *name, struct side *side, unsigned n)
{
	const struct plain_count *c = &side->total;
	double rounds = (double)c->rounds, turns = (double)c->turns;
	double speed = median(side->speed, n);

	printf("%-16s %7.0f rounds/s, %.3f us a turn, %.1f turns a round, %.1f orders a turn, "
	       "gold in %.2f%%\n",
	    name, speed, rounds / turns / speed * 1e6, turns / rounds, c->orders / turns,
	    100.0 * (double)c->gold / rounds);
}

int
main(int argc, char **argv)
{
	static struct side core, plain;
	unsigned long slices = argc > 1 ? strtoul(argv[1], NULL, 10) : 201;
	unsigned long seats = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
	enum policy policy = argc > 3 && strcmp(argv[3], "greedy") == 0 ? POLICY_GREEDY :
									  POLICY_RANDOM;
	static double ratio[SLICES_MAX];
	struct game g;

	if (slices < 1 || slices > SLICES_MAX || seats < rules_saboteur.seats_min ||
	    seats > rules_saboteur.seats_max)
		return 2;
	for (unsigned i = 0; i < slices; i++) {
		unsigned long before = core.total.rounds;
		double t = seconds();

		for (unsigned k = 0; k < GAMES; k++)
			play_game((unsigned)seats, policy, i * GAMES + k, &g, &core.total);
		core.speed[i] = (double)(core.total.rounds - before) / (seconds() - t);
		before = plain.total.rounds;
		t = seconds();
		plain_games(GAMES, (unsigned)seats, i, &plain.total);
		plain.speed[i] = (double)(plain.total.rounds - before) / (seconds() - t);
		ratio[i] = core.speed[i] / plain.speed[i];
	}
	printf("saboteur, %lu seats, %s\n", seats, policy == POLICY_RANDOM ? "random" : "greedy");
	print_side("core", &core, (unsigned)slices);
	print_side("throw-away loop", &plain, (unsigned)slices);
	if (policy == POLICY_RANDOM)
		printf("rounds a second against a throw-away loop: %.2f (at least 0.81)\n",
		    median(ratio, (unsigned)slices));
	copies(&g);
	return 0;
}
