/*
 * What languages cost, in CPU time: to open a catalogue, a sentence of an event, and the first error,
 * which unpacks the errors. The events are those of whole random games of each rules set, as their
 * mover reads them. English and the languages take turns, so that a busy machine slows all of them.
 * Prints medians, and their ratio to English. Times are not tested.
 *
 *   words-bench [SLICES]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/policy.h"
#include "core/rng.h"
#include "games/games.h"
#include "text/catalogues.h"
#include "text/eventline.h"

enum { SLICES_MAX = 1000, EVENTS = 8192, OPENED = 1000, SIDES_MAX = 16 };

static struct happened {
	const struct rules *rules;
	struct event e;
} happened[EVENTS];

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* cannot fail for this clock */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plays games of the rules until `until` events have happened. Returns their number. */
static unsigned
play(const struct rules *rules, unsigned n, unsigned until)
{
	static const uint8_t seed[32] = { 1 };
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { 0 };
	struct rng_fast rng, choice;
	struct game g;

	for (uint64_t number = 0; n < until; number++) {
		rng_fast_init(&rng, seed, 2 * number);
		rng_fast_init(&choice, seed, 2 * number + 1);
		game_init(&g, rules, rules->seats_min, &options);
		game_deal(&g, &rng.rng, NULL);
		while (g.phase != PHASE_OVER && n < until) {
			struct order o = policy_random_pick(&g, legal, &choice.rng);

			ev.n = 0;
			game_play(&g, &o, &rng.rng, &ev);
			for (unsigned i = 0; i < ev.n && n < until; i++)
				happened[n++] = (struct happened){ rules, ev.at[i] };
		}
	}
	return n;
}

/* Returns the nanoseconds of a sentence. */
static double
tell(const struct language *lang, const struct names *names, struct buf *out)
{
	const double t = seconds();

	for (unsigned i = 0; i < EVENTS; i++) {
		buf_clear(out);
		(void)event_sentence(
		    lang, happened[i].rules, names, &happened[i].e, happened[i].e.seat, out);
	}
	return (seconds() - t) / EVENTS * 1e9;
}

static double
open_often(const struct catalogue *c)
{
	const double t = seconds();
	struct language lang;

	for (unsigned i = 0; i < OPENED; i++)
		if (!language_open_own(&lang, c))
			abort();
	return (seconds() - t) / OPENED * 1e9;
}

static int
compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double
median(double *at, unsigned n)
{
	qsort(at, n, sizeof at[0], compare);
	return at[n / 2];
}

static void
report(const char *code, double opens, double unpacks, double sentence, double english)
{
	printf("%-4s opened in %5.2f us (limit 100), errors unpacked in %4.0f us, a sentence in "
	       "%4.0f ns (limit 1000), ratio to English %.2f%s\n",
	    code, opens / 1e3, unpacks / 1e3, sentence, sentence / english,
	    opens > 1e5 || sentence > 1e3 ? "  EXCEEDED" : "");
}

int
main(int argc, char **argv)
{
	static double sentence[SIDES_MAX][SLICES_MAX], opens[SIDES_MAX][SLICES_MAX],
	    unpacks[SIDES_MAX];
	const long wanted = argc > 1 ? strtol(argv[1], NULL, 10) : 51;
	const unsigned slices = wanted > 0 && wanted < SLICES_MAX ? (unsigned)wanted : SLICES_MAX;
	struct language lang[SIDES_MAX];
	struct names names = { .n = SEATS_MAX };
	struct buf out = BUF_INIT;
	unsigned n = 0, sides = 1;

	for (unsigned s = 0; s < SEATS_MAX; s++)
		(void)snprintf(names.seat[s], sizeof names.seat[s], "p%u", s + 1);
	for (unsigned r = 0; rules_all[r] != NULL; r++)
		n = play(rules_all[r], n, EVENTS / 4 * (r + 1));
	if (n < EVENTS)
		abort();
	for (const struct catalogue *c = catalogues; c->code != NULL; c++, sides++)
		if (sides == SIDES_MAX || !language_open_own(&lang[sides], c))
			abort();
	for (unsigned i = 0; i < slices; i++) {
		for (unsigned s = 0; s < sides; s++) {
			opens[s][i] = s > 0 ? open_often(&catalogues[s - 1]) : 0;
			sentence[s][i] = tell(s > 0 ? &lang[s] : NULL, &names, &out);
		}
	}
	for (unsigned s = 1; s < sides; s++) {
		const double t = seconds();

		(void)language_text(&lang[s], catalogue_english[catalogue_plain]);
		unpacks[s] = (seconds() - t) * 1e9;
	}
	for (unsigned s = 0; s < sides; s++)
		report(s > 0 ? lang[s].code : "en", median(opens[s], slices), unpacks[s],
		    median(sentence[s], slices), median(sentence[0], slices));
	buf_release(&out);
	return 0;
}
