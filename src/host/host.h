#ifndef ADIT_HOST_HOST_H
#define ADIT_HOST_HOST_H

#include "record/order.h"
#include "seal/derive.h"
#include "seal/minisign.h"
#include "wire/private_view.h"

/*
 * What the referee does.  Every input is explicit: the game file, the host's secret, the time, the
 * randomness; nothing here reads a clock, the environment or a terminal.
 */

/* ---- the game file ---------------------------------------------------------------------------- */

struct host; /* a game file that is open */

/* writes: it is going to be changed.  games: the rules sets there are; borrowed.  Errors as those of
 * store/store.h: ERR_NOT_FOUND, ERR_CORRUPT, ERR_BUSY. */
int host_open(struct host **out, const char *path, bool writes, const struct rules *const *games,
    struct err *err);

/* A new file, never an old one (ERR_CREATE).  It is removed by host_close, unless a game was made in
 * it. */
int host_create(
    struct host **out, const char *path, const struct rules *const *games, struct err *err);
void host_close(struct host *h); /* NULL is fine */

/* Between them all that is read is of one moment, no command runs, and others' changes wait: so nobody may be
 * waited for. */
int host_read_begin(struct host *h, struct err *err);
void host_read_end(struct host *h);

/* Reads, as they are now, the keys with which host_apply verifies before it takes the lock; it looks by itself
 * where nobody has. */
int host_read_keys(struct host *h, struct err *err);

/* The version of the library that reads and writes it. */
const char *host_file_version(void);

/* ---- opening a table ------------------------------------------------------------------------ */

struct host_table_params {
	char game[ORDER_BLOCK_GAME_MAX + 1]; /* id: 8 characters of base32 */
	const struct rules *rules;           /* or those of a house deck */
	struct options options;
	struct names names;
	struct pubkey pub[SEATS_MAX]; /* the seats' public cards */
	uint16_t seated;              /* bit i: pub[i] is known; trusted: all of them */
	bool audited;                 /* open the table: the seats join and deal along */
	struct time_control clock;
	bool allow_host_seat;
	const char *table_address;      /* where players write, or NULL: no mail */
	const char *address[SEATS_MAX]; /* where they get it, or NULL */
	const char *host_key;           /* the name of the host's key */
	unsigned char s[SECRET_BYTES];  /* the secret everything is drawn from */
	int64_t now;
};

/* Deal at once (trusted dealing) or open the table for the seats to join; write game, seats, digest 0
 * and state in one transaction into a store just made.  digest: the text of digest 0, appended. */
int host_new_game(struct host *h, const struct seckey *host, const struct host_table_params *a,
    struct buf *digest, struct err *err);

/* ---- one player's command ------------------------------------------------------------------- */

struct host_result {
	int64_t first_n, n; /* the digests it made (a stored order may add more) */
	bool repeated;      /* the same order again: nothing applied, n is its digest */
	bool kept;          /* the order is kept for the seat's turn */
	bool held; /* the table is stopped: it is kept till that is over, no digest is made */
	struct buf digest;        /* their texts, one after the other */
	struct buf json;          /* report_apply_json of the first */
	struct buf note;          /* what the host itself did, as the digest says it; else empty */
	char head[HASH_TEXT + 1]; /* of digest n */
};
void host_result_release(struct host_result *r);

/* How an order came by mail. */
struct mail_origin {
	const char *message_id; /* of its letter, of the one form of adit(5), or "" */
	const char *from;       /* who wrote it, likewise; "" if that is not to be relied on */
};

/*
 * Verify one order and apply it, all or nothing, in one transaction: order, digests, state,
 * outbox, post.  came (NULL: not by mail): the mover's mail answers that letter, what could not be sent to
 * him is tried again, and a join that is taken brings the seat's address, if it has none.  Hashes and verifies first, then takes the write lock and compares the key
 * that it was verified with again.  delivered: digests up to this n leave the outbox (-1: none).
 * ERR_NOT_FOUND other game or unknown seat; ERR_AUTH signature; ERR_STALE not your turn, stale
 * head, turn or seq already used; ERR_RULE refused by the rules, or it says something and the seat
 * has said SAYS_A_DAY things on this day of UTC; ERR_SYNTAX bad order words.
 */
enum { SAYS_A_DAY = 10 };
int host_apply(struct host *h, const struct seckey *host, const struct parsed_order *order,
    int64_t now, int64_t delivered, const struct mail_origin *came, struct host_result *r,
    struct err *err);

/*
 * The receipt of an order that host_apply refused (record/receipt.h), signed, appended.  sealed: the age file
 * that it came in (sealed_hash), or NULL: in clear.  code: the name of why->code.  ERR_NOT_FOUND: nobody of
 * this table has signed the order, so nobody gets one.  ERR_CORRUPT: the table is stopped.
 */
int host_receipt(struct host *h, const struct seckey *host, const struct parsed_order *order,
    const struct hash *sealed, const char *code, const struct err *why, int64_t now,
    struct buf *out, struct err *err);

/* ---- the host's own commands ------------------------------------------------------------------ */

/*
 * Take back every digest behind digest `to`, as a digest of its own that tells why: the state after
 * it is that after digest `to`, all orders stored for later are dropped, and an order counts only if
 * its head is this digest or a later one.
 *
 * If somebody was shown something hidden since, what nobody has seen is shuffled again with the keys of
 * the next epoch (adit(5), "Taking back").  The host could choose cards by that: so the digest only asks
 * for it, nothing is played, and it is done by the vote that makes more than half of the seats
 * (undo_vote) or ends by one after which that cannot be, or by host_withdraw.
 *
 * ERR_USAGE: the reason; ERR_NOT_FOUND: no such digest; ERR_STALE: it was taken back itself, there is
 * nothing behind it, something is asked for already or was, and nothing was played since; ERR_RULE: a
 * round has ended since.
 */
int host_undo(struct host *h, const struct seckey *host, int64_t to, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/* What it asked for it does not want any more.  reason NULL: it tells none.  ERR_STALE: it asks for
 * nothing. */
int host_withdraw(struct host *h, const struct seckey *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/*
 * Take the player who has waited for a seat since that digest off the list.  ERR_USAGE: the reason; ERR_STALE: nobody has.
 */
int host_drop(struct host *h, const struct seckey *host, int64_t since, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/*
 * Give a seat other keys, because its holder has lost them or somebody else takes over.  Every digest
 * tells of it until more than half of the other seats have confirmed it.  ERR_USAGE: the reason;
 * ERR_NOT_FOUND: no such seat; ERR_RULE: somebody has one of these keys already.
 */
int host_replace(struct host *h, const struct seckey *host, const char *seat,
    const struct pubkey *card, const char *reason, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/* Before the deal: start over, because somebody does not answer.  Everybody is to join again, seats
 * whose keys the host did not name at `new` can be taken by others.  ERR_STALE: trusted dealing, or
 * dealt already; ERR_USAGE: a reason that is not one clean line. */
int host_restart(struct host *h, const struct seckey *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/*
 * Give a seat that is free to who waits for one; else play for the seat that is to move, by the policy of digest 0,
 * since it is late (its limit and the grace are over at `now`) or away; then whatever follows at once: orders that are kept, turns of seats that are away.
 * First, and instead, orders for every turn that the last command has left to be played: it plays 64 at most.
 * ERR_STALE: nobody is late now; ERR_PENDING: this adit does not know the policy.
 */
int host_late(struct host *h, const struct seckey *host, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/*
 * The table is stopped: an order has named a digest that the host has signed and this file lacks, since it came back
 * from a backup.  All that would sign fails with ERR_CORRUPT, and orders are kept (host_result.held), until
 * that digest is given up in one of its own.
 */
struct host_stop {
	int64_t n; /* of the digest, */
	char head[HASH_TEXT + 1];
	int64_t found; /* when it was named */
	int64_t held;  /* orders kept meanwhile */
};
/* 1: it is; 0; -1.  host_go_on: -1 and why it does not, if it is. */
int host_stopped(struct host *h, struct host_stop *stop, struct err *err);
int host_go_on(struct host *h, struct err *err);

/* Give up the digest that stops the table.  reason NULL: none is told.  ERR_STALE: nothing does; ERR_NOT_FOUND:
 * another one. */
int host_accept(struct host *h, const struct seckey *host, const struct hash *head,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/* The orders that were kept, in the order in which they came: the first behind this id.  1, or 0: there is none. */
int host_held(struct host *h, int64_t *id, struct parsed_order *order, struct err *err);
int host_held_drop(struct host *h, int64_t id, struct err *err);

/* ---- looking ----------------------------------------------------------------------------------- */

/* The newest digest (n -1) or digest n, parsed, with its text and hash. */
int host_digest(struct host *h, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err);

/* Digest *n (-1: the newest, and then *n is its number) byte for byte, appended. */
int host_text(struct host *h, int64_t *n, struct buf *text, struct err *err);

/* The same, with its parts and its hash; into an empty text. */
int host_digest_parts(struct host *h, int64_t *n, struct buf *text, struct digest_layout *t,
    struct hash *hash, struct err *err);

/* The newest time that the file knows: of the newest digest, or of the last run of tick.  over: after that digest the
 * game is over. */
int host_newest_time(struct host *h, int64_t *time, bool *over, struct err *err);

/* By what a table is known: the name of its game and the hash of digest 0, which never change. */
int host_identity(struct host *h, char game[static ORDER_BLOCK_GAME_MAX + 1], struct hash *first,
    struct err *err);

/* The number of the digest with this hash.  ERR_NOT_FOUND: there is none. */
int host_find(
    struct host *h, const unsigned char hash[static HASH_BYTES], int64_t *n, struct err *err);

/* Each digest of the outbox, whose delivery is not known, ascending; stops at -1. */
int host_each_undelivered(
    struct host *h, int (*each)(void *arg, int64_t n, struct err *err), void *arg, struct err *err);

/* Digests up to n are delivered: they leave the outbox. */
int host_delivered(struct host *h, int64_t n, struct err *err);

/* Where the game stands. */
struct host_status {
	struct digest d; /* the newest */
	char head[HASH_TEXT + 1];
	int64_t undelivered; /* digests in the outbox */
};
int host_status(struct host *h, struct host_status *s, struct err *err);

/* The history: each digest in turn, with the order that caused it, also where that was kept before it
 * was played.  Stops at -1. */
struct host_log {
	int64_t n, time, turn;                          /* turn: to be played next */
	char head[HASH_TEXT + 1], order[HASH_TEXT + 1]; /* order: "" if none caused it */
	const char *seat;                               /* of the order, or NULL */
	char reason[REASON_MAX + 1];                    /* of the host, or "" */
	const struct digest *d;                         /* NULL: it cannot be read */
	const struct digest_events *told;               /* of the digest, as everybody knows it */
};
int host_log_each(struct host *h, int (*each)(void *arg, const struct host_log *l, struct err *err),
    void *arg, struct err *err);

/* The name of the host's key, as given at `new`; appended. */
int host_key_name(struct host *h, struct buf *name, struct err *err);

#endif
