#ifndef ADIT_HOST_ROWS_H
#define ADIT_HOST_ROWS_H

#include "host/table.h"
#include "record/order.h"

/*
 * Verified rows of the game file. The store detects damaged pages (store/cksum_vfs.h). Here rows
 * are compared with each other, so that the host does not sign on rows that are old or were
 * written by another program. The hint of ERR_CORRUPT says what to do.
 */

/* Reads digest n (-1: the newest) with its layout. Verifies hash and number of the signed part. */
int rows_get_digest(
    struct host *h, int64_t n, struct store_digest *row, struct digest_layout *t, struct err *err);

/* Returns digest n if it was read before and is still cached; false if not. */
bool rows_seen(
    const struct host *h, int64_t n, struct buf *text, struct digest_layout *t, struct hash *hash);

/* Parses the order of a row, with its signature. Verifies its hash. */
int rows_read_order(const struct store_order *row, struct parsed_order *in, struct err *err);

/* Reads the order that caused digest n, with its signature. ERR_CORRUPT: none did, or its hash does
 * not fit. */
int rows_get_cause(struct store *st, int64_t n, struct parsed_order *in, struct err *err);

/* Reads the queued order of a seat that has one; the caller releases *row. ERR_CORRUPT: it has
 * none. */
int rows_get_queued(struct store *st, enum store_queue queue, unsigned seat,
    struct store_order *row, struct err *err);

/* Write and read the state, with a hash over its bytes, the game row, the seats and the queued
 * orders. */
int rows_put_state(struct host *h, const struct host_state *hs, struct err *err);
int rows_get_state(
    struct host *h, const struct rules *rules, struct host_state *hs, struct err *err);

/*
 * Verifies that the state is the one after the newest digest, that this digest continues the one
 * before, and that digest 0 commits to the secret. *last: the newest digest, without text and
 * events.
 */
int rows_check(struct host *h, const struct table *t, const struct host_state *hs,
    struct store_digest *last, struct err *err);

#endif
