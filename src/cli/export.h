#ifndef ADIT_CLI_EXPORT_H
#define ADIT_CLI_EXPORT_H

#include "player/player.h"

/* Files that stock minisign and age understand. */

/* DIR/order.txt, the canonical text, and DIR/order.txt.minisig. */
int export_order(const char *dir, const struct canonical_order *o, struct err *err);

/* DIR/digest.txt, the signed part, and DIR/digest.txt.minisig; DIR/host.pub; DIR/NAME.age for each
 * private view the digest carries. */
int export_digest(const char *dir, const struct player_read *r, struct err *err);

#endif
