#ifndef ADIT_HOST_HOST_H
#define ADIT_HOST_HOST_H

#include "seal/derive.h"
#include "seal/minisign.h"
#include "store/store.h"
#include "wire/viewtext.h"

/*
 * What the referee does.  Every input is explicit: the store, the host's secret, the time, the
 * randomness; nothing here reads a clock, the environment or a terminal.
 */

/* ---- opening a table ------------------------------------------------------------------------ */

struct host_new {
	char game[BLOCK_GAME_MAX + 1]; /* id: 8 characters of base32 */
	const struct rules *rules;     /* or those of a house deck */
	struct options options;
	struct names names;
	struct pubkey pub[SEATS_MAX]; /* the seats' public cards */
	uint16_t seated;              /* bit i: pub[i] is known; trusted: all of them */
	bool audited;                 /* open the table: the seats join and deal along */
	int64_t limit_s;              /* for each order; -1: none */
	bool allow_host_seat;
	const char *host_key;          /* the name of the host's key */
	unsigned char s[SECRET_BYTES]; /* the secret everything is drawn from */
	int64_t now;
};

/* Deal at once (trusted dealing) or open the table for the seats to join; write game, seats, digest 0
 * and state in one transaction into a store just made.  digest: the text of digest 0, appended. */
int host_new_game(struct store *st, const struct secret *host, const struct host_new *a,
    struct buf *digest, struct err *err);

/* ---- one player's command ------------------------------------------------------------------- */

struct host_result {
	int64_t first_n, n;       /* the digests it made (a stored order may add more) */
	bool repeated;            /* the same order again: nothing applied, n is its digest */
	struct buf digest;        /* their texts, one after the other */
	struct buf json;          /* report_apply_json of the first */
	char head[HASH_TEXT + 1]; /* of digest n */
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

/* ---- the host's own commands ------------------------------------------------------------------ */

/*
 * Take back every digest behind digest `to`, as a digest of its own that tells why: the state after
 * it is that after digest `to`, all orders stored for later are dropped, and an order counts only if
 * its head is this digest or a later one.  If somebody was shown something hidden since, what nobody
 * has seen is shuffled again with the keys of the next epoch (adit(5), "Taking back").
 * ERR_USAGE: the reason; ERR_NOT_FOUND: no such digest; ERR_STALE: it was taken back itself, or there
 * is nothing behind it; ERR_RULE: a round has ended since.
 */
int host_undo(struct store *st, const struct secret *host, int64_t to, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/*
 * Give a seat other keys, because its holder has lost them or somebody else takes over.  Every digest
 * tells of it until more than half of the other seats have confirmed it.  ERR_USAGE: the reason;
 * ERR_NOT_FOUND: no such seat; ERR_RULE: somebody has one of these keys already.
 */
int host_replace(struct store *st, const struct secret *host, const char *seat,
    const struct pubkey *card, const char *reason, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/* ---- the file itself ------------------------------------------------------------------------- */

struct host_rebuilt {
	char game[BLOCK_GAME_MAX + 1];
	int64_t given, made; /* digests; a stored order may have made more than given */
};

/*
 * Make the game again in a store just made, in one transaction, from its digests alone: every order
 * is taken again, and every digest must come out byte for byte as it was given.  digests: the texts
 * of all of them in any order, some perhaps more than once or with some of the private views only.
 * ERR_AUTH: another host's key, a signature or hash that does not hold; ERR_NOT_FOUND: a digest is
 * missing; ERR_SYNTAX: two games, or damaged; ERR_CORRUPT: a digest that its order does not make.
 */
int host_rebuild(struct store *st, const struct secret *host, const char *host_key,
    const char *digests, size_t n, struct host_rebuilt *out, struct err *err);

struct host_checked {
	char game[BLOCK_GAME_MAX + 1];
	int64_t digests, orders, waiting, undelivered;
};

/*
 * Compare everything in the file with what its orders and its secret make: digests (signatures, chain,
 * every byte), orders, stored orders, seats, state.  host: NULL leaves the insides of the private
 * views out, which cannot be made without the host's secret key.  The store is only read.
 * ERR_AUTH names the first difference; ERR_BUSY, ERR_IO: it could not be read.
 */
int host_fsck(
    struct store *st, const struct secret *host, struct host_checked *out, struct err *err);
/* Before the deal: start over, because somebody does not answer.  Everybody is to join again, seats
 * whose keys the host did not name at `new` can be taken by others.  ERR_STALE: trusted dealing, or
 * dealt already; ERR_USAGE: a reason that is not one clean line. */
int host_restart(struct store *st, const struct secret *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/* ---- looking ----------------------------------------------------------------------------------- */

/* The newest digest (n -1) or digest n, parsed, with its text and hash. */
int host_digest(struct store *st, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err);

#endif
