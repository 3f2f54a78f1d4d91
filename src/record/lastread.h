#ifndef ADIT_RECORD_LASTREAD_H
#define ADIT_RECORD_LASTREAD_H

#include <stdint.h>

#include "util/err.h"

/*
 * Which digest a seat has read last, in a file of the game's folder (record/home.h): read-SEAT, or read for a person
 * without a seat.  It is written after the digest was shown.
 */
struct lastread {
	int64_t n, before; /* the digest, and the one read before it; -1: none */
};

/* ERR_CORRUPT: the file is damaged: then, and if there is none, *l is none. */
int lastread_load(const char *dir, const char *seat, struct lastread *l, struct err *err);

/* Digest n was shown.  An older one than the last changes nothing.  The game is held (record/home.h). */
int lastread_save(const char *dir, const char *seat, int64_t n, struct err *err);

/* After which digest is the news of digest n?  Of one that was read before it is the same news again.  -1: after none. */
int64_t lastread_since(const struct lastread *l, int64_t n);

#endif
