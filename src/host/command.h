#ifndef ADIT_HOST_COMMAND_H
#define ADIT_HOST_COMMAND_H

#include "host/deal.h"
#include "host/digest_backend.h"
#include "text/turnline.h"
#include "text/voteline.h"
#include "wire/host_action.h"

/*
 * A game at work: what commands change, and the steps that all of them share.  A command loads (a new
 * work), decides, plays, makes digests and stores; what is its own is the decision, below.  Whoever
 * runs it has opened the transaction and ends it.
 */
struct command {
	struct host *h;
	struct digest_backend *press;
	struct table t;
	struct host_state hs;
	struct store_digest
	    last; /* the newest digest as it was loaded, without text and events; n -1: not loaded */
	/* of the command at hand: */
	int64_t now;
	uint8_t seat; /* of the order */
	const struct parsed_order *order;
	const struct hash *next;   /* the stored order to be played next, or NULL */
	unsigned repeated;         /* turns played by orders for every turn */
	struct deal_record *dealt; /* rounds dealt by the command, or NULL */
	unsigned n_away;           /* turns played for seats that are away */
	struct host_result *r;
};

/* A work on the heap, of a game that is to be loaded or begun; command_free wipes it. */
struct command *command_new(struct host *h, struct digest_backend *press);
void command_free(struct command *w);

/* Table and state out of the game file. */
int command_load(struct command *w, struct err *err);

/*
 * What a command does to the game: change it and make digests (command_add_digest), or fail, and then
 * nothing of it counts.  what: its own.
 */
typedef int command_fn(struct command *w, const void *what, struct err *err);
command_fn command_exec_new;   /* struct host_table_params; as host_new_game */
command_fn command_exec_order; /* struct received_order; as host_apply */
command_fn
    command_exec_undo; /* struct host_action; as host_undo; act->epoch, and whether it asks, is made out here */
command_fn command_exec_withdraw;   /* struct host_action; as host_withdraw */
command_fn command_exec_refuse;     /* nothing; the time to vote on taking back is over */
command_fn command_exec_restart;    /* struct host_action; as host_restart, act->attempt likewise */
command_fn command_exec_replace;    /* struct host_action; as host_replace */
command_fn command_exec_late;       /* nothing; as host_late */
command_fn command_exec_standby;    /* struct host_action: who waits from now on, */
command_fn command_exec_standby_no; /* ... or no more */
command_fn command_exec_lost;       /* struct host_action; the digest that it names is given up */
command_fn command_exec_drop;       /* struct host_action; as host_drop */
command_fn command_exec_fill_seat;  /* nothing; the first who waits gets the seat that is free */
command_fn command_exec_due;        /* nothing; command_exec_fill_seat, or else command_exec_late */
command_fn
    command_exec_recurring; /* nothing; the part of command_exec_late that command_next_recurring tells */

/* An order, and the key that its signature was verified with before: sign_pk, if has_key. */
struct received_order {
	const struct parsed_order *in;
	bool has_key;
	struct pubkey key;
	const struct mail_origin *came; /* as host_apply */
	bool comes; /* now, so that it can be one too many; what was taken once is taken again */
};
/* While the table is stopped (host/lost.h): struct received_order; it is kept till that is over. */
command_fn command_exec_held;

/* Run it at this time, and store the state unless it was a repeat.  *r is empty after a failure. */
int command_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err);

/* ---- for decisions ------------------------------------------------------------------------------ */

/* The dice of this epoch; drbg_wipe, or command_rng_used. */
void command_dice(const struct command *w, struct drbg *dice);
/* They were thrown for the digest to come; wiped. */
void command_rng_used(const struct command *w, struct drbg *dice);

bool command_is_waiting(const struct command *w, enum store_queue wait, unsigned seat);

/* The stored order of a seat that has one, with its hash. */
int command_get_waiting(const struct command *w, enum store_queue wait, unsigned seat,
    struct order_block *b, struct hash *hash, struct err *err);

/* It leaves the store; there may be none. */
int command_drop_waiting(struct command *w, enum store_queue wait, unsigned seat, struct err *err);
/* All of a seat, which is told if there were any. */
int command_forget_waiting(
    struct command *w, unsigned seat, struct digest_cause *cause, struct err *err);

/* The public card of a seat, in w->t, into the store; NULL: nobody's. */
int command_put_card(struct command *w, unsigned seat, const struct pubkey *card, struct err *err);

/* Digest hs.n + 1 of the state as it is now, stored, and noted in w->r. */
int command_add_digest(
    struct command *w, const struct events *ev, struct digest_cause *cause, struct err *err);

/* Play a legal turn, or (NULL) nothing, and make its digest; then whatever was stored for the seats that
 * are to move.  The same, with nothing played, for an act of the host's: its section; the cause has its notes. */
int command_play(
    struct command *w, const struct turn *first, const struct digest_cause *cause, struct err *err);
int command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err);
/* The act is what has caused it: into the cause, and the result. */
void command_set_action(
    struct command *w, const struct host_action *act, struct digest_cause *cause);

/* A turn to be played, or its next step, and why.  turn.n 0: an act of the host's, by the policy of digest 0. */
struct command_step {
	struct turn turn;
	struct digest_cause cause;
	struct host_action act; /* cause.act may point to it */
	bool goes_on;           /* the host has played a step of this turn before */
};
/* Does the host play at once, once the step `last` is played: the rest of a turn that it has begun, or a turn
 * of a seat that is away?  1: *next; 0; -1: it should, and cannot. */
int late_next(
    struct command *w, const struct command_step *last, struct command_step *next, struct err *err);
/*
 * Is the seat's that is to move an order for every turn that is possible?  Commands play what they can, but not more
 * than so many turns of such, and then leave one.  1: *s plays it; 0; -1.
 */
int command_next_recurring(const struct command *w, struct command_step *s, struct err *err);
/* What it plays: into s->turn.  The seat has missed its turn. */
void late_play(struct command *w, struct command_step *s);

/* The seats have voted to skip the seat that is to move, */
int late_skip(struct command *w, struct err *err);
/* ... to go back to digest `to`. */
int undo_voted(struct command *w, int64_t to, struct err *err);

/* May the state after digest `to` come back; has w->seat a vote, and one on that? */
int undo_check(const struct host_state *hs, int64_t to, struct err *err);
int undo_check_voter(const struct command *w, struct err *err);
int undo_check_given(const struct command *w, int64_t to, struct err *err);

/* A seat votes on the request to take back that is open; head_n: the digest that it has read.  With the
 * votes it needs, it is done by a digest of its own.  ERR_STALE: there is none, or another; ERR_RULE: the
 * seat has no vote. */
int undo_vote(struct command *w, const struct vote *vote, int64_t head_n,
    struct digest_cause *cause, struct err *err);
/* The seat gets keys in the digest to come, so that it has no vote on that request any more. */
void undo_lose_vote(struct host_state *hs, uint8_t seat);

/* Start over before the deal, in w alone; what is to be said about it, in the act and in notes. */
int restart_now(struct command *w, struct host_action *act, struct notes *notes, struct err *err);

#endif
