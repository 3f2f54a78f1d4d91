#ifndef ADIT_RECORD_VERIFIER_OPEN_H
#define ADIT_RECORD_VERIFIER_OPEN_H

#include "record/verifier.h"

/*
 * Open orders (record/order.h) against what their digests tell: each is printed in the digest that applies
 * it, is the one that the digest names, says what the digest tells, is signed by its seat, and was not
 * applied before.
 */

/*
 * Digest d, the copy c of tr, before verifier_skip_digest; before: the digest before it is the one j has heard last.
 * NULL: that is so; else what is not so.  j->unchecked: it may have an open order whose signature or head
 * cannot be verified, since digests are missing.
 */
const char *verifier_check_open(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, const struct digest_events *told,
    bool before);

/* A digest follows that does not continue the one heard last: what was known of keys is forgotten. */
void open_begin(struct verifier *j, const struct digest *d);

/* Remember the keys that digest d names, and the seq of the open order that it prints; part of verifier_skip_digest. */
void open_note(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d);

#endif
