#ifndef ADIT_STORE_QUERY_H
#define ADIT_STORE_QUERY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"
#include "util/buf.h"
#include "util/err.h"

/* Internal to the store: one connection, and the functions that run statements. */

enum { QUERY_STATEMENTS_MAX = 40 };

struct store {
	sqlite3 *db;
	char *path; /* as the user wrote it, for messages and unlink */
	enum store_mode mode;
	bool is_fresh;     /* has no tables: the first transaction creates them */
	bool is_moved;     /* not where the last write left it (SQL table home) */
	int64_t dev, ino;  /* of the open file */
	unsigned n_cached; /* cached statements, each with its text */
	struct cached_stmt {
		const char *sql;
		sqlite3_stmt *stmt;
		bool is_open;
	} cached[QUERY_STATEMENTS_MAX];
};

/* Hint for a damaged file. */
#define STORE_HINT_REBUILD "make it again from the digests with `adit rebuild`"

/* Translates an SQLite result code to err, and returns -1. The table of codes is in query.c. */
int store_fail(struct store *st, int rc, struct err *err);

/* Returns errno of the failure, or 0 if it is unknown (the failure was the journal's). SQLite
 * has it with the file for reads and writes, with the connection for opening. */
int store_errno(struct store *st, int rc);

/* Runs statements without rows and parameters. */
int store_exec(struct store *st, const char *sql, struct err *err);

/* Runs a statement without rows and with one number. */
int store_run(struct store *st, const char *sql, int64_t n, struct err *err);

/* Returns the number that a statement without parameters selects; 0 if there is no row. */
int store_number(struct store *st, const char *sql, int64_t *out, struct err *err);

/*
 * One statement. Opening and binding record the first failure, and query_row reports it, so that a
 * caller checks once. Bound bytes are borrowed until the query is closed, the SQL text until the
 * store is closed: statements are cached, because preparing one costs more than running it.
 *
 *	struct query q;
 *	query_open(&q, st, "SELECT ... WHERE a = ?1 AND b = ?2");
 *	query_int(&q, 1, a);
 *	query_int(&q, 2, b);
 *	int row = query_row(&q, err);
 *	...
 *	query_close(&q);
 */
struct query {
	struct store *st;
	sqlite3_stmt *stmt;
	struct cached_stmt *cached; /* its cache entry, or NULL */
	int rc;                     /* first failure, or SQLITE_OK */
};

/* Finalizes the cached statements. Call it before the connection is closed. */
void query_forget(struct store *st);

void query_open(struct query *q, struct store *st, const char *sql);
void query_int(struct query *q, int param, int64_t v);
void query_text(struct query *q, int param, const char *s, size_t n);
void query_bytes(struct query *q, int param, const void *p, size_t n);
int query_row(struct query *q, struct err *err);    /* 1: a row, 0: no more, -1 */
int query_finish(struct query *q, struct err *err); /* runs a statement without rows; closes */
/* Sets *n to the number of the first column, if there is a row; closes. */
int query_finish_number(struct query *q, int64_t *n, struct err *err);
void query_close(struct query *q); /* may be called twice */

/* Read a column, from 0, of the current row. Return 0, or -1 with ERR_CORRUPT if it violates the
 * schema. */
int query_get_int(
    struct query *q, int col, int64_t min, int64_t max, int64_t *out, struct err *err);
int query_get_bytes(struct query *q, int col, struct buf *out, struct err *err); /* appends */
int query_get_fixed(struct query *q, int col, unsigned char *out, size_t n, struct err *err);
const char *query_get_text(struct query *q, int col); /* never NULL; valid until the next row */

#endif
