#ifndef ADIT_STORE_QUERY_H
#define ADIT_STORE_QUERY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store.h"
#include "util/buf.h"
#include "util/err.h"

/* The inside of the store: one connection, and the only way statements are run. */

enum { STATEMENTS_KEPT = 40 };

struct store {
	sqlite3 *db;
	char *path; /* as the user wrote it: for messages and for unlink */
	enum store_mode mode;
	int version;      /* of the file, as it will be when the transaction is committed */
	bool is_old;      /* was of an older version before the transaction */
	bool is_fresh;    /* no tables yet: the first transaction makes them */
	bool is_moved;    /* not where the last write left it (table home) */
	int64_t dev, ino; /* of the file that is open */
	unsigned n_kept;  /* statements to be used again, each with its text */
	struct cached_stmt {
		const char *sql;
		sqlite3_stmt *stmt;
		bool is_open;
	} kept[STATEMENTS_KEPT];
};

/* What to do about a damaged file. */
#define STORE_HINT_REBUILD "make it anew from the digests with `adit rebuild`"

/* Say what SQLite's result code means for this file: fills err, returns -1.  The one table that
 * maps codes is in query.c. */
int store_fail(struct store *st, int rc, struct err *err);

/* The system's own reason: SQLite keeps it with the file for reading and writing, with the connection for
 * opening.  0 if it is not known (the failure was the journal's). */
int store_errno(struct store *st, int rc);

/* Run statements that give no rows and have no parameters. */
int store_exec(struct store *st, const char *sql, struct err *err);

/* The same of a statement with one number. */
int store_run(struct store *st, const char *sql, int64_t n, struct err *err);

/* The one number that a statement without parameters gives (0 if it gives no row). */
int store_number(struct store *st, const char *sql, int64_t *out, struct err *err);

/*
 * One statement.  Opening and binding remember the first failure, and query_row reports it, so
 * that a caller checks once.  Bound bytes are borrowed until the query is closed; sql as long as the
 * store is open, since to prepare a statement costs more than to run it.
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
	struct cached_stmt *kept; /* where the statement is kept, or NULL */
	int rc;                   /* the first failure, or SQLITE_OK */
};

/* Before the connection is closed. */
void query_forget(struct store *st);

void query_open(struct query *q, struct store *st, const char *sql);
void query_int(struct query *q, int param, int64_t v);
void query_text(struct query *q, int param, const char *s, size_t n);
void query_bytes(struct query *q, int param, const void *p, size_t n);
int query_row(struct query *q, struct err *err);    /* 1: a row, 0: no more, -1 */
int query_finish(struct query *q, struct err *err); /* run a statement without rows; closes */
void query_close(struct query *q);                  /* closing twice is fine */

/* The columns of the row at hand, from 0.  -1, ERR_CORRUPT: not what the schema promises. */
int query_get_int(
    struct query *q, int col, int64_t min, int64_t max, int64_t *out, struct err *err);
int query_get_bytes(struct query *q, int col, struct buf *out, struct err *err); /* appends */
int query_get_fixed(struct query *q, int col, unsigned char *out, size_t n, struct err *err);
const char *query_get_text(struct query *q, int col); /* never NULL; till the next row */

#endif
