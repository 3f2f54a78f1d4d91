#ifndef ADIT_PLAYER_HISTORY_H
#define ADIT_PLAYER_HISTORY_H

#include "core/knowledge.h"
#include "player/player.h"
#include "record/signed_order.h"

/*
 * What happened before the digest that was read, out of the record (record/saved_digest.h): in its round, and what is news.
 * News to the seat whose view was opened is everything since the digest that it read last, and since its own last
 * turn, this turn included; where it is not known what it has read, everything since the last turn that it ordered
 * itself.  News to everybody else is what follows the digest read last.  Each is the one that the next continues, so
 * it is verified like that; a gap ends the story.
 */
struct history {
	size_t n;
	struct player_read **at; /* ascending, each with the view of the seat if it opens */
	size_t from;             /* from here on it is news */
	bool is_turn;            /* ... since the own last turn, and all before was read */
	bool has_gap;            /* digests are missing between what was read last and r */
	const char *dir;         /* as given */
	const struct seckey *me;
};

/* r: what was read, by player_read_transcript; dir: the record's folder, or NULL: only what was read with it.  since: the digest
 * that this reader has read last before it, -1: none, or HISTORY_UNKNOWN.  ERR_BUSY: the record cannot be read now.  Always
 * history_release. */
enum { HISTORY_UNKNOWN = -2 };
int history_make(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, int64_t since, struct err *err);
/* All digests there are, up to a gap. */
int history_whole(struct history *s, const char *dir, const struct player_read *r,
    const struct seckey *me, struct err *err);
void history_release(struct history *s);

/* The one before the news; NULL: they may not be all. */
const struct player_read *history_before(const struct history *s);

/* What happened in one, as its reader knows it. */
void history_events(const struct player_read *r, struct events *out);

/* Which cards of the hand have come since then. */
void history_new(
    const struct history *s, const struct player_read *r, bool is_new[static HAND_MAX]);

/* What the seat, or everybody, can know of the round from it; what was taken back does not count. */
void history_know(const struct history *s, const struct player_read *r, struct knowledge *out);

/* What has become of an order that the seat signed. */
enum order_state {
	ORDER_STATE_NONE,  /* it is in no digest yet */
	ORDER_STATE_TAKEN, /* played, or done, in digest n */
	ORDER_STATE_KEPT,  /* since digest n, and it waits */
	ORDER_STATE_GONE, /* it was kept in digest n, and is no more: replaced, cancelled, not possible or over */
	ORDER_STATE_LATE, /* it is in no digest and can be in none any more */
	ORDER_STATE_LOST  /* ... since the host has given up the digest that it answers */
};
enum { ORDER_STATE_PLAYED_MAX = 8 };
struct order_status {
	enum order_state fate;
	int64_t n;
	/* Of one that is or was kept for every turn: how often it was played, and the newest of these digests. */
	unsigned n_played;
	int64_t played[ORDER_STATE_PLAYED_MAX];
	struct signed_order at;    /* where it is kept */
	struct parsed_order order; /* a secret */
};

/* Call back for each that was signed here (record/signed_order.h) on a digest of the story, in order.  ERR_BUSY. */
int history_orders(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct order_status *f), void *arg, struct err *err);

#endif
