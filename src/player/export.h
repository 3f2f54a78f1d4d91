#ifndef ADIT_PLAYER_EXPORT_H
#define ADIT_PLAYER_EXPORT_H

#include "player/player.h"

/* Files for stock minisign and age. ERR_CREATE, and nothing is written: there is a file of such a
 * name that is none of these, as a secret key. */

/* Writes DIR/order.txt, the canonical text, and DIR/order.txt.minisig. */
int export_order(const char *dir, const struct canonical_order *o, struct err *err);

/* Writes DIR/digest.txt, the signed part, DIR/digest.txt.minisig, DIR/host.pub, and
 * DIR/NAME.age for each private view of the digest. */
int export_digest(const char *dir, const struct player_read *r, struct err *err);

#endif
