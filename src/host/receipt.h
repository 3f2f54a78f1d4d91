#ifndef ADIT_HOST_RECEIPT_H
#define ADIT_HOST_RECEIPT_H

#include "host/table.h"
#include "record/receipt.h"

/* Inside of what answers orders (host_receipt, mail/reply.h): to whom, and what a receipt says. */

/*
 * Whose order is it, by its signature, and to whom is a receipt sealed?  SEAT_NONE: nobody's.  At a seat that is
 * free anybody may join, and then the keys of the join are all that is known of him: *weak.
 */
uint8_t receipt_sender(
    const struct table *t, const struct parsed_order *order, struct pubkey *card, bool *weak);

/* Begin one to this seat.  sealed: the age file that the order came in (sealed_hash), or NULL. */
void receipt_to(
    struct receipt *r, const struct table *t, uint8_t seat, const struct hash *sealed, int64_t now);

/* It was refused: code is the name of why->code. */
void receipt_refuse(struct receipt *r, const char *code, const struct err *why);

#endif
