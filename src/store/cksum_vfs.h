#ifndef ADIT_STORE_CKSUM_VFS_H
#define ADIT_STORE_CKSUM_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Checksums of pages. Each page of a game file ends with its number and a sum over the rest. A VFS,
 * which passes everything on to the default one, writes them and verifies them whenever a page is
 * read. A page that is not as written, also in a journal, is SQLITE_IOERR_DATA. So SQLite works
 * only on valid pages, and no additional pages are read.
 *
 * The sums are in reserved bytes, like those of SQLite's checksum extension. Every SQLite can read
 * such a file. A file changed by another program counts as damaged; a copy made by SQLite's backup
 * does not.
 */
extern const char sums_vfs[]; /* name of the VFS */

/* Registers the VFS in front of the current default. Call it before each open. */
int cksum_vfs_register(void);

enum { CKSUM_VFS_JOURNAL_HEAD = 28 + 8 }; /* SQLite's fields, and whose the journal is */

/* True if a journal, of which these are the first bytes, belongs to another game than the file. */
bool cksum_vfs_is_foreign(sqlite3 *db, const unsigned char *journal, size_t n);

/* Reserves the bytes in a file that has no pages yet. */
int cksum_vfs_reserve(sqlite3 *db);

#endif
