#include "core/policy.h"
#include "core/saboteur.h"

size_t
saboteur_greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	(void)v;
	return policy_random(legal, n, rng);
}
