#ifndef ADIT_RECORD_KEY_CHOICE_H
#define ADIT_RECORD_KEY_CHOICE_H

#include "record/user.h"
#include "wire/order_block.h"

/*
 * Which key of the home a game needs. Only public keys are compared: the public key files of the
 * home with the keys of the seats in the digests. So no passphrase is needed to choose. A name
 * proves nothing: a key with the name of a seat need not be the key of that seat.
 */

/* Writes the game of the first signed digest, or else of the first receipt. Returns false if
 * there is none. Reads the other digests only if mail programs have changed that one. */
bool key_choice_game(
    const struct user *u, const struct buf *text, char game[static ORDER_BLOCK_GAME_MAX + 1]);

/*
 * Appends the key to use for the game of these digests, in the form of -k. The digests that this
 * home has recorded of the game count, too. `used` is the key that was used last, or NULL. The
 * first of these that exists is taken:
 *
 * - the only secret key;
 * - `used`, then u->key_default, if it has a seat;
 * - the only secret key with a seat;
 * - if no key has a seat: `used`, then u->key_default.
 *
 * Where digests are missing, a key may have been replaced in one of them, so that `used` counts as
 * if it had a seat. ERR_NOT_FOUND: no key. ERR_USAGE: several keys come into question; the
 * message lists them.
 */
int key_choice_seat(const struct user *u, const struct buf *text, const char *used, struct buf *key,
    struct err *err);

#endif
