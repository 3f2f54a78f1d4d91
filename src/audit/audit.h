#ifndef ADIT_AUDIT_AUDIT_H
#define ADIT_AUDIT_AUDIT_H

#include "player/player.h"
#include "record/withheld.h"

/*
 * A transcript checked from outside: everything that the digests prove, by the rules alone and without
 * trust in the host.  What is not revealed yet is pending.
 */
enum audit_check {
	AUDIT_SIGNATURE, /* the host's, over the digest */
	AUDIT_CHAIN,     /* it continues the one before it */
	AUDIT_TIME,      /* not before it */
	AUDIT_PUBLIC, /* it says the same twice, and its events what has changed: record/verifier.h */
	AUDIT_SHARES, /* joins and confirms: signed, each its own, what was committed to */
	AUDIT_KEYS,   /* revealed keys are those committed to */
	AUDIT_SECRET, /* the secret is the one of digest 0, and every key comes from it */
	AUDIT_LEAVES, /* what was dealt is what the keys deal */
	AUDIT_ORDER,  /* signed by its seat, and the one that the digest names */
	AUDIT_REPLAY, /* the rules make exactly this digest of it */
	AUDIT_WORDS,  /* its sentences and drawings are those of its events and its position */
	AUDIT_VIEW,   /* a private view shows what is so */
	AUDIT_QUEUED, /* an order that the host keeps for the own seat is played: player/queued_check.h */
	AUDIT_CHECKS
};
enum audit_result { AUDIT_PASS, AUDIT_PENDING, AUDIT_FAIL };

const char *audit_check_name(enum audit_check check);
const char *audit_result_name(enum audit_result result);

struct audit_line {
	int64_t n; /* of the digest */
	enum audit_check check;
	enum audit_result result;
	char *detail; /* why; "" where there is nothing to say */
};

struct audit {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char host_sign[SIGN_TEXT +
	    1];               /* the key that all must be signed with: of the first digest */
	int64_t newest, time; /* of the digests, by their numbers; its time */
	bool is_dealt;        /* as one of them says */
	bool opened;          /* a private view, with the key that was given */
	size_t n_lost;        /* digests that others of them give up (record/given_up.h) */
	size_t n;
	struct audit_line *at; /* by digest and check */
	enum audit_result worst;
	struct withheld withheld; /* no failure: with a key */
};

/*
 * games: the list of rules sets.  text: all digests, in any order; it is emptied.  me: also the private
 * views of this key, or NULL.  home: whose pins (record/pins.h) it must agree with, and in which `me` may have
 * signed orders (record/signed_order.h), or NULL.  0 whatever the
 * result; -1 if there is nothing to audit, ERR_SYNTAX, it is another host's than was seen, ERR_AUTH, the
 * pins are damaged, ERR_CORRUPT, or this machine failed, ERR_BUSY: no line of *a says anything
 * then.  Always audit_release.
 */
int audit_run(struct audit *a, const struct rules *const *games, struct buf *text,
    const struct seckey *me, const char *home, struct err *err);
void audit_release(struct audit *a);

/*
 * The game after each digest, 0 and on, as far as it can be played again from what is revealed.  What nobody but its
 * owner sees before the end, gold taken in this game, need not be right.  text: all digests of one history; it is
 * emptied.  -1: there is nothing to audit, or this machine failed.
 */
int audit_games(const struct rules *const *games, struct buf *text,
    void (*each)(void *arg, int64_t n, const struct game *g), void *arg, struct err *err);

/*
 * Two transcripts of one game, each with the host's signatures: *n is the first digest that differs and
 * 1 is the result, which proves that the host shows two histories; 0: they agree as far as both go.
 * -1: ERR_PENDING: they have no digest in common; ERR_SYNTAX, ERR_AUTH: not two transcripts of one game and host.
 */
int audit_compare(const struct rules *const *games, const char *a, size_t a_n, const char *b,
    size_t b_n, int64_t *n, struct err *err);

#endif
