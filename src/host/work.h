#ifndef ADIT_HOST_WORK_H
#define ADIT_HOST_WORK_H

#include "host/deal.h"
#include "host/press.h"
#include "text/turnline.h"
#include "text/voteline.h"
#include "wire/host_action.h"

/*
 * A game at work: what commands change, and the steps that all of them share.  A command loads (a new
 * work), decides, plays, makes digests and stores; what is its own is the decision, below.  Whoever
 * runs it has opened the transaction and ends it.
 */
struct work {
	struct host *h;
	struct press *press;
	struct table t;
	struct host_state hs;
	struct store_digest
	    last; /* the newest digest as it was loaded, without text and events; n -1: not loaded */
	/* of the command at hand: */
	int64_t now;
	uint8_t seat; /* of the order */
	const struct parsed_order *order;
	const struct hash *next; /* the stored order to be played next, or NULL */
	unsigned repeated;       /* turns played by orders for every turn */
	struct dealt *dealt;     /* rounds dealt by the command, or NULL */
	unsigned n_away;         /* turns played for seats that are away */
	struct host_result *r;
};

/* A work on the heap, of a game that is to be loaded or begun; work_free wipes it. */
struct work *work_new(struct host *h, struct press *press);
void work_free(struct work *w);

/* Table and state out of the game file. */
int work_load(struct work *w, struct err *err);

/*
 * What a command does to the game: change it and make digests (work_add_digest), or fail, and then
 * nothing of it counts.  what: its own.
 */
typedef int decision(struct work *w, const void *what, struct err *err);
decision decide_new;   /* struct host_new; as host_new_game */
decision decide_order; /* struct sent; as host_apply */
decision
    decide_undo; /* struct host_action; as host_undo; act->epoch, and whether it asks, is made out here */
decision decide_withdraw;   /* struct host_action; as host_withdraw */
decision decide_refuse;     /* nothing; the time to vote on taking back is over */
decision decide_restart;    /* struct host_action; as host_restart, act->attempt likewise */
decision decide_replace;    /* struct host_action; as host_replace */
decision decide_late;       /* nothing; as host_late */
decision decide_standby;    /* struct host_action: who waits from now on, */
decision decide_standby_no; /* ... or no more */
decision decide_lost;       /* struct host_action; the digest that it names is given up */
decision decide_drop;       /* struct host_action; as host_drop */
decision decide_chair;      /* nothing; the first who waits gets the seat that is free */
decision decide_due;        /* nothing; decide_chair, or else decide_late */
decision decide_on;         /* nothing; the part of decide_late that work_goes_on tells */

/* An order, and the key that its signature was verified with before: sign_pk, if has_key. */
struct sent {
	const struct parsed_order *in;
	bool has_key;
	struct pubkey key;
	const struct host_came *came; /* as host_apply */
	bool comes; /* now, so that it can be one too many; what was taken once is taken again */
};
/* While the table is stopped (host/lost.h): struct sent; it is kept till that is over. */
decision decide_held;
/* Was this very block, with this very signature, accepted before?  1, 0, or -1: it cannot be known. */
int order_in_known(struct host *h, const struct parsed_order *in, struct err *err);

/* Run it at this time, and store the state unless it was a repeat.  *r is empty after a failure. */
int work_run(struct work *w, decision *decide, const void *what, int64_t now, struct host_result *r,
    struct err *err);

/* ---- for decisions ------------------------------------------------------------------------------ */

/* The dice of this epoch; drbg_wipe, or work_thrown. */
void work_dice(const struct work *w, struct drbg *dice);
/* They were thrown for the digest to come; wiped. */
void work_thrown(const struct work *w, struct drbg *dice);

bool work_is_waiting(const struct work *w, enum store_queue wait, unsigned seat);

/* The stored order of a seat that has one, with its hash. */
int work_get_waiting(const struct work *w, enum store_queue wait, unsigned seat,
    struct order_block *b, struct hash *hash, struct err *err);

/* It leaves the store; there may be none. */
int work_drop_waiting(struct work *w, enum store_queue wait, unsigned seat, struct err *err);
/* All of a seat, which is told if there were any. */
int work_forget_waiting(struct work *w, unsigned seat, struct cause *cause, struct err *err);

/* The public card of a seat, in w->t, into the store; NULL: nobody's. */
int work_put_card(struct work *w, unsigned seat, const struct pubkey *card, struct err *err);

/* Digest hs.n + 1 of the state as it is now, stored, and noted in w->r. */
int work_add_digest(struct work *w, const struct events *ev, struct cause *cause, struct err *err);

/* Play a legal turn, or (NULL) nothing, and make its digest; then whatever was stored for the seats that
 * are to move.  The same, with nothing played, for an act of the host's: its section; the cause has its notes. */
int work_play(struct work *w, const struct turn *first, const struct cause *cause, struct err *err);
int work_add_act(
    struct work *w, const struct host_action *act, struct cause *cause, struct err *err);
/* The act is what has caused it: into the cause, and the result. */
void work_tell_act(struct work *w, const struct host_action *act, struct cause *cause);

/* A turn to be played, or its next step, and why.  turn.n 0: an act of the host's, by the policy of digest 0. */
struct work_step {
	struct turn turn;
	struct cause cause;
	struct host_action act; /* cause.act may point to it */
	bool goes_on;           /* the host has played a step of this turn before */
};
/* Does the host play at once, once the step `last` is played: the rest of a turn that it has begun, or a turn
 * of a seat that is away?  1: *next; 0; -1: it should, and cannot. */
int late_next(
    struct work *w, const struct work_step *last, struct work_step *next, struct err *err);
/*
 * Is the seat's that is to move an order for every turn that is possible?  Commands play what they can, but not more
 * than so many turns of such, and then leave one.  1: *s plays it; 0; -1.
 */
int work_goes_on(const struct work *w, struct work_step *s, struct err *err);
/* What it plays: into s->turn.  The seat has missed its turn. */
void late_play(struct work *w, struct work_step *s);

/* The seats have voted to skip the seat that is to move, */
int late_skip(struct work *w, struct err *err);
/* ... to go back to digest `to`. */
int undo_voted(struct work *w, int64_t to, struct err *err);

/* May the state after digest `to` come back; has w->seat a vote, and one on that? */
int undo_check(const struct host_state *hs, int64_t to, struct err *err);
int undo_check_voter(const struct work *w, struct err *err);
int undo_check_given(const struct work *w, int64_t to, struct err *err);

/* A seat votes on the request to take back that is open; head_n: the digest that it has read.  With the
 * votes it needs, it is done by a digest of its own.  ERR_STALE: there is none, or another; ERR_RULE: the
 * seat has no vote. */
int undo_vote(
    struct work *w, const struct vote *vote, int64_t head_n, struct cause *cause, struct err *err);
/* The seat gets keys in the digest to come, so that it has no vote on that request any more. */
void undo_lose_vote(struct host_state *hs, uint8_t seat);

/* Start over before the deal, in w alone; what is to be said about it, in the act and in notes. */
int restart_now(struct work *w, struct host_action *act, struct notes *notes, struct err *err);

#endif
