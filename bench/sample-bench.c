/*
 * Number of states per second that core/sample.h makes from the knowledge of a seat, against random
 * rounds of the same game. Slices alternate, so that a busy machine slows both. The views are from
 * random play, some of each seat, with 64 states of each. Prints medians. Times are not tested.
 *
 *   sample-bench [SLICES [RULES]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/policy.h"
#include "core/rng.h"
#include "core/sample.h"
#include "games/games.h"

enum { SLICES_MAX = 1000, GAMES = 4, EYES = 256, EACH = 64, SAMPLES = 2048 };

static const uint8_t seed[32] = { 7 };

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* cannot fail for this clock */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Knowledge of seats, at some times of some games. */
static struct eyes {
	struct view v;
	struct knowledge k;
} eyes[EYES];

/* Plays a game and returns its number of rounds. keep: NULL, or the number of entries in eyes. Then
 * adds the knowledge of a seat in one of `every` turns. */
static unsigned
play(const struct rules *rules, unsigned seats, uint64_t number, unsigned every, unsigned *keep)
{
	static struct knowledge know[SEATS_MAX];
	static struct order legal[LEGAL_MAX];
	static struct events ev, mine;
	static struct view v;
	const struct options options = { 0 };
	struct rng_fast rng, choice;
	struct game g;

	rng_fast_init(&rng, seed, 2 * number);
	rng_fast_init(&choice, seed, 2 * number + 1);
	game_init(&g, rules, (uint8_t)seats, &options);
	memset(know, 0, sizeof know);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	for (unsigned turn = 0; g.phase != PHASE_OVER; turn++) {
		struct order o = policy_random_pick(&g, legal, &choice.rng);

		ev.n = turn > 0 ? 0 : ev.n;
		game_play(&g, &o, &rng.rng, &ev);
		for (uint8_t s = 0; keep != NULL && s < seats; s++) {
			mine.n = ev.n;
			for (uint32_t e = 0; e < ev.n; e++)
				mine.at[e] = event_redact(&ev.at[e], s);
			game_view(&g, s, &v);
			knowledge_learn(&know[s], &v, &mine, turn);
			if (turn % every == 0 && s == turn / every % seats && *keep < EYES) {
				eyes[*keep].v = v;
				eyes[(*keep)++].k = know[s];
			}
		}
	}
	return g.round;
}

static int
compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double
median(double *p, unsigned n)
{
	qsort(p, n, sizeof p[0], compare);
	return p[n / 2];
}

/* Makes SAMPLES states, EACH of one view. prepared: use a sampler of that view. Returns states per
 * second, or 0 if one failed. */
static double
draw(struct rng *rng, bool prepared)
{
	static struct game out;
	static struct sampler sampler;
	double t = seconds();

	for (unsigned k = 0; k < SAMPLES; k++) {
		const struct eyes *e = &eyes[k / EACH % EYES];

		if (prepared && k % EACH == 0 && !sampler_init(&sampler, &e->v, &e->k))
			return 0;
		if (!(prepared ? sampler_draw(&sampler, rng, &out) :
				 game_sample(&e->v, &e->k, rng, &out)))
			return 0;
	}
	return SAMPLES / (seconds() - t);
}

static int
measure(const struct rules *rules, unsigned seats, unsigned slices)
{
	static double rounds[SLICES_MAX], samples[SLICES_MAX], ratio[SLICES_MAX], all[SLICES_MAX];
	struct rng_fast rng;
	unsigned kept = 0;

	for (uint64_t number = 1u << 20; kept < EYES; number++)
		(void)play(rules, seats, number, 11, &kept);
	rng_fast_init(&rng, seed, seats);
	for (unsigned i = 0; i < slices; i++) {
		unsigned n = 0;
		double t = seconds();

		for (unsigned k = 0; k < GAMES; k++)
			n += play(rules, seats, i * GAMES + k, 1, NULL);
		rounds[i] = n / (seconds() - t);
		samples[i] = draw(&rng.rng, false);
		all[i] = draw(&rng.rng, true) / rounds[i];
		if (samples[i] <= 0 || all[i] <= 0)
			return 1;
		ratio[i] = samples[i] / rounds[i];
	}
	printf(
	    "%s, %u seats: %.0f rounds/s, %.0f states/s: %.1f (at least 15); by a sampler: %.1f\n",
	    rules->name, seats, median(rounds, slices), median(samples, slices),
	    median(ratio, slices), median(all, slices));
	return 0;
}

int
main(int argc, char **argv)
{
	unsigned long slices = argc > 1 ? strtoul(argv[1], NULL, 10) : 51;

	if (slices < 1 || slices > SLICES_MAX)
		return 2;
	for (size_t i = 0; rules_all[i] != NULL; i++) {
		unsigned least = rules_all[i]->seats_min, most = rules_all[i]->seats_max;
		unsigned some = (least + most) / 2;

		if (argc > 2 && strcmp(argv[2], rules_all[i]->name) != 0)
			continue;

		if (measure(rules_all[i], least, (unsigned)slices) != 0 ||
		    (some != least && measure(rules_all[i], some, (unsigned)slices) != 0) ||
		    (most != some && measure(rules_all[i], most, (unsigned)slices) != 0))
			return 1;
	}
	return 0;
}
