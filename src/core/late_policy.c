/*
 * Late policies.
 *
 * (L1) The input is a view, so the result reveals nothing hidden.
 * (L2) The code uses integers only and one draw per statement, so every machine gets the same
 * result.
 */
#include <assert.h>

#include "core/late_policy.h"

#include "core/bot.h"

/* more than the number of nugget values */
enum { TAKES_MAX = 16 };

bool
late_policy_is_supported(const struct rules *rules, enum late_policy policy, unsigned revision)
{
	switch (policy) {
	case LATE_WAIT:
	case LATE_DISCARD:
		return revision == 0;
	case LATE_SUGGEST:
		return rules->bot != NULL && rules->bot->greedy != NULL && revision > 0 &&
		    rules->bot->revision == revision;
	}
	return false;
}

static struct order
take_highest(const struct game *g)
{
	struct order take[TAKES_MAX];
	size_t n = game_legal_plays(g, take, TAKES_MAX), most = 0;

	assert(n > 0);
	for (size_t i = 1; i < n; i++)
		if (take[i].what > take[most].what)
			most = i;
	return take[most];
}

static struct order
discard(const struct game *g, struct rng *rng)
{
	const struct seat *me = &g->seat[g->to_move];
	struct order o = { .kind = ORDER_DISCARD, .seat = g->to_move, .to = SEAT_NONE };

	if (g->phase == PHASE_DRAFT)
		return take_highest(g);
	if (g->phase == PHASE_WALK) {
		o.kind = ORDER_STAY;
		return o;
	}
	o.n_card = 1;
	o.card[0] = me->hand[rng_draw(rng, me->n_hand)];
	return o;
}

static struct order
suggest(const struct view *v, struct order legal[static LEGAL_MAX], struct rng *rng)
{
	const struct bot *bot = v->known.rules->bot;
	size_t n = game_legal(&v->known, legal, LEGAL_MAX);
	size_t i = bot->greedy(v, bot->revision, NULL, legal, n, rng);

	if (bot->complete != NULL)
		bot->complete(v, &legal[i]);
	return legal[i];
}

struct order
late_policy_order(enum late_policy policy, const struct view *v,
    struct order legal[static LEGAL_MAX], struct rng *rng)
{
	const struct game *g = &v->known;

	assert(policy != LATE_WAIT && v->seat == g->to_move);
	rng_open_loss(rng, g->round, g->turn, g->phase == PHASE_WALK);
	return policy == LATE_SUGGEST ? suggest(v, legal, rng) : discard(g, rng);
}
