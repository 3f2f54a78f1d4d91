#ifndef ADIT_AUDIT_AUDIT_H
#define ADIT_AUDIT_AUDIT_H

#include "player/player.h"
#include "record/withheld.h"

/* Verifies a transcript from outside: everything that the digests prove by the rules, without
 * trust in the host. Checks that need unrevealed data are pending. */
enum audit_check {
	AUDIT_SIGNATURE, /* the host signed the digest */
	AUDIT_CHAIN,     /* it continues the digest before it */
	AUDIT_TIME,      /* it is not older than the digest before it */
	/* it is consistent, and its events match what has changed: record/verifier.h */
	AUDIT_PUBLIC,
	AUDIT_SHARES, /* joins and confirmations are signed, unique and match the commitments */
	AUDIT_KEYS,   /* revealed keys match their commitments */
	AUDIT_SECRET, /* the secret matches digest 0, and every key derives from it */
	AUDIT_LEAVES, /* the deal follows from the keys */
	AUDIT_ORDER,  /* signed by its seat, and the one that the digest names */
	AUDIT_REPLAY, /* re-execution makes exactly this digest */
	AUDIT_WORDS,  /* its sentences and drawings match its events and its position */
	AUDIT_VIEW,   /* a private view is correct */
	AUDIT_QUEUED, /* a queued order of the own seat is played: player/queued_check.h */
	AUDIT_BOT,    /* the order of a bot follows from what it saw: host/bots.h */
	AUDIT_CHECKS
};
enum audit_result { AUDIT_PASS, AUDIT_PENDING, AUDIT_FAIL };

const char *audit_check_name(enum audit_check check);
const char *audit_result_name(enum audit_result result);

struct audit_line {
	int64_t n; /* the digest */
	enum audit_check check;
	enum audit_result result;
	char *detail; /* reason, or "" */
};

/* A seat that was in custody from digest `from` to digest `to`. */
struct audit_custody {
	char seat[NAME_MAX_LEN + 1];
	int64_t from, to;
};

struct audit {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT +
	    1];               /* key of the first digest, which must have signed all digests */
	int64_t newest, time; /* highest digest number; time of that digest */
	bool is_dealt;        /* according to one of the digests */
	bool opened;          /* a private view was opened with the given key */
	size_t n_lost;        /* digests that other digests give up (record/given_up.h) */
	size_t n_custody;
	struct audit_custody *custody; /* sorted by seat and digest */
	size_t n;
	struct audit_line *at; /* sorted by digest and check */
	enum audit_result worst;
	struct withheld withheld; /* only with a key; not a failure */
};

/*
 * Audits a transcript. `games` is the list of rules sets. `text` has all digests in any order;
 * it is emptied. `me` also verifies the private views of this key, or is NULL. `home` is a home
 * whose pins (record/pins.h) must agree and in which `me` may have signed orders
 * (record/signed_order.h), or NULL. bots: repeat the choices of bots, which takes as long as they
 * took.
 *
 * Returns 0 whatever the results are. Returns -1 if *a has no results: ERR_SYNTAX: nothing to
 * audit; ERR_AUTH: the pins name another host; ERR_CORRUPT: the pins are damaged; ERR_BUSY:
 * this machine failed. Call audit_release after every result.
 */
int audit_run(struct audit *a, const struct rules *const *games, struct buf *text,
    const struct seckey *me, const char *home, bool bots, struct err *err);
void audit_release(struct audit *a);

/*
 * Calls `each` with the game after each digest from 0 on, as far as re-execution is possible
 * from revealed data. Gold taken in this game, which only its owner sees before the end, may be
 * wrong. `text` has the digests of one transcript; it is emptied. Returns -1 if there is
 * nothing to audit or this machine failed.
 */
int audit_games(const struct rules *const *games, struct buf *text,
    void (*each)(void *arg, int64_t n, const struct game *g), void *arg, struct err *err);

/*
 * Compares two transcripts of one game, each signed by the host. Returns 1 if they differ: this
 * proves a fork, and *n is the first different digest. Returns 0 if their common digests are
 * equal. Returns -1 with ERR_PENDING: no common digest; ERR_SYNTAX, ERR_AUTH: not two
 * transcripts of one game and host.
 */
int audit_compare(const struct rules *const *games, const char *a, size_t a_n, const char *b,
    size_t b_n, int64_t *n, struct err *err);

#endif
