#ifndef ADIT_BENCH_PLAIN_H
#define ADIT_BENCH_PLAIN_H

/*
 * Saboteur as a throw-away loop: the speed of the rules alone, as a reference for src/core. It has
 * one global board, and no positions, orders, events or views.
 */
struct plain_count {
	unsigned long rounds, turns, gold; /* gold: rounds that ended at the treasure */
};

/* Plays whole games of three rounds by the random policy, with 3 to 10 seats. Adds to *count. */
void plain_games(
    unsigned long games, unsigned seats, unsigned long seed, struct plain_count *count);

#endif
