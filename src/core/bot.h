#ifndef ADIT_CORE_BOT_H
#define ADIT_CORE_BOT_H

#include "core/game.h"

/* The player of a rules set: it sees only the view. */
struct bot {
	/* One of the n legal orders: its index. */
	size_t (*greedy)(
	    const struct view *v, const struct order *legal, size_t n, struct rng *rng);
	/* Words that this player adds to its choice, which are lawful but never listed; NULL: none. */
	void (*complete)(const struct view *v, struct order *o);
};

#endif
