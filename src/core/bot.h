#ifndef ADIT_CORE_BOT_H
#define ADIT_CORE_BOT_H

#include "core/game.h"

/* Simulations count how rounds and games end.  A line of their totals is one of the counters: */
struct sim_stat {
	uint8_t counter;   /* which one */
	uint8_t of;        /* what it is a share of */
	uint8_t in;        /* where it is in JSON */
	uint8_t role;      /* the name of this role goes behind label and key; ROLE_NONE: nothing */
	const char *label; /* for people; NULL: only in JSON */
	const char *key;   /* in JSON; NULL: only for people */
};
enum sim_stat_of { OF_ROUNDS, OF_GAMES, OF_SEATS }; /* seats: of all games */
enum sim_stat_in { IN_TOTALS, IN_WINS, IN_ENDS };
enum { COUNTERS_MAX = 32 };

/* What programs know of a rules set: how it is played, seeing only the view, and how it went.  Any
 * member may be NULL, and so may the whole. */
struct bot {
	/* Of greedy and complete: a table's digest 0 names it (core/late_policy.h), and the same revision makes the
	 * same choices for ever, which adit(6) describes.  Whoever changes one raises it; tests/games/late.c knows samples. */
	uint16_t revision;
	/* One of the n legal orders: its index.  NULL: at random. */
	size_t (*greedy)(
	    const struct view *v, const struct order *legal, size_t n, struct rng *rng);
	/* Words that this player adds to its choice, which are lawful but never listed; NULL: none. */
	void (*complete)(const struct view *v, struct order *o);
	/* A round has ended with these events, which left the game so: add to the counters.  NULL: nothing
	 * is counted. */
	void (*count)(
	    const struct game *g, const struct events *ev, uint64_t counter[static COUNTERS_MAX]);
	const struct sim_stat *tally; /* in the order printed; ends with neither label nor key */
};

/*
 * Of the orders that a policy has given points those with most: of several one is drawn, by its place in the order of
 * adit(6), "Which order is chosen", which does not depend on how they are listed.
 */
struct bot_best {
	int points; /* more than this is better */
	unsigned n;
	uint16_t at[LEGAL_MAX];
};

/* None has more points than `least` yet. */
static inline void
bot_best_start(struct bot_best *b, int least)
{
	b->points = least;
	b->n = 0;
}

/* Order number i has so many. */
static inline void
bot_best_add(struct bot_best *b, size_t i, int points)
{
	if (points > b->points)
		b->n = 0;
	if (points > b->points || (points == b->points && b->n > 0))
		b->at[b->n++] = (uint16_t)i;
	b->points = points > b->points ? points : b->points;
}

/* Which one; `none` if none had more than `least`.  Nothing is drawn for a single one. */
size_t bot_best_draw(
    const struct bot_best *b, const struct order *legal, size_t none, struct rng *rng);

/* < 0: a comes before b; 0: they are the same. */
int bot_compare(const struct order *a, const struct order *b);

#endif
