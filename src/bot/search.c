/*
 * Search by greedy rollouts.
 *
 * (S1) Integers only and one draw per statement: the same choice on every machine.
 * (S2) The truth is never read: rollouts start from sampled states.
 * (S3) candidate[0] is greedy's order until the end, and is tried in every state.
 */
#include "bot/search.h"

/* The streams of random numbers of a search. */
enum { STREAM_GREEDY, STREAM_STATE, STREAM_CHANCE, STREAM_CHOICES };

/* A smaller sample says nothing about its standard error. */
enum { SAMPLE_LEAST = 8 };

/* The best of many orders that were tried a few times is mostly the luckiest: with 100 tries half a
 * standard error costs 4 rounds of 100, with 300 nothing; with 1000 it wins up to 6
 * (bench/bot-bench, Saboteur). */
enum { BOLD_TRIES = 1000 };

static void
open_stream(const struct bot_search *s, unsigned stream, unsigned number, struct rng_fast *rng)
{
	rng_fast_init(rng, s->seed, (uint64_t)number << 8 | stream);
	rng_open(&rng->rng, 1, RNG_FIRST);
}

/* ---- rollouts -------------------------------------------------------------------------------- */

static bool
is_over(const struct bot_search *s)
{
	return s->g.phase == PHASE_OVER || events_end_round(&s->ev);
}

/* Plays an order and then greedily. Returns what the end is worth to the seat. */
static int
roll_out(struct bot_search *s, const struct order *o)
{
	static const struct bot_belief none;
	const struct bot *bot = s->state.rules->bot;
	const unsigned rollouts = s->revision == 1 ? 1 : bot->rollouts;
	struct rng_fast chance, choices;

	open_stream(s, STREAM_CHANCE, s->tried, &chance);
	open_stream(s, STREAM_CHOICES, s->tried, &choices);
	game_copy(&s->g, &s->state);
	s->ev.n = 0;
	game_play(&s->g, o, &chance.rng, &s->ev);
	for (unsigned turn = 1; !is_over(s) && (bot->horizon == 0 || turn < bot->horizon); turn++) {
		size_t n, i;

		game_view(&s->g, s->g.to_move, &s->view);
		n = game_legal(&s->view.known, s->reply, LEGAL_MAX);
		if (n == 0) /* in a position that was set up */
			break;
		i = bot->greedy(&s->view, rollouts, &none, s->reply, n, &choices.rng);
		s->ev.n = 0;
		game_play(&s->g, &s->reply[i], &chance.rng, &s->ev);
	}
	return bot->worth(&s->g, &s->ev, &s->state, s->seat, s->revision);
}

/* Tries the first n candidates in one state. Returns false if no state fits. */
static bool
try_state(struct bot_search *s, unsigned n)
{
	struct rng_fast rng;
	int base = 0;

	open_stream(s, STREAM_STATE, s->tried, &rng);
	if (!bot_sampler_draw(&s->sampler, &rng.rng, &s->state))
		return false;
	for (unsigned i = 0; i < n; i++) {
		struct bot_candidate *c = &s->candidate[i];
		const int worth = roll_out(s, &s->legal[c->order]);
		int more;

		if (i == 0)
			base = worth;
		more = worth - base;
		c->n++;
		c->sum += worth;
		c->more += more;
		c->square += (int64_t)more * more;
	}
	s->tried++;
	return true;
}

/* ---- sequential halving ---------------------------------------------------------------------- */

/* Sorts candidates 1 to n - 1, which were tried in the same states, from the best. Of equal ones
 * the earlier stays first. */
static void
sort(struct bot_search *s, unsigned n)
{
	for (unsigned i = 2; i < n; i++) {
		const struct bot_candidate c = s->candidate[i];
		unsigned to = i;

		for (; to > 1 && s->candidate[to - 1].more < c.more; to--)
			s->candidate[to] = s->candidate[to - 1];
		s->candidate[to] = c;
	}
}

/* Returns the number of stages until one candidate beside greedy's is left. */
static unsigned
stages(unsigned n)
{
	unsigned count = 1;

	for (n--; n > 1; n = (n + 1) / 2)
		count++;
	return count;
}

static void
halve(struct bot_search *s, unsigned iterations)
{
	unsigned n = s->n_candidates, left = iterations;

	if (n > iterations)
		n = iterations;
	for (unsigned stage = stages(n); n > 1 && left >= n; stage -= stage > 1) {
		unsigned states = left / stage / n;

		for (states += states == 0; states > 0 && left >= n; states--, left -= n)
			if (!try_state(s, n))
				return;
		sort(s, n);
		if (n > 2)
			n = 1 + n / 2;
	}
}

/* True if the candidate beats greedy's order by more standard errors than the revision demands. With
 * S the sum of n differences and Q that of their squares, the mean is S / n and the square of its
 * standard error (Q - S^2 / n) / (n (n - 1)). */
static bool
is_better(const struct bot_candidate *c, bool is_bold)
{
	const uint64_t n = c->n, sum = (uint64_t)c->more, square = (uint64_t)c->square;
	const uint64_t quarters = is_bold ? 1 : 9; /* 0.5 and 1.5, squared */

	return n >= SAMPLE_LEAST && c->more > 0 &&
	    sum * sum > quarters * (n * square - sum * sum) / (4 * (n - 1));
}

/* Puts the second candidate first. */
static void
replace(struct bot_search *s)
{
	const struct bot_candidate greedy = s->candidate[0];

	s->candidate[0] = s->candidate[1];
	s->candidate[1] = greedy;
}

struct order
bot_search_choose(struct bot_search *s, const struct view *v, const struct bot_memory *m,
    unsigned revision, unsigned n, const uint8_t seed[static 32])
{
	const struct bot *bot = v->known.rules->bot;
	const bool is_bold = bot->search_bold > 0 && revision >= bot->search_bold &&
	    n >= BOLD_TRIES;
	struct rng_fast rng;
	struct order chosen;
	size_t greedy;

	memcpy(s->seed, seed, sizeof s->seed);
	s->seat = v->seat;
	s->revision = revision;
	s->tried = 0;
	s->n_legal = game_legal(&v->known, s->legal, LEGAL_MAX);
	open_stream(s, STREAM_GREEDY, 0, &rng);
	greedy = bot->greedy(
	    v, revision == 1 ? 1 : bot->improves, &m->belief, s->legal, s->n_legal, &rng.rng);
	s->n_candidates = (unsigned)s->n_legal;
	for (unsigned i = 0; i < s->n_candidates; i++)
		s->candidate[i] = (struct bot_candidate){ .order = (uint16_t)i };
	s->candidate[0].order = (uint16_t)greedy;
	s->candidate[greedy].order = 0;
	if (s->n_candidates > 1 && bot->worth != NULL && bot_sampler_init(&s->sampler, v, m))
		halve(s, n);
	if (s->n_candidates > 1 && is_better(&s->candidate[1], is_bold))
		replace(s);
	chosen = s->legal[s->candidate[0].order];
	if (bot->complete != NULL)
		bot->complete(v, &chosen);
	return chosen;
}
