/*
 * Players for simulation.
 */
#include "bot/policy.h"

#include "core/bot.h"

static bool
is_discard(const struct order *o)
{
	return o->kind == ORDER_DISCARD || o->kind == ORDER_CLEAR;
}

static bool
wants_discard(bool plays, bool discards, struct rng *rng)
{
	return !plays || (discards && rng_draw(rng, 8) == 0);
}

size_t
policy_random(const struct order *legal, size_t n, struct rng *rng)
{
	size_t plays = n;

	while (plays > 0 && is_discard(&legal[plays - 1]))
		plays--;
	return wants_discard(plays > 0, plays < n, rng) ?
	    plays + rng_draw(rng, (uint32_t)(n - plays)) :
	    rng_draw(rng, (uint32_t)plays);
}

struct order
policy_random_of(const struct game *g, struct order legal[static LEGAL_MAX], struct rng *rng)
{
	size_t n = game_legal_plays(g, legal, LEGAL_MAX);

	if (wants_discard(n > 0, g->phase == PHASE_PLAY, rng))
		n = game_legal_discards(g, legal, LEGAL_MAX);
	return legal[rng_draw(rng, (uint32_t)n)];
}

size_t
policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	const struct bot *bot = v->known.rules->bot;

	return policy == POLICY_GREEDY && bot != NULL && bot->greedy != NULL ?
	    bot->greedy(v, legal, n, rng) :
	    policy_random(legal, n, rng);
}

void
policy_complete(enum policy policy, const struct view *v, struct order *o)
{
	const struct bot *bot = v->known.rules->bot;

	if (policy == POLICY_GREEDY && bot != NULL && bot->complete != NULL)
		bot->complete(v, o);
}
