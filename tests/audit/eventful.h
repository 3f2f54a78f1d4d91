#ifndef ADIT_TESTS_AUDIT_EVENTFUL_H
#define ADIT_TESTS_AUDIT_EVENTFUL_H

#include "host/aid.h"
#include "wire/deck.h"

/*
 * Honest games in which much happens: joins in any order, repeats, restarts, new keys, votes,
 * queued orders, alternatives, wrong orders, press, resignations, undo, late and away seats.
 * Everything, also keys and nonces, derives from the number of the game and its rules set.
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
	struct test_table t; /* t.key: the current keys of the seats */
	char what[160];      /* name of the game, for messages */
	bool audited;
	struct house_deck deck;
	struct rng_fast rng;
	unsigned odd;     /* of 16 steps this number are not plain moves */
	bool greedy;      /* policy of the moves */
	unsigned is_late; /* a seat is late in one of this number of steps; 0: never */
	unsigned n_old;
	struct seckey *old[OLD_KEYS_MAX]; /* earlier keys of seats */
	unsigned n_taken;
	struct order_block taken[TAKEN_MAX]; /* the last accepted orders */
	size_t n_digest, room;
	size_t *at;        /* digest i is t.all[at[i] .. at[i + 1]) */
	struct host *twin; /* rebuilt from the digests: it must behave like the game */
	char twin_path[96];
	unsigned happened[HAPPENINGS];
};

/* Opens a table of this rules set. Custom decks are chosen at random. */
void eventful_open(struct eventful *e, const struct rules *rules, uint64_t number);
void eventful_close(struct eventful *e);

/* Does one step, which may make digests. Returns false when the game is over and nothing is left
 * to try. */
bool eventful_step(struct eventful *e);

/* Rebuilds the twin from all digests so far. */
void eventful_rebuild(struct eventful *e);

/* From now on keys and nonces also derive from this number. */
void eventful_chance(uint64_t number);

/* Returns a number below n from the generator of the game. */
unsigned eventful_pick(struct eventful *e, unsigned n);

#endif
