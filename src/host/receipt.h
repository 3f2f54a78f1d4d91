#ifndef ADIT_HOST_RECEIPT_H
#define ADIT_HOST_RECEIPT_H

#include "host/table.h"
#include "record/receipt.h"

/* Internal to the code that answers orders (host_receipt, mail/reply.h): recipient and content
 * of a receipt. */

/*
 * Returns the seat that signed an order, and the keys to seal a receipt to; SEAT_NONE if no seat
 * signed it. At an open seat anyone may join; then *card has the keys of the join, and *weak is
 * true.
 */
uint8_t receipt_sender(
    const struct table *t, const struct parsed_order *order, struct pubkey *card, bool *weak);

/* Starts a receipt to this seat. sealed: hash of the age file that contained the order
 * (receipt_sealed_hash), or NULL. */
void receipt_to(
    struct receipt *r, const struct table *t, uint8_t seat, const struct hash *sealed, int64_t now);

/* Records a refusal. */
void receipt_refuse(struct receipt *r, const struct err *why);

#endif
