#ifndef ADIT_HOST_COMMAND_H
#define ADIT_HOST_COMMAND_H

#include "bot/memory.h"
#include "host/deal.h"
#include "host/digest_backend.h"
#include "text/turnline.h"
#include "text/voteline.h"
#include "wire/host_action.h"

/*
 * A loaded game and the steps shared by all commands. A command loads (a new struct command),
 * decides, plays, makes digests and stores. Only the decision differs, see below. The caller
 * opens and ends the transaction.
 */
struct command {
	struct host *h;
	struct digest_backend *press;
	struct table t;
	struct host_state hs;
	/* the newest digest as loaded, without text and events; n -1: not loaded */
	struct store_digest last;
	/* of the current command: */
	int64_t now;
	uint8_t seat; /* of the sender */
	const struct parsed_order *order;
	const struct hash *next;   /* queued order that is played next, or NULL */
	unsigned repeated;         /* turns played by recurring orders */
	struct deal_record *dealt; /* rounds dealt by the command, or NULL */
	unsigned n_away;           /* turns played for away seats */
	/* By seat, what bots that remember have seen; NULL: not known. Freed with the command. */
	struct bot_memory *memory;
	uint32_t bots_left; /* iterations that bots may still search while the file is locked */
	bool bots_wait;     /* the command failed, for a bot has to search more: bots_think */
	bool searched;      /* the next digest has what a late policy that searches has chosen */
	struct host_result *r;
};

/* Returns a command on the heap, for a game that is loaded or created next. command_free wipes
 * it. */
struct command *command_new(struct host *h, struct digest_backend *press);
void command_free(struct command *w);

/* Loads table and state from the game file. */
int command_load(struct command *w, struct err *err);

/* A decision: changes the game and makes digests (command_add_digest), or fails; then the caller
 * must roll back. `what` is its argument. */
typedef int command_fn(struct command *w, const void *what, struct err *err);
command_fn command_exec_new;   /* struct host_table_params; as host_new_game */
command_fn command_exec_order; /* struct command_order; as host_apply */
/* struct host_action; as host_undo. Decides act->epoch, and whether the seats vote */
command_fn command_exec_undo;
command_fn command_exec_withdraw; /* struct host_action; as host_withdraw */
command_fn command_exec_refuse;   /* no argument; the time to vote on an undo request has ended */
command_fn command_exec_restart;  /* struct host_action; as host_restart; decides act->attempt */
command_fn command_exec_replace;  /* struct host_action; as host_replace */
/* struct host_give; as host_give_custody; decides the keys */
command_fn command_exec_give;
command_fn command_exec_late;       /* no argument; as host_late */
command_fn command_exec_standby;    /* struct host_action: joins the waiting list */
command_fn command_exec_standby_no; /* struct host_action: leaves the waiting list */
command_fn command_exec_lost;       /* struct host_action; gives up the digest it names */
command_fn command_exec_drop;       /* struct host_action; as host_drop */
command_fn command_exec_fill_seat;  /* no argument; the first standby gets the free seat */
/* no argument; command_exec_fill_seat, or else command_exec_late */
command_fn command_exec_due;
/* no argument; only the recurring order of command_next_recurring */
command_fn command_exec_recurring;

struct host_give {
	struct host_action act;
	const char *address;
};

/* A received order, and the key that already verified its signature: sign_pk, if has_key. */
struct command_order {
	const struct parsed_order *in;
	bool has_key;
	struct pubkey key;
	const struct host_mail_origin *came; /* as host_apply */
	/* From outside, so that limits for each day apply, and no bot gives it; false: re-execution, or
	 * the host gives it for a seat in custody. */
	bool comes;
};
/* Holds a struct command_order while the table is stopped (host/lost.h). */
command_fn command_exec_held;

/* Runs a command at `now` and stores the state, unless the order was a repeat. After a failure
 * *r is empty. */
int command_run(struct command *w, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err);

/* ---- for decisions ------------------------------------------------------------------------------ */

/* Returns the DRBG of this epoch. End with drbg_wipe, or with command_rng_used if it was used. */
void command_dice(const struct command *w, struct drbg *dice);
/* Reports that the DRBG was used for the next digest, and wipes it. */
void command_rng_used(const struct command *w, struct drbg *dice);

bool command_has_queued(const struct command *w, enum store_queue queue, unsigned seat);

/* Reads the queued order of a seat, and its hash. The seat must have one. */
int command_get_queued(const struct command *w, enum store_queue queue, unsigned seat,
    struct order_block *b, struct hash *hash, struct err *err);

/* Removes the queued order of a seat; there may be none. */
int command_drop_queued(struct command *w, enum store_queue queue, unsigned seat, struct err *err);
/* Removes all queued orders of a seat. The cause gets a note for the seat if there were any. */
int command_forget_queued(
    struct command *w, unsigned seat, struct digest_cause *cause, struct err *err);

/* Stores the public key of a seat and sets it in w->t; NULL: the seat is open. */
int command_put_card(struct command *w, unsigned seat, const struct pubkey *card, struct err *err);

/* Makes and stores digest hs.n + 1 of the current state, and adds it to w->r. */
int command_add_digest(
    struct command *w, const struct events *ev, struct digest_cause *cause, struct err *err);

/*
 * command_play plays a legal turn, or (NULL) nothing, and makes its digest; then it plays queued
 * orders of the seats that are to move. command_add_act does so for a host action; the cause has
 * its notes.
 */
int command_play(
    struct command *w, const struct turn *first, const struct digest_cause *cause, struct err *err);
int command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err);
/* Sets the action as cause of the digest, and its notes in the result. */
void command_set_action(
    struct command *w, const struct host_action *act, struct digest_cause *cause);

/* A turn to play, or its next step, and the cause. turn.n 0: a host action, by the late policy. */
struct command_step {
	struct turn turn;
	struct digest_cause cause;
	struct host_action act; /* cause.act may point to it */
	bool goes_on;           /* true if the host has played a step of this turn before */
};
/* Decides whether the host plays at once after the step `last`: the rest of a turn that it
 * began, or a turn of an away seat. Returns 1 with *next; 0; -1 if it must play but cannot. */
int command_late_next(
    struct command *w, const struct command_step *last, struct command_step *next, struct err *err);
/* Decides whether the seat that is to move has a recurring order that is legal. A command plays
 * at most REPEATED_MAX turns of such orders, and then leaves one. Returns 1 with *s; 0; -1. */
int command_next_recurring(const struct command *w, struct command_step *s, struct err *err);
/* Checks that this program has the late policy of digest 0. ERR_PENDING. */
int command_late_check(const struct command *w, struct err *err);
/* Sets s->turn by the policy, and counts the turn as missed. *err as bots_line. */
int command_late_play(struct command *w, struct command_step *s, struct err *err);

/* Executes a proposal: skip the seat that is to move. */
int command_late_skip(struct command *w, struct err *err);
/* Executes a proposal: go back to digest `to`. */
int command_undo_voted(struct command *w, int64_t to, struct err *err);

/* Check that the state after digest `to` may be restored; _voter: that w->seat has a vote; _given:
 * that it has one on going back to `to`. */
int command_undo_check(const struct host_state *hs, int64_t to, struct err *err);
int command_undo_check_voter(const struct command *w, struct err *err);
int command_undo_check_given(const struct command *w, int64_t to, struct err *err);

/*
 * Counts a vote of w->seat on the open undo request; head_n is the digest that it has read. If
 * the request is carried, a digest of its own executes it. ERR_STALE: no such request; ERR_RULE:
 * the seat has no vote.
 */
int command_undo_vote(struct command *w, const struct vote *vote, int64_t head_n,
    struct digest_cause *cause, struct err *err);
/* The seat gets keys in the next digest, so it loses its vote on the open undo request. */
void command_undo_lose_vote(struct host_state *hs, uint8_t seat);

/* Restarts the joint deal, in w only. Fills in the action and adds the notes. */
int command_restart_now(
    struct command *w, struct host_action *act, struct notes *notes, struct err *err);

#endif
