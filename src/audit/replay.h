#ifndef ADIT_AUDIT_REPLAY_H
#define ADIT_AUDIT_REPLAY_H

#include "host/table.h"
#include "record/transcript.h"

/*
 * A transcript played again by the very code that played it first, into a store that holds nothing
 * yet: every digest it makes must be, byte for byte, the one of the transcript.
 */
struct replay {
	struct host file;          /* empty, with a transaction open */
	const struct secret *host; /* NULL: views and signatures are taken, not made */
	const struct transcript *tr;
	const char *host_key;          /* for the game row */
	unsigned char s[SECRET_BYTES]; /* the host's secret */
	/* The order that caused digest n. */
	int (*order)(void *arg, int64_t n, struct block *b, struct err *err);
	void *arg;
	/* If not NULL: `view` is told what the view of this card's seat in digest n must say, up to its
	 * signature.  Without s, its openings have wrong salts. */
	const struct pubkey *reader;
	void (*view)(void *arg, int64_t n, uint8_t seat, const struct buf *text);
	bool outside;                 /* an audit: the host's box is taken, not made */
	const struct dice_keys *keys; /* of rounds, if s is not known; NULL: it is */
	bool is_short;                /* out: the digest that a stored order makes is missing */
	bool is_blind;                /* out: a key was not there, when digest blind_n was made */
	int64_t blind_n;
	struct transcript_difference difference; /* out: what differs in digest n, if anything */
	int64_t n;                               /* out: digests made */
	struct table table;                      /* as it was loaded first, kept up to date */
	bool has_table;
	struct house_deck house; /* the rules of all states, if it is a house deck */
	int64_t n_state;
	struct host_state *state; /* after each digest; replay_release */
};

void replay_release(struct replay *r); /* all that it owns, and wipes its secrets */

/* A digest was made: remember the state after it. */
void replay_note(struct replay *r, const struct host_state *hs);

/* Digest n was made with dice of which keys were missing.  Nobody but their owner sees what nuggets are
 * drawn, so that those of the gold can be. */
void replay_dice(struct replay *r, const struct dice *dice, int64_t n);

/*
 * Play until digest `to` is made (a stored order may make one more).  ERR_CORRUPT names the first
 * digest that comes out otherwise, or whose order cannot be taken; ERR_AUTH: the secret is not the
 * one that digest 0 commits to.
 */
int replay_run(struct replay *r, int64_t to, struct err *err);

/* The digests of a game file, verified.  want: as transcript_read. */
int replay_load(
    const struct host *h, const struct pubkey *want, struct transcript *tr, struct err *err);

/* An `order` for replays of a game file: arg is its store. */
int replay_stored_order(void *arg, int64_t n, struct block *b, struct err *err);

#endif
