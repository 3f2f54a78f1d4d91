#ifndef ADIT_AUDIT_REPLAY_H
#define ADIT_AUDIT_REPLAY_H

#include "host/reexec.h"
#include "record/transcript.h"

/*
 * A transcript played again by the very code that played it first, into a file that holds nothing
 * yet: every digest it makes must be, byte for byte, the one of the transcript.  What the one who
 * plays cannot make himself his press takes from there.
 */
struct transcript_replay {
	struct reexec
	    fold; /* first; transcript_replay_init, its file, and what is otherwise in its press */
	const struct transcript *tr;
	const char *host_key;          /* for the game row */
	unsigned char s[SECRET_BYTES]; /* the host's secret, */
	const struct subkeys *keys;    /* ... or keys of rounds, if it is not known; else NULL */
	/* The order that caused digest n. */
	int (*order)(void *arg, int64_t n, struct parsed_order *order, struct err *err);
	void *arg;
	bool is_short; /* out: the digest that a stored order makes is missing */
	bool is_blind; /* out: a key was not there, when digest blind_n was made */
	int64_t blind_n;
	struct transcript_difference difference; /* out: what differs in digest n, if anything */
	int64_t n;                               /* out: digests made */
};

/* A press that has the secret, and with a key makes everything, without (NULL) all but views and
 * signatures.  The rest of *r is zero. */
void transcript_replay_init(struct transcript_replay *r, const struct transcript *tr,
    const struct seckey *key, const struct rules *const *games);
void transcript_replay_release(
    struct transcript_replay *r); /* all that it owns but the file, and wipes its secrets */

/*
 * Play until digest `to` is made (a stored order may make one more).  -1: the first digest that comes
 * out otherwise (ERR_CORRUPT), or whose order cannot be taken; ERR_AUTH: the secret is not the
 * one that digest 0 commits to.
 */
int transcript_replay_run(struct transcript_replay *r, int64_t to, struct err *err);

/* It failed, and the transcript is to blame, unless this machine is: ERR_CORRUPT, naming the digest. */
int transcript_replay_blame(const struct transcript_replay *r, struct err *err);

/* For presses: hashes of the views as the transcript has them. */
int transcript_replay_views(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);

/* The digests of a game file, verified.  want: as transcript_read. */
int transcript_replay_load(
    const struct host *h, const struct pubkey *want, struct transcript *tr, struct err *err);

#endif
