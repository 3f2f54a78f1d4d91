#ifndef ADIT_RECORD_RECEIPT_FOLDER_H
#define ADIT_RECORD_RECEIPT_FOLDER_H

#include "seal/key.h"
#include "util/buf.h"

/*
 * The newest receipt of each seat in a folder of the host's, who publishes them: SEAT.txt, and in SEAT.n the
 * number of the digest that the refused order names.  Without the number the receipt counts as older than any.
 */

/* A file of that folder: receipts, one behind the other, that are published already, of whatever seats, between
 * whatever else. */
#define RECEIPTS_BRANCH "branch"
enum { RECEIPTS_BRANCH_MAX = 1 << 20 };

/* Remove whatever is no receipt of this host, game and, by its name, seat; what the file RECEIPTS_BRANCH has of
 * these becomes that of its seat.  ERR_CREATE: there is no such folder
 * and none can be made. */
int receipts_clean(const char *dir, const char *game, const struct pubkey *host, struct err *err);

/*
 * Keep this one, whose order names digest n (-1: not known), as its seat's: unless what is there is of an order
 * that names a newer digest, so that an old order that somebody sends again hides nothing, or of the same order.
 */
int receipts_keep(const char *dir, const struct buf *text, int64_t n, struct err *err);

/* Each, by name. */
int receipts_each(const char *dir,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err);

#endif
