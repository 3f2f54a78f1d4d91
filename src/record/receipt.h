#ifndef ADIT_RECORD_RECEIPT_H
#define ADIT_RECORD_RECEIPT_H

#include "record/order.h"
#include "wire/receipt.h"

/* H("adit/sealed", age file without its armor): by it a receipt names an order that came sealed. */
struct hash sealed_hash(const void *age_file, size_t n);

/*
 * Write it, signed by the host, appended.  r: filled in but for sealed_order, text and, of a clear one,
 * order, which are those of `order`.  seat: whose age key the box is sealed to, if r->is_sealed.
 * ERR_AUTH: that is a point of small order.
 */
int receipt_make(struct receipt *r, const struct parsed_order *order, const struct seckey *host,
    const struct pubkey *seat, struct buf *out, struct err *err);

/* Is the receipt found in s signed by this host?  Then what it says in clear is in *r.  ERR_AUTH, or
 * ERR_SYNTAX: it may not be shown. */
int receipt_verify(const char *s, const struct receipt_spans *sp, const struct pubkey *host,
    struct receipt *r, struct err *err);

/* Open the box of such a receipt, into *r, which the caller wipes.  ERR_NOT_FOUND: not for this key;
 * ERR_AUTH, ERR_SYNTAX: it is not what an honest host seals. */
int receipt_open(const char *s, const struct receipt_spans *sp, const struct seckey *me,
    struct receipt *r, struct err *err);

#endif
