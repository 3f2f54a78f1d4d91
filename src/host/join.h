#ifndef ADIT_HOST_JOIN_H
#define ADIT_HOST_JOIN_H

#include "host/table.h"

/* Joining a table with audited dealing: every seat commits to a share of the deal, and reveals
 * it when all have. Orders `do: join` and `do: confirm`; their seq is the number of the attempt. */

/* join_is_one: true for a join. join_is_share: true for a join or a confirm. */
bool join_is_one(const struct order_block *b);
bool join_is_share(const struct order_block *b);

/* Verifies that a join is signed by the key it contains, and that a bound seat has this key. */
int join_verify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct canonical_order *o, struct err *err);

/* Applies a verified join or confirm that answers digest head_n. Changes t and hs, and adds
 * notes. */
enum join_request { JOIN_REFUSED, JOIN_TAKEN, JOIN_DEALS };
enum join_request join_accept(struct table *t, struct host_state *hs, uint8_t seat,
    const struct order_block *b, int64_t head_n, struct notes *notes, struct err *err);

/* Begins the next attempt with digest hs->n + 1. Forgets keys that the host did not name. */
void join_restart(struct table *t, struct host_state *hs);

#endif
