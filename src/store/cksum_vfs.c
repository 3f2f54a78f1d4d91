/*
 * Checksums of pages.
 *
 * (P1) A page is stamped in SQLite's own memory. The journal is filled from there, so it has
 *      stamped pages too, and a rollback restores valid pages. Pages of a tree exchange numbers:
 *      the stamp says where a page was last written, and only a page from a journal must have the
 *      same number.
 * (P2) A file that is not a game of this version has no sums and is only read: schema_check refuses
 *      it.
 * (P3) A copy made by SQLite's backup is valid, although page 1 has other counters. A file written
 *      by another program is not.
 * (P4) SQLite rolls back whatever journal is beside a file. So the header of a journal has the stamp
 *      of page 2 of its file, after SQLite's own fields: that page has the only row of the table
 *      game and is never written again, so no two games have the same.
 */
#include "store/cksum_vfs.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "store/format.h"

enum {
	PAGE = 4096,
	NUMBER_AT = PAGE - 12,
	SUM_AT = PAGE - 8,
	VERSION_AT = 60, /* in SQLite's header of HEADER bytes */
	APPLICATION_AT = 68,
	HEADER = 100,
	OWNER = 8,
	OWNER_AT = CKSUM_VFS_JOURNAL_HEAD - OWNER,
};

const char sums_vfs[] = "adit";

/* Follows the file of the default VFS in memory. All methods but two are those of the default. */
struct summed {
	sqlite3_io_methods methods;
	const sqlite3_io_methods *real;
	const char *name;
	bool is_journal, is_game;
};

static struct {
	sqlite3_vfs vfs, *real;
} sums;

static struct summed *
summed_of(sqlite3_file *f)
{
	return (struct summed *)((char *)f + (sums.vfs.szOsFile - (int)sizeof(struct summed)));
}

/* Written out so that it compiles to one instruction where possible: all pages go through it. */
static uint64_t
get_le32(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void
put_le(unsigned char *p, uint64_t v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		p[i] = (unsigned char)(v >> (8 * i) & 0xff);
}

/* Each step is invertible, so a change in one place always changes the sum. */
static uint64_t
sum_of(const unsigned char *page)
{
	uint64_t sum = 0x61646974;

	for (unsigned i = 0; i + 4 <= SUM_AT; i += 4) {
		sum = (sum ^ get_le32(page + i)) * UINT64_C(0x9e3779b97f4a7c15);
		sum ^= sum >> 32;
	}
	return sum;
}

/* SQLite's counters: changes of the file (twice) and of its schema; and the SQLite version that
 * counted. */
enum { CHANGES_AT = 24, TABLES_AT = 40, COUNTED_AT = 92, SQLITE_AT = 96 };

static unsigned
fold16(const unsigned char *p)
{
	const uint64_t v = get_le32(p);

	return (unsigned)((v ^ v >> 16) & 0xffff);
}

static unsigned
rotate16(unsigned v, unsigned by)
{
	return (v << by | v >> (16 - by)) & 0xffff;
}

/* Stamp of page 1: 32 bits over everything else, 16 over the schema counter, 16 over the others.
 * A single changed bit always changes it. */
static uint64_t
stamp_of_first(const unsigned char *page)
{
	unsigned char copy[PAGE];
	const unsigned others = fold16(page + CHANGES_AT) ^ rotate16(fold16(page + COUNTED_AT), 5) ^
	    rotate16(fold16(page + SQLITE_AT), 3);

	memcpy(copy, page, sizeof copy);
	memset(copy + CHANGES_AT, 0, 4);
	memset(copy + TABLES_AT, 0, 4);
	memset(copy + COUNTED_AT, 0, 8);
	return sum_of(copy) << 32 | (uint64_t)fold16(page + TABLES_AT) << 16 | others;
}

/* (P3) A writer changes the file counter. A backup changes the schema counter, too: from 1 on in a
 *      new file. */
static bool
is_backup(const unsigned char *page, uint64_t difference)
{
	const bool tables = (difference >> 16 & 0xffff) != 0, others = (difference & 0xffff) != 0;
	const unsigned char *at = page + TABLES_AT;

	return difference >> 32 == 0 && tables &&
	    memcmp(page + CHANGES_AT, page + COUNTED_AT, 4) == 0 &&
	    (others || (at[0] == 0 && at[1] == 0 && at[2] == 0 && at[3] < 4));
}

static uint64_t
get_stamp(const unsigned char *page)
{
	return get_le32(page + SUM_AT) | get_le32(page + SUM_AT + 4) << 32;
}

static bool
is_valid(const unsigned char *page)
{
	const uint64_t stamp = get_stamp(page);
	uint64_t first;

	if (get_le32(page + NUMBER_AT) != 1)
		return stamp == sum_of(page);
	first = stamp_of_first(page);
	return stamp == first || is_backup(page, stamp ^ first);
}

static bool
is_at(const unsigned char *page, sqlite3_int64 at)
{
	return get_le32(page + NUMBER_AT) == (uint64_t)(at / PAGE + 1);
}

static bool
is_page(const unsigned char *page, sqlite3_int64 at)
{
	return is_at(page, at) && is_valid(page);
}

static bool
is_game(const unsigned char *header)
{
	static const unsigned char id[] = { FORMAT_APPLICATION_ID >> 24,
		FORMAT_APPLICATION_ID >> 16 & 0xff, FORMAT_APPLICATION_ID >> 8 & 0xff,
		FORMAT_APPLICATION_ID & 0xff };
	static const unsigned char zero[3];
	const unsigned char *version = header + VERSION_AT;

	return memcmp(header + APPLICATION_AT, id, sizeof id) == 0 &&
	    memcmp(version, zero, sizeof zero) == 0 &&
	    (version[3] == FORMAT_VERSION || version[3] == FORMAT_VERSION - 1);
}

/* True if a page in the journal is the one of its record. The record has its number before the
 * page, big-endian. */
static bool
is_recorded(const struct summed *s, sqlite3_file *f, const unsigned char *page, sqlite3_int64 at)
{
	unsigned char number[4];

	return at >= (sqlite3_int64)sizeof number &&
	    s->real->xRead(f, number, sizeof number, at - (sqlite3_int64)sizeof number) ==
	    SQLITE_OK &&
	    get_le32(page + NUMBER_AT) ==
	    ((uint64_t)number[0] << 24 | (uint64_t)number[1] << 16 | (uint64_t)number[2] << 8 |
		number[3]);
}

/* SQLite reads whole pages; bytes of the header before it knows the file; and, in some versions,
 * a part of a page with a long value. */
static int
read_some(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
	struct summed *s = summed_of(f);
	unsigned char page[PAGE];
	const sqlite3_int64 first = at - at % PAGE;
	int rc = s->real->xRead(f, p, n, at);

	if (rc == SQLITE_IOERR_CORRUPTFS) /* EIO, which SQLite would report as a damaged file */
		return SQLITE_IOERR_READ;
	if (rc != SQLITE_OK)
		return rc;
	if (s->is_journal)
		return n == PAGE && !(is_valid(p) && is_recorded(s, f, p, at)) ? SQLITE_IOERR_DATA :
										 SQLITE_OK;
	if (at == 0 && n >= HEADER)
		s->is_game = is_game(p);
	if (!s->is_game || (first == 0 && n <= HEADER))
		return SQLITE_OK;
	if (n == PAGE && at == first)
		return is_page(p, at) ? SQLITE_OK : SQLITE_IOERR_DATA;
	rc = s->real->xRead(f, page, PAGE, first);
	if (rc != SQLITE_OK)
		return rc;
	return at + n <= first + PAGE && is_page(page, first) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

/* (P4) Reads the stamp of page 2; zeros if there is none yet. */
static void
read_owner(sqlite3_file *db, unsigned char owner[static OWNER])
{
	memset(owner, 0, OWNER);
	if (summed_of(db)->real->xRead(db, owner, OWNER, PAGE + SUM_AT) != SQLITE_OK)
		memset(owner, 0, OWNER);
}

static int
write_some(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
	struct summed *s = summed_of(f);
	unsigned char *page = (unsigned char *)(uintptr_t)p; /* (P1) */

	if (!s->is_journal && n == PAGE && at % PAGE == 0) {
		put_le(page + NUMBER_AT, (uint64_t)(at / PAGE + 1), 4);
		put_le(page + SUM_AT, at == 0 ? stamp_of_first(page) : sum_of(page), 8);
		if (at == 0)
			s->is_game = is_game(page);
	}
	if (s->is_journal && at == 0 && n >= CKSUM_VFS_JOURNAL_HEAD)
		read_owner(sqlite3_database_file_object(s->name), page + OWNER_AT);
	return s->real->xWrite(f, p, n, at);
}

static int
open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
	struct summed *s = summed_of(f);
	int rc = sums.real->xOpen(sums.real, name, f, flags, out);

	(void)vfs;
	if (f->pMethods == NULL || (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL)) == 0)
		return rc;
	*s = (struct summed){ .methods = *f->pMethods, .real = f->pMethods, .name = name };
	s->is_journal = (flags & SQLITE_OPEN_MAIN_JOURNAL) != 0;
	s->methods.xRead = read_some;
	s->methods.xWrite = write_some;
	f->pMethods = &s->methods;
	return rc;
}

int
cksum_vfs_register(void)
{
	const int align = (int)_Alignof(struct summed);

	sums.real = sqlite3_vfs_find(NULL);
	if (sums.real == NULL)
		return SQLITE_ERROR;
	sums.vfs = *sums.real;
	sums.vfs.zName = sums_vfs;
	sums.vfs.pNext = NULL;
	sums.vfs.szOsFile = (sums.real->szOsFile + align - 1) / align * align +
	    (int)sizeof(struct summed);
	sums.vfs.xOpen = open_file;
	return sqlite3_vfs_register(&sums.vfs, 0);
}

bool
cksum_vfs_is_foreign(sqlite3 *db, const unsigned char *journal, size_t n)
{
	static const unsigned char magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 },
				   none[OWNER];
	unsigned char owner[OWNER];
	sqlite3_file *f = NULL;

	if (n < CKSUM_VFS_JOURNAL_HEAD || memcmp(journal, magic, sizeof magic) != 0 ||
	    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &f) != SQLITE_OK ||
	    f->pMethods == NULL)
		return false;
	read_owner(f, owner);
	return memcmp(owner, none, OWNER) != 0 && memcmp(journal + OWNER_AT, none, OWNER) != 0 &&
	    memcmp(owner, journal + OWNER_AT, OWNER) != 0;
}

int
cksum_vfs_reserve(sqlite3 *db)
{
	int room = PAGE - NUMBER_AT;
	int rc = sqlite3_exec(db, "PRAGMA page_size = 4096", NULL, NULL, NULL);

	return rc != SQLITE_OK ?
	    rc :
	    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &room);
}
