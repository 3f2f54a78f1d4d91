#ifndef ADIT_TESTS_STORE_HELP_H
#define ADIT_TESTS_STORE_HELP_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* Shared by the tests of the store. Each test runs in its own process and folder. */

void help_enter(void); /* makes the folder and changes to it */
void help_leave(void); /* removes it */

/* .init and .fini: like these, with a game "g" of digests 0 and 1, inside a transaction on
 * help_store. */
extern struct store *help_store;
void help_enter_game(void);
void help_leave_game(void);

/* Digest n of the test game; the caller releases it. */
struct store_digest help_digest(int64_t n);

/* An order of seat 0 that caused digest n; the caller releases it. */
struct store_order help_order(int64_t n, int64_t turn, int64_t seq);

/* Writes one turn: digest n, its order (n > 0), the state, and a queued order that is added or
 * removed. Call inside a transaction. Returns -1 with *err. */
int help_put_turn(struct store *st, int64_t n, struct err *err);

/* Writes a game with digests 0 .. last to path, one transaction each. */
void help_make_game(const char *path, int64_t last);

/* Open, begin, one turn, commit, close. */
int help_apply(const char *path, int64_t n, struct err *err);

/* Returns the last digest of the game in path, after checking that all tables agree. */
int64_t help_last(const char *path, const char *name);

/* Runs SQL with plain SQLite, without adit; the second one with page sums as adit writes them. */
void help_sql(const char *path, const char *sql);
void help_sql_summed(const char *path, const char *sql);

/* All bytes of a file. */
struct buf help_bytes(const char *path);

/* Drops root privileges until help_leave, so that permissions apply. */
void help_drop_root(void);

#endif
