#ifndef ADIT_BENCH_PLAIN_H
#define ADIT_BENCH_PLAIN_H

/*
 * Saboteur as a throw-away loop: what speed the rules themselves cost, for src/core to be measured
 * against.  One global table, no positions, orders, events or views.
 */
struct plain_count {
	unsigned long rounds, turns, gold; /* gold: rounds that ended at the treasure */
};

/* Play whole games of three rounds by the random policy, seats 3 to 10; added to *count. */
void plain_games(
    unsigned long games, unsigned seats, unsigned long seed, struct plain_count *count);

#endif
