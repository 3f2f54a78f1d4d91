/*
 * Opens a game file, and runs its transaction.
 *
 * (T1) No file is changed before it is known to be a game file; one that is refused is not changed.
 * (T2) A file from store_create whose first transaction was not committed is removed when it is
 *      closed.
 * (T3) A failed commit leaves no transaction open and nothing changed.
 */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/cksum_vfs.h"
#include "store/query.h"
#include "store/schema.h"
#include "util/file.h"
#include "util/mem.h"

enum {
	BUSY_MS = 5000,      /* time to wait for another process */
	VALUE_MAX = 64 << 20 /* no value of a game comes near; protects against a forged file */
};

/* Configures SQLite. The last pragma is the first statement that parses the schema. */
static int
set_up(struct store *st, struct err *err)
{
	static const struct {
		int op, on;
	} config[] = {
		{ SQLITE_DBCONFIG_DEFENSIVE, 1 },
		{ SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
		{ SQLITE_DBCONFIG_ENABLE_FKEY, 1 },
		{ SQLITE_DBCONFIG_ENABLE_TRIGGER, 1 },
		{ SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
		{ SQLITE_DBCONFIG_DQS_DDL, 0 },
		{ SQLITE_DBCONFIG_DQS_DML, 0 },
	};

	for (size_t i = 0; i < sizeof config / sizeof config[0]; i++) {
		int rc = sqlite3_db_config(st->db, config[i].op, config[i].on, (int *)NULL);

		if (rc != SQLITE_OK)
			return store_fail(st, rc, err);
	}
	(void)sqlite3_limit(st->db, SQLITE_LIMIT_LENGTH, VALUE_MAX); /* returns the old limit */
	return store_exec(st,
	    "PRAGMA cell_size_check = ON;"
	    "PRAGMA mmap_size = 0;"
	    "PRAGMA temp_store = MEMORY;"
	    /* Removed data (a queued order, an old state) is overwritten in the file. */
	    "PRAGMA secure_delete = ON",
	    err);
}

/* These need a checked schema. Only EXTRA syncs the folder after the journal is deleted.
 * Otherwise a power cut could restore the journal, and with it the old state. */
static int
set_up_writing(struct store *st, struct err *err)
{
	struct query q;
	int is_delete = 0;

	if (st->mode == STORE_READ)
		return store_exec(st, "PRAGMA query_only = ON", err);
	if (store_exec(st, "PRAGMA synchronous = EXTRA", err) < 0)
		return -1;
	query_open(&q, st, "PRAGMA journal_mode = DELETE");
	int row = query_row(&q, err);

	if (row > 0)
		is_delete = strcmp(query_get_text(&q, 0), "delete") == 0;
	query_close(&q);
	if (row < 0)
		return -1;
	return is_delete ? 0 : store_fail(st, SQLITE_BUSY, err);
}

/* SQLite does not treat "file:..." and ":memory:" as paths. */
static int
connect_to(struct store *st, struct err *err)
{
	struct buf name = BUF_INIT;

	if (st->path[0] != '/')
		buf_str(&name, "./");
	buf_str(&name, st->path);

	int rc = cksum_vfs_register();

	if (rc == SQLITE_OK)
		rc = sqlite3_open_v2(name.p, &st->db,
		    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, sums_vfs);
	buf_release(&name);
	if (rc == SQLITE_OK && st->is_fresh)
		rc = cksum_vfs_reserve(st->db);
	if (rc == SQLITE_OK)
		rc = sqlite3_busy_timeout(st->db, BUSY_MS);
	return rc == SQLITE_OK ? 0 : store_fail(st, rc, err);
}

static struct store *
new_store(const char *path, enum store_mode mode)
{
	struct store *st = mem_zero(1, sizeof *st);

	st->path = mem_dup(path);
	st->mode = mode;
	return st;
}

/* Checks what stat returns, and records where the file is. */
static int
check_file(struct store *st, struct err *err)
{
	struct stat s;

	if (stat(st->path, &s) < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			return err_set(err, file_err_code(errno, ERR_NOT_FOUND), "%s: %s", st->path,
			    strerror(errno));
		if (file_check_missing(st->path, err) < 0) {
			(void)err_wrap(err, "%s", st->path);
			return err_hint(err, "name the game file");
		}
		err_set(err, ERR_NOT_FOUND, "%s: no such game file", st->path);
		return err_hint(err, "`adit new` makes one");
	}
	if (!S_ISREG(s.st_mode)) {
		err_set(err, ERR_CORRUPT, "%s: %s, not a game file", st->path,
		    S_ISDIR(s.st_mode) ? "a folder" : "not a regular file");
		return err_hint(err, "name the game file");
	}
	if (s.st_size == 0) {
		err_set(err, ERR_CORRUPT, "%s: an empty file, not a game", st->path);
		return err_hint(err,
		    "if `adit new` or `adit rebuild` was interrupted, remove it and start again");
	}
	st->dev = (int64_t)s.st_dev;
	st->ino = (int64_t)s.st_ino;
	return 0;
}

/* SQLite detects missing pages, but reads the missing rest of a page as zeroes. */
static int
check_size(struct store *st, struct err *err)
{
	struct stat s;
	int64_t page;

	if (store_number(st, "PRAGMA page_size", &page, err) < 0)
		return -1;
	if (stat(st->path, &s) < 0)
		return err_set(err, ERR_BUSY, "%s: %s", st->path, strerror(errno));
	if (s.st_size % page != 0)
		return store_fail(st, SQLITE_CORRUPT, err);
	return 0;
}

/* Checks whether the file is where its last write left it. */
static int
check_home(struct store *st, struct err *err)
{
	struct query q;

	st->is_moved = true;
	query_open(&q, st, "SELECT 1 FROM home WHERE dev = ?1 AND ino = ?2");
	query_int(&q, 1, st->dev);
	query_int(&q, 2, st->ino);

	int row = query_row(&q, err);

	query_close(&q);
	if (row > 0)
		st->is_moved = false;
	return row < 0 ? -1 : 0;
}

/* Runs a pragma that returns one row, "ok" or a fault. */
static int
check_pages(struct store *st, const char *pragma, struct err *err)
{
	struct query q;

	query_open(&q, st, pragma);

	int row = query_row(&q, err);

	if (row > 0 && strcmp(query_get_text(&q, 0), "ok") != 0) {
		/* The result also reports a page that could not be read. */
		if (store_errno(st, SQLITE_IOERR) != 0) {
			query_close(&q);
			return store_fail(st, SQLITE_IOERR, err);
		}
		err_set(err, ERR_CORRUPT, "%s: it is damaged: %s", st->path, query_get_text(&q, 0));
		(void)err_hint(err, STORE_HINT_REBUILD);
		row = -1;
	}
	query_close(&q);
	return row < 0 ? -1 : 0;
}

/* SQLite would write into the file what the journal of another game, or the log of another program,
 * has for it: checks that there is none. */
static int
check_beside(struct store *st, const char *journal, bool has_journal, struct err *err)
{
	const char *log = sqlite3_filename_wal(sqlite3_db_filename(st->db, "main"));
	unsigned char head[CKSUM_VFS_JOURNAL_HEAD];
	const int fd = has_journal ? open(journal, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
	struct stat s;
	ssize_t n = has_journal && fd < 0 && errno != ENOENT ? -1 : 0;

	if (fd >= 0) {
		n = read(fd, head, sizeof head);
		(void)close(fd); /* only read from */
	}
	if (n < 0)
		return err_set(err, ERR_BUSY, "%s: %s", journal, strerror(errno));
	if (n > 0 && cksum_vfs_is_foreign(st->db, head, (size_t)n))
		err_set(err, ERR_CORRUPT, "%s: it belongs to another game", journal);
	else if (stat(log, &s) == 0 && s.st_size > 0)
		err_set(err, ERR_CORRUPT, "%s: it belongs to no game", log);
	else
		return 0;
	return err_hint(err, "move it away from there; it would destroy %s", st->path);
}

/* Checks everything that the program relies on, in one snapshot. */
static int
check_content(struct store *st, bool quick_check, struct err *err)
{
	const char *journal = sqlite3_filename_journal(sqlite3_db_filename(st->db, "main"));
	const bool was_cut_short = access(journal, F_OK) == 0;
	int64_t id;

	/* SQLite would wait for the writer of a FIFO. */
	if (file_check_kind(journal, err) < 0 || check_beside(st, journal, was_cut_short, err) < 0)
		return -1;
	if (store_exec(st, "BEGIN", err) < 0)
		return -1;
	/* Any read locks the file, and rolls back an interrupted change: if that was the first
	 * one, the file is empty again. */
	if (store_number(st, "PRAGMA application_id", &id, err) < 0 || check_file(st, err) < 0 ||
	    schema_check(st, err) < 0 || check_size(st, err) < 0 || check_home(st, err) < 0)
		goto undo;
	/* Checksums do not detect a page that a damaged journal did not restore. */
	if (was_cut_short ?
		store_check(st, err) < 0 :
		(quick_check || st->is_moved) && check_pages(st, "PRAGMA quick_check(1)", err) < 0)
		goto undo;
	if (store_exec(st, "COMMIT", err) < 0)
		goto undo;
	return 0;
undo:
	store_rollback(st);
	return -1;
}

int
store_open(
    struct store **out, const char *path, enum store_mode mode, bool quick_check, struct err *err)
{
	struct store *st = new_store(path, mode);

	if (check_file(st, err) < 0 || connect_to(st, err) < 0 || set_up(st, err) < 0 ||
	    check_content(st, quick_check, err) < 0)
		goto fail;
	if (mode == STORE_WRITE && sqlite3_db_readonly(st->db, "main") != 0) {
		store_fail(st, SQLITE_READONLY, err);
		goto fail;
	}
	if (set_up_writing(st, err) < 0)
		goto fail;
	*out = st;
	return 0;
fail:
	store_close(st);
	return -1;
}

/* Creates an empty file that only the owner can read, whatever the umask. */
static int
make_file(struct store *st, struct err *err)
{
	struct stat s;
	int fd = open(st->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0 && errno == EEXIST) {
		err_set(err, ERR_CREATE, "%s: exists already", st->path);
		return err_hint(err,
		    "a game is never overwritten: choose another name; if `adit new` or "
		    "`adit rebuild` was interrupted: adit status %s",
		    st->path);
	}
	if (fd < 0) {
		err_set(err, file_err_code(errno, ERR_CREATE), "%s: cannot be created: %s",
		    st->path, strerror(errno));
		return err_hint(err, "see that the folder exists and is writable");
	}
	st->is_fresh = true;

	int rc = fchmod(fd, 0600) < 0 || fstat(fd, &s) < 0 ? -1 : 0;

	if (rc < 0)
		err_set(err, ERR_BUSY, "%s: %s", st->path, strerror(errno));
	else {
		st->dev = (int64_t)s.st_dev;
		st->ino = (int64_t)s.st_ino;
	}
	(void)close(fd); /* nothing was written */
	return rc;
}

int
store_create(struct store **out, const char *path, struct err *err)
{
	struct store *st = new_store(path, STORE_WRITE);

	if (make_file(st, err) < 0 || connect_to(st, err) < 0 || set_up(st, err) < 0 ||
	    set_up_writing(st, err) < 0) {
		store_close(st);
		return -1;
	}
	st->is_moved = true;
	*out = st;
	return 0;
}

int
store_open_memory(struct store **out, struct err *err)
{
	struct store *st = new_store("(in memory)", STORE_WRITE);
	int rc = sqlite3_open_v2(":memory:", &st->db,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

	if ((rc != SQLITE_OK && store_fail(st, rc, err) < 0) || set_up(st, err) < 0 ||
	    store_exec(st, "BEGIN", err) < 0 || schema_make(st, err) < 0) {
		store_close(st);
		return -1;
	}
	*out = st;
	return 0;
}

void
store_close(struct store *st)
{
	if (st == NULL)
		return;
	store_rollback(st);
	query_forget(st);
	(void)sqlite3_close(st->db);
	if (st->is_fresh)
		(void)unlink(st->path); /* (T2); the failure before is the one to report */
	free(st->path);
	free(st);
}

/* ---- one transaction ------------------------------------------------------------------ */

static int
save_home(struct store *st, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO home(one, dev, ino) VALUES (1, ?1, ?2)"
	    " ON CONFLICT(one) DO UPDATE SET dev = ?1, ino = ?2");
	query_int(&q, 1, st->dev);
	query_int(&q, 2, st->ino);
	return query_finish(&q, err);
}

int
store_begin(struct store *st, struct err *err)
{
	if (store_exec(st, st->mode == STORE_READ ? "BEGIN" : "BEGIN IMMEDIATE", err) < 0)
		return -1;
	if ((st->is_fresh && schema_make(st, err) < 0) ||
	    (st->mode == STORE_WRITE && st->is_moved && save_home(st, err) < 0)) {
		store_rollback(st);
		return -1;
	}
	return 0;
}

int
store_begin_read(struct store *st, struct err *err)
{
	return store_exec(st, "BEGIN", err);
}

int
store_commit(struct store *st, struct err *err)
{
	if (store_exec(st, "COMMIT", err) < 0) {
		store_rollback(st);
		return -1;
	}
	if (st->mode == STORE_WRITE)
		st->is_fresh = st->is_moved = false;
	return 0;
}

void
store_rollback(struct store *st)
{
	/* Some failures (disk full) have rolled back already. If ROLLBACK fails, the journal
	 * stays, and the next open rolls back. */
	if (st->db != NULL && sqlite3_get_autocommit(st->db) == 0)
		(void)sqlite3_exec(st->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- checking ----------------------------------------------------------------------------- */

/* Faults that types and foreign keys cannot express. Each statement returns the number of
 * faults. */
static const struct {
	const char *sql, *what;
} fault[] = {
	{ "SELECT count(*) <> 1 FROM game", "there is no game row" },
	{ "SELECT count(*) <> coalesce(max(n) + 1, 0) FROM digest", "a digest is missing" },
	{ "SELECT count(*) <> coalesce(max(seat) + 1, 0) FROM seat", "a seat is missing" },
	{ "SELECT count(*) <> 1 FROM state WHERE n = (SELECT max(n) FROM digest)",
	    "the state is not the one after the last digest" },
};

static int
check_keys(struct store *st, struct err *err)
{
	struct query q;

	query_open(&q, st, "PRAGMA foreign_key_check");

	int row = query_row(&q, err);

	if (row > 0) {
		err_set(err, ERR_CORRUPT, "%s: table %s names a %s that does not exist", st->path,
		    query_get_text(&q, 0), query_get_text(&q, 2));
		(void)err_hint(err, STORE_HINT_REBUILD);
		row = -1;
	}
	query_close(&q);
	return row;
}

int
store_check(struct store *st, struct err *err)
{
	if (check_pages(st, "PRAGMA integrity_check(1)", err) < 0 || check_keys(st, err) < 0)
		return -1;
	for (size_t i = 0; i < sizeof fault / sizeof fault[0]; i++) {
		int64_t n;

		if (store_number(st, fault[i].sql, &n, err) < 0)
			return -1;
		if (n != 0) {
			err_set(err, ERR_CORRUPT, "%s: %s", st->path, fault[i].what);
			return err_hint(err, STORE_HINT_REBUILD);
		}
	}
	return 0;
}

const char *
store_version(void)
{
	return sqlite3_libversion();
}

void
store_use_one_thread(void)
{
	(void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
