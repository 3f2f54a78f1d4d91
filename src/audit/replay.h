#ifndef ADIT_AUDIT_REPLAY_H
#define ADIT_AUDIT_REPLAY_H

#include "host/reexec.h"
#include "record/transcript.h"

/*
 * Re-executes a transcript with the code of the host, into an empty file. Every digest made
 * must equal that of the transcript byte for byte. The backend copies from the transcript what
 * it cannot make itself.
 */
struct audit_replay {
	/* must be the first member; after audit_replay_init the caller sets its file and
	 * may replace callbacks */
	struct reexec reexec;
	const struct transcript *tr;
	const char *host_key;          /* for the game row */
	unsigned char s[SECRET_BYTES]; /* the host secret */
	const struct subkeys *keys;    /* if the secret is unknown: keys of rounds; else NULL */
	/* Reads the order that caused digest n. */
	int (*order)(void *arg, int64_t n, struct parsed_order *order, struct err *err);
	void *arg;
	bool is_short; /* out: the digest that a queued order makes is missing */
	bool is_blind; /* out: a key was missing when digest blind_n was made */
	int64_t blind_n;
	struct transcript_difference difference; /* out: first difference in digest n, if any */
	int64_t n;                               /* out: number of digests made */
};

/* Initializes a backend that knows the secret. With `key` it makes everything; with NULL,
 * everything except views and signatures. Zeroes all other members of *r. */
void audit_replay_init(struct audit_replay *r, const struct transcript *tr,
    const struct seckey *key, const struct rules *const *games);
void audit_replay_release(
    struct audit_replay *r); /* releases everything but the file, and wipes secrets */

/*
 * Re-executes until digest `to` is made; a queued order may make one more. Returns -1 at the
 * first digest that differs (ERR_CORRUPT) or whose order is refused. ERR_AUTH: the secret is
 * not the one that digest 0 commits to.
 */
int audit_replay_run(struct audit_replay *r, int64_t to, struct err *err);

/* After a failure of audit_replay_run: sets ERR_CORRUPT with the digest, unless this
 * machine failed. */
int audit_replay_blame(const struct audit_replay *r, struct err *err);

/* For backends: takes the hashes of the views from the transcript. */
int audit_replay_views(struct digest_backend *p, const struct digest_draft *m,
    struct digest_parts *s, struct err *err);

/* Reads the digests of a game file and verifies them. `want` is as for transcript_read. */
int audit_replay_load(
    const struct host *h, const struct pubkey *want, struct transcript *tr, struct err *err);

#endif
