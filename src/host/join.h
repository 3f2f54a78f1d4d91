#ifndef ADIT_HOST_JOIN_H
#define ADIT_HOST_JOIN_H

#include "host/table.h"

/*
 * Joining a table whose dealing is audited: every seat commits to a share of the deal, and when all
 * have, reveals it.  Orders `do: join` and `do: confirm`; their seq is the number of the attempt.
 */

/* What digest 0 says. */

/* Is it a join; a join or a confirm? */
bool join_is_one(const struct order_block *b);
bool join_is_share(const struct order_block *b);

/* Is a join signed by the key it brings, and is that the key the host expects? */
int join_verify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct canonical_order *o, struct err *err);

/* Take a verified join or confirm that names digest head_n; t and hs are changed, and what the digest
 * is to say is appended to note. */
enum joining { JOIN_REFUSED, JOIN_TAKEN, JOIN_DEALS };
enum joining join_accept(struct table *t, struct host_state *hs, uint8_t seat,
    const struct order_block *b, int64_t head_n, struct notes *notes, struct err *err);

/* Start over: the next attempt, beginning with digest hs->n + 1.  Keys the host has not named itself
 * are forgotten. */
void join_restart(struct table *t, struct host_state *hs);

#endif
