#ifndef ADIT_CLI_RECEIPT_H
#define ADIT_CLI_RECEIPT_H

#include "cli/cmd.h"
#include "wire/receipt.h"

/* Receipts of the host (wire/receipt.h), for adit read. */

/* Does the text hold one?  And a digest? */
bool receipts_are_in(const struct buf *text);
bool digests_are_in(const struct buf *text);

/* Verify one against this host, open its box with ctx->key if there is one, and print it; *r, filled in, is wiped by
 * the caller.  ERR_AUTH: he did not sign it. */
int receipt_put(const struct ctx *ctx, const char *s, const struct receipt_spans *sp,
    const struct pubkey *host, struct receipt *r, struct err *err);

/*
 * Verify each, open its box with ctx->key if there is one, and print it.  The host is the one that the
 * record of the game has, where a digest beside it was noted by then (digest_input_verify), or (not NULL) that of
 * the card host_file.  ERR_NOT_FOUND: nothing tells who the host is; ERR_AUTH: he did not sign it.
 */
int receipts_put(
    const struct ctx *ctx, const struct buf *text, const char *host_file, struct err *err);

#endif
