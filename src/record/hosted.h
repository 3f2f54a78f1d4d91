#ifndef ADIT_RECORD_HOSTED_H
#define ADIT_RECORD_HOSTED_H

#include <stdbool.h>

#include "seal/seal.h"

/*
 * What this home has hosted: number and hash of the newest digest that went out, for each table.  An older
 * copy of a game file, which would tell another history, is found out by it.  Kept in HOME/hosted/GAME, a
 * line a table, since nothing keeps two from having one name: they are told apart by their digest 0.
 */
struct hosted {
	bool is_known;
	int64_t n;
	struct hash head;
};

/* Has this home hosted a table of this name?  false also where that cannot be known. */
bool hosted_any(const char *home, const char *game);

/* ERR_CORRUPT: the file is damaged. */
int hosted_load(const char *home, const char *game, const struct hash *table, struct hosted *h,
    struct err *err);

/* A digest went out: unless this one is noted, or a newer one.  ERR_CORRUPT as hosted_load. */
int hosted_note(const char *home, const char *game, const struct hash *table,
    const struct hosted *h, struct err *err);

/* Whatever was noted of the table, this is now.  A file that is damaged is begun anew. */
int hosted_save(const char *home, const char *game, const struct hash *table,
    const struct hosted *h, struct err *err);

#endif
