#ifndef ADIT_HOST_HOST_H
#define ADIT_HOST_HOST_H

#include "seal/derive.h"
#include "seal/minisign.h"
#include "store/store.h"
#include "text/viewtext.h"

/*
 * What the referee does.  Every input is explicit: the store, the host's secret, the time, the
 * randomness; nothing here reads a clock, the environment or a terminal.
 */

/* ---- opening a table ------------------------------------------------------------------------ */

struct host_new {
	char game[BLOCK_GAME_MAX + 1];          /* id: 8 characters of base32 */
	const struct rules *rules;
	struct options options;
	struct names names;
	struct card card[SEATS_MAX];            /* the seats' public cards */
	uint16_t seated;                        /* bit i: card[i] is known; trusted: all of them */
	bool audited;                           /* open the table: the seats join and deal along */
	int64_t limit_s;                        /* for each order; -1: none */
	bool allow_host_seat;
	const char *host_key;                   /* the name of the host's key */
	unsigned char s[SECRET_BYTES];          /* the secret everything is drawn from */
	int64_t now;
};

/* Deal at once (trusted dealing) or open the table for the seats to join; write game, seats, digest 0
 * and state in one transaction into a store just made.  digest: the text of digest 0, appended. */
int host_new_game(struct store *st, const struct secret *host, const struct host_new *a, struct buf *digest,
    struct err *err);

/* ---- one player's command ------------------------------------------------------------------- */

struct host_result {
	int64_t first_n, n;                     /* the digests it made (a stored order may add more) */
	bool repeated;                          /* the same order again: nothing applied, n is its digest */
	struct buf digest;                      /* their texts, one after the other */
	struct buf json;                        /* report_apply_json of the first */
	char head[HASH_TEXT + 1];               /* of digest n */
};
void host_result_release(struct host_result *r);

/*
 * Verify one order block and apply it, all or nothing, in one transaction: order, digests, state,
 * outbox.  Reads and computes first, then takes the write lock and starts again if
 * somebody was quicker.  delivered: digests up to this n leave the outbox (-1: none).
 * ERR_NOT_FOUND other game or unknown seat; ERR_AUTH signature; ERR_STALE not your turn, stale
 * head, turn or seq already used; ERR_RULE refused by the rules; ERR_SYNTAX bad order words.
 */
int host_apply(struct store *st, const struct secret *host, const struct block *b, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/* The canonical text of a block and its hash H("adit/order", canonical text). */
int host_order_hash(const struct block *b, struct buf *canonical, struct hash *hash, struct err *err);

/* Before the deal: start over, because somebody does not answer.  Everybody is to join again, seats
 * whose keys the host did not name at `new` can be taken by others.  ERR_STALE: trusted dealing, or
 * dealt already; ERR_USAGE: a reason that is not one clean line. */
int host_restart(struct store *st, const struct secret *host, const char *reason, int64_t now,
    struct host_result *r, struct err *err);

/* ---- looking ----------------------------------------------------------------------------------- */

/* The newest digest (n -1) or digest n, parsed, with its text and hash. */
int host_digest(struct store *st, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err);

#endif
