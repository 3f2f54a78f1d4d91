#ifndef ADIT_PLAYER_STORY_H
#define ADIT_PLAYER_STORY_H

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
struct story {
	size_t n;
	struct player_read **at; /* ascending, each with the view of the seat if it opens */
	size_t from;             /* from here on it is news */
	bool is_turn;            /* ... since the own last turn, and all before was read */
	bool has_gap;            /* digests are missing between what was read last and r */
	const char *dir;         /* as given */
	const struct seckey *me;
};

/* r: what was read, by player_take; dir: the record's folder, or NULL: only what was read with it.  since: the digest
 * that this reader has read last before it, -1: none, or STORY_UNKNOWN.  ERR_BUSY: the record cannot be read now.  Always
 * story_release. */
enum { STORY_UNKNOWN = -2 };
int story_make(struct story *s, const char *dir, const struct player_read *r,
    const struct seckey *me, int64_t since, struct err *err);
/* All digests there are, up to a gap. */
int story_whole(struct story *s, const char *dir, const struct player_read *r,
    const struct seckey *me, struct err *err);
void story_release(struct story *s);

/* The one before the news; NULL: they may not be all. */
const struct player_read *story_before(const struct story *s);

/* What happened in one, as its reader knows it. */
void story_events(const struct player_read *r, struct events *out);

/* Which cards of the hand have come since then. */
void story_new(const struct story *s, const struct player_read *r, bool is_new[static HAND_MAX]);

/* What the seat, or everybody, can know of the round from it; what was taken back does not count. */
void story_know(const struct story *s, const struct player_read *r, struct knowledge *out);

/* What has become of an order that the seat signed. */
enum fate {
	FATE_NONE,  /* it is in no digest yet */
	FATE_TAKEN, /* played, or done, in digest n */
	FATE_KEPT,  /* since digest n, and it waits */
	FATE_GONE, /* it was kept in digest n, and is no more: replaced, cancelled, not possible or over */
	FATE_LATE, /* it is in no digest and can be in none any more */
	FATE_LOST  /* ... since the host has given up the digest that it answers */
};
enum { FATED_PLAYED = 8 };
struct fated {
	enum fate fate;
	int64_t n;
	/* Of one that is or was kept for every turn: how often it was played, and the newest of these digests. */
	unsigned n_played;
	int64_t played[FATED_PLAYED];
	struct signed_order at;    /* where it is kept */
	struct parsed_order order; /* a secret */
};

/* Call back for each that was signed here (record/signed_order.h) on a digest of the story, in order.  ERR_BUSY. */
int story_orders(const struct story *s, const struct player_read *r,
    void (*each)(void *arg, const struct fated *f), void *arg, struct err *err);

#endif
