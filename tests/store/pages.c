/* Pages and their sums: what SQLite does with pages in memory, and during a rollback from a
 * journal. */
#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/rng.h"
#include "store/cksum_vfs.h"
#include "store/help.h"

TestSuite(pages, .init = help_enter, .fini = help_leave);

static void
sql(sqlite3 *db, const char *text)
{
	char *why = NULL;

	cr_assert_eq(sqlite3_exec(db, text, NULL, NULL, &why), SQLITE_OK, "%s: %s", text, why);
}

static sqlite3 *
open_db(void)
{
	sqlite3 *db = NULL;

	cr_assert_eq(cksum_vfs_register(), SQLITE_OK);
	cr_assert_eq(
	    sqlite3_open_v2("pages.db", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, sums_vfs),
	    SQLITE_OK);
	return db;
}

/* When a tree is balanced, its pages exchange their numbers, even if nothing else changes in
 * them. */
Test(pages, change_their_numbers)
{
	const unsigned char seed[32] = { 7 };
	struct rng_fast rng;
	sqlite3 *db = open_db();
	char text[256];

	rng_fast_init(&rng, seed, 0);
	cr_assert_eq(cksum_vfs_reserve(db), SQLITE_OK);
	sql(db, "CREATE TABLE t(a BLOB, n INTEGER)");
	sql(db, "CREATE UNIQUE INDEX i ON t(a)");
	for (unsigned k = 0; k < 400; k++) {
		sql(db, "BEGIN");
		for (unsigned i = 0; i < 8; i++) {
			const uint32_t long_one = rng_draw(&rng.rng, 1200) + 4,
				       from = rng_draw(&rng.rng, 1000);

			(void)snprintf(text, sizeof text,
			    "INSERT INTO t VALUES (randomblob(%u), %u); DELETE FROM t WHERE n = %u",
			    long_one, rng_draw(&rng.rng, 1000), from);
			sql(db, text);
		}
		sql(db, "COMMIT");
	}
	sqlite3_close(db);
}

/* ---- a journal is left ----------------------------------------------------------------------- */

/* From SQLite's file format: each record follows a header in a separate sector, since the cache
 * is small. */
enum { SECTOR = 512, RECORD = SECTOR + 9 * SECTOR };

/* A file in the middle of a change with its journal, as after a power cut. Flips bits of the
 * page number in this record of the journal. */
static void
leave(unsigned record, unsigned char bits)
{
	sqlite3 *db = open_db();
	unsigned char number[4];
	FILE *f;

	cr_assert_eq(cksum_vfs_reserve(db), SQLITE_OK);
	sql(db, "PRAGMA application_id = 1633970548; PRAGMA user_version = 8");
	sql(db, "CREATE TABLE t(a BLOB)");
	for (unsigned i = 0; i < 40; i++)
		sql(db, "INSERT INTO t VALUES (randomblob(3000))");
	sql(db, "PRAGMA cache_size = 4; BEGIN; UPDATE t SET a = randomblob(3000)");
	cr_assert_eq(system("cp pages.db cut.db && cp pages.db-journal cut.db-journal"), 0);
	sqlite3_close(db);
	f = fopen("cut.db-journal", "r+");
	cr_assert_not_null(f);
	cr_assert_eq(fseek(f, SECTOR + (long)(record * RECORD), SEEK_SET), 0);
	cr_assert_eq(fread(number, 1, 4, f), 4);
	cr_assert(number[2] == 0 && number[3] > 1 && number[3] < 64, "no record");
	number[3] ^= bits;
	cr_assert_eq(fseek(f, SECTOR + (long)(record * RECORD), SEEK_SET), 0);
	cr_assert_eq(fwrite(number, 1, 4, f), 4);
	cr_assert_eq(fclose(f), 0);
}

/* Opens it and returns SQLITE_OK or the error. */
static int
come_back(void)
{
	sqlite3 *db = NULL;
	int rc = sqlite3_open_v2("cut.db", &db, SQLITE_OPEN_READWRITE, sums_vfs);

	if (rc == SQLITE_OK)
		rc = sqlite3_exec(db, "SELECT sum(length(a)) FROM t", NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		rc = sqlite3_extended_errcode(db);
	sqlite3_close(db);
	return rc;
}

Test(pages, come_back_from_a_journal)
{
	int rc;

	leave(3, 0);
	cr_expect_eq(come_back(), SQLITE_OK);
	cr_assert_eq(unlink("pages.db"), 0);
	for (unsigned record = 0; record < 8; record++) {
		leave(record, 3);
		rc = come_back();
		cr_expect_eq(
		    rc, SQLITE_IOERR_DATA, "record %u goes to another page: %d", record, rc);
		cr_assert_eq(unlink("pages.db"), 0);
	}
}
