#ifndef ADIT_HOST_TICK_H
#define ADIT_HOST_TICK_H

#include "host/host.h"
#include "store/tick.h"

/*
 * Decides what is due at a table (`adit tick`). Deciding changes nothing.
 *
 * a quarter of the limit is left; the deadline; one to five days later
 *     a reminder; if several are due since the last run, only the latest
 * limit and grace period are over, and a grace period (TICK_WAIT_S at least) has passed since
 * the first run after the limit
 *     the policy plays: orders that came between runs are applied first
 * the limit is over, and the last run and the newest digest are TICK_AWAY_S old
 *     nothing: the clock may be wrong
 * the seat that is to move is away
 *     the policy plays
 * a seat is away for replace-after, the waiting list is not empty, and a run was since then
 *     the first standby gets the seat
 * the time to vote on an undo request is over
 *     the request ends, and the game goes on
 * a bot is to move, whose turn is lacking in a file that was rebuilt
 *     it plays
 * the last command left a recurring order, because it plays only REPEATED_MAX
 *     the order is played
 *
 * While the timers of the table rest (host/operator.h) nothing is due. Afterwards a late seat has
 * as much time as after the first run.
 */
enum { TICK_WAIT_S = 3600, TICK_AWAY_S = 30 * 86400 };

struct tick_options {
	int64_t now;
	bool all_taken; /* all orders received were applied: do not wait for them */
	bool catch_up;  /* the clock is known to be right */
};

struct tick_plan {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	uint8_t seat;                 /* the seat to move */
	char name[NAME_MAX_LEN + 1];  /* its name, or "" */
	char late[TIME_LATE_MAX + 1]; /* the policy */
	int64_t n, turn;              /* the newest digest, the turn to play */
	int64_t due, from;            /* deadline; time from which the policy may play; -1: never */
	int64_t acts;                 /* time at which it will play, as known now */
	int64_t again; /* nothing is due before this time unless a digest is made; -1: never */
	bool reminds, waits,
	    plays;         /* what to do now; waits: too early, and this was the first run */
	bool plays_queued; /* plays the seat's recurring order */
	int64_t paused;    /* nothing is done before this time; 0: no pause */
	bool ends;         /* ends the vote on an undo request */
	bool gives;        /* gives the seat `name` to the first standby */
	int64_t lost_s;    /* seconds since the last run, if that is too long to act; or 0 */
	bool notes;        /* store `next` */
	struct store_tick next;
	/* Nothing is due in this interval, if nothing is now and the file does not change. */
	int64_t quiet_from, quiet_until;
};

/* Makes the plan, inside a transaction. ERR_BUSY: the clock is earlier than the newest digest. */
int tick_plan_make(
    struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err);

/* Like tick_plan_make, in a read transaction of its own. */
int host_tick(struct host *h, const struct tick_options *how, struct tick_plan *t, struct err *err);

#endif
