#ifndef ADIT_HOST_STANDBY_H
#define ADIT_HOST_STANDBY_H

#include "host/command.h"

/* The waiting list, leaving a seat, and assigning it (wire/standby.h). */

/* True if the order joins or leaves the waiting list. */
bool standby_is_one(const struct order_block *b);

/*
 * Executes such an order in a digest of its own. It must be signed by the key it contains; it
 * answers digest head_n. ERR_SYNTAX, ERR_AUTH (order or proof), ERR_RULE (not allowed to wait),
 * ERR_STALE (not now, repeated, or not on the list).
 */
int standby_accept(
    struct command *w, const struct command_order *sent, int64_t head_n, struct err *err);

/* A seat announces that it leaves, or stays. ERR_RULE, ERR_STALE. */
int standby_accept_leave(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err);

/* Gives the seat to the first standby, in a digest of its own. */
int standby_seat(struct command *w, uint8_t seat, struct err *err);

#endif
