/*
 * Strength of the policies of src/bot: plays every deal twice, once with greedy at all seats, once
 * with the policy in question at one seat or at all, and prints what changes, with 95 % intervals.
 *
 *   bot-bench RULES SEATS POLICY [GAMES [FIRST [all]]]
 *
 * RULES: one round of saboteur or saboteur2, a game of duel or dark-cave. The seat of the policy is
 * FIRST + n modulo SEATS in game n. Prints, for each role of this seat, the share of rounds that it
 * won or its gold, of greedy and of the policy. Times are not tested.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/policy.h"
#include "core/bot.h"
#include "games/games.h"

static const uint8_t seed[32] = { 0x37 };

enum { CHOICES = 1, DEAL = 0, SEARCH = 2, STREAMS = 4 };

static double
seconds(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* cannot fail for this clock */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What became of one game. */
struct result {
	enum role role; /* of the seat in question, after the deal */
	int won, even;  /* of that seat: the round or the game */
	int gold;
	int nobody; /* The Dark Cave */
	double time;
	unsigned decisions;
	uint64_t rollouts;
};

static struct bot_search *room;

/* Counts the end of a whole game. */
static void
count_end(const struct game *g, uint8_t seat, struct result *r)
{
	const uint16_t winners = game_winners(g);
	uint16_t gold[SEATS_MAX];

	game_score(g, gold);
	r->gold = gold[seat];
	r->even = winners == (1u << g->n_seats) - 1;
	r->won = (winners >> seat & 1) != 0 && !r->even;
	r->nobody = r->even;
}

/* Lets the policy choose, and adds its time and rollouts to the result. */
static struct order
decide(struct bot_policy policy, const struct view *v, const struct bot_memory *m, uint64_t stream,
    struct result *r)
{
	const double from = seconds();
	struct rng_fast own;
	struct order o;

	rng_fast_init(&own, seed, stream);
	o = policy_order(policy, v, m, &own.rng, room);
	r->time += seconds() - from;
	r->decisions++;
	for (unsigned i = 0; policy.kind == POLICY_SEARCH && i < room->n_candidates; i++)
		r->rollouts += room->candidate[i].n;
	return o;
}

static struct result
play(const struct rules *rules, unsigned seats, uint64_t number, uint8_t seat, bool all,
    struct bot_policy policy)
{
	const struct bot_policy greedy = { .kind = POLICY_GREEDY };
	static struct bot_memory memory[SEATS_MAX];
	static struct bot_learning learning;
	static struct events ev;
	static struct view v;
	struct bot_policy of[SEATS_MAX];
	struct options options = { 0 };
	struct rng_fast rng, choice;
	struct result r = { 0 };
	static struct game g, start;

	if (rules->id < 3)
		options.at[OPTION_ROUNDS] = (uint8_t)(rules->rounds - 1);
	rng_fast_init(&rng, seed, STREAMS * number + DEAL);
	rng_fast_init(&choice, seed, STREAMS * number + CHOICES);
	rng_open(&choice.rng, 1, RNG_FIRST);
	game_init(&g, rules, (uint8_t)seats, &options);
	memset(memory, 0, sizeof memory);
	for (unsigned s = 0; s < SEATS_MAX; s++)
		of[s] = all || s == seat ? policy : greedy;
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	start = g;
	if (g.seat[seat].role < rules->n_cards)
		r.role = (enum role)rules->card[g.seat[seat].role].role;
	for (uint64_t turn = 0;; turn++) {
		struct order o;

		bot_policy_learn(of, memory, &g, &ev, (int64_t)turn, &learning);
		if (g.phase == PHASE_OVER)
			break;
		game_view(&g, g.to_move, &v);
		if (bot_policy_remembers(of[g.to_move]))
			o = decide(policy, &v, &memory[g.to_move],
			    (STREAMS * number + SEARCH) << 16 | turn, &r);
		else
			o = policy_order(greedy, &v, NULL, &choice.rng, room);
		ev.n = 0;
		game_play(&g, &o, &rng.rng, &ev);
		if (rules->id < 3 && events_end_round(&ev)) {
			r.won = rules->bot->worth(&g, &ev, &start, seat, 1) > 0;
			r.gold = (int)g.seat[seat].gold;
			if (rules->id == 2)
				r.won = r.gold > 0;
			return r;
		}
	}
	count_end(&g, seat, &r);
	return r;
}

struct tally {
	unsigned n, won[2], even[2];
	double gold[2], diff, square, gdiff, gsquare;
};

static void
add(struct tally *t, const struct result *a, const struct result *b)
{
	const double d = (b->won + 0.5 * b->even) - (a->won + 0.5 * a->even);
	const double e = b->gold - a->gold;

	t->n++;
	t->won[0] += (unsigned)a->won;
	t->won[1] += (unsigned)b->won;
	t->even[0] += (unsigned)a->even;
	t->even[1] += (unsigned)b->even;
	t->gold[0] += a->gold;
	t->gold[1] += b->gold;
	t->diff += d;
	t->square += d * d;
	t->gdiff += e;
	t->gsquare += e * e;
}

static double
interval(double sum, double square, unsigned n)
{
	const double mean = sum / n;

	return n < 2 ? 0 : 1.96 * sqrt((square / n - mean * mean) / (n - 1));
}

static void
print(const char *name, const struct tally *t)
{
	if (t->n == 0)
		return;
	printf(
	    "%-12s %6u games  won %5.1f -> %5.1f %%  even %5.1f -> %5.1f %%  more %+5.1f +- %4.1f"
	    "  gold %5.2f -> %5.2f  %+5.2f +- %4.2f\n",
	    name, t->n, 100.0 * t->won[0] / t->n, 100.0 * t->won[1] / t->n,
	    100.0 * t->even[0] / t->n, 100.0 * t->even[1] / t->n, 100.0 * t->diff / t->n,
	    100.0 * interval(t->diff, t->square, t->n), t->gold[0] / t->n, t->gold[1] / t->n,
	    t->gdiff / t->n, interval(t->gdiff, t->gsquare, t->n));
}

int
main(int argc, char **argv)
{
	static struct tally role[ROLE_COUNT], sum;
	static const char *const name[ROLE_COUNT] = {
		[ROLE_MINER] = "miner", [ROLE_SABOTEUR] = "saboteur"
	};
	const struct rules *const *r = rules_all;
	struct bot_policy policy, greedy = { .kind = POLICY_GREEDY };
	const unsigned seats = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	const unsigned games = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 100;
	const unsigned first = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 0;
	double time = 0;
	unsigned decisions = 0;
	uint64_t rollouts = 0;

	while (argc > 1 && *r != NULL && strcmp((*r)->name, argv[1]) != 0)
		r++;
	if (argc < 4 || *r == NULL || seats < (*r)->seats_min || seats > (*r)->seats_max ||
	    bot_policy_parse(argv[3], strlen(argv[3]), &policy) < 0) {
		(void)fprintf(stderr, "bot-bench RULES SEATS POLICY [GAMES [FIRST [all]]]\n");
		return 2;
	}
	room = malloc(sizeof *room);
	if (room == NULL)
		return 1;
	for (unsigned k = 0; k < games; k++) {
		const uint8_t seat = (uint8_t)((first + k) % seats);
		struct result a = play(*r, seats, first + k, seat, false, greedy);
		struct result b = play(*r, seats, first + k, seat, argc > 6, policy);

		add(&role[a.role], &a, &b);
		add(&sum, &a, &b);
		time += b.time;
		decisions += b.decisions;
		rollouts += b.rollouts;
	}
	for (unsigned i = 0; i < ROLE_COUNT; i++)
		print(name[i] != NULL ? name[i] : "role", &role[i]);
	print("all", &sum);
	printf("%.4f ms a decision (%u)", decisions > 0 ? 1000 * time / decisions : 0, decisions);
	if (rollouts > 0)
		printf("; %.0f rollouts a second", (double)rollouts / time);
	printf("\n");
	free(room);
	return 0;
}
