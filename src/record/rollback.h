#ifndef ADIT_RECORD_ROLLBACK_H
#define ADIT_RECORD_ROLLBACK_H

#include <stdbool.h>

#include "seal/seal.h"

/*
 * What this home has hosted: number and hash of the newest digest that went out, for each table.  An older
 * copy of a game file, which would tell another history, is found out by it.  Kept in HOME/hosted/GAME, a
 * line a table, since nothing keeps two from having one name: they are told apart by their digest 0.
 */
struct rollback_mark {
	bool is_known;
	int64_t n;
	struct hash head;
};

/* Has this home hosted a table of this name?  false also where that cannot be known. */
bool rollback_any(const char *home, const char *game);

/* ERR_CORRUPT: the file is damaged. */
int rollback_load(const char *home, const char *game, const struct hash *table,
    struct rollback_mark *h, struct err *err);

/* A digest went out: unless this one is noted, or a newer one.  ERR_CORRUPT as rollback_load. */
int rollback_note(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err);

/* Whatever was noted of the table, this is now.  A file that is damaged is begun anew. */
int rollback_save(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err);

#endif
