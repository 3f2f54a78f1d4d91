#ifndef ADIT_PLAYER_HISTORY_H
#define ADIT_PLAYER_HISTORY_H

#include "bot/memory.h"
#include "core/changes.h"
#include "core/knowledge.h"
#include "player/player.h"
#include "record/signed_order.h"

/*
 * Earlier digests out of the record (record/saved_digest.h): those of the round, and those that are
 * news.
 *
 * If a view was opened, the news are all digests since the last one that the seat read, and since
 * its last turn (included). If the last read digest is unknown, the news begin at the last turn
 * that the seat ordered itself. For other readers the news are the digests after the last one read.
 * Each digest is verified by the `prev:` of the next one. A gap ends the history.
 */
struct history {
	size_t n;
	struct player_read **at; /* ascending; each with the view of the seat if it opens */
	size_t from;             /* index of the first news */
	bool is_turn;    /* the news begin at the last own turn, and all digests before were read */
	bool has_gap;    /* digests between the last read one and r are missing */
	const char *dir; /* the argument of history_make */
	const struct seckey *me;
};

/*
 * `r` was read by player_read_transcript. `dir` is the folder of the record; NULL: use only the
 * digests in `r`. `since` is the last digest that this reader read before, -1 for none, or
 * HISTORY_UNKNOWN. ERR_BUSY: the record cannot be read now. Call history_release after every
 * result.
 */
enum { HISTORY_UNKNOWN = -2 };
int history_make(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, int64_t since, struct err *err);
/* All digests of the record, back to a gap. */
int history_whole(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, struct err *err);
void history_release(struct history *s);

/* Returns the digest before the news, or NULL if the news may be incomplete. */
const struct player_read *history_before(const struct history *s);

/* Sets `out` to the events of one digest as its reader may know them. */
void history_events(const struct player_read *r, struct events *out);

/* Sets is_new[i] for each card of the hand that came with the news. */
void history_new(
    const struct history *s, const struct player_read *r, bool is_new[static HAND_MAX]);

/* Sets `out` to what the seat, or the public, remembers of this round. Undone digests do not
 * count. */
void history_remember(const struct history *s, const struct player_read *r, struct bot_memory *out);

/* Sets `out` to the knowledge in it. */
void history_know(const struct history *s, const struct player_read *r, struct knowledge *out);

/* Sets `out` to what the newest digest that changed anything in this round changed. Empty if none
 * did as far as the digests at hand show. Undone digests do not count. */
void history_changes(const struct history *s, const struct player_read *r, struct changes *out);

/* The state of an order that the seat signed. */
enum order_state {
	ORDER_STATE_NONE,   /* in no digest yet */
	ORDER_STATE_TAKEN,  /* played, or done, in digest n */
	ORDER_STATE_QUEUED, /* queued since digest n */
	/* no longer queued since digest n: replaced, cancelled, illegal or expired */
	ORDER_STATE_GONE,
	ORDER_STATE_LATE, /* in no digest, and too late for any */
	ORDER_STATE_LOST  /* in no digest, and the host has given up the digest that it answers */
};
enum { ORDER_STATE_PLAYED_MAX = 8 };
struct order_status {
	enum order_state fate;
	int64_t n;
	/* For an order queued for every turn: how often it was played, and the newest of these
	 * digests. */
	unsigned n_played;
	int64_t played[ORDER_STATE_PLAYED_MAX];
	struct signed_order at;    /* where it is stored */
	struct parsed_order order; /* secret */
};

/* Calls `each` for the orders signed in this home (record/signed_order.h) on a digest of the
 * history, in order. ERR_BUSY. */
int history_orders(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct order_status *f), void *arg, struct err *err);

#endif
