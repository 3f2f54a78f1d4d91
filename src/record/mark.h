#ifndef ADIT_RECORD_MARK_H
#define ADIT_RECORD_MARK_H

#include "record/signed.h"

/*
 * How far an order that was signed here has come: a word in a file beside its own (record/signed.h),
 * orders/N-SEAT-HASH.mark, which is always whole (file_write).
 *
 *	MARK_NONE     no file: `adit sign` printed it, and whoever called it knows where it went
 *	MARK_READY    it has not left: it may be forgotten
 *	MARK_GOING    it may have left: the same bytes may go again, and no others in their place
 *	MARK_SENT     it has left
 *	MARK_REFUSED  the host has signed that he does not take it
 *
 * Whoever sends: mark_set READY, signed_keep, mark_set GOING, carry, mark_set SENT; so whatever was killed anywhere,
 * it is known whether the order may have left.
 */
enum mark { MARK_NONE, MARK_READY, MARK_GOING, MARK_SENT, MARK_REFUSED };

/* What cannot be read may have left. */
enum mark mark_get(const char *dir, const struct signed_order *o);
int mark_set(const char *dir, const struct signed_order *o, enum mark mark, struct err *err);

/* Append the bytes that go to the host, as signed_keep got them. */
int mark_block(const char *dir, const struct signed_order *o, struct buf *out, struct err *err);

/* Forget an order that has not left.  ERR_STALE: it may have. */
int mark_drop(const char *dir, const struct signed_order *o, struct err *err);

/* Remove what killed runs of this seat began and did not finish: half an order that has not left, a mark READY without
 * any, half a mark.  For who has the seat alone. */
void mark_sweep(const char *dir, const char *seat);

/* The host has signed that he does not take the order of this hash.  1: it was signed here, and that is new. */
int mark_refused(const char *dir, const struct hash *hash, struct err *err);

#endif
