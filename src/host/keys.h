#ifndef ADIT_HOST_KEYS_H
#define ADIT_HOST_KEYS_H

#include "host/command.h"

/*
 * New keys for a seat.  Its holder changes them by an order that both keys sign (do: rotate-key).  The
 * host gives the seat new ones when the old are lost, and every digest says so until more than half of
 * the other seats have agreed (do: vote NAME yes).
 */

/* Is this one of these orders, or a vote on taking back?  They are no orders of any rules set. */
bool keys_is_order(const struct order_block *b);

/* Do it, in a digest of its own; the order's signature, head (digest head_n) and seq have been checked.
 * ERR_SYNTAX, ERR_RULE, ERR_AUTH (the proof), ERR_STALE (nothing to vote on, or it came later than
 * digest head_n), ERR_NOT_FOUND (no such seat). */
int keys_accept(struct command *w, const struct order_block *b, int64_t head_n,
    struct digest_cause *cause, struct err *err);

/* The signature of the order is not one of the keys that w->seat has now, as *err says: tell if it is one of
 * keys that it had, and in which digest these were replaced. */
void keys_explain_replaced(struct command *w, const struct canonical_order *o, struct err *err);

#endif
