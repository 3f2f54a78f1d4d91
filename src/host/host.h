#ifndef ADIT_HOST_HOST_H
#define ADIT_HOST_HOST_H

#include "record/order.h"
#include "seal/derive.h"
#include "seal/minisign.h"
#include "wire/private_view.h"

/* The commands of the host. All inputs are explicit: the game file, the host's secret, the time,
 * the randomness. Nothing here reads a clock, the environment or a terminal. */

/* ---- the game file ---------------------------------------------------------------------------- */

struct host; /* an open game file */

/* Opens a game file. writes: it will be changed. games: the known rules sets, borrowed. Errors
 * as in store/store.h: ERR_NOT_FOUND, ERR_CORRUPT, ERR_BUSY. */
int host_open(struct host **out, const char *path, bool writes, const struct rules *const *games,
    struct err *err);

/* Creates a new file; ERR_CREATE if it exists. host_close removes it unless a game was created
 * in it. */
int host_create(
    struct host **out, const char *path, const struct rules *const *games, struct err *err);
void host_close(struct host *h); /* NULL is allowed */

/* Opens a read transaction. Until host_read_end all reads see one snapshot and writers block, so
 * do not wait for input in between, and run no command. */
int host_read_begin(struct host *h, struct err *err);
void host_read_end(struct host *h);

/* Reads the current keys of the seats. host_apply verifies with them before it takes the lock;
 * it reads them itself if the caller has not. */
int host_read_keys(struct host *h, struct err *err);

/* Returns the version of SQLite. */
const char *host_file_version(void);

/* As store_use_one_thread (store/store.h). */
void host_file_use_one_thread(void);

/* ---- opening a table ------------------------------------------------------------------------ */

struct host_table_params {
	char game[ORDER_BLOCK_GAME_MAX + 1]; /* id: 8 characters of base32 */
	const struct rules *rules;           /* or those of a custom deck */
	struct options options;
	struct names names;
	struct pubkey pub[SEATS_MAX]; /* the seats' public keys */
	uint16_t seated;              /* bit i: pub[i] is known; trusted: all of them */
	bool audited;                 /* audited dealing: the seats join and contribute shares */
	uint16_t custody;             /* seats whose keys the host keeps; pub: host_custody_keys */
	struct time_control clock;
	bool allow_host_seat;
	const char *table_address;      /* where players write, or NULL: no mail */
	const char *address[SEATS_MAX]; /* mail address of the seat, or NULL */
	const char *lang[SEATS_MAX];    /* language of the seat's mails, or NULL */
	const char *host_key;           /* name of the host's key */
	bool has_operator;
	struct pubkey operator_key;    /* may command the table by mail */
	bool watchers_open;            /* watchers may subscribe by mail */
	unsigned char s[SECRET_BYTES]; /* the host secret */
	int64_t now;
};

/*
 * Deals at once (trusted dealing) or opens the table for the seats to join. Writes game, seats,
 * digest 0 and state in one transaction into a file from host_create. Appends the text of digest
 * 0 to `digest`.
 */
int host_new_game(struct host *h, const struct seckey *host, const struct host_table_params *a,
    struct buf *digest, struct err *err);

/* Sets the keys of the seats in a->custody, which follow from the host's own. */
int host_custody_keys(const struct seckey *host, struct host_table_params *a, struct err *err);

/* ---- one player's command ------------------------------------------------------------------- */

struct host_result {
	int64_t first_n, n;       /* the digests made (queued orders may add more) */
	int64_t own_n;            /* the one of the command itself */
	bool repeated;            /* a repeated order: nothing changed, n is its digest */
	bool queued;              /* the order was queued */
	bool held;                /* the table is stopped: the order is held, no digest is made */
	struct buf digest;        /* their texts, concatenated */
	struct buf json;          /* report_apply_json of the first */
	struct buf note;          /* what the host itself did, as in the digest; else empty */
	char head[HASH_TEXT + 1]; /* of digest n */
};
void host_result_release(struct host_result *r);

/* Origin of an order that came by mail. */
struct host_mail_origin {
	const char *message_id; /* Message-ID of the mail in the form of adit(5), or "" */
	/* address of the sender in the form of adit(5); "" if it is not reliable */
	const char *from;
	const char *lang; /* the language in which it was written (Content-Language); "" or NULL */
};

/*
 * Verifies one order and applies it, all or nothing, in one transaction: order, digests, state,
 * outbox, mail queue. Hashes and verifies first, then takes the write lock and compares the key
 * again.
 *
 * came: NULL if the order did not come by mail. The digest for the sender answers that mail.
 * Failed mail to the sender is queued again. An accepted join sets the seat's address if it has
 * none, and then the language of its mails if none was chosen and there is a catalogue of it. delivered: digests up to this n leave the outbox (-1: none).
 *
 * ERR_NOT_FOUND: other game or unknown seat. ERR_AUTH: signature. ERR_STALE: not the seat's
 * turn, stale head, turn or seq already used. ERR_RULE: illegal, or the order has say: and the
 * seat has sent HOST_SAYS_A_DAY of these on this day of UTC. ERR_SYNTAX: cannot be parsed.
 */
enum { HOST_SAYS_A_DAY = 10 };
int host_apply(struct host *h, const struct seckey *host, const struct parsed_order *order,
    int64_t now, int64_t delivered, const struct host_mail_origin *came, struct host_result *r,
    struct err *err);

/* After an order was refused with *err: stops the table, and says so in the hint, if the order
 * proves that this file lacks a digest that the host has signed. */
void host_check_lost(struct host *h, const struct seckey *host, const struct parsed_order *order,
    int64_t now, struct err *err);

/*
 * Appends the signed receipt of an order that host_apply refused (record/receipt.h). sealed:
 * hash of the age file that contained the order (receipt_sealed_hash), or NULL: in clear.
 * Returns 1 if there is none: no seat of this table has signed the order, or the table is stopped.
 */
int host_receipt(struct host *h, const struct seckey *host, const struct parsed_order *order,
    const struct hash *sealed, const struct err *why, int64_t now, struct buf *out,
    struct err *err);

/* ---- the host's own commands ------------------------------------------------------------------ */

/*
 * Undoes every digest after digest `to` by a digest of its own with a reason. The new state is
 * that after digest `to`. All queued orders are dropped. Later orders must have this digest or a
 * later one as head.
 *
 * If a seat was shown hidden cards since, the unseen cards are reshuffled with the keys of the
 * next epoch (adit(5), "Taking back"). The host could use that to choose cards, so the digest
 * only requests the undo and nothing is played. The vote that makes more than half of the seats
 * executes it (command_undo_vote). The request ends by a vote after which that is impossible, or by
 * host_withdraw.
 *
 * ERR_USAGE: the reason. ERR_NOT_FOUND: no such digest. ERR_STALE: that digest is undone or the
 * newest, a request is open, or the last one was voted on and nothing was played since.
 * ERR_RULE: a round has ended since.
 */
int host_undo(struct host *h, const struct seckey *host, int64_t to, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/* Withdraws the undo request. reason NULL: none. ERR_STALE: no request is open. */
int host_withdraw(struct host *h, const struct seckey *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/* Removes the player who joined the waiting list in digest `since`. ERR_USAGE: the reason;
 * ERR_STALE: nobody did. */
int host_drop(struct host *h, const struct seckey *host, int64_t since, const char *reason,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/*
 * Gives a seat new keys, because its player lost them or another person takes over. Every digest
 * lists them until more than half of the other seats have confirmed them. ERR_USAGE: the reason;
 * ERR_NOT_FOUND: no such seat; ERR_RULE: one of these keys is in use; ERR_SYNTAX: pubkey_check_fresh.
 */
int host_replace(struct host *h, const struct seckey *host, const char *seat,
    const struct pubkey *card, const char *reason, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/*
 * Gives a seat into custody: the host keeps its keys, and its player has only a mail program. The
 * seat gets its mail at `address`. Else as host_replace. ERR_RULE: it is in custody already, or no
 * seat would have keys of its own before the deal.
 */
int host_give_custody(struct host *h, const struct seckey *host, const char *seat,
    const char *address, const char *reason, int64_t now, int64_t delivered, struct host_result *r,
    struct err *err);

/*
 * Restarts the joint deal, because a player does not answer. All seats must join again; seats
 * whose keys the host did not name at `new` are open. ERR_STALE: trusted dealing, or already
 * dealt; ERR_USAGE: the reason is not one clean line.
 */
int host_restart(struct host *h, const struct seckey *host, const char *reason, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err);

/*
 * Gives a free seat to the first standby, if there is one. Otherwise plays by the late policy
 * for the seat that is to move, if it is away or limit and grace period have ended at `now`;
 * then plays what follows at once: queued orders, turns of away seats. Recurring orders that the
 * last command has left come first, and instead: a command plays at most 64. ERR_STALE: no seat
 * is late; ERR_PENDING: unknown policy.
 */
int host_late(struct host *h, const struct seckey *host, int64_t now, int64_t delivered,
    struct host_result *r, struct err *err);

/*
 * A stopped table: an order named a digest that the host has signed and this file, restored from
 * a backup, lacks. Commands that would sign fail with ERR_CORRUPT, and orders are held
 * (host_result.held), until a digest gives up the lost one.
 *
 * host_stopped: returns 1 if the table is stopped, with *stop (wire/report.h), 0, or -1.
 * host_stop_fail: sets *err to the reason, and returns -1. host_go_on: returns 0, or -1 with the
 * reason if it is stopped.
 */
struct report_stop;
int host_stopped(struct host *h, struct report_stop *stop, struct err *err);
int host_stop_fail(const struct report_stop *stop, struct err *err);
int host_go_on(struct host *h, struct err *err);

/* Gives up the digest that stops the table. reason NULL: none. ERR_STALE: the table is not
 * stopped; ERR_NOT_FOUND: another digest stops it. */
int host_accept(struct host *h, const struct seckey *host, const struct hash *head,
    const char *reason, int64_t now, int64_t delivered, struct host_result *r, struct err *err);

/* host_held reads the held orders in order of arrival: the first after *id. Returns 1, 0 if
 * there is none, or -1. host_held_drop removes one. */
int host_held(struct host *h, int64_t *id, struct parsed_order *order, struct err *err);
int host_held_drop(struct host *h, int64_t id, struct err *err);

/* ---- reading ----------------------------------------------------------------------------------- */

/* Reads digest n (-1: the newest), parsed, with its text and hash, which may be NULL: not read. */
int host_digest(struct host *h, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err);

/* Appends digest *n (-1: the newest; then *n is set to its number) byte for byte. */
int host_text(struct host *h, int64_t *n, struct buf *text, struct err *err);

/* Like host_text, also with the layout and hash of the digest. `text` must be empty. */
int host_digest_parts(struct host *h, int64_t *n, struct buf *text, struct digest_layout *t,
    struct hash *hash, struct err *err);

/* Returns the newest time in the file: of the newest digest, or of the last run of tick. over:
 * the game is over. */
int host_newest_time(struct host *h, int64_t *time, bool *over, struct err *err);

/* Returns the identity of a table: the name of its game and the hash of digest 0, which never
 * change. */
int host_identity(struct host *h, char game[static ORDER_BLOCK_GAME_MAX + 1], struct hash *first,
    struct err *err);

/* Sets *n to the number of the digest with this hash. Returns 1, 0 if there is none (then *n stays), or
 * -1. */
int host_find(
    struct host *h, const unsigned char hash[static HASH_BYTES], int64_t *n, struct err *err);

/* Calls `each` for the digests of the outbox, ascending; -1 stops. */
int host_each_undelivered(
    struct host *h, int (*each)(void *arg, int64_t n, struct err *err), void *arg, struct err *err);

/* Removes digests up to n from the outbox. */
int host_delivered(struct host *h, int64_t n, struct err *err);

/* Status of the game. */
struct host_status {
	struct digest d; /* the newest digest */
	char head[HASH_TEXT + 1];
	int64_t undelivered; /* digests in the outbox */
	int64_t overdue;     /* those of them that are older than the last run */
};
int host_status(struct host *h, struct host_status *s, struct err *err);

/* Calls `each` for every digest in order, with the order that caused it (also if that was queued
 * before). -1 stops. */
struct host_log {
	int64_t n, time, turn;                          /* turn: the next to play */
	char head[HASH_TEXT + 1], order[HASH_TEXT + 1]; /* order: "" if none */
	const char *seat;                               /* of the order, or NULL */
	char reason[REASON_MAX + 1];                    /* of the host action, or "" */
	const struct digest *d;                         /* NULL: it cannot be read */
	const struct digest_events *events;             /* public events of the digest */
};
int host_log_each(struct host *h, int (*each)(void *arg, const struct host_log *l, struct err *err),
    void *arg, struct err *err);

/* Sets *has to true if a seat is in custody now (wire/custody.h), and *key to the host's public
 * keys. */
int host_has_custody(struct host *h, bool *has, struct pubkey *key, struct err *err);

/* Appends the name of the host's key, as given at `new`. */
int host_key_name(struct host *h, struct buf *name, struct err *err);

#endif
