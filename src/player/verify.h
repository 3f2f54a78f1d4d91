#ifndef ADIT_PLAYER_VERIFY_H
#define ADIT_PLAYER_VERIFY_H

#include "record/user.h"
#include "player/player.h"
#include "record/withheld.h"

/*
 * Reads and verifies digests as player_read does, updates the pins (record/pins.h) and, without
 * --no-record, saves the digests (record/saved_digest.h). `host_file` is a public key file or a
 * fingerprint that the host must have. NULL: accept the pinned host, and show an unknown one
 * (player/contact.h). me: NULL for the public part. `proof` gets the proof if the host cheats; or
 * NULL. Call player_read_release after every result.
 */
int verify_digests(const struct user *u, const struct buf *text, const char *host_file,
    const struct seckey *me, struct buf *proof, struct player_read *r, struct err *err);

/* Appends all digests, or the newest, of the record `dir`. Damaged ones are skipped with a
 * message. Errors as saved_digest_collect (record/saved_digest.h). */
int verify_read_saved(
    const struct user *u, const char *dir, bool newest, struct buf *out, struct err *err);

/* Verifies the public part as verify_digests does, with the pins of this home, but records
 * nothing. Call player_read_release after every result. */
int verify_public(
    const struct user *u, const struct buf *text, struct player_read *r, struct err *err);

/* Verifies all digests from 0 on as verify_public does. r->tr is sorted by number.
 * ERR_NOT_FOUND: a digest is missing. Call player_read_release after every result. */
int verify_whole(
    const struct user *u, const struct buf *text, struct player_read *r, struct err *err);

/* Prints which digests of this game are missing in the record. */
void verify_report_missing(const struct user *u, const char *game);

/*
 * Call before a join or a confirmation is printed, with the result of verify_digests.
 * ERR_AUTH if its share was already revealed and this may be another table. Records that the
 * share is revealed now.
 */
int verify_share(const struct user *u, const struct player_read *r, const struct order_block *b,
    struct err *err);

/* Finds confirmations that were signed in this home and that the host reports as missing. As
 * withheld_find. */
int verify_withheld(const struct user *u, const struct player_read *r, struct withheld *out,
    struct buf *proof, struct err *err);

/* Like verify_digests with the key of `u`, for an order. deals: an answer before the deal,
 * for which a player without a view reads the public part. */
int verify_for_order(struct user *u, const struct buf *text, const char *host, bool deals,
    struct player_read *r, struct err *err);

#endif
