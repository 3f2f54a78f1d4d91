/*
 * A game file that somebody has changed, with right checksums: values of its tables, or bytes of its
 * pages. The first byte selects the rules set, then each change takes a few bytes. The file is opened,
 * checked and played on. What fsck finds sound is sound: its digests are those of the table.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/game_file.h"
#include "fuzz/table.h"
#include "games/games.h"
#include "store/cksum_vfs.h"
#include "util/file.h"

enum {
	RULES_MAX = 8,
	FILE_MAX = 1 << 22,
	PAGE = 4096,
	COLUMNS_MAX = 200,
	CHANGES = 6,
	NOW = 1767229200
};

static struct buf file[RULES_MAX], digests[RULES_MAX];
static unsigned n_rules;
static char path[120];

/* The columns of all tables: "UPDATE t SET c = ? WHERE rowid = ...". */
static char *update[COLUMNS_MAX];
static unsigned n_columns;

struct bytes {
	const uint8_t *p;
	size_t n;
};

static unsigned
next(struct bytes *b)
{
	if (b->n == 0)
		return 0;
	b->n--;
	return *b->p++;
}

/* Returns NULL if it is not a database any more. */
static sqlite3 *
open_db(void)
{
	sqlite3 *db;

	MUST(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, sums_vfs) == SQLITE_OK);
	MUST(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK);
	if (sqlite3_exec(db, "PRAGMA synchronous = off; PRAGMA ignore_check_constraints = on", NULL,
		NULL, NULL) == SQLITE_OK)
		return db;
	(void)sqlite3_close(db);
	return NULL;
}

static int
note_column(void *arg, int n, char **value, char **name)
{
	struct buf text = BUF_INIT;

	(void)arg, (void)n, (void)name;
	MUST(n_columns < COLUMNS_MAX);
	buf_fmt(&text,
	    "UPDATE %s SET %s = ? WHERE rowid IN (SELECT rowid FROM %s LIMIT 1 OFFSET ? %% (SELECT "
	    "max(1, count(*)) FROM %s))",
	    value[0], value[1], value[0], value[0]);
	update[n_columns++] = text.p;
	return 0;
}

static void
start(void)
{
	const char *folder = fuzz_folder();
	struct err err = ERR_INIT;
	sqlite3 *db;

	for (; rules_all[n_rules] != NULL; n_rules++) {
		struct host *h;

		(void)snprintf(path, sizeof path, "%s/%u.db", folder, n_rules);
		h = fuzz_table(path, rules_all[n_rules], n_rules % 2 != 0, &digests[n_rules]);
		fuzz_play(h, 3, &digests[n_rules]);
		host_close(h);
		MUST(file_read(path, FILE_MAX, &file[n_rules], &err) == 0);
	}
	db = open_db();
	MUST(db != NULL);
	MUST(sqlite3_exec(db,
		 "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
		 "WHERE m.type = 'table' ORDER BY 1, c.cid",
		 note_column, NULL, NULL) == SQLITE_OK);
	MUST(n_columns > 0 && sqlite3_close(db) == SQLITE_OK);
}

/* Binds the new value: a number, text or bytes. */
static void
bind_value(struct bytes *b, sqlite3_stmt *st)
{
	const unsigned kind = next(b) % 5;
	const size_t n = b->n < 24 ? b->n : next(b) % 25;
	int64_t number = 0;

	if (kind == 0)
		number = (int8_t)next(b);
	for (unsigned i = 0; kind == 1 && i < 8; i++)
		number = (int64_t)((uint64_t)number << 8 | next(b));
	if (kind < 2)
		MUST(sqlite3_bind_int64(st, 1, number) == SQLITE_OK);
	else if (kind == 2)
		MUST(sqlite3_bind_null(st, 1) == SQLITE_OK);
	else if (kind == 3)
		MUST(sqlite3_bind_text(st, 1, (const char *)b->p, (int)n, SQLITE_TRANSIENT) ==
		    SQLITE_OK);
	else
		MUST(sqlite3_bind_blob(st, 1, b->p, (int)n, SQLITE_TRANSIENT) == SQLITE_OK);
	if (kind > 2) {
		b->p += n;
		b->n -= n;
	}
}

static void
change_value(struct bytes *b)
{
	sqlite3 *db = open_db();
	sqlite3_stmt *st;

	if (db != NULL &&
	    sqlite3_prepare_v2(db, update[next(b) % n_columns], -1, &st, NULL) == SQLITE_OK) {
		MUST(sqlite3_bind_int64(st, 2, next(b)) == SQLITE_OK);
		bind_value(b, st);
		(void)sqlite3_step(st); /* the tables are strict: not every value is possible */
		(void)sqlite3_finalize(st);
	}
	(void)sqlite3_close(db);
}

/* Changes a byte of a page and writes the page with its checksum. */
static void
change_page(struct bytes *b, const struct buf *content)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(sums_vfs);
	sqlite3_file *f = calloc(1, (size_t)vfs->szOsFile);
	unsigned char page[PAGE];
	const size_t at = (next(b) | (size_t)next(b) << 8) % (content->n / PAGE) * PAGE;
	const size_t in = (next(b) | (size_t)next(b) << 8) % PAGE;
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_DB;

	memcpy(page, content->p + at, PAGE);
	page[in] = (unsigned char)next(b);
	MUST(f != NULL && vfs->xOpen(vfs, path, f, flags, &flags) == SQLITE_OK);
	MUST(f->pMethods->xWrite(f, page, PAGE, (sqlite3_int64)at) == SQLITE_OK);
	(void)f->pMethods->xClose(f);
	free(f);
}

/* Returns true if fsck finds the file sound. */
static bool
check(const struct buf *made)
{
	struct audit_checked checked;
	struct host_result late;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct host *h;
	bool sound;

	if (host_open(&h, path, true, rules_all, &err) < 0)
		return false;
	sound = audit_fsck(h, fuzz_key(FUZZ_HOST), &checked, &err) == 0;
	for (int64_t n = 0; sound && n < checked.digests; n++)
		MUST(host_text(h, &(int64_t){ n }, &text, &err) == 0);
	if (sound)
		MUST(text.n == made->n && memcmp(text.p, made->p, text.n) == 0);
	if (host_late(h, fuzz_key(FUZZ_HOST), NOW, -1, &late, &err) == 0)
		host_result_release(&late);
	host_close(h);
	buf_release(&text);
	return sound;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	struct bytes b = { p, n };
	struct err err = ERR_INIT;
	unsigned rules;

	if (n_rules == 0)
		start();
	rules = next(&b) % n_rules;
	MUST(file_write(path, file[rules].p, file[rules].n, &err) == 0);
	for (unsigned i = 0; i < CHANGES && b.n > 0; i++) {
		if (next(&b) % 2 == 0)
			change_value(&b);
		else
			change_page(&b, &file[rules]);
	}
	return check(&digests[rules]);
}
