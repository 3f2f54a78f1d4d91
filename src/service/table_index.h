#ifndef ADIT_SERVICE_TABLE_INDEX_H
#define ADIT_SERVICE_TABLE_INDEX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "util/buf.h"

/*
 * DIR/.adit-index caches what a verb found in the files of a folder (adit(5), "The index of a
 * folder"). Cached files need not be opened. Without a valid index verbs give the same results, but
 * slower.
 *
 * An entry is valid while device, inode, size, mtime and ctime of its file are unchanged since it
 * was read. The file must be regular, with one link and without a journal, and ctime must have been
 * 2 s old when it was read. The verb limits the validity in time. Each entry is authenticated with
 * a secret of this home.
 *
 * Names must be looked up in the order of strcmp, each once. Entries that are not looked up are
 * removed.
 */
struct table_index;

enum {
	TABLE_INDEX_TEXT_MAX = 8192, /* longer text is not stored */
	TABLE_INDEX_SETTLED_S = 2
};

/* An entry to store: valid while from <= now < until; until 0: do not store. */
struct table_index_found {
	int64_t from, until;
	struct buf text; /* one line without line end */
};

/* `folder` is an open descriptor and borrowed. home NULL: store nothing. `kind` is a word that
 * names the verb. */
struct table_index *table_index_open(int folder, const char *home, const char *kind);

/* Returns the text of the valid entry of this file, or NULL. It stays valid until the next
 * call. st NULL: no entry may be used for this file. */
const struct buf *table_index_find(
    struct table_index *x, const char *name, const struct stat *st, int64_t now);

/*
 * table_index_reading announces that the file just looked up is opened. table_index_put stores
 * what was found if st equals the stat before and now. Without table_index_put the entry is
 * removed.
 */
void table_index_reading(struct table_index *x);
void table_index_put(
    struct table_index *x, const struct stat *st, const struct table_index_found *found);

/* Replaces the index file if it changed. Returns the number of entries with a wrong
 * authentication code. */
unsigned table_index_close(struct table_index *x);

#endif
