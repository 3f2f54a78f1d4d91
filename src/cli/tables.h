#ifndef ADIT_CLI_TABLES_H
#define ADIT_CLI_TABLES_H

#include "cli/cmd.h"
#include "cli/table_index.h"

/* What a verb does with each table. */
struct tables_verb {
	/* With ctx->host, of ctx->path, open to be read (any_name: not yet); it is closed afterwards.  found: of a folder, what is to be
	 * kept of it; else NULL. */
	int (*each)(struct ctx *ctx, void *arg, struct table_index_found *found, struct err *err);
	/* Of a folder: its entries in the index (cli/table_index.h), NULL: it has none; and is that entry all that is
	 * wanted of ctx->path?  false: it is to be opened. */
	const char *kind;
	bool (*known)(struct ctx *ctx, void *arg, const struct buf *text);
	bool
	    any_name; /* of a folder, also files that are not called as their game; and it reports none of them */
};

/*
 * A game file, or each in a folder: the files *.db, in order of their names, in one pass, of which no more than
 * the names is kept in memory.  One that fails does not hide the others: the first failure is the
 * result, the rest are reported.  A file that is not called as its game is reported and left alone, so is a folder
 * without tables.
 */
int tables_each(
    struct ctx *ctx, const char *where, const struct tables_verb *verb, void *arg, struct err *err);

/*
 * A file of this game in a folder, where it is not called as the game, of a game that this home has hosted: its
 * path, appended; of two the first by name.  Nothing: there is none.  ERR_BUSY: one could not be looked at, and may
 * be it.
 */
int tables_find(
    struct ctx *ctx, const char *folder, const char *game, struct buf *path, struct err *err);

/* Open ctx->host for writing. */
int tables_write(struct ctx *ctx, struct err *err);

/* Is it a folder? */
bool tables_is_folder(const char *where);

#endif
