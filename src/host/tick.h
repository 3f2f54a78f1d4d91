#ifndef ADIT_HOST_TICK_H
#define ADIT_HOST_TICK_H

#include "host/host.h"
#include "store/tick.h"

/*
 * What the clock asks for at a table (`adit tick`).  Looking changes nothing.
 *
 *	a quarter of the limit is left, it is over, one to five days later	a reminder; of several that
 *		have come since the last run the latest
 *	limit and grace are over, and a grace (TICK_WAIT_S at least) since the first run after the limit	the
 *		policy plays: what came while nobody ran is taken first
 *	the limit is over, and the last run and the newest digest are TICK_AWAY_S old	nothing: the clock may be wrong
 *	the seat that is to move is away	the policy plays
 *	a seat has been away for replace-after, somebody waits for one, and a run has been since then	he gets it
 *	the time to vote on taking back is over	that ends, and the game goes on
 *	it has an order for every turn that the last command has left, since it plays only so many	that is played
 */
enum { TICK_WAIT_S = 3600, TICK_AWAY_S = 30 * 86400 };

struct tick_options {
	int64_t now;
	bool all_taken; /* every order that has come is taken: nothing waits for that */
	bool catch_up;  /* the clock is right */
};

struct tick_plan {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	uint8_t seat;                /* that is to move, */
	char name[NAME_MAX_LEN + 1]; /* or "" */
	char late[LATE_MAX + 1];     /* the policy */
	int64_t n, turn;             /* the newest digest, the turn to be played */
	int64_t due, from; /* when the limit is over; and when the policy may play; -1: never */
	int64_t acts;      /* and when it will, for all that is known now */
	int64_t again; /* before then nothing is to be done, unless a digest is made; -1: never */
	bool reminds, waits,
	    plays;      /* what is to be done; waits: not yet, and this was the first run */
	bool kept;      /* ... by the seat's order for every turn */
	bool ends;      /* ... that the vote on taking back is over */
	bool gives;     /* the seat goes to who waits for one, and `name` is that */
	int64_t lost_s; /* nothing is done, since the last run is so long ago; or 0 */
	bool notes;     /* `next` is to be noted */
	struct store_tick next;
	/* Nothing is to be done from then until then, if nothing is now and nobody changes the file. */
	int64_t quiet_from, quiet_until;
};

/* Inside a transaction.  ERR_BUSY: the clock is behind the newest digest. */
int tick_plan_make(
    struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err);

/* The same, in a transaction of its own that only reads. */
int host_tick(struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err);

#endif
