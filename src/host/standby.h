#ifndef ADIT_HOST_STANDBY_H
#define ADIT_HOST_STANDBY_H

#include "host/command.h"

/* Who waits for a seat, who leaves one, and who gets it (wire/standby.h). */

/* Is it the order of somebody who has no seat and waits for one, or no more? */
bool standby_is_one(const struct order_block *b);

/* Take it, in a digest of its own: it is signed by the key that it brings, and acts on digest head_n.  ERR_SYNTAX,
 * ERR_AUTH (order or proof), ERR_RULE (he may not wait here), ERR_STALE (not now, or it was taken before, or he does not wait). */
int standby_accept(
    struct command *w, const struct received_order *sent, int64_t head_n, struct err *err);

/* A seat says that it leaves, or stays.  ERR_RULE, ERR_STALE. */
int leave_accept(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err);

/* The first who waits gets the seat, in a digest of its own. */
int standby_seat(struct command *w, uint8_t seat, struct err *err);

#endif
