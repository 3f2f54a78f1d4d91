#ifndef ADIT_HOST_REVEAL_H
#define ADIT_HOST_REVEAL_H

#include "host/table.h"

/*
 * What a digest reveals.  First the order that causes it, if that is open (record/order.h).  Then, when a
 * round ends, the round's keys and every other order that was not revealed yet, in clear; at the end of the
 * game the rest of the keys and the secret.  Kept back until they are played: orders that still wait; until
 * the game is over: what deal_is_withheld says, and orders that take a nugget.
 *
 * Append the lines of reveal: for digest n, which these events lead to.
 * round: at which the events begin.  next: the hash of a stored order that is played right after
 * them, or NULL.  Moves hs->reveal_n and hs->held on.
 */
int reveal_lines(struct store *st, const struct table *t, struct host_state *hs,
    const struct events *ev, unsigned round, int64_t n, const struct hash *next, struct buf *out,
    struct err *err);

#endif
