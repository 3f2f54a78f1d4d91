#ifndef ADIT_HOST_DEAL_H
#define ADIT_HOST_DEAL_H

#include "host/table.h"

/*
 * What is dealt, committed to and opened.  A round's piles are what its shuffles left: the recorder
 * listens to them while the rules deal.
 */
struct dealt {
	bool has[ROUNDS_MAX];                   /* that round was dealt while we listened */
	uint8_t n[ROUNDS_MAX][PILES];
	card_id card[ROUNDS_MAX][PILES][DECK_MAX];
};

struct recorder {
	struct rng rng;                         /* first: a struct recorder is a struct rng */
	struct rng *chance;                     /* borrowed: where the numbers come from */
	struct dealt *dealt;
	unsigned round;
	enum rng_purpose purpose;
	bool composed;                          /* the deck is made of several shuffles */
};
void recorder_init(struct recorder *r, struct rng *chance, struct dealt *dealt);

/* When the rules are done: complete what the shuffles alone do not tell, from the game and what was
 * drawn. */
void dealt_finish(struct dealt *dealt, const struct recorder *r, const struct game *g,
    const struct events *ev);

/* The commitments to every key of the game. */
void deal_commit_keys(const char *game, const struct rules *rules,
    const unsigned char master[static SECRET_BYTES], struct rng_keys *commit);

/* The leaves of one round. */
void deal_leaves(const char *game, const struct rules *rules, const struct dealt *dealt, unsigned round,
    const unsigned char salts_key[static SUBKEY_BYTES], struct leaves *leaves);

/* From which pile comes what an event of this kind shows to its seat alone?  PILES: from none. */
enum pile deal_pile_shown(enum event_kind kind);

/* Does this opening lead to its leaf? */
bool deal_opens(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaves *leaves);

/*
 * Follow the events with the round's piles (hs->piles; dealt: the rounds that began) and note for
 * every seat the openings of what it was shown: open[SEATS_MAX].
 */
void deal_follow(const struct table *t, struct host_state *hs, const struct dealt *dealt,
    const struct events *ev, struct leaf_openings open[static SEATS_MAX]);

/* Keys that stay secret until the game is over: what a player keeps of a round, its gold, stays his
 * secret, and the salts would tell it; so do goals that leave the game unseen. */
bool deal_is_kept(const struct game *g, unsigned purpose);

#endif
