#ifndef ADIT_RECORD_LASTREAD_H
#define ADIT_RECORD_LASTREAD_H

#include <stdint.h>

#include "util/err.h"

/* The digest that a seat has read last, in a file of the game's folder (record/home.h):
 * read-SEAT, or `read` for a person without a seat. It is written after the digest was printed. */
struct lastread {
	int64_t n, before; /* the digest, and the one read before; -1: none */
};

/* Loads the file. If there is none, *l has none. ERR_CORRUPT: the file is damaged; *l has none,
 * too. */
int lastread_load(const char *dir, const char *seat, struct lastread *l, struct err *err);

/* Records that digest n was printed; an older one than the last changes nothing. Call home_lock
 * before. */
int lastread_save(const char *dir, const char *seat, int64_t n, struct err *err);

/* Returns the digest after which the news of digest n begins; -1: from the start. For a digest
 * that was read before, the news is the same again. */
int64_t lastread_since(const struct lastread *l, int64_t n);

#endif
