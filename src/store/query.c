/* Statements, and the meaning of SQLite's result codes for a user. */
#include "store/query.h"

#include <errno.h>
#include <string.h>

#include "util/mem.h"

struct meaning {
	int rc; /* primary or extended; an extended code has priority */
	enum err_code code;
	const char *what, *hint;
	bool with_errno, with_sqlite; /* append the message of the system or of SQLite */
};

static const struct meaning meaning[] = {
	{ SQLITE_BUSY, ERR_BUSY, "another process keeps it locked", "try again later", false,
	    false },
	{ SQLITE_LOCKED, ERR_BUSY, "it is locked", "try again later", false, false },
	{ SQLITE_FULL, ERR_BUSY, "the disk is full",
	    "free some space and try again: nothing was changed", false, false },
	{ SQLITE_NOMEM, ERR_BUSY, "out of memory", "try again later", false, false },
	{ SQLITE_IOERR_NOMEM, ERR_BUSY, "out of memory", "try again later", false, false },
	{ SQLITE_IOERR, ERR_BUSY, "reading or writing it failed",
	    "see that the disk is sound and try again", true, false },
	{ SQLITE_IOERR_SHORT_READ, ERR_CORRUPT, "it is damaged", STORE_HINT_REBUILD, false, false },
	{ SQLITE_IOERR_DATA, ERR_CORRUPT, "it is damaged, or another program has written to it",
	    STORE_HINT_REBUILD, false, false },
	{ SQLITE_READONLY, ERR_BUSY, "it is read-only", "make it writable or work on a copy", false,
	    false },
	{ SQLITE_READONLY_DIRECTORY, ERR_BUSY, "its folder is read-only",
	    "make the folder writable: a journal is kept there while the file changes", false,
	    false },
	{ SQLITE_READONLY_ROLLBACK, ERR_BUSY, "an interrupted change has to be undone first",
	    "make the file and its folder writable", false, false },
	{ SQLITE_READONLY_CANTLOCK, ERR_BUSY, "its locks cannot be written",
	    "make the file and its folder writable", false, false },
	{ SQLITE_READONLY_DBMOVED, ERR_BUSY, "it was moved or replaced while in use", "try again",
	    false, false },
	{ SQLITE_PERM, ERR_BUSY, "permission denied", "see who owns it", false, false },
	{ SQLITE_AUTH, ERR_BUSY, "permission denied", "see who owns it", false, false },
	{ SQLITE_CANTOPEN, ERR_BUSY, "it cannot be opened, or no journal can be made beside it",
	    "see the permissions of the file and its folder", true, false },
	{ SQLITE_NOTADB, ERR_CORRUPT, "not an SQLite file", "is it the game file?", false, false },
	{ SQLITE_CORRUPT, ERR_CORRUPT, "it is damaged", STORE_HINT_REBUILD, false, false },
	{ SQLITE_FORMAT, ERR_CORRUPT, "it is damaged", STORE_HINT_REBUILD, false, false },
	{ SQLITE_TOOBIG, ERR_CORRUPT, "a value is too large", "run `adit fsck`", false, false },
	{ SQLITE_CONSTRAINT, ERR_CORRUPT, "it does not take this", "run `adit fsck`", false, true },
};

static const struct meaning meaning_other = { SQLITE_ERROR, ERR_CORRUPT,
	"it is not as it should be", "run `adit fsck`", false, true };

static const struct meaning *
find_meaning(int rc)
{
	const struct meaning *found = NULL;

	for (size_t i = 0; i < sizeof meaning / sizeof meaning[0]; i++) {
		if (meaning[i].rc == rc)
			return &meaning[i];
		if (meaning[i].rc == (rc & 0xff))
			found = &meaning[i];
	}
	return found != NULL ? found : &meaning_other;
}

int
store_errno(struct store *st, int rc)
{
	int error = 0;

	if ((rc & 0xff) != SQLITE_IOERR)
		return sqlite3_system_errno(st->db);
	if (sqlite3_file_control(st->db, "main", SQLITE_FCNTL_LAST_ERRNO, &error) != SQLITE_OK)
		return 0;
	return error;
}

int
store_fail(struct store *st, int rc, struct err *err)
{
	int error = store_errno(st, rc);

	/* SQLite detects ENOSPC only for writes. A full quota, or a sync without space, means
	 * the same to the caller. */
	if ((rc & 0xff) == SQLITE_IOERR && (error == ENOSPC || error == EDQUOT))
		rc = SQLITE_FULL;

	const struct meaning *m = find_meaning(rc);

	if (m->with_sqlite)
		err_set(err, m->code, "%s: %s: %s", st->path, m->what, sqlite3_errmsg(st->db));
	else if (m->with_errno && error != 0)
		err_set(err, m->code, "%s: %s: %s", st->path, m->what, strerror(error));
	else
		err_set(err, m->code, "%s: %s", st->path, m->what);
	return err_hint(err, "%s", m->hint);
}

int
store_exec(struct store *st, const char *sql, struct err *err)
{
	int rc = sqlite3_exec(st->db, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : store_fail(st, rc, err);
}

int
store_number(struct store *st, const char *sql, int64_t *out, struct err *err)
{
	struct query q;

	*out = 0;
	query_open(&q, st, sql);

	int row = query_row(&q, err);

	if (row > 0)
		*out = sqlite3_column_int64(q.stmt, 0);
	query_close(&q);
	return row < 0 ? -1 : 0;
}

int
store_run(struct store *st, const char *sql, int64_t n, struct err *err)
{
	struct query q;

	query_open(&q, st, sql);
	query_int(&q, 1, n);
	return query_finish(&q, err);
}

void
query_open(struct query *q, struct store *st, const char *sql)
{
	*q = (struct query){ .st = st, .rc = SQLITE_OK };
	for (unsigned i = 0; i < st->n_cached && q->cached == NULL; i++)
		if (!st->cached[i].is_open && strcmp(st->cached[i].sql, sql) == 0)
			q->cached = &st->cached[i];
	if (q->cached == NULL) {
		q->rc = sqlite3_prepare_v3(
		    st->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &q->stmt, NULL);
		if (q->rc != SQLITE_OK || st->n_cached == QUERY_STATEMENTS_MAX)
			return;
		q->cached = &st->cached[st->n_cached++];
		*q->cached = (struct cached_stmt){ .sql = sql, .stmt = q->stmt };
	}
	q->stmt = q->cached->stmt;
	q->cached->is_open = true;
}

void
query_forget(struct store *st)
{
	for (unsigned i = 0; i < st->n_cached; i++)
		(void)sqlite3_finalize(st->cached[i].stmt);
	st->n_cached = 0;
}

/* Records the first failure to bind. */
static void
record_failure(struct query *q, int rc)
{
	if (q->rc == SQLITE_OK)
		q->rc = rc;
}

void
query_int(struct query *q, int param, int64_t v)
{
	if (q->rc == SQLITE_OK)
		record_failure(q, sqlite3_bind_int64(q->stmt, param, v));
}

void
query_text(struct query *q, int param, const char *s, size_t n)
{
	if (q->rc == SQLITE_OK)
		record_failure(
		    q, sqlite3_bind_text64(q->stmt, param, s, n, SQLITE_STATIC, SQLITE_UTF8));
}

void
query_bytes(struct query *q, int param, const void *p, size_t n)
{
	/* A NULL pointer would be stored as NULL and not as empty bytes. */
	if (q->rc == SQLITE_OK)
		record_failure(
		    q, sqlite3_bind_blob64(q->stmt, param, p != NULL ? p : "", n, SQLITE_STATIC));
}

int
query_row(struct query *q, struct err *err)
{
	if (q->rc == SQLITE_OK) {
		int rc = sqlite3_step(q->stmt);

		if (rc == SQLITE_ROW)
			return 1;
		if (rc == SQLITE_DONE)
			return 0;
		q->rc = rc;
	}
	return store_fail(q->st, q->rc, err);
}

int
query_finish(struct query *q, struct err *err)
{
	int row = query_row(q, err);

	query_close(q);
	if (row > 0)
		BUG("rows from a statement that should give none");
	return row;
}

int
query_finish_number(struct query *q, int64_t *n, struct err *err)
{
	int row = query_row(q, err);

	if (row > 0 && query_get_int(q, 0, 0, INT64_MAX, n, err) < 0)
		row = -1;
	query_close(q);
	return row < 0 ? -1 : 0;
}

void
query_close(struct query *q)
{
	/* Both repeat the failure that query_row reported. */
	if (q->cached == NULL) {
		(void)sqlite3_finalize(q->stmt);
	} else {
		(void)sqlite3_reset(q->stmt);
		(void)sqlite3_clear_bindings(q->stmt);
		q->cached->is_open = false;
	}
	q->stmt = NULL;
	q->cached = NULL;
}

static int
not_as_promised(struct query *q, int col, struct err *err)
{
	err_set(err, ERR_CORRUPT, "%s: it is damaged: column \"%s\" holds what it cannot",
	    q->st->path, sqlite3_column_name(q->stmt, col));
	return err_hint(err, STORE_HINT_REBUILD);
}

int
query_get_int(struct query *q, int col, int64_t min, int64_t max, int64_t *out, struct err *err)
{
	int64_t v = sqlite3_column_int64(q->stmt, col);

	if (sqlite3_column_type(q->stmt, col) != SQLITE_INTEGER || v < min || v > max)
		return not_as_promised(q, col, err);
	*out = v;
	return 0;
}

/* Returns a blob or text in place; NULL with *n 0 if it is empty. */
static const void *
bytes_of(struct query *q, int col, size_t *n)
{
	const void *p = sqlite3_column_blob(q->stmt, col);

	*n = (size_t)sqlite3_column_bytes(q->stmt, col);
	return p;
}

int
query_get_bytes(struct query *q, int col, struct buf *out, struct err *err)
{
	size_t n;
	const void *p = bytes_of(q, col, &n);

	if (p == NULL && sqlite3_errcode(q->st->db) == SQLITE_NOMEM)
		return store_fail(q->st, SQLITE_NOMEM, err);
	buf_grow_secret(out, n);
	buf_add(out, p, n);
	return 0;
}

int
query_get_fixed(struct query *q, int col, unsigned char *out, size_t n, struct err *err)
{
	size_t have;
	const void *p = bytes_of(q, col, &have);

	if (p == NULL || have != n)
		return not_as_promised(q, col, err);
	memcpy(out, p, n);
	return 0;
}

const char *
query_get_text(struct query *q, int col)
{
	const unsigned char *s = sqlite3_column_text(q->stmt, col);

	return s != NULL ? (const char *)s : "";
}
