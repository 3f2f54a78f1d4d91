#ifndef ADIT_RECORD_VERIFIER_OPEN_H
#define ADIT_RECORD_VERIFIER_OPEN_H

#include "record/verifier_state.h"

/*
 * Checks of open orders (record/order.h). The digest that applies one must print it and name its
 * hash. The order must say what the digest reports, be signed by its seat, and not be a
 * repetition.
 */

/*
 * Checks digest d, the copy c of tr; call it before verifier_skip_digest. before: the previous
 * digest is the last one of j. Returns NULL, or what is wrong. Sets j->unchecked if there may be
 * an open order whose signature or head cannot be verified, because digests are missing.
 */
const char *verifier_check_open(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, const struct digest_events *events,
    bool before);

/* The next digest does not continue the last one: forgets the keys. */
void open_begin(struct verifier *j, const struct digest *d);

/* Records the keys that digest d names, and the seq of the open order that it prints. Part of
 * verifier_skip_digest. */
void open_note(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d);

#endif
