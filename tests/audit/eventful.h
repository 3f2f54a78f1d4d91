#ifndef ADIT_TESTS_AUDIT_EVENTFUL_H
#define ADIT_TESTS_AUDIT_EVENTFUL_H

#include "host/aid.h"
#include "wire/deck.h"

/*
 * Honest games in which much happens: joins in odd order, repeats, restarts, other keys, votes, orders
 * kept for later, alternatives, wrong orders, talk, giving up, taking back, seats that are late or away.  Everything about a game
 * follows from its number and its rules set, keys and nonces too.
 */
enum happening {
	HAPPENED_MOVE,
	HAPPENED_LATE,
	HAPPENED_SAY,
	HAPPENED_LATER,
	HAPPENED_CANCEL,
	HAPPENED_STANDING,
	HAPPENED_RESIGN,
	HAPPENED_ROTATE,
	HAPPENED_REPLACE,
	HAPPENED_VOTE,
	HAPPENED_UNDO,
	HAPPENED_WITHDRAW,
	HAPPENED_UNDO_VOTE,
	HAPPENED_REFUSED,
	HAPPENED_REPEAT,
	HAPPENED_JOIN,
	HAPPENED_CONFIRM,
	HAPPENED_RESTART,
	HAPPENINGS
};
const char *happening_name(enum happening h);

enum { OLD_KEYS_MAX = 64, TAKEN_MAX = 16 };

struct eventful {
	struct test_table t; /* t.key: the keys that the seats have now */
	char what[160];      /* for messages: which game */
	bool audited;
	struct house_deck deck;
	struct rng_fast rng;
	unsigned odd;     /* of 16 steps so many are no plain moves */
	bool greedy;      /* how the moves are chosen */
	unsigned is_late; /* in one of so many steps somebody is late; 0: never */
	unsigned n_old;
	struct seckey *old[OLD_KEYS_MAX]; /* keys that seats had before */
	unsigned n_taken;
	struct order_block taken[TAKEN_MAX]; /* orders that were taken, the last of them */
	size_t n_digest, room;
	size_t *at;        /* digest i stands in t.all at at[i] .. at[i + 1] */
	struct host *twin; /* made from the digests: it must go on as the game does */
	char twin_path[96];
	unsigned happened[HAPPENINGS];
};

/* A table of this rules set (not a house deck's: that comes by itself). */
void eventful_open(struct eventful *e, const struct rules *rules, uint64_t number);
void eventful_close(struct eventful *e);

/* Something happens, which may make digests or not.  false: the game is over, and all has been said. */
bool eventful_step(struct eventful *e);

/* Make the twin anew from all digests so far. */
void eventful_rebuild(struct eventful *e);

/* From now on keys and nonces, too, follow from this number. */
void eventful_chance(uint64_t number);

/* A number below n by the game's own chance. */
unsigned eventful_pick(struct eventful *e, unsigned n);

#endif
