#ifndef ADIT_TESTS_HOST_AID_H
#define ADIT_TESTS_HOST_AID_H

#include "audit/audit.h"
#include "audit/game_file.h"
#include "games/games.h"
#include "host/command.h"
#include "player/player.h"

/*
 * A table for the tests of host: a game file in a folder of its own, everybody's secret keys at
 * hand, the newest digest, and short ways to order something and say what must come of it.
 */
#define TABLE_NOW INT64_C(1767225600) /* 2026-01-01T00:00:00Z */

struct test_table {
	char folder[64], path[80];
	struct host *file;
	struct seckey *host, *key[SEATS_MAX];
	struct names names;
	struct buf digest; /* the newest, as the host wrote it */
	struct buf all;    /* every digest, in order */
	int64_t now;       /* TABLE_NOW + 60 for each order */
};

/* players seats p1..pN; secret: the byte that fills the host's secret s. */
void table_open(struct test_table *t, unsigned players, unsigned char secret);
/* The same in any rules set. */
void table_open_rules(
    struct test_table *t, const struct rules *rules, unsigned players, unsigned char secret);
/* A table whose dealing is open: nobody has joined.  options: NULL for none. */
void table_open_audited(struct test_table *t, const struct rules *rules, unsigned players,
    unsigned char secret, const struct options *options);
/* As *a says, but for names, cards and path: seats named by `name` ("p%u") of which those of a->seated
 * are bound to their keys; with a->allow_host_seat the first seat has the host's key. */
void table_open_as(
    struct test_table *t, const struct host_table_params *a, unsigned players, const char *name);
/* The host plays by this policy for who is late: after LATE_LIMIT and LATE_GRACE seconds. */
enum { LATE_LIMIT = 3600, LATE_GRACE = 600 };
void table_open_late(struct test_table *t, const struct rules *rules, unsigned players,
    bool audited, const char *policy, int64_t misses);
void table_join(struct test_table *t);    /* everybody joins, */
void table_confirm(struct test_table *t); /* everybody confirms: it is dealt */
/* The same keys, another file: what a host who starts over would have. */
void table_open_again(struct test_table *t, const struct test_table *keys, unsigned char secret);
/* The same with open dealing and this secret. */
void table_open_audited_again(struct test_table *t, const struct test_table *keys,
    const unsigned char secret[static SECRET_BYTES]);
void table_close(struct test_table *t); /* keys stay with the first table */

/* What was made comes to t->all, and the newest of it to t->digest; *r is released. */
void table_add(struct test_table *t, struct host_result *r);

/* The texts of digest n and of those after it, as the file has them, appended: a command that is refused may have
 * ended a vote on taking back before. */
void table_fetch(struct host *file, int64_t n, struct buf *made);

/* Take back.  Where the host only asks for it, the seats vote yes, from the first one on, until it is
 * done: more digests then.  table_asked: the request in the newest digest, if there is one. */
int table_undo(struct test_table *t, int64_t to, const char *reason, struct err *err);
bool table_asked(const struct test_table *t, struct undo_request *asked);

/* host_late, so many seconds after the last order.  0, or -1 with *err. */
int table_late(struct test_table *t, int64_t after, struct err *err);

/* The phase of the game. */
unsigned table_phase(const struct test_table *t);
/* A table of three, with the limit and grace of a->clock, whose game has come to this phase, where the host has played
 * for everybody: with some deal it does, so a->s is counted up. */
void table_open_at(struct test_table *t, struct host_table_params *a, unsigned phase);

/* The number of the newest digest. */
int64_t table_n(const struct test_table *t);

/* What this seat reads in the newest digest; must hold. */
void table_read(const struct test_table *t, unsigned seat, struct player_read *r);

/* Whose turn is it (SEAT_NONE: over)? */
uint8_t table_to_move(const struct test_table *t);

/* The k-th of the legal orders (modulo their number) of the seat to move, as a line. */
void table_legal(const struct test_table *t, size_t k, struct buf *line);

/* Sign this line for the seat on the newest digest: turn and seq as player_sign takes them. */
void table_sign(const struct test_table *t, unsigned seat, const char *line, int64_t turn,
    int64_t seq, struct order_block *b);

/* host_apply with what this block says. */
int table_give(struct host *file, const struct seckey *host, const struct order_block *b,
    int64_t now, struct host_result *r, struct err *err);

/* Apply; on success the new digests become the newest.  0, or -1 with *err. */
int table_apply(
    struct test_table *t, const struct order_block *b, struct host_result *r, struct err *err);

/* The two in one: a seat orders. */
int table_order(
    struct test_table *t, unsigned seat, const char *line, int64_t turn, struct err *err);

/* A host of Saboteur changes the state in its own game file. */
void table_tamper(struct test_table *t, void (*change)(struct host_state *hs));
/* A host with a program of its own. */
void table_run(struct test_table *t, command_fn *decide, const void *what, int64_t now);

/* audit_run of a text that stays, with the rules of all games and no home. */
int audit_text(
    struct audit *a, const char *text, size_t n, const struct seckey *me, struct err *err);

/* It is sound so far, seen from outside and by every seat, and its digests give the same file, byte for byte. */
void table_sound(struct test_table *t, const char *what);

/* Play orders chosen by the numbers of a generator until the game is over or n are played. */
unsigned table_play(struct test_table *t, unsigned n, uint64_t seed);

#endif
