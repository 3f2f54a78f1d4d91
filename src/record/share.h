#ifndef ADIT_RECORD_SHARE_H
#define ADIT_RECORD_SHARE_H

#include "seal/key.h"
#include "wire/digest.h"

/* Does the digest say that this seat has the keys of `me`? */
bool seat_is_of(const struct digest *d, unsigned seat, const struct secret *me);

/* Is what it says that the seats revealed what they committed to, each its own, with a key of its own, and
 * the commitment of `me` (or NULL) the one that this key makes?  ERR_AUTH: the host cheats, and how. */
int shares_check(const struct digest *d, const struct secret *me, struct err *err);

#endif
