#ifndef ADIT_SERVICE_TABLES_H
#define ADIT_SERVICE_TABLES_H

#include "service/table_run.h"
#include "service/table_index.h"

/* Callbacks of a verb that works on tables. */
struct tables_verb {
	/* Called with run->host open for reading on run->path (with any_name: not open); it is
	 * closed afterwards. `found`: in a folder, gets the entry for the index; else NULL. */
	int (*each)(
	    struct table_run *run, void *arg, struct table_index_found *found, struct err *err);
	/* In a folder: `kind` of the index entries (service/table_index.h), or NULL. `known`
	 * returns true if the entry `text` suffices for run->path, so that the file is not
	 * opened. */
	const char *kind;
	bool (*known)(struct table_run *run, void *arg, const struct buf *text);
	/* in a folder, also visit files not named after their game, without a report */
	bool any_name;
};

/* A `known` for a verb that stores an empty entry, and only where nothing is to be done. */
bool tables_nothing_to_do(struct table_run *run, void *arg, const struct buf *text);

/*
 * Calls verb->each for a game file, or for each file *.db in a folder in order of names, in one
 * pass; only the names are in memory. A failure does not stop the pass. The first failure is
 * the result; the others are reported. A file not named after its game is reported and skipped.
 * A folder without tables is reported.
 */
int tables_each(struct table_run *run, const char *where, const struct tables_verb *verb, void *arg,
    struct err *err);

/*
 * Searches a folder for a file of this game that is not named after it, if this home has hosted
 * the game. Appends the path of the first by name, or nothing. ERR_BUSY: a candidate could not
 * be read.
 */
int tables_find(
    struct table_run *run, const char *folder, const char *game, struct buf *path, struct err *err);

/* Opens run->host for writing. */
int tables_write(struct table_run *run, struct err *err);

/* True if `where` is a folder. */
bool tables_is_folder(const char *where);

#endif
