#ifndef ADIT_PLAYER_RECEIPT_REPORT_H
#define ADIT_PLAYER_RECEIPT_REPORT_H

#include "record/user.h"
#include "wire/receipt.h"

/* Receipts of the host (wire/receipt.h), for adit read. */

/* Verifies and prints a receipt of this host; decrypts it if u->key is set. Fills in *r,
 * which the caller wipes. ERR_AUTH: not signed by the host. */
int receipt_report_one(const struct user *u, const char *s, const struct receipt_spans *sp,
    const struct pubkey *host, struct receipt *r, struct err *err);

/*
 * Verifies and prints all receipts; decrypts them if u->key is set. The host is that of the
 * public key file `host_file`, or, if it is NULL, that of the record, which verify_digests
 * updates. ERR_NOT_FOUND: the host is unknown. ERR_AUTH: not signed by the host.
 */
int receipt_report_all(
    const struct user *u, const struct buf *text, const char *host_file, struct err *err);

#endif
