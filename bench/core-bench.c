/*
 * Speed of the rules, in CPU seconds. Plays whole rounds of each rules set, against the rules of
 * Saboteur as a throw-away loop (plain.c). Also compares the greedy policy with the random one, and
 * measures a copy. A rules set with another range of players is played with the nearest number. All
 * sides run in one process, one slice after another, and each slice is compared with its
 * neighbours: a busy machine slows all of them. Prints medians, and their growth from the fewest
 * players to the most. Times are not tested.
 *
 *   core-bench [SLICES [SEATS]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/game.h"
#include "bot/policy.h"
#include "core/rng.h"
#include "plain.h"
#include "games/games.h"

enum { SLICES_MAX = 1000, GAMES = 60 };

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

/* A player of games: what it plays, and how many games a slice. */
struct side {
	const char *name;
	const struct rules *rules; /* NULL: the throw-away loop */
	enum policy policy;
	unsigned games;
	struct plain_count total;
	double speed[SLICES_MAX]; /* rounds a second */
};
enum { SABOTEUR, SABOTEUR2, DUEL, CAVE, SABOTEUR_GREEDY, DUEL_GREEDY, CAVE_GREEDY, LOOP, SIDES };

static unsigned
seats_of(const struct rules *rules, unsigned seats)
{
	if (seats < rules->seats_min)
		return rules->seats_min;
	return seats > rules->seats_max ? rules->seats_max : seats;
}

/* Plays a game with all its events, as a simulation does. */
static void
play_game(const struct side *side, unsigned seats, uint64_t number, struct game *g,
    struct plain_count *count)
{
	static const uint8_t seed[32] = { 1 };
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	static struct view v;
	const struct options options = { 0 };
	struct rng_fast rng, choice;

	rng_fast_init(&rng, seed, 2 * number);
	rng_fast_init(&choice, seed, 2 * number + 1);
	game_init(g, side->rules, (uint8_t)seats_of(side->rules, seats), &options);
	game_deal(g, &rng.rng, NULL);
	while (g->phase != PHASE_OVER) {
		struct order o;

		if (side->policy == POLICY_RANDOM) {
			o = policy_random_pick(g, legal, &choice.rng);
		} else {
			size_t n = game_legal(g, legal, LEGAL_MAX);

			game_view(g, g->to_move, &v);
			o = legal[policy_choose(side->policy, &v, legal, n, &choice.rng)];
		}
		ev.n = 0;
		game_play(g, &o, &rng.rng, &ev);
		for (unsigned i = 0; i < ev.n; i++)
			count->gold += ev.at[i].kind == EVENT_ROUND_END &&
			    ev.at[i].value == OUTCOME_GOLD;
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

/* Returns the median of a / b over the slices. */
static double
median_ratio(const struct side *a, const struct side *b, unsigned n)
{
	static double ratio[SLICES_MAX];

	for (unsigned i = 0; i < n; i++)
		ratio[i] = a->speed[i] / (b != NULL ? b->speed[i] : 1);
	qsort(ratio, n, sizeof ratio[0], compare);
	return ratio[n / 2];
}

static void
play_slice(struct side *side, unsigned seats, unsigned slice, struct game *g)
{
	unsigned long before = side->total.rounds;
	double t = seconds();

	if (side->rules == NULL)
		plain_games(side->games, seats, slice, &side->total);
	for (unsigned k = 0; k < side->games && side->rules != NULL; k++)
		play_game(side, seats, slice * side->games + k, g, &side->total);
	side->speed[slice] = (double)(side->total.rounds - before) / (seconds() - t);
}

static struct side side[SIDES] = {
	[SABOTEUR] = { .name = "saboteur", .rules = &rules_saboteur, .games = GAMES },
	[SABOTEUR2] = { .name = "saboteur2", .rules = &rules_saboteur2, .games = GAMES },
	[DUEL] = { .name = "duel", .rules = &rules_duel, .games = GAMES },
	[CAVE] = { .name = "dark-cave", .rules = &rules_dark_cave, .games = GAMES },
	[SABOTEUR_GREEDY] = { .name = "saboteur, greedy",
	    .rules = &rules_saboteur,
	    .policy = POLICY_GREEDY,
	    .games = GAMES / 5 },
	[DUEL_GREEDY] = { .name = "duel, greedy",
	    .rules = &rules_duel,
	    .policy = POLICY_GREEDY,
	    .games = GAMES / 5 },
	[CAVE_GREEDY] = { .name = "dark-cave, greedy",
	    .rules = &rules_dark_cave,
	    .policy = POLICY_GREEDY,
	    .games = GAMES },
	[LOOP] = { .name = "throw-away loop", .games = GAMES },
};

/* Measures: one side against another. */
static const struct {
	const char *name;
	unsigned a, b;
	const char *aim;
	bool grows; /* with the number of players */
} measure[] = {
	{ "saboteur, random / the loop", SABOTEUR, LOOP, "1.2", true },
	{ "saboteur2, random / the loop", SABOTEUR2, LOOP, "0.6", true },
	{ "duel, random / the loop", DUEL, LOOP, "0.4", false },
	{ "dark-cave, random / the loop", CAVE, LOOP, "0.29", true },
	{ "saboteur, greedy / random", SABOTEUR_GREEDY, SABOTEUR, "0.1", true },
	{ "duel, greedy / random", DUEL_GREEDY, DUEL, "0.1", false },
	{ "dark-cave, greedy / random", CAVE_GREEDY, CAVE, "0.1", true },
};
enum { MEASURES = sizeof measure / sizeof measure[0] };

/* Lets all sides play and computes the ratios. */
static void
play_all(unsigned seats, unsigned slices, double ratio[static MEASURES], struct game *g, bool say)
{
	for (unsigned k = 0; k < SIDES; k++)
		side[k].total = (struct plain_count){ 0 };
	for (unsigned i = 0; i < slices; i++)
		for (unsigned k = 0; k < SIDES; k++)
			play_slice(&side[k], seats, i, g);
	for (unsigned k = 0; k < SIDES && say; k++) {
		const struct plain_count *c = &side[k].total;
		double rounds = (double)c->rounds, turns = (double)c->turns;
		double speed = median_ratio(&side[k], NULL, slices);

		printf("%-17s %7.0f rounds/s, %.3f us a turn, %.1f turns a round", side[k].name,
		    speed, rounds / turns / speed * 1e6, turns / rounds);
		if (c->gold > 0)
			printf(", gold in %.2f%%", 100.0 * (double)c->gold / rounds);
		printf("\n");
	}
	for (unsigned m = 0; m < MEASURES; m++)
		ratio[m] = median_ratio(&side[measure[m].a], &side[measure[m].b], slices);
}

int
main(int argc, char **argv)
{
	unsigned long slices = argc > 1 ? strtoul(argv[1], NULL, 10) : 101;
	unsigned long seats = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
	double ratio[MEASURES], few[MEASURES], many[MEASURES];
	struct game g;

	if (slices < 1 || slices > SLICES_MAX || seats < rules_saboteur.seats_min ||
	    seats > rules_saboteur.seats_max)
		return 2;
	printf("rounds a second, %lu seats\n", seats);
	play_all((unsigned)seats, (unsigned)slices, ratio, &g, true);
	play_all(rules_saboteur.seats_min, (unsigned)(slices + 4) / 5, few, &g, false);
	play_all(rules_saboteur.seats_max, (unsigned)(slices + 4) / 5, many, &g, false);
	for (unsigned m = 0; m < MEASURES; m++) {
		const struct rules *rules = side[measure[m].a].rules;

		printf("%-30s %.2f (at least %s)", measure[m].name, ratio[m], measure[m].aim);
		if (measure[m].grows)
			printf(", growth from %u to %u seats %.2f",
			    seats_of(rules, rules_saboteur.seats_min),
			    seats_of(rules, rules_saboteur.seats_max), many[m] / few[m]);
		printf("\n");
	}
	copies(&g);
	return 0;
}
