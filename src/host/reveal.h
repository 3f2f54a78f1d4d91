#ifndef ADIT_HOST_REVEAL_H
#define ADIT_HOST_REVEAL_H

#include "host/table.h"

/*
 * The values that a digest reveals. First the order that causes it, if that is open
 * (record/order.h). When a round ends, also its keys and all other orders not revealed yet, in
 * clear. At the end of the game, the other keys and the host secret. Withheld until they are
 * played: queued orders. Withheld until the game is over: keys of deal_is_withheld, and orders that
 * take a nugget.
 *
 * Appends the lines of reveal: for digest n, which has these events. round: in which the events
 * begin. next: the hash of a queued order that is played next, or NULL. Updates hs->reveal_n and
 * hs->held.
 */
int reveal_lines(struct store *st, const struct table *t, struct host_state *hs,
    const struct events *ev, unsigned round, int64_t n, const struct hash *next, struct buf *out,
    struct err *err);

#endif
