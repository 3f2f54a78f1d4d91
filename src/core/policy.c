/*
 * Players for simulation.
 */
#include <assert.h>

#include "core/policy.h"

static int
is_discard(const struct order *o)
{
	return o->kind == ORDER_DISCARD || o->kind == ORDER_CLEAR;
}

/* The i-th of the orders that are discards, or of those that are not. */
static size_t
nth(const struct order *legal, size_t n, int discard, size_t i)
{
	size_t at = 0;

	for (;; at++) {
		assert(at < n);
		if (is_discard(&legal[at]) == discard && i-- == 0)
			return at;
	}
}

size_t
policy_random(const struct order *legal, size_t n, struct rng *rng)
{
	size_t discards, plays, tail = n;
	int discard;

	/* Mostly all discards stand behind all others. */
	while (tail > 0 && is_discard(&legal[tail - 1]))
		tail--;
	discards = n - tail;
	for (size_t i = 0; i < tail; i++)
		discards += is_discard(&legal[i]) != 0;
	plays = n - discards;
	if (plays > 0 && discards > 0)
		discard = rng_draw(rng, 8) == 0;
	else
		discard = plays == 0;
	n = rng_draw(rng, (uint32_t)(discard ? discards : plays));
	if (plays == tail)
		return discard ? plays + n : n;
	return nth(legal, discards + plays, discard, n);
}

size_t
policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	switch (policy) {
	case POLICY_GREEDY:
		return v->known.rules->greedy(v, legal, n, rng);
	case POLICY_RANDOM:
	case POLICY_COUNT:
		break;
	}
	return policy_random(legal, n, rng);
}

void
policy_complete(enum policy policy, const struct view *v, struct order *o)
{
	if (policy == POLICY_GREEDY && v->known.rules->complete != NULL)
		v->known.rules->complete(v, o);
}
