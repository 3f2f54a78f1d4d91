#ifndef ADIT_HOST_DEAL_H
#define ADIT_HOST_DEAL_H

#include "host/table.h"

/*
 * What is dealt, committed to and opened.  A round's piles are what its shuffles left: the recorder
 * listens to them while the rules deal.
 */
struct dealt {
	bool has[ROUNDS_MAX]; /* that round was dealt while we listened */
	uint8_t n[ROUNDS_MAX][PILES];
	card_id card[ROUNDS_MAX][PILES][DECK_MAX];
};

struct recorder {
	struct rng rng;     /* first: a struct recorder is a struct rng */
	struct rng *chance; /* borrowed: where the numbers come from */
	struct dealt *dealt;
	unsigned round;
	enum rng_purpose purpose;
	bool composed; /* the deck is made of several shuffles */
};
void recorder_init(struct recorder *r, struct rng *chance, struct dealt *dealt);

/* When the rules are done: complete what the shuffles alone do not tell, from the game and what was
 * drawn. */
void dealt_finish(
    struct dealt *dealt, const struct recorder *r, const struct game *g, const struct events *ev);

/* Lines of keys: the commitments to every key of the epoch from the round that is on. */
void deal_keys(const struct table *t, const struct host_state *hs, struct buf *out);

/* The leaves of the rounds that began in digest hs->n + 1, which is being made; of what was shuffled
 * again in it. */
void deal_leaves(const struct table *t, const struct host_state *hs, const struct dealt *dealt,
    struct leaves *leaves);
void deal_leaves_again(const struct table *t, const struct host_state *hs, struct leaves *leaves);

/*
 * Follow the events with the round's piles (hs->piles; dealt: the rounds that began) and note for
 * every seat the openings of what it was shown: open, one a seat, all empty.  deal_hold: then those of all
 * that it knows and not everybody.
 */
void deal_follow(const struct table *t, struct host_state *hs, const struct dealt *dealt,
    const struct events *ev, struct leaf_openings *open);
void deal_hold(const struct table *t, const struct host_state *hs, struct leaf_openings *open);

/* What nobody has seen was shuffled again, in the digest that is being made: other leaves count. */
void deal_shuffled(struct host_state *hs);

/* Keys that stay secret until the game is over: what a player keeps of a round, its gold, stays his
 * secret, and the salts would tell it; so do goals that leave the game unseen. */
bool deal_is_kept(const struct game *g, unsigned purpose);

#endif
