#ifndef ADIT_CORE_BOT_H
#define ADIT_CORE_BOT_H

#include "core/game.h"

/* Simulations count how rounds and games end. One line of their totals shows one counter. */
struct bot_stat {
	uint8_t counter;   /* index of the counter */
	uint8_t of;        /* enum sim_stat_of: the number that the counter is a share of */
	uint8_t in;        /* enum sim_stat_in: the object in JSON */
	uint8_t role;      /* the name of this role follows label and key; ROLE_NONE: no name */
	const char *label; /* text output; NULL: only in JSON */
	const char *key;   /* JSON key; NULL: only in text */
};
enum sim_stat_of {
	BOT_STAT_OF_ROUNDS,
	BOT_STAT_OF_GAMES,
	BOT_STAT_OF_SEATS
}; /* BOT_STAT_OF_SEATS: seats of all games */
enum sim_stat_in { BOT_STAT_IN_TOTALS, BOT_STAT_IN_WINS, BOT_STAT_IN_ENDS };
enum { BOT_COUNTERS_MAX = 32, BOT_WORTH_MAX = 1000 };
enum { BOT_GREEDY2 = 2 }; /* the first revision of greedy that chooses with a belief */

/* What a seat believes about hidden roles, from acts that it has seen in this round. A belief is no
 * fact: knowledge is in core/knowledge.h. Zeroes: nothing seen yet. */
struct bot_belief {
	/* How far the acts of a seat speak for a role of `suspected`, in quarters of a bit: 4 means
	 * that such a role is twice as likely as before. Not for the own seat. */
	int16_t lean[SEATS_MAX];
	int32_t worth; /* of the rules set: the evaluation after the last digest */
};
enum { BOT_LEAN_MAX = 48 };

/* A board as a seat sees it, and its evaluation. Most seats of a game see the same board. */
struct bot_board {
	uint8_t n; /* 0: none yet */
	struct cell cell[CELLS_MAX];
	int32_t worth;
};

/* The policies and statistics of a rules set. Any member may be NULL, and so may the pointer to the
 * struct. */
struct bot {
	/* Revision of the greedy policy without memory, and of complete. Digest 0 of a table names
	 * it (core/late_policy.h). One revision always makes the same choices, which adit(6)
	 * describes. tests/games/late.c has samples. */
	uint16_t revision;
	/* The newest revision of greedy, from BOT_GREEDY2 on, for a seat that remembers; adit(1),
	 * simulate, says what differs. Raise it with every change. */
	uint16_t newest;
	/* Returns the index of the chosen order in `legal[0..n-1]`, by a revision from 1 to
	 * `newest`. belief: read from BOT_GREEDY2 on, then not NULL. NULL: choose at random. */
	size_t (*greedy)(const struct view *v, unsigned revision, const struct bot_belief *belief,
	    const struct order *legal, size_t n, struct rng *rng);
	/* Adds legal arguments that the move generator never lists. NULL: none. */
	void (*complete)(const struct view *v, struct order *o);
	/* Adds what one digest shows to a belief. The board of `after` and `ev` are what the seat of
	 * the view sees; everything else in `after` may be the public view. `last`: what was
	 * evaluated last in this game, for any seat. NULL: acts say nothing
	 * about roles. */
	void (*infer)(struct bot_belief *b, const struct view *after, const struct events *ev,
	    struct bot_board *last);
	uint16_t suspected; /* roles that bot_belief.lean is about, bits 1 << enum role */
	/* Returns what the end of a rollout is worth to a seat, from -BOT_WORTH_MAX to
	 * BOT_WORTH_MAX. `ev` are the last events, and `from` the game before the rollout. NULL: no
	 * search is possible. */
	int (*worth)(const struct game *g, const struct events *ev, const struct game *from,
	    uint8_t seat, unsigned revision);
	/* The newest revision of the search. Revision 1 improves orders of revision 1 of greedy, and
	 * its rollouts choose by it, too; later ones improve `improves`, and their rollouts choose
	 * by `rollouts`, without a belief; `worth` may depend on the revision. Digest 0 of a table
	 * names it: raise it when one of these is raised. */
	uint16_t search_revision;
	uint16_t improves; /* a revision of greedy */
	/* From this revision of the search on, one with many tries replaces greedy's order by an
	 * order that is better by half a standard error, else 1.5 (bot/search.c). 0: none. */
	uint16_t search_bold;
	uint16_t rollouts;
	uint8_t horizon; /* turns after which a rollout is cut; 0: it ends with the round */
	/* Adds to the counters after a round. `ev` ended the round and `g` is the game after it.
	 * NULL: no counters. */
	void (*count)(const struct game *g, const struct events *ev,
	    uint64_t counter[static BOT_COUNTERS_MAX]);
	/* in output order; ends with an entry whose label and key are NULL */
	const struct bot_stat *tally;
};

/*
 * Collects the orders with the most points. If several have the most, one draw chooses by their
 * rank in the order that adit(6), "Which order is chosen", defines. The choice does not depend on
 * the order of the list.
 */
struct bot_best {
	int points; /* only more points than this are better */
	unsigned n;
	uint16_t at[LEGAL_MAX];
};

/* Starts an empty collection. An order needs more than `least` points. */
static inline void
bot_best_start(struct bot_best *b, int least)
{
	b->points = least;
	b->n = 0;
}

/* Adds order number i with this many points. */
static inline void
bot_best_add(struct bot_best *b, size_t i, int points)
{
	if (points > b->points)
		b->n = 0;
	if (points > b->points || (points == b->points && b->n > 0))
		b->at[b->n++] = (uint16_t)i;
	b->points = points > b->points ? points : b->points;
}

/* Returns the index of the chosen order, or `none` if no order had more than `least` points. Draws
 * only if several have the most points. */
size_t bot_best_draw(
    const struct bot_best *b, const struct order *legal, size_t none, struct rng *rng);

/* Compares two orders. Returns a negative number if a comes before b, 0 if they are equal. */
int bot_compare(const struct order *a, const struct order *b);

#endif
