#ifndef ADIT_CLI_TABLE_INDEX_H
#define ADIT_CLI_TABLE_INDEX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "util/buf.h"

/*
 * DIR/.adit-index: what a verb found in a file of a folder, while that need not be opened to know it again
 * (adit(5), "The index of a folder").  It is no more than that: missing, damaged, of another home or version,
 * not writable, it costs time.
 *
 * An entry counts while device, inode, size, mtime and ctime of its file, a plain one of one name without a
 * journal beside it, are what they were when it was read, if ctime was 2 s old then, and in the span of time
 * that the verb gave.  Each is sealed with a secret of this home: what somebody else wrote is not believed.
 *
 * Names are asked for in the order of strcmp, each once; what is not asked for is forgotten.
 */
struct table_index;

enum {
	TABLE_INDEX_TEXT_MAX = 8192, /* what is longer is not kept */
	TABLE_INDEX_SETTLED_S = 2
};

/* What a verb has to keep: true at from <= now < until; until 0: nothing. */
struct table_index_found {
	int64_t from, until;
	struct buf text; /* one line without its end */
};

/* folder: open, borrowed.  home: NULL: nothing is kept.  kind: a word, the entries of which verb. */
struct table_index *table_index_open(int folder, const char *home, const char *kind);

/* The text of the entry of this file, borrowed until the next call, or NULL: none counts.  st: NULL: this file
 * may have none. */
const struct buf *table_index_find(
    struct table_index *x, const char *name, const struct stat *st, int64_t now);

/* The file just asked for is going to be opened; what was found there, if st is what it was before and is
 * behind.  Without the second its entry goes. */
void table_index_reading(struct table_index *x);
void table_index_put(
    struct table_index *x, const struct stat *st, const struct table_index_found *found);

/* Put the new one in place, if anything is new.  How many entries claimed to be ours and were not. */
unsigned table_index_close(struct table_index *x);

#endif
