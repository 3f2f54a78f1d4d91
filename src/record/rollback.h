#ifndef ADIT_RECORD_ROLLBACK_H
#define ADIT_RECORD_ROLLBACK_H

#include <stdbool.h>

#include "seal/seal.h"

/*
 * The newest digest that this home has sent as a host, by number and hash, for each table. It
 * detects an older copy of a game file, which would make a fork. In HOME/hosted/GAME, one line a
 * table: names of games need not be unique, so tables are distinguished by their digest 0.
 */
struct rollback_mark {
	bool is_known;
	int64_t n;
	struct hash head;
};

/* True if this home has hosted a table of this name. False also if that is unknown. */
bool rollback_any(const char *home, const char *game);

/* ERR_CORRUPT: the file is damaged. */
int rollback_load(const char *home, const char *game, const struct hash *table,
    struct rollback_mark *h, struct err *err);

/* Records that a digest was sent, unless it or a newer one is recorded. ERR_CORRUPT as
 * rollback_load. */
int rollback_note(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err);

/* Replaces the record of the table. A damaged file is written again. */
int rollback_save(const char *home, const char *game, const struct hash *table,
    const struct rollback_mark *h, struct err *err);

#endif
