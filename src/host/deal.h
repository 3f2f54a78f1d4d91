#ifndef ADIT_HOST_DEAL_H
#define ADIT_HOST_DEAL_H

#include "host/table.h"

/* What is dealt, committed to and opened. A round's piles are the result of its shuffles: the
 * recorder receives them while the rules deal. */
struct deal_record {
	bool has[ROUNDS_MAX]; /* round was dealt while recording */
	uint8_t n[ROUNDS_MAX][PILES];
	card_id card[ROUNDS_MAX][PILES][DECK_MAX];
};

struct deal_recorder {
	/* must be the first member: a struct deal_recorder is a struct rng */
	struct rng rng;
	struct rng *chance; /* borrowed: source of the numbers */
	struct deal_record *dealt;
	unsigned round;
	enum rng_purpose purpose;
	bool composed; /* the deck is made of several shuffles */
};
void deal_recorder_init(struct deal_recorder *r, struct rng *chance, struct deal_record *dealt);

/* Completes the record after the deal, from the game and the draw events, where the shuffles
 * alone do not suffice. */
void deal_record_finish(struct deal_record *dealt, const struct deal_recorder *r,
    const struct game *g, const struct events *ev);

/* Appends the lines of keys: commitments to every key of the epoch from the current round on. */
void deal_keys(const struct table *t, const struct host_state *hs, struct buf *out);

/* deal_leaves: the leaves of the rounds that begin in digest hs->n + 1, which is being made.
 * deal_leaves_again: the leaves of what was reshuffled in it. */
void deal_leaves(const struct table *t, const struct host_state *hs,
    const struct deal_record *dealt, struct leaves *leaves);
void deal_leaves_again(const struct table *t, const struct host_state *hs, struct leaves *leaves);

/*
 * deal_open_shown applies the events to the round's piles (hs->piles; dealt: the rounds that
 * began) and adds for every seat the openings of what it was shown. `open` has one entry a seat,
 * all empty. deal_open_known then adds the openings of everything else that the seat knows and
 * the public does not.
 */
void deal_open_shown(const struct table *t, struct host_state *hs, const struct deal_record *dealt,
    const struct events *ev, struct leaf_openings *open);
void deal_open_known(
    const struct table *t, const struct host_state *hs, struct leaf_openings *open);

/* Records that the unseen cards were reshuffled in the digest being made: new leaves are valid. */
void deal_shuffled(struct host_state *hs);

#endif
