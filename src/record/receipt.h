#ifndef ADIT_RECORD_RECEIPT_H
#define ADIT_RECORD_RECEIPT_H

#include "record/order.h"
#include "wire/receipt.h"

/* H("adit/sealed", age file without its armor): names a sealed order in a receipt. */
struct hash receipt_sealed_hash(const void *age_file, size_t n);

/*
 * Appends the receipt, signed by the host. r must be filled in except sealed_order, text and,
 * for a clear one, order; these are taken from `order`. seat: the age key to seal the box to, if
 * r->is_sealed. ERR_AUTH: that key is a point of small order; other errors of seckey_unlock.
 */
int receipt_make(struct receipt *r, const struct parsed_order *order, const struct seckey *host,
    const struct pubkey *seat, struct buf *out, struct err *err);

/* Verifies that this host signed the receipt in s, and parses the clear part into *r. ERR_AUTH;
 * ERR_SYNTAX: it is not printable. */
int receipt_verify(const char *s, const struct receipt_spans *sp, const struct pubkey *host,
    struct receipt *r, struct err *err);

/* Decrypts the box of a verified receipt into *r, which the caller wipes. ERR_NOT_FOUND: not for
 * this key; ERR_AUTH, ERR_SYNTAX: an honest host does not seal that. */
int receipt_open(const char *s, const struct receipt_spans *sp, const struct seckey *me,
    struct receipt *r, struct err *err);

#endif
