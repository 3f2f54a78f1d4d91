#ifndef ADIT_STORE_STORE_H
#define ADIT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"
#include "util/keytext.h"

/*
 * One SQLite file per game; the only layer that includes <sqlite3.h>.  It keeps bytes, ids and
 * times, never a struct game.  See schema.c for the tables and what each guarantees.
 *
 * Every page is verified when it is read (store/cksum_vfs.h), all of them when a change was interrupted.
 *
 * Opening sets: application_id and user_version checked, foreign keys on, journal_mode=DELETE,
 * synchronous=EXTRA, trusted_schema=OFF, defensive mode, cell_size_check=ON, mmap_size=0, a busy
 * timeout; mode 0600 for a new file.
 *
 * Errors: not an SQLite file or not a game of ours: ERR_CORRUPT; a newer version: ERR_CORRUPT with
 * the two version numbers; damaged: ERR_CORRUPT; locked beyond the timeout, disk full, no memory,
 * folder or file read-only, permission: ERR_BUSY; missing: ERR_NOT_FOUND; exists or no such folder:
 * ERR_CREATE.
 *
 * A file of the version before is read as it is; the first transaction that writes makes it one of this.
 */
struct store;

/* A reader needs to write too where it can: a change that was interrupted is undone by whoever
 * opens the file next. */
enum store_mode { STORE_READ, STORE_WRITE };

/* quick_check: also read every page (PRAGMA quick_check).  Done by itself for a file that comes
 * from elsewhere: one that does not lie where its last write left it (table home of schema.c).
 * A symbolic link to a game file is followed.  A file that is refused stays as it was. */
int store_open(
    struct store **out, const char *path, enum store_mode mode, bool quick_check, struct err *err);

/* A new file, never an old one.  Its tables are made in the first transaction; if that is not
 * committed, store_close removes the file. */
int store_create(struct store **out, const char *path, struct err *err);

/* A store in memory alone, empty, for trying something out: its one transaction is open already and
 * is never committed. */
int store_open_memory(struct store **out, struct err *err);
void store_close(struct store *st); /* NULL is fine */

/* The version of SQLite in use. */
const char *store_version(void);

/* ---- one transaction ------------------------------------------------------------------ */

int store_begin(struct store *st, struct err *err);      /* STORE_WRITE: BEGIN IMMEDIATE */
int store_begin_read(struct store *st, struct err *err); /* only reads; ended by store_rollback */
int store_commit(struct store *st, struct err *err);     /* failed: rolled back */
void store_rollback(struct store *st);                   /* none open: fine */

/*
 * What follows happens inside that transaction.  `get` and `find` overwrite what they are given
 * (an empty or released struct), only on success; the caller releases it.  Putting what the
 * tables refuse (a digest out of its turn, a second game) is ERR_CORRUPT.
 */

/* ---- the game: one row, written at creation ------------------------------------------------ */

struct store_game {
	struct buf id;       /* "k7q2m4xw" */
	struct buf rules;    /* "saboteur" */
	struct buf config;   /* host's bytes: options, card list, policy (host/config) */
	struct buf secret;   /* 32 bytes: s; wiped on release */
	struct buf host_key; /* name of the host's key, as given at `new` */
};
void store_game_release(struct store_game *g);
int store_put_game(struct store *st, const struct store_game *g, struct err *err);
int store_get_game(struct store *st, struct store_game *g, struct err *err);

/* ---- seats: 0 .. n-1, in turn order ---------------------------------------------------- */

/* card: the seat's public keys as text (pubkey_text of seal/key.h).  Name and card are empty for an
 * open seat; no two seats share a name.  Replaces the row: somebody joined, or has new keys. */
int store_put_seat(
    struct store *st, unsigned seat, const char *name, const char *card, struct err *err);

/* Calls back for each seat in order; stops at -1. */
int store_each_seat(struct store *st,
    int (*each)(void *arg, unsigned seat, const char *name, const char *card, struct err *err),
    void *arg, struct err *err);

/* ---- digests (append-only): n = 0, 1, 2 ... ---------------------------------------------- */

struct store_digest {
	int64_t n;
	unsigned char hash[32]; /* of the public part, unique */
	int64_t time;           /* accepted */
	int64_t turn;           /* the turn to be played next after it, >= 0 */
	struct buf text;        /* the whole file, byte for byte */
	struct buf events;      /* host's bytes: the events it reports (text/eventline) */
};
void store_digest_release(struct store_digest *d);
int store_put_digest(struct store *st, const struct store_digest *d, struct err *err);
int store_get_digest(
    struct store *st, int64_t n, struct store_digest *d, struct err *err); /* n -1: last */
int store_find_digest(struct store *st, const unsigned char hash[static 32], struct store_digest *d,
    struct err *err); /* text and events are left empty */

/* ---- orders (append-only): the command that caused digest n ----------------------------- */

struct store_order {
	int64_t n;              /* the digest it caused */
	unsigned char hash[32]; /* of the canonical text, unique: a repeat is found by it */
	unsigned seat;
	int64_t turn; /* -1: not bound to a turn */
	int64_t seq;
	struct buf text; /* canonical text */
	unsigned char sig[MINISIGN_BYTES];
};
void store_order_release(struct store_order *o);
int store_put_order(struct store *st, const struct store_order *o, struct err *err);
int store_get_order(struct store *st, int64_t n, struct store_order *o,
    struct err *err); /* the one that caused digest n */
int store_find_order(
    struct store *st, const unsigned char hash[static 32], struct store_order *o, struct err *err);

/* The highest seq that this seat has used for this turn, or 0. */
int store_last_seq(struct store *st, unsigned seat, int64_t turn, int64_t *seq, struct err *err);

/* How many of the seat's orders have a line that begins so, of digests of this time or later. */
int store_count_lines(struct store *st, unsigned seat, int64_t since, const char *begins,
    int64_t *n, struct err *err);

/* ---- waiting orders: of each kind at most one a seat, replaceable ---------------------------- */

enum store_queue { QUEUE_NEXT /* turn: next */, QUEUE_EVERY /* turn: every */, WAITS };

int store_put_queued(struct store *st, enum store_queue wait, const struct store_order *o,
    struct err *err); /* replaces */
int store_get_queued(
    struct store *st, enum store_queue wait, unsigned seat, struct store_order *o, struct err *err);
int store_each_queued(struct store *st, enum store_queue wait,
    int (*each)(void *arg, const struct store_order *o, struct err *err), void *arg,
    struct err *err); /* by seat; stops at -1 */
int store_drop_queued(
    struct store *st, enum store_queue wait, unsigned seat, struct err *err); /* none: fine */

/* ---- state: one row, a cache of what the transcript determines ------------------------------ */

struct store_state {
	int64_t n; /* after this digest */
	unsigned char
	    hash[32];     /* of the bytes and whatever else the host wants to find as it was */
	struct buf bytes; /* wiped on release */
};
void store_state_release(struct store_state *s);
int store_put_state(struct store *st, const struct store_state *s, struct err *err);
int store_get_state(struct store *st, struct store_state *s, struct err *err);

/* ---- outbox: digests whose delivery has not been confirmed --------------------------------- */

/* store_put_digest adds its n here, in the same transaction.  A verb that delivers (writes a file,
 * prints) does so after the commit; the next write transaction drops what it finds delivered, so
 * that a run killed in between loses nothing and costs no second transaction. */
int store_outbox_each(struct store *st, int (*each)(void *arg, int64_t n, struct err *err),
    void *arg, struct err *err); /* ascending; `each` may drop its n */
int store_outbox_drop(struct store *st, int64_t n, struct err *err);

/* ---- checking -------------------------------------------------------------------------------- */

/* integrity_check, foreign_key_check, digests and seats without gaps, the state that of the last
 * digest: ERR_CORRUPT naming the first thing found.  What the bytes mean is the host's to check. */
int store_check(struct store *st, struct err *err);

#endif
