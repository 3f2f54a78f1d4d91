#ifndef ADIT_HOST_KEYS_H
#define ADIT_HOST_KEYS_H

#include "host/command.h"

/*
 * New keys for a seat. Its player changes them by an order that both keys sign (do: rotate-key).
 * If the keys are lost, the host gives the seat new ones; every digest lists them until more
 * than half of the other seats have agreed (do: vote NAME yes).
 */

/* True if this is one of these orders, or another vote. They are no orders of any rules set. */
bool keys_is_order(const struct order_block *b);

/*
 * Executes the order in a digest of its own. Signature, head (digest head_n) and seq must have
 * been checked. ERR_SYNTAX, ERR_RULE, ERR_AUTH (the proof), ERR_STALE (nothing to vote on, or it
 * is newer than digest head_n), ERR_NOT_FOUND (no such seat).
 */
int keys_accept(struct command *w, const struct order_block *b, int64_t head_n,
    struct digest_cause *cause, struct err *err);

/* The signature of an order does not fit the keys of w->seat, as *err says. If it fits keys that
 * the seat had before, changes *err to say in which digest they were replaced. */
void keys_explain_replaced(struct command *w, const struct canonical_order *o, struct err *err);

#endif
