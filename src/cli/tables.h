#ifndef ADIT_CLI_TABLES_H
#define ADIT_CLI_TABLES_H

#include "cli/cmd.h"
#include "cli/table_index.h"

/* Callbacks of a verb that works on tables. */
struct tables_verb {
	/* Called with ctx->host open for reading on ctx->path (with any_name: not open); it is
	 * closed afterwards. `found`: in a folder, gets the entry for the index; else NULL. */
	int (*each)(struct ctx *ctx, void *arg, struct table_index_found *found, struct err *err);
	/* In a folder: `kind` of the index entries (cli/table_index.h), or NULL. `known`
	 * returns true if the entry `text` suffices for ctx->path, so that the file is not
	 * opened. */
	const char *kind;
	bool (*known)(struct ctx *ctx, void *arg, const struct buf *text);
	/* in a folder, also visit files not named after their game, without a report */
	bool any_name;
};

/*
 * Calls verb->each for a game file, or for each file *.db in a folder in order of names, in one
 * pass; only the names are in memory. A failure does not stop the pass. The first failure is
 * the result; the others are reported. A file not named after its game is reported and skipped.
 * A folder without tables is reported.
 */
int tables_each(
    struct ctx *ctx, const char *where, const struct tables_verb *verb, void *arg, struct err *err);

/*
 * Searches a folder for a file of this game that is not named after it, if this home has hosted
 * the game. Appends the path of the first by name, or nothing. ERR_BUSY: a candidate could not
 * be read.
 */
int tables_find(
    struct ctx *ctx, const char *folder, const char *game, struct buf *path, struct err *err);

/* Opens ctx->host for writing. */
int tables_write(struct ctx *ctx, struct err *err);

/* True if `where` is a folder. */
bool tables_is_folder(const char *where);

#endif
