#ifndef ADIT_RECORD_SEND_STATE_H
#define ADIT_RECORD_SEND_STATE_H

#include "record/signed_order.h"

/*
 * How far an order that was signed here has come: a word in a file beside its own (record/signed_order.h),
 * orders/N-SEAT-HASH.mark, which is always whole (file_write).
 *
 *	SEND_STATE_NONE     no file: `adit sign` printed it, and whoever called it knows where it went
 *	SEND_STATE_READY    it has not left: it may be forgotten
 *	SEND_STATE_GOING    it may have left: the same bytes may go again, and no others in their place
 *	SEND_STATE_SENT     it has left
 *	SEND_STATE_REFUSED  the host has signed that he does not take it
 *
 * Whoever sends: send_state_set READY, signed_order_save, send_state_set GOING, carry, send_state_set SENT; so whatever was killed anywhere,
 * it is known whether the order may have left.
 */
enum send_state {
	SEND_STATE_NONE,
	SEND_STATE_READY,
	SEND_STATE_GOING,
	SEND_STATE_SENT,
	SEND_STATE_REFUSED
};

/* What cannot be read may have left. */
enum send_state send_state_get(const char *dir, const struct signed_order *o);
int send_state_set(
    const char *dir, const struct signed_order *o, enum send_state mark, struct err *err);

/* Append the bytes that go to the host, as signed_order_save got them. */
int send_state_block(
    const char *dir, const struct signed_order *o, struct buf *out, struct err *err);

/* Forget an order that has not left.  ERR_STALE: it may have. */
int send_state_drop(const char *dir, const struct signed_order *o, struct err *err);

/* Remove what killed runs of this seat began and did not finish: half an order that has not left, a mark READY without
 * any, half a mark.  For who has the seat alone. */
void send_state_sweep(const char *dir, const char *seat);

/* The host has signed that he does not take the order of this hash.  1: it was signed here, and that is new. */
int send_state_refused(const char *dir, const struct hash *hash, struct err *err);

#endif
