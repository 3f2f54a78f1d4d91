#ifndef ADIT_STORE_CKSUM_VFS_H
#define ADIT_STORE_CKSUM_VFS_H

#include <sqlite3.h>

/*
 * Each page of a game file ends with its number and a sum over the rest: a VFS, which hands everything
 * on to the default one, writes them and looks at them whenever a page is read.  A page that is not what
 * was written, also in a journal, is SQLITE_IOERR_DATA.  So whatever SQLite finds, or does not find, it
 * learns from pages that hold, and no more of the file is read for it than SQLite reads.
 *
 * SQLite's own way for that (reserved bytes, as its checksum extension has them): every SQLite reads
 * such a file, but what another program has changed is damaged; not a copy that it makes by SQLite's backup.
 */
extern const char sums_vfs[]; /* its name */

/* Stand before what is the default now.  Before each opening. */
int cksum_vfs_register(void);

/* A file that has no pages yet will have such. */
int cksum_vfs_reserve(sqlite3 *db);

#endif
