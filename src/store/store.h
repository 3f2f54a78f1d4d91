#ifndef ADIT_STORE_STORE_H
#define ADIT_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"
#include "util/keytext.h"

/*
 * One SQLite file for each game. Only this layer includes <sqlite3.h>. It stores bytes, ids and
 * times, never a struct game. schema.c documents the SQL tables and what each guarantees.
 *
 * Every page is verified when it is read (store/cksum_vfs.h); all pages are verified after an
 * interrupted change.
 *
 * Opening sets: application_id and user_version checked, foreign keys on, journal_mode=DELETE,
 * synchronous=EXTRA, trusted_schema=OFF, defensive mode, cell_size_check=ON, mmap_size=0, a busy
 * timeout; mode 0600 for a new file.
 *
 * Errors: not an SQLite file or not a game of adit: ERR_CORRUPT; another version: ERR_CORRUPT with
 * the two version numbers; damaged: ERR_CORRUPT; locked beyond the timeout, disk full, no memory,
 * folder or file read-only, permission: ERR_BUSY; missing: ERR_NOT_FOUND; exists or no such folder:
 * ERR_CREATE.
 */
struct store;

/* A reader needs write access where possible: the next process that opens the file rolls an
 * interrupted change back. */
enum store_mode { STORE_READ, STORE_WRITE };

/*
 * Opens a file. quick_check: also read every page (PRAGMA quick_check). This is automatic for a
 * file that is not where its last write left it (SQL table home in schema.c). A symbolic link to
 * a game file is followed. A file that is refused is not changed.
 */
int store_open(
    struct store **out, const char *path, enum store_mode mode, bool quick_check, struct err *err);

/* Creates a new file; ERR_CREATE if it exists. Its tables are created in the first transaction.
 * If that is not committed, store_close removes the file. */
int store_create(struct store **out, const char *path, struct err *err);

/* Opens an empty store in memory, for tests of changes: its one transaction is open and is never
 * committed. */
int store_open_memory(struct store **out, struct err *err);
void store_close(struct store *st); /* NULL is allowed */

/* Returns the version of SQLite. */
const char *store_version(void);

/* Lets SQLite in this process leave out mutexes and statistics: for a program with one thread,
 * before its first game file is opened. Later calls have no effect. */
void store_use_one_thread(void);

/* ---- one transaction ------------------------------------------------------------------ */

int store_begin(struct store *st, struct err *err);      /* STORE_WRITE: BEGIN IMMEDIATE */
int store_begin_read(struct store *st, struct err *err); /* only reads; ended by store_rollback */
int store_commit(struct store *st, struct err *err);     /* on failure: rolled back */
void store_rollback(struct store *st);                   /* none open: no effect */

/*
 * The functions below need an open transaction. `get` and `find` overwrite their result (an
 * empty or released struct) only on success; the caller releases it. Inserting what the tables
 * refuse (a digest out of sequence, a second game) is ERR_CORRUPT.
 */

/* ---- the game: one row, written at creation ------------------------------------------------ */

struct store_game {
	struct buf id;       /* "k7q2m4xw" */
	struct buf rules;    /* "saboteur" */
	struct buf config;   /* bytes of the host: options, card list, policy */
	struct buf secret;   /* 32 bytes: the host secret; wiped on release */
	struct buf host_key; /* name of the host's key */
};
void store_game_release(struct store_game *g);
int store_put_game(struct store *st, const struct store_game *g, struct err *err);
int store_get_game(struct store *st, struct store_game *g, struct err *err);

/* ---- seats: 0 .. n-1, in turn order ---------------------------------------------------- */

/* Inserts or replaces a seat. card: public keys as text (pubkey_text of seal/key.h). Name and
 * card are empty for an open seat; no two seats share a name. */
int store_put_seat(
    struct store *st, unsigned seat, const char *name, const char *card, struct err *err);

/* Calls `each` for the seats in order; -1 stops. */
int store_each_seat(struct store *st,
    int (*each)(void *arg, unsigned seat, const char *name, const char *card, struct err *err),
    void *arg, struct err *err);

/* ---- digests (append-only): n = 0, 1, 2 ... ---------------------------------------------- */

struct store_digest {
	int64_t n;
	unsigned char hash[32]; /* of the public part, unique */
	int64_t time;           /* when its command was accepted */
	int64_t turn;           /* the turn to play after it, >= 0 */
	struct buf text;        /* the whole file, byte for byte */
	struct buf events;      /* bytes of the host: report of its events */
};
void store_digest_release(struct store_digest *d);
int store_put_digest(struct store *st, const struct store_digest *d, struct err *err);
/* n -1: newest */
int store_get_digest(struct store *st, int64_t n, struct store_digest *d, struct err *err);
/* Returns 1, 0 if there is none, or -1. text and events are left empty. */
int store_find_digest(
    struct store *st, const unsigned char hash[static 32], struct store_digest *d, struct err *err);

/* ---- orders (append-only): the command that caused digest n ----------------------------- */

struct store_order {
	int64_t n;              /* the digest that it caused */
	unsigned char hash[32]; /* of the canonical text, unique; detects repeats */
	unsigned seat;
	int64_t turn; /* -1: no turn number */
	int64_t seq;
	struct buf text; /* canonical text */
	unsigned char sig[MINISIGN_BYTES];
};
void store_order_release(struct store_order *o);
int store_put_order(struct store *st, const struct store_order *o, struct err *err);
/* Finds the order that caused digest n. Returns 1, 0 if there is none, or -1. */
int store_find_cause(struct store *st, int64_t n, struct store_order *o, struct err *err);
/* Returns in *n the digest of the newest order; -1: there is none. */
int store_last_order(struct store *st, int64_t *n, struct err *err);
/* Returns 1, 0 if there is none, or -1. */
int store_find_order(
    struct store *st, const unsigned char hash[static 32], struct store_order *o, struct err *err);

/* Returns the highest seq that this seat has used for this turn, or 0. */
int store_last_seq(struct store *st, unsigned seat, int64_t turn, int64_t *seq, struct err *err);

/* Counts the seat's orders that have a line which begins so, in digests of this time or later. */
int store_count_lines(struct store *st, unsigned seat, int64_t since, const char *begins,
    int64_t *n, struct err *err);

/* ---- queued orders: at most one of each kind for a seat, replaceable ------------------------- */

enum store_queue {
	STORE_QUEUE_NEXT /* turn: next */,
	STORE_QUEUE_EVERY /* turn: every */,
	STORE_QUEUE_COUNT
};

int store_put_queued(struct store *st, enum store_queue queue, const struct store_order *o,
    struct err *err); /* replaces */
/* Returns 1, 0 if there is none, or -1. */
int store_find_queued(struct store *st, enum store_queue queue, unsigned seat,
    struct store_order *o, struct err *err);
int store_each_queued(struct store *st, enum store_queue queue,
    int (*each)(void *arg, const struct store_order *o, struct err *err), void *arg,
    struct err *err); /* by seat; stops at -1 */
/* may be missing */
int store_drop_queued(struct store *st, enum store_queue queue, unsigned seat, struct err *err);

/* ---- state: one row, derived from the transcript -------------------------------------------- */

struct store_state {
	int64_t n;              /* after this digest */
	unsigned char hash[32]; /* of the bytes and other rows that the host verifies */
	struct buf bytes;       /* wiped on release */
};
void store_state_release(struct store_state *s);
int store_put_state(struct store *st, const struct store_state *s, struct err *err);
int store_get_state(struct store *st, struct store_state *s, struct err *err);

/* ---- outbox: digests whose delivery has not been confirmed --------------------------------- */

/*
 * store_put_digest adds its n here, in the same transaction. A verb that delivers (writes a
 * file, prints) does so after the commit. The next write transaction removes what was delivered.
 * So a crash in between loses nothing, and no second transaction is needed.
 */
int store_outbox_each(struct store *st, int (*each)(void *arg, int64_t n, struct err *err),
    void *arg, struct err *err); /* ascending; `each` may drop its n */
/* Counts those that are older than the newest digest, and thus not of the last run. */
int store_outbox_count_before(struct store *st, int64_t *n, struct err *err);
int store_outbox_drop(struct store *st, int64_t n, struct err *err);

/* ---- checking -------------------------------------------------------------------------------- */

/* integrity_check, foreign_key_check, digests and seats without gaps, state of the last digest.
 * ERR_CORRUPT names the first fault. The host checks the meaning of the bytes. */
int store_check(struct store *st, struct err *err);

#endif
