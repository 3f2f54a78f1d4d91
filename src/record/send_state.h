#ifndef ADIT_RECORD_SEND_STATE_H
#define ADIT_RECORD_SEND_STATE_H

#include "record/signed_order.h"

/*
 * The delivery state of an order signed here: a word in a file beside the order
 * (record/signed_order.h), orders/N-SEAT-HASH.mark, written atomically (file_write).
 *
 * SEND_STATE_NONE     no file: `adit sign` printed the order, and its caller knows where it went
 * SEND_STATE_READY    not sent: it may be deleted
 * SEND_STATE_GOING    it may have been sent: send only the same bytes again
 * SEND_STATE_SENT     it was sent
 * SEND_STATE_REFUSED  the host has signed a refusal
 *
 * A sender calls send_state_set READY, signed_order_save, send_state_set GOING, sends,
 * send_state_set SENT. So after a crash at any point the state says whether the order may have been
 * sent.
 */
enum send_state {
	SEND_STATE_NONE,
	SEND_STATE_READY,
	SEND_STATE_GOING,
	SEND_STATE_SENT,
	SEND_STATE_REFUSED
};

/* A file that cannot be read counts as GOING. */
enum send_state send_state_get(const char *dir, const struct signed_order *o);
int send_state_set(
    const char *dir, const struct signed_order *o, enum send_state mark, struct err *err);

/* Appends the bytes that go to the host, as given to signed_order_save. */
int send_state_block(
    const char *dir, const struct signed_order *o, struct buf *out, struct err *err);

/* Deletes an order that was not sent. ERR_STALE: it may have been sent. */
int send_state_drop(const char *dir, const struct signed_order *o, struct err *err);

/* Removes what interrupted runs of this seat left: an incomplete order that was not sent, a mark
 * READY without an order, an incomplete mark. The caller must be the only user of the seat. */
void send_state_sweep(const char *dir, const char *seat);

/* Records that the host refused the order of this hash. Returns 1 if it was signed here and this
 * is new. */
int send_state_refused(const char *dir, const struct hash *hash, struct err *err);

#endif
