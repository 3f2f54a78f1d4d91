#ifndef ADIT_HOST_DEAL_H
#define ADIT_HOST_DEAL_H

#include "host/table.h"

/*
 * What is dealt, committed to and opened.  A round's piles are what its shuffles left: the recorder
 * listens to them while the rules deal.
 */
struct deal_record {
	bool has[ROUNDS_MAX]; /* that round was dealt while we listened */
	uint8_t n[ROUNDS_MAX][PILES];
	card_id card[ROUNDS_MAX][PILES][DECK_MAX];
};

struct shuffle_recorder {
	struct rng rng;     /* first: a struct shuffle_recorder is a struct rng */
	struct rng *chance; /* borrowed: where the numbers come from */
	struct deal_record *dealt;
	unsigned round;
	enum rng_purpose purpose;
	bool composed; /* the deck is made of several shuffles */
};
void recorder_init(struct shuffle_recorder *r, struct rng *chance, struct deal_record *dealt);

/* When the rules are done: complete what the shuffles alone do not tell, from the game and what was
 * drawn. */
void deal_record_finish(struct deal_record *dealt, const struct shuffle_recorder *r,
    const struct game *g, const struct events *ev);

/* Lines of keys: the commitments to every key of the epoch from the round that is on. */
void deal_keys(const struct table *t, const struct host_state *hs, struct buf *out);

/* The leaves of the rounds that began in digest hs->n + 1, which is being made; of what was shuffled
 * again in it. */
void deal_leaves(const struct table *t, const struct host_state *hs,
    const struct deal_record *dealt, struct leaves *leaves);
void deal_leaves_again(const struct table *t, const struct host_state *hs, struct leaves *leaves);

/*
 * Follow the events with the round's piles (hs->piles; dealt: the rounds that began) and note for
 * every seat the openings of what it was shown: open, one a seat, all empty.  deal_open_known: then those of all
 * that it knows and not everybody.
 */
void deal_open_shown(const struct table *t, struct host_state *hs, const struct deal_record *dealt,
    const struct events *ev, struct leaf_openings *open);
void deal_open_known(
    const struct table *t, const struct host_state *hs, struct leaf_openings *open);

/* What nobody has seen was shuffled again, in the digest that is being made: other leaves count. */
void deal_shuffled(struct host_state *hs);

/* Keys that stay secret until the game is over: what a player keeps of a round, its gold, stays his
 * secret, and the salts would tell it; so do goals that leave the game unseen. */
bool deal_is_withheld(const struct game *g, unsigned purpose);

#endif
