#ifndef ADIT_RECORD_JUDGE_OPEN_H
#define ADIT_RECORD_JUDGE_OPEN_H

#include "record/judge.h"

/*
 * Open orders (record/order.h) against what their digests tell: each is printed in the digest that applies
 * it, is the one that the digest names, says what the digest tells, is signed by its seat, and was not
 * applied before.
 */

/*
 * Digest d, the copy c of tr, before judge_note; before: the digest before it is the one j has heard last.
 * NULL: that is so; else what is not so.  j->unchecked: it may have an open order whose signature or head
 * cannot be verified, since digests are missing.
 */
const char *open_lie(struct judge *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, const struct digest_events *told, bool before);

/* A digest follows that does not continue the one heard last: what was known of keys is forgotten. */
void open_begin(struct judge *j, const struct digest *d);

/* Remember the keys that digest d names, and the seq of the open order that it prints; part of judge_note. */
void open_note(struct judge *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d);

#endif
