#ifndef ADIT_TESTS_HOST_AID_H
#define ADIT_TESTS_HOST_AID_H

#include "audit/audit.h"
#include "audit/game_file.h"
#include "games/games.h"
#include "host/command.h"
#include "player/player.h"

/* A table for the tests of host: a game file in its own folder, all secret keys, the newest
 * digest, and short ways to give an order and check the result. */
#define TABLE_NOW INT64_C(1767225600) /* 2026-01-01T00:00:00Z */

enum { TEST_FOLDER = 64 };

/* Makes a new folder, which is removed with its content at the end of the test. */
void test_folder(char path[static TEST_FOLDER]);

struct test_table {
	char folder[TEST_FOLDER], path[80];
	struct host *file;
	struct seckey *host, *key[SEATS_MAX];
	struct names names;
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct buf digest; /* the newest, as the host wrote it */
	struct buf all;    /* every digest, in order */
	int64_t now;       /* TABLE_NOW + 60 for each order */
};

/* players: seats p1..pN. secret: the byte that fills the host's secret s. */
void table_open(struct test_table *t, unsigned players, unsigned char secret);
/* Like table_open, in any rules set. */
void table_open_rules(
    struct test_table *t, const struct rules *rules, unsigned players, unsigned char secret);
/* A table with an open joint deal: nobody has joined. options: NULL for none. */
void table_open_audited(struct test_table *t, const struct rules *rules, unsigned players,
    unsigned char secret, const struct options *options);
/*
 * A table as *a says, except for names, keys and path. The game is named k7q2m4xw unless *a names
 * it. The seats are named by `name` ("p%u"), and those of a->seated are bound to their keys. With
 * a->allow_host_seat the first seat has the host's key. Seats of a->custody are in custody; their
 * keys are in t->key, too.
 */
void table_open_as(
    struct test_table *t, const struct host_table_params *a, unsigned players, const char *name);
/* The host plays by this policy for late seats, after LATE_LIMIT and LATE_GRACE seconds. */
enum { LATE_LIMIT = 3600, LATE_GRACE = 600 };
void table_open_late(struct test_table *t, const struct rules *rules, unsigned players,
    bool audited, const char *policy, int64_t misses);
void table_join(struct test_table *t);    /* all seats with keys of their own join */
void table_confirm(struct test_table *t); /* they confirm, and cards are dealt */
/* Returns the keys of a seat that is in custody for the number-th time. */
struct seckey *table_custody_key(const struct test_table *t, unsigned seat, unsigned number);
/* The same keys with another file, as a host who starts over would have. */
void table_open_again(struct test_table *t, const struct test_table *keys, unsigned char secret);
/* The same with an open joint deal and this secret. */
void table_open_audited_again(struct test_table *t, const struct test_table *keys,
    const unsigned char secret[static SECRET_BYTES]);
void table_close(struct test_table *t); /* keys stay with the first table */

/* Appends the digests made to t->all; t->digest becomes the newest. Releases *r. */
void table_add(struct test_table *t, struct host_result *r);

/* Appends the texts of the digests after n from the file. A refused command may have ended an
 * undo request before. */
void table_fetch(struct host *file, int64_t n, struct buf *made);

/*
 * table_undo goes back. If the host needs votes, the seats vote yes from the first on, until it is
 * done, which makes more digests. table_asked returns the request in the newest digest, if any.
 */
int table_undo(struct test_table *t, int64_t to, const char *reason, struct err *err);
bool table_asked(const struct test_table *t, struct undo_request *request);

/* Calls host_late at `after` seconds after the last order. Returns 0, or -1 with *err. */
int table_late(struct test_table *t, int64_t after, struct err *err);

/* The phase of the game. */
unsigned table_phase(const struct test_table *t);
/* A table of three, with the limit and grace period of a->clock, whose game has reached this
 * phase; the host has played for all seats. a->s is incremented until a deal reaches it. */
void table_open_at(struct test_table *t, struct host_table_params *a, unsigned phase);

/* The number of the newest digest. */
int64_t table_n(const struct test_table *t);

/* Reads the newest digest as this seat; it must be valid. */
void table_read(const struct test_table *t, unsigned seat, struct player_read *r);

/* Returns the seat to move (SEAT_NONE: over). */
uint8_t table_to_move(const struct test_table *t);

/* Appends the k-th legal order (modulo their number) of the seat to move, as a line. */
void table_legal(const struct test_table *t, size_t k, struct buf *line);

/* Signs this line for the seat on the newest digest; turn and seq as for player_sign. */
void table_sign(const struct test_table *t, unsigned seat, const char *line, int64_t turn,
    int64_t seq, struct order_block *b);

/* From now on statement `at` of the file fails, counted from 0 without ROLLBACK; -1: none.
 * Returns how many statements were run since the last call. */
int table_fault(struct host *file, int at);

/* From now on each statement with this in its text fails, until table_fault is called. */
void table_fault_each(struct host *file, const char *sql);

/* Calls host_apply with this block. */
int table_give(struct host *file, const struct seckey *host, const struct order_block *b,
    int64_t now, struct host_result *r, struct err *err);

/* Applies a block; on success adds the new digests. Returns 0, or -1 with *err. */
int table_apply(
    struct test_table *t, const struct order_block *b, struct host_result *r, struct err *err);

/* Signs and applies an order of a seat. */
int table_order(
    struct test_table *t, unsigned seat, const char *line, int64_t turn, struct err *err);
/* Like table_order; the order must be accepted. */
void table_must_order(struct test_table *t, unsigned seat, const char *line, int64_t turn);

/* Stores the address of a seat, or of STORE_TABLE. */
void table_put_address(const struct test_table *t, int seat, const char *addr, const char *how);

/* A host of Saboteur changes the state in its own game file. */
void table_tamper(struct test_table *t, void (*change)(struct host_state *hs));
/* A host with a modified program. */
void table_run(struct test_table *t, command_fn *decide, const void *what, int64_t now);

/* Calls audit_run on a copy of the text, with the rules of all games and no home. */
int audit_text(
    struct audit *a, const char *text, size_t n, const struct seckey *me, struct err *err);

/* Expects that fsck with the key finds no fault, that the digests rebuild the file, and that fsck
 * without the key finds no fault in that. */
void table_hold(const struct test_table *t, const char *what);

/* Expects that an audit and every seat find no fault, and that a rebuild from the digests gives
 * the same file. */
void table_sound(struct test_table *t, const char *what);

/* Plays random orders until the game is over or n are played. */
unsigned table_play(struct test_table *t, unsigned n, uint64_t seed);

/* Appends the answer of a host to an order of p1, in this game: it is not p1's turn. */
void table_receipt(
    const struct test_table *t, const char *game, const struct seckey *host, struct buf *out);

#endif
