#ifndef ADIT_RECORD_RECEIPT_FOLDER_H
#define ADIT_RECORD_RECEIPT_FOLDER_H

#include "seal/key.h"
#include "util/buf.h"

/*
 * The newest receipt of each seat, in a folder of a host who publishes them: SEAT.txt, and in
 * SEAT.n the number of the digest that the refused order answers. A receipt without that number
 * counts as older than any other.
 */

/* A file in that folder: concatenated receipts that are already published, of any seats, with
 * other text between them. */
#define RECEIPTS_BRANCH "branch"
enum { RECEIPTS_BRANCH_MAX = 1 << 20 };

/*
 * Removes each receipt that is not of this host, game and, by its name, seat. Receipts of the file
 * RECEIPTS_BRANCH become those of their seats. ERR_CREATE: the folder does not exist and cannot be
 * created, or a .txt there is something else than a receipt.
 */
int receipts_clean(const char *dir, const char *game, const struct pubkey *host, struct err *err);

/*
 * Stores the receipt of its seat; its order answers digest n (-1: unknown). An existing receipt
 * stays if it is for the same order, or if its order answers a newer digest. So an old order
 * that is sent again hides nothing. Returns 1 if no receipt for this order was there and it is
 * stored, 0 otherwise, -1 with *err if it cannot be.
 */
int receipts_keep(const char *dir, const struct buf *text, int64_t n, struct err *err);

/* Calls `each` for every receipt, by name. */
int receipts_each(const char *dir,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err);

#endif
