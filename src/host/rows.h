#ifndef ADIT_HOST_ROWS_H
#define ADIT_HOST_ROWS_H

#include "host/table.h"
#include "record/order.h"

/*
 * Rows of the game file, believed only when they are what they were.  What the disk does to a page the
 * store finds out (store/cksum_vfs.h); here rows are held against each other, so that one that is old, or was
 * put there by another program, is not signed upon.  ERR_CORRUPT says what to do.
 */

/* Digest n (-1: the newest) with its spans: the signed part is what its hash says, and has that number. */
int rows_get_digest(
    struct host *h, int64_t n, struct store_digest *row, struct digest_layout *t, struct err *err);

/* Digest n, if it was read before and is held: false if not. */
bool rows_seen(
    const struct host *h, int64_t n, struct buf *text, struct digest_layout *t, struct hash *hash);

/* The order of a row, with its signature: it is what its hash says. */
int rows_read_order(const struct store_order *row, struct parsed_order *in, struct err *err);

/* State bytes and the hash over them, the game row, the seats and the stored orders. */
int rows_put_state(struct host *h, const struct host_state *hs, struct err *err);
int rows_get_state(
    struct host *h, const struct rules *rules, struct host_state *hs, struct err *err);

/* Is the state that after the newest digest, does that continue the one before it, and is the secret the
 * one that digest 0 commits to?  *last: that digest, without text and events. */
int rows_check(struct host *h, const struct table *t, const struct host_state *hs,
    struct store_digest *last, struct err *err);

#endif
