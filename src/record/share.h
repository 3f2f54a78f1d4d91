#ifndef ADIT_RECORD_SHARE_H
#define ADIT_RECORD_SHARE_H

#include "seal/key.h"
#include "record/pins.h"

/*
 * The digest that opened an attempt at dealing, to which the shares of that attempt are bound: digest 0, or
 * the one that began it anew.  It must have been seen itself, in the text or by this home before; that
 * some digest names its hash proves nothing, since a host could name that of an old table.
 */
struct attempt_start {
	/* It was seen, before or with all digests from it to that in question; and, if it is not digest 0,
	 * with all from that to it. */
	bool found;
	bool
	    is_linked; /* all from it to the one in question were seen: that one is of the same table */
	int64_t n;
	struct hash hash;
};

/* That of digest n, which belongs to this attempt.  pins: NULL: nothing is remembered. */
struct attempt_start attempt_start_find(
    const struct transcript *tr, const struct pins *pins, uint32_t attempt, int64_t n);

/* Does the digest say that this seat has the keys of `me`? */
bool seat_is_of(const struct digest *d, unsigned seat, const struct seckey *me);

/* Is what it says that the seats revealed what they committed to, each its own, with a key of its own, and
 * the commitment of `me` (or NULL) the one that this key makes?  ERR_AUTH: the host cheats, and how; or
 * the key cannot be unlocked (seckey_unlock).  Without its opener only what needs none is checked. */
int shares_check(const struct digest *d, const struct attempt_start *opener,
    const struct seckey *me, struct err *err);

#endif
