#ifndef ADIT_TESTS_STORE_HELP_H
#define ADIT_TESTS_STORE_HELP_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* What the store's tests share.  Each test runs in a process of its own, in a folder of its own. */

void help_enter(void); /* makes the folder and goes there */
void help_leave(void); /* removes it */

/* .init and .fini: the same, in a game "g" with the digests 0 and 1, inside a transaction on help_store. */
extern struct store *help_store;
void help_enter_game(void);
void help_leave_game(void);

/* Digest n of the test game; the caller releases it. */
struct store_digest help_digest(int64_t n);

/* An order of seat 0 that caused digest n; the caller releases it. */
struct store_order help_order(int64_t n, int64_t turn, int64_t seq);

/* What one turn writes: digest n, its order (n > 0), the state, and a waiting order that comes or
 * goes.  Inside a transaction; -1 with *err. */
int help_put_turn(struct store *st, int64_t n, struct err *err);

/* Write a game with digests 0 .. last into path, a transaction each. */
void help_make_game(const char *path, int64_t last);

/* Open, begin, one turn, commit, close. */
int help_apply(const char *path, int64_t n, struct err *err);

/* The last digest of the game in path, after checking that every table agrees on it. */
int64_t help_last(const char *path, const char *name);

/* Run SQL with SQLite alone, as somebody without adit would; with sums of pages as adit writes them. */
void help_sql(const char *path, const char *sql);
void help_sql_summed(const char *path, const char *sql);

/* All bytes of a file. */
struct buf help_bytes(const char *path);

/* Become somebody whom permissions bind, until help_leave. */
void help_drop_root(void);

#endif
