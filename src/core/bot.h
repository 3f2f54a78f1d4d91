#ifndef ADIT_CORE_BOT_H
#define ADIT_CORE_BOT_H

#include "core/game.h"

/* Simulations count how rounds and games end.  A line of their totals is one of the counters: */
struct tally {
	uint8_t counter;   /* which one */
	uint8_t of;        /* what it is a share of */
	uint8_t in;        /* where it is in JSON */
	uint8_t role;      /* the name of this role goes behind label and key; ROLE_NONE: nothing */
	const char *label; /* for people; NULL: only in JSON */
	const char *key;   /* in JSON; NULL: only for people */
};
enum tally_of { OF_ROUNDS, OF_GAMES, OF_SEATS }; /* seats: of all games */
enum tally_in { IN_TOTALS, IN_WINS, IN_ENDS };
enum { COUNTERS_MAX = 32 };

/* What programs know of a rules set: how it is played, seeing only the view, and how it went.  Any
 * member may be NULL, and so may the whole. */
struct bot {
	/* Of greedy and complete: a table's digest 0 names it (core/late.h), and the same revision makes the
	 * same choices for ever.  Whoever changes one raises it; tests/games/late.c knows samples. */
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
	const struct tally *tally; /* in the order printed; ends with neither label nor key */
};

#endif
